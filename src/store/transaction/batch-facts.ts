import type { Facts, Needs, UniqueNeed } from '../../engine/core/needs-and-facts.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import { all, type DbProgram } from '../core/db-program.ts';
import type { Column, Layout } from '../core/layout.ts';
import { encode, foldShadow, isStorable } from '../core/storage.ts';
import type { RowReader } from '../rows/read-rows.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import { identityColumn } from '../sql-tables/table-indexes.ts';
import type { TouchedRecord } from './apply-writes.ts';
import type { IdentityMap } from './identity-map.ts';
import { type FactLoader, type KnownFacts, loadFacts, uniqueKey } from './load-facts.ts';

interface Request {
  readonly needs: Needs;
  readonly more?: (facts: Facts) => Needs | null;
}

/**
 * The facts of requests that are decided one after the other in one transaction. Records and uniqueness are loaded for
 * many requests at once; what a request wrote since is loaded again for the next one.
 */
export interface BatchFacts {
  /** Loads what is known that these requests need, and forgets what was loaded before. */
  readonly loadAhead: (requests: readonly Request[]) => DbProgram<void>;
  /** Returns the facts of one request, as the transaction sees them now. */
  readonly load: (request: Request) => DbProgram<FactLoader>;
  /** Forgets what the writes of a request may have changed. Call it after each request that wrote. */
  readonly recordWrites: (touched: readonly TouchedRecord[], after: IdentityMap) => void;
}

interface BatchSources {
  readonly layout: Layout;
  readonly words: DialectTexts;
  readonly gather: (reader?: RowReader, known?: KnownFacts) => FactLoader;
}

/** Loading ahead what only a decision reveals decides twice, so rounds are few. */
const MOST_ROUNDS_AHEAD = 3;

export function createBatchFacts(on: BatchSources): BatchFacts {
  const known: KnownFacts = { rows: new Map(), taken: new Map() };
  const uniques = createKnownUniques(on, known.taken);
  const add = function* (loader: FactLoader, all: readonly Needs[]): DbProgram<void> {
    yield* loader.add({ ...NOTHING, rows: all.flatMap(({ rows }) => rows) });
    yield* uniques.add(all.flatMap(({ unique }) => unique));
  };
  return {
    loadAhead: function* (requests) {
      known.rows.clear();
      uniques.clear();
      yield* add(
        on.gather(undefined, known),
        requests.map(({ needs }) => needs),
      );
      for (let round = 0; round < MOST_ROUNDS_AHEAD; round++) {
        const loader = on.gather(undefined, known);
        const isMissing = ({ more }: Request) => isLoadedAhead(more?.(loader.facts) ?? null);
        // Requests of a batch are alike: if nothing is missing for the first one, the others are not asked.
        if (requests[0] === undefined || !isMissing(requests[0])) return;
        yield* add(
          loader,
          requests.flatMap(({ more }) => more?.(loader.facts) ?? []),
        );
      }
    },
    load: ({ needs, more }) => loadFacts(on.gather(undefined, known), needs, more),
    recordWrites: (touched, after) => {
      for (const { entity, id } of touched) known.rows.get(entity)?.delete(id);
      for (const [entity] of known.rows) if (on.layout.tables.get(entity)?.lines === true) known.rows.delete(entity);
      const [only, ...others] = touched;
      const made = only?.kind === 'insert' && others.length === 0 ? after.known(only) : null;
      if (made) uniques.recordInsert(made);
      else if (only !== undefined) uniques.clear();
    },
  };
}

const NOTHING: Needs = { rows: [], unique: [], files: [], referrers: [] };

const isLoadedAhead = (needs: Needs | null): boolean => needs !== null && needs.rows.length + needs.unique.length > 0;

/** The values of unique fields that were looked up. */
interface KnownUniques {
  readonly add: (needs: readonly UniqueNeed[]) => DbProgram<void>;
  /** Forgets the values of this new record. */
  readonly recordInsert: (row: Row) => void;
  readonly clear: () => void;
}

function createKnownUniques({ layout, words }: BatchSources, taken: Map<string, boolean>): KnownUniques {
  /** The known needs by entity, column and stored value. */
  const byColumn = new Map<Column, Map<string, UniqueNeed[]>>();
  const clear = () => {
    taken.clear();
    byColumn.clear();
  };
  return {
    clear,
    add: function* (needs) {
      const asked = new Map<Column, Map<string, UniqueNeed[]>>();
      for (const need of needs) {
        const column = layout.tables.get(need.entity)?.byName.get(need.field);
        const stored = column === undefined ? null : identityIn(column, need.value);
        // A key of several fields, and a value that is no text, is looked up for its request alone.
        if (column === undefined || column.computedBy !== null || need.with !== undefined || stored === null) continue;
        const byValue = asked.get(column) ?? new Map<string, UniqueNeed[]>();
        asked.set(column, byValue);
        byValue.set(stored, [...(byValue.get(stored) ?? []), need]);
      }
      for (const [column, byValue] of asked) {
        const table = layout.tables.get([...byValue.values()][0]?.[0]?.entity ?? '');
        if (table === undefined) continue;
        const name = identityColumn(column);
        const sql = `SELECT ${name}, id FROM ${table.physical} WHERE ${name} ${words.inList('?')} AND deleted_at IS NULL`;
        const found = Map.groupBy(yield* all(sql, [JSON.stringify([...byValue.keys()])]), ([value]) => String(value));
        const known = byColumn.get(column) ?? new Map<string, UniqueNeed[]>();
        byColumn.set(column, known);
        for (const [value, alike] of byValue) {
          known.set(value, [...(known.get(value) ?? []), ...alike]);
          const ids = (found.get(value) ?? []).map(([, id]) => String(id));
          for (const need of alike)
            taken.set(
              uniqueKey(need),
              ids.some((id) => id !== need.except),
            );
        }
      }
    },
    recordInsert: ({ entity, values }) => {
      for (const column of layout.tables.get(entity)?.columns ?? []) {
        const known = byColumn.get(column);
        const stored = known === undefined ? null : identityIn(column, values[column.name] ?? null);
        if (known === undefined || stored === null) continue;
        for (const need of known.get(stored) ?? []) taken.delete(uniqueKey(need));
        known.delete(stored);
      }
    },
  };
}

/** Returns the text by which the database compares a value with those of other records; null if it is no text. */
function identityIn(column: Column, value: Value): string | null {
  if (value === null) return null;
  const stored = column.folded ? foldShadow(value) : encode(value, column.type);
  return typeof stored === 'string' && isStorable(stored) ? stored : null;
}
