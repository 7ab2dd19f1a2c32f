import assert from 'node:assert/strict';

import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { createTimers } from '../../src/server/jobs/run-timers.ts';
import { contract } from '../support/database/each-store.ts';
import { withLibrary } from '../support/http/library-calls.ts';
import { startServer, type TestServer } from '../support/http/server.ts';

/** What comes again and again counts from when the stay began, whatever lies between. */

const hour = 3_600_000;
const day = 24 * hour;

const DOCUMENT = `# Specification: Rounds

## 1. What the product does and for whom

- Time zone: Europe/Berlin

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| roles | Roles | yes | |

### Round

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| monthlyAt | date and time | no | |
| dailyAt | date and time | no | |
| minutes | integer | no | default 0 |

## 4. States and transitions

### Round: monthly

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | On | | | |
| On | every 1 month | On | | | monthlyAt = now |

### Round: daily

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | On | | | |
| On | every 1 day | On | | | dailyAt = now |

### Round: often

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | On | | | |
| On | every 7 minutes | On | | | minutes = minutes + 1 |

## 6. Roles and permissions

- Staff: staff

| | Staff |
| --- | --- |
| Person: read | yes |
| Round: read, create, change | yes |

## Sample data

### Person

| name | email | roles |
| --- | --- | --- |
| Ada | ada@example.com | Staff |
`;

const rounds = (title: string, work: (server: TestServer) => Promise<void>) =>
  contract(title, () => withLibrary(work, DOCUMENT));

/** A round that begins at this moment. */
async function begun(server: TestServer, at: string): Promise<string> {
  server.clock.now = Date.parse(at);
  const made = await (await server.as('Ada')).post<WireRecord>('/api/rounds', { name: 'R' });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

async function actAt(server: TestServer, at: number): Promise<void> {
  server.clock.now = at;
  const timers = createTimers(server.runtime);
  while ((await timers.tick(at)).fired > 0);
}

const heldBy = async (server: TestServer, id: string, field: string): Promise<unknown> =>
  (await (await server.as('Ada')).get<WireRecord>(`/api/rounds/${id}`)).body[field];

/** When the product acted, as the clock goes on by so much at a time. */
async function actsOf(server: TestServer, id: string, field: string, step: number, times: number): Promise<string[]> {
  const found: string[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    await actAt(server, server.clock.now + step);
    const value = String((await heldBy(server, id, field)) ?? '');
    if (value !== '' && value !== found.at(-1)) found.push(value);
  }
  return found;
}

rounds('every month from the last of January is the last of February, and the 31st of March', async (server) => {
  const id = await begun(server, '2026-01-31T10:00:00Z');
  // At eleven in Berlin, in summer too.
  assert.deepEqual(await actsOf(server, id, 'monthlyAt', day, 29), ['2026-02-28T10:00:00.000Z']);
  await actAt(server, Date.parse('2026-03-31T09:00:00Z') - 1);
  assert.equal(await heldBy(server, id, 'monthlyAt'), '2026-02-28T10:00:00.000Z');
  await actAt(server, Date.parse('2026-03-31T09:00:00Z'));
  assert.equal(await heldBy(server, id, 'monthlyAt'), '2026-03-31T09:00:00.000Z');
});

rounds('every day at an hour that the clocks skip once is at that hour again on the next', async (server) => {
  // Half past two in Berlin; on 29 March there is no such time.
  const id = await begun(server, '2026-03-27T01:30:00Z');
  assert.deepEqual(await actsOf(server, id, 'dailyAt', hour / 2, 4 * 48), [
    '2026-03-28T01:30:00.000Z',
    '2026-03-29T01:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
    '2026-03-31T00:30:00.000Z',
  ]);
});

rounds('after years, and on a server that is started again, the steps are those from its beginning', async (server) => {
  const id = await begun(server, '2026-01-31T10:00:00Z');
  await actAt(server, Date.parse('2029-02-28T12:01:00Z'));
  assert.equal(await heldBy(server, id, 'monthlyAt'), '2029-02-28T12:01:00.000Z');
  assert.equal(await heldBy(server, id, 'minutes'), 1);
  const second = await startServer(DOCUMENT, { store: server.store, now: server.clock.now });
  try {
    // Seven minutes have no whole number in three years: the next is where they lead from the first moment.
    const passed = (Date.parse('2029-02-28T12:01:00Z') - Date.parse('2026-01-31T10:00:00Z')) % ((hour / 60) * 7);
    await actAt(second, second.clock.now + (hour / 60) * 7 - passed - 1);
    assert.equal(await heldBy(second, id, 'minutes'), 1);
    await actAt(second, second.clock.now + 1);
    assert.equal(await heldBy(second, id, 'minutes'), 2);
    await actAt(second, Date.parse('2029-03-31T09:00:00Z') - 1);
    assert.equal(await heldBy(second, id, 'monthlyAt'), '2029-02-28T12:01:00.000Z');
    await actAt(second, Date.parse('2029-03-31T09:00:00Z'));
    assert.equal(await heldBy(second, id, 'monthlyAt'), '2029-03-31T09:00:00.000Z');
  } finally {
    await second.stop();
  }
});
