import type {
  Answer,
  Deleted,
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
} from '../../engine/core/facts.ts';
import { MOST_LOOKED_THROUGH } from '../../expressions/relation/queries.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import type { Type } from '../../model/types/types.ts';
import { type DbProgram, get } from '../core/db-program.ts';
import type { Layout, Table } from '../core/layout.ts';
import { encode, foldShadow } from '../core/storage.ts';
import { StoreError } from '../core/store-error.ts';
import { readComment } from '../rows/comment-rows.ts';
import { readDeleted } from '../rows/deleted-rows.ts';
import { uploadNamed } from '../rows/file-rows.ts';
import { ownerOfLine } from '../rows/line-owners.ts';
import { countLinked, idsIn } from '../rows/link-rows.ts';
import { lastNumber } from '../rows/number-series.ts';
import type { RowReader } from '../rows/read-rows.ts';
import { readReferring, readStateEntry } from '../rows/state-entry-rows.ts';
import { identityColumn } from '../sql-tables/table-indexes.ts';

/** Facts as they are gathered: what was loaded stays as it was. */
export interface Gathering {
  readonly facts: Facts;
  readonly add: (needs: Needs) => DbProgram<void>;
  /** How a record stands that was written; null: it is gone. */
  readonly put: (key: RecordKey, row: Row | null) => void;
  /** The records that were looked for, where nothing but records was; else null. */
  readonly looked: () => readonly RecordKey[] | null;
  /** Another gathering that knows the same rows, but not these, nor any lines: nothing else was written since. */
  readonly without: (keys: readonly RecordKey[]) => Gathering;
}

/** What was loaded so far. Steps over it stand outside, since a generator that is made anew each time costs too much. */
interface Loaded {
  readonly on: GatheredFrom;
  readonly rows: Map<string, Map<string, Row | null>>;
  /** Whatever else was loaded, by its kind; a kind of which nothing was is absent. */
  readonly others: Map<keyof Others, Map<string, unknown>>;
}

/** What is loaded beside records. */
interface Others {
  readonly taken: boolean;
  readonly upload: Upload | null;
  readonly referrers: ReadonlyMap<string, number>;
  readonly answer: Answer;
  readonly last: number;
  readonly all: readonly Row[] | null;
  readonly stay: StateEntry | null;
  readonly referring: readonly string[] | null;
  readonly deleted: Deleted | null;
  readonly owner: RecordKey | null;
  readonly comment: StoredComment | null;
}

function other<K extends keyof Others>({ others }: Loaded, kind: K, key: string): Others[K] | undefined {
  return others.get(kind)?.get(key) as Others[K] | undefined;
}

function keep<K extends keyof Others>({ others }: Loaded, kind: K, key: string, value: Others[K]): void {
  const alike = others.get(kind);
  if (alike === undefined) others.set(kind, new Map([[key, value]]));
  else alike.set(key, value);
}

interface GatheredFrom {
  readonly layout: Layout;
  readonly reader: RowReader;
  readonly ask: (need: QuestionNeed) => DbProgram<Answer>;
}

