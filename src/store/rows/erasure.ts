import type { Erasure } from '../../engine/context/verdict.ts';
import { all, type DbProgram, run } from '../core/db-program.ts';
import type { Layout, Table } from '../core/layout.ts';
import { readMeta, writeMeta } from '../core/meta-table.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import { changesWithoutValues } from './history-text.ts';
import { forgetWords } from './search-index.ts';

/**
 * For every internal table (all tables but those of the entities): which values of records it contains, and when they
 * are erased. A value is erased when a timer empties its field, and with its record at the end of the retention period.
 */
export const VALUES_IN_TABLES: Readonly<Record<string, string>> = {
  history:
    'Values before and after each change. Erased with the field; all of a record when it is purged; older than a stated retention, cleared.',
  authority: 'Sign-in names and roles before and after each change. As history.',
  words_due: 'Which records are not yet in the search index as they are, no values (SQLite).',
  w_: 'Search index of an entity (SQLite): words of its searched fields. Erased with the field or the record, in a large index as further words are written.',
  v_: 'The terms of that index.',
  links: 'References of fields with several. They follow the field at once.',
  files: 'Names and places of files. Erased with the field, bytes included, by the next tidying up.',
  file_parts: 'Bytes of files (PostgreSQL). They go with the row of the file.',
  comments: 'What people said at a record, which is no copy of a field. Purged with the record.',
  inbox: 'Which event happened to which record, no values. Purged with the record.',
  outbox: 'Which call is to be made for which record, no values.',
  deliveries:
    'Bodies of calls. Cleared once sent; those given up are cleared with the field or the record; one that waits is sent first.',
  timers: 'Why a timer could not act, in a sentence that may name a value. Cleared with the field.',
  stays: 'Since when a record is in a state, no values.',
  along: 'Which deletion took a record along, no values.',
  series: 'The last number that was given.',
  saved_views: 'Filters that a person typed. They go with the person.',
  opening_views: 'Which saved view a list opens with.',
  idempotency: 'A hash of each request and which record it wrote, for a day.',
  changes: 'Records before and after each change, for the other nodes (PostgreSQL). They go within the hour.',
  rates: 'How often somebody asked for something (PostgreSQL).',
  keyring: 'Sessions, passwords and tokens.',
  attempts: 'Attempts to sign in, for fifteen minutes.',
  documents: 'The text of each document that was applied.',
  meta: 'Settings of the store.',
  catalog_tables: 'Which table holds which entity.',
  catalog_columns: 'Which column holds which field.',
  catalog_indexes: 'Texts of indexes (PostgreSQL).',
};

/** Erases all earlier values of fields of a record and of its lines. The columns of the fields are already empty. */
export function* eraseValues(layout: Layout, words: DialectTexts, table: Table, erased: Erasure): DbProgram<void> {
  const { id, fields, lines } = erased;
  const marks = marksOf(table, fields);
  const ofLines = new Map(
    lines.map((line) => {
      const below = layout.tables.get(line.entity);
      return [line.id, below === undefined ? [] : marksOf(below, line.fields)] as const;
    }),
  );
  const entries = yield* all('SELECT id, changes FROM history WHERE record = ? AND entity = ?', [id, table.physical]);
  for (const [entry, changes] of entries) {
    const left = changesWithoutValues(String(changes), new Set(marks), ofLines);
    if (left !== changes) yield* run('UPDATE history SET changes = ? WHERE id = ?', [left, entry ?? null]);
  }
  const among = words.inList('?');
  const names = JSON.stringify(fields);
  yield* run(
    `UPDATE authority SET before = 'null', after = 'null' WHERE record = ? AND entity = ? AND field ${among}`,
    [id, table.entity, names],
  );
  // Dated long ago, so that the next cleanup deletes their bytes.
  const emptied = [[id, marks] as const, ...ofLines];
  for (const [record, columns] of emptied)
    yield* run(`UPDATE files SET deleted_at = 0 WHERE record = ? AND field ${among} AND deleted_at IS NOT NULL`, [
      record,
      JSON.stringify(columns),
    ]);
  yield* clearBodies(table, JSON.stringify([id]), words);
  yield* run('UPDATE timers SET problem = NULL WHERE record = ? AND entity = ?', [id, table.physical]);
  yield* forgetWords(layout, words, table);
}

const marksOf = (table: Table, fields: readonly string[]): string[] =>
  [...table.columns, ...table.lists].flatMap(({ name, physical }) => (fields.includes(name) ? [physical] : []));

/** Erases the values of purged records from history, and what was sent about them. */
export function* eraseRecords(table: Table, ids: string, words: DialectTexts): DbProgram<void> {
  const among = words.inList('?');
  yield* run(`UPDATE history SET changes = '[]' WHERE entity = ? AND record ${among}`, [table.physical, ids]);
  yield* run(`UPDATE authority SET before = 'null', after = 'null' WHERE entity = ? AND record ${among}`, [
    table.entity,
    ids,
  ]);
  yield* run(`DELETE FROM inbox WHERE entity = ? AND record ${among}`, [table.physical, ids]);
  yield* clearBodies(table, ids, words);
}

/** Erases bodies of deliveries; waiting deliveries are sent first. */
function* clearBodies(table: Table, ids: string, words: DialectTexts): DbProgram<void> {
  yield* run(
    `UPDATE deliveries SET body = NULL, problem = NULL WHERE state <> 'waiting' AND id IN
      (SELECT id FROM outbox WHERE entity = ? AND record ${words.inList('?')})`,
    [table.physical, ids],
  );
}

/** Entries per batch, so that other requests do not wait long. */
const BATCH_SIZE = 500;
const CLEARED = 'history cleared to';

/**
 * Clears the values of history entries older than a moment, in batches; who did what and when remains. Returns the
 * number of entries examined: 0 if nothing is left to do.
 */
export function* clearHistory(before: number): DbProgram<number> {
  const from = Number((yield* readMeta(CLEARED)) ?? 0);
  const next = yield* all('SELECT id, at FROM history WHERE id > ? ORDER BY id LIMIT ?', [from, BATCH_SIZE]);
  const young = next.findIndex(([, at]) => Number(at) > before);
  const old = young < 0 ? next : next.slice(0, young);
  const last = old.at(-1)?.[0];
  yield* run(
    `UPDATE authority SET before = 'null', after = 'null' WHERE at <= ? AND (before <> 'null' OR after <> 'null')`,
    [before],
  );
  if (last === undefined) return 0;
  yield* run(`UPDATE history SET changes = '[]' WHERE id > ? AND id <= ?`, [from, Number(last)]);
  yield* writeMeta(CLEARED, String(last));
  return old.length;
}
