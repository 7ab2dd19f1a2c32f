import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canCreate } from '../../src/engine/answer/allowed-actions.ts';
import { ROOMS_NOW, rooms } from '../engine-rooms.ts';
import {
  change,
  create,
  idOf,
  person,
  raise,
  refusalOf,
  remove,
  rowOf,
  tagOf,
  titled,
  told,
  value,
  type World,
  wireOf,
} from '../engine-world.ts';

const booking = (world: World, title: string) => titled(world, 'Booking', title);
const stay = (world: World, more: object = {}) => ({
  title: 'Stay',
  room: idOf(world, 'Room', 'Attic'),
  nights: 2,
  ...more,
});

test('defaults fill what is not sent, and an empty value that is sent stays empty', () => {
  const world = rooms();
  const row = rowOf(create(world, 'Gus', 'Booking', stay(world)));
  assert.equal(row.values.guest, idOf(world, 'Guest', 'Gus'));
  assert.equal(row.values.from, '2026-03-10');
  assert.equal(row.values.cost, 5000);
  assert.equal(told(create(world, 'Gus', 'Booking', stay(world, { from: null }))), '422 /from REQUIRED');
});

test('the effects of a (new) row are told: the warden, and nobody where there is none', () => {
  const world = rooms();
  rowOf(create(world, 'Gus', 'Booking', stay(world)));
  assert.deepEqual(
    world.writes.map((write) => write.kind),
    ['insert', 'history', 'notify'],
  );
  world.writes.length = 0;
  rowOf(create(world, 'Gus', 'Booking', stay(world, { room: idOf(world, 'Room', 'Cellar') })));
  const history = world.writes.find((write) => write.kind === 'history');
  assert.deepEqual(history?.kind === 'history' && history.entry.notes, ['There was nobody to notify.']);
});

test('one’s own notification is none', () => {
  const world = rooms();
  rowOf(create(world, 'Wanda', 'Booking', stay(world)));
  assert.equal(
    world.writes.some((write) => write.kind === 'notify'),
    false,
  );
});

test('never beats every grant of another role', () => {
  const world = rooms();
  assert.equal(told(raise(world, 'Bob', booking(world, 'Short'), 'refuse', { why: 'no' })), '403 NOT_ALLOWED');
  assert.equal(wireOf(world, 'Bob', booking(world, 'Short')), null);
  assert.equal(wireOf(world, 'Kim', booking(world, 'Short'))?.title, 'Short');
});

test('the condition of a creation is asked of the record as it would stand', () => {
  const world = rooms();
  assert.equal(told(create(world, 'Gus', 'Booking', stay(world, { nights: 19 }))), 'ok');
  assert.equal(told(create(world, 'Gus', 'Booking', stay(world, { nights: 20 }))), '403 NOT_ALLOWED');
});

test('row and field are granted role by role, never one by the one role and one by the other', () => {
  const world = rooms();
  const short = booking(world, 'Short');
  const attic = idOf(world, 'Room', 'Cellar');
  assert.equal(told(change(world, 'Gus', short, { title: 'Brief' })), 'ok');
  assert.equal(told(change(world, 'Gus', short, { room: attic })), '403 NOT_ALLOWED');
  assert.equal(told(change(world, 'Kim', short, { title: 'Mine' })), '403 NOT_ALLOWED');
  assert.equal(told(change(world, 'Kim', short, { room: attic })), 'ok');
  assert.equal(told(change(world, 'Kim', booking(world, 'Long'), { room: attic })), '403 NOT_ALLOWED');
});

test('a field is on the rows where a role reads row and field, and empty on the others', () => {
  const world = rooms();
  assert.equal(wireOf(world, 'Wanda', titled(world, 'Room', 'Attic'))?.secret, 'the code is 7');
  assert.equal(wireOf(world, 'Wanda', titled(world, 'Room', 'Cellar'))?.secret, null);
  assert.equal(wireOf(world, 'Gus', titled(world, 'Room', 'Attic'))?.secret, null);
  assert.equal(wireOf(world, 'Kim', titled(world, 'Room', 'Attic'))?.secret, null);
});

