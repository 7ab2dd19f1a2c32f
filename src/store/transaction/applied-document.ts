import type { Recomputation } from '../../engine/effects/recompute.ts';
import type { Timing } from '../../engine/effects/timers.ts';
import type { Model } from '../../model/types/model.ts';
import { type DbProgram, get } from '../core/db-program.ts';
import { type Layout, withTimeDependentFields } from '../core/layout.ts';
import type { RowFreshness } from '../core/row-freshness.ts';
import { encode, foldShadow } from '../core/storage.ts';
import type { Store } from '../core/store.ts';
import { createRowReader } from '../rows/read-rows.ts';
import { createRowCache } from '../rows/row-cache.ts';
import { createRowStatements } from '../rows/row-statements.ts';
import { type AppliedModel, applyModel } from '../schema/apply-document.ts';
import type { Dialect } from '../sql/dialect.ts';
import { identityColumn } from '../sql-tables/table-indexes.ts';
import { createQueryRunner } from './answer-queries.ts';
import { createIdentityMap } from './identity-map.ts';
import { createListRunner, type ListRunner } from './list-query.ts';
import { createFactLoader, type FactLoader } from './load-facts.ts';
import type { AppliedContext } from './perform-write.ts';
import { recomputeAll } from './recompute.ts';
import { rebuildTimers } from './state-entries.ts';

/** Everything derived from the applied document. Replaced as a whole when another document is applied. */
export interface AppliedState extends AppliedContext {
  readonly lister: ListRunner;
  /** Gathers committed facts. Rows that are current are not read again. */
  readonly gatherCached: () => FactLoader;
}

interface AppliedOptions {
  readonly hash: string;
  readonly settling: Recomputation | null;
  readonly timing?: Timing | null;
  readonly dialect: Dialect;
  readonly freshness: RowFreshness;
}

export function createAppliedState(
  applied: Layout,
  { hash, settling, timing = null, dialect, freshness }: AppliedOptions,
): AppliedState {
  const layout = withTimeDependentFields(applied, settling?.byClock ?? null);
  const reader = createRowReader(layout, dialect.words);
  const ask = createQueryRunner(layout, dialect);
  const rowCache = createRowCache(reader, layout, dialect.words, freshness);
  return {
    layout,
    reader,
    texts: createRowStatements(layout, reader),
    words: dialect.words,
    due: { cost: 0 },
    hash,
    gather: (from = reader, known) => createFactLoader({ layout, reader: from, ask }, known),
    gatherCached: () => createFactLoader({ layout, reader: rowCache, ask }),
    rowCache,
    settling,
    timing,
    lister: createListRunner({ layout, reader, dialect }),
  };
}

/** Applies a document inside a transaction, and computes its computed fields. */
export function* applyDocument(
  document: { readonly model: Model; readonly hash: string; readonly text: string },
  under: AppliedOptions,
): DbProgram<AppliedModel> {
  const { settling } = under;
  const applied = yield* applyModel(
    document,
    function* (layout, entities) {
      const on = createAppliedState(layout, under);
      if (settling !== null) yield* recomputeAll({ ...on, identityMap: createIdentityMap(on) }, settling, entities);
    },
    under.dialect.words,
  );
  if (applied.outcome.applied && applied.layout !== null)
    yield* rebuildTimers(createAppliedState(applied.layout, under));
  return applied;
}

/** Returns the id of the first live record whose field has this value; null if there is none. */
export function* findIdBy(
  layout: Layout,
  entity: string,
  field: string,
  value: Parameters<Store['findBy']>[2],
): DbProgram<string | null> {
  const table = layout.tables.get(entity);
  const column = table?.byName.get(field);
  if (table === undefined || column === undefined || value === null) return null;
  const sought = column.folded ? foldShadow(value) : encode(value, column.type);
  const sql = `SELECT id FROM ${table.physical} WHERE ${identityColumn(column)} = ? AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1`;
  const row = yield* get(sql, [sought]);
  return row === undefined ? null : String(row[0]);
}

export function* documentText(hash: string): DbProgram<string | null> {
  const row = yield* get('SELECT text FROM documents WHERE hash = ?', [hash]);
  return row === undefined ? null : String(row[0]);
}
