import { compareKeys } from '../../fields/text/fold.ts';
import { wordsWithin } from '../../fields/text/search-words.ts';
import type { Values } from '../../fields/text/value.ts';
import { SHADOW_COLUMNS } from '../core/catalog.ts';
import { all, type DbProgram, get, run, type SqlRow, send, sendDisjoint } from '../core/db-program.ts';
import type { Column, Layout, Table } from '../core/layout.ts';
import { wordsShadow } from '../core/storage.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import { prefixBindings, selectRecordsWithPrefix } from '../sql/words.ts';

/**
 * Updates the search words of a record for changed fields; `before` is null for a new record, `after` for a deleted
 * one.
 */
export function* updateWords(
  { words, due }: { readonly words: DialectTexts; readonly due: PendingWords },
  { columns }: Table,
  record: string,
  { before, after }: { readonly before: Values | null; readonly after: Values | null },
): DbProgram<void> {
  const changed = columns.filter(
    ({ searched, name }) =>
      searched && (after === null || Object.hasOwn(after, name)) && before?.[name] !== after?.[name],
  );
  if (changed.length === 0) return;
  const old = new Set(changed.flatMap((column) => keysOf(column, before)));
  const now = new Set(changed.flatMap((column) => keysOf(column, after)));
  const gone = [...old].filter((word) => !now.has(word));
  const fresh = [...now].filter((word) => !old.has(word));
  const changes = gone.length + fresh.length;
  if (changes === 0) return;
  // Words of a long text are indexed at once, so that nobody waits until those of hundreds of long texts are indexed
  // together.
  if (words.batchesWords && changes <= MOST_SINGLE_ROWS)
    return yield* gatherWords(due, record, [...fresh, ...gone.map(asGone)]);
  // Words of this record that are still due are older, so they are indexed first.
  if (words.batchesWords && (yield* isDue(record))) yield* updateSearchIndex();
  if (gone.length > 0)
    yield* send(`DELETE FROM words WHERE record = ? AND word ${words.inList('?')}`, [record, JSON.stringify(gone)]);
  if (fresh.length > 0) yield* addWords(words, record, fresh);
}

/** Marks a due word as removed. No search finds it, since no column name begins with this character. */
const asGone = (word: string): string => `${GONE}${word}`;

const GONE = '-';

/** Maximum number of due entries; a search scans all of them. */
const MOST_DUE = 256;

/** Approximate number of due entries; rollbacks may leave it too high or too low. */
export interface PendingWords {
  records: number;
}

function* gatherWords(due: PendingWords, record: string, keys: readonly string[]): DbProgram<void> {
  yield* send('INSERT INTO words_due (record, words) VALUES (?, ?)', [record, JSON.stringify(keys)]);
  due.records += 1;
  if (due.records < MOST_DUE) return;
  due.records = 0;
  yield* updateSearchIndex();
}

function* isDue(record: string): DbProgram<boolean> {
  return (yield* get('SELECT 1 FROM words_due WHERE record = ? LIMIT 1', [record])) !== undefined;
}

/** Moves due words into the index in sorted order, so that neighbouring words share pages. */
export function* updateSearchIndex(): DbProgram<void> {
  const due = yield* all('SELECT record, words FROM words_due ORDER BY id');
  if (due.length === 0) return;
  const { there, gone } = netChanges(due);
  for (let from = 0; from < there.length; from += MOST_SINGLE_ROWS) {
    const some = there.slice(from, from + MOST_SINGLE_ROWS);
    yield* sendDisjoint(fewTexts[some.length - 1] ?? '', some.flat());
  }
  if (gone.length > 0) yield* run(WITHOUT, [JSON.stringify(gone)]);
  yield* run('DELETE FROM words_due');
}

const WITHOUT = 'DELETE FROM words WHERE (word, record) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))';

type WordOfRecord = readonly [word: string, record: string];

/** Returns the words that each record has, and those it no longer has, after all due entries; both in index order. */
function netChanges(due: readonly SqlRow[]): { readonly there: WordOfRecord[]; readonly gone: WordOfRecord[] } {
  const last = new Map<string, { readonly at: WordOfRecord; readonly isGone: boolean }>();
  for (const [id, words] of due)
    for (const each of JSON.parse(String(words)) as string[]) {
      const isGone = each.startsWith(GONE);
      const at = [isGone ? each.slice(GONE.length) : each, String(id)] as const;
      last.set(JSON.stringify(at), { at, isGone });
    }
  const all = [...last.values()].sort((one, other) => compareKeys(one.at[0], other.at[0]));
  const those = (wanted: boolean) => all.flatMap(({ at, isGone }) => (isGone === wanted ? [at] : []));
  return { there: those(false), gone: those(true) };
}

