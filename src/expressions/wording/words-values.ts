import { fromUnits } from '../../fields/text/decimals.ts';
import type { Duration, Value } from '../../fields/text/value.ts';
import { withUnit } from '../../fields/text/with-unit.ts';
import { labelOf } from '../../model/lookups/label-from-name.ts';
import { pluralOf } from '../../model/lookups/plural.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import { functionNamed } from '../functions/functions.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';

type Op<Name extends Typed['op']> = Extract<Typed, { op: Name }>;

export interface Phrase {
  readonly schema: Schema;
  /** Words a condition within a phrase. */
  readonly clause: (typed: Typed, within?: Phrase) => string;
  /** Set within a query, where bare names are fields of the queried records. */
  readonly inQuery?: true;
}

/** Returns a value as a phrase that can be a subject or an object: "total", "your manager", "3 days ago". */
export function nounPhrase(typed: Typed, phrase: Phrase): string {
  switch (typed.op) {
    case 'literal':
      return valueWords(typed.value, typed.type);
    case 'constant':
      return withUnit(valueWords(typed.value, typed.type), phrase.schema.constants.get(typed.name)?.unit ?? null);
    case 'unknown':
      return `${nameOfId(typed.because)} (not shown)`;
    case 'this':
      return typed.type.t === 'record' ? `this ${lower(labelOfEntity(typed.type.entity, phrase))}` : 'this record';
    case 'old':
      return 'the former record';
    case 'me':
      return 'you';
    case 'now':
    case 'today':
      return typed.op;
    case 'local':
      if (phrase.schema.entities.has(typed.name)) return `the ${lower(labelOfEntity(typed.name, phrase))}`;
      return typed.name.startsWith('#') ? 'each' : typed.name;
    case 'field':
      return fieldWords(typed, phrase);
    case 'list':
      return typed.items.length === 0 ? 'nothing' : typed.items.map((item) => nounPhrase(item, phrase)).join(', ');
    case 'negate':
      return `minus ${nounPhrase(typed.of, phrase)}`;
    case 'call':
      return callWords(typed, phrase);
    case 'aggregate':
      return aggregateWords(typed, phrase);
    case 'macro':
      return macroWords(typed, phrase);
    case 'query':
      return queryWords(typed, phrase);
    case 'cell':
      return `the ${lower(labelOf(typed.name))} for ${typed.keys.map((key) => keyWords(key, phrase)).join(' and ')}`;
    case 'working':
      return workingWords(typed, phrase);
    case 'conditional':
      return `${nounPhrase(typed.yes, phrase)} if ${phrase.clause(typed.test)}, else ${nounPhrase(typed.no, phrase)}`;
    case 'binary':
      return typed.type.t === 'boolean' ? `whether ${phrase.clause(typed)}` : arithmeticWords(typed, phrase);
    case 'not':
      return `whether ${phrase.clause(typed)}`;
  }
}

/** Returns a record as a phrase: "the owner", "the owner's manager". */
export function recordWords(typed: Typed, phrase: Phrase): string {
  const words = nounPhrase(typed, phrase);
  return /^(?:this|the|your|you)\b/.test(words) ? words : `the ${words}`;
}

export function isPerson(typed: Typed): boolean {
  return typed.op === 'me';
}

/** Returns a field by its label: "total", "owner's manager", "your role", "the former status". */
function fieldWords(typed: Op<'field'>, phrase: Phrase): string {
  const label = lower(labelOfField(typed.entity, typed.field, phrase));
  const { of } = typed;
  if (of.op === 'this' && phrase.inQuery === true) return `${nounPhrase(of, phrase)}'s ${label}`;
  if (of.op === 'this' || of.op === 'local') return label;
  if (of.op === 'me') return `your ${label}`;
  if (of.op === 'old') return `the former ${label}`;
  return `${nounPhrase(of, phrase)}'s ${label}`;
}

function labelOfField(entity: string, field: string, phrase: Phrase): string {
  const attribute = phrase.schema.entities.get(entity)?.attributes.get(field);
  if (attribute?.kind === 'field') return attribute.field.label;
  return attribute?.kind === 'state' ? attribute.machine.label : labelOf(field);
}

function labelOfEntity(entity: string, phrase: Phrase): string {
  return phrase.schema.entities.get(entity)?.entity.label ?? labelOf(entity);
}

function callWords(typed: Op<'call'>, phrase: Phrase): string {
  const [first] = typed.args;
  const def = functionNamed(typed.name);
  const exact =
    typed.name === 'round' &&
    first?.type.t === 'number' &&
    typed.type.t === 'number' &&
    first.type.scale <= typed.type.scale;
  if (first !== undefined && exact && !(first.op === 'binary' && first.operator === '/'))
    return nounPhrase(first, phrase);
  return def?.words(typed.args.map((arg) => nounPhrase(arg, phrase))) ?? typed.name;
}

function aggregateWords(typed: Op<'aggregate'>, phrase: Phrase): string {
  const list = nounPhrase(typed.of, phrase);
  if (typed.body === null) return `the number of ${list}`;
  const word = { sum: 'the sum', count: 'the number', average: 'the average', min: 'the least', max: 'the greatest' }[
    typed.name
  ];
  if (typed.body.op === 'local') return `${word} of ${list}`;
  return `${word} of ${nounPhrase(typed.body, phrase)} over ${list}`;
}

function macroWords(typed: Op<'macro'>, phrase: Phrase): string {
  if (typed.name === 'filter') return `${nounPhrase(typed.of, phrase)} where ${phrase.clause(typed.body)}`;
  if (typed.name === 'map') return `${nounPhrase(typed.body, phrase)} of ${nounPhrase(typed.of, phrase)}`;
  return `whether ${phrase.clause(typed)}`;
}

