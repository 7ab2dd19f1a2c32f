import type { Dialect } from './dialect.ts';
import { sql } from './fragment.ts';
import { sqliteSearch } from './sqlite-search.ts';

/** The largest integer that is exact in JavaScript and in SQL. */
export const MAX_EXACT = String(Number.MAX_SAFE_INTEGER);

/** SQLite 3.51.3 and later. `sum` fails on overflow, so `total`, which never does, is used. */
export const sqlite: Dialect = {
  withPlaceholders: (text) => text,
  scanCounter: ' AND count_scanned_row()',
  isCostBased: false,
  parameter: () => '?',
  same: (left, right) => sql`(${left} IS ${right})`,
  different: (left, right) => sql`(${left} IS NOT ${right})`,
  equalsParameter: (column, value) => sql`(${column} IS ${value})`,
  comparable: (value) => value,
  items: (list) => sql`json_each(${list})`,
  withItems: (list) => sql`CROSS JOIN json_each(${list}) AS items`,
  oneById: (table, alias, id) => `${table} AS ${alias} ON ${alias}.id = ${id} AND ${alias}.deleted_at IS NULL`,
  unmatchable: () => "x'00'",
  unmatchableValue: () => new Uint8Array([0]),
  cased: (text, to) => (to === 'lower' ? sql`text_lower(${text})` : sql`text_upper(${text})`),
  positionOf: (needle, text) => sql`instr(${text}, ${needle})`,
  widestNumber: (value) => value,
  quotient: (value, by) => `(${value}) / (${by})`,
  exactSum: (value) => sql`CASE WHEN abs(total(${value})) <= ${MAX_EXACT} THEN CAST(total(${value}) AS INTEGER) END`,
  average: (value) => sql`avg(${value})`,
  some: (condition) => sql`max(${condition}) = 1`,
  every: (condition) => sql`min(${condition}) = 1`,
  buckets: (list) =>
    sql`SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(${list})`,
  slots: (list) =>
    sql`SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]') FROM json_each(${list})`,
  integer: (value) => sql`CAST(${value} AS INTEGER)`,
  jsonArrayOfTexts: (value) => sql`nullif(json_group_array(${value}), '[]')`,
  branch: (select) => select,
  truth: { yes: '1', no: '0' },
  unlimited: -1,
  words: {
    // SQLite reads NULLS LAST from an index for the first key alone. A blob is above every number and text.
    emptiesLast: { greatest: { text: "x'00'", value: new Uint8Array([0]) }, descending: ' DESC' },
    column: (kind) => (kind === 'text' ? 'TEXT' : 'INTEGER'),
    tables: (text) => text,
    creationOrder: 'rowid',
    indexes: `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name LIKE 't\\_%' ESCAPE '\\' AND sql IS NOT NULL
      OR sql LIKE 'CREATE VIRTUAL TABLE %'`,
    index: withDeletedRows,
    storesIndexes: false,
    columnNamed: 'SELECT name FROM pragma_table_info(?) WHERE name = ?',
    literal: (text) => `CAST(x'${hexOf(text)}' AS TEXT)`,
    listOf: (text) => `json_array(${text})`,
    firstIn: (list) => `json_extract(${list}, '$[0]')`,
    lengthOf: (list) => `json_array_length(${list})`,
    amountIn: (value) => `json_extract(${value}, '$.amount')`,
    currencyIn: (value) => `json_extract(${value}, '$.currency')`,
    rowKey: 'n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE',
    search: sqliteSearch,
    texts: (list) => `SELECT value FROM json_each(${list})`,
    inList: (list) => `IN (SELECT value FROM json_each(${list}))`,
  },
};

/** The UTF-8 bytes of a text as hexadecimal digits. */
function hexOf(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * An index of all rows whose last column says which are deleted. For SQLite, an index of the live rows alone is never
 * complete, because conditions read that column, and looks small enough to be scanned in place of the table.
 */
function withDeletedRows({ name, sql }: { readonly name: string; readonly sql: string }) {
  return { name, sql: sql.replace(/^(CREATE INDEX .*)\) WHERE deleted_at IS NULL$/, '$1, deleted_at)') };
}
