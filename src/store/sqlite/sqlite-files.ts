import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Kept, Shelf } from '../core/blob-store.ts';
import { StoreError } from '../core/store-error.ts';

/** Bytes in files of a folder that one process has open, written and synced before anybody hears of them. */
export function folderShelf(folder: string): Shelf {
  return {
    put: async (name, bytes) => {
      const path = join(folder, name);
      const file = await onDisk(open(path, 'wx'));
      try {
        for await (const chunk of bytes) await onDisk(file.writeFile(chunk));
        await onDisk(file.sync());
        syncFolder(folder);
      } catch (cause) {
        await rm(path, { force: true });
        throw cause;
      } finally {
        await file.close();
      }
    },
    get: (name) => onDisk(keptIn(join(folder, name))),
    remove: async (names) => {
      for (const name of names) await onDisk(rm(join(folder, name), { force: true }));
    },
    settled: async function* () {
      yield await onDisk(readdir(folder));
    },
    check: () => Promise.resolve(),
  };
}

async function keptIn(path: string): Promise<Kept | null> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw cause;
  });
  if (file === null) return null;
  const { size } = await file.stat();
  const body = Readable.toWeb(file.createReadStream()) as Kept['body'];
  return { size, body };
}

/** What the disk refuses (it is full, it fails) is a failure of the store, not of the program. */
async function onDisk<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StoreError('failed', `A file could not be used (${why}): look at the disk, then try again.`, { cause });
  });
}

/** The name of a new file is safe only once its folder is synced; where a system can't do that, it needs none. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
