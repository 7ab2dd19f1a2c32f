import type { Settling } from '../engine/settle.ts';
import type { Model } from '../model/model.ts';
import { StoreError } from './error.ts';
import type { Layout, Table } from './layout.ts';
import { identityColumn } from './sql/indexes.ts';
import { applyModel } from './sqlite-apply.ts';
import { prepareOwnTables, readMeta } from './sqlite-catalog.ts';
import { type Database, openDatabase, refuseUnsafeVersion, sqliteVersion } from './sqlite-database.ts';
import { gather } from './sqlite-facts.ts';
import { type FileShelf, fileShelf } from './sqlite-files.ts';
import { type Folder, takeFolder } from './sqlite-folder.ts';
import { settleRecords } from './sqlite-settle.ts';
import { sqliteKeyring } from './sqlite-keyring.ts';
import { type Lister, lister } from './sqlite-list.ts';
import { markRead, readAuthority, readHistory, readInbox, readOutbox } from './sqlite-logs.ts';
import { questionAsker } from './sqlite-questions.ts';
import { addMore, type Ground, writeQueue } from './sqlite-queue.ts';
import { type RowReader, rowReader } from './sqlite-rows.ts';
import { applyWrites } from './sqlite-writes.ts';
import { encode, foldShadow } from './storage.ts';
import type { ApplyOutcome, Changed, Derive, Store } from './store.ts';

/** Everything that stands on the applied document; replaced as a whole when another is applied. */
interface Current extends Ground {
  readonly lister: Lister;
}

/**
 * Opens the data in a folder, which no other process may have open. Rejects with a `StoreError` whose message is a
 * sentence for people. Until a document is applied, everything about records rejects with `no document`.
 */
export async function openSqlite(options: {
  readonly folder: string;
  /** Told the text of each statement before it runs, without its parameters: for tests and for looking at slow lists. */
  readonly trace?: (sql: string) => void;
}): Promise<Store> {
  refuseUnsafeVersion(sqliteVersion());
  const folder = takeFolder(options.folder);
  try {
    const database = openDatabase(folder.database, options.trace);
    try {
      prepareOwnTables(database);
      return storeOver(database, folder);
    } catch (cause) {
      database.close();
      throw cause;
    }
  } catch (cause) {
    folder.release();
    throw asStoreError(cause);
  }
}

function asStoreError(cause: unknown): unknown {
  if (cause instanceof StoreError) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StoreError('failed', `The data can't be opened (${why}): restore a copy, or name another folder.`, {
    cause,
  });
}

function storeOver(database: Database, folder: Folder): Store {
  const shelf = fileShelf(database, folder.files);
  const listeners = new Set<(changes: readonly Changed[]) => void>();
  let current: Current | null = null;
  let isClosed = false;

  const open = (): void => {
    if (isClosed) throw new StoreError('closed', 'The data is closed: this program is shutting down.');
  };
  const ground = (): Current => {
    open();
    if (current === null)
      throw new StoreError('no document', 'No document was applied to the data yet: apply one first.');
    return current;
  };
  const tell = (changes: readonly Changed[]): void => {
    for (const listener of listeners) told(listener, changes);
  };
  const queue = writeQueue(ground, tell);

  return {
    keys: sqliteKeyring(database, open),
    write: (request) => queue.write(request),
    list: async (plan, asker) => ground().lister.list(plan, asker),
    aggregate: async (plan, asker) => ground().lister.aggregate(plan, asker),
    load: async (needs, more) => {
      const gathering = ground().gather();
      gathering.add(needs);
      addMore(gathering, more);
      return gathering.facts;
    },
    people: async (entity, limit) => ground().reader.first(entity, limit),
    findBy: async (entity, field, value) => {
      const { layout, reader } = ground();
      const id = idBy(database, layout.tables.get(entity), field, value);
      return id === null ? null : reader.one(entity, id);
    },
    history: async (key, limit) => readHistory(database, ground().layout, key, limit),
    authority: async (limit) => {
      open();
      return readAuthority(database, limit);
    },
    inbox: async (person, limit) => readInbox(database, ground().layout, person, limit),
    markInboxRead: async (person, ids) => {
      open();
      markRead(database, person, ids);
    },
    outbox: async (key, limit) => readOutbox(database, ground().layout, key, limit),
    addUpload: async (upload, now) => {
      open();
      await shelf.add(upload, now);
    },
    fileBytes: async (token) => {
      open();
      return shelf.bytes(token);
    },
    file: async (token) => {
      open();
      return shelf.find(token, current?.layout ?? null);
    },
    dropStaleUploads: async (now) => {
      open();
      return shelf.dropStale(now);
    },
    applied: async () => {
      open();
      const hash = readMeta(database, 'applied');
      return hash === null ? null : { hash, text: documentText(database, hash) ?? '' };
    },
    document: async (hash) => {
      open();
      return documentText(database, hash);
    },
    apply: async (model, hash, text, derive, settling) => {
      open();
      queue.flush();
      const { outcome, next } = applied(database, shelf, { model, hash, text }, derive ?? null, settling ?? null);
      current = next ?? current;
      return outcome;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      if (isClosed) return;
      queue.flush();
      isClosed = true;
      listeners.clear();
      database.close();
      folder.release();
    },
  };
}

