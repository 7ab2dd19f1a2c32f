import type { Model } from '../../model/model.ts';
import { names as columnNames } from '../columns.ts';
import { ERROR_COLUMNS } from '../points/8-errors.ts';
import { blocks, part, table, text } from './text.ts';

export function printErrors({ errors }: Model): string {
  if (errors.length === 0) return '';
  const rows = errors.map((error) => [
    text(error.code),
    error.status === null ? '' : String(error.status),
    text(error.message),
    text(error.next),
  ]);
  return blocks([
    table(columnNames(ERROR_COLUMNS), rows, ERROR_COLUMNS.length),
    ...errors.map((error) => part(text(error.code), error.help)),
  ]);
}
