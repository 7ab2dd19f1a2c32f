import type { Type } from '../../model/types/types.ts';
import { currencyScale } from '../text/currency.ts';
import { toUnits } from '../text/decimal-text.ts';
import type { Formatter } from '../text/format.ts';
import { isObject, type Json, member } from '../text/json.ts';
import { parseLength } from '../text/length.ts';
import { withUnit } from '../text/with-unit.ts';
import { parseDate, parseInstant } from '../text/written-dates.ts';

/** Types whose values can be shown without other records or names. */
export type PlainType = Exclude<Type, { readonly kind: 'reference' | 'references' | 'role' | 'list' }>;

/**
 * Formats a JSON value for people, like `fieldType(kind)` does, without loading the readers of the types. Bounds are
 * not checked; an invalid value gives empty text.
 */
export function formatJson(value: Json, type: PlainType, format: Formatter): string {
  switch (type.kind) {
    case 'integer':
      return typeof value === 'number' ? withUnit(format.number(value, 0, type.grouped), type.unit) : '';
    case 'decimal':
      return counted(value, type.scale, (units) => withUnit(format.number(units, type.scale), type.unit));
    case 'money':
      return amount(value, type, format);
    case 'boolean':
      return typeof value === 'boolean' ? format.truth(value) : '';
    case 'choice':
      return choices(value, type, format);
    case 'texts':
      return Array.isArray(value) ? format.list(value.filter((each) => typeof each === 'string')) : '';
    case 'file':
      return Array.isArray(value) ? format.list((value as readonly Json[]).map(fileName)) : fileName(value);
    case 'object':
      return membersText(value, format);
    case 'unknown':
      return '';
    default:
      return typeof value === 'string' ? written(value, type.kind, format) : '';
  }
}

function written(text: string, kind: PlainType['kind'], format: Formatter): string {
  if (kind === 'date') return parseDate(text) === null ? '' : format.date(text);
  if (kind === 'date and time') {
    const ms = parseInstant(text);
    return ms === null ? '' : format.instant(ms);
  }
  if (kind !== 'duration') return text;
  const ms = parseLength(text);
  return ms === null ? '' : format.duration({ months: 0, days: 0, ms });
}

function counted(value: Json, scale: number, show: (units: number) => string): string {
  const units = typeof value === 'string' ? toUnits(value, scale) : null;
  return typeof units === 'number' ? show(units) : '';
}

function amount(value: Json, type: Extract<Type, { readonly kind: 'money' }>, format: Formatter): string {
  const own = type.currency;
  if (own !== null) return counted(value, type.scale, (units) => format.money(units, own, type.scale));
  const currency = isObject(value) ? member(value, 'currency') : null;
  const scale = typeof currency === 'string' ? currencyScale(currency) : null;
  if (!isObject(value) || scale === null) return '';
  return counted(member(value, 'amount'), scale, (units) => format.money(units, String(currency), scale));
}

function choices(value: Json, type: Extract<Type, { readonly kind: 'choice' }>, format: Formatter): string {
  const one = (name: Json): string => {
    const option = type.options.find((each) => each.name === name);
    if (option === undefined) return '';
    const { translations, label } = option;
    return Object.hasOwn(translations, format.language) ? (translations[format.language] ?? label) : label;
  };
  return type.several && Array.isArray(value) ? format.list((value as readonly Json[]).map(one)) : one(value);
}

/** Returns the members of an object that are not empty, each on a line: `title: Dune`. */
const membersText = (value: Json, format: Formatter): string =>
  Object.entries(isObject(value) ? value : {})
    .map(([name, json]) => [name, memberText(json, format)])
    .flatMap(([name, text]) => (text === '' ? [] : `${name}: ${text}`))
    .join('\n');

function memberText(json: Json, format: Formatter): string {
  if (json === null) return '';
  if (typeof json !== 'object') return typeof json === 'boolean' ? format.truth(json) : String(json);
  const texts = Object.values(json).map((each) => memberText(each as Json, format));
  return Array.isArray(json) ? format.list(texts) : texts.filter((text) => text !== '').join(' ');
}

function fileName(value: Json): string {
  const name = isObject(value) ? member(value, 'name') : null;
  return typeof name === 'string' ? name : '';
}
