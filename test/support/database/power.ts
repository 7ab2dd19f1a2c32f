import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { realDisk } from '../../../src/store/sqlite/durable-commit.ts';
import { openDatabase } from '../../../src/store/sqlite/sqlite-database.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite-store.ts';
import { random } from '../notation/documents.ts';
import * as m from './models.ts';
import { quickFolder } from './quick-folder.ts';
import { insert, rowOf } from './stores.ts';

const model = m.modelOf({ entities: [m.entityOf('Note', [['number', m.integer]])] });

const LANES = 6;
const IN_LANE = 30;
const PAGE = 4096;

/** The log as a cut of the power may leave it: of what the disk had not confirmed each page is there or not. */
function torn(confirmed: Buffer, now: Buffer, chance: (below: number) => number): Buffer {
  const left = Buffer.alloc(now.length);
  for (let at = 0; at < now.length; at += PAGE) {
    const from = chance(2) === 0 ? now : confirmed;
    from.subarray(at, at + PAGE).copy(left, at);
  }
  return left;
}

/** The notes that a database holds, and whether it is whole; one that can't be read holds none and is not. */
export function notesIn(folder: string): { readonly ids: ReadonlySet<string>; readonly isWhole: boolean } {
  const database = openDatabase(join(folder, 'data.sqlite'));
  try {
    const [table] = database.all("SELECT physical FROM catalog_tables WHERE name = 'Note'", []);
    const ids = new Set(database.all(`SELECT id FROM ${String(table?.[0])}`, []).map(([id]) => String(id)));
    return { ids, isWhole: database.get('PRAGMA integrity_check', [])?.[0] === 'ok' };
  } catch {
    return { ids: new Set(), isWhole: false };
  } finally {
    database.close();
  }
}

interface Cutting {
  readonly seed: number;
  /** The disk takes so long that it is waited for elsewhere. */
  readonly isSlow: boolean;
  /** Of a hundred times that the disk is asked for something it fails so often. */
  readonly fails: number;
}

interface Cut {
  readonly failures: readonly string[];
  /** How many writes somebody was told of as stored, and how many as perhaps not. */
  readonly told: number;
  readonly refused: number;
  /** How often, when the power was cut, there was something that the disk had not confirmed. */
  readonly unsure: number;
}

/** Writes from several sides at once, and looks again and again at what a cut of the power would leave. */
export async function cutOften({ seed, isSlow, fails }: Cutting): Promise<Cut> {
  const folder = mkdtempSync(join(quickFolder, 'ninefold-power-'));
  const log = join(folder, 'data.sqlite-wal');
  const chance = random(seed);
  const state = { confirmed: Buffer.alloc(0), fails: 0, due: chance(100), slow: false, lasts: true };
  // By count and not by chance: how often it is asked goes by what else the machine does.
  const failing = () => {
    state.due += state.fails;
    if (state.due < 100) return;
    state.due -= 100;
    throw new Error('EIO: i/o error, fdatasync');
  };
  const store = await openSqlite({
    folder,
    disk: {
      syncNow: (handle) => {
        const now = readFileSync(log);
        if (state.slow) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
        failing();
        realDisk.syncNow(handle);
        state.confirmed = now;
      },
      sync: async (handle) => {
        const now = readFileSync(log);
        await pause(1);
        failing();
        await realDisk.sync(handle);
        state.confirmed = now;
      },
    },
  });
  const failures = new Set<string>();
  const told: string[] = [];
  const counts = { refused: 0, unsure: 0 };
  const cut = (): void => {
    const after = mkdtempSync(join(folder, 'after-'));
    const now = readFileSync(log);
    if (now.compare(state.confirmed) !== 0) counts.unsure += 1;
    copyFileSync(join(folder, 'data.sqlite'), join(after, 'data.sqlite'));
    writeFileSync(join(after, 'data.sqlite-wal'), torn(state.confirmed, now, chance));
    const { ids, isWhole } = notesIn(after);
    rmSync(after, { recursive: true });
    if (!isWhole) failures.add('after a cut of the power the database was damaged');
    const [lost] = told.filter((id) => !ids.has(id));
    if (lost !== undefined) failures.add(`after a cut of the power ${lost} was gone, which was told to be stored`);
  };
  const lane = async (name: number): Promise<void> => {
    for (let number = 0; number < IN_LANE; number++) {
      const id = `${name}-${number}`;
      try {
        await insert(store, rowOf('Note', id, { number }));
        told.push(id);
      } catch (cause) {
        if (!/may be stored or not/.test(String(cause)))
          failures.add(`a failing disk was told of as: ${String(cause)}`);
        counts.refused += 1;
      }
      if (told.length % 8 === 0) cut();
    }
  };
  const atAnyTime = async (): Promise<void> => {
    while (state.lasts) {
      await turn();
      if (chance(20) === 0) cut();
    }
  };
  try {
    await store.apply(model, 'v1', 'the document');
    if (isSlow) {
      state.slow = true;
      await insert(store, rowOf('Note', 'slow', { number: 0 }));
      state.slow = false;
    }
    state.fails = fails;
    const cutting = atAnyTime();
    await Promise.all(Array.from({ length: LANES }, (_, name) => lane(name)));
    state.lasts = false;
    await cutting;
    return { failures: [...failures], told: told.length, ...counts };
  } finally {
    state.lasts = false;
    state.fails = 0;
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