test('what one can’t read on a record one can’t change there', () => {
  const world = rooms();
  assert.equal(told(change(world, 'Kim', titled(world, 'Room', 'Attic'), { secret: 'x' })), '403 NOT_ALLOWED');
});

test('of two transitions of one event the first that is allowed and met is taken', () => {
  const world = rooms((text) => text.replace('| LONGEST | not shown. | |', '| LONGEST | 30 | |'));
  const short = booking(world, 'Short');
  assert.equal(told(raise(world, 'Gus', short, 'accept')), '403 NOT_ALLOWED');
  assert.equal(told(raise(world, 'Wanda', booking(world, 'Own'), 'accept')), '403 NOT_ALLOWED');
  assert.equal(told(raise(world, 'Wanda', booking(world, 'Long'), 'accept')), '409 TOO_LONG_STAY');
  assert.equal(
    refusalOf(raise(world, 'Wanda', booking(world, 'Long'), 'accept')).message,
    'Accept needs nights is at most 7.',
  );
  assert.equal(told(raise(world, 'Kim', booking(world, 'Long'), 'accept')), 'ok');
  assert.equal(value(world, booking(world, 'Long').id, 'status'), 'Checked');
  assert.equal(told(raise(world, 'Wanda', short, 'accept')), 'ok');
  assert.equal(value(world, short.id, 'status'), 'Accepted');
});

test('a rule over a constant that is not shown refuses and names the constant', () => {
  const world = rooms();
  const refusal = refusalOf(raise(world, 'Wanda', booking(world, 'Short'), 'accept'));
  assert.equal(refusal.code, 'NOT_SHOWN');
  assert.deepEqual(refusal.decidedBy, ['rule/V2', 'constant/LONGEST']);
});

test('a rule whose formula does not check refuses and is named', () => {
  const world = rooms();
  const room = { name: 'New', house: idOf(world, 'House', 'North'), seats: 3 };
  assert.deepEqual(refusalOf(create(world, 'Kim', 'Room', room)).decidedBy, ['rule/V5']);
});

test('an event whose Who is not shown is nobody’s', () => {
  const world = rooms();
  const refusal = refusalOf(raise(world, 'Kim', booking(world, 'Short'), 'freeze'));
  assert.equal(refusal.status, 403);
  assert.deepEqual(refusal.decidedBy, ['transition/Booking/status/Asked/freeze']);
});

test('an event whose condition, target or effect is not known does not happen', () => {
  const freeze = '| Asked | freeze | Frozen | not shown. | | |';
  for (const [row, does] of [
    ['| Asked | freeze | Frozen | Keeper | | |', true],
    ['| Asked | freeze | Frozen | Keeper | not shown. | |', false],
    ['| Asked | freeze | not shown. | Keeper | | |', false],
    ['| Asked | freeze | Frozen | Keeper | | why = nothing |', false],
    ['| Asked | freeze | Frozen | Keeper | | not shown. |', true],
  ] as const) {
    const world = rooms((text) => text.replace(freeze, row));
    assert.equal(raise(world, 'Kim', booking(world, 'Short'), 'freeze').allowed, does, row);
  }
});

test('an ask is required, and its answer is written before the effects', () => {
  const world = rooms();
  const short = booking(world, 'Short');
  assert.equal(told(raise(world, 'Wanda', short, 'refuse')), '422 /why REQUIRED');
  assert.equal(refusalOf(raise(world, 'Wanda', short, 'refuse')).message, 'Say the Why.');
  assert.equal(told(raise(world, 'Wanda', short, 'refuse', { why: 'Full', nights: 1 })), '422 /nights NOT_AN_INPUT');
  assert.equal(wireOf(world, 'Wanda', short)?._.can.events.refuse, null);
  assert.equal(told(raise(world, 'Wanda', short, 'refuse', { why: 'Full' })), 'ok');
});

