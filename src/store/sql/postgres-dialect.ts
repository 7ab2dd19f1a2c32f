import type { StaticType } from '../../expressions/types/static.ts';
import type { Dialect, DialectTexts } from './dialect.ts';
import { sql, type Use } from './fragment.ts';
import { postgresSearch } from './postgres-search.ts';
import { MAX_EXACT } from './sqlite-dialect.ts';

/** Text is compared and sorted by code point, as in the rest of the program. */
const TEXT = 'text COLLATE "C"';

/** Maximum length of an index name. PostgreSQL truncates longer names, so that two of them could become equal. */
const MAX_NAME_LENGTH = 63;

const words: DialectTexts = {
  emptiesLast: { greatest: null, descending: ' DESC NULLS LAST' },
  column: (kind) => (kind === 'text' ? 'TEXT COLLATE "C"' : kind === 'boolean' ? 'BOOLEAN' : 'BIGINT'),
  tables: (text) =>
    text
      .replaceAll(/INTEGER PRIMARY KEY (?:AUTOINCREMENT|NOT NULL)/g, 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
      .replace(/\bINTEGER\b/g, 'BIGINT')
      .replace(/\bTEXT\b(?! COLLATE)/g, 'TEXT COLLATE "C"')
      .replaceAll(') STRICT, WITHOUT ROWID', ')')
      .replaceAll(') STRICT', ')')
      // Foreign keys are omitted: checking one locks the referenced row, and every write refers to the document's row.
      .replaceAll(/ REFERENCES \w+ \(\w+\)/g, ''),
  creationOrder: 'place',
  indexes: 'SELECT name, sql FROM catalog_indexes',
  index: ({ name, sql: text }) => {
    const short = name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, 40)}_${hashOf(name)}`;
    return { name: short, sql: text.replace(name, short) };
  },
  storesIndexes: true,
  columnNamed:
    'SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ? AND column_name = ?',
  literal: (text) => `U&'${text.split('').map(escaped).join('')}'`,
  listOf: (text) => `json_build_array(${text})::text`,
  firstIn: (list) => `((${list})::json->>0)`,
  lengthOf: (list) => `json_array_length((${list})::json)`,
  amountIn: (value) => `((${value})::json->>'amount')::bigint`,
  currencyIn: (value) => `((${value})::json->>'currency')`,
  rowKey: 'id TEXT PRIMARY KEY NOT NULL',
  search: postgresSearch,
  texts: (list) => `SELECT e.v FROM json_array_elements_text((${list})::json) AS e(v)`,
  // As an array: the planner would overestimate the rows of a subquery and scan a table of a few thousand rows.
  inList: (list) => `= ANY (ARRAY(SELECT json_array_elements_text((${list})::json)))`,
};

/**
 * PostgreSQL 13 and later. Booleans that are compared with a parameter are converted to 1 and 0, so that a parameter can
 * have a value that equals neither. Arithmetic uses `numeric`, which does not overflow.
 */
export const postgres: Dialect = {
  withPlaceholders: (text) => text,
  scanCounter: '',
  isCostBased: true,
  parameter: (type, use) => {
    const name = parameterType(type, use);
    return name === null ? '?' : `?::${name}`;
  },
  same: (left, right) => sql`(${left} IS NOT DISTINCT FROM ${right})`,
  different: (left, right) => sql`(${left} IS DISTINCT FROM ${right})`,
  // IS NOT DISTINCT FROM can't use an index. Prepared plans serve all values, so a parameter that is never empty gets a
  // form of its own; the other form is simplified to `column = value` or `column IS NULL` once the value is known. A
  // parameter without a type is the empty value.
  equalsParameter: (column, value, isGiven) => {
    if (value.text === '?') return sql`(${column} IS NULL)`;
    if (isGiven) return sql`(${column} IS NOT NULL AND ${column} = ${value})`;
    return sql`((${column} IS NOT NULL AND ${value} IS NOT NULL AND ${column} = ${value}) OR (${column} IS NULL AND ${value} IS NULL))`;
  },
  comparable: (value) => sql`(${value})::int`,
  items: (list, type) =>
    sql`(SELECT e.v::${itemType(type)} AS value FROM json_array_elements_text((${list})::json) AS e(v)) AS items`,
  withItems: (list) =>
    sql`CROSS JOIN LATERAL (SELECT e.v::${TEXT} AS value FROM json_array_elements_text((${list})::json) AS e(v)) AS items`,
  // The planner expects long lists and would scan the table; a lateral subquery is evaluated for each item.
  oneById: (table, alias, id) =>
    `LATERAL (SELECT * FROM ${table} AS one WHERE one.id = ${id} AND one.deleted_at IS NULL OFFSET 0) AS ${alias} ON TRUE`,
  unmatchable: (type) => {
    const nothing = unmatchableIn(type);
    return typeof nothing === 'number' ? String(nothing) : `'${nothing}'`;
  },
  unmatchableValue: unmatchableIn,
  // “C”, the collation of texts, changes ASCII alone.
  cased: (text, to) =>
    to === 'lower'
      ? sql`(lower((${text}) COLLATE "und-x-icu") COLLATE "C")`
      : sql`(upper((${text}) COLLATE "und-x-icu") COLLATE "C")`,
  positionOf: (needle, text) => sql`strpos(${text}, ${needle})`,
  widestNumber: (value) => sql`(${value})::numeric`,
  quotient: (value, by) => `div((${value})::numeric, (${by})::numeric)`,
  exactSum: (value) => {
    const sum = sql`coalesce(sum((${value})::numeric), 0)`;
    return sql`CASE WHEN abs(${sum}) <= ${MAX_EXACT} THEN ${sum} END`;
  },
  average: (value) => sql`sum((${value})::numeric)::float8 / nullif(count(${value}), 0)`,
  some: (condition) => sql`bool_or(${condition})`,
  every: (condition) => sql`bool_and(${condition})`,
  buckets: (list, text) => {
    const end = text ? TEXT : 'bigint';
    return sql`SELECT e.v->>0, (e.v->>1)::${end}, (e.v->>2)::${end} FROM json_array_elements((${list})::json) AS e(v)`;
  },
  slots: (list) =>
    sql`SELECT (e.v->>0)::bigint, (e.v->>1)::bigint, e.v->>2, e.v->>3 FROM json_array_elements((${list})::json) AS e(v)`,
  integer: (value) => sql`(${value})::bigint`,
  jsonArrayOfTexts: (value) => sql`json_agg(${value})::text`,
  // Without an order of its own, a branch would be read in any order and all of them sorted.
  branch: (select, order) => sql`(${select} ${order})`,
  truth: { yes: 'TRUE', no: 'FALSE' },
  unlimited: null,
  words,
};

const compared: ReadonlySet<Use> = new Set<Use>(['same', 'fold', 'element', 'fold element']);

/** Returns the SQL type of a parameter; null for an empty value, which takes the type of the other operand. */
function parameterType(type: StaticType, use: Use): string | null {
  if (use === 'list' || use === 'fold list') return 'text';
  switch (type.t) {
    case 'empty':
      return null;
    case 'boolean':
      return compared.has(use) ? 'int' : 'boolean';
    case 'number':
    case 'instant':
    case 'duration':
    case 'working':
      return 'bigint';
    default:
      return TEXT;
  }
}

function itemType(type: StaticType | null): string {
  if (type === null || type.t === 'boolean') return 'int';
  return parameterType(type, 'plain') ?? 'text';
}

/** Returns a value that no column contains: stored numbers are larger, and stored texts never begin with a space. */
function unmatchableIn(type: StaticType | null): string | number {
  if (type === null || type.t === 'boolean') return -1;
  return itemType(type) === 'bigint' ? -(2 ** 60) : ' nothing';
}

/** Returns a UTF-16 code unit as an escape of four hexadecimal digits. */
const escaped = (unit: string): string => `\\${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Returns a 45-bit hash of a text. */
function hashOf(text: string): string {
  let hash = 7;
  for (const character of text) hash = (hash * 131 + (character.codePointAt(0) ?? 0)) % 35_184_372_088_777;
  return hash.toString(36);
}
