import type { Settling } from '../engine/settle.ts';
import type { Row } from '../fields/value.ts';
import { addMore, type Gathering } from './facts.ts';
import type { Layout } from './layout.ts';
import { all, type Steps } from './steps.ts';
import type { Derive } from './store.ts';
import { derive, type Tools, type Touched } from './writes.ts';

/** What settling stands on. */
export interface Settled extends Tools {
  readonly gather: () => Gathering;
  /** Null where no computed field asks anything of other records. */
  readonly settling: Settling | null;
}

/** Computed fields may read computed fields of other records; what runs in a circle ends here. */
const MOST_ROUNDS = 8;
const TOGETHER = 200;

/** Works out anew what reads the records that a write touched, and what reads that in turn. Everything touched then. */
export function* settleAfter(on: Settled, touched: readonly Touched[], now: number): Steps<readonly Touched[]> {
  const { settling, reader } = on;
  if (settling === null || touched.length === 0) return touched;
  let latest = touched;
  const every = [...touched];
  for (let round = 0; round < MOST_ROUNDS && latest.length > 0; round++) {
    const turned: { before: Row | null; after: Row | null }[] = [];
    for (const { entity, id, before } of latest) turned.push({ before, after: yield* reader.one(entity, id) });
    const settled: Touched[] = [];
    for (const { entity, ids } of settling.readers(turned))
      settled.push(...(yield* settleRecords(on, settling, entity, ids, now)));
    latest = settled;
    every.push(...latest);
  }
  return every;
}

/** Works out anew the computed fields of these records, or of all of an entity, and stores what differs. */
export function* settleRecords(
  on: Settled,
  settling: Settling,
  entity: string,
  ids: readonly string[] | null,
  now: number,
): Steps<Touched[]> {
  const wanted = ids ?? (yield* idsOf(on.layout, entity));
  const touched: Touched[] = [];
  if (on.layout.tables.get(entity)?.lines !== false) return touched;
  for (let from = 0; from < wanted.length; from += TOGETHER) {
    const rows = yield* on.reader.many(entity, wanted.slice(from, from + TOGETHER));
    const gathering = on.gather();
    yield* addMore(gathering, (facts) => settling.more(rows, facts, now));
    for (const row of rows) {
      const values = settling.values(row, gathering.facts, now);
      if (values !== null) touched.push(...(yield* derive(on, row, values)));
    }
  }
  return touched;
}

/** The computed fields of every record: derived values, so that version and times stay. */
export function* deriveAll(on: Settled, entity: string, values: Derive): Steps<void> {
  if (on.layout.tables.get(entity)?.lines !== false) return;
  for (const id of yield* idsOf(on.layout, entity)) {
    const row = yield* on.reader.one(entity, id);
    if (row !== null) yield* derive(on, row, yield* withRecords(on, (find) => values(row, find)));
  }
}

function* idsOf(layout: Layout, entity: string): Steps<string[]> {
  const table = layout.tables.get(entity);
  if (table === undefined) return [];
  return (yield* all(`SELECT id FROM ${table.physical} WHERE deleted_at IS NULL`)).map(([id]) => String(id));
}

type Find = (entity: string, id: string) => Row | null;

/** Runs pure work that looks up records by the way: again, with what it asked for, until nothing is missing. */
export function* withRecords<T>({ reader }: Pick<Tools, 'reader'>, work: (find: Find) => T): Steps<T> {
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
