import type { Stored, World } from '../evaluator/world.ts';
import { CREATED } from '../oracle/follow-ups.ts';
import { noteStateEntries } from '../oracle/timers.ts';
import type { OfRecords } from './calls.ts';
import { describe, storedDifferences, withNumbers } from './compare-stored.ts';
import { storedOf, worldOf } from './records.ts';
import type { Driver } from './send-request.ts';

/** Compares the follow-ups on other records in the store with the oracle. */
export async function compareOtherRecords(
  driver: Driver,
  request: OfRecords,
  before: World,
): Promise<readonly string[]> {
  const { subject, model, world, judged } = driver;
  const own = 'id' in request ? request.id : '';
  const changed = [...world.values()].filter(
    (each) => each.id !== own && judged.has(each.entity) && before.has(each.id) && isOther(before.get(each.id), each),
  );
  const differences: string[] = [];
  for (const ours of changed) {
    const actual = await storedOf(subject.records, model, ours.entity, ours.id);
    differences.push(
      ...storedDifferences(ours, actual).map((each) => `other record ${ours.entity} ${ours.id}: ${each}`),
    );
    if (actual !== null) world.set(ours.id, withNumbers(actual, ours));
  }
  return [...differences, ...(await matchCreatedRecords(driver))];
}

const isOther = (one: Stored | undefined, other: Stored): boolean =>
  [...other.values].some(([name, value]) => JSON.stringify(value) !== JSON.stringify(one?.values.get(name) ?? null));

/**
 * Matches records that the oracle created with those in the store by their values, and takes over their ids; returns
 * what is missing or unexpected.
 */
export async function matchCreatedRecords(driver: Driver): Promise<readonly string[]> {
  const { subject, model, world, stateEntries, judged } = driver;
  const made = [...world.values()].filter(({ id }) => id.startsWith(CREATED));
  if (made.length === 0) return [];
  const differences: string[] = [];
  const candidates = [...(await worldOf(subject.records, model)).values()].filter(({ id }) => !world.has(id));
  const ids = new Map<string, string>();
  for (const created of inOrderOfReferences(made)) {
    const ours = withIds(created, ids);
    const at = candidates.findIndex(
      (each) => each.entity === ours.entity && storedDifferences(ours, each).length === 0,
    );
    const [actual] = at < 0 ? [] : candidates.splice(at, 1);
    world.delete(ours.id);
    if (actual === undefined && judged.has(ours.entity))
      differences.push(`other records: expected ${describe(ours)}, it is absent`);
    if (actual === undefined) continue;
    ids.set(ours.id, actual.id);
    world.set(actual.id, withNumbers(actual, ours));
    noteStateEntries(model, stateEntries, undefined, actual, subject.clock.now);
  }
  for (const each of candidates) {
    world.set(each.id, each);
    if (judged.has(each.entity)) differences.push(`other records: ${describe(each)} was not expected`);
  }
  return differences;
}

/** Returns created records so that those come first to which others refer. */
function inOrderOfReferences(made: readonly Stored[]): readonly Stored[] {
  const sorted: Stored[] = [];
  let left = made;
  while (left.length > 0) {
    const ids = new Set(left.map(({ id }) => id));
    const free = left.filter((each) => !idsIn(each).some((id) => id !== each.id && ids.has(id)));
    // Records that refer to each other have no order.
    const next = free.length > 0 ? free : left;
    sorted.push(...next);
    left = left.filter((each) => !next.includes(each));
  }
  return sorted;
}

const idsIn = ({ values }: Stored): readonly string[] =>
  [...values.values()].flat().filter((value) => typeof value === 'string');

/** Returns the record with the ids that other created records have in the store. */
function withIds(record: Stored, ids: ReadonlyMap<string, string>): Stored {
  const one = <T>(value: T): T | string => (typeof value === 'string' ? (ids.get(value) ?? value) : value);
  const values = [...record.values].map(
    ([name, value]) => [name, Array.isArray(value) ? value.map(one) : one(value)] as const,
  );
  return { ...record, values: new Map(values) as Stored['values'] };
}
