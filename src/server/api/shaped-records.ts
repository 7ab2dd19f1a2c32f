import { cachedForm, type Reading } from '../../engine/answer/cached-record.ts';
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
import type { Row } from '../../fields/text/value.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { TooManyRecords } from './within-bounds.ts';

/** A record in the shape of a call, with the ETag of what the person may read of it. */
export interface ShapedRecord {
  readonly json: Json;
  readonly etag: string | null;
}

/** Returns records in the shape of a call's items, in the given order, without those that the person may not read. */
export async function shapedRecords(
  context: RequestContext,
  call: CompiledCall,
  each: ItemShape,
  keys: readonly RecordKey[],
): Promise<readonly Json[]> {
  const items = await render(context, call, keys, ({ source, row }) => itemOf(source, each, row));
  return items.flatMap((json) => (json === undefined ? [] : [json]));
}

/** Returns one record in the shape of a call; null if the person may not read it. `words`: values of the answer itself. */
export async function shapedRecord(
  context: RequestContext,
  call: CompiledCall,
  each: ItemShape,
  key: RecordKey,
  words: ShapeSource['words'],
): Promise<ShapedRecord | null> {
  const [record] = await render(context, call, [key], ({ source, row }): ShapedRecord | undefined => {
    const json = itemOf({ ...source, words }, each, row);
    return json === undefined ? undefined : { json, etag: etagOfReadable(source.context, row) };
  });
  return record ?? null;
}

interface Rendered {
  readonly source: RecordSource;
  readonly row: Row;
}

interface RecordSource extends ShapeSource {
  readonly reading: Reading;
}

/** Returns the record in the shape, from the cache if nothing that it depends on has changed. */
function itemOf(source: RecordSource, each: ItemShape, row: Row): Json | undefined {
  if (each === null || !isAlone(each)) return shapedItem(source, each, row);
  return cachedForm(source.reading, row, each, (context) => shapedItem({ ...source, context }, each, row));
}

const alone = new WeakMap<object, boolean>();

/** Whether a shape reads nothing but facts: no records that refer to this one, and nothing of the request or answer. */
function isAlone(each: NonNullable<ItemShape>): boolean {
  const known = alone.get(each);
  if (known !== undefined) return known;
  const entries = 'alone' in each ? [each.alone] : 'entries' in each ? each.entries : [];
  const result = entries.every((entry) => {
    if (entry.kind === 'records' || entry.kind === 'word' || entry.kind === 'url') return false;
    if (entry.kind === 'inside' || entry.kind === 'lines') return isAlone(entry);
    return entry.kind !== 'nested' || entry.each === null || isAlone(entry.each);
  });
  alone.set(each, result);
  return result;
}

/**
 * Makes something of each record, in the given order; undefined for those that are not found. Loads what is read for it: records that a shape
 * names, queries, and the records that refer to them.
 */
async function render<T>(
  request: RequestContext,
  call: CompiledCall,
  keys: readonly RecordKey[],
  make: (rendered: Rendered) => T | undefined,
): Promise<readonly (T | undefined)[]> {
  const { version, runtime, principal, now } = request;
  const { compiled } = version;
  const needs = recordNeedsOf(request, keys);
  const related = new RelatedRecords(request, call);
  for (;;) {
    const rendering = runWithTracking((facts: Facts) => {
      // A write may have changed the person; their record is read as it is now.
      const me = principal.row;
      const row = me === null ? null : (facts.row(me.entity, me.id) ?? me);
      const reading: Reading = { model: compiled, principal: { ...principal, row }, facts, now };
      const context = contextOf(compiled, reading.principal, facts, now);
      const source: RecordSource = {
        reading,
        context,
        call,
        words: {},
        origin: request.url.origin,
        related: related.of,
      };
      return keys.map(({ entity, id }): T | undefined => {
        const found = context.find(entity, id) ?? null;
        return found === null ? undefined : make({ source, row: found });
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
    if (more || this.#count > MOST_RELATED) throw new TooManyRecords(entry.entity, MOST_RELATED);
    for (const row of rows) {
      const value = row.values[entry.by] ?? null;
      for (const id of Array.isArray(value) ? value : [value]) if (typeof id === 'string') known.get(id)?.push(row.id);
    }
  }
}
