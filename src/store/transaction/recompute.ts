import type { RecordKey } from '../../engine/core/needs-and-facts.ts';
import type { AffectedRecords, PathStep, Recomputation, RecordChange } from '../../engine/effects/recompute.ts';
import type { Row } from '../../fields/text/value.ts';
import { all, type DbProgram } from '../core/db-program.ts';
import type { Layout } from '../core/layout.ts';
import type { RowReader } from '../rows/read-rows.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import { derive, type RowTools, type TouchedRecord, type WriteState } from './apply-writes.ts';
import { incrementVersion } from './increment-version.ts';
import { type FactLoader, type KnownFacts, loadMissing } from './load-facts.ts';

/** What recomputing depends on. */
export interface RecomputeContext extends RowTools {
  /** Gathers facts as this transaction sees them; with `reader`, through that reader; with `known`, beyond these. */
  readonly gather: (reader?: RowReader, known?: KnownFacts) => FactLoader;
  /** Null if there are no computed fields. */
  readonly settling: Recomputation | null;
}

const BATCH_SIZE = 200;

/**
 * Recomputes the fields that depend on the changed records, and the fields that depend on those. Returns all changed
 * records. It terminates because a field that depends on itself never has a value.
 */
export function* recomputeAfter(
  on: RecomputeContext & WriteState,
  touched: readonly TouchedRecord[],
  now: number,
): DbProgram<readonly TouchedRecord[]> {
  const { settling, identityMap } = on;
  if (settling === null) return touched;
  let latest = touched.filter(({ entity }) => settling.isAffectedBy(entity));
  if (latest.length === 0) return touched;
  const every = [...touched];
  while (latest.length > 0) {
    const changed: RecordChange[] = [];
    for (const { entity, id, before } of latest) changed.push({ before, after: yield* identityMap.one(entity, id) });
    const settled: TouchedRecord[] = [];
    for (const [entity, ids] of yield* recordsOf(on.layout, on.words, settling.readers(changed)))
      settled.push(...(yield* recomputeRecords(on, settling, entity, ids, now)));
    latest = settled.filter(({ entity }) => settling.isAffectedBy(entity));
    every.push(...settled);
  }
  return every;
}

/** Resolves readers to records; for all records of an entity, to the newest `limit`. */
export function* affectedRecordKeys(
  { layout, words }: Pick<RowTools, 'layout' | 'words'>,
  readers: readonly AffectedRecords[],
  limit: number,
): DbProgram<readonly RecordKey[]> {
  const found: RecordKey[] = [];
  for (const [entity, ids] of yield* recordsOf(layout, words, readers)) {
    const some = ids ?? (yield* newestOf(layout, entity, limit));
    found.push(...some.slice(0, limit).map((id) => ({ entity, id })));
  }
  return found;
}

function* newestOf(layout: Layout, entity: string, limit: number): DbProgram<string[]> {
  const table = layout.tables.get(entity);
  if (table === undefined) return [];
  const sql = `SELECT id FROM ${table.physical} WHERE deleted_at IS NULL ORDER BY id DESC LIMIT ?`;
  return (yield* all(sql, [limit])).map(([id]) => String(id));
}

/**
 * Resolves readers to record ids by entity, each once. A line is replaced by the record that owns it. Null stands for
 * all records of the entity.
 */
function* recordsOf(
  layout: Layout,
  words: DialectTexts,
  readers: readonly AffectedRecords[],
): DbProgram<ReadonlyMap<string, readonly string[] | null>> {
  const found = new Map<string, ReadonlySet<string> | null>();
  for (const { entity, ids, steps } of readers) {
    const reached = ids === null ? null : yield* reversePath(layout, words, steps, ids);
    for (const owner of yield* ownersOf(layout, words, entity, reached)) {
      const known = found.get(owner.entity);
      const all = owner.ids === null || known === null;
      found.set(owner.entity, all ? null : new Set([...(known ?? []), ...(owner.ids ?? [])]));
    }
  }
  return new Map([...found].map(([entity, ids]) => [entity, ids && [...ids]] as const));
}

