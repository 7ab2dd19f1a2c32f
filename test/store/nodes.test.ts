import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { AggregatePlan } from '../../src/engine/query/list-plan.ts';
import type { ChangedRecord, Store } from '../../src/store/core/store.ts';
import { StoreError } from '../../src/store/core/store-error.ts';
import * as m from '../support/database/models.ts';
import { freshSchema, type TestPostgres, testPostgres } from '../support/database/postgres.ts';
import {
  allowed,
  guest,
  insert,
  nothingNeeded,
  put,
  readOne,
  request,
  rowOf,
  values,
} from '../support/database/stores.ts';

/** Several nodes over one PostgreSQL. What needs a server is skipped where PGlite stands in for it. */

const notes = m.modelOf({
  entities: [
    m.entityOf('Note', [
      ['number', m.integer],
      ['text', m.text(), { unique: true }],
      ['done', m.yesNo],
    ]),
  ],
});

async function withNodes(
  work: (nodes: readonly [Store, Store], database: TestPostgres, schema: string) => Promise<void>,
): Promise<void> {
  const database = await testPostgres();
  const schema = freshSchema();
  const nodes = [await database.open(schema), await database.open(schema)] as const;
  try {
    for (const node of nodes) await node.apply(notes, 'v1', 'the document');
    await work(nodes, database, schema);
  } finally {
    for (const node of nodes) await node.close();
    await database.drop(schema);
  }
}

/** A server, or null where the test was skipped. */
function serverOf(database: TestPostgres, context: TestContext): string | null {
  if (database.url === null) context.skip(`it needs a server: ${database.what}`);
  return database.url;
}

/** How a statement runs that was planned before its value was known. */
async function keptPlan(url: string, sql: string, value: string): Promise<string> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    await connection.query('SET plan_cache_mode = force_generic_plan');
    await connection.query(`PREPARE kept AS ${sql}`);
    return JSON.stringify((await connection.query(`EXPLAIN EXECUTE kept('${value}')`)).rows);
  } finally {
    await connection.end();
  }
}

