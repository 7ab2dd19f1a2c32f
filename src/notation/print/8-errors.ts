import type { ErrorEntry, Model } from '../../model/types/model.ts';
import { names as columnNames } from '../columns.ts';
import { ERROR_COLUMNS } from '../points/8-errors.ts';
import { titlesOf } from '../points/parts.ts';
import { cellHelp } from './help.ts';
import { blocks, NOT_SHOWN, names, part, table, text, undivided } from './text.ts';

export function printErrors({ errors }: Model): string {
  if (errors.length === 0) return '';
  const titles = titlesOf(errors.map(({ code }) => code));
  const rows = errors.map((error) => [
    undivided(error.code),
    status(error),
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

/** A code that looks like a status would be taken for it where none is shown. */
function status({ code, status: stated }: ErrorEntry): string {
  if (stated !== null) return String(stated);
  return /^[45]\d\d$/.test(code) ? NOT_SHOWN : '';
}

/** Quotes around a whole message would be taken for those of the document. */
function message(stated: string): string {
  const written = text(stated);
  return /^(?:"[^"]*"|“[^“”]*”)$/.test(written) ? `&#${written.codePointAt(0) ?? 34};${written.slice(1)}` : written;
}

const OPTIONAL: ReadonlySet<string> = new Set(['When', 'Stands for', 'Notes']);

/** The table without the columns that few documents need, where nothing stands in them. */
function withoutEmpty(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const kept = columns.map((column, index) => !OPTIONAL.has(column) || rows.some((row) => (row[index] ?? '') !== ''));
  const only = (cells: readonly string[]) => cells.filter((_, index) => kept[index] === true);
  return table(only(columns), rows.map(only), columns.length);
}
