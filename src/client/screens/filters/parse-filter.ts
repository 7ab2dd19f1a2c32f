import type { Json } from '../../../engine/core/intent.ts';
import { parseExpression } from '../../../expressions/syntax/parse.ts';
import { fieldType } from '../../../fields/registry/lookup.ts';
import type { Tree } from '../../../model/types/formula.ts';
import type { Type } from '../../../model/types/types.ts';
import type { Operator } from '../../platform/filter-operator.ts';
import {
  added,
  type Condition,
  type Filter,
  type FilterField,
  isWords,
  NO_FILTER,
  operandType,
  operatorsFor,
} from './filter-model.ts';

export { filterWordsOf } from './filter-fields.ts';

import type { FilterWords } from './filter-text.ts';

/**
 * Parses a filter in the expression language into conditions. Null if the text does not parse or chips can't show it:
 * the filter is then shown as text. `filterText` of the result is equivalent to the text.
 */
export function readFilter(text: string, words: FilterWords): Filter | null {
  if (text.trim() === '') return NO_FILTER;
  const { tree } = parseExpression(text);
  if (tree === null) return null;
  let filter = NO_FILTER;
  for (const group of alternativesOf(tree, words)) {
    for (const [index, part] of operandsOf(group, 'and').entries()) {
      const condition = conditionOf(part, words);
      if (condition === null) return null;
      filter = added(filter, condition, index === 0 ? 'or' : 'and');
    }
  }
  return filter;
}

function operandsOf(tree: Tree, operator: 'and' | 'or'): Tree[] {
  if (tree.op !== 'binary' || tree.operator !== operator) return [tree];
  return [...operandsOf(tree.left, operator), ...operandsOf(tree.right, operator)];
}

/** Returns the operands of `or`. Neighbours that one `any of` condition can express stay one operand. */
function alternativesOf(tree: Tree, words: FilterWords): Tree[] {
  const alternatives: Tree[] = [];
  for (const operand of operandsOf(tree, 'or')) {
    const before = alternatives.at(-1);
    const both: Tree | null =
      before === undefined
        ? null
        : { op: 'binary', operator: 'or', left: before, right: operand, from: before.from, to: operand.to };
    if (both !== null && anyOf(both, false, words) !== null) alternatives.splice(-1, 1, both);
    else alternatives.push(operand);
  }
  return alternatives;
}

/** Parses `Red in tags` and `Red in tags or Green in tags`; null for anything else. */
function anyOf(tree: Tree, isNot: boolean, words: FilterWords): Condition | null {
  let field: FilterField | null = null;
  const value: string[] = [];
  for (const part of operandsOf(tree, 'or')) {
    if (part.op !== 'binary' || part.operator !== 'in') return null;
    const own = ownField(part.right, words);
    if (own?.type.kind !== 'choice' || !own.type.several || (field !== null && own !== field)) return null;
    const option = valueIn(part.left, own, words);
    if (typeof option !== 'string') return null;
    field = own;
    value.push(option);
  }
  if (field === null) return null;
  const [only] = value;
  if (value.length === 1 && only !== undefined)
    return { field: field.name, operator: isNot ? 'lacks' : 'contains', value: only };
  return { field: field.name, operator: isNot ? 'none of' : 'any of', value };
}

function conditionOf(tree: Tree, words: FilterWords): Condition | null {
  const found = negatable(tree, words) ?? compared(tree, words);
  const field = found === null ? undefined : words.fields.get(found.field);
  return found !== null && field !== undefined && operatorsFor(field).includes(found.operator) ? found : null;
}

/** Parses `x.contains("a")`, `x in [A, B]` and a boolean field, each also with `not`; null for anything else. */
function negatable(tree: Tree, words: FilterWords): Condition | null {
  const isNot = tree.op === 'unary' && tree.operator === 'not';
  const inner = isNot ? tree.of : tree;
  const chosen = anyOf(inner, isNot, words);
  if (chosen !== null) return chosen;
  if (inner.op === 'call') return calledOf(inner, isNot, words);
  if (inner.op === 'binary' && inner.operator === 'in') return amongOf(inner, isNot, words);
  const field = askedField(inner, words);
  return field?.type.kind === 'boolean' ? { field: field.name, operator: 'is', value: !isNot } : null;
}

function calledOf(
  { name, receiver, args }: Extract<Tree, { op: 'call' }>,
  isNot: boolean,
  words: FilterWords,
): Condition | null {
  const field = receiver === null ? null : askedField(receiver, words);
  const [text, ...more] = args;
  if (field === null || text?.op !== 'text' || more.length > 0) return null;
  const operator = textOperator(name, isNot);
  return operator === null ? null : { field: field.name, operator, value: text.value };
}

function textOperator(name: string, isNot: boolean): Operator | null {
  if (name === 'contains') return isNot ? 'lacks' : 'contains';
  return name === 'startsWith' && !isNot ? 'starts with' : null;
}

function amongOf(
  { left, right }: Extract<Tree, { op: 'binary' }>,
  isNot: boolean,
  words: FilterWords,
): Condition | null {
  const several = severalOf(left, right, isNot, words);
  if (several !== null) return several;
  const field = askedField(left, words);
  if (field === null || right.op !== 'list' || right.items.length === 0) return null;
  const values = right.items.map((item) => valueIn(item, field, words));
  const found = values.filter((value) => value !== undefined);
  if (found.length < values.length) return null;
  return { field: field.name, operator: isNot ? 'not among' : 'among', value: found };
}