async function ask(url: string, sql: string): Promise<readonly (readonly unknown[])[]> {
  const connection = new pg.Pool({ connectionString: url, max: 1 });
  try {
    return (await connection.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await connection.end();
  }
}

async function eventually(holds: () => boolean): Promise<void> {
  for (let left = 200; left > 0 && !holds(); left--) await pause(25);
  assert.ok(holds(), 'it did not come about within five seconds');
}

test('which PostgreSQL the tests run on is said', async (context) => {
  const { what } = await testPostgres();
  context.diagnostic(what);
  console.log(`PostgreSQL in these tests: ${what}.`);
  assert.notEqual(what, '');
});

test('what one node writes the other reads, and is told of once, with the record before and after', () =>
  withNodes(async ([one, other]) => {
    const seen: ChangedRecord[] = [];
    const own: ChangedRecord[] = [];
    other.subscribe((changes) => seen.push(...changes));
    one.subscribe((changes) => own.push(...changes));
    await insert(one, rowOf('Note', 'n1', { number: 1, done: true }));
    await put(one, { kind: 'update', entity: 'Note', id: 'n1', values: values({ number: 2 }) });
    await eventually(() => seen.length >= 2);
    await pause(100);
    const told = seen.map(({ id, kind, before, after }) => [
      id,
      kind,
      before?.values['number'] ?? null,
      after?.values['number'] ?? null,
      after?.values['done'] ?? null,
    ]);
    assert.deepEqual(told, [
      ['n1', 'insert', null, 1, true],
      ['n1', 'update', 1, 2, true],
    ]);
    assert.equal(own.length, 2);
    assert.equal((await readOne(other, 'Note', 'n1'))?.values['number'], 2);
  }));

test('a figure that one node read before is read again as soon as the other wrote', () =>
  withNodes(async ([one, other]) => {
    const plan: AggregatePlan = {
      key: 'sum of numbers',
      entity: 'Note',
      where: [],
      aggregate: 'sum',
      field: 'number',
      gate: null,
      by: null,
    };
    const sum = async (node: Store) => (await node.aggregate(plan, guest))[0]?.value;
    for (const number of [1, 2, 3]) {
      await insert(one, rowOf('Note', `n${number}`, { number }));
      const expected = (number * (number + 1)) / 2;
      assert.deepEqual([await sum(other), await sum(other), await sum(one)], [expected, expected, expected]);
    }
  }));

// Without notices each would be found when the other looks by itself, five seconds apart.
test('what is written one after the other is told as soon as it is written', { timeout: 20_000 }, () =>
  withNodes(async ([one, other]) => {
    const heard: string[] = [];
    other.subscribe((changes) => heard.push(...changes.map(({ id }) => id)));
    const ids = Array.from({ length: 6 }, (_, index) => `n${index}`);
    for (const [number, id] of ids.entries()) {
      await insert(one, rowOf('Note', id, { number }));
      while (!heard.includes(id)) await pause(5);
    }
    assert.deepEqual(heard, ids);
  }),
);

test('counting up on two nodes at once loses nothing: each decides over what is there when it is stored', () =>
  withNodes(async (nodes) => {
    await insert(nodes[0], rowOf('Note', 'n1', { number: 0 }));
    const needs = { ...nothingNeeded, rows: [{ entity: 'Note', id: 'n1', paths: [] }] };
    const count = (node: Store) =>
      node.write(
        request(
          (facts) => {
            const number = Number(facts.row('Note', 'n1')?.values['number']) + 1;
            return allowed({ kind: 'update', entity: 'Note', id: 'n1', values: values({ number }) });
          },
          { needs },
        ),
      );
    await Promise.all(Array.from({ length: 40 }, (_, index) => count(index % 2 === 0 ? nodes[0] : nodes[1])));
    const row = await readOne(nodes[1], 'Note', 'n1');
    assert.deepEqual([row?.values['number'], row?.version], [40, 41]);
  }));

test('two decisions that each allow what both together would not: one of them is decided again', () =>
  withNodes(async (nodes) => {
    await insert(nodes[0], rowOf('Note', 'a', { done: false }), rowOf('Note', 'b', { done: false }));
    // Only one of the two may ever be done; each decision reads both and writes one.
    const finish = (node: Store, id: string) =>
      node.write(
        request(
          (facts) => {
            const isFree = ['a', 'b'].every((each) => facts.row('Note', each)?.values['done'] === false);
            return isFree ? allowed({ kind: 'update', entity: 'Note', id, values: values({ done: true }) }) : allowed();
          },
          { needs: { ...nothingNeeded, rows: ['a', 'b'].map((each) => ({ entity: 'Note', id: each, paths: [] })) } },
        ),
      );
    await Promise.all([finish(nodes[0], 'a'), finish(nodes[1], 'b')]);
    const done = await Promise.all(['a', 'b'].map(async (id) => (await readOne(nodes[0], 'Note', id))?.values['done']));
    assert.deepEqual(done.filter((each) => each === true).length, 1);
  }));

test('the same unique value on two nodes at once is stored once, and the other one hears that it is taken', () =>
  withNodes(async (nodes) => {
    const add = (node: Store, id: string) => {
      const need = { entity: 'Note', field: 'text', value: 'same', except: null };
      return node.write(
        request(
          (facts) =>
            facts.taken(need) === true
              ? allowed()
              : allowed({ kind: 'insert', row: rowOf('Note', id, { text: 'same' }) }),
          { needs: { ...nothingNeeded, unique: [need] } },
        ),
      );
    };
    await Promise.all([add(nodes[0], 'a'), add(nodes[1], 'b')]);
    assert.equal((await nodes[0].people('Note', 10)).length, 1);
  }));

test('a node with an older document reads on, and what it writes is refused until it applies the new one', () =>
  withNodes(async ([one, other]) => {
    await insert(one, rowOf('Note', 'n1', { number: 1 }));
    await one.apply(
      m.modelOf({
        entities: [
          m.entityOf('Note', [
            ['number', m.integer],
            ['more', m.integer],
          ]),
        ],
      }),
      'v2',
      'newer',
    );
    assert.equal((await readOne(other, 'Note', 'n1'))?.values['number'], 1);
    await assert.rejects(insert(other, rowOf('Note', 'n2')), { trouble: 'document changed' });
    assert.deepEqual(await other.applied(), { hash: 'v2', text: 'newer' });
  }));

test('nodes that start at once over an empty schema make its tables once', async () => {
  const database = await testPostgres();
  const schema = freshSchema();
  const nodes = await Promise.all([1, 2, 3].map(() => database.open(schema)));
  try {
    const outcomes = await Promise.all(nodes.map((node) => node.apply(notes, 'v1', 'the document')));
    const steps = outcomes.map((outcome) => (outcome.applied ? outcome.steps.length : -1));
    assert.deepEqual(steps.sort(), [0, 0, 1]);
    await Promise.all(nodes.map((node, index) => insert(node, rowOf('Note', `n${index}`))));
    assert.equal((await nodes[0]?.people('Note', 10))?.length, 3);
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop(schema);
  }
});

test('data of a newer program is refused in one sentence, and is left as it is', () =>
  withNodes(async (_, database, schema) => {
    if (database.url === null) return;
    await ask(database.url, `UPDATE ${schema}.meta SET value = '999' WHERE key = 'format'`);
    for (const _time of [1, 2]) {
      await assert.rejects(database.open(schema), { trouble: 'newer format', message: /newer Ninefold/ });
    }
  }));

test('connections that break are replaced, nothing is lost or done twice, and what was missed is told', (context) =>
  withNodes(async ([one, other], database, schema) => {
    const url = serverOf(database, context);
    if (url === null) return;
    const seen = new Set<string>();
    other.subscribe((changes) => {
      for (const { id } of changes) seen.add(id);
    });
    const breakAll = () =>
      ask(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ninefold' AND pid <> pg_backend_pid()`,
      );
    const stored: string[] = [];
    const unknown: string[] = [];
    const write = async (lane: number) => {
      for (let number = 0; number < 15; number++) {
        const id = `n${lane}-${number}`;
        await insert(one, rowOf('Note', id, { number })).then(
          () => stored.push(id),
          (error: unknown) => {
            assert.ok(error instanceof StoreError && error.trouble === 'unreachable', String(error));
            unknown.push(id);
          },
        );
      }
    };
    const lanes = Promise.all([1, 2, 3, 4].map(write));
    for (const _time of [1, 2, 3]) {
      await pause(60);
      await breakAll();
    }
    await lanes;
    await insert(one, rowOf('Note', 'last'));
    const there = new Set((await other.people('Note', 1000)).map((row) => row.id));
    assert.deepEqual([...stored.filter((id) => !there.has(id))], []);
    await eventually(() => [...there].every((id) => seen.has(id)));
    assert.ok(stored.length >= 30, `only ${stored.length} were stored, ${unknown.length} may be`);
    // Where it was found missing, its place is taken by one that tells nothing.
    const [[left] = []] = await ask(url, `SELECT count(*)::int FROM ${schema}.changes WHERE changes <> '[]'`);
    assert.equal(left, there.size);
  }));

test('what lets people in is asked again where its connection broke: nothing fails, and a link is taken once', (context) =>
  withNodes(async ([one, other], database) => {
    const url = serverOf(database, context);
    if (url === null) return;
    const state = { isOver: false, broken: 0 };
    const breaking = (async () => {
      while (!state.isOver) {
        await ask(
          url,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ninefold' AND pid <> pg_backend_pid()`,
        );
        state.broken += 1;
        await pause(15);
      }
    })();
    const key = { kind: 'link', person: 'p1', value: '', made: 1, used: 1, expires: null } as const;
    const lane = async (keys: Store['keys'], number: number) => {
      for (let each = 0; each < 25; each++) {
        const name = `k${number}-${each}`;
        await keys.put({ ...key, name });
        assert.equal((await keys.find('link', name, 2))?.person, 'p1');
        await keys.touch('link', name, 3);
        assert.ok((await keys.ofPerson('p1', 'link', 2)).length > 0);
        assert.ok((await keys.attempt(name, 2, 0)) >= 1);
        const taken = await Promise.all([one.keys.take('link', name, 2), other.keys.take('link', name, 2)]);
        assert.ok(taken.filter((found) => found !== null).length <= 1);
      }
    };
    try {
      await Promise.all([lane(one.keys, 1), lane(other.keys, 2), lane(one.keys, 3)]);
    } finally {
      state.isOver = true;
      await breaking;
    }
    assert.ok(state.broken > 3, String(state.broken));
    assert.deepEqual(await other.keys.ofPerson('p1', 'link', 2), []);
  }));

test('a text that no index can hold is refused in a sentence, and nothing is written', () =>
  withNodes(async ([one]) => {
    const long = Array.from({ length: 6000 }, (_, place) =>
      String.fromCodePoint(0x4e00 + ((place * 7919) % 20_000)),
    ).join('');
    await assert.rejects(insert(one, rowOf('Note', 'n1', { text: long })), { trouble: 'failed', message: /too long/ });
    assert.equal(await readOne(one, 'Note', 'n1'), null);
  }));

test('a database that is not there is refused in a sentence', async () => {
  const { openPostgres } = await import('../../src/store/postgres/postgres-store.ts');
  await assert.rejects(openPostgres({ url: 'postgres://nobody@127.0.0.1:1/none' }), {
    trouble: 'unreachable',
    message: /does not answer .* Check that it is running/,
  });
  await assert.rejects(openPostgres({ url: 'postgres://x', schema: 'a; DROP' }), { message: /small letters/ });
});

test('an equal column, its empty rows, rows by their ids and the order of a list are read by an index', (context) =>
  withNodes(async ([one], database, schema) => {
    const url = serverOf(database, context);
    if (url === null) return;
    await insert(
      one,
      ...Array.from({ length: 1_500 }, (_, number) => rowOf('Note', `n${number}`, { number, text: `t${number}` })),
    );
    const [[table, column] = []] = await ask(
      url,
      `SELECT t.physical, c.physical FROM ${schema}.catalog_tables t, ${schema}.catalog_columns c WHERE c.record::json->>'name' = 'text'`,
    );
    await ask(url, `ANALYZE ${schema}.${table}`);
    const { postgres } = await import('../../src/store/sql/postgres-dialect.ts');
    const held = (value: string, isGiven: boolean) =>
      postgres.equalsParameter(
        { text: String(column), slots: [] },
        { text: `${value}::text COLLATE "C"`, slots: [] },
        isGiven,
      ).text;
    const found = (where: string) => `SELECT id FROM ${schema}.${table} WHERE deleted_at IS NULL AND ${where}`;
    for (const isGiven of [false, true]) {
      const known = await ask(url, `EXPLAIN ${found(held("'t7'", isGiven))}`);
      assert.match(JSON.stringify(known), /Index (Only )?Scan/);
    }
    // A statement that is asked often is planned once, whatever its values will be.
    assert.match(await keptPlan(url, found(held('$1', true)), 't7'), /Index (Only )?Scan/);
    const byIds = `SELECT id FROM ${schema}.${table} WHERE id ${postgres.words.inList('$1')} AND deleted_at IS NULL`;
    const several = await keptPlan(url, byIds, '["n7", "n300"]');
    assert.match(several, /Index/);
    assert.doesNotMatch(several, /Seq Scan on t_/);
    const newest = await ask(
      url,
      `EXPLAIN SELECT id FROM ${schema}.${table} WHERE deleted_at IS NULL ORDER BY created_at DESC, id LIMIT 20`,
    );
    assert.match(JSON.stringify(newest), /Index/);
    assert.doesNotMatch(JSON.stringify(newest), /Sort/);
  }));
