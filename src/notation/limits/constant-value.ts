import { parseExpression } from '../../expressions/syntax/parse.ts';
import { percentTree } from '../../expressions/syntax/percent.ts';
import { quantityOf } from '../../expressions/types/units.ts';
import { isKnownUnit } from '../../fields/text/units.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Constant } from '../../model/types/model.ts';
import { codeOf, part, type Span } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { quantityText, readNumber } from '../reader/quantities.ts';
import { type FindingContext, formula, formulaText, type Reader, words } from '../reader/reader.ts';

/** The value of a constant, and where it comes from. */
export type ConstantValue = Pick<Constant, 'value' | 'environment' | 'unit'>;

const ENVIRONMENT = /^from environment `?([A-Za-z_][A-Za-z0-9_]*)`?(?:\s*,\s*default\s+(\S[\s\S]*))?$/i;

/** Reads a literal, an address, a calculation, or `from environment NAME, default …`. A mistake in it is reported. */
export function readConstantValue(reader: Reader, cell: Span, about: FindingContext): ConstantValue {
  const stated = ENVIRONMENT.exec(cell.text);
  if (stated?.[1] === undefined) return statedValue(reader, cell, about);
  const rest = stated[2] === undefined ? null : part(cell, cell.text.length - stated[2].length);
  return { value: rest === null ? null : literalOf(reader, rest, about), environment: stated[1], unit: null };
}

/** Reads a literal or a calculation; of `2 kg`, the number and its unit. */
function statedValue(reader: Reader, cell: Span, about: FindingContext): ConstantValue {
  const measured = codeOf(cell) === null ? measuredNumber(cell.text) : null;
  return measured === null
    ? { value: literalOf(reader, cell, about), environment: null, unit: null }
    : { value: formulaOf(reader, measured.number, cell), environment: null, unit: measured.unit };
}

/** Returns a number and the unit of fields that it is measured in; null for anything else, such as `25 EUR` or `3 days`. */
function measuredNumber(text: string): { readonly number: string; readonly unit: string } | null {
  const [, digits = '', unit = ''] = /^(\S+) ?([^\s\d]+)$/u.exec(text.trim()) ?? [];
  const number = isKnownUnit(unit) && quantityText(text) === null ? readNumber(digits) : null;
  return number === null || !('message' in quantityOf(number, unit)) ? null : { number, unit };
}

/** Whether a text is read as a value from the environment. */
export function isFromEnvironment(text: string): boolean {
  return ENVIRONMENT.test(text);
}

function literalOf(reader: Reader, cell: Span, about: FindingContext): Formula {
  const code = codeOf(cell);
  const { text } = code ?? cell;
  if (isAddress(text)) return addressOf(reader, cell);
  const plain = (code === null ? quantityText(text) : null) ?? (percentTree(text) === null ? null : text);
  if (plain !== null) return formulaOf(reader, plain, cell);
  if (code !== null || isExpression(text) || !isPlain(text)) return formula(reader, cell, about);
  const known = 'a number, an amount, a length of time, a text in quotes, or an expression in backticks';
  reader.report(messages.valueUnknown('value', words(cell), known), cell, about);
  return { text: formulaText(cell).text, at: reader.place(cell), tree: null };
}

/** Whether a value without backticks is an expression. `2026-12-25` is a date, not a subtraction. */
export function isExpression(text: string): boolean {
  return !/^\d{4}-\d{1,2}(?:-\d{1,2})?$/.test(text) && parseExpression(text).tree !== null;
}

/** Whether a text has words, times or dates but no operators. */
const isPlain = (text: string): boolean => /^[\p{L}\p{N}\s.,;:'’()–—/€$£-]+$/u.test(text);

/** Returns a formula for a normalized text or a percentage, with the place that it was read from. */
export function formulaOf(reader: Reader, written: string, at: Span): Formula {
  const text = written.replaceAll(/[\n\r\u2028\u2029]/g, ' ');
  return { text, at: reader.place(at), tree: percentTree(text) ?? reader.parse(text).tree };
}

/** Whether a text is a web or e-mail address: `https://bank.example/api`, `help@example.com`. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) || /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text);
}

function addressOf(reader: Reader, value: Span): Formula {
  const span = codeOf(value) ?? value;
  const text = words(span);
  return { text, at: reader.place(span), tree: { op: 'text', value: text, from: 0, to: text.length } } as const;
}
