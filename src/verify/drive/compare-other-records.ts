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
  for (const ours of made) {
    const at = candidates.findIndex(
      (each) => each.entity === ours.entity && storedDifferences(ours, each).length === 0,
    );
    const [actual] = at < 0 ? [] : candidates.splice(at, 1);
    world.delete(ours.id);
    if (actual === undefined && judged.has(ours.entity))
      differences.push(`other records: expected ${describe(ours)}, it is absent`);
    if (actual === undefined) continue;
    world.set(actual.id, withNumbers(actual, ours));
    noteStateEntries(model, stateEntries, undefined, actual, subject.clock.now);
  }
  for (const each of candidates) {
    world.set(each.id, each);
    if (judged.has(each.entity)) differences.push(`other records: ${describe(each)} was not expected`);
  }
  return differences;
}
