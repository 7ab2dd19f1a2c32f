import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordKey, Upload } from '../engine/facts.ts';
import type { Layout } from './layout.ts';
import { isList } from './layout.ts';
import type { Database, SqlRow } from './sqlite-database.ts';
import type { StoredFile } from './store.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Uploads and attached files. The bytes lie beside the database, written and synced before the row that names them
 * exists: a crash leaves at most a file that nothing names, which the next sweep removes.
 */
export interface FileShelf {
  /** An upload that no record holds yet; null where there is none. */
  readonly upload: (token: string) => Upload | null;
  readonly add: (upload: Upload & { readonly bytes: Uint8Array }, now: number) => Promise<void>;
  readonly bytes: (token: string) => Promise<Uint8Array | null>;
  readonly find: (token: string, layout: Layout | null) => StoredFile | null;
  /** Inside a write: the upload belongs to a field from now on. False where it is no longer free. */
  readonly attach: (
    token: string,
    to: { readonly table: string; readonly id: string; readonly mark: string },
  ) => boolean;
  /** Inside a write: the files of a record go along with it. */
  readonly markDeleted: (id: string, now: number) => void;
  readonly dropStale: (now: number) => number;
}

export function fileShelf(database: Database, folder: string): FileShelf {
  const row = (token: string) =>
    database.get(
      'SELECT disk, uploader, name, size, media_type, entity, record, field FROM files WHERE token = ? AND deleted_at IS NULL',
      [token],
    );
  const arriving = new Set<string>();
  return {
    upload: (token) => {
      const found = row(token);
      return found === undefined || found[6] !== null ? null : uploadOf(token, found);
    },
    add: async ({ value, uploader, bytes }, now) => {
      const disk = diskName();
      arriving.add(disk);
      try {
        await writeSynced(join(folder, disk), bytes);
        syncFolder(folder);
        const sql =
          'INSERT INTO files (token, disk, uploader, name, size, media_type, at) VALUES (?, ?, ?, ?, ?, ?, ?)';
        database.run(sql, [value.file, disk, uploader, value.name, value.size, value.mediaType, now]);
      } finally {
        arriving.delete(disk);
      }
    },
    bytes: async (token) => {
      const found = row(token);
      return found === undefined ? null : readFile(join(folder, String(found[0])));
    },
    find: (token, layout) => {
      const found = row(token);
      return found === undefined ? null : { ...uploadOf(token, found), ...placeOf(database, found, layout) };
    },
    attach: (token, { table, id, mark }) => {
      const sql =
        'UPDATE files SET entity = ?, record = ?, field = ? WHERE token = ? AND record IS NULL AND deleted_at IS NULL';
      return database.run(sql, [table, id, mark, token]) === 1;
    },
    markDeleted: (id, now) => {
      database.run('UPDATE files SET deleted_at = ? WHERE record = ? AND deleted_at IS NULL', [now, id]);
    },
    dropStale: (now) => {
      const stale = database.all('SELECT token, disk FROM files WHERE record IS NULL AND at <= ?', [now - DAY]);
      for (const [token, disk] of stale) {
        database.run('DELETE FROM files WHERE token = ? AND record IS NULL', [token ?? null]);
        rmSync(join(folder, String(disk)), { force: true });
      }
      removeUnnamed(database, folder, arriving);
      return stale.length;
    },
  };
}

function uploadOf(token: string, [, uploader, name, size, mediaType]: SqlRow): Upload {
  return {
    value: { file: token, name: String(name), size: Number(size), mediaType: String(mediaType) },
    uploader: uploader === null || uploader === undefined ? null : String(uploader),
  };
}

/** Where it is attached, and the record that people open to see it: of a line, the record that owns the line. */
function placeOf(
  database: Database,
  found: SqlRow,
  layout: Layout | null,
): { at: StoredFile['at']; owner: RecordKey | null } {
  const table = layout?.byPhysical.get(String(found[5]));
  const field = table?.byMark.get(String(found[7]));
  if (table === undefined || field === undefined || isList(field)) return { at: null, owner: null };
  const id = String(found[6]);
  const at = { entity: table.entity, id, field: field.name };
  if (!table.lines) return { at, owner: { entity: at.entity, id } };
  const [parent, mark] = database.get(`SELECT parent, list FROM ${table.physical} WHERE id = ?`, [id]) ?? [];
  const owner = [...(layout?.tables.values() ?? [])].find((each) => each.byMark.has(String(mark)));
  if (owner === undefined) return { at, owner: parent === null ? { entity: at.entity, id } : null };
  return { at, owner: { entity: owner.entity, id: String(parent) } };
}

function diskName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
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
