import { type ShapeSource, shapedItem } from '../../engine/answer/shaped-answer.ts';
import type { CompiledCall } from '../../engine/compiled/compiled-model.ts';
import { contextOf } from '../../engine/context/decision-context.ts';
import type { Json } from '../../engine/core/intent.ts';
import type { Facts, RecordKey } from '../../engine/core/needs-and-facts.ts';
import { runWithTracking } from '../../engine/core/tracked-facts.ts';
import { recordNeeds } from '../../engine/decide/needs.ts';
import { MOST_AT_ONCE, MOST_RELATED, planShapeRecords } from '../../engine/query/shape-records.ts';
import { etagOfReadable } from '../../engine/records/etag.ts';
import type { ItemShape, RecordsEntry } from '../../expressions/shapes/resolve-shape.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { TooManyRecords } from './within-bounds.ts';

/** A record in the shape of a call, with the ETag of what the person may read of it. */
export interface ShapedRecord {
  readonly json: Json;
  readonly etag: string | null;
}

/**
 * Returns records in the shape of a call's items, in the given order; null for those that the person may not read.
 * Loads what the shape reads: records that it names, queries, and the records that refer to them.
 */
export async function shapedRecords(
  context: RequestContext,
  call: CompiledCall,
  each: ItemShape,
  keys: readonly RecordKey[],
  words: ShapeSource['words'] = {},
): Promise<readonly (ShapedRecord | null)[]> {
  const { version, runtime, principal, now } = context;
  const { compiled } = version;
  const needs = recordNeedsOf(context, keys);
  const related = new RelatedRecords(context, call);
  for (;;) {
    const rendering = runWithTracking((facts: Facts) => {
      // A write may have changed the person; their record is read as it is now.
      const me = principal.row;
      const row = me === null ? null : (facts.row(me.entity, me.id) ?? me);
      const context = contextOf(compiled, { ...principal, row }, facts, now);
      const source = { context, call, words, related: related.of };
      return keys.map(({ entity, id }): ShapedRecord | null => {
        const row = source.context.find(entity, id) ?? null;
        const json = row === null ? undefined : shapedItem(source, each, row);
        return row === null || json === undefined ? null : { json, etag: etagOfReadable(source.context, row) };
      });
    });
    const facts = await runtime.store.load(needs, rendering.more);
    const result = rendering.result(facts);
    if (!(await related.load())) return result;
  }
}

function recordNeedsOf({ version, principal }: RequestContext, keys: readonly RecordKey[]) {
  const [first] = keys;
  const ids = keys.map(({ id }) => id);
  return recordNeeds(version.compiled, principal, first?.entity ?? '', first === undefined ? [] : ids);
}

/** The records that refer to others, loaded for all records of a response together. */
class RelatedRecords {
  readonly #context: RequestContext;
  readonly #call: CompiledCall;
  readonly #known = new Map<RecordsEntry, Map<string, string[]>>();
  readonly #wanted = new Map<RecordsEntry, Set<string>>();
  /** The number of records that were found for all members. */
  #count = 0;

  constructor(context: RequestContext, call: CompiledCall) {
    this.#context = context;
    this.#call = call;
  }

  readonly of: ShapeSource['related'] = (entry, id) => {
    const ids = this.#known.get(entry)?.get(id);
    if (ids === undefined) this.#wanted.set(entry, (this.#wanted.get(entry) ?? new Set()).add(id));
    return ids;
  };

  /** Loads what was asked for. Returns false if nothing was. */
  async load(): Promise<boolean> {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    for (const [entry, ids] of wanted) {
      const known = this.#known.get(entry) ?? new Map<string, string[]>();
      this.#known.set(entry, known);
      for (const id of ids) known.set(id, []);
      const all = [...ids];
      for (let from = 0; from < all.length; from += MOST_AT_ONCE)
        await this.#loadFor(entry, all.slice(from, from + MOST_AT_ONCE), known);
    }
    return wanted.length > 0;
  }

  async #loadFor(entry: RecordsEntry, ids: readonly string[], known: Map<string, string[]>): Promise<void> {
    const { version, runtime, principal, now } = this.#context;
    const plan = planShapeRecords(version.compiled, principal, this.#call, entry, ids, now);
    if (plan === null) return;
    const { rows, more } = await runtime.store.list(plan, { principal, now });
    this.#count += rows.length;
    if (more || this.#count > MOST_RELATED) throw new TooManyRecords(entry.entity);
    for (const row of rows) {
      const value = row.values[entry.by] ?? null;
      for (const id of Array.isArray(value) ? value : [value]) if (typeof id === 'string') known.get(id)?.push(row.id);
    }
  }
}