/**
 * Up to this number of words are inserted as parameter rows; the database parses longer lists as JSON, which costs more
 * per statement.
 */
const MOST_SINGLE_ROWS = 16;

const fewTexts = Array.from({ length: MOST_SINGLE_ROWS }, (_, index) => {
  const rows = Array(index + 1)
    .fill('(?, ?)')
    .join(', ');
  return `INSERT INTO words (word, record) VALUES ${rows} ON CONFLICT DO NOTHING`;
});

function* addWords(words: DialectTexts, record: string, keys: readonly string[]): DbProgram<void> {
  const few = fewTexts[keys.length - 1];
  // The added words are other rows than the removed ones.
  if (few !== undefined)
    return yield* sendDisjoint(
      few,
      keys.flatMap((word) => [word, record]),
    );
  yield* sendDisjoint(
    `INSERT INTO words (word, record) SELECT q.*, CAST(? AS TEXT) FROM (${words.texts('?')}) AS q WHERE true ON CONFLICT DO NOTHING`,
    [record, JSON.stringify(keys)],
  );
}

function keysOf({ physical, name }: Column, values: Values | null): string[] {
  const value = values?.[name];
  return typeof value === 'string' ? wordsWithin(value).map((word) => `${physical} ${word}`) : [];
}

const BATCH_SIZE = 1000;

/** Rebuilds the words of a column for all rows. */
export function* rebuildWords(words: DialectTexts, table: string, column: string): DbProgram<void> {
  yield* deleteColumnWords(column);
  yield* run(
    `UPDATE ${table} SET ${SHADOW_COLUMNS.words(column)} = NULL WHERE ${SHADOW_COLUMNS.words(column)} IS NOT NULL`,
  );
  let last = '';
  for (;;) {
    const rows = yield* all(
      `SELECT id, ${column}, deleted_at FROM ${table} WHERE id > ? AND ${column} IS NOT NULL ORDER BY id LIMIT ${BATCH_SIZE}`,
      [last],
    );
    for (const [id, value, deleted] of rows) {
      const text = String(value);
      yield* run(`UPDATE ${table} SET ${SHADOW_COLUMNS.words(column)} = ? WHERE id = ?`, [
        wordsShadow(text),
        String(id),
      ]);
      const keys = deleted === null ? wordsWithin(text).map((word) => `${column} ${word}`) : [];
      if (keys.length > 0) yield* addWords(words, String(id), keys);
    }
    if (rows.length < BATCH_SIZE) return;
    last = String(rows.at(-1)?.[0]);
  }
}

/** Deletes the words of a column that is no longer searched. */
export function* deleteColumnWords(column: string): DbProgram<void> {
  yield* updateSearchIndex();
  yield* run('DELETE FROM words WHERE word >= ? AND word < ?', [`${column} `, `${column}!`]);
}

/**
 * If at most this number of records have a word, they are checked one by one; otherwise the list is scanned in its
 * order.
 */
const MOST_SCANNED = 5000;

/** Returns the word that the fewest records have; null if all words are frequent. */
export function* rarestWord(
  { layout, words: dialect }: { readonly layout: Layout; readonly words: DialectTexts },
  {
    entity,
    fields,
    words,
  }: { readonly entity: string; readonly fields: readonly string[]; readonly words: readonly string[] },
): DbProgram<string | null> {
  const table = layout.tables.get(entity);
  const columns = fields.flatMap((field) => table?.byName.get(field)?.physical ?? []);
  let found: string | null = null;
  let least = MOST_SCANNED + 1;
  for (const word of words) {
    const sql = `SELECT count(*) FROM (${selectRecordsWithPrefix(columns, dialect)} LIMIT ?) AS q`;
    const count = Number(
      (yield* get(sql, [...columns.flatMap(() => Array(prefixBindings(dialect)).fill(word)), least]))?.[0] ?? 0,
    );
    if (count < least) [found, least] = [word, count];
  }
  return found;
}
