import type { StaticType } from '../../expressions/types/static.ts';
import type { Dialect, Words } from './dialect.ts';
import { sql, type Use } from './fragment.ts';
import { MOST } from './sqlite-dialect.ts';

/** Text is compared and ordered by code point, as everywhere else in the program. */
const TEXT = 'text COLLATE "C"';

/** No name of an index may be longer; a longer one would be cut, and two of them might then be the same. */
const LONGEST_NAME = 63;

const words: Words = {
  column: (kind) => (kind === 'text' ? 'TEXT COLLATE "C"' : kind === 'boolean' ? 'BOOLEAN' : 'BIGINT'),
  tables: (text) =>
    text
      .replaceAll(/INTEGER PRIMARY KEY (?:AUTOINCREMENT|NOT NULL)/g, 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
      .replace(/\bINTEGER\b/g, 'BIGINT')
      .replace(/\bTEXT\b/g, 'TEXT COLLATE "C"')
      .replaceAll(') STRICT, WITHOUT ROWID', ')')
      .replaceAll(') STRICT', ')')
      // Looking after a reference locks the row it leads to, and every write refers to the one document.
      .replaceAll(/ REFERENCES \w+ \(\w+\)/g, ''),
  inOrder: 'place',
  indexes: 'SELECT name, sql FROM catalog_indexes',
  index: ({ name, sql: text }) => {
    const short = name.length <= LONGEST_NAME ? name : `${name.slice(0, 40)}_${hashOf(name)}`;
    return { name: short, sql: text.replace(name, short) };
  },
  remembersIndexes: true,
  columnNamed:
    'SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ? AND column_name = ?',
  listOf: (text) => `json_build_array(${text})::text`,
  firstIn: (list) => `((${list})::json->>0)`,
  lengthOf: (list) => `json_array_length((${list})::json)`,
  amountIn: (value) => `((${value})::json->>'amount')::bigint`,
  currencyIn: (value) => `((${value})::json->>'currency')`,
  gathersWords: false,
  texts: (list) => `SELECT e.v FROM json_array_elements_text((${list})::json) AS e(v)`,
  // As an array: of a query it would not know how few they are, and read a table of some thousand rows as a whole.
  among: (list) => `= ANY (ARRAY(SELECT json_array_elements_text((${list})::json)))`,
};

/**
 * PostgreSQL 13 and later. Yes and no are booleans; where they are compared with a parameter they are 1 and 0, so that
 * a parameter may equal nothing. Numbers are worked out in `numeric`, which does not overflow.
 */
export const postgres: Dialect = {
  placed: (text) => text,
  counted: '',
  weighs: true,
  parameter: (type, use) => {
    const name = parameterType(type, use);
    return name === null ? '?' : `?::${name}`;
  },
  same: (left, right) => sql`(${left} IS NOT DISTINCT FROM ${right})`,
  different: (left, right) => sql`(${left} IS DISTINCT FROM ${right})`,
  // No index serves IS NOT DISTINCT FROM. A plan that is kept serves every value, so one that is never empty says so;
  // of the others this is `column = value` or `column IS NULL` once the parameter is known. A parameter without a type
  // is the empty value itself.
  holds: (column, value, isGiven) => {
    if (value.text === '?') return sql`(${column} IS NULL)`;
    if (isGiven) return sql`(${column} IS NOT NULL AND ${column} = ${value})`;
    return sql`((${column} IS NOT NULL AND ${value} IS NOT NULL AND ${column} = ${value}) OR (${column} IS NULL AND ${value} IS NULL))`;
  },
  compared: (value) => sql`(${value})::int`,
  items: (list, type) =>
    sql`(SELECT e.v::${itemType(type)} AS value FROM json_array_elements_text((${list})::json) AS e(v)) AS items`,
  // A list is expected to be long: then a whole table is read for each of them, unless it is one query for each item.
  oneById: (table, alias, id) =>
    `LATERAL (SELECT * FROM ${table} AS one WHERE one.id = ${id} AND one.deleted_at IS NULL OFFSET 0) AS ${alias} ON TRUE`,
  nothing: (type) => {
    const nothing = nothingIn(type);
    return typeof nothing === 'number' ? String(nothing) : `'${nothing}'`;
  },
  nothingAs: nothingIn,
  placeOf: (needle, text) => sql`strpos(${text}, ${needle})`,
  wide: (value) => sql`(${value})::numeric`,
  quotient: (value, by) => `div((${value})::numeric, (${by})::numeric)`,
  exactSum: (value) => {
    const sum = sql`coalesce(sum((${value})::numeric), 0)`;
    return sql`CASE WHEN abs(${sum}) <= ${MOST} THEN ${sum} END`;
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
  whole: (value) => sql`(${value})::bigint`,
  gathered: (value) => sql`json_agg(${value})::text`,
  ascending: (key) => sql`${key} ASC NULLS LAST`,
  descending: (key) => sql`${key} DESC NULLS LAST`,
  truth: { yes: 'TRUE', no: 'FALSE' },
  unlimited: null,
  words,
};

const compared: ReadonlySet<Use> = new Set<Use>(['same', 'fold', 'element', 'fold element']);

/** Null: as what it stands beside, since an empty value is of every type. */
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

/** No number that is kept is as small, and no text that is kept begins with a blank. */
function nothingIn(type: StaticType | null): string | number {
  if (type === null || type.t === 'boolean') return -1;
  return itemType(type) === 'bigint' ? -(2 ** 60) : ' nothing';
}

/** The same for the same text: 45 bits of it. */
function hashOf(text: string): string {
  let hash = 7;
  for (const character of text) hash = (hash * 131 + (character.codePointAt(0) ?? 0)) % 35_184_372_088_777;
  return hash.toString(36);
}
