import type { Json } from '../../../engine/core/intent.ts';
import { fieldType } from '../../../fields/registry/lookup.ts';
import { operandType } from '../../../fields/registry/operand-type.ts';
import type { Bounds } from '../../../fields/types/field.ts';
import { isTextKind, textFormatKinds } from '../../../model/types/text-formats.ts';
import type { Type } from '../../../model/types/types.ts';
import type { Operator } from '../../platform/filter-operator.ts';
import { added, NO_FILTER } from './filter-start.ts';

export { added, NO_FILTER, operandType };

/** What an operator takes: a value of the field's type, several values, a number of days, or nothing. */
export type Operand = 'one' | 'many' | 'days' | 'none';

/** A field that a list can be filtered by. */
export interface FilterField {
  readonly name: string;
  readonly id: string;
  readonly label: string;
  readonly type: Type;
  /** For references: the title field of the referenced entity. Null if it has none or the person may not read it. */
  readonly titleField: string | null;
  /** For references: whether they refer to people, so that they can be compared with `me`. */
  readonly isPerson: boolean;
}

/** One condition, shown as a chip. `value` is in wire format: a record's title for references, a list for `many`. */
export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  readonly value: Json;
}

export type Join = 'and' | 'or';

/** Conditions in order. `joins[i]` joins the conditions `i` and `i + 1`. `and` binds more tightly than `or`. */
export interface Filter {
  readonly conditions: readonly Condition[];
  readonly joins: readonly Join[];
}

/** Returns the operators of a field, the default first. */
export function operatorsFor(field: FilterField): readonly Operator[] {
  const emptiness: readonly Operator[] = ['empty', 'given'];
  const { kind } = field.type;
  if (isTextKind(kind) || kind === 'number series')
    return ['contains', 'lacks', 'is', 'is not', 'starts with', ...emptiness];
  switch (kind) {
    case 'texts':
      return ['contains', 'lacks', ...emptiness];
    case 'integer':
    case 'decimal':
    case 'money':
      return ['at least', 'at most', 'more', 'less', 'is', 'is not', ...emptiness];
    case 'date':
    case 'date and time':
      return [
        'at least',
        'at most',
        'more',
        'less',
        'last days',
        ...(field.type.kind === 'date' ? (['is'] as const) : []),
        ...emptiness,
      ];
    case 'boolean':
      return ['is', ...emptiness];
    case 'time':
      return ['at least', 'at most', 'more', 'less', 'is', 'is not', ...emptiness];
    case 'choice':
      if (field.type.several) return ['contains', 'lacks', 'any of', 'none of', ...emptiness];
      return ['is', 'is not', 'among', 'not among', ...emptiness];
    case 'role':
      return field.type.several ? [] : ['is', 'is not', ...emptiness];
    case 'reference': {
      const titled: readonly Operator[] = field.titleField === null ? [] : ['is', 'is not', 'contains'];
      const person: readonly Operator[] = field.isPerson ? ['me', 'not me'] : [];
      return [...titled, ...person, ...emptiness];
    }
    case 'references':
      return [
        ...(field.titleField === null ? [] : (['contains', 'lacks'] as const)),
        ...(field.isPerson ? (['holds me'] as const) : []),
        ...emptiness,
      ];
    case 'file':
      return ['given', 'empty'];
    default:
      return [];
  }
}

export function operandOf(operator: Operator): Operand {
  switch (operator) {
    case 'empty':
    case 'given':
    case 'me':
    case 'not me':
    case 'holds me':
      return 'none';
    case 'among':
    case 'not among':
    case 'any of':
    case 'none of':
      return 'many';
    case 'last days':
      return 'days';
    default:
      return 'one';
  }
}

/** Returns a new condition on a field; null if the field can't be filtered by. */
export function firstCondition(field: FilterField): Condition | null {
  const [operator] = operatorsFor(field);
  return operator === undefined ? null : { field: field.name, operator, value: firstValue(field, operator) };
}

