import type { Model } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import { dayOf, dayText, instantOf, instantText } from './calendar.ts';
import { attributeNamed } from './names.ts';
import { decimalText, fractionOf, unitsOf } from './number.ts';
import { ignoresCase } from './text-formats.ts';
import { lengthOf, lengthText, minutesOf, timeText } from './times.ts';
import { number, type Outcome, type Row, text, type Val, whole } from './value.ts';
import type { Json } from './world.ts';

/** Converts a stored value in wire form to a value for evaluation. */
export function valueIn(model: Model, type: Type, json: Json | undefined, fold = false): Outcome {
  if (json === undefined || json === null) return null;
  switch (type.kind) {
    case 'boolean':
      return json === true;
    case 'integer':
      return whole(Number(json));
    case 'decimal':
      return numeric(String(json), null);
    case 'money':
      return type.currency === null ? openMoney(json) : numeric(String(json), type.currency);
    case 'date':
      return { k: 'date', day: dayOf(String(json)) ?? 0 };
    case 'date and time':
      return { k: 'instant', ms: instantOf(String(json)) ?? 0 };
    case 'reference':
      return { k: 'record', entity: type.entity, id: String(json) };
    case 'time': {
      const minutes = minutesOf(String(json));
      return minutes === null ? undefined : { k: 'time', minutes };
    }
    case 'duration': {
      const ms = lengthOf(String(json));
      return ms === null ? undefined : { k: 'span', span: { months: 0, days: 0, ms } };
    }
    case 'texts':
    case 'choice':
      return Array.isArray(json) ? { k: 'list', items: json.map((each) => text(String(each))) } : text(String(json));
    case 'references':
      return {
        k: 'list',
        items: (json as readonly Json[]).map((id) => ({ k: 'record', entity: type.entity, id: String(id) })),
      };
    case 'role':
      return Array.isArray(json) ? { k: 'list', items: json.map((each) => text(String(each))) } : text(String(json));
    case 'list':
      return {
        k: 'list',
        items: (json as readonly Json[]).map((line) => ({ k: 'line', row: lineRow(model, type.entity, line) })),
      };
    case 'file':
      return { k: 'file', name: String(member(json, 'name') ?? ''), size: Number(member(json, 'size') ?? 0) };
    case 'object':
    case 'unknown':
      return undefined;
    default:
      return text(String(json), fold || ignoresCase(type.kind));
  }
}

/** Returns a member of an object by name; `undefined` if it has none. */
export function member(json: Json, name: string): Json | undefined {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return undefined;
  return Object.hasOwn(json, name) ? (json as { readonly [name: string]: Json })[name] : undefined;
}

/** Returns the row for a line, given as an object. */
export function lineRow(
  model: Model,
  entity: string,
  json: Json,
  unknown: (field: string) => boolean = () => false,
  place = '',
): Row {
  const get = (field: string): Outcome => {
    const thing = attributeNamed(model, entity, field);
    if (thing === null || unknown(field)) return undefined;
    return valueIn(model, thing.type, member(json, field), thing.kind === 'field' && thing.field.ignoringCase);
  };
  return { entity, id: String(member(json, 'id') ?? place), get };
}

/** Converts a value to the stored form of a field, rounding numbers once; `too large` if it cannot be stored. */
export function storedAs(type: Type, value: Val): Json | 'too large' {
  if (value === null || typeof value === 'boolean') return value;
  switch (value.k) {
    case 'number':
      return keptNumber(type, value);
    case 'text':
      return value.text;
    case 'date':
      return dayText(value.day);
    case 'instant':
      return instantText(value.ms);
    case 'time':
      return timeText(value.minutes);
    case 'span':
      return lengthText(value.span.ms);
    case 'record':
      return value.id;
    case 'line':
      return value.row.id;
    case 'list':
      return value.items.map((item) => storedAs({ kind: 'text', min: null, max: null }, item));
    default:
      return null;
  }
}

function keptNumber(type: Type, value: Extract<Val, { readonly k: 'number' }>): Json | 'too large' {
  const scale = type.kind === 'decimal' || type.kind === 'money' ? type.scale : 0;
  const units = unitsOf(value.n, scale);
  const most =
    type.kind === 'integer'
      ? BigInt(Number.MAX_SAFE_INTEGER)
      : 10n ** BigInt(type.kind === 'decimal' ? type.precision : 15) - 1n;
  if (units > most || units < -most) return 'too large';
  if (type.kind === 'integer') return Number(units);
  const amount = decimalText(units, scale);
  return type.kind === 'money' && type.currency === null ? { amount, currency: value.unit ?? '' } : amount;
}

function numeric(digits: string, unit: string | null): Outcome {
  const n = fractionOf(digits);
  return n === null ? undefined : number(n, unit);
}

function openMoney(json: Json): Outcome {
  return numeric(String(member(json, 'amount')), String(member(json, 'currency')));
}
