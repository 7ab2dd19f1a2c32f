import { isCounted } from '../../model/lookups/record-key.ts';
import type { ValueForms } from '../../model/types/call.ts';
import type { Type } from '../../model/types/types.ts';
import { formatInstant, parseInstant } from '../calendar/calendar.ts';
import { isObject, type Json, member } from '../text/json.ts';
import { type FieldProblem, wrongType } from '../text/value-problem.ts';

/** Returns a value in wire format in the forms that a call states. */
export function inStatedForm(json: Json, type: Type, forms: ValueForms | undefined): Json {
  switch (type.kind) {
    case 'date and time':
      return typeof json === 'string' ? instantInForm(json, forms) : json;
    case 'decimal':
    case 'money':
      return decimalInForm(json, forms);
    case 'number series':
      return forms === undefined ? json : numberInForm(json, type);
    default:
      return json;
  }
}

/** Returns a running number as a number if the type counts without other characters. */
const numberInForm = (json: Json, type: Type): Json =>
  isCounted(type) && typeof json === 'string' && /^\d{1,15}$/.test(json) ? Number(json) : json;

/** Returns an instant in the form that a call states. */
export function instantInForm(iso: string, forms: ValueForms | undefined): Json {
  if (forms?.times === 'ISO 8601 in seconds') return iso.replace(/\.\d+(?=Z$)/, '');
  const unit = unitOf(forms);
  const ms = unit === null ? null : parseInstant(iso);
  return unit === null || ms === null ? iso : Math.floor(ms / unit);
}

/** Returns a decimal, or an amount with its currency, in the form that a call states. */
export function decimalInForm(json: Json, forms: ValueForms | undefined): Json {
  if (forms?.decimals !== 'number') return json;
  if (typeof json === 'string') return Number(json);
  const amount = isObject(json) ? member(json, 'amount') : null;
  return isObject(json) && typeof amount === 'string' ? { ...json, amount: Number(amount) } : json;
}

/** A value in wire format, or why a value is not in the stated form. */
export type FromForm = { readonly value: Json } | { readonly problem: FieldProblem };

/** Converts a value of a body from the forms that its call states to wire format. */
export function fromStatedForm(input: Json, type: Type, forms: ValueForms | undefined): FromForm {
  const isEmpty = input === null || (typeof input === 'string' && input.trim() === '');
  if (forms === undefined || isEmpty) return { value: input };
  if (type.kind === 'date and time') return instantFromForm(input, forms);
  if (forms.decimals !== 'number') return { value: input };
  if (type.kind === 'money' && type.currency === null) return moneyFromForm(input);
  if (type.kind !== 'decimal' && type.kind !== 'money') return { value: input };
  return typeof input === 'number'
    ? { value: plainNumber(input) }
    : wrongType({ is: 'sent as', json: 'number or fraction' });
}

/** Converts a value of a parameter or path from the stated form: digits are the number that a body would have. */
export function fromStatedText(text: string, type: Type, forms: ValueForms): FromForm {
  if (type.kind !== 'date and time') return { value: text };
  const isNumber = unitOf(forms) !== null && /^-?\d{1,15}$/.test(text);
  return fromStatedForm(isNumber ? Number(text) : text, type, forms);
}

/**
 * Converts a text of a form to the value that a JSON body would have: `true`, a number, a time in the stated form. What
 * is none of these stays a text.
 */
export function fromFormText(text: string, type: Type, forms: ValueForms): Json {
  switch (type.kind) {
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'date and time':
      return unitOf(forms) !== null && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'decimal':
    case 'money':
      return forms.decimals === 'number' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
    default:
      return text;
  }
}

function instantFromForm(input: Json, forms: ValueForms): FromForm {
  const unit = unitOf(forms);
  if (unit === null) return { value: input };
  const ms = typeof input === 'number' && Number.isSafeInteger(input) ? input * unit : Number.NaN;
  // Goes through the text form, which refuses instants before the year 1 or after 9999.
  const iso = Math.abs(ms) <= LARGEST_INSTANT ? formatInstant(ms) : '';
  if (parseInstant(iso) !== null) return { value: iso };
  return wrongType({ is: 'sent as', json: unit === 1 ? 'milliseconds' : 'seconds' });
}

/** The largest number of milliseconds since 1970 that a date can have. */
const LARGEST_INSTANT = 8.64e15;

function moneyFromForm(input: Json): FromForm {
  const amount = isObject(input) ? member(input, 'amount') : null;
  if (isObject(input) && typeof amount === 'number') return { value: { ...input, amount: plainNumber(amount) } };
  if (isObject(input) && amount === null) return { value: input };
  return wrongType({ is: 'sent as', json: 'money as number' });
}

/** Returns the number of milliseconds in the unit of times; null if they are written as text. */
function unitOf(forms: ValueForms | undefined): number | null {
  return forms?.times === 'Unix seconds' ? 1000 : forms?.times === 'Unix milliseconds' ? 1 : null;
}

/** Returns a number as text without an exponent. */
function plainNumber(number: number): string {
  const [, sign = '', whole = '', fraction = '', exponent = ''] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(String(number)) ?? [];
  if (exponent === '') return String(number);
  const shift = Number(exponent);
  if (shift < 0) return `${sign}0.${(whole + fraction).padStart(whole.length + fraction.length - shift - 1, '0')}`;
  return sign + whole + fraction.padEnd(shift, '0');
}
