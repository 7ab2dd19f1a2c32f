import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { type Asked, type CountedStore, countedPostgres, countedSqlite } from '../support/database/counted-stores.ts';
import { type Answer, type Caller, exampleText, startServer } from '../support/http/server.ts';

/**
 * What a write may ask of the database, all of the request counted: who asks (their session, their record), the record
 * with its lines and what it refers to, then each thing that is written once. Where a number grows, something is asked
 * twice, or waited for without need: it is raised only with a reason.
 */
const MOST: { readonly [write: string]: { readonly statements: number; readonly trips: number } } = {
  create: { statements: 6, trips: 2 },
  change: { statements: 3, trips: 2 },
  'change lines': { statements: 6, trips: 3 },
  'an event': { statements: 5, trips: 2 },
  'the event back': { statements: 4, trips: 2 },
  delete: { statements: 7, trips: 2 },
};

const line = (what: string) => ({ what, amount: '9.50' });
const claim = { title: 'Taxi', category: 'Travel', spentOn: '2026-08-12', lines: [line('There'), line('Back')] };

/** Each write once, after one of its kind went before it. */
async function writesOver({ store, during }: CountedStore): Promise<ReadonlyMap<string, Asked>> {
  const found = new Map<string, Asked>();
  const server = await startServer(exampleText('expense-claims.md'), { store });
  try {
    const ana = await server.as('Ana');
    const warm = await each(ana, (_, work) => work());
    assert.equal(warm.length, Object.keys(MOST).length);
    await each(ana, async (write, work) => {
      found.set(write, await during(work));
    });
  } finally {
    await server.stop();
  }
  return found;
}

async function each(
  ana: Caller,
  around: (write: string, work: () => Promise<void>) => Promise<void>,
): Promise<readonly string[]> {
  let path = '/api/claims';
  let etag = '';
  const done: string[] = [];
  const write = async (
    name: string,
    status: number,
    send: (headers: { 'if-match': string }) => Promise<Answer<WireRecord>>,
  ) => {
    await around(name, async () => {
      const answer = await send({ 'if-match': etag });
      assert.equal(answer.status, status, answer.text);
      if (answer.body !== null) etag = answer.body._.etag;
      if (name === 'create') path = `${path}/${answer.body.id}`;
    });
    done.push(name);
  };
  await write('create', 201, () => ana.post(path, claim));
  await write('change', 200, (headers) => ana.patch(path, { title: 'Train' }, headers));
  await write('change lines', 200, (headers) => ana.patch(path, { lines: [line('One'), line('Two')] }, headers));
  await write('an event', 200, (headers) => ana.post(`${path}/submit`, {}, headers));
  await write('the event back', 200, (headers) => ana.post(`${path}/withdraw`, {}, headers));
  await write('delete', 204, (headers) => ana.delete(path, headers));
  return done;
}

/** Reading a record that is cached. The check of what other processes committed is not counted. */
const AGAIN = { statements: 0, trips: 0 };

async function readsOver({ store, during }: CountedStore): Promise<readonly Asked[]> {
  const server = await startServer(exampleText('expense-claims.md'), { store });
  try {
    const ana = await server.as('Ana');
    const { body } = await ana.post<WireRecord>('/api/claims', claim);
    const path = `/api/claims/${body.id}`;
    const titleIs = async (title: string) => assert.equal((await ana.get<WireRecord>(path)).body['title'], title);
    await titleIs('Taxi');
    const again = await during(() => titleIs('Taxi'));
    await ana.patch(path, { title: 'Train' }, { 'if-match': body._.etag });
    const changed = await during(() => titleIs('Train'));
    return [again, changed, await during(() => titleIs('Train'))];
  } finally {
    await server.stop();
  }
}

/** The same of a list with its total: on PostgreSQL one statement for both. */
const LISTED_AGAIN = { SQLite: { statements: 2, trips: 0 }, PostgreSQL: { statements: 1, trips: 1 } };

/** Without a total SQLite sends one statement less. */
const UNCOUNTED_AGAIN = { SQLite: { statements: 1, trips: 0 }, PostgreSQL: { statements: 1, trips: 1 } };

async function listsOver({ store, during }: CountedStore, query = ''): Promise<Asked> {
  const server = await startServer(exampleText('expense-claims.md'), { store });
  try {
    const ana = await server.as('Ana');
    await ana.post<WireRecord>('/api/claims', claim);
    const list = async () => {
      const { body } = await ana.get<{ items: readonly WireRecord[]; total: { count: number } | null }>(
        `/api/claims${query}`,
      );
      assert.equal(body.total?.count, query === '' ? body.items.length : undefined);
      assert.ok(body.items.some(({ title }) => title === 'Taxi'));
    };
    for (let time = 0; time < 2; time++) await list();
    return await during(list);
  } finally {
    await server.stop();
  }
}

/** Whether an event looks for timers of the state that it leaves: a draft has none, a claim that was submitted has one. */
async function timersLookedForOver({ store, whole }: CountedStore): Promise<readonly boolean[]> {
  const server = await startServer(exampleText('expense-claims.md'), { store });
  try {
    const ana = await server.as('Ana');
    const { body } = await ana.post<WireRecord>('/api/claims', claim);
    let etag = body._.etag;
    const found: boolean[] = [];
    for (const event of ['submit', 'withdraw']) {
      const asked = await whole(async () => {
        const answer = await ana.post<WireRecord>(`/api/claims/${body.id}/${event}`, {}, { 'if-match': etag });
        assert.equal(answer.status, 200, answer.text);
        etag = answer.body._.etag;
      });
      found.push(asked.texts.some((text) => text.includes('DELETE FROM timers')));
    }
    return found;
  } finally {
    await server.stop();
  }
}

for (const [name, open] of [
  ['SQLite', countedSqlite],
  ['PostgreSQL', countedPostgres],
] as const) {
  test(`a record that was read or written here is not read again (${name})`, async (t) => {
    const counted = await open();
    t.after(counted.done);
    assert.deepEqual(await readsOver(counted), [AGAIN, AGAIN, AGAIN]);
  });

  test(`a list that is asked for again is asked at once with its total (${name})`, async (t) => {
    const counted = await open();
    t.after(counted.done);
    assert.deepEqual(await listsOver(counted), LISTED_AGAIN[name]);
  });

  test(`a list that is requested again without a total takes one statement (${name})`, async (t) => {
    const counted = await open();
    t.after(counted.done);
    assert.deepEqual(await listsOver(counted, '?total=none'), UNCOUNTED_AGAIN[name]);
  });

  // Looking for what can't be there is in the way of everybody else who comes into a state, since the index is small.
  test(`an event looks for timers only where the state before has some (${name})`, async (t) => {
    const counted = await open();
    t.after(counted.done);
    assert.deepEqual(await timersLookedForOver(counted), [false, true]);
  });

  test(`no kind of write asks more of the database than it needs (${name})`, { timeout: 60_000 }, async (t) => {
    const counted = await open();
    t.after(counted.done);
    for (const [write, asked] of await writesOver(counted)) {
      const most = MOST[write];
      assert.ok(most !== undefined && asked.statements > 0, write);
      const { statements, trips } = asked;
      assert.ok(statements <= most.statements, `${write}: ${statements} statements`);
      assert.ok(trips <= most.trips, `${write}: ${trips} trips`);
    }
  });
}
