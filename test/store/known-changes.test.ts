import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '../../src/fields/text/value.ts';
import { get } from '../../src/store/core/db-program.ts';
import type { Key } from '../../src/store/core/keyring.ts';
import type { Store } from '../../src/store/core/store.ts';
import { commitsSince, currentSnapshot, storeChanges } from '../../src/store/postgres/change-log.ts';
import { createKnownChanges } from '../../src/store/postgres/known-changes.ts';
import type { Connection, Connections } from '../../src/store/postgres/postgres-connections.ts';
import { openPostgresOver } from '../../src/store/postgres/postgres-store.ts';
import { createTransactions } from '../../src/store/postgres/postgres-transactions.ts';
import { isCheck } from '../support/database/counted-stores.ts';
import * as m from '../support/database/models.ts';
import { freshSchema, testPostgres } from '../support/database/postgres.ts';
import { insert, put, readOne, rowOf, values } from '../support/database/stores.ts';

const rowAt = (version: number): Row => ({ entity: 'Note', id: 'n', version, values: {} });

describe('known changes', () => {
  /** Caches a row of this version now, and returns whether it is current. */
  const cached = (known: ReturnType<typeof createKnownChanges>, version: number, before = '') => {
    const { freshness } = known;
    const stored = freshness.afterRead(before === '' ? freshness.beforeRead('t') : Number(before));
    return () => freshness.isCurrent('t', rowAt(version), stored);
  };
  const check = (known: ReturnType<typeof createKnownChanges>, ...commits: Parameters<typeof known.endCheck>[0]) => {
    known.startCheck();
    known.endCheck(commits);
  };

  it('make a row current with the first check that begins after the row was read', () => {
    const known = createKnownChanges();
    const early = cached(known, 1);
    known.startCheck();
    const during = cached(known, 1);
    assert.deepEqual([early(), during()], [false, false]);
    known.endCheck([]);
    assert.deepEqual([early(), during()], [true, false]);
    check(known);
    assert.deepEqual([early(), during()], [true, true]);
  });

  it('make a row outdated once a commit gave it a higher version, and no other row', () => {
    const known = createKnownChanges();
    const [old, next] = [cached(known, 1), cached(known, 2)];
    check(known, [['t', 'other', 7]], [['u', 'n', 7]]);
    assert.deepEqual([old(), next()], [true, true]);
    check(known, [['t', 'n', 2]]);
    assert.deepEqual([old(), next()], [false, true]);
    known.addOwn([['t', 'n', 3]]);
    assert.deepEqual([old(), next()], [false, false]);
  });

  it('make everything outdated after a commit of which nothing is known, also what was being read meanwhile', () => {
    const known = createKnownChanges();
    const old = cached(known, 1);
    const before = String(known.freshness.beforeRead('t'));
    check(known, null);
    const late = cached(known, 1, before);
    check(known);
    check(known);
    assert.deepEqual([old(), late()], [false, false]);
  });

  it('remain right when more records change than are remembered', () => {
    const known = createKnownChanges();
    const old = cached(known, 1);
    check(known, [['t', 'n', 2]]);
    for (let part = 0; part < 30; part++)
      check(
        known,
        Array.from({ length: 1_000 }, (_, index) => ['t', `${part} ${index}`, 1] as const),
      );
    assert.equal(old(), false);
  });

  it('change the version of the tables that a commit names', () => {
    const known = createKnownChanges();
    const versions = () => [known.versionOf('t'), known.versionOf('u'), known.version()];
    check(known, [['t', 'n', 1]], []);
    assert.deepEqual(versions(), [1, 0, 1]);
    check(known, null);
    assert.deepEqual(versions(), [2, 2, 2]);
  });
});

const notes = m.modelOf({ entities: [m.entityOf('Note', [['number', m.integer]])] });

async function withTwo(work: (one: Store, other: Store) => Promise<void>): Promise<void> {
  const database = await testPostgres();
  const schema = freshSchema();
  const nodes = [await database.open(schema), await database.open(schema)] as const;
  try {
    for (const node of nodes) await node.apply(notes, 'v1', 'the document');
    await work(...nodes);
  } finally {
    for (const node of nodes) await node.close();
    await database.drop(schema);
  }
}

const numberOf = async (store: Store, id: string) => (await readOne(store, 'Note', id))?.values['number'];

