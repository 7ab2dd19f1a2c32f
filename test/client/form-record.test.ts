import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correctableFailures, offersOf } from '../../src/client/screens/record/events.ts';
import { undoFor } from '../../src/client/screens/record/undo.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { viewOf } from '../../src/engine/view/view.ts';
import type { Row } from '../../src/fields/text/value.ts';
import { claims } from '../engine-claims.ts';
import { person, raise, titled, type World, wireOf } from '../engine-world.ts';

function browser(world: World, name: string) {
  const view = viewOf(world.app, person(world, name).roles, { dev: true, person: null });
  const app = compile(view.model, view.document);
  const entity = view.entities.find((each) => each.name === 'Claim');
  const machines = view.model.machines.filter((machine) => machine.entity === 'Claim');
  return { app, events: entity?.events ?? [], machines };
}

function read(world: World, name: string, row: Row): WireRecord {
  const record = wireOf(world, name, row);
  if (record === null) throw new Error(`${name} may not read it`);
  return record;
}

test('events the person could raise in some state are offered, those that may be raised now first', () => {
  const world = claims();
  const { events, machines } = browser(world, 'Ana');
  const record = read(world, 'Ana', titled(world, 'Claim', 'Keyboard'));
  const offers = offersOf(events, machines, record);
  assert.deepEqual(
    offers.map(({ name, refusal, isPrimary }) => [name, refusal === null, isPrimary]),
    [
      ['withdraw', true, false],
      ['submit', false, false],
      ['reopen', false, false],
    ],
  );
  assert.equal(offers[0]?.element, 'transition/Claim/status/Submitted/withdraw');
  assert.equal(offers[1]?.element, 'transition/Claim/status/Draft/submit');
});

test('an event missing from the answer is not offered', () => {
  const world = claims();
  const { events, machines } = browser(world, 'Ana');
  const record = read(world, 'Ana', titled(world, 'Claim', 'Keyboard'));
  const silent = { ...record, _: { ...record._, can: { ...record._.can, events: {} } } };
  assert.deepEqual(offersOf(events, machines, silent), []);
});

test('a refusal caused by a field the person may change leads to that field', () => {
  const world = claims();
  const { events, machines } = browser(world, 'Ana');
  const record = read(world, 'Ana', titled(world, 'Claim', 'Train'));
  const submit = offersOf(events, machines, record).find(({ name }) => name === 'submit');
  assert.ok(submit);
  assert.deepEqual(
    correctableFailures(submit, record).map(({ event, field, element }) => [event, field, element]),
    [['submit', 'receipt', 'rule/V3']],
  );
});

test('a refusal that no editable field could correct has no link', () => {
  const world = claims();
  const { events, machines } = browser(world, 'Ana');
  const record = read(world, 'Ana', titled(world, 'Claim', 'Keyboard'));
  const refused = offersOf(events, machines, record).filter(({ refusal }) => refusal !== null);
  assert.equal(refused.length, 2);
  for (const offer of refused) assert.deepEqual(correctableFailures(offer, record), []);
});

test('undo is the inverse event, if the person may raise it', () => {
  const world = claims();
  const { machines } = browser(world, 'Ana');
  const row = titled(world, 'Claim', 'Keyboard');
  const before = read(world, 'Ana', row);
  assert.ok(raise(world, 'Ana', row, 'withdraw').allowed);
  const after = read(world, 'Ana', row);
  assert.deepEqual(undoFor(machines, before, after), {
    event: 'submit',
    label: 'Submit',
    expected: { status: 'Draft' },
  });
  assert.deepEqual(undoFor(machines, after, before), {
    event: 'withdraw',
    label: 'Withdraw',
    expected: { status: 'Submitted' },
  });
});

test('there is no undo without an inverse event, without permission for it, or without a state change', () => {
  const world = claims();
  const row = titled(world, 'Claim', 'Keyboard');
  const before = read(world, 'Miro', row);
  const { machines } = browser(world, 'Miro');
  assert.equal(undoFor(machines, before, before), null);
  assert.ok(raise(world, 'Miro', row, 'approve').allowed);
  assert.equal(undoFor(machines, before, read(world, 'Miro', row)), null);
  const mine = browser(world, 'Ana').machines;
  const submitted = read(world, 'Ana', titled(world, 'Claim', 'Headphones'));
  const forbidden = { ...submitted, status: 'Submitted' } as WireRecord;
  const draft = { ...submitted, status: 'Draft' } as WireRecord;
  assert.equal(undoFor(mine, draft, forbidden), null);
});

test('the next step is the primary event and comes first; what calls a record off is last and never primary', () => {
  const world = claims();
  const { events, machines } = browser(world, 'Miro');
  const offers = offersOf(events, machines, read(world, 'Miro', titled(world, 'Claim', 'Keyboard')));
  assert.deepEqual(
    offers.map(({ name, isPrimary, isDanger, refusal }) => [name, isPrimary, isDanger, refusal === null]),
    [
      ['approve', true, false, true],
      ['reject', false, true, true],
    ],
  );
});

test('events that are never theirs on a record are not offered', () => {
  const world = claims();
  const { events, machines } = browser(world, 'Miro');
  const record = read(world, 'Miro', titled(world, 'Claim', 'Keyboard'));
  assert.equal(record._.can.events['withdraw']?.isPersonal, true);
  assert.ok(!offersOf(events, machines, record).some(({ name }) => name === 'withdraw'));
});
