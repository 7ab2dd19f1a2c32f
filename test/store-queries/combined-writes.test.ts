import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { all, type DbProgram, type DbStatement, send } from '../../src/store/core/db-program.ts';
import { combineWrites, createCombinedTexts } from '../../src/store/postgres/combined-writes.ts';
import type { Connection, Connections } from '../../src/store/postgres/postgres-connections.ts';
import { createTransactions } from '../../src/store/postgres/postgres-transactions.ts';
import { freshSchema, testPostgres } from '../support/database/postgres.ts';

const step = (
  sql: string,
  parameters: DbStatement['parameters'] = [],
  more: Partial<DbStatement> = {},
): DbStatement => ({
  sql,
  parameters,
  wants: 'changes',
  pending: { answer: null },
  ...more,
});

/** How many of these go together before one must go by itself. */
function taken(...steps: readonly DbStatement[]): number {
  const together = combineWrites(createCombinedTexts());
  const first = steps.findIndex((each) => !together.add(each));
  return first < 0 ? steps.length : first;
}

const ADD = step('INSERT INTO a (id, n) VALUES (?, ?)', ['1', 1]);
const TURN = step('UPDATE b SET n = ? WHERE id = ?', [2, '1']);
const DROP = step('DELETE FROM c WHERE id = ?', ['1']);

test('writes to different tables become one statement, with their places in order', () => {
  const together = combineWrites(createCombinedTexts());
  for (const each of [ADD, TURN, DROP]) assert.ok(together.add(each));
  assert.deepEqual(together.takeCombined(), {
    sql: 'WITH p0 AS (INSERT INTO a (id, n) VALUES (?, ?)), p1 AS (UPDATE b SET n = ? WHERE id = ?) DELETE FROM c WHERE id = ?',
    parameters: ['1', 1, 2, '1', '1'],
    wants: 'changes',
  });
  assert.equal(together.takeCombined(), null);
  assert.ok(together.add(ADD));
  assert.equal(together.takeCombined()?.sql, ADD.sql);
});

test('what sees, or meets, what was written before goes after it', () => {
  assert.equal(taken(ADD, ADD), 2, 'rows that are only added meet nobody');
  assert.equal(taken(TURN, TURN), 1);
  assert.equal(taken(ADD, step('UPDATE a SET n = 1')), 1);
  assert.equal(taken(step('UPDATE a SET n = 1'), ADD), 1);
  assert.equal(taken(ADD, step('INSERT INTO a (id) VALUES (?) ON CONFLICT DO NOTHING', ['2'])), 1);
  assert.equal(taken(TURN, step('INSERT INTO a SELECT id, n FROM b')), 1);
  assert.equal(taken(TURN, step('DELETE FROM a WHERE id IN (SELECT id FROM b)')), 1);
  assert.equal(taken(TURN, step('UPDATE a SET n = b.n FROM b WHERE b.id = a.id')), 1);
  assert.equal(taken(TURN, step('DELETE FROM a WHERE id IN (SELECT id FROM c)')), 2);
});

test('what somebody wants to hear of goes by itself', () => {
  assert.equal(taken(step('SELECT 1', [], { wants: 'rows' })), 0);
  assert.equal(taken(step('INSERT INTO a (id) VALUES (?) RETURNING id', ['1'])), 0);
  assert.equal(taken(step('SAVEPOINT one', null)), 0);
  assert.equal(taken(step('LOCK TABLE a')), 0);
});

test('a database is never asked to keep endlessly many texts', () => {
  const known = createCombinedTexts();
  const texts = new Set<string>();
  for (let index = 0; index < 2_000; index++) {
    const together = combineWrites(known);
    together.add(step(`UPDATE a SET c${index} = 1`));
    if (!together.add(TURN)) assert.ok(texts.size > 100);
    const { sql = '' } = together.takeCombined() ?? {};
    if (sql.startsWith('WITH')) texts.add(sql);
  }
  assert.ok(texts.size <= 500, `${texts.size} texts`);
});

