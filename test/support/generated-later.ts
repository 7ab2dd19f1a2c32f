import { createTimers } from '../../src/server/timers.ts';
import { pass } from '../../src/verify/oracle/timers.ts';
import { type Driver, describe, keptDifferences, withNumbers } from './generated-ask.ts';
import { storedOf } from './generated-world.ts';

/** Moves the clock on and lets the product act until nothing is due; then every record must stand as the oracle says. */
export function later(hours: number): (driver: Driver) => Promise<void> {
  return async (driver) => {
    const { server, model, world, stays, sessions } = driver;
    server.clock.now += hours * 3_600_000;
    sessions.clear();
    await rest(driver);
    const before = new Map(world);
    pass(model, world, stays, server.clock.now);
    for (const [id, ours] of [...world]) {
      if (ours !== before.get(id)) driver.told.timers += 1;
      const kept = await storedOf(server.store, model, ours.entity, id);
      const differences = keptDifferences(ours, kept);
      if (kept !== null) world.set(id, withNumbers(kept, ours));
      if (differences.length === 0) continue;
      const request = { kind: 'read', entity: ours.entity, id } as const;
      const who = `the product, at ${new Date(server.clock.now).toISOString()}`;
      driver.found.push({ who, request, record: describe(before.get(id)), differences });
    }
  };
}

async function rest({ server, told }: Driver): Promise<void> {
  const timers = createTimers(server.runtime);
  for (let turn = 0; turn < 100; turn += 1) {
    const { fired, looked } = await timers.tick(server.clock.now);
    if (fired === 0 && (looked === 0 || turn > 20)) return;
  }
  throw new Error(`The product does not come to rest after ${told.timers}.`);
}
