import { formatInstant } from '../../fields/calendar/calendar.ts';
import { currencyScale } from '../../fields/text/currency.ts';
import { fromUnits } from '../../fields/text/decimals.ts';
import type { Json } from '../../fields/text/json.ts';
import { formatLength } from '../../fields/text/length.ts';
import { emptyNameMap, type Row, type Value } from '../../fields/text/value.ts';
import type { StaticType } from '../types/static.ts';
import type { RecordMember, Typed } from '../types/typed.ts';
import { type Closure, type CompileContext, isRow, unknown } from './closure.ts';

/** Compiles `values(old)`: the values of the record as JSON text, without fields that are computed on reading. */
export function compileRecordValues({ args: [of], members = [] }: Call, at: CompileContext): Closure {
  if (of?.type.t !== 'record') return unknown;
  const { entity } = of.type;
  const record = at.compile(of);
  const stored = members.filter(({ name }) => at.byClock?.(entity, name) === undefined);
  return (scope, frame) => {
    const row = record(scope, frame);
    if (row === null) return null;
    return isRow(row) ? JSON.stringify({ entity, values: valuesOf(row, stored) }) : undefined;
  };
}

type Call = Extract<Typed, { readonly op: 'call' }>;

function valuesOf(row: Row, members: readonly RecordMember[]): Json {
  const values = emptyNameMap<Json>();
  for (const member of members) values[member.name] = jsonOf(row.values[member.name] ?? null, member);
  return values;
}

function jsonOf(value: Value, { type, lines }: Omit<RecordMember, 'name'>): Json {
  if (Array.isArray(value)) {
    const each = { type: type.t === 'list' ? type.of : type, lines };
    return (value as readonly Value[]).map((item) => jsonOf(item, each));
  }
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return numberJson(value, type);
  if (isRow(value)) return lines === null ? value.id : valuesOf(value, lines);
  if ('currency' in value)
    return {
      amount: fromUnits(Number(value.amount), currencyScale(String(value.currency)) ?? 2),
      currency: String(value.currency),
    };
  if ('months' in value) return formatLength(Number(value.ms));
  return 'mediaType' in value ? String(value.name) : null;
}

function numberJson(value: number, type: StaticType): Json {
  if (type.t === 'instant') return formatInstant(value);
  return type.t === 'number' && (type.scale > 0 || type.unit !== null) ? fromUnits(value, type.scale) : value;
}
