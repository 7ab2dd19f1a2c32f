import assert from 'node:assert/strict';
import { test } from 'node:test';
import { predictedMove } from '../../src/client/undo/inverse-event.ts';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import { claims } from '../engine-claims.ts';
import { titled, wireOf } from '../engine-world.ts';

function claimOf(name: string, title: string) {
  const world = claims();
  const machines = schemaOf(world.app.model).entities.get('Claim')?.machines;
  const record = wireOf(world, name, titled(world, 'Claim', title));
  assert.ok(machines && record);
  return { machines, record };
}

const withCan = (record: WireRecord, can: Partial<WireRecord['_']['can']>): WireRecord => ({
  ...record,
  _: { ...record._, can: { ...record._.can, ...can } },
});

test('the state that comes of an event is known before where the person may raise it and take it back', () => {
  const { machines, record } = claimOf('Ana', 'Keyboard');
  const move = { machine: 'status', from: 'Submitted', to: 'Draft' };
  assert.deepEqual(record._.can.back, { withdraw: 'submit' });
  assert.deepEqual(predictedMove(machines, record, 'withdraw'), move);
  assert.equal(predictedMove(machines, withCan(record, { back: {} }), 'withdraw'), null);
  const refusal = { code: 'NOT_ALLOWED', message: 'You don’t have permission to do this.' };
  assert.equal(predictedMove(machines, withCan(record, { events: { withdraw: refusal } }), 'withdraw'), null);
  assert.equal(predictedMove(machines, record, 'no such event'), null);
});

test('and is not where several states may come of it, or the state is not the person’s to read', () => {
  const { machines, record } = claimOf('Ana', 'Keyboard');
  const [machine] = machines;
  const way = machine?.transitions.find(({ event }) => event === 'withdraw');
  assert.ok(machine && way);
  const elsewhere = { ...machine, transitions: [...machine.transitions, { ...way, to: 'Paid' }] };
  assert.equal(predictedMove([elsewhere], record, 'withdraw'), null);
  assert.equal(predictedMove([machine, { ...machine, name: 'other' }], record, 'withdraw')?.machine, 'status');
  const { status, ...hidden } = record;
  assert.equal(status, 'Submitted');
  assert.equal(predictedMove(machines, hidden as WireRecord, 'withdraw'), null);
});
