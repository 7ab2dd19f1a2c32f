import type { Formula } from '../../model/types/formula.ts';
import type { ErrorAnswers, Model } from '../../model/types/model.ts';
import { ERROR_COLUMNS } from '../points/error-columns.ts';
import { titlesOf } from '../points/tables-and-parts.ts';
import { columnNames } from '../reader/columns.ts';
import { cellHelp } from './split-help.ts';
import { blocks, code, name, names, part, table, text } from './text.ts';

export function printErrors({ errors, errorAnswers }: Model): string {
  const keys = keysOf(errorAnswers);
  if (errors.length === 0) return keys;
  const titles = titlesOf(errors.map(({ code }) => code));
  const rows = errors.map((error) => [
    name(error.code),
    error.status === null ? '' : String(error.status),
    names(error.causes),
    message(error.message),
    text(error.next),
    error.standsFor.join(', '),
    error.member === null ? '' : text(error.member),
    errorShape(error.body, true),
    cellHelp(error.help).cell,
  ]);
  return blocks([
    keys,
    withoutEmpty(columnNames(ERROR_COLUMNS), rows),
    ...errors.map((error, index) => part(text(titles[index] ?? ''), cellHelp(error.help).rest)),
  ]);
}

/** Prints the keys for all refusals. */
function keysOf({ body, mediaType, member }: ErrorAnswers): string {
  const keys = [
    ['Body', errorShape(body, false)],
    ['Media type', mediaType ?? ''],
    ['At', member === null ? '' : text(member)],
  ] as const;
  return keys.flatMap(([key, value]) => (value === '' ? [] : `- ${key}: ${value}`)).join('\n');
}

/** Prints the body of an error: a shape in backticks, or `none`. */
export function errorShape(body: Formula | null, inTable: boolean): string {
  if (body === null) return '';
  return /^[{[]/.test(body.text.trim()) ? code(body.text, inTable) : body.text;
}

/** Escapes quotes around a whole message, which the reader would strip. */
function message(stated: string): string {
  const written = text(stated);
  return /^(?:"[^"]*"|“[^“”]*”)$/.test(written) ? `&#${written.codePointAt(0) ?? 34};${written.slice(1)}` : written;
}

const OPTIONAL: ReadonlySet<string> = new Set(['When', 'Stands for', 'At', 'Body', 'Notes']);

/** Removes optional columns that are empty. */
function withoutEmpty(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const isPrinted = columns.map(
    (column, index) => !OPTIONAL.has(column) || rows.some((row) => (row[index] ?? '') !== ''),
  );
  const only = (cells: readonly string[]) => cells.filter((_, index) => isPrinted[index] === true);
  return table(only(columns), rows.map(only), columns.length);
}
