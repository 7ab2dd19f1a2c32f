import type { Row, Value } from '../text/value.ts';
import { isRows } from '../types/list.ts';

/** Number of characters that count as one row. */
const CHARACTERS_OF_A_ROW = 1_000;

/** Returns the memory that a row and its lines take, as a number of average rows: long texts count as more. */
export function weightOf(row: Row): number {
  return rowsOf(row) + Math.floor(charactersOf(row) / CHARACTERS_OF_A_ROW);
}

function rowsOf({ values }: Row): number {
  let rows = 1;
  for (const name in values) {
    const value = values[name] ?? null;
    if (isRows(value)) for (const line of value) rows += rowsOf(line);
  }
  return rows;
}

function charactersOf({ values }: Row): number {
  let characters = 0;
  for (const name in values) characters += lengthOf(values[name] ?? null);
  return characters;
}

function lengthOf(value: Value): number {
  if (typeof value === 'string') return value.length;
  if (!Array.isArray(value)) return 0;
  let characters = 0;
  for (const each of value as readonly (string | Row)[])
    characters += typeof each === 'string' ? each.length : 'values' in each ? charactersOf(each) : 0;
  return characters;
}