test('two machines go their own ways, and both must let a record be edited', () => {
  const world = rooms((text) => text.replace('| LONGEST | not shown. | |', '| LONGEST | 30 | |'));
  const short = booking(world, 'Short');
  assert.equal(told(raise(world, 'Kim', short, 'hand', { keyTo: idOf(world, 'Guest', 'Wanda') })), '409 NOT_MET');
  raise(world, 'Wanda', short, 'accept');
  assert.equal(told(change(world, 'Gus', booking(world, 'Short'), { nights: 4 })), 'ok');
  assert.equal(
    told(raise(world, 'Kim', short, 'hand', { keyTo: idOf(world, 'Guest', 'Gus') })),
    '422 /keyTo NOT_VALID',
  );
  assert.equal(told(raise(world, 'Kim', short, 'hand', { keyTo: idOf(world, 'Guest', 'Wanda') })), 'ok');
  assert.equal(told(change(world, 'Gus', booking(world, 'Short'), { nights: 5 })), '409 WRONG_STATE');
  assert.equal(told(raise(world, 'Gus', booking(world, 'Short'), 'bring')), '403 NOT_ALLOWED');
  assert.equal(told(raise(world, 'Wanda', booking(world, 'Short'), 'bring')), 'ok');
  assert.equal(value(world, short.id, 'keyTo'), null);
});

test('a blank Who is whoever may change the record, and a final state ends it', () => {
  const world = rooms((text) => text.replace('| LONGEST | not shown. | |', '| LONGEST | 30 | |'));
  const short = booking(world, 'Short');
  raise(world, 'Wanda', short, 'accept');
  assert.equal(told(raise(world, 'Wanda', booking(world, 'Short'), 'end')), '403 NOT_ALLOWED');
  assert.equal(told(raise(world, 'Gus', booking(world, 'Short'), 'end')), 'ok');
  assert.equal(told(change(world, 'Gus', booking(world, 'Short'), { nights: 1 })), '409 WRONG_STATE');
  assert.equal(told(raise(world, 'Gus', booking(world, 'Short'), 'end')), '409 WRONG_STATE');
});

test('a final state ends the events of its own machine alone, and closes the record', () => {
  const world = rooms((text) =>
    text
      .replace('| LONGEST | not shown. | |', '| LONGEST | 30 | |')
      .replace('| Booking: change | title, nights', '| Booking: delete | | yes | |\n| Booking: change | title, nights'),
  );
  raise(world, 'Wanda', booking(world, 'Short'), 'accept');
  raise(world, 'Kim', booking(world, 'Short'), 'hand', { keyTo: idOf(world, 'Guest', 'Wanda') });
  assert.equal(told(raise(world, 'Gus', booking(world, 'Short'), 'end')), 'ok');
  assert.equal(wireOf(world, 'Wanda', booking(world, 'Short'))?._.can.events['bring'], null);
  assert.equal(told(raise(world, 'Wanda', booking(world, 'Short'), 'bring')), 'ok');
  assert.equal(told(change(world, 'Gus', booking(world, 'Short'), { nights: 1 })), '409 WRONG_STATE');
  assert.equal(told(remove(world, 'Kim', booking(world, 'Short'))), '409 WRONG_STATE');
});

test('what is in use stays, and references that say so are cleared', () => {
  const world = rooms();
  assert.equal(told(remove(world, 'Kim', titled(world, 'Room', 'Attic'))), '409 IN_USE');
  assert.equal(told(remove(world, 'Kim', titled(world, 'Room', 'Cellar'))), 'ok');
  assert.equal(told(remove(world, 'Kim', titled(world, 'Guest', 'Gus'))), '409 IN_USE');
  assert.equal(told(remove(world, 'Kim', titled(world, 'Guest', 'Bob'))), 'ok');
  const bob = world.writes.find((write) => write.kind === 'clear');
  assert.deepEqual(bob?.kind === 'clear' && [bob.entity, bob.field], ['House', 'warden']);
});

