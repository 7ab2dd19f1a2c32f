import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type BucketAt, layeredBlobs } from '../core/blob-store.ts';
import { RESTORED_KINDS } from '../core/keyring.ts';
import { StoreError } from '../core/store-error.ts';
import { takeFolder } from '../sqlite/exclusive-folder.ts';
import { folderBlobs } from '../sqlite/sqlite-files.ts';
import {
  type BackupManifest,
  checkArchive,
  copyArchive,
  DATA,
  failed,
  keepFile,
  makeArchive,
  type Named,
  namedIn,
} from './archive.ts';

/**
 * Copies the data in a folder as it stands at one moment into a new folder, while a server goes on working with it; files
 * from the bucket too, where they lie in one. Rejects with a `StoreError`.
 */
export async function backupSqlite(
  from: string,
  to: string,
  now: number,
  bucket: BucketAt | null = null,
): Promise<BackupManifest> {
  if (!existsSync(join(from, DATA)))
    throw new StoreError('failed', `There is no data in ${from}: name the folder that the server works with.`);
  return makeArchive(to, now, async (folder) => {
    const { named, place } = snapshot(join(from, DATA), join(folder, DATA));
    const beside = folderBlobs(join(from, 'files'));
    if (place !== null && bucket === null) throw withoutBucket();
    const shelf = place === null || bucket === null ? beside : layeredBlobs(bucket(place), beside);
    for (const each of named) await keepFile(shelf, each, folder);
  });
}

export const withoutBucket = (): StoreError =>
  new StoreError('failed', 'Files of this data lie in a bucket, and FILES_URL does not say in which: set it again.');

/**
 * Puts a backup in the place of the data of a folder that no server works with. What was there is moved beside it and
 * kept. Rejects with a `StoreError` where the backup is damaged or the folder in use; then nothing has changed.
 */
export async function restoreSqlite(from: string, to: string, now: number): Promise<{ readonly kept: string | null }> {
  const manifest = await checkArchive(from);
  const isThere = existsSync(join(to, DATA));
  // Whoever works with it holds the lock; it is let go of before the folder is moved.
  if (existsSync(to)) takeFolder(to).release();
  const fresh = `${to}.restoring`;
  const kept = isThere
    ? join(dirname(to), `${basename(to)}.before-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`)
    : null;
  try {
    rmSync(fresh, { recursive: true, force: true });
    copyArchive(from, fresh, manifest);
    forgetCredentials(join(fresh, DATA));
    if (kept !== null) renameSync(to, kept);
    else rmSync(to, { recursive: true, force: true });
    renameSync(fresh, to);
    return { kept };
  } catch (cause) {
    rmSync(fresh, { recursive: true, force: true });
    throw failed(cause, 'The backup could not be restored', 'the data is as it was.');
  }
}

/** Removes what must not come back with a backup: see `RESTORED_KINDS`. */
function forgetCredentials(path: string): void {
  const database = new DatabaseSync(path);
  try {
    const kinds = RESTORED_KINDS.map(() => '?').join(', ');
    database.prepare(`DELETE FROM keyring WHERE kind NOT IN (${kinds})`).run(...RESTORED_KINDS);
  } finally {
    database.close();
  }
}

/** The state of the database at one moment, in one file; the files that it names, and its folder in a bucket. */
function snapshot(from: string, to: string): { readonly named: readonly Named[]; readonly place: string | null } {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  try {
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    const place = copy.prepare("SELECT value FROM meta WHERE key = 'bucket'").get()?.['value'];
    // What is restored from it has its files beside it, and gets a folder of its own for others.
    copy.exec("DELETE FROM meta WHERE key = 'bucket'");
    return { named: namedIn(copy), place: place === undefined ? null : String(place) };
  } finally {
    copy.close();
  }
}
