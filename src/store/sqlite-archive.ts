import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { StoreError } from './error.ts';
import type { Shelf } from './shelf.ts';
import { FORMAT } from './sql/own-tables.ts';

/** What a backup says of itself. */
export interface BackupManifest {
  /** Of this description. */
  readonly format: 1;
  readonly made: string;
  readonly hash: string;
  readonly files: number;
}

export const DATA = 'data.sqlite';
export const MANIFEST = 'manifest.json';

/** A file that the data names. `isHeld`: a record has it, so that it may not be missing. */
export interface Named {
  readonly disk: string;
  readonly isHeld: boolean;
}

/**
 * Makes a backup in a folder that is not there yet: `fill` puts the data and the files into it, in a place of their own until
 * they are whole. It is there whole or not at all. Rejects with a `StoreError`.
 */
export async function makeArchive(
  to: string,
  now: number,
  fill: (folder: string) => Promise<void>,
): Promise<BackupManifest> {
  if (existsSync(to)) throw new StoreError('failed', `${to} is there already: name a folder that is not.`);
  const partial = `${to}.partial`;
  rmSync(partial, { recursive: true, force: true });
  try {
    mkdirSync(join(partial, 'files'), { recursive: true });
    await fill(partial);
    const hash = await hashOfFile(join(partial, DATA));
    const files = readdirSync(join(partial, 'files')).length;
    const manifest: BackupManifest = { format: 1, made: new Date(now).toISOString(), hash, files };
    writeFileSync(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
    renameSync(partial, to);
    return manifest;
  } catch (cause) {
    rmSync(partial, { recursive: true, force: true });
    throw failed(cause, 'The backup could not be made', 'nothing was left behind; look at the disk, then try again.');
  }
}

/** Puts a file of the data into a backup. An upload that nobody attached may be swept away meanwhile. */
export async function keepFile(shelf: Pick<Shelf, 'get'>, { disk, isHeld }: Named, folder: string): Promise<void> {
  const kept = await shelf.get(disk);
  if (kept !== null) await pipeline(kept.body, createWriteStream(join(folder, 'files', disk)));
  else if (isHeld)
    throw new StoreError('failed', 'A file went while the backup was made: nothing was left behind; try again.');
}

/** Rejects with a `StoreError` where a folder is no backup, is damaged, or is of a newer program. */
export async function checkArchive(from: string): Promise<void> {
  const manifest = manifestOf(from);
  if ((await hashOfFile(join(from, DATA)).catch(() => '')) !== manifest.hash)
    throw new StoreError('failed', `${from} is damaged: its data is not what was written. Take another backup.`);
  if (filesIn(from) < manifest.files)
    throw new StoreError('failed', `${from} is damaged: files are missing. Take another backup.`);
  const database = new DatabaseSync(join(from, DATA), { readOnly: true });
  try {
    const found = database.prepare('PRAGMA integrity_check').all();
    if (found.length !== 1 || found[0]?.['integrity_check'] !== 'ok')
      throw new StoreError('failed', `${from} is damaged: its tables do not hold together. Take another backup.`);
    const format = Number(database.prepare("SELECT value FROM meta WHERE key = 'format'").get()?.['value']);
    if (format > FORMAT)
      throw new StoreError(
        'newer format',
        `${from} was made by a newer Ninefold (format ${format}, this one knows ${FORMAT}): run that version or a later one.`,
      );
  } finally {
    database.close();
  }
}

/** The files that the data of a backup names. */
export function namedIn(database: DatabaseSync): Named[] {
  const rows = database.prepare('SELECT disk, max(record) AS record FROM files GROUP BY disk').all();
  return rows.map(({ disk, record }) => {
    if (!/^[0-9a-f]{32}$/.test(String(disk)))
      throw new StoreError('failed', 'The data names a file that is none of ours.');
    return { disk: String(disk), isHeld: record !== null };
  });
}

export function failed(cause: unknown, what: string, next: string): StoreError {
  if (cause instanceof StoreError) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StoreError('failed', `${what} (${why}): ${next}`, { cause });
}

function filesIn(folder: string): number {
  return existsSync(join(folder, 'files')) ? readdirSync(join(folder, 'files')).length : 0;
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

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
