import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Upload } from '../engine/facts.ts';
import { addUploadRow, diskName, diskOf, dropStaleRows } from './file-rows.ts';
import type { Database } from './sqlite-database.ts';
import { atOnce } from './sqlite-steps.ts';

/**
 * The bytes of uploads and attached files. They lie beside the database, written and synced before the row that names
 * them exists: a crash leaves at most a file that nothing names, which the next sweep removes.
 */
export interface FileShelf {
  readonly add: (upload: Upload & { readonly bytes: Uint8Array }, now: number) => Promise<void>;
  readonly bytes: (token: string) => Promise<Uint8Array | null>;
  readonly dropStale: (now: number) => number;
  /** Removes bytes that no row names any more. */
  readonly remove: (disks: readonly string[]) => void;
}

export function fileShelf(database: Database, folder: string): FileShelf {
  const arriving = new Set<string>();
  const removeAll = (disks: readonly string[]): void => {
    for (const disk of disks) rmSync(join(folder, disk), { force: true });
  };
  return {
    add: async (upload, now) => {
      const disk = diskName();
      arriving.add(disk);
      try {
        await writeSynced(join(folder, disk), upload.bytes);
        syncFolder(folder);
        atOnce(database, addUploadRow(upload, disk, now));
      } finally {
        arriving.delete(disk);
      }
    },
    bytes: async (token) => {
      const disk = atOnce(database, diskOf(token));
      return disk === null ? null : readFile(join(folder, disk));
    },
    dropStale: (now) => {
      const stale = atOnce(database, dropStaleRows(now));
      removeAll(stale);
      removeUnnamed(database, folder, arriving);
      return stale.length;
    },
    remove: removeAll,
  };
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
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

/** Files that a crash left without a row. */
function removeUnnamed(database: Database, folder: string, arriving: ReadonlySet<string>): void {
  const named = new Set(database.all('SELECT disk FROM files', []).map(([disk]) => String(disk)));
  for (const name of readdirSync(folder)) {
    if (!named.has(name) && !arriving.has(name)) rmSync(join(folder, name), { force: true });
  }
}
