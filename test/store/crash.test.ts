import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { freshnessByTable } from '../../src/store/core/row-freshness.ts';
import { prepareOwnTables } from '../../src/store/schema/catalog-table.ts';
import { sqlite } from '../../src/store/sql/sqlite-dialect.ts';
import { createDurableCommits } from '../../src/store/sqlite/durable-commit.ts';
import { inTransaction } from '../../src/store/sqlite/run-program.ts';
import { type Database, hasWalResetBug, openDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { createWriteQueue, type WriteQueue } from '../../src/store/sqlite/write-queue.ts';
import { applyDocument, createAppliedState } from '../../src/store/transaction/applied-document.ts';
import * as m from '../support/database/models.ts';
import { allowed, insert, openStore, request, rowOf } from '../support/database/stores.ts';

const model = m.modelOf({ entities: [m.entityOf('Note', [['number', m.integer]])] });

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-store-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a hundred writes that wait together share a few commits, and all are stored', async () => {
  const { store, done } = await openStore(model);
  try {
    let commits = 0;
    store.subscribe(() => commits++);
    await Promise.all(
      Array.from({ length: 100 }, (_, number) => insert(store, rowOf('Note', `n${number}`, { number }))),
    );
    // One, unless the machine is so slow that the time limit of a shared commit passes in between.
    assert.ok(commits < 10, `${commits} commits`);
    assert.equal((await store.people('Note', 1000)).length, 100);
  } finally {
    await done();
  }
});

/** A queue over a real database that fails where it is told to. */
async function withQueue(
  work: (queue: WriteQueue, database: Database, breaks: Set<string>) => Promise<void>,
): Promise<void> {
  await inFolder(async (folder) => {
    const real = openDatabase(join(folder, 'data.sqlite'));
    const breaks = new Set<string>();
    const exec = (sql: string) => {
      if (breaks.has(sql)) throw new Error(`no ${sql}`);
      real.exec(sql);
    };
    const database: Database = { ...real, exec };
    inTransaction(real, prepareOwnTables(sqlite.words));
    const under = { hash: 'v1', settling: null, dialect: sqlite, freshness: freshnessByTable(real.mark) };
    const { layout } = inTransaction(real, applyDocument({ model, hash: 'v1', text: '' }, under));
    assert.ok(layout !== null);
    const ground = { ...createAppliedState(layout, under), database };
    try {
      const { whenDurable } = createDurableCommits(join(folder, 'data.sqlite'), database);
      const queue = createWriteQueue({
        ground: () => ground,
        publish: () => {},
        whenDurable: whenDurable,
        isHeld: () => false,
      });
      await work(queue, database, breaks);
    } finally {
      real.close();
    }
  });
}

test('each of those that wait together is decided once, and once more only where one of them fails', () =>
  withQueue(async (queue, database) => {
    const decided = new Map<string, number>();
    const note = (id: string, fails = false) =>
      queue.write(
        request(() => {
          decided.set(id, (decided.get(id) ?? 0) + 1);
          if (fails) throw new Error('broken');
          return allowed({ kind: 'insert', row: rowOf('Note', id) });
        }),
      );
    const notes = String(database.get("SELECT name FROM sqlite_schema WHERE name LIKE 't!_%' ESCAPE '!'", [])?.[0]);
    const count = () => Number(database.get(`SELECT count(*) FROM ${notes}`, [])?.[0]);
    await Promise.all([note('a'), note('b')]);
    assert.deepEqual(Object.fromEntries(decided), { a: 1, b: 1 });
    decided.clear();
    await Promise.all([note('c'), assert.rejects(note('d', true), /broken/), note('e')]);
    assert.deepEqual(Object.fromEntries(decided), { c: 2, d: 2, e: 1 });
    assert.equal(count(), 4);
    await assert.rejects(note('f', true), /broken/);
    assert.equal(decided.get('f'), 1);
  }));

