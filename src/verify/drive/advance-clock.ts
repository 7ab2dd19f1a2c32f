import { pass } from '../oracle/timers.ts';
import { foundMade } from './compare-other-records.ts';
import { describe, storedDifferences, withNumbers } from './compare-stored.ts';
import { noteTaken } from './coverage.ts';
import { storedOf } from './records.ts';
import { type Driver, takeOver } from './send-request.ts';

/** So many hours later. */
export const advanceClock =
  (hours: number) =>
  (driver: Driver): Promise<void> =>
    waitUntil(driver, driver.subject.clock.now + hours * 3_600_000);

/** Moves the clock on and lets the product act until nothing is due; then every record must stand as the oracle says. */
export async function waitUntil(driver: Driver, moment: number): Promise<void> {
  const { subject, model, world, stays, sessions } = driver;
  subject.clock.now = Math.max(subject.clock.now, moment);
  sessions.clear();
  await subject.act();
  const before = new Map(world);
  pass(model, world, stays, subject.clock.now);
  await takeOver(driver);
  const who = `the product, at ${new Date(subject.clock.now).toISOString()}`;
  for (const told of await foundMade(driver))
    driver.found.push({ who, request: { kind: 'read', entity: '', id: '' }, record: '', differences: [told] });
  for (const [id, ours] of [...world].filter(([, { entity }]) => driver.judged.has(entity))) {
    noteTaken(driver, before.get(id), ours);
    if (ours !== before.get(id)) driver.told.timers += 1;
    const kept = await storedOf(subject.records, model, ours.entity, id);
    const differences = storedDifferences(ours, kept);
    if (kept !== null) world.set(id, withNumbers(kept, ours));
    if (differences.length === 0) continue;
    const request = { kind: 'read', entity: ours.entity, id } as const;
    driver.found.push({ who, request, record: describe(before.get(id)), differences });
  }
}
