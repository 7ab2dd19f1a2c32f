import type { Formatter } from '../../fields/text/format.ts';
import type { Duration, Value } from '../../fields/text/value.ts';
import { withUnit } from '../../fields/text/with-unit.ts';
import type { EngineMessages } from '../../messages/message-types.ts';
import { labelOf } from '../../model/lookups/label-from-name.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';

/** The words of one language for conditions; comparisons and arithmetic are signs in all languages. */
export type Signs = EngineMessages['signs'];

interface Writing {
  readonly schema: Schema;
  readonly format: Formatter;
  readonly signs: Signs;
}

/**
 * Writes a condition with the labels of its fields and signs: `Total ≤ 25,00 € oder Beleg ist angegeben`. This reads
 * well in every language, while whole clauses would need the grammar of each.
 */
export function conditionInSigns(typed: Typed, writing: Writing): string {
  return written(typed, writing, 0);
}

/** `level`: the enclosing operator. 0: nothing, 1: an “or”, 2: an “and”, 3: a comparison, 4: a sum, 5: a product. */
function written(typed: Typed, writing: Writing, level: number): string {
  const { signs, schema } = writing;
  const inner = (part: Typed, at = 0) => written(part, writing, at);
  switch (typed.op) {
    case 'literal':
      return valueIn(typed.value, typed.type, writing);
    case 'constant':
      return withUnit(valueIn(typed.value, typed.type, writing), schema.constants.get(typed.name)?.unit ?? null);
    case 'unknown':
      return signs.notShown({ name: nameOfId(typed.because) });
    case 'this':
      return typed.type.t === 'record' ? entityLabel(typed.type.entity, schema) : '';
    case 'old':
      return signs.oldRecord;
    case 'me':
      return signs.me;
    case 'now':
    case 'today':
      return signs[typed.op];
    case 'local':
      return schema.entities.has(typed.name) ? entityLabel(typed.name, schema) : typed.name.replace(/^#/, '');
    case 'field':
      return fieldIn(typed, writing);
    case 'list':
      return typed.items.map((item) => inner(item)).join(', ');
    case 'negate':
      return `−${inner(typed.of, 5)}`;
    case 'not':
      return typed.of.op === 'not' ? inner(typed.of.of, level) : signs.not({ condition: inner(typed.of) });
    case 'binary':
      return binaryIn(typed, writing, level);
    case 'call':
      return typed.implied === true
        ? inner(typed.args[0] ?? typed, level)
        : `${typed.name}(${listIn(typed.args, inner)})`;
    case 'aggregate':
      return measured(typed.name, typed.body === null ? null : inner(typed.body), inner(typed.of), signs);
    case 'macro':
      return macroIn(typed, writing);
    case 'query':
      return queryIn(typed, writing);
    case 'cell':
      return `${labelOf(typed.name)} (${listIn(typed.keys, inner)})`;
    case 'working':
      return signs.workingTime({
        of: typed.args.map((arg) => inner(arg)).join(typed.name === 'before' ? ' − ' : ' + '),
      });
    case 'conditional':
      return signs.ifElse({ test: inner(typed.test), yes: inner(typed.yes), no: inner(typed.no) });
  }
}

type Op<Name extends Typed['op']> = Extract<Typed, { op: Name }>;

const listIn = (parts: readonly Typed[], inner: (part: Typed) => string): string =>
  parts.map((part) => inner(part)).join(', ');

function fieldIn({ of, entity, field }: Op<'field'>, writing: Writing): string {
  const attribute = writing.schema.entities.get(entity)?.attributes.get(field);
  const label =
    attribute?.kind === 'field'
      ? attribute.field.label
      : attribute?.kind === 'state'
        ? attribute.machine.label
        : labelOf(field);
  if (of.op === 'this' || of.op === 'local') return label;
  if (of.op === 'old') return label === '' ? writing.signs.oldRecord : writing.signs.old({ of: label });
  return `${written(of, writing, 5)} → ${label}`;
}

const LEVELS: Readonly<Record<string, number>> = { or: 1, and: 2, '+': 4, '-': 4, '*': 5, '/': 5, '%': 5 };
const SIGNS: Readonly<Record<string, string>> = {
  '==': '=',
  '!=': '≠',
  '<=': '≤',
  '>=': '≥',
  in: '∈',
  '-': '−',
  '*': '×',
  '/': '÷',
};

function binaryIn(typed: Op<'binary'>, writing: Writing, level: number): string {
  const { operator, left, right } = typed;
  const { signs } = writing;
  const own = LEVELS[operator] ?? 3;
  const equal = operator === '==' || operator === '!=';
  if (equal && isNull(right)) return emptiness(left, operator === '==', writing);
  if (equal && isNull(left)) return emptiness(right, operator === '==', writing);
  const sign = operator === 'and' ? signs.and : operator === 'or' ? signs.or : (SIGNS[operator] ?? operator);
  const text = `${written(left, writing, own)} ${sign} ${written(right, writing, own)}`;
  return own < level || (own === level && own >= 3) ? `(${text})` : text;
}

function emptiness(of: Typed, isEmpty: boolean, writing: Writing): string {
  const { signs } = writing;
  if (of.op === 'me') return isEmpty ? signs.signedOut : signs.signedIn;
  return (isEmpty ? signs.empty : signs.given)({ of: written(of, writing, 3) });
}

function measured(
  name: keyof Signs['measure'],
  body: string | null,
  records: string,
  { measure, over }: Signs,
): string {
  return body === null || name === 'count'
    ? measure.count({ of: records })
    : measure[name]({ of: over({ of: body, records }) });
}

function macroIn({ name, of, body }: Op<'macro'>, writing: Writing): string {
  const { signs } = writing;
  const records = written(of, writing, 3);
  const condition = written(body, writing, 0);
  if (name === 'filter') return signs.where({ records, condition });
  if (name === 'map') return signs.over({ of: condition, records });
  return (name === 'all' ? signs.all : name === 'exists' ? signs.some : signs.one)({ records, condition });
}

function queryIn({ name, entity, where, body, others }: Op<'query'>, writing: Writing): string {
  const { signs, schema } = writing;
  const plural = schema.entities.get(entity)?.entity.plural ?? entityLabel(entity, schema);
  const all = others ? signs.others({ records: plural }) : plural;
  const records = where === null ? all : signs.where({ records: all, condition: written(where, writing, 0) });
  if (name === 'exists') return signs.exists({ records });
  if (name === 'values') return body === null ? records : signs.over({ of: written(body, writing, 3), records });
  return measured(name, body === null ? null : written(body, writing, 3), records, signs);
}

function valueIn(value: Value, type: StaticType, writing: Writing): string {
  const { format, signs } = writing;
  if (value === null) return signs.nothing;
  if (typeof value === 'boolean') return value ? signs.yes : signs.no;
  if (typeof value === 'number') {
    if (type.t === 'instant') return format.instant(value);
    if (type.t !== 'number') return format.number(value, 0);
    if (type.unit === 'B') return format.bytes(value);
    return type.unit === null ? format.number(value, type.scale) : format.money(value, type.unit, type.scale);
  }
  if (typeof value === 'string') {
    if (type.t === 'date') return format.date(value);
    if (type.t === 'choice') return type.options.find((option) => option.name === value)?.label ?? value;
    return type.t === 'text' ? `“${value}”` : value;
  }
  if (Array.isArray(value))
    return value.map((each: Value) => valueIn(each, type.t === 'list' ? type.of : type, writing)).join(', ');
  if ('months' in value) return format.duration(value as Duration);
  if ('currency' in value && 'amount' in value) return format.money(Number(value.amount), String(value.currency));
  return 'name' in value ? String(value.name) : '';
}

const entityLabel = (entity: string, schema: Schema): string =>
  schema.entities.get(entity)?.entity.label ?? labelOf(entity);

const isNull = (typed: Typed): boolean => typed.op === 'literal' && typed.value === null;

/** Returns LIMIT for `constant/LIMIT`. */
const nameOfId = (id: string): string => (id.split('/').at(-1) ?? id).replaceAll('%2F', '/').replaceAll('%25', '%');