/** Parses `"Ann" in members.name` and `me in members`; null for anything else. */
function severalOf(left: Tree, right: Tree, isNot: boolean, words: FilterWords): Condition | null {
  const itself = ownField(right, words);
  if (itself?.type.kind === 'references' && left.op === 'name' && left.name === 'me' && itself.isPerson && !isNot)
    return { field: itself.name, operator: 'holds me', value: null };
  const field = right.op === 'member' ? ownField(right.of, words) : null;
  if (field?.type.kind !== 'references' || right.op !== 'member' || right.name !== field.titleField) return null;
  return left.op === 'text' ? { field: field.name, operator: isNot ? 'lacks' : 'contains', value: left.value } : null;
}

const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['==', 'is'],
  ['!=', 'is not'],
  ['>', 'more'],
  ['>=', 'at least'],
  ['<', 'less'],
  ['<=', 'at most'],
]);

function compared(tree: Tree, words: FilterWords): Condition | null {
  const operator = tree.op === 'binary' ? operators.get(tree.operator) : undefined;
  if (tree.op !== 'binary' || operator === undefined) return null;
  const { left, right } = tree;
  const itself = ownField(left, words);
  if (itself !== null && (operator === 'is' || operator === 'is not')) {
    const isNot = operator === 'is not';
    if (right.op === 'null') return { field: itself.name, operator: isNot ? 'given' : 'empty', value: null };
    if (right.op === 'name' && right.name === 'me' && itself.isPerson) {
      return { field: itself.name, operator: isNot ? 'not me' : 'me', value: null };
    }
  }
  const days = operator === 'at least' && itself !== null ? daysBefore(right, itself.type) : null;
  if (days !== null && itself !== null) return { field: itself.name, operator: 'last days', value: days };
  const field = askedField(left, words);
  const value = field === null ? undefined : valueIn(right, field, words);
  return field === null || value === undefined ? null : { field: field.name, operator, value };
}

/** Parses `today - 30 days`, for moments `now - 30 days`, and returns `30`; null for anything else. */
function daysBefore(tree: Tree, { kind }: Type): string | null {
  if (tree.op !== 'binary' || tree.operator !== '-') return null;
  const { left, right } = tree;
  const isNow = left.op === 'name' && left.name === (kind === 'date' ? 'today' : kind === 'date and time' ? 'now' : '');
  if (!isNow || right.op !== 'number' || !/^days?$/.test(right.unit ?? '') || !/^\d{1,5}$/.test(right.digits))
    return null;
  return right.digits;
}

/** Returns the field that a condition compares. A reference is compared by its title, as in `customer.name`. */
function askedField(tree: Tree, words: FilterWords): FilterField | null {
  if (tree.op === 'member') {
    const reference = ownField(tree.of, words);
    if (reference?.type.kind === 'reference' && reference.titleField === tree.name) return reference;
  }
  const field = ownField(tree, words);
  return field === null || field.type.kind === 'reference' ? null : field;
}

function ownField(tree: Tree, words: FilterWords): FilterField | null {
  if (tree.op === 'name') return words.fields.get(tree.name) ?? null;
  const isOwn = tree.op === 'member' && tree.of.op === 'name' && tree.of.name === 'this' && !words.fields.has('this');
  return isOwn ? (words.fields.get(tree.name) ?? null) : null;
}

/** Returns the value of a literal in wire format; undefined if it is not of the field's type. */
function valueIn(tree: Tree, { type }: FilterField, { isTaken }: FilterWords): Json | undefined {
  switch (tree.op) {
    case 'boolean':
      return type.kind === 'boolean' ? tree.value : undefined;
    case 'text':
      if (isNumber(type)) return undefined;
      return type.kind === 'reference' ? tree.value : fitting(tree.value, type);
    case 'name':
      return isTaken(tree.name) ? undefined : optionNamed(tree.name, type);
    case 'unary':
      return tree.operator === '-' && tree.of.op === 'number'
        ? numberIn(`-${tree.of.digits}`, tree.of.unit, type)
        : undefined;
    case 'number':
      return numberIn(tree.digits, tree.unit, type);
    default:
      return undefined;
  }
}

const isNumber = ({ kind }: Type): boolean => kind === 'integer' || kind === 'decimal' || kind === 'money';

function optionNamed(name: string, type: Type): Json | undefined {
  if (type.kind === 'role') return name;
  return type.kind === 'choice' && type.options.some((option) => option.name === name) ? name : undefined;
}

function numberIn(digits: string, unit: string | null, type: Type): Json | undefined {
  if (type.kind === 'integer' || type.kind === 'decimal') return unit === null ? fitting(digits, type) : undefined;
  if (type.kind !== 'money') return undefined;
  if (type.currency === null) return unit === null ? undefined : fitting({ amount: digits, currency: unit }, type);
  return unit === type.currency || (unit === null && Number(digits) === 0) ? fitting(digits, type) : undefined;
}

function fitting(value: Json, type: Type): Json | undefined {
  if (isWords(type)) return value;
  const field = fieldType(type.kind);
  const read = field.read(type.kind === 'integer' ? Number(value) : value, operandType(type), () => null);
  return 'value' in read && read.value !== null ? field.write(read.value, type) : undefined;
}
