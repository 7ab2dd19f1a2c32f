import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Verdict } from '../../src/engine/context/verdict.ts';
import type { Facts } from '../../src/engine/core/needs-and-facts.ts';
import type { Row } from '../../src/fields/text/value.ts';
import type { DbStatement, OptimisticRead } from '../../src/store/core/db-program.ts';
import type { Store, WriteOutcome } from '../../src/store/core/store.ts';
import { collectAssumptions } from '../../src/store/postgres/assumed-rows.ts';
import { storeChanges, wasCommitted } from '../../src/store/postgres/change-log.ts';
import { createConnections } from '../../src/store/postgres/postgres-connections.ts';
import { openPostgresOver } from '../../src/store/postgres/postgres-store.ts';
import { createTransactions } from '../../src/store/postgres/postgres-transactions.ts';
import * as m from '../support/database/models.ts';
import { freshSchema, testPostgres } from '../support/database/postgres.ts';
import {
  allowed,
  insert,
  nothingNeeded,
  put,
  readOne,
  refused,
  request,
  rowOf,
  values,
} from '../support/database/stores.ts';
import { tcpProxyTo } from '../support/http/tcp-proxy.ts';

/** What a node believes of records, another one may have changed. Whatever is decided is decided over how it is. */

const notes = m.modelOf({ entities: [m.entityOf('Note', [['number', m.integer]])] });

const belief = (holds: string, ...parameters: string[]): OptimisticRead => ({
  rows: [[holds]],
  condition: holds,
  parameters,
});
const asking = (believed: OptimisticRead): DbStatement => ({
  sql: 'SELECT 1',
  parameters: [],
  wants: 'rows',
  assumed: believed,
});
const WRITING: DbStatement = { sql: 'UPDATE a SET n = 1', parameters: [], wants: 'changes' };

test('what is believed becomes one statement, until something is written', () => {
  const beliefs = collectAssumptions(true);
  assert.equal(beliefs.takeCheck(), null);
  assert.deepEqual(beliefs.assumedRows(asking(belief('a = ?', '1'))), [['a = ?']]);
  assert.equal(beliefs.assumedRows({ sql: 'SELECT 1', parameters: [], wants: 'rows' }), null);
  assert.deepEqual(beliefs.assumedRows(asking(belief('b = ? AND c = ?', '2', '3'))), [['b = ? AND c = ?']]);
  assert.deepEqual(beliefs.takeCheck(), {
    sql: 'SELECT as_believed(a = ? AND b = ? AND c = ?)',
    parameters: ['1', '2', '3'],
    wants: 'row',
  });
  assert.equal(beliefs.takeCheck(), null);
  assert.equal(beliefs.assumedRows(WRITING), null);
  assert.equal(beliefs.assumedRows(asking(belief('a = ?', '1'))), null);
  assert.equal(collectAssumptions(false).assumedRows(asking(belief('a = ?', '1'))), null);
});

const NOTE = { entity: 'Note', id: 'n0' } as const;
const needs = { ...nothingNeeded, rows: [{ ...NOTE, paths: [] }] };
const numberOf = (row: Row | null | undefined): number => Number(row?.values['number']);
const noteIn = (facts: Facts): Row | null | undefined => facts.row('Note', 'n0');
const update = (number: number): Verdict => allowed({ kind: 'update', ...NOTE, values: values({ number }) });

async function withNodes(work: (one: Store, other: Store) => Promise<void>): Promise<void> {
  const database = await testPostgres();
  const schema = freshSchema();
  const nodes = [await database.open(schema), await database.open(schema)] as const;
  try {
    for (const node of nodes) await node.apply(notes, 'v1', 'the document');
    await insert(nodes[0], rowOf('Note', 'n0', { number: 1 }));
    await work(...nodes);
  } finally {
    for (const node of nodes) await node.close();
    await database.drop(schema);
  }
}

/** Long against what a statement takes here, in milliseconds. */
const SILENT = 400;

const wasAllowed = (done: WriteOutcome): boolean => done.outcome === 'decided' && done.verdict.allowed;

test('a decision over what another node changed meanwhile is made anew, and has one effect', () =>
  withNodes(async (one, other) => {
    await put(other, { kind: 'update', ...NOTE, values: values({ number: 2 }) });
    const seen: number[] = [];
    const done = await one.write(
      request(
        (facts) => {
          seen.push(numberOf(noteIn(facts)));
          return update(numberOf(noteIn(facts)) + 10);
        },
        { needs },
      ),
    );
    assert.ok(wasAllowed(done));
    assert.deepEqual(seen, [1, 2], 'it was believed at first, and proved wrong');
    const now = await readOne(other, 'Note', 'n0');
    assert.deepEqual([numberOf(now), now?.version], [12, 3]);
  }));

test('a refusal, or a failure, over what is not so any more is none', () =>
  withNodes(async (one, other) => {
    await put(other, { kind: 'update', ...NOTE, values: values({ number: 2 }) });
    const refusing = (facts: Facts) => (numberOf(noteIn(facts)) === 1 ? refused : update(3));
    assert.ok(wasAllowed(await one.write(request(refusing, { needs }))));
    await put(other, { kind: 'update', ...NOTE, values: values({ number: 4 }) });
    const failing = (facts: Facts) => {
      if (numberOf(noteIn(facts)) === 3) throw new Error('This is not so any more.');
      return update(5);
    };
    assert.ok(wasAllowed(await one.write(request(failing, { needs }))));
    assert.equal(numberOf(await readOne(other, 'Note', 'n0')), 5);
    // What holds is a refusal, and a failure, as ever.
    assert.ok(!wasAllowed(await one.write(request(() => refused, { needs }))));
    const fails = () => {
      throw new Error('It can not be decided.');
    };
    await assert.rejects(one.write(request(fails, { needs })), /It can not be decided/);
    assert.equal(numberOf(await readOne(other, 'Note', 'n0')), 5);
  }));

