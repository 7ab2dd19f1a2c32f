import { all, type DbProgram, run } from '../core/db-program.ts';
import type { Layout } from '../core/layout.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import { deleteComments } from './comment-rows.ts';
import { unlinkDeleted } from './deleted-rows.ts';
import { eraseRecords } from './erasure.ts';
import { deleteViews } from './saved-view-rows.ts';
import { forgetWords } from './search-index.ts';
import { deleteStateEntries } from './state-entry-rows.ts';

/** Records of each entity per batch, so that other requests do not wait long. */
const BATCH_SIZE = 500;

/** Result of a purge. */
export interface PurgeResult {
  readonly records: number;
  /** Storage names of the bytes of purged files. */
  readonly disks: readonly string[];
}

/**
 * Permanently removes a batch of records deleted before a moment: the rows with their lines, files, comments and inbox
 * entries, and all of their values in history and outbox. History still shows that they existed, and who deleted them
 * when.
 */
export function* purgeRows(layout: Layout, before: number, words: DialectTexts): DbProgram<PurgeResult> {
  let records = 0;
  for (const table of layout.tables.values()) {
    const gone = yield* all(`SELECT id FROM ${table.physical} WHERE deleted_at <= ? ORDER BY deleted_at LIMIT ?`, [
      before,
      BATCH_SIZE,
    ]);
    if (gone.length === 0) continue;
    const ids = JSON.stringify(gone.map(([id]) => String(id)));
    const among = words.inList('?');
    yield* eraseRecords(table, ids, words);
    yield* deleteComments(table, ids, words);
    if (table.entity === layout.schema.person?.entity.name) yield* deleteViews(ids, words);
    yield* unlinkDeleted(table, ids, words);
    yield* deleteStateEntries(table, ids, words);
    // The numbers of purged rows may be used again.
    yield* forgetWords(layout, words, table);
    yield* run(`DELETE FROM ${table.physical} WHERE id ${among}`, [ids]);
    if (!table.lines) records += gone.length;
  }
  const files = yield* all('SELECT token, disk FROM files WHERE deleted_at <= ? LIMIT ?', [before, BATCH_SIZE]);
  const tokens = JSON.stringify(files.map(([token]) => String(token)));
  if (files.length > 0) yield* run(`DELETE FROM files WHERE token ${words.inList('?')}`, [tokens]);
  return { records, disks: files.map(([, disk]) => String(disk)) };
}