/** The write is committed whatever a listener makes of it: one that fails is its own affair, and stops nobody else. */
function told(listener: (changes: readonly Changed[]) => void, changes: readonly Changed[]): void {
  try {
    listener(changes);
  } catch {
    return;
  }
}

function applied(
  database: Database,
  shelf: FileShelf,
  document: { readonly model: Model; readonly hash: string; readonly text: string },
  derive: Derive | null,
  settling: Settling | null,
): { readonly outcome: ApplyOutcome; readonly next: Current | null } {
  const recompute = (layout: Layout, entities: readonly string[]): void => {
    const on = currentOf(database, shelf, layout, document.hash, settling);
    if (settling !== null) for (const entity of entities) settleRecords(on, settling, entity, null, settling.now);
    else if (derive !== null) for (const entity of entities) deriveAll(database, shelf, layout, entity, derive);
  };
  const { outcome, layout } = applyModel(database, document, recompute);
  return { outcome, next: layout === null ? null : currentOf(database, shelf, layout, document.hash, settling) };
}

function currentOf(
  database: Database,
  shelf: FileShelf,
  layout: Layout,
  hash: string,
  settling: Settling | null,
): Current {
  const reader = rowReader(database, layout);
  const ask = questionAsker(database, layout);
  const gathering = () => gather(database, layout, reader, shelf, ask);
  return {
    database,
    layout,
    reader,
    shelf,
    hash,
    gather: gathering,
    settling,
    lister: lister(database, layout, reader, gathering),
  };
}

/** Computed fields are derived values: writing them anew is no change of the record, so its version and times stay. */
function deriveAll(database: Database, shelf: FileShelf, layout: Layout, entity: string, derive: Derive): void {
  const table = layout.tables.get(entity);
  if (table === undefined || table.lines) return;
  const reader: RowReader = rowReader(database, layout);
  const ids = database.all(
    `SELECT id, changed_at, changed_by, version FROM ${table.physical} WHERE deleted_at IS NULL`,
    [],
  );
  for (const [id, at, by, version] of ids) {
    const row = reader.one(entity, String(id));
    if (row === null) continue;
    const values = derive(row, (other, key) => reader.one(other, key));
    const mark = { actor: { kind: 'product' } as const, now: Number(at), documentHash: '' };
    applyWrites({ database, layout, reader, shelf }, [{ kind: 'update', entity, id: row.id, values }], mark);
    database.run(`UPDATE ${table.physical} SET changed_by = ?, version = ? WHERE id = ?`, [
      by ?? null,
      version ?? 0,
      row.id,
    ]);
  }
}

function idBy(
  database: Database,
  table: Table | undefined,
  field: string,
  value: Parameters<Store['findBy']>[2],
): string | null {
  const column = table?.byName.get(field);
  if (table === undefined || column === undefined || value === null) return null;
  const sought = column.folded ? foldShadow(value) : encode(value, column.type);
  const sql = `SELECT id FROM ${table.physical} WHERE ${identityColumn(column)} = ? AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1`;
  const found = database.get(sql, [sought]);
  return found === undefined ? null : String(found[0]);
}

function documentText(database: Database, hash: string): string | null {
  const found = database.get('SELECT text FROM documents WHERE hash = ?', [hash]);
  return found === undefined ? null : String(found[0]);
}
