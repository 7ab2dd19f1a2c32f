import { SHADOW_COLUMNS } from '../core/catalog.ts';
import type { SearchedTable, SearchTexts } from './dialect.ts';
import { type Fragment, joinFragments, sql } from './fragment.ts';
import { searchIndexName } from './searched-table.ts';

/**
 * A table of FTS5 holds the words of a row, each preceded by its column, and only lists the rows of each word. A table
 * over its terms reads them one after the other, so that a search ends early; a prefix query of FTS5 would first
 * gather all rows of a prefix.
 */
export const sqliteSearch: SearchTexts = {
  indexes: (table) => {
    const name = searchIndexName(table.physical);
    const options = `content='', contentless_delete=1, detail=none, tokenize='ascii'`;
    return [
      {
        name,
        sql: `CREATE VIRTUAL TABLE ${name} USING fts5(${table.columns.join(', ')}, ${options})`,
        fill: insertRows(table),
      },
      {
        name: termsOf(table),
        sql: `CREATE VIRTUAL TABLE ${termsOf(table)} USING fts5vocab(${name}, instance)`,
        fill: null,
      },
    ];
  },
  indexDue: (table) => [
    `DELETE FROM ${searchIndexName(table.physical)} WHERE rowid IN (${dueRows(table)})`,
    `${insertRows(table)} AND n IN (${dueRows(table)})`,
  ],
  // Negative: of all parts of the index.
  forget: ({ physical }) => {
    const name = searchIndexName(physical);
    return `INSERT INTO ${name} (${name}, rank) VALUES ('merge', -${FORGOTTEN_PAGES})`;
  },
  narrow: (table, alias, word) => sql`${alias}.n IN (${rowsWith(table, word)})`,
  count: (table, word, limit) => sql`SELECT count(*) FROM (${rowsWith(table, word)} LIMIT ${String(limit + 1)})`,
};

/** Pages of 4 kB; they take some milliseconds. The rest of a larger index follows as further words are written. */
const FORGOTTEN_PAGES = 64;

const termsOf = ({ physical }: SearchedTable): string => `v_${physical}`;

/** The column of a word as letters and digits: the tokenizer splits at all other ASCII characters. */
const markOf = (column: string): string => column.replace('_', '');

/** Shadow columns contain a space before each word. */
function insertRows({ physical, columns }: SearchedTable): string {
  const words = columns.map((column) => `replace(${SHADOW_COLUMNS.words(column)}, ' ', ' ${markOf(column)}')`);
  return `INSERT INTO ${searchIndexName(physical)} (rowid, ${columns.join(', ')})
    SELECT n, ${words.join(', ')} FROM ${physical} WHERE deleted_at IS NULL`;
}

const dueRows = ({ physical }: SearchedTable): string => `SELECT n FROM words_due WHERE owner = '${physical}'`;

function rowsWith(table: SearchedTable, word: Fragment): Fragment {
  const indexed = table.columns.map((column) => {
    const from = sql`'${markOf(column)}' || ${word}`;
    return sql`SELECT doc FROM ${termsOf(table)} WHERE term >= ${from} AND term < ${from} || '\u{10FFFF}'`;
  });
  return joinFragments([...indexed, sql`${dueRows(table)}`], ' UNION ALL ');
}
