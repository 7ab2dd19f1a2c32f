import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Store } from '../../src/store/core/store.ts';
import { type Disk, realDisk } from '../../src/store/sqlite/durable-commit.ts';
import { openDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import * as m from '../support/database/models.ts';
import { cutOften, notesIn } from '../support/database/power.ts';
import { insert, readOne, rowOf } from '../support/database/stores.ts';

/** That nobody is told of a change before it is on the disk, and what a disk that is slow or fails does meanwhile. */

const model = m.modelOf({ entities: [m.entityOf('Note', [['number', m.integer]])] });

interface Under {
  readonly folder: string;
  readonly store: Store;
  readonly disk: { -readonly [name in keyof Disk]: Disk[name] };
}

/** A store on a disk that does what its test makes it do. */
async function over(work: (under: Under) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-disk-'));
  const disk = { ...realDisk };
  const store = await openSqlite({
    folder,
    disk: { syncNow: (handle) => disk.syncNow(handle), sync: (handle) => disk.sync(handle) },
  });
  try {
    await store.apply(model, 'v1', 'the document');
    await work({ folder, store, disk });
  } finally {
    Object.assign(disk, realDisk);
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const add = (store: Store, id: string) => insert(store, rowOf('Note', id, { number: 1 }));

/** Waits for the disk once for so long that from then on it is waited for elsewhere. */
async function slow({ store, disk }: Under): Promise<void> {
  disk.syncNow = (handle) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
    realDisk.syncNow(handle);
  };
  await add(store, 'slow');
  disk.syncNow = () => assert.fail('nobody waits for this disk');
}

/** The disk answers when it is told to. */
function held(disk: Under['disk']) {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  disk.sync = async (handle) => {
    begun.resolve();
    await end.promise;
    return realDisk.sync(handle);
  };
  return { begun: begun.promise, end: end.resolve };
}

test(
  'while a slow disk is waited for others read, nobody is told that it is stored, and what comes makes up one commit',
  { timeout: 20_000 },
  () =>
    over(async (under) => {
      const { store, disk } = under;
      await slow(under);
      const { begun, end } = held(disk);
      const told: string[] = [];
      let commits = 0;
      store.subscribe(() => commits++);
      const first = add(store, 'a').then(() => told.push('a'));
      await begun;
      assert.equal((await readOne(store, 'Note', 'a'))?.values['number'], 1);
      const others = ['b', 'c'].map((id) => add(store, id).then(() => told.push(id)));
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual([told, commits, await readOne(store, 'Note', 'b')], [[], 0, null]);
      end();
      await Promise.all([first, ...others]);
      assert.deepEqual([told, commits], [['a', 'b', 'c'], 2]);
    }),
);

test('a quick disk is waited for where one writes alone, and while others go on where several do', () =>
  over(async ({ store, disk }) => {
    let elsewhere = 0;
    disk.sync = (handle) => {
      elsewhere++;
      return realDisk.sync(handle);
    };
    await add(store, 'a');
    assert.equal(elsewhere, 0);
    disk.syncNow = () => assert.fail('several wait for this disk');
    await Promise.all(['b', 'c', 'd'].map((id) => add(store, id)));
    assert.equal(elsewhere, 1);
  }));

test('what is written while the disk is waited for is told once the disk was asked again', { timeout: 20_000 }, () =>
  over(async (under) => {
    const { store, disk } = under;
    await slow(under);
    const { begun, end } = held(disk);
    const first = add(store, 'a');
    await begun;
    let isTold = false;
    const view = { id: 'v1', screen: 'Notes', person: 'p1', role: null, name: 'Mine', state: '', made: 1, changed: 1 };
    const past = store.views.add(view).then(() => {
      isTold = true;
    });
    const again = held(disk);
    end();
    await first;
    await again.begun;
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isTold, false);
    again.end();
    await past;
    assert.deepEqual(await store.views.find('v1'), view);
  }),
);

for (const kind of ['quick', 'slow'] as const)
  test(
    `where a ${kind} disk does not confirm a change nobody is told that it is stored, and the next one makes all of it sure`,
    { timeout: 20_000 },
    () =>
      over(async (under) => {
        const { store, disk, folder } = under;
        if (kind === 'slow') await slow(under);
        const breaks = () => {
          throw new Error('EIO: i/o error, fdatasync');
        };
        disk.syncNow = breaks;
        disk.sync = async () => breaks();
        const both = await Promise.allSettled([add(store, 'a'), add(store, 'b')]);
        for (const each of both) {
          assert.ok(each.status === 'rejected');
          assert.match(String(each.reason), /did not confirm a change \(EIO.*may be stored or not: look at the disk/);
          assert.equal(each.reason.trouble, 'failed');
        }
        // The log is not asked for again: whatever it said would not be known to be true.
        const reader = openDatabase(join(folder, 'data.sqlite'));
        reader.exec('BEGIN; SELECT * FROM meta');
        await assert.rejects(add(store, 'c'), /could not be written over, since somebody else is at it/);
        reader.exec('COMMIT');
        reader.close();
        await assert.rejects(add(store, 'd'), /EIO/, 'that the log is empty has to reach the disk too');
        Object.assign(disk, realDisk);
        await add(store, 'e');
        // All of it lies in the database itself: without the log nothing is lost.
        const alone = join(folder, 'alone');
        mkdirSync(alone);
        copyFileSync(join(folder, 'data.sqlite'), join(alone, 'data.sqlite'));
        const found = [...notesIn(alone).ids].sort();
        assert.deepEqual(found, ['a', 'b', 'c', 'd', 'e', ...(kind === 'slow' ? ['slow'] : [])]);
      }),
  );

for (const kind of ['quick', 'slow'] as const)
  test(`after a cut of the power all is there that anybody was told of, on a ${kind} disk`, {
    timeout: 60_000,
  }, async () => {
    const { failures, told, refused, unsure } = await cutOften({ seed: 20_260, isSlow: kind === 'slow', fails: 0 });
    assert.deepEqual([failures, refused], [[], 0]);
    assert.equal(told, 180);
    // Otherwise there was nothing to lose.
    if (kind === 'slow') assert.ok(unsure > 0);
  });

test('the same where the disk fails now and then', { timeout: 60_000 }, async () => {
  const { failures, told, refused } = await cutOften({ seed: 20_260, isSlow: true, fails: 10 });
  assert.deepEqual(failures, []);
  assert.ok(told > 20 && refused > 5, `${told} told, ${refused} refused`);
});
