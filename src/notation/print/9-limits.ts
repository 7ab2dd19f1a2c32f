import type { Constant, ConstantTable, Limit, LimitName, Model } from '../../model/types/model.ts';
import { isAddress, isExpression, isFromEnvironment } from '../limits/constant-value.ts';
import { limitNamed } from '../limits/limit-values.ts';
import { CONSTANT_COLUMNS } from '../limits/limits.ts';
import { isBareText } from '../limits/value-tables.ts';
import { hoursText } from '../limits/working-hours.ts';
import { titlesOf } from '../points/tables-and-parts.ts';
import { columnNamed, columnNames, foldName } from '../reader/columns.ts';
import { quantityText } from '../reader/quantities.ts';
import { cellHelp } from './split-help.ts';
import { blocks, code, NOT_SHOWN, name, part, prose, table, text } from './text.ts';

export function printLimits({ constants, limits }: Model): string {
  if (constants.length + limits.length === 0) return '';
  const single = constants.filter((stated) => stated.table === null);
  const titles = titlesOf(single.map(({ name }) => name));
  const known = new Set(single.map((stated) => foldName(stated.name)));
  const rows = [
    ...single.map(constant),
    ...limits.map((limit) => [capital(limit.name), value(limit), inCell(limit.help)]),
  ];
  return blocks([
    rows.length === 0 ? '' : table(columnNames(CONSTANT_COLUMNS), rows, CONSTANT_COLUMNS.length),
    ...single.map((stated, index) => part(text(titles[index] ?? ''), cellHelp(stated.help).rest)),
    ...constants.flatMap((stated) =>
      stated.table === null ? [] : part(text(stated.name), stated.help, values(stated.table, known)),
    ),
  ]);
}

/** A limit has no part of its own, so all of its help is in the cell. */
const inCell = (help: string) => {
  const { cell, rest } = cellHelp(help);
  return rest === '' ? cell : prose(help.replaceAll(/\s+/g, ' '));
};

function constant(stated: Constant): string[] {
  const { cell } = cellHelp(stated.help);
  return [limitNamed(stated.name) !== null ? code(stated.name) : text(stated.name), shown(stated), cell];
}

function shown({ value: stated, environment, unit }: Constant): string {
  if (unit !== null && stated !== null) return `${stated.text} ${unit}`;
  if (environment === null) return stated === null ? NOT_SHOWN : literal(stated.text);
  return `from environment ${environment}${stated === null ? '' : `, default ${literal(stated.text)}`}`;
}

/** Prints addresses and literals as they are, and anything ambiguous in backticks. */
function literal(written: string): string {
  const plain = quantityText(written);
  if (plain === null ? !isExpression(written) && !isAddress(written) : plain !== written) return code(written);
  if (isFromEnvironment(written)) return code(written);
  return /[\\`|&<>{}]|^[-–—]+$|^not shown/i.test(written) || written === '' ? code(written) : written;
}

/** Prints a table of values. `known`: the names of constants, which are read as their values. */
function values({ rows, columns, cells }: ConstantTable, known: ReadonlySet<string>): string {
  const header =
    columns.length === 0
      ? ['Value']
      : columns.map((column) => name(column.name, columns.length === 1 ? /^value$|^amount$/i : null));
  const lines = rows.map((row, index) => [
    text(row.name),
    ...(cells[index] ?? []).map((cell) => (cell === null ? NOT_SHOWN : inTable(cell.text, known))),
  ]);
  const constantColumns = columns.filter((column) => columnNamed(CONSTANT_COLUMNS, column.name) !== null);
  // A dash in the corner marks a table of values, whatever its columns are named.
  return table([constantColumns.length > 1 ? '-' : '', ...header], lines, header.length + 1);
}

/** A single word would be read as a text. */
function inTable(written: string, known: ReadonlySet<string>): string {
  return isBareText(written) && !known.has(foldName(written)) ? code(written) : literal(written);
}

function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

const COUNTS: ReadonlySet<LimitName> = new Set([
  'page size',
  'largest page',
  'export rows',
  'import rows',
  'retries',
  'requests',
]);

function value(limit: Limit): string {
  if (limit.hours !== null) return hoursText(limit.hours);
  if (limit.dates !== null) return limit.dates.join(', ');
  if (limit.value === null) return NOT_SHOWN;
  if (limit.per !== null) return `${limit.value} per ${limit.per} per person`;
  if (limit.name === 'search from' || limit.name === 'comment length') return `${limit.value} characters`;
  if (COUNTS.has(limit.name)) return String(limit.value);
  if (limit.name !== 'upload size') return lengthText(limit.value);
  return limit.value % 1e6 === 0 ? `${limit.value / 1e6} MB` : `${limit.value} bytes`;
}

const LENGTHS: readonly (readonly [number, string])[] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
];

function lengthText(ms: number): string {
  const [size, unit] = LENGTHS.find(([length]) => ms > 0 && ms % length === 0) ?? [1, 'millisecond'];
  return `${ms / size} ${unit}${ms === size ? '' : 's'}`;
}
