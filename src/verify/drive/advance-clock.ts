import { runTimers } from '../oracle/timers.ts';
import { matchCreatedRecords } from './compare-other-records.ts';
import { describe, storedDifferences, withNumbers } from './compare-stored.ts';
import { noteProductTransitions } from './coverage.ts';
import { storedOf } from './records.ts';
import { copyUntestedRecords, type Driver } from './send-request.ts';

/** Advances the clock by a number of hours. */
export const advanceClock =
  (hours: number) =>
  (driver: Driver): Promise<void> =>
    waitUntil(driver, driver.subject.clock.now + hours * 3_600_000);

/** Advances the clock and lets the product run until nothing is due; then compares every record with the oracle. */
export async function waitUntil(driver: Driver, moment: number): Promise<void> {
  const { subject, model, world, stateEntries, sessions } = driver;
  subject.clock.now = Math.max(subject.clock.now, moment);
  sessions.clear();
  await subject.act();
  const before = new Map(world);
  runTimers(model, world, stateEntries, subject.clock.now);
  await copyUntestedRecords(driver);
  const who = `the product, at ${new Date(subject.clock.now).toISOString()}`;
  for (const difference of await matchCreatedRecords(driver))
    driver.disagreements.push({
      who,
      request: { kind: 'read', entity: '', id: '' },
      record: '',
      differences: [difference],
    });
  for (const [id, ours] of [...world].filter(([, { entity }]) => driver.judged.has(entity))) {
    noteProductTransitions(driver, before.get(id), ours);
    if (ours !== before.get(id)) driver.expectedCounts.timers += 1;
    const actual = await storedOf(subject.records, model, ours.entity, id);
    const differences = storedDifferences(ours, actual);
    if (actual !== null) world.set(id, withNumbers(actual, ours));
    if (differences.length === 0) continue;
    const request = { kind: 'read', entity: ours.entity, id } as const;
    driver.disagreements.push({ who, request, record: describe(before.get(id)), differences });
  }
}
