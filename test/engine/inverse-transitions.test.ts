import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undoFor } from '../../src/client/screens/record/undo.ts';
import type { WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import type { View } from '../../src/engine/view/view.ts';
import type { Call } from '../../src/model/types/model.ts';
import { claims } from '../engine-claims.ts';
import { titled, wireOf } from '../engine-world.ts';
import { type Caller, exampleText, startServer, type TestServer } from '../support/http/server.ts';

const backOf = (record: WireRecord | null) => record?._.can.back ?? {};

test('an event that leads back is named beside what may be raised, and none that would be refused', () => {
  const world = claims();
  assert.deepEqual(backOf(wireOf(world, 'Ana', titled(world, 'Claim', 'Keyboard'))), { withdraw: 'submit' });
  // Nobody leads an approved claim back.
  assert.deepEqual(backOf(wireOf(world, 'Miro', titled(world, 'Claim', 'Keyboard'))), {});
  const submit = '| Draft | submit | Submitted | owner | `total > 0` | submittedAt = now;';
  const otherwise = (row: string) => {
    const changed = claims((text) => text.replace(submit, row));
    return backOf(wireOf(changed, 'Ana', titled(changed, 'Claim', 'Keyboard')));
  };
  assert.deepEqual(otherwise(submit.replace('> 0', '> 1 EUR')), { withdraw: 'submit' });
  // Its guard would refuse it, somebody else would have to raise it, or it asks for what must be given.
  assert.deepEqual(otherwise(submit.replace('> 0', '> 1000 EUR')), {});
  assert.deepEqual(otherwise(submit.replace('owner', 'Finance')), {});
  assert.deepEqual(otherwise(submit.replace('submittedAt = now;', 'ask note; submittedAt = now;')), {});
  assert.deepEqual(otherwise(submit.replace('submittedAt = now;', 'ask note (optional); submittedAt = now;')), {
    withdraw: 'submit',
  });
});

/** Everything of the examples, by everybody: what `back` says before is what can be done after. */
for (const file of ['expense-claims', 'helpdesk', 'invoices', 'lending', 'tasks']) {
  test(`in ${file}, what is said to lead back does, and where none is said none does`, async () => {
    const server = await startServer(exampleText(`${file}.md`), { now: Date.now() });
    try {
      const { raised, back } = await tried(server);
      assert.ok(raised > 0, `${raised} events were raised, of which ${back} were taken back`);
    } finally {
      await server.stop();
    }
  });
}

async function tried(server: TestServer): Promise<{ raised: number; back: number }> {
  let raised = 0;
  let back = 0;
  for (const name of await namesOf(server)) {
    const person = await server.as(name);
    const { view } = (await person.get<{ view: View }>('/_/app')).body;
    for (const { name: entity, events } of view.entities) {
      const list = view.model.calls.find(({ does }) => does.kind === 'list' && does.entity === entity);
      if (list === undefined || events.length === 0) continue;
      const page = await person.get<WirePage>(list.path, ours);
      for (const { id } of page.body.items ?? [])
        for (const event of events) {
          const before = await read(person, view, entity, id);
          const asks = event.asks.some(({ optional }) => !optional);
          if (before === null || asks || before._.can.events[event.name] !== null) continue;
          const said = backOf(before)[event.name];
          const after = await raise(person, view, before, event.name);
          raised += 1;
          const machines = view.model.machines.filter((machine) => machine.entity === entity);
          const found = after === null ? null : undoFor(machines, before, after);
          assert.equal(found?.event, said, `${name}: ${event.name} on “${before._.title}”`);
          if (said === undefined || after === null) continue;
          const again = await raise(person, view, after, said);
          for (const machine of machines) assert.equal(again?.[machine.name], before[machine.name]);
          back += 1;
        }
    }
  }
  return { raised, back };
}

const ours = { accept: 'application/vnd.ninefold.record+json, application/json' };

async function namesOf({ guest }: TestServer): Promise<string[]> {
  const { body } = await guest.get<{ people: readonly { title: string }[] }>('/_/app');
  return body.people.map(({ title }) => title);
}

async function read(person: Caller, { model }: View, entity: string, id: string): Promise<WireRecord | null> {
  const call = model.calls.find(({ does }) => does.kind === 'read' && does.entity === entity);
  const { status, body } = await person.get<WireRecord>(at(call, id), ours);
  return status === 200 ? body : null;
}

/** Null: it was raised, and what it led to is not this person's to read. */
async function raise(person: Caller, { model }: View, record: WireRecord, event: string): Promise<WireRecord | null> {
  const { entity, etag } = record._;
  const call = model.calls.find(({ does }) => does.kind === 'event' && does.entity === entity && does.event === event);
  const { status, body, text } = await person.post<WireRecord>(at(call, record.id), {}, { ...ours, 'if-match': etag });
  assert.ok(status < 300, `${event} on “${record._.title}”: ${status} ${text}`);
  return status === 204 ? null : body;
}

const at = (call: Call | undefined, id: string) => (call?.path ?? '').replace(/:[^/]+/, id);