function queryWords(typed: Op<'query'>, phrase: Phrase): string {
  if (typed.name === 'exists') return `whether ${phrase.clause(typed)}`;
  const records = queriedRecords(typed, phrase);
  if (typed.body === null) return `the number of ${records}`;
  const word = {
    sum: 'the sum',
    count: 'the number',
    average: 'the average',
    min: 'the least',
    max: 'the greatest',
    values: 'every',
  }[typed.name];
  return `${word}${typed.name === 'values' ? '' : ' of'} ${nounPhrase(typed.body, phrase)} over ${records}`;
}

/** Returns the records of a query: "other bookings where room is this booking's room". */
export function queriedRecords(typed: Op<'query'>, phrase: Phrase, isOne = false): string {
  const entity = phrase.schema.entities.get(typed.entity)?.entity;
  const label = lower(labelOfEntity(typed.entity, phrase));
  const name = isOne ? label : entity?.plural == null ? pluralOf(label) : lower(entity.plural);
  const other = typed.others ? `other ${name}` : name;
  if (typed.where === null) return other;
  return `${other} where ${phrase.clause(typed.where, { ...phrase, inQuery: true })}`;
}

function keyWords(key: Typed, phrase: Phrase): string {
  return key.op === 'literal' && typeof key.value === 'string' ? key.value : nounPhrase(key, phrase);
}

function workingWords(typed: Op<'working'>, phrase: Phrase): string {
  const [first = '', second = ''] = typed.args.map((arg) => nounPhrase(arg, phrase));
  if (typed.name === 'between') return `the working time from ${first} to ${second}`;
  if (typed.name === 'within') return `whether ${phrase.clause(typed)}`;
  const clock = typed.args[0]?.op === 'now' || typed.args[0]?.op === 'today';
  if (clock) return typed.name === 'after' ? `${second} from ${first}` : `${second} before ${first}`;
  return `${second} ${typed.name} ${first}`;
}

function arithmeticWords(typed: Op<'binary'>, phrase: Phrase): string {
  const [left, right] = [nounPhrase(typed.left, phrase), nounPhrase(typed.right, phrase)];
  const plus = typed.operator === '+';
  if (typed.right.type.t === 'duration' && (typed.left.op === 'today' || typed.left.op === 'now')) {
    return plus ? `${right} from ${left}` : `${right} ago`;
  }
  if (typed.right.type.t === 'duration' && (typed.left.type.t === 'date' || typed.left.type.t === 'instant')) {
    return plus ? `${right} after ${left}` : `${right} before ${left}`;
  }
  const word = { '+': 'plus', '-': 'minus', '*': 'times', '/': 'divided by', '%': 'modulo' };
  return `${left} ${word[typed.operator as keyof typeof word]} ${right}`;
}

/** Returns a value for use in a sentence: "25 EUR", "90 days", "Approved". */
export function valueWords(value: Value, type: StaticType): string {
  if (value === null) return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && type.t === 'number') return numberWords(value, type.scale, type.unit);
  if (typeof value === 'number')
    return type.t === 'instant' ? new Date(value).toISOString().slice(0, 16).replace('T', ' ') : String(value);
  if (typeof value === 'string') return textWords(value, type);
  if (Array.isArray(value))
    return value.map((each: Value) => valueWords(each, type.t === 'list' ? type.of : type)).join(', ');
  if ('months' in value) return durationWords(value as Duration, type.t === 'working' ? 'working ' : '');
  if ('currency' in value && 'amount' in value) return numberWords(Number(value.amount), 2, String(value.currency));
  return 'name' in value ? String(value.name) : 'a record';
}

function textWords(value: string, type: StaticType): string {
  if (type.t === 'choice') return type.options.find((option) => option.name === value)?.label ?? value;
  return type.t === 'text' ? `"${value}"` : value;
}

const BYTES: readonly (readonly [number, string])[] = [
  [1_000_000_000_000, 'TB'],
  [1_000_000_000, 'GB'],
  [1_000_000, 'MB'],
  [1000, 'kB'],
];

function numberWords(value: number, scale: number, unit: string | null): string {
  if (unit === 'B') {
    const [size, name] = BYTES.find(([each]) => value >= each && value % (each / 10) === 0) ?? [
      1,
      value === 1 ? 'byte' : 'bytes',
    ];
    return `${value / size} ${name}`;
  }
  const text = fromUnits(value, scale).replace(/\.0+$/, '');
  return unit === null || value === 0 ? text : `${text} ${unit}`;
}

function durationWords({ months, days, ms }: Duration, kind: string): string {
  const parts: readonly (readonly [number, string])[] = [
    [Math.trunc(months / 12), 'year'],
    [months % 12, 'month'],
    [days, 'day'],
    [Math.trunc(ms / 3_600_000), 'hour'],
    [Math.trunc(ms / 60_000) % 60, 'minute'],
    [(ms % 60_000) / 1000, 'second'],
  ];
  const shown = parts
    .filter(([count]) => count !== 0)
    .map(([count, name]) => `${count} ${kind}${name}${count === 1 ? '' : 's'}`);
  return shown.length === 0 ? `0 ${kind}days` : shown.join(' and ');
}

/** Returns LIMIT for `constant/LIMIT`. */
function nameOfId(id: string): string {
  const last = id.split('/').at(-1) ?? id;
  return last.replaceAll('%2F', '/').replaceAll('%25', '%');
}

/** Makes the first letter lower case, except for names in capitals. */
function lower(label: string): string {
  return /^\p{Lu}[\p{Lu}\p{N}]/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
