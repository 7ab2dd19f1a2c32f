import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type pg from 'pg';
import type { SqlValue } from '../../src/store/core/storage.ts';
import { runPipeline } from '../../src/store/postgres/pipeline.ts';
import { type Connection, createConnections } from '../../src/store/postgres/postgres-connections.ts';
import type { SendMode } from '../../src/store/postgres/send-queue.ts';
import { freshSchema, testPostgres } from '../support/database/postgres.ts';

/** What is asked in one turn, on its way to PostgreSQL and back. */

/** Takes connections to a table `t` of numbers that are there once each. */
async function taking(t: TestContext): Promise<((sending: SendMode) => Promise<Connection>) | null> {
  const database = await testPostgres();
  if (database.url === null) {
    t.skip(`it needs a server: ${database.what}`);
    return null;
  }
  const schema = freshSchema();
  const connections = createConnections({ url: database.url, schema, maxConnections: 4 });
  const frees: (() => void)[] = [];
  t.after(async () => {
    for (const free of frees) free();
    await connections.close();
    await database.drop(schema);
  });
  const take = async (sending: SendMode): Promise<Connection> => {
    const { connection, release } = await connections.acquire(sending);
    frees.push(release);
    return connection;
  };
  const making = await take('apart');
  await making.script([
    `CREATE SCHEMA ${schema}`,
    `CREATE TABLE ${schema}.t (n bigint PRIMARY KEY, word text, bytes bytea, even boolean)`,
  ]);
  return take;
}

const ask = async (connection: Connection, sql: string, ...parameters: SqlValue[]): Promise<readonly unknown[]> =>
  (await connection.ask({ sql, parameters, wants: 'rows' })).rows;

/** Each as its rows, or as the code that it failed by. */
const outcomes = async (answers: readonly Promise<unknown>[]): Promise<readonly unknown[]> =>
  (await Promise.allSettled(answers)).map((each) =>
    each.status === 'fulfilled' ? each.value : (each.reason as { readonly code: string }).code,
  );

const PUT = 'INSERT INTO t (n, word) VALUES (?, ?)';
const ALL = 'SELECT n, word FROM t ORDER BY n';
const TWICE = '23505';
const NO_TABLE = '42P01';

test('each statement of a piece gets its own answer, the first time and every other', async (t) => {
  const take = await taking(t);
  if (take === null) return;
  const connection = await take('together');
  for (const round of [1, 2, 3]) {
    const bytes = Uint8Array.of(round, 0, 255);
    const answers = await outcomes([
      ask(connection, 'SELECT ?::bigint, ?::text', round, 'a?é'),
      ask(connection, 'INSERT INTO t VALUES (?, ?, ?, ?)', round, null, bytes.subarray(1), round % 2 === 0 ? 1 : 0),
      ask(connection, 'SELECT n, word, bytes, even FROM t WHERE n = ?', round),
      ask(connection, 'SELECT n FROM t WHERE n < ?', round),
      ask(connection, 'SELECT ?::bigint, ?::text', -round, ''),
    ]);
    assert.deepEqual(answers, [
      [[round, 'a?é']],
      [],
      [[round, null, Buffer.from([0, 255]), round % 2 === 0 ? 1 : 0]],
      Array.from({ length: round - 1 }, (_, index) => [index + 1]),
      [[-round, '']],
    ]);
  }
  const { changes } = await connection.ask({ sql: 'DELETE FROM t WHERE n > ?', parameters: [1], wants: 'changes' });
  assert.equal(changes, 2);
});

test('in a transaction what stands behind a failure fails with it, and the connection is as good as before', async (t) => {
  const take = await taking(t);
  if (take === null) return;
  const connection = await take('together');
  for (const _ of [1, 2]) {
    const answers = await outcomes([
      connection.script(['BEGIN']),
      ask(connection, PUT, 1, 'one'),
      ask(connection, ALL),
      ask(connection, PUT, 1, 'one more'),
      ask(connection, 'SELECT count(*) FROM t WHERE word = ?', 'one'),
      connection.script(['COMMIT']),
    ]);
    assert.deepEqual(answers, [[], [], [[1, 'one']], TWICE, TWICE, TWICE]);
    await connection.script(['ROLLBACK']);
    // What was first asked behind the failure was never prepared, and what was before it is.
    assert.deepEqual(await ask(connection, 'SELECT count(*) FROM t WHERE word = ?', 'one'), [[0]]);
    assert.deepEqual(await ask(connection, ALL), []);
  }
});

