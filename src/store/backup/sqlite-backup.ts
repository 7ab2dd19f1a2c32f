import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { layeredBlobs, type OpenBucket } from '../core/blob-store.ts';
import { RESTORED_KINDS } from '../core/keyring.ts';
import { StoreError } from '../core/store-error.ts';
import { lockFolder } from '../sqlite/exclusive-folder.ts';
import { folderBlobs } from '../sqlite/sqlite-files.ts';
import {
  type BackupManifest,
  backupError,
  checkArchive,
  copyArchive,
  copyFileToBackup,
  DATA,
  filesNamedIn,
  makeArchive,
  type NamedFile,
} from './archive.ts';

/**
 * Copies the data in a folder as of one moment into a new folder, while a server continues working; includes files in a
 * bucket. Rejects with a `StoreError`.
 */
export async function backupSqlite(
  from: string,
  to: string,
  now: number,
  bucket: OpenBucket | null = null,
): Promise<BackupManifest> {
  if (!existsSync(join(from, DATA)))
    throw new StoreError('failed', `There is no data in ${from}: name the folder that the server works with.`);
  return makeArchive(to, now, async (folder) => {
    const { named, place } = snapshot(join(from, DATA), join(folder, DATA));
    const beside = folderBlobs(join(from, 'files'));
    if (place !== null && bucket === null) throw withoutBucket();
    const shelf = place === null || bucket === null ? beside : layeredBlobs(bucket(place), beside);
    for (const each of named) await copyFileToBackup(shelf, each, folder);
  });
}

export const withoutBucket = (): StoreError =>
  new StoreError('failed', 'Files of this data lie in a bucket, and FILES_URL does not say in which: set it again.');

/**
 * Replaces the data of a folder that no server uses with a backup. The previous data is moved beside it and preserved.
 * Rejects with a `StoreError` if the backup is damaged or the folder is in use; nothing has changed then.
 */
export async function restoreSqlite(from: string, to: string, now: number): Promise<{ readonly kept: string | null }> {
  const manifest = await checkArchive(from);
  const isThere = existsSync(join(to, DATA));
  // A process that uses the folder holds the lock; the lock is released before the folder is moved.
  if (existsSync(to)) lockFolder(to).release();
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
    throw backupError(cause, 'The backup could not be restored', 'the data is as it was.');
  }
}

/** Deletes what must not be restored from a backup: see `RESTORED_KINDS`. */
function forgetCredentials(path: string): void {
  const database = new DatabaseSync(path);
  try {
    const kinds = RESTORED_KINDS.map(() => '?').join(', ');
    database.prepare(`DELETE FROM keyring WHERE kind NOT IN (${kinds})`).run(...RESTORED_KINDS);
  } finally {
    database.close();
  }
}

/** Copies the database as of one moment into one file. Returns the files that it names, and its folder in a bucket. */
function snapshot(from: string, to: string): { readonly named: readonly NamedFile[]; readonly place: string | null } {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  try {
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    const place = copy.prepare("SELECT value FROM meta WHERE key = 'bucket'").get()?.['value'];
    // Data restored from this copy has its files beside it, and gets a new bucket folder for further files.
    copy.exec("DELETE FROM meta WHERE key = 'bucket'");
    return { named: filesNamedIn(copy), place: place === undefined ? null : String(place) };
  } finally {
    copy.close();
  }
}
