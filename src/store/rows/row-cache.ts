import type { RecordKey } from '../../engine/core/facts.ts';
import { weightOf } from '../../fields/registry/weight.ts';
import type { Row } from '../../fields/text/value.ts';
import { allBelieved, type DbProgram, type OptimisticRead, type SqlRow } from '../core/db-program.ts';
import type { Layout } from '../core/layout.ts';
import type { SqlValue } from '../core/storage.ts';
import type { Words } from '../sql/dialect.ts';
import type { RowReader } from './read-rows.ts';

/**
 * Rows beyond which the oldest go that were not met since they were last passed over; a line counts as one, and long texts
 * count as more.
 */
const MOST_KEPT = 10_000;

/** Another number than before where anything may have been written to the table since, by whomever. */
export type Mark = (table: string) => number;

export interface RowCache extends RowReader {
  /**
   * One statement that looks whether all of these stand as they are kept, gone ones too: a reader of them as of that
   * moment, which asks `others` for whatever else is wanted of it. Null: something changed, or is not kept.
   */
  readonly unchanged: (keys: readonly RecordKey[], others?: RowReader) => DbProgram<RowReader | null>;
  /** For a transaction that writes: it gives what is kept where the data have that version, and keeps nothing. */
  readonly inside: RowReader;
  /** A record as it was committed; to be told in any order, of any of its versions. */
  readonly committed: (row: Row) => void;
}

/** Of so many rows at most it is believed at once that they stand as they are kept. */
const MOST_BELIEVED = 8;

interface BelievedKey extends RecordKey {
  readonly more: readonly SqlValue[];
}

interface Kept {
  readonly row: Row;
  readonly weight: number;
  /** The mark of its table when the data had it so; null: nothing is marked. */
  at: number | null;
  isMet: boolean;
}

/**
 * The same rows, read again only where the data have another version of them: whoever asks twice gets the very same
 * object. To be used where what was committed is read; `inside` a transaction that writes nothing is kept, since what is
 * taken back there would be remembered under a version that another write then has. Where tables are marked, and the
 * mark is the same, the data are not even asked for the version.
 */
