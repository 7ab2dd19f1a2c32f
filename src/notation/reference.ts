import { callables } from '../expressions/infer/callable.ts';
import { READER_CODES } from './codes.ts';
import type { Column } from './columns.ts';
import { row } from './print/text.ts';
import { COLUMN_GROUPS, WORD_GROUPS, type Word } from './vocabulary.ts';

/** The tables of NOTATION.md by the name between their markers, made from what the reader itself reads by. */
export function referenceTables(): ReadonlyMap<string, string> {
  return new Map([
    ...COLUMN_GROUPS.map((group): [string, string] => [group.name, columnTable(group.columns)]),
    ...WORD_GROUPS.map((group): [string, string] => [group.name, wordTable(group.words)]),
    ['functions', functionTable()],
    ['codes', codeTable()],
  ]);
}

function columnTable(columns: readonly Column[]): string {
  return tableOf(
    ['Name', 'Also', 'Meaning', 'Blank', 'not shown.'],
    columns.map(({ name, aliases, about, blank, notShown }) => [name, aliases.join(', '), about, blank, notShown]),
  );
}

function wordTable(words: readonly Word[]): string {
  return tableOf(
    ['Write', 'Also', 'Meaning'],
    words.map(({ write, aliases, about }) => [write.includes('`') ? write : `\`${write}\``, aliases.join(', '), about]),
  );
}

function functionTable(): string {
  return tableOf(
    ['Write', 'Gives'],
    callables.map(({ example, about }) => [`\`${example}\``, about]),
  );
}

function codeTable(): string {
  return tableOf(
    ['Code', 'Severity', 'Meaning'],
    Object.entries(READER_CODES).map(([code, { severity, about }]) => [`\`${code}\``, severity, about]),
  );
}

function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows]
    .map((cells) => row(cells.map((cell) => cell.replaceAll('|', '\\|'))))
    .join('\n');
}
