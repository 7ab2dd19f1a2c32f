import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { faults } from '../support/database/faulty-store.ts';
import * as m from '../support/database/models.ts';
import { insert, readOne, rowOf } from '../support/database/stores.ts';

/** What the disk may do to the data. */

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-faults-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const before = m.modelOf({ entities: [m.entityOf('Note', [['text', m.text()]])] });
const after = m.modelOf({
  entities: [
    m.entityOf('Note', [
      ['text', m.text(), { unique: true }],
      ['number', m.integer],
    ]),
    m.entityOf('Page', [['title', m.text(), { title: true }]]),
  ],
  machines: [m.machineOf('Note', 'status', ['Open', 'Done'])],
});

test('a document whose taking is broken off at any statement is not taken at all, and is taken whole the next time', () =>
  inFolder(async (folder) => {
    const plan = faults();
    const store = await openSqlite({ folder, trace: plan.trace });
    await store.apply(before, 'v1', 'first');
    await insert(store, rowOf('Note', 'n1', { text: 'kept' }));
    let broken = 0;
    for (let at = 0; ; at++) {
      plan.plan('statement', at);
      const outcome = await store.apply(after, 'v2', 'second').then(
        (taken) => taken.applied,
        () => 'failed',
      );
      const hasStruck = plan.hasStruck();
      plan.plan('statement', null);
      if (!hasStruck) {
        assert.equal(outcome, true);
        break;
      }
      broken += 1;
      assert.equal(outcome, 'failed', `statement ${at}`);
      assert.deepEqual(await store.applied(), { hash: 'v1', text: 'first' }, `statement ${at}`);
      assert.equal((await readOne(store, 'Note', 'n1'))?.values['text'], 'kept', `statement ${at}`);
    }
    assert.ok(broken > 5, `${broken} statements`);
    assert.deepEqual(await store.applied(), { hash: 'v2', text: 'second' });
    const row = await readOne(store, 'Note', 'n1');
    assert.deepEqual([row?.values['text'], row?.values['number'], row?.values['status']], ['kept', null, 'Open']);
    await store.close();
  }));

test('each connection writes through to the disk before a commit is over, and keeps what refers to what', () =>
  inFolder(async (folder) => {
    const database = openDatabase(join(folder, 'data.sqlite'));
    const setting = (name: string) => database.get(`PRAGMA ${name}`, [])?.[0];
    // 2 is FULL.
    assert.deepEqual(['journal_mode', 'synchronous', 'foreign_keys', 'trusted_schema'].map(setting), ['wal', 2, 1, 0]);
    database.close();
  }));

test('a disk that is full refuses the write, loses nothing, and is written again once there is room', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'data.sqlite');
    const store = await openSqlite({ folder });
    await store.apply(before, 'v1', 'first');
    await insert(store, rowOf('Note', 'n0', { text: 'there' }));
    await store.close();
    const raw = openDatabase(file);
    const pages = Number(raw.get('PRAGMA page_count', [])?.[0]);
    raw.exec(`PRAGMA max_page_count = ${pages}`);
    raw.exec('CREATE TABLE IF NOT EXISTS meta (name TEXT)');
    assert.throws(() => raw.exec('CREATE TABLE more (a TEXT); CREATE TABLE evenmore (a TEXT)'), /full/);
    raw.close();
    const again = await openSqlite({ folder });
    await again.apply(before, 'v1', 'first');
    assert.equal((await readOne(again, 'Note', 'n0'))?.values['text'], 'there');
    await insert(again, rowOf('Note', 'n1', { text: 'more' }));
    assert.equal((await readOne(again, 'Note', 'n1'))?.values['text'], 'more');
    await again.close();
  }));
