import type { Settling } from '../../engine/effects/recompute.ts';
import type { Timing } from '../../engine/effects/timers.ts';
import type { Model } from '../../model/types/model.ts';
import { type DbProgram, get } from '../core/db-program.ts';
import { type Layout, withClock } from '../core/layout.ts';
import { encode, foldShadow } from '../core/storage.ts';
import type { Store } from '../core/store.ts';
import { type RowReader, rowReader } from '../rows/read-rows.ts';
import { createRowCache, type Mark } from '../rows/row-cache.ts';
import { rowTexts } from '../rows/row-statements.ts';
import { type Applied, applyModel } from '../schema/apply-document.ts';
import type { Dialect } from '../sql/dialect.ts';
import { identityColumn } from '../sql-tables/table-indexes.ts';
import { createQueryRunner } from './answer-queries.ts';
import { createIdentityMap } from './identity-map.ts';
import { type Lister, lister } from './list-query.ts';
import { type Gathering, gather } from './load-facts.ts';
import type { Ground } from './perform-write.ts';
import { lookedFor, NEVER_LOOKED } from './read-set-cache.ts';
import { recomputeAll } from './recompute.ts';
import { retime } from './state-entries.ts';

/** Everything that stands on the applied document; replaced as a whole when another is applied. */
export interface Current extends Ground {
  readonly lister: Lister;
  /** To gather what was committed, outside of writing: it reads rows again only where they changed. */
  readonly gatherRead: (reader?: RowReader) => Gathering;
}

interface Under {
  readonly hash: string;
  readonly settling: Settling | null;
  readonly timing?: Timing | null;
  readonly dialect: Dialect;
  /** Where nobody writes to a table unnoticed; null: the data are asked. */
  readonly mark: Mark | null;
}

export function currentOf(applied: Layout, { hash, settling, timing = null, dialect, mark }: Under): Current {
  const layout = withClock(applied, settling?.byClock ?? null);
  const reader = rowReader(layout, dialect.words);
  const ask = createQueryRunner(layout, dialect);
  const kept = createRowCache(reader, layout, dialect.words, mark);
  return {
    layout,
    reader,
    texts: rowTexts(layout, reader),
    words: dialect.words,
    due: { records: 0 },
    hash,
    gather: (from = reader) => gather({ layout, reader: from, ask }),
    gatherRead: (from = kept) => gather({ layout, reader: from, ask }),
    kept,
    // What is marked needs no look.
    looked: mark === null ? lookedFor() : NEVER_LOOKED,
    settling,
    timing,
    lister: lister({ layout, reader, dialect }),
  };
}

/** Inside a transaction: applies a document, computed fields included. */
export function* applyDocument(
  document: { readonly model: Model; readonly hash: string; readonly text: string },
  under: Under,
): DbProgram<Applied> {
  const { settling } = under;
  const applied = yield* applyModel(
    document,
    function* (layout, entities) {
      const on = currentOf(layout, under);
      if (settling !== null) yield* recomputeAll({ ...on, standing: createIdentityMap(on) }, settling, entities);
    },
    under.dialect.words,
  );
  if (applied.outcome.applied && applied.layout !== null) yield* retime(currentOf(applied.layout, under));
  return applied;
}

/** The id of the first live record whose field has this value. */
export function* idBy(
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
  const found = yield* get(sql, [sought]);
  return found === undefined ? null : String(found[0]);
}

export function* documentText(hash: string): DbProgram<string | null> {
  const found = yield* get('SELECT text FROM documents WHERE hash = ?', [hash]);
  return found === undefined ? null : String(found[0]);
}
