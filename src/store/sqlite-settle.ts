import type { Settling } from '../engine/settle.ts';
import type { Row } from '../fields/value.ts';
import type { Gathering } from './sqlite-facts.ts';
import { addMore, type Ground } from './sqlite-queue.ts';
import { derive, type Touched } from './sqlite-writes.ts';

/** Computed fields may read computed fields of other records; what runs in a circle ends here. */
const MOST_ROUNDS = 8;
const TOGETHER = 200;

/** Works out anew what reads the records that a write touched, and what reads that in turn. Everything touched then. */
export function settleAfter(on: Ground, touched: readonly Touched[], now: number): readonly Touched[] {
  const { settling, reader } = on;
  if (settling === null || touched.length === 0) return touched;
  let latest = touched;
  const all = [...touched];
  for (let round = 0; round < MOST_ROUNDS && latest.length > 0; round++) {
    const turned = latest.map(({ entity, id, before }) => ({ before, after: reader.one(entity, id) }));
    latest = settling.readers(turned).flatMap(({ entity, ids }) => settleRecords(on, settling, entity, ids, now));
    all.push(...latest);
  }
  return all;
}

/** Works out anew the computed fields of these records, or of all of an entity. What differs is stored as what they are: no change by anybody. */
export function settleRecords(
  on: Pick<Ground, 'database' | 'layout' | 'reader' | 'shelf' | 'gather'>,
  settling: Settling,
  entity: string,
  ids: readonly string[] | null,
  now: number,
): Touched[] {
  const table = on.layout.tables.get(entity);
  if (table === undefined || table.lines) return [];
  const wanted =
    ids ?? on.database.all(`SELECT id FROM ${table.physical} WHERE deleted_at IS NULL`, []).map(([id]) => String(id));
  const touched: Touched[] = [];
  for (let from = 0; from < wanted.length; from += TOGETHER) {
    const rows = on.reader.many(entity, wanted.slice(from, from + TOGETHER));
    const gathering = factsFor(on.gather(), settling, rows, now);
    for (const row of rows) {
      const values = settling.values(row, gathering.facts, now);
      if (values !== null) touched.push(...derive(on, row, values));
    }
  }
  return touched;
}

function factsFor(gathering: Gathering, settling: Settling, rows: readonly Row[], now: number): Gathering {
  addMore(gathering, (facts) => settling.more(rows, facts, now));
  return gathering;
}