export function gather(on: GatheredFrom, rows: Loaded['rows'] = new Map()): Gathering {
  let drawn: string | null = null;
  const seed = () => {
    drawn ??= crypto.randomUUID() + crypto.randomUUID();
    return drawn;
  };
  const loaded: Loaded = { on, rows, others: new Map() };
  return {
    facts: {
      row: (entity, id) => rows.get(entity)?.get(id),
      taken: (need) => other(loaded, 'taken', uniqueKey(need)),
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
    add: (needs) => addNeeds(loaded, needs),
    put: ({ entity, id }, row) => {
      known(loaded, entity).set(id, row);
    },
    looked: () => {
      if (loaded.others.size > 0) return null;
      return [...rows].flatMap(([entity, there]) => [...there.keys()].map((id) => ({ entity, id })));
    },
    without: (keys) => {
      const kept = [...rows].filter(([entity]) => on.layout.tables.get(entity)?.lines !== true);
      const standing = new Map(kept.map(([entity, there]) => [entity, new Map(there)]));
      for (const { entity, id } of keys) standing.get(entity)?.delete(id);
      return gather(on, standing);
    },
  };
}

function known({ rows }: Loaded, entity: string): Map<string, Row | null> {
  const there = rows.get(entity);
  if (there !== undefined) return there;
  const fresh = new Map<string, Row | null>();
  rows.set(entity, fresh);
  return fresh;
}

function* addNeeds(loaded: Loaded, needs: Needs): DbProgram<void> {
  const { layout, reader, ask } = loaded.on;
  if (needs.rows.length > 0) yield* addRowNeeds(loaded, needs.rows);
  for (const need of needs.unique) keep(loaded, 'taken', uniqueKey(need), yield* isTaken(layout, need));
  for (const token of needs.files) keep(loaded, 'upload', token, yield* uploadNamed(token));
  for (const key of needs.referrers) keep(loaded, 'referrers', recordKey(key), yield* countReferrers(layout, key));
  for (const need of needs.questions ?? []) keep(loaded, 'answer', need.key, yield* ask(need));
  for (const entity of needs.all ?? []) {
    if (loaded.others.get('all')?.has(entity)) continue;
    const found = yield* reader.first(entity, MOST_LOOKED_THROUGH + 1);
    keep(loaded, 'all', entity, found.length <= MOST_LOOKED_THROUGH ? found : null);
  }
  for (const need of needs.stateEntries ?? []) keep(loaded, 'stay', stayKey(need), yield* readStateEntry(layout, need));
  for (const need of needs.referring ?? [])
    keep(loaded, 'referring', referringKey(need), yield* readReferring(layout, need));
  for (const need of needs.series ?? []) keep(loaded, 'last', seriesKey(need), yield* lastNumber(layout, need));
  for (const key of needs.owners ?? []) keep(loaded, 'owner', recordKey(key), yield* ownerOfLine(layout, key));
  for (const id of needs.comments ?? []) keep(loaded, 'comment', id, yield* readComment(layout, id));
  for (const need of needs.deleted ?? []) {
    const found = yield* readDeleted(loaded.on, need);
    keep(loaded, 'deleted', recordKey(need), found);
    if (found !== null) for (const path of need.paths) yield* follow(loaded, [found.row], path);
  }
}

function* addRowNeeds(loaded: Loaded, needs: readonly RowNeed[]): DbProgram<void> {
  for (const [entity, together] of Map.groupBy(needs, (need) => need.entity)) {
    yield* load(
      loaded,
      entity,
      together.map((need) => need.id),
    );
    const there = known(loaded, entity);
    for (const alike of Map.groupBy(together, (need) => textOfPaths(need.paths)).values()) {
      const found = alike.flatMap((need) => there.get(need.id) ?? []);
      for (const path of alike[0]?.paths ?? []) yield* follow(loaded, found, path);
    }
  }
}

/** Most paths are those of the document, the very same each time. */
const pathTexts = new WeakMap<RowNeed['paths'], string>();

/** The same text for the same paths. */
export function textOfPaths(paths: RowNeed['paths']): string {
  if (paths.length === 0) return '[]';
  const known = pathTexts.get(paths);
  if (known !== undefined) return known;
  const text = JSON.stringify(paths);
  pathTexts.set(paths, text);
  return text;
}

function* load(loaded: Loaded, entity: string, ids: readonly string[]): DbProgram<void> {
  const there = known(loaded, entity);
  const missing = ids.filter((id) => !there.has(id));
  if (missing.length === 0) return;
  for (const id of missing) there.set(id, null);
  for (const row of yield* loaded.on.reader.many(entity, missing)) there.set(row.id, row);
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
    const ids = [...new Set(rows.flatMap((row) => idIn(row.values[name] ?? null)))];
    yield* load(loaded, target.entity, ids);
    const there = known(loaded, target.entity);
    rows = ids.flatMap((id) => there.get(id) ?? []);
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

function idIn(value: Value): readonly string[] {
  return typeof value === 'string' ? [value] : idsIn(value);
}

function uniqueKey({ entity, field, value, except, with: others }: UniqueNeed): string {
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

/** Live records that refer to it by a field that restricts; not itself, and not its own lines, which go along. */
function* countReferrers(layout: Layout, { entity, id }: RecordKey): DbProgram<Map<string, number>> {
  const found = new Map<string, number>();
  for (const table of layout.tables.values()) {
    for (const column of table.columns) {
      const { type } = column;
      if (!column.restricts || !isReferring(type.kind) || !('entity' in type) || type.entity !== entity) continue;
      const count =
        type.kind === 'references'
          ? yield* countLinked(table, column, id)
          : Number((yield* get(referrerSql(table, column.physical), [id, id, id]))?.[0] ?? 0);
      if (count > 0) found.set(`${table.entity}.${column.name}`, count);
    }
  }
  return found;
}

function referrerSql(table: Table, column: string): string {
  return `SELECT count(*) FROM ${table.physical} WHERE ${column} = ? AND deleted_at IS NULL AND id <> ? AND parent IS DISTINCT FROM ?`;
}

/** A guard against a decision that never has enough: no formula of a document is this deep. */
const MOST_ROUNDS = 1_000;

/**
 * Loads what shows only once something else is there. Each round loads everything that is missing at once, however many
 * records that are: the number of rounds follows from how deep the formulas of the document are.
 */
export function* addMore(gathering: Gathering, more: ((facts: Facts) => Needs | null) | undefined): DbProgram<void> {
  for (let round = 0; more !== undefined; round++) {
    const needs = more(gathering.facts);
    if (needs === null) return;
    if (round === MOST_ROUNDS)
      throw new StoreError('failed', `After ${MOST_ROUNDS} rounds of loading, a decision still asked for more.`);
    yield* gathering.add(needs);
  }
}
