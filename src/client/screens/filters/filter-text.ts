import type { Json } from '../../../engine/core/intent.ts';
import { isPlainName, KEYWORDS } from '../../../expressions/syntax/lexicon.ts';
import { printExpression } from '../../../expressions/syntax/print.ts';
import { fieldType } from '../../../fields/registry/lookup.ts';
import type { BinaryOperator, Tree } from '../../../model/types/formula.ts';
import type { Type } from '../../../model/types/types.ts';
import type { Operator } from '../../platform/filter-operator.ts';
import { type Condition, completed, type Filter, type FilterField, groupsOf, operandType } from './filter-model.ts';

/** The fields to filter by, by name. `isTaken`: whether a bare name means something other than a choice. */
export interface FilterWords {
  readonly fields: ReadonlyMap<string, FilterField>;
  readonly isTaken: (name: string) => boolean;
}

const nowhere = { from: 0, to: 0 } as const;

const comparisons: ReadonlyMap<Operator, BinaryOperator> = new Map<Operator, BinaryOperator>([
  ['is', '=='],
  ['is not', '!='],
  ['more', '>'],
  ['at least', '>='],
  ['less', '<'],
  ['at most', '<='],
]);

/** Prints a filter in the expression language, without incomplete conditions. Empty if no condition is complete. */
export function filterText(filter: Filter, words: FilterWords): string {
  const groups = groupsOf(completed(filter, words.fields)).flatMap((group) => {
    const parts = group.flatMap((condition) => conditionTree(condition, words) ?? []);
    return joined(parts, 'and') ?? [];
  });
  const tree = joined(groups, 'or');
  return tree === null ? '' : printExpression(tree);
}

function conditionTree({ field: name, operator, value }: Condition, words: FilterWords): Tree | null {
  const field = words.fields.get(name);
  if (field === undefined) return null;
  const itself = pathTo(name);
  if (field.type.kind === 'references' && (operator === 'contains' || operator === 'lacks'))
    return titled(itself, field, String(value ?? '').trim(), operator === 'lacks');
  const asked =
    field.type.kind === 'reference' && field.titleField !== null ? memberOf(itself, field.titleField) : itself;
  switch (operator) {
    case 'empty':
      return binary('==', itself, { op: 'null', ...nowhere });
    case 'given':
      return binary('!=', itself, { op: 'null', ...nowhere });
    case 'me':
      return binary('==', itself, nameOf('me'));
    case 'not me':
      return binary('!=', itself, nameOf('me'));
    case 'holds me':
      return binary('in', nameOf('me'), itself);
    case 'contains':
      return containing(itself, asked, value, field, words);
    case 'lacks':
      return negated(containing(itself, asked, value, field, words));
    case 'any of':
      return anyOf(itself, value, field, words);
    case 'none of':
      return negated(anyOf(itself, value, field, words));
    case 'starts with':
      return called(asked, 'startsWith', value);
    case 'last days':
      return binary('>=', itself, daysAgo(field.type, String(value)));
    case 'among':
      return binary('in', asked, listOf(value, field, words));
    case 'not among':
      return negated(binary('in', asked, listOf(value, field, words)));
    default: {
      const literal = literalOf(value, field, words);
      const comparison = comparisons.get(operator);
      return literal === null || comparison === undefined ? null : binary(comparison, asked, literal);
    }
  }
}

/** Returns `Red in tags` for a field with several choices, else `note.contains("a")`. */
function containing(itself: Tree, asked: Tree, value: Json, field: FilterField, words: FilterWords): Tree | null {
  if (field.type.kind !== 'choice') return called(asked, 'contains', value);
  const option = literalOf(value, field, words);
  return option && binary('in', option, itself);
}

/** Returns `Red in tags or Green in tags`. */
function anyOf(itself: Tree, value: Json, field: FilterField, words: FilterWords): Tree | null {
  const options = (Array.isArray(value) ? value : []).flatMap((each) => literalOf(each, field, words) ?? []);
  return joined(
    options.map((option) => binary('in', option, itself)),
    'or',
  );
}

