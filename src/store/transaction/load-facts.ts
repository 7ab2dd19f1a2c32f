import type {
  Answer,
  DeletedRow,
  Facts,
  Needs,
  QuestionNeed,
  RecordKey,
  ReferringNeed,
  RowNeed,
  SeriesNeed,
  StateEntry,
  StateEntryNeed,
  StoredComment,
  UniqueNeed,
  Upload,
} from '../../engine/core/needs-and-facts.ts';
import { MAX_ROWS_IN_MEMORY } from '../../expressions/relation/queries.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import type { Type } from '../../model/types/types.ts';
import { type DbProgram, get } from '../core/db-program.ts';
import type { Layout, Table } from '../core/layout.ts';
import { encode, foldShadow } from '../core/storage.ts';
import { StoreError } from '../core/store-error.ts';
import { readComment } from '../rows/comment-rows.ts';
import { readDeleted } from '../rows/deleted-rows.ts';
import { findUpload } from '../rows/file-rows.ts';
import { ownerOfLine } from '../rows/line-owners.ts';
import { countLinkingRecords, idsIn } from '../rows/link-rows.ts';
import { lastNumber } from '../rows/number-series.ts';
import type { RowReader } from '../rows/read-rows.ts';
import { readReferring, readStateEntry } from '../rows/state-entry-rows.ts';
import { identityColumn } from '../sql-tables/table-indexes.ts';

/** Facts loaded so far. A loaded fact never changes. */
export interface FactLoader {
  readonly facts: Facts;
  readonly add: (needs: Needs) => DbProgram<void>;
  /** Sets the row of a written record; null if it was deleted. */
  readonly put: (key: RecordKey, row: Row | null) => void;
  /**
   * Returns a new gathering with the same rows except these records and all lines; valid if nothing else was written
   * since.
   */
  readonly without: (keys: readonly RecordKey[]) => FactLoader;
}

/**
 * The loaded facts. The generator functions over it are at module level, since creating closures for each gathering
 * costs too much.
 */
interface Loaded {
  readonly on: FactSources;
  readonly rows: Map<string, Map<string, Row | null>>;
  /** Facts other than rows, by kind; kinds without a loaded fact are absent. */
  readonly otherFacts: Map<keyof OtherFacts, Map<string, unknown>>;
}

/** Kinds of facts other than rows. */
interface OtherFacts {
  readonly taken: boolean;
  readonly upload: Upload | null;
  readonly referrers: ReadonlyMap<string, number>;
  readonly answer: Answer;
  readonly last: number;
  readonly all: readonly Row[] | null;
  readonly stay: StateEntry | null;
  readonly referring: readonly string[] | null;
  readonly deleted: DeletedRow | null;
  readonly owner: RecordKey | null;
  readonly comment: StoredComment | null;
}

function other<K extends keyof OtherFacts>({ otherFacts }: Loaded, kind: K, key: string): OtherFacts[K] | undefined {
  return otherFacts.get(kind)?.get(key) as OtherFacts[K] | undefined;
}

function remember<K extends keyof OtherFacts>(
  { otherFacts }: Loaded,
  kind: K,
  key: string,
  value: OtherFacts[K],
): void {
  const alike = otherFacts.get(kind);
  if (alike === undefined) otherFacts.set(kind, new Map([[key, value]]));
  else alike.set(key, value);
}

interface FactSources {
  readonly layout: Layout;
  readonly reader: RowReader;
  readonly ask: (need: QuestionNeed) => DbProgram<Answer>;
}

/** Facts with which a loader begins. It adds further rows to them. */
export interface KnownFacts {
  readonly rows: Map<string, Map<string, Row | null>>;
  /** Whether values are taken, by `uniqueKey`. */
  readonly taken: Map<string, boolean>;
}

export function createFactLoader(on: FactSources, known?: KnownFacts): FactLoader {
  const rows = known?.rows ?? new Map<string, Map<string, Row | null>>();
  let drawn: string | null = null;
  const seed = () => {
    drawn ??= crypto.randomUUID() + crypto.randomUUID();
    return drawn;
  };
  const loaded: Loaded = { on, rows, otherFacts: new Map() };
  return {
    facts: {
      row: (entity, id) => rows.get(entity)?.get(id),
      taken: (need) => takenIn(loaded, known, uniqueKey(need)),
      upload: (token) => other(loaded, 'upload', token),
      referrers: (key) => other(loaded, 'referrers', recordKey(key)),
      answer: (need) => other(loaded, 'answer', need.key),
      lastNumber: (need) => other(loaded, 'last', seriesKey(need)),
      all: (entity) => other(loaded, 'all', entity),
      stateEntry: (need) => other(loaded, 'stay', stayKey(need)),
      referring: (need) => other(loaded, 'referring', referringKey(need)),
      deleted: (entity, id) => other(loaded, 'deleted', recordKey({ entity, id })),
      owner: (key) => other(loaded, 'owner', recordKey(key)),
      comment: (id) => other(loaded, 'comment', id),
      seed,
    },
    add: (needs) => addNeeds(loaded, known, needs),
    put: ({ entity, id }, row) => {
      rowsOf(loaded, entity).set(id, row);
    },
    without: (keys) => {
      const records = [...rows].filter(([entity]) => on.layout.tables.get(entity)?.lines !== true);
      const copies = new Map(records.map(([entity, byId]) => [entity, new Map(byId)]));
      for (const { entity, id } of keys) copies.get(entity)?.delete(id);
      return createFactLoader(on, { rows: copies, taken: new Map() });
    },
  };
}

