import { parseExpression } from '../../expressions/syntax/parse.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Span } from '../markdown/span.ts';
import type { Reader } from '../reader.ts';

/** An expression that words were understood as, at the place of the words. */
export function wordFormula(reader: Reader, text: string, at: Span): Formula {
  return { text, at: reader.place(at), tree: parseExpression(text).tree };
}

/** Conditions that must all hold. */
export function allOf(parts: readonly string[]): string {
  const [only, ...more] = parts;
  if (only === undefined || more.length === 0) return only ?? '';
  return parts.map((part) => (/ or | \? /.test(part) ? `(${part})` : part)).join(' and ');
}

const FLIPPED: ReadonlyMap<string, string> = new Map([
  ['<=', '>'],
  ['>=', '<'],
  ['<', '>='],
  ['>', '<='],
  ['==', '!='],
  ['!=', '=='],
]);

/** The opposite of a condition. */
export function opposite(text: string): string {
  const match = /^([^<>=!()]+) (<=|>=|<|>|==|!=) ([^<>=!()]+)$/.exec(text);
  const flipped = FLIPPED.get(match?.[2] ?? '');
  if (match === null || flipped === undefined || / and | or /.test(text)) return `not (${text})`;
  return `${match[1]} ${flipped} ${match[3]}`;
}
