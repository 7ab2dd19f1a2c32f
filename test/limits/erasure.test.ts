import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { WireHistory, WireRecord } from '../../src/engine/core/wire-format.ts';
import { cleanUp } from '../../src/server/jobs/clean-up.ts';
import { createTimers } from '../../src/server/jobs/run-timers.ts';
import { VALUES_IN_TABLES } from '../../src/store/rows/erasure.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { freshSchema, testPostgres } from '../support/database/postgres.ts';
import { quickFolder } from '../support/database/quick-folder.ts';
import { origin, startServer, type TestServer } from '../support/http/server.ts';

const HOUSE = `# Specification: House

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |

### Guest

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| room | text | yes | title |
| nick | text | no | searchable |
| called | text | | = \`nick\` |
| paper | file | no | |
| visits | list of Visit | no | |

### Visit

Belongs to Guest.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| day | date | yes | title |
| what | text | no | |

## 4. States and transitions

### Guest: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | In | | | |
| In | leave | Out | Host | | |
| Out | after 10 days | Past | | | nick = null; paper = null; visits.what = null |

- Editable in: In, Out

## 6. Roles and permissions

- Host: everyone who signs in

| | Host |
| --- | --- |
| Guest: read, create, change, delete | yes |
| Person: read | yes |

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| Retention | 30 days |

## Sample data

### Person

| name | email |
| --- | --- |
| Ann | ann@example.com |
`;

const day = 24 * 60 * 60 * 1000;

interface Opened {
  readonly server: TestServer;
  /** Every row of every table, by the name of the table. */
  readonly dump: () => Promise<ReadonlyMap<string, string>>;
}

/** Bytes as text, so that values are also found within them. */
const asText = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;

type Work = (opened: Opened) => Promise<void>;