test('what is asked apart fails by itself, and is prepared anew where it failed the first time', async (t) => {
  const take = await taking(t);
  if (take === null) return;
  const connection = await take('apart');
  const LATER = 'SELECT name FROM later WHERE n = ?';
  const before = await outcomes([
    ask(connection, PUT, 1, 'one'),
    ask(connection, LATER, 1),
    ask(connection, PUT, 2, 'two'),
  ]);
  assert.deepEqual(before, [[], NO_TABLE, []]);
  assert.deepEqual(await outcomes([ask(connection, PUT, 2, 'again'), ask(connection, ALL)]), [
    TWICE,
    [
      [1, 'one'],
      [2, 'two'],
    ],
  ]);
  await connection.script(['CREATE TEMPORARY TABLE later (n int, name text)', "INSERT INTO later VALUES (1, 'now')"]);
  for (const _ of [1, 2]) assert.deepEqual(await ask(connection, LATER, 1), [['now']]);
});

test('a text of several statements goes between what was asked before it and behind it', async (t) => {
  const take = await taking(t);
  if (take === null) return;
  const connection = await take('together');
  const answers = await outcomes([
    connection.script(['BEGIN', 'SELECT 7']),
    ask(connection, PUT, 1, 'one'),
    connection.ask({
      sql: "UPDATE t SET n = n + 1; UPDATE t SET word = 'two'; SELECT 1, 2",
      parameters: null,
      wants: 'changes',
    }),
    ask(connection, ALL),
    connection.script(['COMMIT']),
  ]);
  assert.deepEqual(answers.with(2, null), [[[7]], [], null, [[2, 'two']], []]);
  assert.deepEqual(await connection.ask({ sql: ' ', parameters: null, wants: 'changes' }), { rows: [], changes: 0 });
});

test('what can not be sent fails by itself, and the connection is as good as before', async (t) => {
  const take = await taking(t);
  if (take === null) return;
  const connection = await take('together');
  for (const _ of [1, 2]) {
    const wrong = undefined as unknown as SqlValue;
    const answers = [connection.script(['BEGIN']), ask(connection, PUT, 1, wrong), ask(connection, ALL)];
    const [begun, failed, behind] = await Promise.allSettled(answers);
    assert.equal(begun?.status, 'fulfilled');
    for (const each of [failed, behind]) assert.ok(each?.status === 'rejected' && each.reason instanceof TypeError);
    await connection.script(['ROLLBACK']);
  }
  assert.deepEqual(await outcomes([ask(connection, PUT, 1, 'one'), ask(connection, ALL)]), [[], [[1, 'one']]]);
});

/** What a connection tells a piece: its one statement is done, and then it ends otherwise. */
interface Told {
  readonly submit: (wire: object) => void;
  readonly handleDataRow: (row: { readonly fields: readonly string[] }) => void;
  readonly handleCommandComplete: (done: { readonly text: string }) => void;
  readonly handleError: (cause: Error) => void;
}

for (const [what, code] of [
  ['the connection is ended', '57P01'],
  ['it can not be stored', '40001'],
] as const)
  test(`what is answered and then not stored, since ${what}, was not done`, async () => {
    const nothing = () => {};
    const wire = new Proxy(
      { stream: { cork: nothing, uncork: nothing } },
      { get: (on, name) => Reflect.get(on, name) ?? nothing },
    );
    const cause = Object.assign(new Error('not stored'), { code });
    const client = {
      query: (piece: Told) => {
        piece.submit(wire);
        piece.handleDataRow({ fields: ['1'] });
        piece.handleCommandComplete({ text: 'DELETE 1' });
        piece.handleError(cause);
      },
    } as unknown as pg.ClientBase;
    const asked = { text: 'DELETE FROM t WHERE n = 1 RETURNING n', name: '', parameters: [] };
    assert.deepEqual(await runPipeline(client, new Map(), [asked]), { results: [], failure: cause });
  });