test('nobody is acknowledged when the commit fails, nothing is stored, and the next write works', () =>
  withQueue(async (queue, database, breaks) => {
    const note = (id: string) => request(() => allowed({ kind: 'insert', row: rowOf('Note', id) }));
    breaks.add('COMMIT');
    const results = await Promise.allSettled([queue.write(note('a')), queue.write(note('b'))]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    breaks.clear();
    await queue.write(note('c'));
    const [table] = database.all('SELECT physical FROM catalog_tables', []);
    assert.deepEqual(
      database.all(`SELECT id FROM ${String(table?.[0])}`, []).map(([id]) => id),
      ['c'],
    );
  }));

/** Runs the writer until it has acknowledged `count` records, then kills it. The ids that it acknowledged. */
function writeAndKill(folder: string, round: number, count: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const writer = join(import.meta.dirname, '..', 'support', 'database', 'store-writer.ts');
    const child = spawn(process.execPath, [writer, folder, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (part: string) => {
      output += part;
      if (output.split('\n').length > count) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('close', () => resolve(output.split('\n').slice(0, -1)));
  });
}

test('every acknowledged write survives a kill of the process, and the lock dies with it', () =>
  inFolder(async (folder) => {
    const acknowledged: string[] = [];
    for (const round of [1, 2, 3]) {
      const ids = await writeAndKill(folder, round, 60);
      assert.ok(ids.length >= 60 && ids.every((id) => id.startsWith(`${round}-`)), ids[0]);
      acknowledged.push(...ids);
      const store = await openSqlite({ folder });
      await store.apply(model, 'v1', 'the document');
      const stored = new Set((await store.people('Note', 100_000)).map((row) => row.id));
      await store.close();
      assert.deepEqual(
        acknowledged.filter((id) => !stored.has(id)),
        [],
      );
    }
    const raw = new DatabaseSync(join(folder, 'data.sqlite'));
    assert.deepEqual({ ...raw.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
    raw.close();
  }));

test('a second process, and a second opening in this one, get one clear sentence', () =>
  inFolder(async (folder) => {
    const store = await openSqlite({ folder });
    const expected = {
      trouble: 'locked',
      message: new RegExp(`in use by another Ninefold process \\(process ${process.pid}\\): stop`),
    };
    await assert.rejects(openSqlite({ folder }), expected);
    const [said] = await writeAndKill(folder, 1, 1);
    assert.match(said ?? '', /^locked: /);
    await store.close();
    await (await openSqlite({ folder })).close();
  }));

test('a folder that cannot be written is refused in words', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'file'), '');
    await assert.rejects(openSqlite({ folder: join(folder, 'file') }), {
      trouble: 'unwritable',
      message: /can't be written/,
    });
  }));

test('data of a newer program is refused, and is left as it is', () =>
  inFolder(async (folder) => {
    await (await openSqlite({ folder })).close();
    const raw = new DatabaseSync(join(folder, 'data.sqlite'));
    raw.exec(`UPDATE meta SET value = '999' WHERE key = 'format'`);
    raw.close();
    for (const _ of [1, 2])
      await assert.rejects(openSqlite({ folder }), { trouble: 'newer format', message: /newer Ninefold/ });
  }));

test('before a document is applied, and after closing, records are refused in words', () =>
  inFolder(async (folder) => {
    const store = await openSqlite({ folder });
    assert.equal(await store.applied(), null);
    await assert.rejects(store.people('Note', 1), { trouble: 'no document' });
    await assert.rejects(insert(store, rowOf('Note', 'n1')), { trouble: 'no document' });
    const late = insert(store, rowOf('Note', 'n2'));
    await Promise.all([store.close(), assert.rejects(late)]);
    await assert.rejects(store.people('Note', 1), { trouble: 'closed' });
    await assert.rejects(insert(store, rowOf('Note', 'n3')), { trouble: 'closed' });
    await store.close();
  }));

test('versions of SQLite that may lose committed writes are known', () => {
  const affected = ['3.7.0', '3.44.5', '3.45.0', '3.50.6', '3.51.0', '3.51.2'];
  const safe = ['3.6.23', '3.44.6', '3.50.7', '3.51.3', '3.53.4', '4.0.0'];
  assert.deepEqual([...affected, ...safe].filter(hasWalResetBug), affected);
});