const id = fc.constantFrom('1', '2', '3');
const table = fc.constantFrom('a', 'b', 'c');
const number = fc.integer({ min: 0, max: 9 });
const write = fc.oneof(
  fc.tuple(table, id, number).map(([of, key, n]) => ({
    sql: `INSERT INTO ${of} (id, n) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET n = ${of}.n + excluded.n`,
    parameters: [key, n],
  })),
  fc.tuple(table, number).map(([of, n]) => ({ sql: `INSERT INTO ${of}_log (n) VALUES (?)`, parameters: [n] })),
  fc.tuple(table, id, number).map(([of, key, n]) => ({
    sql: `UPDATE ${of} SET n = n * 2 + ? WHERE id = ?`,
    parameters: [n, key],
  })),
  fc.tuple(table, id).map(([of, key]) => ({ sql: `DELETE FROM ${of} WHERE id = ?`, parameters: [key] })),
  fc.tuple(table, table).map(([of, from]) => ({
    sql: `INSERT INTO ${of}_log (n) SELECT count(*) FROM ${from}`,
    parameters: [],
  })),
  fc.tuple(table, table, number).map(([of, from, n]) => ({
    sql: `UPDATE ${of} SET n = ? WHERE id IN (SELECT id FROM ${from} WHERE n < 5)`,
    parameters: [n],
  })),
);

const TABLES = ['a', 'b', 'c'];

test('whatever is written comes out as it does one after the other', async (t) => {
  const database = await testPostgres();
  const schema = freshSchema();
  const connections = database.connections(schema);
  t.after(async () => {
    await connections.close();
    await database.drop(schema);
  });
  const made = TABLES.flatMap((name) => [
    `CREATE TABLE ${name} (id text PRIMARY KEY, n int)`,
    `CREATE TABLE ${name}_log (n int)`,
  ]);
  const emptied = TABLES.flatMap((name) => [`DELETE FROM ${name}`, `DELETE FROM ${name}_log`]);
  const { connection, release } = await connections.acquire('apart');
  await connection.script([`CREATE SCHEMA IF NOT EXISTS ${schema}`, ...made]);
  release();
  let asked = 0;
  const counted: Connections = {
    ...connections,
    acquire: async (sending) => countedBy(await connections.acquire(sending), () => asked++),
  };

  /** What is in the tables after these, each waited for or not. */
  const after = async (writes: readonly { sql: string; parameters: (string | number)[] }[], waits: boolean) => {
    asked = 0;
    const found = await createTransactions(counted).write({
      begin: ['BEGIN', ...emptied, `INSERT INTO a VALUES ('1', 1), ('2', 7)`, `INSERT INTO b VALUES ('2', 3)`],
      steps: function* (): DbProgram<unknown> {
        for (const { sql, parameters } of writes) {
          if (waits) yield* all(sql, parameters);
          else yield* send(sql, parameters);
        }
        const rows: unknown[] = [];
        for (const name of TABLES) {
          rows.push(yield* all(`SELECT id, n FROM ${name} ORDER BY id`));
          rows.push(yield* all(`SELECT n FROM ${name}_log ORDER BY n`));
        }
        return rows;
      },
    });
    return { found, asked };
  };
  let fewer = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 8 }), async (writes) => {
      const [one, together] = [await after(writes, true), await after(writes, false)];
      assert.deepEqual(together.found, one.found);
      if (together.asked < one.asked) fewer += 1;
    }),
    { numRuns: 150 },
  );
  assert.ok(fewer > 50, `${fewer} went together`);
});

function countedBy(
  { connection, release }: { readonly connection: Connection; readonly release: (broken?: boolean) => void },
  count: () => void,
) {
  const ask: Connection['ask'] = (asked) => {
    count();
    return connection.ask(asked);
  };
  return { connection: { ...connection, ask }, release };
}
