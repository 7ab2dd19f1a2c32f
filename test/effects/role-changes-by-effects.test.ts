import assert from 'node:assert/strict';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { createTimers } from '../../src/server/jobs/run-timers.ts';
import type { Json, Stored, World } from '../../src/verify/evaluator/world.ts';
import { oracle } from '../../src/verify/oracle/oracle.ts';
import { contract } from '../support/database/each-store.ts';
import { GRANTS } from '../support/effects/grants.ts';
import { found, type Written, withLibrary } from '../support/http/library-calls.ts';
import type { Caller, TestServer } from '../support/http/server.ts';

/** What an event does to the rights of people, at whichever record it is raised. */

const grants = (title: string, work: (server: TestServer) => Promise<void>) =>
  contract(title, () => withLibrary(work, GRANTS));

const model = assume(readDocument(GRANTS).model);

interface Asked {
  readonly who: string;
  readonly event: string;
  readonly values?: { readonly [name: string]: Json };
  /** What it is about; else the person themselves. */
  readonly whom?: string;
}

/** Asks as this person, raises the event, and says what came of it; the oracle has to say the same. */
async function raised(server: TestServer, { who, event, values = {}, whom = who }: Asked): Promise<Written> {
  const caller = await server.as(who);
  const about = await found(caller, '/api/persons', whom);
  const made = await caller.post<WireRecord>('/api/asks', { what: 'Please', who: about.id, ...values });
  assert.equal(made.status, 201, made.text);
  const foretold = await foretell(caller, who, made.body, event);
  const path = `/api/asks/${made.body.id}/${event.replaceAll(' ', '-')}`;
  const answer: Written = await caller.post(path, {}, { 'if-match': made.body._.etag });
  assert.equal(foretold, answer.status, `${who}: ${event}: the oracle says ${foretold}, ${answer.text}`);
  return answer;
}

async function foretell(caller: Caller, who: string, ask: WireRecord, event: string): Promise<number> {
  const world: World = new Map();
  const people = (await caller.get<{ items: WireRecord[] }>('/api/persons')).body.items;
  for (const [entity, record] of [...people.map((one) => ['Person', one] as const), ['Ask', ask] as const]) {
    const values = Object.entries(record).filter(([name]) => name !== '_') as [string, Json][];
    const stored: Stored = { entity, id: record.id, values: new Map(values) };
    world.set(record.id, stored);
  }
  const me = people.find(({ _ }) => _.title === who)?.id ?? assert.fail(who);
  const request = { kind: 'event', entity: 'Ask', id: ask.id, event, call: null, input: {}, match: 'current' } as const;
  const answer = oracle(model, world, me, request, Date.parse('2026-11-20T10:00:00Z'));
  return answer.allowed ? 200 : answer.status;
}

const rolesOf = async (server: TestServer, name: string) =>
  (await found(await server.as('Bo'), '/api/persons', name))['roles'];

grants('nobody changes what decides over themselves through another record', async (server) => {
  const before = await found(await server.as('Bo'), '/api/persons', 'Me');
  const ways = ['grant', 'make boss', 'lift', 'unboss', 'promote', 'crown'];
  for (const event of ways) {
    const answer = await raised(server, { who: 'Me', event, values: { want: ['Boss'] } });
    assert.deepEqual([event, answer.status, answer.body.code], [event, 403, 'NOT_ALLOWED']);
    assert.match(answer.body.next ?? '', /Nobody changes what decides over their own rights/);
  }
  const after = await found(await server.as('Bo'), '/api/persons', 'Me');
  assert.deepEqual(after, before);
  // The same value again changes nothing, and a name decides nothing.
  for (const event of ['keep', 'name']) assert.equal((await raised(server, { who: 'Me', event })).status, 200, event);
});

grants('a role that somebody chose, or that stands in data, is given by whoever may give it', async (server) => {
  const boss = { values: { want: ['Boss'] }, whom: 'Other' };
  for (const event of ['grant', 'promote', 'hire']) {
    const answer = await raised(server, { who: 'Me', event, ...boss });
    assert.deepEqual([event, answer.status, answer.body.code], [event, 403, 'NOT_ALLOWED']);
    assert.match(answer.body.next ?? '', /Only somebody who is Boss gives that role away/);
  }
  assert.equal(await rolesOf(server, 'Other'), null);
  // Holding it gives it; so does a cell that says any.
  assert.equal((await raised(server, { who: 'Bo', event: 'grant', ...boss })).status, 200);
  assert.deepEqual(await rolesOf(server, 'Other'), ['Boss']);
  assert.equal((await raised(server, { who: 'Chi', event: 'grant', ...boss, whom: 'Me' })).status, 200);
  assert.deepEqual(await rolesOf(server, 'Me'), ['Boss']);
});

grants('a role that the document states is given by the document', async (server) => {
  for (const event of ['make boss', 'hire boss'])
    assert.equal((await raised(server, { who: 'Me', event, whom: 'Other' })).status, 200, event);
  assert.deepEqual(await rolesOf(server, 'Other'), ['Boss']);
  assert.deepEqual(await rolesOf(server, 'Please'), ['Boss']);
  assert.equal((await raised(server, { who: 'Me', event: 'crown', whom: 'Chi' })).status, 200);
  assert.deepEqual(await rolesOf(server, 'Chi'), ['Boss']);
});

grants('what the clock does goes back to nobody', async (server) => {
  assert.equal((await raised(server, { who: 'Me', event: 'wait' })).status, 200);
  server.clock.now += 25 * 60 * 60_000;
  await createTimers(server.runtime).tick(server.clock.now);
  assert.equal((await found(await server.as('Bo'), '/api/persons', 'Me'))['level'], 8);
});
