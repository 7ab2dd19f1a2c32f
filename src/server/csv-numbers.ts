import { currencySign } from '../fields/currency-sign.ts';
import type { Json } from '../fields/json.ts';
import { fieldType } from '../fields/lookup.ts';
import { asWritten } from '../fields/spreadsheet-number.ts';
import type { Field } from '../model/model.ts';
import type { Type } from '../model/types.ts';
import type { Version } from './runtime.ts';

/** Two numbers that a cell may be, and those of them that the field can hold at all. */
export interface Either {
  readonly numbers: readonly [string, string];
  readonly fitting: readonly string[];
}

/** What a cell of a number holds; where it is `either` of two, the text goes on and is refused. */
export interface NumberRead {
  readonly input: Json;
  readonly either: Either | null;
}

/** No number has more letters, whatever stands between its digits. */
const LONGEST = 80;

/**
 * A cell of a number in the one form that the wire has; only what can't be read so is read as spreadsheets write it. What
 * is none in any language goes on as it stands, so that the decision says what is wrong with it. Null: no field of numbers.
 */
export function numberOf({ app }: Version, { type }: Field, text: string): NumberRead | null {
  if (type.kind !== 'integer' && type.kind !== 'decimal' && type.kind !== 'money') return null;
  const asItStands = { input: text, either: null };
  const plain = wired(type, text);
  if (plain !== undefined) return { input: plain, either: null };
  if (text.length > LONGEST) return asItStands;
  const { amount, currency } = type.kind === 'money' ? parted(text, type, app.format.language) : bare(text);
  const read = asWritten(amount);
  if (read === null) return asItStands;
  const typed = (number: string) => wired(type, currency === '' ? number : `${currency} ${number}`);
  if ('either' in read) {
    const fitting = read.either.filter((number) => typed(number) !== undefined);
    return { input: text, either: fitting.length === 0 ? null : { numbers: read.either, fitting } };
  }
  const again = typed(read.plain);
  return again === undefined ? asItStands : { input: again, either: null };
}

/** What the type reads and nothing else; undefined: it does not. */
function wired(type: Type, text: string): Json | undefined {
  const read = fieldType(type.kind).parse(text, type, '');
  return 'value' in read ? fieldType(type.kind).write(read.value, type) : undefined;
}

const bare = (amount: string) => ({ amount, currency: '' });

/** An amount and the code of its currency: `12,50 EUR`, `€12.50`; no sign is read but that of the field's own currency. */
function parted(text: string, type: Type & { readonly kind: 'money' }, language: string) {
  const found = /^(?:([A-Z]{3})\s*)?(.*?)(?:\s*([A-Z]{3}))?$/u.exec(text);
  const [, before, , behind] = found ?? [];
  const code = before ?? behind;
  if (before !== undefined && behind !== undefined) return bare(text);
  if (code !== undefined) return { amount: found?.[2] ?? '', currency: code };
  if (type.currency === null) return bare(text);
  const sign = currencySign(type.currency, language);
  const isFirst = text.startsWith(sign);
  if (isFirst === text.endsWith(sign)) return bare(text);
  return bare((isFirst ? text.slice(sign.length) : text.slice(0, -sign.length)).trim());
}
