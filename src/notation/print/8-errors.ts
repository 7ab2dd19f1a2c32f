import type { Model } from '../../model/types/model.ts';
import { ERROR_COLUMNS } from '../points/errors.ts';
import { titlesOf } from '../points/tables-and-parts.ts';
import { columnNames } from '../reader/columns.ts';
import { cellHelp } from './split-help.ts';
import { blocks, name, names, part, table, text } from './text.ts';

export function printErrors({ errors }: Model): string {
  if (errors.length === 0) return '';
  const titles = titlesOf(errors.map(({ code }) => code));
  const rows = errors.map((error) => [
    name(error.code),
    error.status === null ? '' : String(error.status),
    names(error.causes),
    message(error.message),
    text(error.next),
    error.standsFor.join(', '),
    cellHelp(error.help).cell,
  ]);
  return blocks([
    withoutEmpty(columnNames(ERROR_COLUMNS), rows),
    ...errors.map((error, index) => part(text(titles[index] ?? ''), cellHelp(error.help).rest)),
  ]);
}

/** Escapes quotes around a whole message, which the reader would strip. */
function message(stated: string): string {
  const written = text(stated);
  return /^(?:"[^"]*"|“[^“”]*”)$/.test(written) ? `&#${written.codePointAt(0) ?? 34};${written.slice(1)}` : written;
}

const OPTIONAL: ReadonlySet<string> = new Set(['When', 'Stands for', 'Notes']);

/** Removes optional columns that are empty. */
function withoutEmpty(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const isPrinted = columns.map(
    (column, index) => !OPTIONAL.has(column) || rows.some((row) => (row[index] ?? '') !== ''),
  );
  const only = (cells: readonly string[]) => cells.filter((_, index) => isPrinted[index] === true);
  return table(only(columns), rows.map(only), columns.length);
}