test('roles are given by those who hold them, and one’s own by nobody', () => {
  const world = rooms();
  const gus = titled(world, 'Guest', 'Gus');
  assert.equal(told(change(world, 'Kim', gus, { roles: ['Banned'] })), '403 NOT_ALLOWED');
  assert.equal(told(change(world, 'Kim', gus, { roles: ['Keeper', 'Visitor'] })), 'ok');
  assert.equal(told(change(world, 'Kim', titled(world, 'Guest', 'Bob'), { roles: [] })), 'ok');
  assert.equal(told(change(world, 'Kim', titled(world, 'Guest', 'Kim'), { roles: [] })), '403 NOT_ALLOWED');
  assert.equal(told(change(world, 'Kim', titled(world, 'Guest', 'Kim'), { name: 'Kimberly' })), 'ok');
});

test('any text is a name', () => {
  const world = rooms();
  const input = JSON.parse(JSON.stringify(stay(world)).replace('}', ',"__proto__":"odd"}'));
  const row = rowOf(create(world, 'Gus', 'Booking', input));
  assert.equal(Object.getOwnPropertyDescriptor(row.values, '__proto__')?.value, 'odd');
  const wire = wireOf(world, 'Gus', row);
  assert.equal(JSON.parse(JSON.stringify(wire))._.can.events.accept.code, 'NOT_ALLOWED');
  assert.equal(Object.getOwnPropertyDescriptor(wire ?? {}, '__proto__')?.value, 'odd');
  const odd = JSON.parse('{"constructor":1,"hasOwnProperty":2}');
  assert.equal(
    told(create(world, 'Gus', 'Booking', { ...stay(world), ...odd })),
    '422 /constructor NOT_AN_INPUT, /hasOwnProperty NOT_AN_INPUT',
  );
});

test('a reference must be there, and readable', () => {
  const world = rooms((text) => text.replace('| Room: read | yes | yes | |', '| Room: read | `seats > 3` | | |'));
  assert.equal(told(create(world, 'Gus', 'Booking', stay(world))), '422 /room NO_SUCH_VALUE');
  assert.equal(told(create(world, 'Gus', 'Booking', stay(world, { room: 'nowhere' }))), '422 /room NO_SUCH_VALUE');
  assert.equal(told(create(world, 'Gus', 'Booking', stay(world, { room: idOf(world, 'Room', 'Cellar') }))), 'ok');
});

test('a refusal tells nothing of facts that its reader may not see', () => {
  const world = rooms((text) =>
    text.replace('| Booking.title: change |', '| Booking.nights: read | no | yes | |\n| Booking.title: change |'),
  );
  const hidden = refusalOf(raise(world, 'Wanda', booking(world, 'Long'), 'accept'));
  assert.equal(hidden.message, 'Accept needs something that you may not see.');
  assert.deepEqual(hidden.decidedBy, []);
});

test('a field that is closed is explained by the cells of one’s own roles', () => {
  const world = rooms();
  const moved = change(world, 'Gus', booking(world, 'Short'), { room: idOf(world, 'Room', 'Cellar') });
  assert.deepEqual(refusalOf(moved).decidedBy, [
    'permission/Booking/change/Visitor',
    'permission/Booking.room/change/Visitor',
  ]);
});

test('who may raise an event is named to those alone who may see where the path leads along', () => {
  const refused = (edit: (text: string) => string) => {
    const world = rooms(edit);
    return refusalOf(raise(world, 'Gus', booking(world, 'Short'), 'accept'));
  };
  assert.deepEqual(refused((same) => same).decidedBy, ['transition/Booking/status/Asked/accept']);
  const hidden = refused((text) =>
    text.replace('| Booking.title: change |', '| Room.house: read | no | yes | |\n| Booking.title: change |'),
  );
  assert.equal(hidden.code, 'NOT_ALLOWED');
  assert.deepEqual(hidden.decidedBy, []);
  assert.match(hidden.next, /for a reason that you may not see/);
});

