import type { Bound } from '../../model/types/types.ts';

/** A range that includes both ends; a null end is open. */
export interface Range {
  readonly min: Bound | null;
  readonly max: Bound | null;
}

/**
 * Parses `1..50`, `..500`, `1..MOST`, `1 to 50`, `at most 500` or `at least 3`; null for anything else, including a
 * number alone. With `decimals` the ends may have digits after the point. An end may be the name of a constant; next to
 * words it must be in capitals, because prose has `at most once`.
 */
export function parseRange(text: string, decimals = false): Range | null {
  const trimmed = text.trim();
  if (trimmed.length > 200) return null;
  const parseBound = decimals ? decimalBound : wholeBound;
  const capitals = (end: string) => (/\p{Ll}/u.test(end) ? null : parseBound(end));
  const worded = /^(?:(at most)|at least)\s+(\S+)$/iu.exec(trimmed);
  if (worded !== null) {
    const bound = capitals(worded[2] ?? '');
    return bound && (worded[1] === undefined ? { min: bound, max: null } : { min: null, max: bound });
  }
  const words = /^(\S+)\s+to\s+(\S+)$/u.exec(trimmed);
  if (words !== null) {
    const [min, max] = [capitals(words[1] ?? ''), capitals(words[2] ?? '')];
    return min && max && { min, max };
  }
  const ends = /^(\S*?)\s*\.\.\s*(\S*)$/u.exec(trimmed);
  if (ends === null) return null;
  const [, from = '', to = ''] = ends;
  const [min, max] = [from === '' ? null : parseBound(from), to === '' ? null : parseBound(to)];
  const broken = (from !== '' && min === null) || (to !== '' && max === null) || (from === '' && to === '');
  return broken ? null : { min, max };
}

/** Parses a whole number or the name of a constant. */
export const parseBound = wholeBound;

function wholeBound(text: string): Bound | null {
  if (/^-?\d{1,15}$/.test(text)) return { value: Number(text) + 0 };
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text) ? { constant: text } : null;
}

function decimalBound(text: string): Bound | null {
  return /^-?\d{1,15}\.\d{1,6}$/.test(text) ? { value: Number(text) + 0 } : wholeBound(text);
}

/** Prints `1..80`, `..MAX_TITLE`, `1..`; empty if both ends are open. */
export function rangeText({ min, max }: Range): string {
  return min === null && max === null
    ? ''
    : `${min === null ? '' : boundText(min)}..${max === null ? '' : boundText(max)}`;
}

/** Prints a range in parentheses, for use after a type: `(1..80)`; empty if both ends are open. */
export function printRange(range: Range): string {
  const inner = rangeText(range);
  return inner === '' ? '' : `(${inner})`;
}

/**
 * Parses the argument of a type: no argument is open, and a number or constant alone is the maximum, as in `text(80)`.
 */
export function rangeOfLength(argument: string | null): Range | null {
  if (argument === null) return { min: null, max: null };
  const range = parseRange(argument);
  if (range !== null) return range;
  const most = parseBound(argument.trim());
  return most && { min: null, max: most };
}

const boundText = (bound: Bound) => ('constant' in bound ? bound.constant : String(bound.value));