describe('several processes over PostgreSQL', () => {
  it('see at once what another one changed or deleted, though they cached it', () =>
    withTwo(async (one, other) => {
      await insert(one, rowOf('Note', 'n', { number: 0 }));
      for (let number = 1; number <= 20; number++) {
        const [writer, reader] = number % 2 === 0 ? [one, other] : [other, one];
        assert.equal(await numberOf(reader, 'n'), number - 1);
        await put(writer, { kind: 'update', entity: 'Note', id: 'n', values: values({ number }) });
        assert.deepEqual([await numberOf(reader, 'n'), await numberOf(writer, 'n')], [number, number]);
      }
      await put(one, { kind: 'delete', entity: 'Note', id: 'n' });
      assert.equal(await readOne(other, 'Note', 'n'), null);
    }));

  it('never see one half of what another one wrote together', () =>
    withTwo(async (one, other) => {
      const ids = ['a', 'b', 'c'];
      for (const id of ids) await insert(one, rowOf('Note', id, { number: 0 }));
      let isWriting = true;
      const writing = (async () => {
        for (let number = 1; number <= 150; number++)
          await put(
            one,
            ...ids.map((id) => ({ kind: 'update', entity: 'Note', id, values: values({ number }) }) as const),
          );
        isWriting = false;
      })();
      const seen = new Set<unknown>();
      const reading = async () => {
        while (isWriting) {
          // Some of them alone, so that they are cached at different moments.
          await readOne(other, 'Note', ids[seen.size % 3] ?? 'a');
          const rows = ids.map((id) => ({ entity: 'Note', id, paths: [] }));
          const facts = await other.load({ rows, unique: [], files: [], referrers: [] });
          const numbers = ids.map((id) => facts.row('Note', id)?.values['number']);
          assert.equal(new Set(numbers).size, 1, numbers.join(', '));
          seen.add(numbers[0]);
        }
      };
      await Promise.all([writing, reading(), reading(), reading(), reading()]);
      assert.ok(seen.size > 5, `${seen.size} states were seen`);
    }));

  it('see at once that another one ended a session, though they cached it', () =>
    withTwo(async (one, other) => {
      const now = 1_000;
      const session: Key = { kind: 'session', name: 's', person: 'p', value: '', made: now, used: now, expires: 9_000 };
      for (const end of [
        () => one.keys.remove('session', 's', null),
        () => one.keys.revokeAll('p', 'signed out'),
        () => one.keys.take('session', 's', now),
      ]) {
        await one.keys.put(session);
        for (const node of [one, other]) assert.equal((await node.keys.find('session', 's', now))?.person, 'p');
        await end();
        for (const node of [other, one]) assert.equal(await node.keys.find('session', 's', now), null);
      }
    }));

  it('see a later use of a session that another one stored', () =>
    withTwo(async (one, other) => {
      const late = 20 * 60 * 1000;
      const session: Key = { kind: 'session', name: 's', person: 'p', value: '', made: 0, used: 0, expires: null };
      await one.keys.put(session);
      assert.equal((await other.keys.find('session', 's', 1))?.used, 0);
      await one.keys.touch('session', 's', late);
      assert.equal((await other.keys.find('session', 's', late + 1))?.used, late);
    }));
});

it('PostgreSQL is asked once per request what other processes committed, and a row is read once', async () => {
  const database = await testPostgres();
  const schema = freshSchema();
  const sent: string[] = [];
  const connections = database.connections(schema);
  const acquire: Connections['acquire'] = async (sending) => {
    const { connection, release } = await connections.acquire(sending);
    const ask: Connection['ask'] = (step) => {
      sent.push(step.sql);
      return connection.ask(step);
    };
    return { connection: { ...connection, ask }, release };
  };
  const store = await openPostgresOver({ ...connections, acquire }, schema);
  const checksIn = async (work: () => Promise<unknown>) => {
    sent.length = 0;
    await work();
    assert.ok(!sent.some((sql) => / FROM t_/.test(sql)), sent.join('; '));
    return sent.filter(isCheck).length;
  };
  const read = async () => assert.deepEqual([await numberOf(store, 'n'), await numberOf(store, 'o')], [1, 2]);
  try {
    await store.apply(notes, 'v1', 'the document');
    await insert(store, rowOf('Note', 'n', { number: 1 }));
    await insert(store, rowOf('Note', 'o', { number: 2 }));
    await read();
    await read();
    assert.equal(await checksIn(read), 2);
    assert.equal(await checksIn(() => store.duringRequest(read)), 1);
    // Requests that arrive together share a check.
    assert.equal(await checksIn(() => Promise.all([1, 2, 3].map(() => store.duringRequest(read)))), 1);
    // What a request leaves running is no part of it.
    const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
    let left: Promise<void> | null = null;
    await store.duringRequest(async () => {
      await read();
      left = goesOn.then(read);
    });
    assert.equal(
      await checksIn(async () => {
        goOn();
        await left;
      }),
      2,
    );
  } finally {
    await store.close();
    await database.drop(schema);
  }
});

it('a check finds the commit of a transaction that was running at the check before, and finds it once', async () => {
  const database = await testPostgres();
  const schema = freshSchema();
  const store = await database.open(schema);
  const connections = database.connections(schema);
  const transactions = createTransactions(connections);
  const log = (number: number, seconds: number) =>
    transactions.write({
      begin: ['BEGIN'],
      steps: function* () {
        yield* storeChanges({ node: 'one', number }, [['t', `n${number}`, 0]], []);
        yield* get('SELECT pg_sleep(?)', [seconds]);
      },
    });
  try {
    const slow = log(1, 0.5);
    await pause(150);
    await log(2, 0);
    let since = await transactions.plain(currentSnapshot);
    const found = async () => {
      const read = () => commitsSince(since, { node: 'other', withRecords: false });
      const { snapshot, commits } = await transactions.plain(read);
      since = snapshot;
      return commits.flatMap(({ versions }) => versions?.map(([, id]) => id));
    };
    assert.deepEqual(await found(), []);
    await Promise.all([slow, log(3, 0)]);
    assert.deepEqual(await found(), ['n1', 'n3']);
    assert.deepEqual(await found(), []);
    // A plan that scans the log would remain while the log grows.
    const scans = await transactions.read(function* () {
      yield* commitsSince(since, { node: 'other', withRecords: true });
      const counted = "SELECT seq_scan, idx_scan FROM pg_stat_xact_user_tables WHERE relname = 'changes'";
      return yield* get(`${counted} AND schemaname = current_schema()`);
    });
    assert.equal(Number(scans?.[0]), 0);
    assert.ok(Number(scans?.[1]) > 0);
  } finally {
    await connections.close();
    await store.close();
    await database.drop(schema);
  }
});
