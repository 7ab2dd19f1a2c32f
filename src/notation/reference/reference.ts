import { callables } from '../../expressions/infer/callable.ts';
import { row } from '../print/text.ts';
import { READER_CODES } from '../reader/codes.ts';
import type { Column } from '../reader/columns.ts';
import { COLUMN_GROUPS, WORD_GROUPS, type Word } from './vocabulary.ts';

/** Returns the tables of NOTATION.md by the name in their markers, made from the data that the reader uses. */
export function referenceTables(): ReadonlyMap<string, string> {
  return new Map([
    ...columnTables(),
    ...WORD_GROUPS.map((group): [string, string] => [group.name, wordTable(group.words)]),
    ['functions', functionTable()],
    ['codes', codeTable()],
  ]);
}

/** Returns the tables of CHEATSHEET.md: the names without their meanings. */
export function shortTables(): ReadonlyMap<string, string> {
  return new Map([
    ['columns', shortColumns()],
    ['words', shortWords()],
    ['functions', callables.map(({ example }) => code(example)).join(' · ')],
  ]);
}

/** Returns the page with the content of each table marker replaced. */
export function withTables(page: string, tables: ReadonlyMap<string, string>): string {
  return page.replace(
    /(<!-- table: ([^>]+) -->\n)[\s\S]*?(\n<!-- \/table -->)/g,
    (whole: string, head: string, name: string, tail: string) => {
      const table = tables.get(name);
      return table === undefined ? whole : `${head}${table}${tail}`;
    },
  );
}

/** Columns that an earlier table has already share one row. */
function columnTables(): readonly [string, string][] {
  const explained = new Map<Column, string>();
  return COLUMN_GROUPS.map(({ name: group, columns }) => {
    const known = columns.filter((column) => explained.has(column));
    const others = columns.filter((column) => !explained.has(column));
    for (const column of others) explained.set(column, group);
    const names = known.map(({ name }) => name).join(', ');
    const groups = [...new Set(known.map((column) => explained.get(column)))].join(' and the ');
    const shared = { name: names, aliases: [], about: `As in the ${groups}.`, blank: 'None.', notShown: 'None.' };
    return [group, columnTable(known.length === 0 ? others : [...others, shared])];
  });
}

/** An empty cell means that blank means nothing, or that `not shown.` means the same as blank. */
function columnTable(columns: readonly Column[]): string {
  return tableOf(
    ['Name', 'Meaning', 'If blank', 'If `not shown.`'],
    columns.map(({ name, aliases, about, blank, notShown }) => [
      withAliases(name, aliases),
      about,
      blank === 'None.' ? '' : blank,
      notShown === blank ? '' : notShown,
    ]),
  );
}

function wordTable(words: readonly Word[]): string {
  return tableOf(
    ['Write', 'Meaning'],
    words.map(({ write, aliases, about }) => [withAliases(code(write), aliases), about]),
  );
}

/** Functions with the same meaning share a row, with the example of the first. */
function functionTable(): string {
  const examples = new Map<string, string[]>();
  for (const { name, example, about } of callables) {
    const written = examples.get(about);
    examples.set(about, written === undefined ? [code(example)] : [...written, code(name)]);
  }
  return tableOf(
    ['Write', 'Result'],
    [...examples].map(([about, written]) => [written.join(' · '), about]),
  );
}

function codeTable(): string {
  return tableOf(
    ['Code', 'Severity', 'Meaning'],
    Object.entries(READER_CODES).map(([name, { severity, about }]) => [code(name), severity, about]),
  );
}

function shortColumns(): string {
  return tableOf(
    ['Point', 'Where', 'Names'],
    COLUMN_GROUPS.map(({ name, point, columns }) => [String(point), name, columns.map((each) => each.name).join(', ')]),
  );
}

function shortWords(): string {
  return tableOf(
    ['Point', 'Where', 'Words'],
    WORD_GROUPS.map(({ name, point, words }) => [
      point === null ? '' : String(point),
      name,
      words.map(({ write }) => code(write)).join(' · '),
    ]),
  );
}

const code = (text: string): string => (text.includes('`') ? text : `\`${text}\``);

const withAliases = (name: string, aliases: readonly string[]): string =>
  aliases.length === 0 ? name : `${name} (${aliases.join(', ')})`;

/** Prints a table without columns that are empty in all rows. */
function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const filled = header.map((_, index) => rows.some((cells) => cells[index] !== ''));
  return [header, header.map(() => '---'), ...rows]
    .map((cells) => row(cells.filter((_, index) => filled[index]).map(cellOf)))
    .join('\n');
}

/** Removes the full stop of a single sentence and escapes pipes. */
const cellOf = (text: string): string =>
  (/\.[`*]* /.test(text) ? text : text.replace(/\.$/, '')).replaceAll('|', '\\|');