const negated = (of: Tree | null): Tree | null => of && { op: 'unary', operator: 'not', of, ...nowhere };

/** Returns `"Ann" in members.name`, which is true if one of the referenced records has this title. */
function titled(itself: Tree, { titleField }: FilterField, title: string, isNot: boolean): Tree | null {
  if (titleField === null) return null;
  const found = binary('in', textOf(title), memberOf(itself, titleField));
  return isNot ? negated(found) : found;
}

function literalOf(value: Json, { type }: FilterField, { isTaken }: FilterWords): Tree | null {
  switch (type.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? { op: 'boolean', value, ...nowhere } : null;
    case 'integer':
    case 'decimal':
      return numberOf(written(value, type), null);
    case 'money':
      return moneyOf(value, type);
    case 'choice':
    case 'role':
      return typeof value !== 'string' ? null : isPlainName(value) && !isTaken(value) ? nameOf(value) : textOf(value);
    case 'date':
    case 'date and time':
      return typeof value === 'string' ? textOf(value) : null;
    default:
      return typeof value === 'string' ? textOf(value.trim()) : null;
  }
}

function moneyOf(value: Json, type: Extract<Type, { readonly kind: 'money' }>): Tree | null {
  if (type.currency !== null) return numberOf(written(value, type), type.currency);
  const { amount, currency } = typeof value === 'object' && value !== null && 'amount' in value ? value : {};
  return typeof currency === 'string' ? numberOf(String(amount ?? ''), currency) : null;
}

/** Normalizes a typed value to its wire format; empty if it can't be parsed. */
function written(value: Json, type: Type): string {
  const field = fieldType(type.kind);
  const read = field.read(value, operandType(type), () => null);
  return 'value' in read ? String(field.write(read.value, type) ?? '') : '';
}

function numberOf(text: string, unit: string | null): Tree | null {
  const match = /^(-?)(\d+)(?:\.(\d*?)0*)?$/.exec(text);
  if (match === null) return null;
  const [, sign, whole = '0', fraction = ''] = match;
  const number: Tree = { op: 'number', digits: fraction === '' ? whole : `${whole}.${fraction}`, unit, ...nowhere };
  return sign === '-' ? { op: 'unary', operator: '-', of: number, ...nowhere } : number;
}

function listOf(value: Json, field: FilterField, words: FilterWords): Tree {
  const items = (Array.isArray(value) ? value : []).flatMap((each) => literalOf(each, field, words) ?? []);
  return { op: 'list', items, ...nowhere };
}

const daysAgo = (type: Type, days: string): Tree =>
  binary('-', nameOf(type.kind === 'date' ? 'today' : 'now'), {
    op: 'number',
    digits: days,
    unit: days === '1' ? 'day' : 'days',
    ...nowhere,
  });

/** Returns the path to a field: its name, or `this["due date"]` if the name is a keyword or not a plain name. */
function pathTo(name: string): Tree {
  return isPlainName(name) && !KEYWORDS.has(name) ? nameOf(name) : memberOf(nameOf('this'), name);
}

const nameOf = (name: string): Tree => ({ op: 'name', name, ...nowhere });
const textOf = (value: string): Tree => ({ op: 'text', value, ...nowhere });
const memberOf = (of: Tree, name: string): Tree => ({ op: 'member', of, name, ...nowhere });

const called = (receiver: Tree, name: string, value: Json): Tree => ({
  op: 'call',
  name,
  receiver,
  args: [textOf(String(value ?? '').trim())],
  ...nowhere,
});

const binary = (operator: BinaryOperator, left: Tree, right: Tree): Tree => ({
  op: 'binary',
  operator,
  left,
  right,
  ...nowhere,
});

function joined(parts: readonly Tree[], operator: 'and' | 'or'): Tree | null {
  return parts.reduce<Tree | null>((left, right) => (left === null ? right : binary(operator, left, right)), null);
}