export function createRowCache(reader: RowReader, layout: Layout, words: Words, mark: Mark | null): RowCache {
  // By id alone, which the rows hold anyway: two records of one id, of two entities, take turns.
  const known = new Map<string, Kept>();
  let turn = known.entries();
  let size = 0;

  const keptOf = (entity: string, id: string): Kept | undefined => {
    const kept = known.get(id);
    return kept?.row.entity === entity ? kept : undefined;
  };
  const keep = (row: Row, at: number | null): void => {
    forget(row.id);
    const weight = weightOf(row);
    known.set(row.id, { row, weight, at, isMet: false });
    size += weight;
    while (size > MOST_KEPT) {
      const [oldest, kept] = nextInTurn();
      if (kept.isMet) passOver(oldest, kept);
      else forget(oldest);
    }
  };
  /** A map that is looked through from its beginning passes all that went from there, each time. */
  const nextInTurn = (): [string, Kept] => {
    const next = turn.next();
    if (!next.done) return next.value;
    turn = known.entries();
    return turn.next().value ?? nothingKept();
  };
  const forget = (id: string): void => {
    const kept = known.get(id);
    if (kept === undefined) return;
    known.delete(id);
    size -= kept.weight;
  };
  /** It goes to the end, where its next turn comes once all others had theirs. */
  const passOver = (id: string, kept: Kept): void => {
    kept.isMet = false;
    known.delete(id);
    known.set(id, kept);
  };
  /** Nothing moves: that would cost more than all else of finding it. */
  const meet = (kept: Kept, at: number | null): Row => {
    kept.at = at;
    kept.isMet = true;
    return kept.row;
  };

  /** `fresh` reads what is not kept, as the table stands at this mark. */
  const manyBy = (
    fresh: (entity: string, ids: readonly string[], at: number | null) => DbProgram<readonly Row[]>,
    believes: boolean,
  ) =>
    function* many(entity: string, ids: readonly string[]): DbProgram<readonly Row[]> {
      const table = layout.tables.get(entity);
      if (table === undefined || ids.length === 0) return [];
      const at = mark === null ? null : mark(table.physical);
      const rows: Row[] = [];
      const asked: string[] = [];
      let isKnown = false;
      for (const id of ids) {
        const kept = keptOf(entity, id);
        isKnown ||= kept !== undefined;
        if (kept !== undefined && at !== null && kept.at === at) rows.push(meet(kept, at));
        else asked.push(id);
      }
      if (asked.length === 0) return rows;
      if (!isKnown) return yield* fresh(entity, asked, at);
      const sql = `SELECT id, version FROM ${table.physical} WHERE ${among(asked.length)}`;
      const given = [asked.length === 1 ? (asked[0] ?? '') : JSON.stringify(asked)];
      const belief = believes ? beliefOf(asked.map((id) => ({ entity, id, more: [] }))) : null;
      const there = yield* allBelieved(sql, given, belief);
      const changed: string[] = [];
      for (const [id, version] of there) {
        const kept = keptOf(entity, String(id));
        if (kept?.row.version === Number(version)) rows.push(meet(kept, at));
        else changed.push(String(id));
      }
      if (changed.length > 0) rows.push(...(yield* fresh(entity, changed, at)));
      return rows;
    };

  function* fresh(entity: string, ids: readonly string[], at: number | null): DbProgram<readonly Row[]> {
    const rows = yield* reader.many(entity, ids);
    for (const row of rows) keep(row, at);
    return rows;
  }

  /** That each of these stands as it is kept; null: one is not kept, or they are too many. A row answers with `more` first. */
  const beliefOf = (keys: readonly BelievedKey[]): OptimisticRead | null => {
    if (mark !== null || keys.length > MOST_BELIEVED) return null;
    const rows: SqlRow[] = [];
    const holds: string[] = [];
    const parameters: SqlValue[] = [];
    for (const { entity, id, more } of keys) {
      const kept = keptOf(entity, id);
      const table = layout.tables.get(entity);
      if (kept === undefined || table === undefined) return null;
      rows.push([...more, id, kept.row.version]);
      holds.push(`EXISTS (SELECT 1 FROM ${table.physical} WHERE id = ? AND version = ? AND deleted_at IS NULL)`);
      parameters.push(id, kept.row.version);
    }
    return { rows, holds: holds.join(' AND '), parameters };
  };

  const many = manyBy(fresh, false);
  const inside = oneByOne(reader, manyBy(reader.many, true));

  function* unchanged(keys: readonly RecordKey[], elsewhere: RowReader = outside): DbProgram<RowReader | null> {
    const byEntity = Map.groupBy(keys, ({ entity }) => entity);
    const parts: string[] = [];
    const ids: string[] = [];
    const asked: BelievedKey[] = [];
    for (const [entity, alike] of byEntity) {
      const table = layout.tables.get(entity);
      if (table === undefined) return null;
      parts.push(`SELECT ${parts.length}, id, version FROM ${table.physical} WHERE ${among(alike.length)}`);
      ids.push(alike.length === 1 ? (alike[0]?.id ?? '') : JSON.stringify(alike.map(({ id }) => id)));
      for (const { id } of alike) asked.push({ entity, id, more: [parts.length - 1] });
    }
    if (parts.length === 0) return null;
    const entities = [...byEntity.keys()];
    const there = new Map<string, Row>();
    const belief = elsewhere === inside ? beliefOf(asked) : null;
    for (const [part, id, version] of yield* allBelieved(parts.join(' UNION ALL '), ids, belief)) {
      const kept = keptOf(entities[Number(part)] ?? '', String(id));
      if (kept?.row.version !== Number(version)) return null;
      there.set(kept.row.id, meet(kept, null));
    }
    const looked = new Map([...byEntity].map(([entity, alike]) => [entity, new Set(alike.map(({ id }) => id))]));
    return oneByOne(reader, (entity, wanted) => manyOf({ there, looked, elsewhere }, entity, wanted));
  }

  const among = (count: number) => `${count === 1 ? 'id = ?' : `id ${words.among('?')}`} AND deleted_at IS NULL`;

  const outside = oneByOne(reader, many);
  const committed = (row: Row) => keep(row, null);
  return { ...outside, unchanged, inside, committed };
}

/** What one look found, of all that it looked for; others are elsewhere. */
interface LookedAt {
  readonly there: ReadonlyMap<string, Row>;
  readonly looked: ReadonlyMap<string, ReadonlySet<string>>;
  readonly elsewhere: RowReader;
}

function* manyOf(
  { there, looked, elsewhere }: LookedAt,
  entity: string,
  wanted: readonly string[],
): DbProgram<readonly Row[]> {
  const others = wanted.filter((id) => looked.get(entity)?.has(id) !== true);
  const rows = wanted.flatMap((id) => {
    const row = there.get(id);
    return row?.entity === entity ? row : [];
  });
  return others.length === 0 ? rows : [...rows, ...(yield* elsewhere.many(entity, others))];
}

/** A reader that finds one as it finds many. */
function oneByOne(reader: RowReader, many: RowReader['many']): RowReader {
  return { ...reader, many, one: (entity, id) => onlyOf(many(entity, [id])) };
}

function* onlyOf(many: DbProgram<readonly Row[]>): DbProgram<Row | null> {
  return (yield* many)[0] ?? null;
}

function nothingKept(): never {
  throw new Error('Rows weigh something though none is kept.');
}