/** Returns the condition with another operator. The value is kept if the new operator takes it. */
export function withOperator(condition: Condition, operator: Operator, field: FilterField): Condition {
  const [before, after] = [operandOf(condition.operator), operandOf(operator)];
  const { value } = condition;
  if (before === after) return { ...condition, operator };
  if (before === 'one' && after === 'many' && value !== null) return { ...condition, operator, value: [value] };
  if (before === 'many' && after === 'one' && Array.isArray(value))
    return { ...condition, operator, value: value[0] ?? null };
  return { ...condition, operator, value: firstValue(field, operator) };
}

/** Whether a condition has the value that its operator needs. */
export function isComplete({ operator, value }: Condition, field: FilterField): boolean {
  switch (operandOf(operator)) {
    case 'none':
      return true;
    case 'days':
      return /^\d{1,5}$/.test(String(value ?? ''));
    case 'many':
      return Array.isArray(value) && value.length > 0;
    case 'one':
      return isValue(value, field);
  }
}

/** Replaces the condition at an index. */
export function replaced(filter: Filter, index: number, condition: Condition): Filter {
  return { ...filter, conditions: filter.conditions.map((each, at) => (at === index ? condition : each)) };
}

/** Removes a condition with the join before it; for the first condition, with the join after it. */
export function removed(filter: Filter, index: number): Filter {
  return {
    conditions: filter.conditions.filter((_, at) => at !== index),
    joins: filter.joins.filter((_, at) => at !== Math.max(0, index - 1)),
  };
}

/** Switches the join after the condition at `index` between `and` and `or`. */
export function turned(filter: Filter, index: number): Filter {
  return { ...filter, joins: filter.joins.map((join, at) => (at !== index ? join : join === 'and' ? 'or' : 'and')) };
}

/** Returns the filter without its incomplete conditions. Each is removed with the join before it. */
export function completed(filter: Filter, fields: ReadonlyMap<string, FilterField>): Filter {
  let kept = NO_FILTER;
  for (const [index, condition] of filter.conditions.entries()) {
    const field = fields.get(condition.field);
    if (field === undefined || !isComplete(condition, field)) continue;
    kept = added(kept, condition, filter.joins[index - 1] ?? 'and');
  }
  return kept;
}

/** Splits the conditions into groups at each `or`. */
export function groupsOf({ conditions, joins }: Filter): readonly (readonly Condition[])[] {
  const groups: Condition[][] = [];
  for (const [index, condition] of conditions.entries()) {
    if (index === 0 || joins[index - 1] === 'or') groups.push([condition]);
    else groups.at(-1)?.push(condition);
  }
  return groups;
}

function firstValue(field: FilterField, operator: Operator): Json {
  const operand = operandOf(operator);
  if (operand === 'many') return [];
  if (operand === 'days') return '30';
  return field.type.kind === 'boolean' && operand === 'one' ? true : null;
}

function isValue(value: Json, { type }: FilterField): boolean {
  if (value === null || value === '') return false;
  if (type.kind === 'reference' || type.kind === 'references' || isWords(type))
    return typeof value === 'string' && value.trim() !== '';
  const read = fieldType(type.kind).read(value, operandType(type), noBounds);
  return 'value' in read && read.value !== null;
}

/** Whether a field is compared with plain text that need not be a valid value, such as half an email address. */
export const isWords = ({ kind }: Type): boolean => TEXT_KINDS.has(kind);

const TEXT_KINDS: ReadonlySet<Type['kind']> = new Set([
  'text',
  'long text',
  'number series',
  'texts',
  ...textFormatKinds,
]);

/** Whether values are ordered as before and after instead of less and more. */
export const isMomentKind = ({ kind }: Type): boolean => kind === 'date' || kind === 'date and time' || kind === 'time';

const noBounds: Bounds = () => null;
