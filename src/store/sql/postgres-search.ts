import { SHADOW_COLUMNS } from '../core/catalog.ts';
import type { SearchedTable, SearchTexts } from './dialect.ts';
import { type Fragment, joinFragments, sql } from './fragment.ts';
import { searchIndexName } from './searched-table.ts';

/** The maximum number of columns of an index. */
const MAX_COLUMNS = 32;
/** Kilobytes of new words that are not yet merged into an index; each search scans them. */
const MAX_PENDING = 256;

/** A GIN index over the words in the shadow columns. The database keeps it up to date. */
export const postgresSearch: SearchTexts = {
  indexes: ({ physical, columns }) =>
    Array.from({ length: Math.ceil(columns.length / MAX_COLUMNS) }, (_, index) => {
      const name = `${searchIndexName(physical)}${index === 0 ? '' : `_${index}`}`;
      const some = columns.slice(index * MAX_COLUMNS, (index + 1) * MAX_COLUMNS);
      const words = some.map((column) => wordsIn(column)).join(', ');
      const options = `WITH (gin_pending_list_limit = ${MAX_PENDING}) WHERE deleted_at IS NULL`;
      return { name, sql: `CREATE INDEX ${name} ON ${physical} USING gin (${words}) ${options}`, fill: null };
    }),
  indexDue: null,
  forget: null,
  // As an array, so that the planner starts with these rows.
  narrow: (table, alias, word) => sql`${alias}.ctid = ANY (ARRAY(${rowsWith(table, word)}))`,
  count: (table, word, limit) => {
    const isFrequent = sql`(SELECT count(*) FROM (${sample(table, word)}) AS s WHERE s.has) > ${String(MOST_IN_SAMPLE)}`;
    const exact = sql`(SELECT count(*) FROM (${rowsWith(table, word)} LIMIT ${String(limit + 1)}) AS q)`;
    return sql`SELECT CASE WHEN ${isFrequent} THEN ${String(limit + 1)} ELSE ${exact} END`;
  },
};

/** The index lists all rows of a word before it returns the first, so frequent words are recognized by some rows. */
const [SAMPLE, MOST_IN_SAMPLE] = [500, 25];
/** Characters of each text in the sample. */
const SAMPLED_LENGTH = 1000;

function sample({ physical, columns }: SearchedTable, word: Fragment): Fragment {
  const has = columns.map(
    (column) =>
      sql`coalesce(strpos(substr(${SHADOW_COLUMNS.words(column)}, 1, ${String(SAMPLED_LENGTH)}), ' ' || ${textOf(word)}) > 0, FALSE)`,
  );
  return sql`SELECT ${joinFragments(has, ' OR ')} AS has FROM ${physical} WHERE deleted_at IS NULL LIMIT ${String(SAMPLE)}`;
}

const textOf = (word: Fragment): Fragment => sql`CAST(${word} AS TEXT)`;

/** Shadow columns contain a space before each word. */
const wordsIn = (column: string): string =>
  `array_to_tsvector(string_to_array(substr(${SHADOW_COLUMNS.words(column)}, 2), ' '))`;

/** A word consists of letters and digits, so it needs no escapes between apostrophes. */
function rowsWith({ physical, columns }: SearchedTable, word: Fragment): Fragment {
  const begins = sql`('''' || ${textOf(word)} || ''':*')::tsquery`;
  const found = columns.map((column) => sql`${wordsIn(column)} @@ ${begins}`);
  return sql`SELECT ctid FROM ${physical} WHERE deleted_at IS NULL AND (${joinFragments(found, ' OR ')})`;
}
