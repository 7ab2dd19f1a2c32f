import type { Facts, Needs, RecordKey } from '../../engine/core/facts.ts';
import type { Steps } from '../core/db-program.ts';
import type { RowReader } from '../rows/read-rows.ts';
import type { KeptRows } from '../rows/row-cache.ts';
import { addMore, type Gathering, textOfPaths } from './load-facts.ts';

/** What is asked for beyond the needs, once these are there. */
export type More = (facts: Facts) => Needs | null;

/** Loads of which it is known what they came to look for; those that were met first go first. */
const MOST_KNOWN = 1_000;

/**
 * What loads looked for the last time. Whoever loads the same again looks with one statement whether all of that is as it
 * was, which needs no transaction: what one statement reads is of one moment.
 */
export interface Looked {
  readonly of: (needs: Needs) => LookedOnce;
}

interface LookedOnce {
  /** The records of the last time, where these needs led to records alone; null: not known. */
  readonly before: readonly RecordKey[] | null;
  readonly learn: (gathering: Gathering) => void;
}

export function lookedFor(): Looked {
  const known = new Map<string, readonly RecordKey[]>();
  const learn = (key: string, looked: readonly RecordKey[] | null): void => {
    if (looked !== null && looked.length > 0) known.set(key, looked);
    else known.delete(key);
    if (known.size <= MOST_KNOWN) return;
    const [oldest] = known.keys();
    if (oldest !== undefined) known.delete(oldest);
  };
  return {
    of: (needs) => {
      if (!isRowsAlone(needs)) return NEVER;
      const key = keyOf(needs);
      return { before: known.get(key) ?? null, learn: (gathering) => learn(key, gathering.looked()) };
    },
  };
}

const NEVER: LookedOnce = { before: null, learn: () => undefined };

/** Where looking again costs as much as looking. */
export const NEVER_LOOKED: Looked = { of: () => NEVER };

interface From {
  readonly kept: KeptRows;
  readonly gatherRead: (reader: RowReader) => Gathering;
}

/** The facts, where nothing of what was looked for the last time changed, and nothing else is wanted; else null. */
export function* loadAgain(
  { kept, gatherRead }: From,
  keys: readonly RecordKey[],
  needs: Needs,
  more: More | undefined,
): Steps<Facts | null> {
  const reader = yield* kept.unchanged(keys);
  if (reader === null) return null;
  const gathering = gatherRead(reader);
  const steps = gatheredBy(gathering, needs, more);
  // What it would have to ask is of another moment.
  if (steps.next().done !== true) return null;
  return gathering.facts;
}

export function* gatheredBy(gathering: Gathering, needs: Needs, more: More | undefined): Steps<Gathering> {
  yield* gathering.add(needs);
  yield* addMore(gathering, more);
  return gathering;
}

interface Inside {
  readonly kept: KeptRows;
  readonly looked: Looked;
  readonly gather: (reader: RowReader) => Gathering;
}

/**
 * The same at the beginning of a transaction that writes: what stands as it was kept is read by its version alone. Its
 * version is written with whatever belongs to a record, so that who changes that meanwhile is in the way as ever.
 */
export function* gatheredInside(
  { kept, looked, gather }: Inside,
  needs: Needs,
  more: More | undefined,
): Steps<Gathering> {
  const { before, learn } = looked.of(needs);
  const reader = before === null ? null : yield* kept.unchanged(before, kept.inside);
  const gathering = yield* gatheredBy(gather(reader ?? kept.inside), needs, more);
  learn(gathering);
  return gathering;
}

function keyOf({ rows }: Needs): string {
  let key = '';
  for (const { entity, id, paths } of rows) {
    key += `${id.length} ${id}${entity} ${textOfPaths(paths)}`;
  }
  return key;
}

function isRowsAlone(needs: Needs): boolean {
  if (needs.rows.length === 0) return false;
  for (const kind in needs) {
    if (kind !== 'rows' && (needs[kind as keyof Needs]?.length ?? 0) > 0) return false;
  }
  return true;
}