/** Returns the records from which these steps lead to one of the ids. */
export function* reversePath(
  layout: Layout,
  words: DialectTexts,
  steps: readonly PathStep[],
  ids: readonly string[],
): DbProgram<readonly string[]> {
  let reached = ids;
  for (const { entity, field, lines } of steps.toReversed()) {
    const table = layout.tables.get(entity);
    const list = table?.lists.find(({ name }) => name === field);
    const below = lines ? layout.tables.get(list?.entity ?? '') : table;
    const column = table?.byName.get(field);
    const by = lines ? 'id' : column?.physical;
    if (below === undefined || by === undefined || reached.length === 0) return [];
    if (column?.type.kind === 'references') {
      const sql = `SELECT DISTINCT record FROM links WHERE field = ? AND target ${words.inList('?')}`;
      reached = (yield* all(sql, [column.physical, JSON.stringify(reached)])).map(([id]) => String(id));
      continue;
    }
    const sql = `SELECT DISTINCT ${lines ? 'parent' : 'id'} FROM ${below.physical} WHERE ${by} ${words.inList('?')} AND deleted_at IS NULL`;
    reached = (yield* all(sql, [JSON.stringify(reached)])).map(([id]) => String(id));
  }
  return reached;
}

/** Replaces lines, also lines of lines, by the records that own them; other records are returned unchanged. */
function* ownersOf(
  layout: Layout,
  words: DialectTexts,
  entity: string,
  ids: readonly string[] | null,
): DbProgram<readonly { readonly entity: string; readonly ids: readonly string[] | null }[]> {
  const table = layout.tables.get(entity);
  if (table === undefined || ids?.length === 0) return [];
  if (!table.lines) return [{ entity, ids }];
  const found: { entity: string; ids: readonly string[] | null }[] = [];
  for (const owner of layout.tables.values()) {
    const list = owner.lists.find((each) => each.entity === entity);
    if (list === undefined) continue;
    const sql = `SELECT DISTINCT parent FROM ${table.physical} WHERE list = ? AND id ${words.inList('?')}`;
    const parents = ids && (yield* all(sql, [list.physical, JSON.stringify(ids)])).map(([id]) => String(id));
    found.push(...(yield* ownersOf(layout, words, owner.entity, parents)));
  }
  return found;
}

/**
 * Recomputes the computed fields of these records, or of all records of an entity, and stores the values that changed.
 */
export function* recomputeRecords(
  on: RecomputeContext & WriteState,
  settling: Recomputation,
  entity: string,
  ids: readonly string[] | null,
  now: number,
): DbProgram<TouchedRecord[]> {
  const wanted = ids ?? (yield* idsOf(on.layout, entity));
  const touched: TouchedRecord[] = [];
  for (let from = 0; from < wanted.length; from += BATCH_SIZE) {
    const rows = yield* on.reader.many(entity, wanted.slice(from, from + BATCH_SIZE));
    const gathering = on.gather();
    const found = settling.values(rows, now);
    yield* loadMissing(gathering, found.more);
    const differing = found.result(gathering.facts);
    for (const [index, before] of rows.entries()) {
      const settled = differing[index] ?? [];
      for (const { row, values } of settled) yield* derive(on, row, values);
      if (settled.length > 0 && settled.every(({ row }) => row.id !== before.id)) yield* incrementVersion(on, before);
      if (settled.length === 0) continue;
      on.identityMap.recordWrite(before);
      touched.push({ entity, id: before.id, kind: 'update', before });
    }
  }
  return touched;
}

/**
 * Computes the computed fields of all records of these entities; those of lines with the records that own the lines.
 */
export function* recomputeAll(
  on: RecomputeContext & WriteState,
  settling: Recomputation,
  entities: readonly string[],
): DbProgram<void> {
  const every = entities.map((entity): AffectedRecords => ({ entity, ids: null, steps: [] }));
  for (const [entity, ids] of yield* recordsOf(on.layout, on.words, every))
    yield* recomputeAfter(on, yield* recomputeRecords(on, settling, entity, ids, settling.now), settling.now);
}

/** Returns the ids of all live records of an entity. */
export function* idsOf(layout: Layout, entity: string): DbProgram<string[]> {
  const table = layout.tables.get(entity);
  if (table === undefined) return [];
  return (yield* all(`SELECT id FROM ${table.physical} WHERE deleted_at IS NULL`)).map(([id]) => String(id));
}

type Find = (entity: string, id: string) => Row | null;

/**
 * Runs a pure function that looks up records while it runs. Repeats it with the records it looked up until none is
 * missing.
 */
export function* withRecords<T>({ reader }: Pick<RowTools, 'reader'>, work: (find: Find) => T): DbProgram<T> {
  const known = new Map<string, Row | null>();
  for (;;) {
    const missing = new Map<string, readonly [entity: string, id: string]>();
    const result = work((entity, id) => {
      const key = JSON.stringify([entity, id]);
      const row = known.get(key);
      if (row === undefined) missing.set(key, [entity, id]);
      return row ?? null;
    });
    if (missing.size === 0) return result;
    for (const [key, [entity, id]] of missing) known.set(key, yield* reader.one(entity, id));
  }
}
