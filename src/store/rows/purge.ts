import { all, type DbProgram, run } from '../core/db-program.ts';
import type { Layout } from '../core/layout.ts';
import type { Words } from '../sql/dialect.ts';
import { forgetComments } from './comment-rows.ts';
import { unlinkDeleted } from './deleted-rows.ts';
import { eraseRecords } from './erasure.ts';
import { forgetViews } from './saved-view-rows.ts';
import { updateSearchIndex } from './search-index.ts';
import { deleteStateEntries } from './state-entry-rows.ts';

/** So many records of each entity at once: nobody waits long for a purge. */
const TOGETHER = 500;

/** What a purge took away for good. */
export interface Purged {
  readonly records: number;
  /** Where the bytes of their files lie. */
  readonly disks: readonly string[];
}

/**
 * Takes away what was deleted before a moment, some of it: the rows with their lines, their files and comments, what was to be read
 * of them in inboxes, and every value of theirs in the history and the outbox. That they were there, and who deleted them
 * when, stays in the history.
 */
export function* purgeRows(layout: Layout, before: number, words: Words): DbProgram<Purged> {
  let records = 0;
  if (words.gathersWords) yield* updateSearchIndex();
  for (const table of layout.tables.values()) {
    const gone = yield* all(`SELECT id FROM ${table.physical} WHERE deleted_at <= ? ORDER BY deleted_at LIMIT ?`, [
      before,
      TOGETHER,
    ]);
    if (gone.length === 0) continue;
    const ids = JSON.stringify(gone.map(([id]) => String(id)));
    const among = words.among('?');
    yield* eraseRecords(table, ids, words);
    yield* forgetComments(table, ids, words);
    if (table.entity === layout.schema.person?.entity.name) yield* forgetViews(ids, words);
    yield* unlinkDeleted(table, ids, words);
    yield* deleteStateEntries(table, ids, words);
    yield* run(`DELETE FROM ${table.physical} WHERE id ${among}`, [ids]);
    if (!table.lines) records += gone.length;
  }
  const files = yield* all('SELECT token, disk FROM files WHERE deleted_at <= ? LIMIT ?', [before, TOGETHER]);
  const tokens = JSON.stringify(files.map(([token]) => String(token)));
  if (files.length > 0) yield* run(`DELETE FROM files WHERE token ${words.among('?')}`, [tokens]);
  return { records, disks: files.map(([, disk]) => String(disk)) };
}
