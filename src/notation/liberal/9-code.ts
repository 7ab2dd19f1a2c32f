import { parseExpression } from '../../expressions/syntax/parse.ts';
import { codeSpans } from '../markdown/code.ts';
import { part, type Span } from '../markdown/span.ts';
import { quantityText } from '../points/9-value.ts';
import { words } from '../reader.ts';

/** A constant as a program states it. */
export interface Assigned {
  readonly name: string;
  readonly value: string;
  readonly help: string;
}

const ASSIGNMENT =
  /^(?:(?:export\s+)?(?:const|let|val|final|static)\s+)?([\p{L}_][\p{L}\p{N}_]*)\s*(?::=|=|:)\s*([^=][\s\S]*?)(?:\s+as const)?;?$/u;

/** Units that stand at the end of a name, `SEARCH_DEBOUNCE_MS`. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ['ms', 'milliseconds'],
  ['millis', 'milliseconds'],
  ['milliseconds', 'milliseconds'],
  ['sec', 'seconds'],
  ['secs', 'seconds'],
  ['seconds', 'seconds'],
  ['min', 'minutes'],
  ['mins', 'minutes'],
  ['minutes', 'minutes'],
  ['hours', 'hours'],
  ['days', 'days'],
  ['weeks', 'weeks'],
  ['months', 'months'],
  ['years', 'years'],
  ['bytes', 'bytes'],
  ['kb', 'kB'],
  ['mb', 'MB'],
  ['gb', 'GB'],
]);

/** `` `NAME = value` ``, or bare `NAME = value` in capitals, with a remark in brackets behind it. Null for anything else. */
export function assigned(span: Span): Assigned | null {
  const [code] = codeSpans(span.text);
  const inCode = code !== undefined && code.from === 0;
  const remark = /^\s*\(([^()]*)\)\.?$/.exec(inCode ? span.text.slice(code.to) : '');
  if (inCode && remark === null && span.text.slice(code.to).replace(/[.\s]+/, '') !== '') return null;
  const text = inCode ? span.text.slice(code.innerFrom, code.innerTo) : span.text;
  const match = ASSIGNMENT.exec(text.trim());
  const [, name = '', written = ''] = match ?? [];
  if (match === null || (!inCode && !/^[\p{Lu}\p{N}_]{2,}$/u.test(name))) return null;
  const value = valueIn(name, written.trim());
  if (value === null) return null;
  const help = remark?.[1] === undefined ? '' : words(part({ text: remark[1], from: span.from }, 0));
  return { name, value, help };
}

function valueIn(name: string, written: string): string | null {
  const quantity = quantityText(written);
  if (quantity !== null) return /^\d+(?:\.\d+)?$/.test(quantity) ? withUnit(name, quantity) : quantity;
  return parseExpression(written).tree === null ? null : written;
}

function withUnit(name: string, digits: string): string {
  const last = /(?:_|(?<=\p{Ll})(?=\p{Lu}))(\p{L}+)$/u.exec(name)?.[1]?.toLowerCase() ?? '';
  const unit = UNITS.get(last);
  return unit === undefined ? digits : (quantityText(`${digits} ${unit}`) ?? digits);
}
