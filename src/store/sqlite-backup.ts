import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { StoreError } from './error.ts';
import { takeFolder } from './sqlite-folder.ts';

/** What a backup says of itself. */
export interface BackupManifest {
  /** Of this description. */
  readonly format: 1;
  readonly made: string;
  readonly hash: string;
  readonly files: number;
}

const DATA = 'data.sqlite';
const MANIFEST = 'manifest.json';

/**
 * Copies the data in a folder as it stands at one moment into a new folder, while a server goes on working with it.
 * The copy is there whole or not at all. Rejects with a `StoreError`.
 */
export async function backupSqlite(from: string, to: string, now: number): Promise<BackupManifest> {
  if (!existsSync(join(from, DATA)))
    throw new StoreError('failed', `There is no data in ${from}: name the folder that the server works with.`);
  if (existsSync(to)) throw new StoreError('failed', `${to} is there already: name a folder that is not.`);
  const partial = `${to}.partial`;
  rmSync(partial, { recursive: true, force: true });
  try {
    mkdirSync(join(partial, 'files'), { recursive: true });
    const names = snapshot(join(from, DATA), join(partial, DATA));
    for (const { disk, isHeld } of names) copyFile(join(from, 'files', disk), join(partial, 'files', disk), isHeld);
    const hash = await hashOfFile(join(partial, DATA));
    const files = readdirSync(join(partial, 'files')).length;
    const manifest: BackupManifest = { format: 1, made: new Date(now).toISOString(), hash, files };
    writeFileSync(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
    renameSync(partial, to);
    return manifest;
  } catch (cause) {
    rmSync(partial, { recursive: true, force: true });
    throw failed(cause, `The backup could not be made`, 'nothing was left behind; look at the disk, then try again.');
  }
}

/**
 * Puts a backup in the place of the data of a folder that no server works with. What was there is moved beside it and
 * kept. Rejects with a `StoreError` where the backup is damaged or the folder in use; then nothing has changed.
 */
export async function restoreSqlite(from: string, to: string, now: number): Promise<{ readonly kept: string | null }> {
  const manifest = manifestOf(from);
  if ((await hashOfFile(join(from, DATA)).catch(() => '')) !== manifest.hash)
    throw new StoreError('failed', `${from} is damaged: its data is not what was written. Take another backup.`);
  if (readdirSync(join(from, 'files')).length < manifest.files)
    throw new StoreError('failed', `${from} is damaged: files are missing. Take another backup.`);
  const isThere = existsSync(join(to, DATA));
  // Whoever works with it holds the lock; it is let go of before the folder is moved.
  if (existsSync(to)) takeFolder(to).release();
  const fresh = `${to}.restoring`;
  const kept = isThere
    ? join(dirname(to), `${basename(to)}.before-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`)
    : null;
  try {
    rmSync(fresh, { recursive: true, force: true });
    cpSync(from, fresh, { recursive: true, filter: (path) => basename(path) !== MANIFEST });
    checkWhole(join(fresh, DATA), from);
    if (kept !== null) renameSync(to, kept);
    else rmSync(to, { recursive: true, force: true });
    renameSync(fresh, to);
    return { kept };
  } catch (cause) {
    rmSync(fresh, { recursive: true, force: true });
    throw failed(cause, 'The backup could not be restored', 'the data is as it was.');
  }
}

/** The state of the database at one moment, in one file; and the files that it names. */
function snapshot(from: string, to: string): { readonly disk: string; readonly isHeld: boolean }[] {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  try {
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to, { readOnly: true });
  try {
    const rows = copy.prepare('SELECT disk, record FROM files').all();
    return rows.map(({ disk, record }) => ({ disk: String(disk), isHeld: record !== null }));
  } finally {
    copy.close();
  }
}

/** An upload that nobody attached may be swept away meanwhile; one that a record holds may not be missing. */
function copyFile(from: string, to: string, isHeld: boolean): void {
  try {
    copyFileSync(from, to);
  } catch (cause) {
    if (isHeld) throw cause;
  }
}

function manifestOf(folder: string): BackupManifest {
  try {
    const found = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as BackupManifest;
    if (found.format === 1 && typeof found.hash === 'string') return found;
  } catch {
    // Said below.
  }
  throw new StoreError('failed', `${folder} is no backup of this program: name a folder that "ninefold backup" made.`);
}

function checkWhole(file: string, from: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const found = database.prepare('PRAGMA integrity_check').all();
    if (found.length !== 1 || found[0]?.['integrity_check'] !== 'ok')
      throw new StoreError('failed', `${from} is damaged: its tables do not hold together. Take another backup.`);
  } finally {
    database.close();
  }
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function failed(cause: unknown, what: string, next: string): StoreError {
  if (cause instanceof StoreError) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StoreError('failed', `${what} (${why}): ${next}`, { cause });
}
