import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../core/store-error.ts';
import { makePrivateFolder } from './private-folder.ts';
import { isBusy } from './sqlite-database.ts';

/** A folder that only this process uses until `release` or until the process ends in any way. */
export interface Folder {
  readonly database: string;
  readonly files: string;
  readonly release: () => void;
}

/**
 * Locks the folder and creates it if necessary. The lock is an SQLite lock on a separate file, so the operating system
 * releases it when the process ends.
 */
export function lockFolder(folder: string): Folder {
  const files = join(folder, 'files');
  const owner = join(folder, 'process');
  const lock = opened(folder, () => {
    makePrivateFolder(folder);
    makePrivateFolder(files);
    return new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
  });
  try {
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw isBusy(cause) ? locked(folder, owner, cause) : unwritable(folder, cause);
  }
  opened(folder, () => writeFileSync(owner, `${process.pid}\n`));
  return { database: join(folder, 'data.sqlite'), files, release: () => lock.close() };
}

function opened<T>(folder: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

function unwritable(folder: string, cause: unknown): StoreError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StoreError(
    'unwritable',
    `The data folder ${folder} can't be written (${why}): give this program the right to write there, or name another folder.`,
    { cause },
  );
}

function locked(folder: string, owner: string, cause: unknown): StoreError {
  return new StoreError(
    'locked',
    `The data in ${folder} is in use by another Ninefold process${processOf(owner)}: stop that one first, or name another folder.`,
    { cause },
  );
}

function processOf(owner: string): string {
  try {
    const id = Number(readFileSync(owner, 'utf8'));
    return Number.isInteger(id) && id > 0 ? ` (process ${id})` : '';
  } catch {
    return '';
  }
}