test('a rule that fails tells its condition to those alone who may see what it reads', () => {
  const ruled = (text: string) =>
    text
      .replace('| V3 | Booking | `cost <= 1000 EUR` | |', '| V3 | Booking, accept | `nights > 5` | |')
      .replace('| LONGEST | not shown. | |', '| LONGEST | 30 | |');
  const open = rooms(ruled);
  const [seen] = refusalOf(raise(open, 'Wanda', booking(open, 'Short'), 'accept')).failures;
  assert.match(seen?.message ?? '', /nights.* 5/i);
  assert.deepEqual(seen?.decidedBy, ['rule/V3']);
  const kept = rooms((text) =>
    ruled(text).replace(
      '| Booking.title: change |',
      '| Booking.nights: read | no | yes | |\n| Booking.title: change |',
    ),
  );
  const [hidden] = refusalOf(raise(kept, 'Wanda', booking(kept, 'Short'), 'accept')).failures;
  assert.equal(hidden?.message, 'This must hold: a condition that you may not see.');
  assert.deepEqual(hidden?.decidedBy, []);
});

test('a record is not made while it is not known which numbers were given', () => {
  const world = rooms((text) =>
    text.replace('| why | text |', '| number | number series(B-0000) | | |\n| why | text |'),
  );
  assert.equal(told(create(world, 'Gus', 'Booking', stay(world))), '422 /number NOT_SHOWN');
});

test('a number that is too large is refused, not rounded', () => {
  const world = rooms((text) => text.replace('integer(1..30)', 'integer'));
  world.rows.set('big', {
    ...titled(world, 'Room', 'Attic'),
    id: 'big',
    values: { ...titled(world, 'Room', 'Attic').values, id: 'big', price: 9_000_000_000_000 },
  });
  const told_ = told(create(world, 'Gus', 'Booking', { title: 'x', room: 'big', nights: 19_000 }));
  assert.match(told_, /403|NUMBER_TOO_LARGE/);
  const open = rooms((text) => text.replace('integer(1..30)', 'integer').replace('`nights < 20`', 'yes'));
  open.rows.set('big', {
    ...titled(open, 'Room', 'Attic'),
    id: 'big',
    values: { ...titled(open, 'Room', 'Attic').values, id: 'big', price: 9_000_000_000_000 },
  });
  assert.equal(
    told(create(open, 'Gus', 'Booking', { title: 'x', room: 'big', nights: 19_000 })),
    '422 /cost NUMBER_TOO_LARGE',
  );
});

test('what anybody may create is known before anything is typed', () => {
  const world = rooms();
  assert.equal(canCreate(world.app, person(world, 'Gus'), 'Booking'), null);
  assert.equal(canCreate(world.app, person(world, 'Gus'), 'Room')?.code, 'NOT_ALLOWED');
  assert.equal(canCreate(world.app, person(world, 'guest'), 'Room')?.code, 'NOT_SIGNED_IN');
});

test('the version seen is compared with what its reader sees', () => {
  const world = rooms();
  const short = booking(world, 'Short');
  const tag = tagOf(world, 'Gus', short);
  assert.equal(told(raise(world, 'Wanda', short, 'refuse', { why: 'x' }, tag)), 'ok');
  assert.equal(told(change(world, 'Gus', booking(world, 'Short'), { title: 'y' }, tag)), '412 CHANGED_MEANWHILE');
  assert.equal(
    refusalOf(change(world, 'Gus', booking(world, 'Short'), { title: 'y' }, tag)).message,
    'Wanda changed this since you opened it.',
  );
  assert.equal(world.now, ROOMS_NOW);
});
