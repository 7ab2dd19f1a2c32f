import type { Block } from '../markdown/document.ts';
import type { Span } from '../markdown/span.ts';
import { isBlank } from '../reader.ts';
import { cut, type SeparatorAt } from './cut.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** Which cells of a row say several things. */
export interface Pairing {
  /** The column that names them. */
  readonly names: number;
  readonly isName: (part: Span) => boolean;
  /** The column that must hold as many; null: there is none. */
  readonly values: number | null;
  /** The column that may hold as many, or one for all of them. */
  readonly shared?: number;
  /** The column that is never divided. */
  readonly whole?: number;
  /** The two may be divided by other signs, because what is named is known by its look. */
  readonly anySign?: boolean;
}

const SEMICOLON: SeparatorAt = (text, at) => (text[at] === ';' ? 1 : 0);
const COMMA: SeparatorAt = (text, at) => (text[at] === ',' ? 1 : 0);
const SIGNS: readonly SeparatorAt[] = [(text, at) => (text.startsWith(' / ', at) ? 3 : 0), SEMICOLON, COMMA];

/** `` `/a`, `/b` | Bread, Cakes ``, `MIN / MAX | 2 hours / 3 days`: a row for each, where there are as many of one as of the other. */
export function withPairs(table: Table, pairing: Pairing): Table {
  const rows = table.rows.flatMap((row) => {
    const cells = cellsOf(row.cells, pairing);
    return cells === null ? [row] : cells.map((each) => ({ ...row, cells: each }));
  });
  return rows.length === table.rows.length ? table : { ...table, rows };
}

function cellsOf(cells: readonly Span[], pairing: Pairing): readonly Span[][] | null {
  const { names, isName, values, shared, whole, anySign = false } = pairing;
  const named = cells[names];
  const given = values === null ? undefined : cells[values];
  if (named === undefined || (values !== null && given === undefined)) return null;
  for (const sign of SIGNS) {
    const all = cut(named, sign);
    if (all.length < 2 || !all.every(isName)) continue;
    const count = all.length;
    const own = given === undefined ? [] : dividedBy(given, anySign ? [sign, ...SIGNS] : [sign], count);
    if (own === null) continue;
    const others = cells.map((cell, index) => {
      if (index === names) return all;
      if (index === values) return own;
      if (index === whole) return null;
      // A comma may stand for anything in other words.
      return dividedBy(cell, index === shared || sign !== COMMA ? [sign, SEMICOLON] : [SEMICOLON], count);
    });
    return all.map((_, row) => others.map((parts, index) => parts?.[row] ?? (cells[index] as Span)));
  }
  return null;
}

function dividedBy(cell: Span, signs: readonly SeparatorAt[], count: number): Span[] | null {
  for (const sign of signs) {
    const parts = cut(cell, sign);
    if (parts.length === count && !parts.some(isBlank)) return parts;
  }
  return null;
}
