import type { RecordKey, Upload } from '../../engine/core/needs-and-facts.ts';
import type { Values } from '../../fields/text/value.ts';
import { filesIn } from '../../fields/types/file.ts';
import { all, type DbProgram, get, run, type SqlRow, send } from '../core/db-program.ts';
import { isList, type Layout, type Table } from '../core/layout.ts';
import { readMeta, writeMeta } from '../core/meta-table.ts';
import type { StoredFile } from '../core/store.ts';
import { StoreError } from '../core/store-error.ts';
import type { DialectTexts } from '../sql/dialect.ts';

const DAY = 24 * 60 * 60 * 1000;

function named(token: string): DbProgram<SqlRow | undefined> {
  return get(
    'SELECT disk, uploader, name, size, media_type, entity, record, field FROM files WHERE token = ? AND deleted_at IS NULL',
    [token],
  );
}

/** Returns the storage name of a file's bytes; null if there is no such file. */
export function* storageNameOf(token: string): DbProgram<string | null> {
  const found = yield* named(token);
  return found === undefined ? null : String(found[0]);
}

/** Returns an unattached upload; null if there is none. */
export function* findUpload(token: string): DbProgram<Upload | null> {
  const found = yield* named(token);
  return found === undefined || found[6] !== null ? null : uploadOf(token, found);
}

/** Limits for bytes and number of unattached uploads, per person and in total. */
const MOST_OF_ONE = { bytes: 200_000_000, files: 200 };
const MOST_OF_ALL = { bytes: 2_000_000_000, files: 20_000 };

/**
 * Throws if the uploads of the person, or of everybody, would exceed their limits. A first file is accepted regardless
 * of its size.
 */
export function* assertUploadQuota(uploader: string | null, size: number): DbProgram<void> {
  if (uploader === null) return;
  // Copies share their bytes.
  const waiting = 'SELECT DISTINCT disk, size, uploader FROM files WHERE record IS NULL AND deleted_at IS NULL';
  const sums = `SELECT coalesce(sum(size), 0), count(*), coalesce(sum(CASE WHEN uploader = ? THEN size ELSE 0 END), 0),
    coalesce(sum(CASE WHEN uploader = ? THEN 1 ELSE 0 END), 0) FROM (${waiting}) AS waiting`;
  const [bytes, files, ownBytes, ownFiles] = ((yield* get(sums, [uploader, uploader])) ?? []).map(Number);
  const isTooMuch = (used = 0, count = 0, most: typeof MOST_OF_ONE) =>
    count > 0 && (used + size > most.bytes || count >= most.files);
  if (isTooMuch(ownBytes, ownFiles, MOST_OF_ONE) || isTooMuch(bytes, files, MOST_OF_ALL))
    throw new StoreError(
      'too many uploads',
      'There are too many uploads that no record holds: attach them, or wait a day.',
    );
}

export function* addUploadRow({ value, uploader }: Upload, disk: string, now: number): DbProgram<void> {
  yield* assertUploadQuota(uploader, value.size);
  const sql = 'INSERT INTO files (token, disk, uploader, name, size, media_type, at) VALUES (?, ?, ?, ?, ?, ?, ?)';
  yield* run(sql, [value.file, disk, uploader, value.name, value.size, value.mediaType, now]);
}

export function* findFile(token: string, layout: Layout | null): DbProgram<StoredFile | null> {
  const found = yield* named(token);
  return found === undefined ? null : { ...uploadOf(token, found), ...(yield* placeOf(found, layout)) };
}

/**
 * Adds further uploads of the same bytes under these tokens. Returns false if the person has no such unattached upload.
 * The bytes are kept as long as one of the uploads exists.
 */
export function* copyUploadRow(token: string, uploader: string, copies: readonly string[]): DbProgram<boolean> {
  // Updated first, which locks the row until the transaction ends.
  const own = 'token = ? AND uploader = ? AND record IS NULL AND deleted_at IS NULL';
  if ((yield* run(`UPDATE files SET at = at WHERE ${own}`, [token, uploader])) !== 1) return false;
  const sql = `INSERT INTO files (token, disk, uploader, name, size, media_type, at)
    SELECT ?, disk, uploader, name, size, media_type, at FROM files WHERE token = ?`;
  for (const copy of copies) yield* run(sql, [copy, token]);
  return true;
}

