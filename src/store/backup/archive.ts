import { createHash } from 'node:crypto';
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  type Dirent,
  existsSync,
  constants as fsConstants,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import type { Shelf } from '../core/blob-store.ts';
import { StoreError } from '../core/store-error.ts';
import { FORMAT } from '../sql-tables/catalog-tables.ts';
import { makePrivateFolder } from '../sqlite/private-folder.ts';

/** Describes a backup: when it was made, and the size and hash of everything in it. Stored as `manifest.json`. */
export interface BackupManifest {
  /** Version of the manifest itself. */
  readonly format: 2;
  /** ISO 8601, UTC. */
  readonly made: string;
  /** The database, `data.sqlite`. */
  readonly data: Fingerprint;
  /** Attachments by their name in `files/`. */
  readonly files: Readonly<Record<string, Fingerprint>>;
}

/** Size in bytes and SHA-256 in hexadecimal. */
interface Fingerprint {
  readonly size: number;
  readonly hash: string;
}

export const DATA = 'data.sqlite';
export const MANIFEST = 'manifest.json';

/** Names of attachments on disk are made by us. */
const FILE_NAME = /^[0-9a-f]{32}$/;

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
    makePrivateFolder(partial);
    makePrivateFolder(join(partial, 'files'));
    await fill(partial);
    const manifest: BackupManifest = { format: 2, made: new Date(now).toISOString(), ...(await fingerprints(partial)) };
    writeFileSync(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
    renameSync(partial, to);
    return manifest;
  } catch (cause) {
    rmSync(partial, { recursive: true, force: true });
    throw failed(cause, 'The backup could not be made', 'nothing was left behind; look at the disk, then try again.');
  }
}

/** Copies a verified backup into a new folder: exactly what the manifest lists, without the manifest. */
export function copyArchive(from: string, to: string, { files }: BackupManifest): void {
  makePrivateFolder(to);
  makePrivateFolder(join(to, 'files'));
  for (const name of [DATA, ...Object.keys(files).map((each) => join('files', each))])
    copyFileSync(join(from, name), join(to, name), fsConstants.COPYFILE_EXCL);
}

/** Puts a file of the data into a backup. An upload that nobody attached may be swept away meanwhile. */
export async function keepFile(shelf: Pick<Shelf, 'get'>, { disk, isHeld }: Named, folder: string): Promise<void> {
  const kept = await shelf.get(disk);
  if (kept !== null) await pipeline(kept.body, createWriteStream(join(folder, 'files', disk)));
  else if (isHeld)
    throw new StoreError('failed', 'A file went while the backup was made: nothing was left behind; try again.');
}

/**
 * Verifies a backup: every file has the size and hash that the manifest states, nothing is missing or added, and the
 * database is intact. Rejects with a `StoreError` if the folder is not a backup, is damaged, or was made by a newer program.
 */
export async function checkArchive(from: string): Promise<BackupManifest> {
  const manifest = manifestOf(from);
  refuseOtherEntries(from, manifest);
  const found = await fingerprints(from);
  const damage =
    differs(DATA, manifest.data, found.data) ??
    Object.entries(manifest.files)
      .map(([name, stated]) => differs(`files/${name}`, stated, found.files[name]))
      .find((each) => each !== null);
  if (damage) throw new StoreError('failed', `${from} is damaged: ${damage} Take another backup.`);
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
    for (const { disk, isHeld } of namedIn(database))
      if (isHeld && manifest.files[disk] === undefined)
        throw new StoreError('failed', `${from} is damaged: files/${disk} is missing. Take another backup.`);
    return manifest;
  } finally {
    database.close();
  }
}

/** The files that the data of a backup names. */
export function namedIn(database: DatabaseSync): Named[] {
  const rows = database.prepare('SELECT disk, max(record) AS record FROM files GROUP BY disk').all();
  return rows.map(({ disk, record }) => {
    if (!FILE_NAME.test(String(disk))) throw new StoreError('failed', 'The data names a file that is none of ours.');
    return { disk: String(disk), isHeld: record !== null };
  });
}

export function failed(cause: unknown, what: string, next: string): StoreError {
  if (cause instanceof StoreError) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StoreError('failed', `${what} (${why}): ${next}`, { cause });
}

/**
 * Links would lead outside the backup, and a journal beside the database would change it when it is opened, so only the
 * regular files that the manifest lists are accepted.
 */
function refuseOtherEntries(folder: string, { files }: BackupManifest): void {
  const isOurs = (entry: Dirent) =>
    entry.name === 'files' ? entry.isDirectory() : entry.isFile() && [DATA, MANIFEST].includes(entry.name);
  const isListed = (entry: Dirent) => entry.isFile() && files[entry.name] !== undefined;
  const unexpected =
    entriesOf(folder).find((entry) => !isOurs(entry)) ??
    entriesOf(join(folder, 'files')).find((entry) => !isListed(entry));
  if (unexpected === undefined) return;
  const what = unexpected.isSymbolicLink() ? 'is a link' : 'is not part of the backup';
  throw new StoreError(
    'failed',
    `${folder} is not as it was made: ${join(unexpected.parentPath, unexpected.name)} ${what}. Remove it, or take another backup.`,
  );
}

const entriesOf = (folder: string): Dirent[] =>
  existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];

/** Null if the file is as the manifest states, else a sentence. */
function differs(name: string, stated: Fingerprint, found: Fingerprint | undefined): string | null {
  if (found === undefined) return `${name} is missing.`;
  if (found.size !== stated.size) return `${name} has ${found.size} bytes instead of ${stated.size}.`;
  return found.hash === stated.hash ? null : `${name} was changed.`;
}

function manifestOf(folder: string): BackupManifest {
  const notABackup = (why: string) =>
    new StoreError(
      'failed',
      `${folder} is not a backup of this program${why}: name a folder that "ninefold backup" made.`,
    );
  const path = join(folder, MANIFEST);
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) throw notABackup('');
  try {
    const { format, made, data, files } = JSON.parse(readFileSync(path, 'utf8')) as Partial<BackupManifest>;
    if (format === 2 && typeof made === 'string' && isFingerprint(data) && isListOfFiles(files))
      return { format, made, data, files };
  } catch {
    // The manifest is not JSON; the error below names it.
  }
  throw notABackup(`, or ${MANIFEST} is of another version`);
}

const isFingerprint = (value: unknown): value is Fingerprint =>
  typeof value === 'object' && value !== null && 'size' in value && 'hash' in value;

const isListOfFiles = (value: unknown): value is BackupManifest['files'] =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([name, each]) => FILE_NAME.test(name) && isFingerprint(each));

async function fingerprints(folder: string): Promise<Pick<BackupManifest, 'data' | 'files'>> {
  const files: [string, Fingerprint][] = [];
  for (const { name } of entriesOf(join(folder, 'files')))
    files.push([name, await fingerprint(join(folder, 'files', name))]);
  const data = await fingerprint(join(folder, DATA)).catch(() => ({ size: 0, hash: '' }));
  return { data, files: Object.fromEntries(files) };
}

async function fingerprint(path: string): Promise<Fingerprint> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { size: statSync(path).size, hash: hash.digest('hex') };
}