test('a record that another node deleted is not there', () =>
  withNodes(async (one, other) => {
    await put(other, { kind: 'delete', ...NOTE });
    const seen: boolean[] = [];
    const deciding = (facts: Facts) => {
      const isThere = (noteIn(facts) ?? null) !== null;
      seen.push(isThere);
      return isThere ? update(7) : refused;
    };
    assert.ok(!wasAllowed(await one.write(request(deciding, { needs }))));
    assert.deepEqual(seen, [true, false]);
    assert.equal((await readOne(other, 'Note', 'n0')) ?? null, null);
  }));

test('by a document that another node replaced nothing is written', () =>
  withNodes(async (one, other) => {
    await other.apply(notes, 'v2', 'another document');
    await assert.rejects(one.write(request(() => update(8), { needs })), { trouble: 'document changed' });
    assert.equal(numberOf(await readOne(other, 'Note', 'n0')), 1);
  }));

test('a key that another node has answered is answered alike', () =>
  withNodes(async (one, other) => {
    const idempotency = { key: 'k', request: 'the same', answer: () => 'as answered' };
    assert.ok(wasAllowed(await other.write(request(() => update(2), { needs, idempotency }))));
    const again = await one.write(request(() => update(3), { needs, idempotency }));
    assert.deepEqual(again, { outcome: 'replayed', answer: 'as answered' });
    const mismatched = { ...idempotency, request: 'another' };
    const differs = await one.write(request(() => update(4), { needs, idempotency: mismatched }));
    assert.deepEqual(differs, { outcome: 'mismatch' });
    assert.equal(numberOf(await readOne(other, 'Note', 'n0')), 2);
  }));

test('what was written before in the same transaction is seen as it was written', () =>
  withNodes(async (one) => {
    const seen: number[] = [];
    const adding = request(
      (facts) => {
        seen.push(numberOf(noteIn(facts)));
        return update(numberOf(noteIn(facts)) + 1);
      },
      { needs },
    );
    const { now, actor, documentHash } = adding;
    await one.writeTogether({ requests: [adding, adding], keep: 'all', now, actor, documentHash, idempotency: null });
    assert.deepEqual(seen, [1, 2]);
    assert.equal(numberOf(await readOne(one, 'Note', 'n0')), 3);
  }));

test('what became of a commit that nobody heard of is found out, and it has one effect', async (t) => {
  const database = await testPostgres();
  if (database.url === null) return t.skip(`it needs a server: ${database.what}`);
  const schema = freshSchema();
  const proxy = await tcpProxyTo(database.url);
  const store = await openPostgresOver(
    createConnections({ url: proxy.url, schema, maxConnections: 4, silentMs: SILENT }),
    schema,
  );
  t.after(async () => {
    proxy.existing('open', 'open');
    await store.close();
    await proxy.stop();
    await database.drop(schema);
  });
  await store.apply(notes, 'v1', 'the document');
  await insert(store, rowOf('Note', 'n0', { number: 0 }));
  let decided = 0;
  const add = () =>
    store.write(
      request(
        (facts) => {
          decided += 1;
          return update(numberOf(noteIn(facts)) + 1);
        },
        { needs },
      ),
    );
  // It arrives, and no answer does: it is stored. Or it never arrives: it is decided again.
  const ways = [
    ['open', 'held', 1],
    ['held', 'open', 2],
    ['held', 'held', 2],
  ] as const;
  for (const [index, [toServer, toClient, times]] of ways.entries()) {
    // Several connections lie ready, given back: none is made for the write.
    await Promise.all([1, 2, 3].map(() => readOne(store, 'Note', 'n0')));
    await pause(50);
    proxy.existing(toServer, toClient);
    decided = 0;
    const begun = performance.now();
    assert.ok(wasAllowed(await add()));
    assert.ok(performance.now() - begun >= SILENT, 'it went over one of those that fell silent');
    assert.equal(decided, times, `${toServer}, ${toClient}`);
    const now = await readOne(store, 'Note', 'n0');
    assert.deepEqual([numberOf(now), now?.version], [index + 1, index + 2]);
  }
  // Its place is taken for good: what arrives after it was found missing is not stored any more.
  const left = `SELECT node, number FROM ${schema}.changes WHERE changes = '[]' LIMIT 1`;
  const [[node, number] = []] = await database.ask(schema, left);
  const late = `INSERT INTO ${schema}.changes (node, number, changes) VALUES ('${node}', ${number}, '[1]')`;
  await assert.rejects(database.ask(schema, late), /changes_by_number/);
});

test('what was not left is never found left, however often it is asked for', async () => {
  const database = await testPostgres();
  const schema = freshSchema();
  const store = await database.open(schema);
  const connections = database.connections(schema);
  const transactions = createTransactions(connections);
  const commit = (number: number) => ({ node: 'one', number });
  try {
    const changed = { entity: 'Note', id: 'n0', kind: 'insert', before: null, after: null } as const;
    await transactions.write({ begin: ['BEGIN'], steps: () => storeChanges(commit(1), [['t', 'n0', 0]], [changed]) });
    const asked = async (number: number) => [
      await transactions.plain(() => wasCommitted(commit(number))),
      await transactions.plain(() => wasCommitted(commit(number))),
    ];
    assert.deepEqual(await asked(1), [true, true]);
    // The first answer may get lost, and the place is taken all the same.
    assert.deepEqual(await asked(2), [false, false]);
  } finally {
    await connections.close();
    await store.close();
    await database.drop(schema);
  }
});
