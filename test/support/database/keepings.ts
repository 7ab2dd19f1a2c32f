import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBucket } from '../../../src/store/bucket/bucket.ts';
import type { Store } from '../../../src/store/core/store.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite-store.ts';
import { startBucket, type TestBucket } from '../http/s3.ts';
import { freshSchema, testPostgres } from './postgres.ts';
import { quickFolder } from './quick-folder.ts';

/** A store with the place where its files lie. */
export interface Keeping {
  readonly store: Store;
  /** Null where the files lie beside the data. */
  readonly bucket: TestBucket | null;
  /** Leaves bytes that nothing names, as a program that was ended long ago would. */
  readonly lose: (name: string) => Promise<void>;
  readonly done: () => Promise<void>;
}

/** No test waits as long as people would. */
export const soon = { ms: 2_000, pauseMs: 1 };
/** Where no bucket is silent on purpose: one in this process may be late while others take the machine. */
const calm = { ms: 20_000, pauseMs: 1 };

/** Each way to keep files. */
export const keepings: Readonly<Record<string, () => Promise<Keeping>>> = {
  'in a folder': () => inFolder(null),
  'in the database': () => inDatabase(null),
  'in a bucket, beside a folder': async () => inFolder(await startBucket(), calm),
  'in a bucket, beside a database': async () => inDatabase(await startBucket()),
};

/** `bucket` is stopped with it. */
export async function inFolder(bucket: TestBucket | null, patience = soon): Promise<Keeping> {
  const folder = mkdtempSync(join(quickFolder, 'ninefold-files-'));
  const store = await openSqlite({ folder, bucket: bucket && openBucket(bucket.settings, patience) });
  return {
    store,
    bucket,
    lose: async (name) => {
      if (bucket === null) writeFileSync(join(folder, 'files', name), 'lost');
      else loseIn(bucket, name);
    },
    done: async () => {
      await store.close();
      await bucket?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function inDatabase(bucket: TestBucket | null): Promise<Keeping> {
  const database = await testPostgres();
  const schema = freshSchema();
  const store = await database.open(schema, bucket === null ? undefined : openBucket(bucket.settings, calm));
  const lost = (name: string) =>
    `INSERT INTO file_parts (disk, part, bytes, at) VALUES ('${name}', 0, 'lost', now() - interval '2 hours')`;
  return {
    store,
    bucket,
    lose: async (name) => {
      if (bucket === null) await database.ask(schema, lost(name));
      else loseIn(bucket, name);
    },
    done: async () => {
      await store.close();
      await bucket?.stop();
      await database.drop(schema);
    },
  };
}

/** In the folder of the data that put something there last. */
function loseIn({ objects, clock }: TestBucket, name: string): void {
  const [known = ''] = [...objects.keys()].slice(-1);
  const folder = known.slice(0, known.lastIndexOf('/'));
  objects.set(`${folder}/${name}`, { bytes: Buffer.from('lost'), at: clock.now() - 2 * 3_600_000 });
}