/** Inside a write: attaches the upload to a field. Returns false if it is no longer unattached. */
export function* attachFile(
  token: string,
  { table, id, mark }: { readonly table: string; readonly id: string; readonly mark: string },
): DbProgram<boolean> {
  const sql =
    'UPDATE files SET entity = ?, record = ?, field = ? WHERE token = ? AND record IS NULL AND deleted_at IS NULL';
  return (yield* run(sql, [table, id, mark, token])) === 1;
}

/** Inside a write: marks files as deleted that the record's fields no longer contain. */
export function* dropReplacedFiles(
  table: Table,
  id: string,
  { before, after }: { readonly before: Values | null; readonly after: Values },
  now: number,
): DbProgram<void> {
  for (const { name, type } of table.columns) {
    if (type.kind !== 'file' || !Object.hasOwn(after, name)) continue;
    const kept = new Set(filesIn(after[name] ?? null).map(({ file }) => file));
    for (const { file } of filesIn(before?.[name] ?? null)) {
      if (!kept.has(file))
        yield* send('UPDATE files SET deleted_at = ? WHERE token = ? AND record = ? AND deleted_at IS NULL', [
          now,
          file,
          id,
        ]);
    }
  }
}

/** Deletes uploads not attached within a day. Returns the storage names of their bytes. */
export function* dropStaleRows(now: number): DbProgram<string[]> {
  const stale = yield* all('SELECT token, disk FROM files WHERE record IS NULL AND at <= ?', [now - DAY]);
  for (const [token] of stale) yield* run('DELETE FROM files WHERE token = ? AND record IS NULL', [token ?? null]);
  return stale.map(([, disk]) => String(disk));
}

/** Returns the storage names that no row contains. */
export function* unusedStorageNames(
  disks: readonly string[],
  { inList }: Pick<DialectTexts, 'inList'>,
): DbProgram<string[]> {
  const found = yield* all(`SELECT disk FROM files WHERE disk ${inList('?')}`, [JSON.stringify(disks)]);
  const named = new Set(found.map(([disk]) => String(disk)));
  return disks.filter((disk) => !named.has(disk));
}

/**
 * Returns the bucket folder of this data; each data set has its own, so that the cleanup of one never deletes files of
 * another. Null if no bucket is configured; throws if one was configured before.
 */
export function* bucketFolder(isSet: boolean): DbProgram<string | null> {
  const folder = yield* readMeta('bucket');
  if (folder !== null && !isSet)
    throw new StoreError(
      'failed',
      'Files of this data lie in a bucket, and FILES_URL does not say in which: set it again.',
    );
  if (folder !== null || !isSet) return folder;
  const made = newStorageName();
  yield* writeMeta('bucket', made);
  return made;
}

/** Returns a random storage name that nobody can guess. */
export function newStorageName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function uploadOf(token: string, [, uploader, name, size, mediaType]: SqlRow): Upload {
  return {
    value: { file: token, name: String(name), size: Number(size), mediaType: String(mediaType) },
    uploader: uploader === null || uploader === undefined ? null : String(uploader),
  };
}

/**
 * Returns where a file is attached, and the record on whose page it appears: for a line, the record that owns the line.
 */
function* placeOf(
  found: SqlRow,
  layout: Layout | null,
): DbProgram<{ readonly at: StoredFile['at']; readonly owner: RecordKey | null }> {
  const table = layout?.byPhysical.get(String(found[5]));
  const field = table?.byMark.get(String(found[7]));
  if (table === undefined || field === undefined || isList(field)) return { at: null, owner: null };
  const id = String(found[6]);
  const at = { entity: table.entity, id, field: field.name };
  if (!table.lines) return { at, owner: { entity: at.entity, id } };
  const [parent, mark] = (yield* get(`SELECT parent, list FROM ${table.physical} WHERE id = ?`, [id])) ?? [];
  const owner = [...(layout?.tables.values() ?? [])].find((each) => each.byMark.has(String(mark)));
  if (owner === undefined) return { at, owner: parent === null ? { entity: at.entity, id } : null };
  return { at, owner: { entity: owner.entity, id: String(parent) } };
}
