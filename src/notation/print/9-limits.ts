import type { Constant, Limit, Model } from '../../model/model.ts';
import { names as columnNames } from '../columns.ts';
import { CONSTANT_COLUMNS } from '../points/9-limits.ts';
import { blocks, code, NOT_SHOWN, part, prose, splitHelp, table, text } from './text.ts';

export function printLimits({ constants, limits }: Model): string {
  if (constants.length + limits.length === 0) return '';
  const rows = [
    ...constants.map(constant),
    ...limits.map((limit) => [capital(limit.name), value(limit), prose(limit.help)]),
  ];
  return blocks([
    table(columnNames(CONSTANT_COLUMNS), rows, CONSTANT_COLUMNS.length),
    ...constants.map((stated) => part(text(stated.name), splitHelp(stated.help).rest)),
  ]);
}

function constant(stated: Constant): string[] {
  const { inline } = splitHelp(stated.help);
  return [
    isLimit(stated.name) ? code(stated.name) : text(stated.name),
    stated.value === null ? NOT_SHOWN : literal(stated.value.text),
    prose(inline),
  ];
}

/** Addresses and literals stand as they are. */
function literal(written: string): string {
  return /[\\`|&<>{}]|^[-–—]+$|^not shown/i.test(written) || written === '' ? code(written) : written;
}

/** A constant that is called like a limit is written in backticks. */
function isLimit(name: string): boolean {
  return /^[\p{L}\s-]+$/u.test(name) && /\b(?:page|rows|requests?|rate|upload|file)/i.test(name);
}

function capital(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

function value(limit: Limit): string {
  if (limit.value === null) return NOT_SHOWN;
  if (limit.per !== null) return `${limit.value} per ${limit.per} per person`;
  if (limit.name !== 'upload size') return String(limit.value);
  return limit.value % 1e6 === 0 ? `${limit.value / 1e6} MB` : `${limit.value} bytes`;
}