function rowsOf({ rows }: Loaded, entity: string): Map<string, Row | null> {
  const existing = rows.get(entity);
  if (existing !== undefined) return existing;
  const fresh = new Map<string, Row | null>();
  rows.set(entity, fresh);
  return fresh;
}

const takenIn = (loaded: Loaded, known: KnownFacts | undefined, key: string): boolean | undefined =>
  known?.taken.get(key) ?? other(loaded, 'taken', key);

function* addNeeds(loaded: Loaded, known: KnownFacts | undefined, needs: Needs): DbProgram<void> {
  const { layout, reader, ask } = loaded.on;
  if (needs.rows.length > 0) yield* addRowNeeds(loaded, needs.rows);
  for (const need of needs.unique) {
    const key = uniqueKey(need);
    if (takenIn(loaded, known, key) === undefined) remember(loaded, 'taken', key, yield* isTaken(layout, need));
  }
  for (const token of needs.files) remember(loaded, 'upload', token, yield* findUpload(token));
  for (const key of needs.referrers) remember(loaded, 'referrers', recordKey(key), yield* countReferrers(layout, key));
  for (const need of needs.questions ?? []) remember(loaded, 'answer', need.key, yield* ask(need));
  for (const entity of needs.all ?? []) {
    if (loaded.otherFacts.get('all')?.has(entity)) continue;
    const found = yield* reader.first(entity, MAX_ROWS_IN_MEMORY + 1);
    remember(loaded, 'all', entity, found.length <= MAX_ROWS_IN_MEMORY ? found : null);
  }
  for (const need of needs.stateEntries ?? [])
    remember(loaded, 'stay', stayKey(need), yield* readStateEntry(layout, need));
  for (const need of needs.referring ?? [])
    remember(loaded, 'referring', referringKey(need), yield* readReferring(layout, need));
  for (const need of needs.series ?? []) remember(loaded, 'last', seriesKey(need), yield* lastNumber(layout, need));
  for (const key of needs.owners ?? []) remember(loaded, 'owner', recordKey(key), yield* ownerOfLine(layout, key));
  for (const id of needs.comments ?? []) remember(loaded, 'comment', id, yield* readComment(layout, id));
  for (const need of needs.deleted ?? []) {
    const found = yield* readDeleted(loaded.on, need);
    remember(loaded, 'deleted', recordKey(need), found);
    if (found !== null) for (const path of need.paths) yield* follow(loaded, [found.row], path);
  }
}

function* addRowNeeds(loaded: Loaded, needs: readonly RowNeed[]): DbProgram<void> {
  for (const together of alikeBy(needs, (need) => need.entity)) {
    const entity = together[0]?.entity ?? '';
    yield* load(
      loaded,
      entity,
      together.map((need) => need.id),
    );
    const byId = rowsOf(loaded, entity);
    for (const alike of alikeBy(together, (need) => textOfPaths(need.paths))) {
      const paths = alike[0]?.paths ?? [];
      if (paths.length === 0) continue;
      const found = alike.flatMap((need) => byId.get(need.id) ?? []);
      for (const path of paths) yield* follow(loaded, found, path);
    }
  }
}

/** Returns the needs in groups of the same key. Most requests have one need. */
const alikeBy = (needs: readonly RowNeed[], keyOf: (need: RowNeed) => string): Iterable<readonly RowNeed[]> =>
  needs.length === 1 ? [needs] : Map.groupBy(needs, keyOf).values();

/** Most paths are constants of the document, so the text is cached by object identity. */
const pathTexts = new WeakMap<RowNeed['paths'], string>();

/** Returns a text that is equal for equal paths. */
export function textOfPaths(paths: RowNeed['paths']): string {
  if (paths.length === 0) return '[]';
  const known = pathTexts.get(paths);
  if (known !== undefined) return known;
  const text = JSON.stringify(paths);
  pathTexts.set(paths, text);
  return text;
}

function* load(loaded: Loaded, entity: string, ids: readonly string[]): DbProgram<void> {
  const byId = rowsOf(loaded, entity);
  const missing = ids.filter((id) => !byId.has(id));
  if (missing.length === 0) return;
  for (const id of missing) byId.set(id, null);
  for (const row of yield* loaded.on.reader.many(entity, missing)) byId.set(row.id, row);
}

function* follow(loaded: Loaded, from: readonly Row[], path: readonly string[]): DbProgram<void> {
  let rows = from;
  for (const name of path) {
    if (rows.length === 0) return;
    const target = leadsTo(loaded.on.layout, rows[0]?.entity ?? '', name);
    if (target === null) return;
    if (target.kind === 'lines') {
      rows = linesIn(rows, name);
      continue;
    }
    const ids = idsAt(rows, name);
    yield* load(loaded, target.entity, ids);
    const byId = rowsOf(loaded, target.entity);
    rows = ids.flatMap((id) => byId.get(id) ?? []);
  }
}