async function onSqlite(work: Work): Promise<void> {
  const folder = mkdtempSync(join(quickFolder, 'ninefold-erasure-'));
  const store = await openSqlite({ folder });
  const server = await startServer(HOUSE, { store });
  try {
    const file = readdirSync(folder).find((name) => name.endsWith('.sqlite') || name.endsWith('.db')) ?? '';
    await work({
      server,
      dump: async () => {
        const database = new DatabaseSync(join(folder, file), { readOnly: true });
        const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
        const found = tables.map(({ name }): [string, string] => [
          String(name),
          JSON.stringify(database.prepare(`SELECT * FROM "${String(name)}"`).all(), asText),
        ]);
        database.close();
        return new Map(found);
      },
    });
  } finally {
    await server.stop();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onPostgres(work: Work): Promise<void> {
  const database = await testPostgres();
  const schema = freshSchema();
  const store = await database.open(schema);
  const server = await startServer(HOUSE, { store });
  try {
    await work({
      server,
      dump: async () => {
        const tables = await database.ask(
          schema,
          `SELECT table_name FROM information_schema.tables WHERE table_schema = '${schema}'`,
        );
        const found = new Map<string, string>();
        for (const [name] of tables)
          found.set(
            String(name),
            JSON.stringify(await database.ask(schema, `SELECT each::text FROM ${schema}."${String(name)}" AS each`)),
          );
        return found;
      },
    });
  } finally {
    await server.stop();
    await store.close();
    await database.drop(schema);
  }
}

/** Tables in which one of these texts stands. */
async function holding({ dump }: Opened, texts: readonly string[]): Promise<string[]> {
  return [...(await dump())]
    .flatMap(([name, rows]) => (texts.some((text) => rows.includes(text)) ? [name] : []))
    .sort();
}

const NICK = ['Zaphodette', 'zaphodette'];
const WHAT = ['Quixotic dinner'];
const PAPER = ['passport-of-zed.txt'];
const ALL = [...NICK, ...WHAT, ...PAPER];

async function uploaded(server: TestServer, who: { readonly cookie: string }): Promise<string> {
  const url = `${origin}/_/files?entity=Guest&field=paper&name=${PAPER[0]}`;
  const body = new TextEncoder().encode('plain words');
  const answer = await server.fetch(new Request(url, { method: 'POST', body, headers: { cookie: who.cookie } }));
  const text = await answer.text();
  assert.ok(answer.ok, text);
  return (JSON.parse(text) as { file: string }).file;
}

async function guestOut(server: TestServer): Promise<WireRecord> {
  const ann = await server.as('Ann');
  const paper = await uploaded(server, ann);
  const made = await ann.post<WireRecord>('/api/guests', {
    room: '7',
    nick: 'Someone',
    paper: { file: paper },
    visits: [{ day: '2026-08-14', what: WHAT[0] }],
  });
  assert.equal(made.status, 201, made.text);
  const path = `/api/guests/${made.body.id}`;
  const named = await ann.patch<WireRecord>(path, { nick: NICK[0] }, { 'if-match': made.body._.etag });
  assert.equal(named.status, 200, named.text);
  const left = await ann.post<WireRecord>(`${path}/leave`, {}, { 'if-match': named.body._.etag });
  assert.equal(left.status, 200, left.text);
  return left.body;
}

async function historyOf(server: TestServer, id: string): Promise<{ items: readonly WireHistory[]; text: string }> {
  const { body, text } = await (await server.as('Ann')).get<{ items: WireHistory[] }>(`/_/records/Guest/${id}/history`);
  return { items: body.items, text };
}

for (const [kind, on] of [
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
] as const) {
  test(`a timer that empties fields leaves their values in no table (${kind})`, async () => {
    await on(async (opened) => {
      const { server } = opened;
      const { id } = await guestOut(server);
      assert.ok((await holding(opened, ALL)).includes('history'));
      server.clock.now += 11 * day;
      assert.equal((await createTimers(server.runtime).tick(server.clock.now)).fired, 1);
      await cleanUp(server.runtime);
      // Records on their way to other nodes go within the hour.
      assert.deepEqual(
        (await holding(opened, ALL)).filter((table) => table !== 'changes'),
        [],
      );
      const { items, text } = await historyOf(server, id);
      assert.ok(!ALL.some((each) => text.includes(each)));
      assert.deepEqual(
        items.map(({ event }) => event),
        ['after 10 days', 'leave', 'create'],
      );
      assert.ok(text.includes('7'), 'what was not erased is still told');
    });
  });

  test(`values in history go when the stated retention is over, and who did what stays (${kind})`, async () => {
    await on(async (opened) => {
      const { server } = opened;
      const ann = await server.as('Ann');
      const made = await ann.post<WireRecord>('/api/guests', { room: '7', nick: NICK[0] });
      const path = `/api/guests/${made.body.id}`;
      const emptied = await ann.patch<WireRecord>(path, { nick: null }, { 'if-match': made.body._.etag });
      assert.equal(emptied.status, 200, emptied.text);
      server.clock.now += 29 * day;
      await cleanUp(server.runtime);
      assert.ok((await historyOf(server, made.body.id)).text.includes('Zaphodette'), 'a person emptied it');
      server.clock.now += 2 * day;
      await cleanUp(server.runtime);
      assert.deepEqual(
        (await holding(opened, NICK)).filter((table) => table !== 'changes'),
        [],
      );
      const { items } = await historyOf(server, made.body.id);
      assert.deepEqual(
        items.map(({ event, by }) => [event, by]),
        [['create', 'Ann']],
      );
      const again = await (await server.as('Ann')).get<WireRecord>(path);
      const changed = await (await server.as('Ann')).patch(path, { nick: 'New' }, { 'if-match': again.body._.etag });
      assert.equal(changed.status, 200, changed.text);
      assert.ok((await historyOf(server, made.body.id)).text.includes('New'), 'what is younger is told');
    });
  });

  test(`what was deleted leaves its values in no table when the retention is over (${kind})`, async () => {
    await on(async (opened) => {
      const { server } = opened;
      const { id } = await guestOut(server);
      const ann = await server.as('Ann');
      const { body } = await ann.get<WireRecord>(`/api/guests/${id}`);
      const gone = await ann.delete(`/api/guests/${id}`, { 'if-match': body._.etag });
      assert.equal(gone.status, 204, gone.text);
      server.clock.now += 31 * day;
      await cleanUp(server.runtime);
      assert.deepEqual(
        (await holding(opened, ALL)).filter((table) => table !== 'changes'),
        [],
      );
    });
  });

  test(`each table of ours says which values it keeps and when they go (${kind})`, async () => {
    await on(async ({ dump }) => {
      const tables = [...(await dump()).keys()].filter((name) => !name.startsWith('t_') && !name.startsWith('sqlite_'));
      assert.deepEqual(
        tables.filter((name) => VALUES_IN_TABLES[name.replace(/^([vw]_)t_.*/, '$1')] === undefined),
        [],
      );
    });
  });
}
