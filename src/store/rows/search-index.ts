import type { Value, Values } from '../../fields/text/value.ts';
import { SHADOW_COLUMNS } from '../core/catalog.ts';
import { all, type DbProgram, get, run, send } from '../core/db-program.ts';
import type { Layout, Table } from '../core/layout.ts';
import { wordsShadow } from '../core/storage.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import { executorValue } from '../sql/fragment.ts';
import { searchedIn } from '../sql/searched-table.ts';

/** Approximate cost of indexing the due rows; rollbacks may leave it too high or too low. */
export interface DueRows {
  cost: number;
}

/** Cost after which due rows are indexed: hundreds of short texts or one long text. */
const MOST_DUE = 256;
/** Characters of text that cost as much as a further row. */
const LENGTH_OF_A_ROW = 256;

interface ChangedWords {
  readonly before: Values | null;
  readonly after: Values | null;
  /** The previous statement inserted the row. */
  readonly isInserted?: true;
}

/**
 * Notes that the search words of a row may have changed, if the database does not see that itself; `before` is null for
 * a new record, `after` for a deleted one.
 */
export function* updateWords(
  { layout, words, due }: { readonly layout: Layout; readonly words: DialectTexts; readonly due: DueRows },
  { physical, columns }: Table,
  record: string,
  { before, after, isInserted }: ChangedWords,
): DbProgram<void> {
  if (words.search.indexDue === null) return;
  const changed = columns.filter(
    ({ searched, name }) =>
      searched && (after === null || Object.hasOwn(after, name)) && before?.[name] !== after?.[name],
  );
  if (changed.length === 0) return;
  if (isInserted === true)
    yield* send(`INSERT INTO words_due (owner, n) VALUES ('${physical}', last_insert_rowid())`, []);
  else
    yield* send(
      `INSERT INTO words_due (owner, n) SELECT '${physical}', n FROM ${physical} WHERE id = ? ON CONFLICT DO NOTHING`,
      [record],
    );
  const lengths = columns.map(({ searched, name }) => (searched ? lengthOf(after?.[name] ?? before?.[name]) : 0));
  due.cost += 1 + lengths.reduce((sum, length) => sum + length, 0) / LENGTH_OF_A_ROW;
  if (due.cost < MOST_DUE) return;
  due.cost = 0;
  yield* indexDueRows(layout, words);
}

const lengthOf = (value: Value | undefined): number => (typeof value === 'string' ? value.length : 0);

/** Brings the search index up to date with the rows. */
export function* indexDueRows(layout: Layout, { search }: DialectTexts): DbProgram<void> {
  if (search.indexDue === null) return;
  for (const [owner] of yield* all('SELECT DISTINCT owner FROM words_due')) {
    const table = layout.byPhysical.get(String(owner));
    const searched = table === undefined ? null : searchedIn(table);
    // A document without these words may have been applied since.
    if (searched === null || searched.columns.length === 0) continue;
    for (const statement of search.indexDue(searched)) yield* run(statement);
  }
  yield* run('DELETE FROM words_due');
}

/** After rows of a table were erased: updates its index so that their words do not stay in the file. */
export function* forgetWords(layout: Layout, words: DialectTexts, table: Table): DbProgram<void> {
  const searched = searchedIn(table);
  if (words.search.forget === null || searched.columns.length === 0) return;
  yield* indexDueRows(layout, words);
  yield* run(words.search.forget(searched));
}

const BATCH_SIZE = 1000;

/** Rebuilds the words of a column for all rows. */
export function* rebuildWords(table: string, column: string): DbProgram<void> {
  const shadow = SHADOW_COLUMNS.words(column);
  yield* run(`UPDATE ${table} SET ${shadow} = NULL WHERE ${shadow} IS NOT NULL`);
  let last = '';
  for (;;) {
    const rows = yield* all(
      `SELECT id, ${column} FROM ${table} WHERE id > ? AND ${column} IS NOT NULL ORDER BY id LIMIT ${BATCH_SIZE}`,
      [last],
    );
    for (const [id, value] of rows)
      yield* run(`UPDATE ${table} SET ${shadow} = ? WHERE id = ?`, [wordsShadow(String(value)), String(id)]);
    if (rows.length < BATCH_SIZE) return;
    last = String(rows.at(-1)?.[0]);
  }
}

/**
 * If at most this number of records have a word, they are checked one by one; otherwise the list is scanned in its
 * order.
 */
const MOST_SCANNED = 5000;

/** Returns the word that the fewest records have; null if all words are frequent. */
export function* rarestWord(
  { layout, words: { search } }: { readonly layout: Layout; readonly words: DialectTexts },
  {
    entity,
    fields,
    words,
  }: { readonly entity: string; readonly fields: readonly string[]; readonly words: readonly string[] },
): DbProgram<string | null> {
  const table = layout.tables.get(entity);
  const searched = table === undefined ? null : searchedIn(table, fields);
  if (searched === null || searched.columns.length === 0) return null;
  const { text, slots } = search.count(searched, executorValue(0), MOST_SCANNED);
  let found: string | null = null;
  let least = MOST_SCANNED + 1;
  for (const word of words) {
    const count = Number((yield* get(text, Array(slots.length).fill(word)))?.[0] ?? 0);
    if (count < least) [found, least] = [word, count];
  }
  return found;
}