const stayKey = ({ entity, id, timer }: StateEntryNeed) => JSON.stringify([entity, id, timer]);
const referringKey = ({ entity, field, target }: ReferringNeed) => JSON.stringify([entity, field, target]);
const recordKey = ({ entity, id }: RecordKey) => JSON.stringify([entity, id]);
const seriesKey = ({ entity, field, period }: SeriesNeed) => JSON.stringify([entity, field, period]);

const isReferring = (kind: Type['kind']) => kind === 'reference' || kind === 'references';

function leadsTo(layout: Layout, entity: string, name: string): { kind: 'record' | 'lines'; entity: string } | null {
  const table = layout.tables.get(entity);
  const column = table?.byName.get(name);
  if (column?.type.kind === 'reference' || column?.type.kind === 'references')
    return { kind: 'record', entity: column.type.entity };
  const list = table?.lists.find((each) => each.name === name);
  return list === undefined ? null : { kind: 'lines', entity: list.entity };
}

function linesIn(rows: readonly Row[], name: string): Row[] {
  return rows.flatMap((row) => {
    const value = row.values[name];
    return Array.isArray(value) ? (value as Row[]) : [];
  });
}

/** Returns the ids that these rows have in a field, each once. */
function idsAt(rows: readonly Row[], name: string): readonly string[] {
  const [first] = rows;
  if (first !== undefined && rows.length === 1) return idIn(first.values[name] ?? null);
  return [...new Set(rows.flatMap((row) => idIn(row.values[name] ?? null)))];
}

function idIn(value: Value): readonly string[] {
  return typeof value === 'string' ? [value] : idsIn(value);
}

/** Returns a text that is equal for equal needs. */
export function uniqueKey({ entity, field, value, except, with: others }: UniqueNeed): string {
  return JSON.stringify([entity, field, value, except, others]);
}

function* isTaken(layout: Layout, need: UniqueNeed): DbProgram<boolean> {
  const table = layout.tables.get(need.entity);
  if (table === undefined) return false;
  const found = [{ field: need.field, value: need.value }, ...(need.with ?? [])].map(({ field, value }) => {
    const column = table.byName.get(field);
    if (column === undefined || value === null) return null;
    const encoded = column.folded ? foldShadow(value) : encode(value, column.type);
    return { sql: `${identityColumn(column)} = ?`, value: encoded };
  });
  const parts = found.filter((part) => part !== null);
  if (parts.length < found.length) return false;
  const sql = `SELECT 1 FROM ${table.physical} WHERE ${parts.map((part) => part.sql).join(' AND ')} AND deleted_at IS NULL AND id IS DISTINCT FROM ? LIMIT 1`;
  return (yield* get(sql, [...parts.map(({ value }) => value), need.except])) !== undefined;
}

/**
 * Counts live records that refer to this record by a restricting field, except the record itself and its own lines,
 * which are deleted with it.
 */
function* countReferrers(layout: Layout, { entity, id }: RecordKey): DbProgram<Map<string, number>> {
  const found = new Map<string, number>();
  for (const table of layout.tables.values()) {
    for (const column of table.columns) {
      const { type } = column;
      if (!column.restricts || !isReferring(type.kind) || !('entity' in type) || type.entity !== entity) continue;
      const count =
        type.kind === 'references'
          ? yield* countLinkingRecords(table, column, id)
          : Number((yield* get(referrerSql(table, column.physical), [id, id, id]))?.[0] ?? 0);
      if (count > 0) found.set(`${table.entity}.${column.name}`, count);
    }
  }
  return found;
}

function referrerSql(table: Table, column: string): string {
  return `SELECT count(*) FROM ${table.physical} WHERE ${column} = ? AND deleted_at IS NULL AND id <> ? AND parent IS DISTINCT FROM ?`;
}

/** Limit against a decision that never has enough facts; no formula of a document is this deep. */
const MOST_ROUNDS = 1_000;

/** Returns further needs once the first facts are loaded. */
export type More = (facts: Facts) => Needs | null;

/** Loads the needs and everything that only the loaded facts reveal. Returns the same loader. */
export function* loadFacts(loader: FactLoader, needs: Needs, more: More | undefined): DbProgram<FactLoader> {
  yield* loader.add(needs);
  yield* loadMissing(loader, more);
  return loader;
}

/**
 * Loads facts that only other facts reveal. Each round loads everything missing at once, so the number of rounds
 * depends on the depth of the formulas and not on the number of records.
 */
export function* loadMissing(gathering: FactLoader, more: More | undefined): DbProgram<void> {
  for (let round = 0; more !== undefined; round++) {
    const needs = more(gathering.facts);
    if (needs === null) return;
    if (round === MOST_ROUNDS)
      throw new StoreError('failed', `After ${MOST_ROUNDS} rounds of loading, a decision still asked for more.`);
    yield* gathering.add(needs);
  }
}
