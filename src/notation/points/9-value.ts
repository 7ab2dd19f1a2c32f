import { parseExpression } from '../../expressions/syntax/parse.ts';
import { percentTree } from '../../expressions/syntax/percent.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Constant } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import { clockTexts, shortTexts } from '../liberal/9-known.ts';
import { readAmount, readDuration, readNumber, readPercent, readSize } from '../liberal/phrases/quantity.ts';
import { codeOf, part, type Span } from '../markdown/span.ts';
import { type About, formula, formulaText, type Reader, words } from '../reader.ts';

/** The value of a constant with where it comes from. */
export type Value = Pick<Constant, 'value' | 'environment'>;

const ENVIRONMENT =
  /^from (?:the )?environment(?: variable)? `?([A-Za-z_][A-Za-z0-9_]*)`?(?:\s*,\s*default(?: is)?\s+(\S[\s\S]*))?$/i;

/** A literal, an address, a calculation, or `from environment NAME, default …`. A mistake in it is reported. */
export function statedValue(reader: Reader, cell: Span, about: About): Value {
  const stated = ENVIRONMENT.exec(cell.text);
  if (stated?.[1] === undefined) return { value: literalOf(reader, cell, about), environment: null };
  const rest = stated[2] === undefined ? null : part(cell, cell.text.length - stated[2].length);
  return { value: rest === null ? null : literalOf(reader, rest, about), environment: stated[1] };
}

/** Whether a text would be read as a value from the environment. */
export function isFromEnvironment(text: string): boolean {
  return ENVIRONMENT.test(text);
}

function literalOf(reader: Reader, cell: Span, about: About): Formula {
  if (isAddress((codeOf(cell) ?? cell).text)) return addressOf(reader, cell);
  const bare = codeOf(cell);
  const { text } = bare ?? cell;
  const plain = (bare === null ? quantityText(text) : null) ?? (percentTree(text) === null ? null : text);
  if (plain !== null) return formulaOf(reader, plain, cell);
  if (bare !== null || parseExpression(text).tree !== null) return formula(reader, cell, about);
  const texts = clockTexts(cell) ?? shortTexts(cell);
  if (texts !== null) return formulaOf(reader, texts, cell);
  if (!isWords(text)) return formula(reader, cell, about);
  const known = 'a number, an amount, a length of time, or a text in quotes; what words say has no effect';
  reader.report(say.valueUnknown('value', words(cell), known), cell, about);
  return { text: formulaText(cell).text, at: reader.place(cell), tree: null };
}

/** Several words without a sign of a calculation. */
const isWords = (text: string): boolean =>
  /^[\p{L}\p{N}\s.,;:'’"“”–—/()%€$£-]+$/u.test(text) && /\p{L}\p{L}[,;]? \S+ \S/u.test(text);

/** A formula of our own spelling, or a percentage, with the place of what it was read from. */
export function formulaOf(reader: Reader, written: string, at: Span): Formula {
  const text = written.replaceAll(/[\n\r\u2028\u2029]/g, ' ');
  return { text, at: reader.place(at), tree: percentTree(text) ?? parseExpression(text).tree };
}

/** A quantity as people write it, as an expression or a percentage: `5,000`, `15 min`, `20 %`, `3,000 €`. Null for anything else. */
export function quantityText(written: string): string | null {
  if (!/^[€$£\d+-]|^[A-Z]{3} ?\d/.test(written) || written.length > 60) return null;
  const time = readDuration(written);
  if (time !== null) return time.working ? null : time.text;
  const percent = readPercent(written);
  if (percent !== null) return `${percent} %`;
  return readSize(written) ?? readAmount(written) ?? readNumber(written);
}

/** `https://bank.example/api` and `help@example.com` are texts. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) || /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text);
}

function addressOf(reader: Reader, value: Span): Formula {
  const span = codeOf(value) ?? value;
  const text = words(span);
  return { text, at: reader.place(span), tree: { op: 'text', value: text, from: 0, to: text.length } } as const;
}
