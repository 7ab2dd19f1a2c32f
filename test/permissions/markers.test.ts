import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { claims } from '../support/permissions/claims.ts';
import { addsUpWhatIsRead, answersAlike, countsWhatIsRead, holdsNothingHidden } from '../support/permissions/proofs.ts';
import { workshop } from '../support/permissions/workshop.ts';
import { type Running, startWorld, type World } from '../support/permissions/world.ts';

// Every value of every record is one that occurs nowhere else, so that it is recognised wherever it turns up. Who may
// read which of them is typed by hand in the worlds, not asked of the engine. The seed is in the name of each suite:
// NINEFOLD_SEED repeats it.
const seed = Number(process.env['NINEFOLD_SEED'] ?? Date.now() % 1_000_000);

for (const world of [workshop, claims]) {
  describe(`${world.name}, seed ${seed}`, () => {
    const kept: { running: Running | null } = { running: null };
    before(async () => {
      kept.running = await startWorld(world, seed);
    });
    after(() => kept.running?.stop());
    const running = (): Running => {
      assert.ok(kept.running, 'the world did not start');
      return kept.running;
    };
    for (const person of [...world.people, null]) describePerson(world, person, running);
    it('reading changed no record', async () => {
      const rows = await running().store.people(world.person, 1000);
      assert.equal(rows.length, world.people.length);
      assert.ok(rows.every(({ version }) => version === 1));
    });
  });
}

function describePerson(world: World, person: string | null, running: () => Running): void {
  const name = person ?? 'a guest';
  const extent = { records: 7, share: 12 };
  it(`answers to ${name} hold every value they may read and none they may not`, () =>
    holdsNothingHidden(running(), person, extent));
  it(`${name}: asking for a hidden value is answered like asking for one that does not exist`, () =>
    answersAlike(running(), person, extent));
  if (person === null) return;
  it(`lists of ${name}: totals and order use readable values only`, () => countsWhatIsRead(running(), person));
  it(`dashboards of ${name}: numbers and charts use readable values only`, async () => {
    const compared = await addsUpWhatIsRead(running(), person);
    assert.ok(compared > 0 || !world.dashboards.includes(person));
  });
}
