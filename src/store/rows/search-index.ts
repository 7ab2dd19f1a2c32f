import { compareKeys } from '../../fields/text/fold.ts';
import { wordsWithin } from '../../fields/text/search-words.ts';
import type { Values } from '../../fields/text/value.ts';
import { shadows } from '../core/catalog.ts';
import { all, type DbProgram, get, run, type SqlRow, send, sendApart } from '../core/db-program.ts';
import type { Column, Layout, Table } from '../core/layout.ts';
import { wordsShadow } from '../core/storage.ts';
import type { Words } from '../sql/dialect.ts';
import { recordsWith, timesGiven } from '../sql/words.ts';

/** Keeps the words of a record where its searched fields differ; `before` null: it is new, `after` null: it goes. */
export function* keepWords(
  { words, due }: { readonly words: Words; readonly due: WordsDue },
  { columns }: Table,
  record: string,
  { before, after }: { readonly before: Values | null; readonly after: Values | null },
): DbProgram<void> {
  const turned = columns.filter(
    ({ searched, name }) =>
      searched && (after === null || Object.hasOwn(after, name)) && before?.[name] !== after?.[name],
  );
  if (turned.length === 0) return;
  const old = new Set(turned.flatMap((column) => keysOf(column, before)));
  const now = new Set(turned.flatMap((column) => keysOf(column, after)));
  const gone = [...old].filter((word) => !now.has(word));
  const fresh = [...now].filter((word) => !old.has(word));
  const turns = gone.length + fresh.length;
  if (turns === 0) return;
  // Of a long text they go at once: nobody is to wait until those of hundreds of long texts are put away together.
  if (words.gathersWords && turns <= FEW_WORDS) return yield* gatherWords(due, record, [...fresh, ...gone.map(asGone)]);
  // What is due of the record is older than what goes at once.
  if (words.gathersWords && (yield* isDue(record))) yield* updateSearchIndex();
  if (gone.length > 0)
    yield* send(`DELETE FROM words WHERE record = ? AND word ${words.among('?')}`, [record, JSON.stringify(gone)]);
  if (fresh.length > 0) yield* addWords(words, record, fresh);
}

/** A word that the record loses, where it is due: no search finds it so, since no column's name begins like this. */
const asGone = (word: string): string => `${GONE}${word}`;

const GONE = '-';

/** About so often words are due at most: a search looks through them all. */
const MOST_DUE = 256;

/** How often words of a record are due, as far as is known: what is taken back may leave it some too high or too low. */
export interface WordsDue {
  records: number;
}

function* gatherWords(due: WordsDue, record: string, keys: readonly string[]): DbProgram<void> {
  yield* send('INSERT INTO words_due (record, words) VALUES (?, ?)', [record, JSON.stringify(keys)]);
  due.records += 1;
  if (due.records < MOST_DUE) return;
  due.records = 0;
  yield* updateSearchIndex();
}

function* isDue(record: string): DbProgram<boolean> {
  return (yield* get('SELECT 1 FROM words_due WHERE record = ? LIMIT 1', [record])) !== undefined;
}

/** Puts the words that are due where they belong, in their order: neighbours share a page. */
export function* updateSearchIndex(): DbProgram<void> {
  const due = yield* all('SELECT record, words FROM words_due ORDER BY id');
  if (due.length === 0) return;
  const { there, gone } = settled(due);
  for (let from = 0; from < there.length; from += FEW_WORDS) {
    const some = there.slice(from, from + FEW_WORDS);
    yield* sendApart(fewTexts[some.length - 1] ?? '', some.flat());
  }
  if (gone.length > 0) yield* run(WITHOUT, [JSON.stringify(gone)]);
  yield* run('DELETE FROM words_due');
}

const WITHOUT = 'DELETE FROM words WHERE (word, record) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))';

type WordOfRecord = readonly [word: string, record: string];

/** What each record has of these words once all is done that is due, and what not any more; both in the order in which they lie. */
function settled(due: readonly SqlRow[]): { readonly there: WordOfRecord[]; readonly gone: WordOfRecord[] } {
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

/** So many words go as rows of their own; a list of more is taken apart by the database, which costs more for each text. */
const FEW_WORDS = 16;

const fewTexts = Array.from({ length: FEW_WORDS }, (_, index) => {
  const rows = Array(index + 1)
    .fill('(?, ?)')
    .join(', ');
  return `INSERT INTO words (word, record) VALUES ${rows} ON CONFLICT DO NOTHING`;
});

function* addWords(words: Words, record: string, keys: readonly string[]): DbProgram<void> {
  const few = fewTexts[keys.length - 1];
  // What goes is none of what comes.
  if (few !== undefined)
    return yield* sendApart(
      few,
      keys.flatMap((word) => [word, record]),
    );
  yield* sendApart(
    `INSERT INTO words (word, record) SELECT q.*, CAST(? AS TEXT) FROM (${words.texts('?')}) AS q WHERE true ON CONFLICT DO NOTHING`,
    [record, JSON.stringify(keys)],
  );
}

function keysOf({ physical, name }: Column, values: Values | null): string[] {
  const value = values?.[name];
  return typeof value === 'string' ? wordsWithin(value).map((word) => `${physical} ${word}`) : [];
}

const TOGETHER = 1000;

/** Works out the words of a column anew for all that lies in it. */
export function* renewWords(words: Words, table: string, column: string): DbProgram<void> {
  yield* forgetWords(column);
  yield* run(`UPDATE ${table} SET ${shadows.words(column)} = NULL WHERE ${shadows.words(column)} IS NOT NULL`);
  let last = '';
  for (;;) {
    const rows = yield* all(
      `SELECT id, ${column}, deleted_at FROM ${table} WHERE id > ? AND ${column} IS NOT NULL ORDER BY id LIMIT ${TOGETHER}`,
      [last],
    );
    for (const [id, value, deleted] of rows) {
      const text = String(value);
      yield* run(`UPDATE ${table} SET ${shadows.words(column)} = ? WHERE id = ?`, [wordsShadow(text), String(id)]);
      const keys = deleted === null ? wordsWithin(text).map((word) => `${column} ${word}`) : [];
      if (keys.length > 0) yield* addWords(words, String(id), keys);
    }
    if (rows.length < TOGETHER) return;
    last = String(rows.at(-1)?.[0]);
  }
}

/** The words of a column that is no longer searched. */
export function* forgetWords(column: string): DbProgram<void> {
  yield* updateSearchIndex();
  yield* run('DELETE FROM words WHERE word >= ? AND word < ?', [`${column} `, `${column}!`]);
}

/** So many records with a word are looked through one by one; where there are more, a list is passed in its order. */
const FEW = 5000;

/** Of these words the one that the fewest records have, where they are few; null: none is. */
export function* rarest(
  { layout, words: dialect }: { readonly layout: Layout; readonly words: Words },
  {
    entity,
    fields,
    words,
  }: { readonly entity: string; readonly fields: readonly string[]; readonly words: readonly string[] },
): DbProgram<string | null> {
  const table = layout.tables.get(entity);
  const columns = fields.flatMap((field) => table?.byName.get(field)?.physical ?? []);
  let found: string | null = null;
  let least = FEW + 1;
  for (const word of words) {
    const sql = `SELECT count(*) FROM (${recordsWith(columns, dialect)} LIMIT ?) AS q`;
    const count = Number(
      (yield* get(sql, [...columns.flatMap(() => Array(timesGiven(dialect)).fill(word)), least]))?.[0] ?? 0,
    );
    if (count < least) [found, least] = [word, count];
  }
  return found;
}
