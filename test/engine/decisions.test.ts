import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedActions } from '../../src/engine/answer/allowed-actions.ts';
import { NO_FACTS } from '../../src/engine/core/tracked-facts.ts';
import { isRefusal, planList } from '../../src/engine/query/list.ts';
import type { Row } from '../../src/fields/text/value.ts';
import { claims } from '../engine-claims.ts';
import { rooms } from '../engine-rooms.ts';
import { change, person, raise, refusalOf, titled, told, type World, wireOf } from '../engine-world.ts';

test('a rule of a state holds on the way into it and within it, and nowhere else', () => {
  const world = rooms((text) =>
    text
      .replace('| LONGEST | not shown. |', '| LONGEST | 30 |')
      .replace('| V2 | Booking, accept |', (row) => `| V6 | Booking in Accepted | \`nights <= 5\` | |\n${row}`),
  );
  const short = () => titled(world, 'Booking', 'Short');
  assert.equal(told(change(world, 'Gus', short(), { nights: 7 })), 'ok');
  assert.equal(told(raise(world, 'Wanda', short(), 'accept')), '422 /nights NOT_VALID');
  assert.equal(told(change(world, 'Gus', short(), { nights: 4 })), 'ok');
  assert.equal(told(raise(world, 'Wanda', short(), 'accept')), 'ok');
  assert.equal(told(change(world, 'Gus', short(), { nights: 6 })), '422 /nights NOT_VALID');
  assert.equal(told(change(world, 'Gus', short(), { nights: 5 })), 'ok');
});

test('what the product keeps of a record is no way to find it for whom it is hidden', () => {
  const asked = (world: World, who: string, entity: string, filter: string) => {
    const request = { entity, from: null, query: [['filter', filter]] as const, secret: new Uint8Array(1) };
    const plan = planList(world.app, person(world, who), request, world.now);
    return isRefusal(plan) ? plan.message : 'planned';
  };
  const hidden = (text: string) =>
    text.replace('| Booking.title: change |', (row) => `| Booking.createdAt: read | no | yes | |\n${row}`);
  const filter = 'createdAt != null';
  assert.equal(asked(rooms(), 'Gus', 'Booking', filter), 'planned');
  assert.match(asked(rooms(hidden), 'Gus', 'Booking', filter), /there is no field “createdAt”/);
  assert.equal(asked(rooms(hidden), 'Kim', 'Booking', filter), 'planned');
  // That of lines is read with the list that they stand in.
  assert.equal(asked(claims(), 'Ana', 'Claim', 'lines.exists(l, l.createdAt != null)'), 'planned');
});

test('that somebody has to sign in is not told to who has, and holds no role either', () => {
  const world = claims();
  const taxi = titled(world, 'Claim', 'Taxi');
  const refused = (row: Row | null) => {
    const can = allowedActions(world.app, { row, roles: new Set() }, taxi, NO_FACTS, world.now);
    return [can.delete?.code, can.events.get('approve')?.code];
  };
  assert.deepEqual(refused(null), ['NOT_SIGNED_IN', 'NOT_SIGNED_IN']);
  assert.deepEqual(refused(titled(world, 'Employee', 'Ana')), ['NOT_ALLOWED', 'NOT_ALLOWED']);
});

test('who reads no record at all raises nothing at one, and is told by which line', () => {
  const world = rooms((text) =>
    text.replace('| Booking: read | `guest == me or room.house.warden == me` | yes |', '| Booking: read | no | no |'),
  );
  const { code, decidedBy } = refusalOf(
    raise(world, 'Kim', titled(world, 'Booking', 'Short'), 'refuse', { why: 'No' }),
  );
  assert.equal(code, 'NOT_ALLOWED');
  assert.ok(decidedBy.includes('permission/Booking/read/Keeper'), decidedBy.join());
});

test('a field that is denied on some records is read on the others alone, and where that is unknown on none', () => {
  const read = (name: string, denied: string) => {
    const world = rooms((text) =>
      text.replace('| Room.secret: read | `house.warden == me` | no | |', `| Room.secret: read | yes | ${denied} | |`),
    );
    return ['Attic', 'Cellar'].filter((room) => wireOf(world, name, titled(world, 'Room', room))?.['secret'] != null);
  };
  assert.deepEqual(read('Gus', 'never where `seats > 2`'), ['Attic', 'Cellar']);
  assert.deepEqual(read('Kim', 'never where `seats > 2`'), ['Attic']);
  assert.deepEqual(read('Kim', 'never where `seats <= 2`'), ['Cellar']);
  assert.deepEqual(read('Kim', 'never where `seats > LONGEST`'), []);
  assert.deepEqual(read('Kim', 'never'), []);
});

test('a refusal names what says no to these roles, or the whole of what speaks of none of them', () => {
  const world = rooms();
  const refused = (roles: readonly string[]) => {
    const row = titled(world, 'Guest', 'Gus');
    const can = allowedActions(
      world.app,
      { row, roles: new Set(roles) },
      titled(world, 'House', 'North'),
      NO_FACTS,
      world.now,
    );
    return can.delete?.decidedBy;
  };
  assert.deepEqual(refused(['Visitor', 'Banned']), [
    'permission/House/delete/Visitor',
    'permission/House/delete/Banned',
  ]);
  assert.deepEqual(refused([]), ['point/6']);
});
