import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobStore, StoredBlob } from '../core/blob-store.ts';
import { StoreError } from '../core/store-error.ts';

/** Stores blobs as files in a folder that only this process uses. Files are synced before `put` resolves. */
export function folderBlobs(folder: string): BlobStore {
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

async function keptIn(path: string): Promise<StoredBlob | null> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw cause;
  });
  if (file === null) return null;
  const { size } = await file.stat();
  const body = Readable.toWeb(file.createReadStream()) as StoredBlob['body'];
  return { size, body };
}

/** File system errors (disk full, disk error) become store errors. */
async function onDisk<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StoreError('failed', `A file could not be used (${why}): look at the disk, then try again.`, { cause });
  });
}

/** Syncs the folder, without which a new file's name is not durable. Not needed on Windows, which cannot do it. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
