import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { v7 } from 'uuid';
import type { Verdict } from '../src/engine/context/verdict.ts';
import type { Row } from '../src/fields/text/value.ts';
import type { Store } from '../src/store/core/store.ts';
import { openSqlite } from '../src/store/sqlite/sqlite-store.ts';
import { type Bench, inFolder } from './bench.ts';
import { gatedText } from './documents.ts';
import { applyDocument, rowOf } from './seed.ts';
import { type Figure, figure, interleaved, median, perSecond, times } from './table.ts';

export const durable: Bench = {
  name: 'durable',
  about: 'writes that are on the disk when they are answered: a record and its history, beside a bare node:sqlite loop',
  run: ({ quick }) => inFolder((folder) => measure(folder, quick)),
};

async function measure(folder: string, quick: boolean): Promise<readonly Figure[]> {
  const store = await openSqlite({ folder });
  const bare = openBare(folder);
  try {
    await applyDocument(store, gatedText(false));
    const hash = (await store.applied())?.hash ?? '';
    await putKeeper(store, hash);
    const length = quick ? 300 : 1_500;
    const works = [1, 24].flatMap((clients) => [
      () => rate(clients, length, () => writeOurs(store, hash)),
      () => rate(clients, length, async () => bare.write()),
    ]);
    for (const work of works) await work();
    const [one = [], bareOne = [], many = [], bareMany = []] = await interleaved(quick ? 3 : 7, works);
    return [
      figure('1 client', perSecond(median(one)), {
        against: `${perSecond(median(bareOne))} bare`,
        ratio: times(ratios(one, bareOne)),
        budget: '≥ 0.70 ×',
      }),
      figure('24 clients', perSecond(median(many)), {
        against: `${perSecond(median(bareMany))} bare`,
        ratio: times(ratios(many, bareMany)),
        budget: '≥ 0.70 ×',
      }),
      figure('24 clients against 1', perSecond(median(many)), {
        against: perSecond(median(one)),
        ratio: times(ratios(many, one)),
        budget: '≥ 3.00 ×',
      }),
    ];
  } finally {
    await store.close();
    bare.close();
  }
}

const ratios = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((each, round) => each / (theirs[round] ?? Number.NaN)));

/** Writes a second of so many clients, each the next when the last is answered. */
async function rate(clients: number, length: number, write: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  let written = 0;
  const one = async (): Promise<void> => {
    while (performance.now() - begun < length) {
      await write();
      written += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, one));
  return written / ((performance.now() - begun) / 1000);
}

const KEEPER = v7();
const values = {
  number: 'E-2044',
  keeper: KEEPER,
  account: 'Office',
  amount: 1990,
  reason: 'Paper',
  due: '2026-08-14',
  remark: null,
};

/** Somebody keeps each entry, as in every application: who is named is there. */
const putKeeper = (store: Store, documentHash: string): Promise<void> =>
  put(store, documentHash, rowOf('Person', KEEPER, { name: 'Ida Beck', email: 'ida@example.com', role: 'Clerk' }));

const writeOurs = (store: Store, documentHash: string): Promise<void> =>
  put(store, documentHash, rowOf('Entry', v7(), values));

async function put(store: Store, documentHash: string, row: Row): Promise<void> {
  const changes = Object.entries(row.values).map(([field, to]) => ({ field, from: null, to }));
  const verdict: Verdict = {
    allowed: true,
    row,
    writes: [
      { kind: 'insert', row },
      { kind: 'history', entry: { entity: row.entity, id: row.id, event: 'create', changes, notes: [] } },
    ],
  };
  await store.write({
    needs: { rows: [], unique: [], files: [], referrers: [] },
    decide: () => verdict,
    actor: { kind: 'product' },
    now: Date.now(),
    documentHash,
    idempotency: null,
  });
}

function openBare(folder: string): { readonly write: () => void; readonly close: () => void } {
  const database = new DatabaseSync(join(folder, 'bare.sqlite'));
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16000;
    CREATE TABLE entry (id TEXT PRIMARY KEY NOT NULL, at INTEGER, number TEXT, keeper TEXT, account TEXT, amount INTEGER,
      reason TEXT, due TEXT, remark TEXT) STRICT;
    CREATE INDEX entry_by_number ON entry (number, id);
    CREATE INDEX entry_by_keeper ON entry (keeper, at DESC, id);
    CREATE INDEX entry_by_age ON entry (at DESC, id);
    CREATE TABLE history (id INTEGER PRIMARY KEY, entry TEXT, at INTEGER, changes TEXT) STRICT;
    CREATE INDEX history_of ON history (entry, id);`);
  const entry = database.prepare('INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const history = database.prepare('INSERT INTO history (entry, at, changes) VALUES (?, ?, ?)');
  return {
    write: () => {
      const id = v7();
      const now = Date.now();
      database.exec('BEGIN IMMEDIATE');
      const { number, keeper, account, amount, reason, due, remark } = values;
      entry.run(id, now, number, keeper, account, amount, reason, due, remark);
      history.run(id, now, JSON.stringify(values));
      database.exec('COMMIT');
    },
    close: () => database.close(),
  };
}
