import type { Stored, World } from '../evaluator/world.ts';
import { MADE } from '../oracle/follow-ups.ts';
import { noteStateEntries } from '../oracle/timers.ts';
import type { OfRecords } from './calls.ts';
import { describe, storedDifferences, withNumbers } from './compare-stored.ts';
import { storedOf, worldOf } from './records.ts';
import type { Driver } from './send-request.ts';

/** What followed at other records must stand in the store as the oracle says. */
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
  const found: string[] = [];
  for (const ours of changed) {
    const kept = await storedOf(subject.records, model, ours.entity, ours.id);
    found.push(...storedDifferences(ours, kept).map((each) => `elsewhere, ${ours.entity} ${ours.id}: ${each}`));
    if (kept !== null) world.set(ours.id, withNumbers(kept, ours));
  }
  return [...found, ...(await foundMade(driver))];
}

const isOther = (one: Stored | undefined, other: Stored): boolean =>
  [...other.values].some(([name, value]) => JSON.stringify(value) !== JSON.stringify(one?.values.get(name) ?? null));

/** Records that the oracle made are found in the store by what they hold, and have the ids from there on; told is what is not there. */
export async function foundMade(driver: Driver): Promise<readonly string[]> {
  const { subject, model, world, stays, judged } = driver;
  const made = [...world.values()].filter(({ id }) => id.startsWith(MADE));
  if (made.length === 0) return [];
  const found: string[] = [];
  const there = [...(await worldOf(subject.records, model)).values()].filter(({ id }) => !world.has(id));
  for (const ours of made) {
    const at = there.findIndex((each) => each.entity === ours.entity && storedDifferences(ours, each).length === 0);
    const [kept] = at < 0 ? [] : there.splice(at, 1);
    world.delete(ours.id);
    if (kept === undefined && judged.has(ours.entity)) found.push(`elsewhere: there is no ${describe(ours)}`);
    if (kept === undefined) continue;
    world.set(kept.id, withNumbers(kept, ours));
    noteStateEntries(model, stays, undefined, kept, subject.clock.now);
  }
  for (const each of there) {
    world.set(each.id, each);
    if (judged.has(each.entity)) found.push(`elsewhere: nothing was expected to make ${describe(each)}`);
  }
  return found;
}
