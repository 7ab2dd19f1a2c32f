import { rescale } from '../../fields/text/decimals.ts';
import type { Value } from '../../fields/text/value.ts';
import type { BinaryOperator, Tree } from '../../model/types/formula.ts';
import { isLooseConstant, isOfNumbers } from '../types/constant-choices.ts';
import {
  BOOLEAN,
  comparable,
  DATE,
  DURATION,
  INSTANT,
  INTEGER,
  isLength,
  isMoment,
  isMoney,
  isOrdered,
  kindWords,
  type NumberType,
  TEXT,
  WORKING,
} from '../types/kinds.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';
import { inferWorkingSum } from './check-working.ts';
import { toCommonType } from './common-type.ts';
import { notCondition } from './fit.ts';
import {
  type Env,
  expecting,
  fail,
  type Inference,
  isZero,
  literal,
  type TreeOf,
  toScale,
  withoutExpected,
} from './inference.ts';
import { isBound } from './local-names.ts';

type Pair = readonly [Typed, Typed];

export function inferUnary(tree: TreeOf<'unary'>, inference: Inference, env: Env): Typed | null {
  const { from, to } = tree;
  if (tree.operator === 'not') {
    const of = condition(tree.of, inference, env);
    return of === null ? null : { op: 'not', of, type: BOOLEAN, from, to };
  }
  const of = inference.infer(tree.of, expecting(env, null));
  if (of === null) return null;
  if (of.op === 'literal' && typeof of.value === 'number' && of.type.t === 'number')
    return literal(tree, of.type, 0 - of.value);
  const { t } = of.type;
  if (t === 'number' || t === 'money' || isLength(of.type) || of.op === 'unknown')
    return { op: 'negate', of, type: of.type, from, to };
  return fail(inference, tree, `This is ${kindWords(of.type)}; a minus needs a number.`, 'Leave the minus out.');
}

export function inferBinary(tree: TreeOf<'binary'>, inference: Inference, env: Env): Typed | null {
  switch (tree.operator) {
    case 'and':
    case 'or': {
      const left = condition(tree.left, inference, env);
      const right = condition(tree.right, inference, env);
      return left === null || right === null ? null : binary(tree, left, right, BOOLEAN);
    }
    case '==':
    case '!=':
      return inferEquality(tree, inference, env);
    case 'in':
      return inferIn(tree, inference, env);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return inferOrder(tree, inference, env);
    default:
      return inferArithmetic(tree, tree.operator, inference, env);
  }
}

export function inferConditional(tree: TreeOf<'conditional'>, inference: Inference, env: Env): Typed | null {
  const { from, to } = tree;
  const test = condition(tree.test, inference, env);
  const yes = inference.infer(tree.yes, expecting(env, env.expected));
  const no = inference.infer(tree.no, expecting(env, env.expected ?? yes?.type ?? null));
  if (test === null || yes === null || no === null) return null;
  const [first, second] = [yes, no];
  const same = toCommonType([first, second], inference);
  if (same === null) return null;
  const [one = first, other = second] = same.parts;
  return { op: 'conditional', test, yes: one, no: other, type: same.type, from, to };
}

export function inferList(tree: TreeOf<'list'>, inference: Inference, env: Env): Typed | null {
  const { from, to } = tree;
  const expected = env.expected?.t === 'list' ? env.expected.of : env.expected;
  const items = tree.items.map((item) => inference.infer(item, { ...withoutExpected(env), expected }));
  const given = items.filter((item) => item !== null);
  if (given.length < items.length) return null;
  // The states of a group become items of the list.
  const found = given.flatMap((item) =>
    item.op === 'list' && item.type.t === 'list' && item.type.of.t === 'choice' ? item.items : [item],
  );
  const same = toCommonType(found, inference);
  return same === null ? null : { op: 'list', items: same.parts, type: { t: 'list', of: same.type }, from, to };
}

function condition(tree: Tree, inference: Inference, env: Env): Typed | null {
  const typed = inference.infer(tree, expecting(withoutExpected(env), BOOLEAN));
  if (typed === null || typed.op === 'unknown' || typed.type.t === 'boolean') return typed;
  return notCondition(typed, inference);
}

/** Infers the operands of a comparison: the one with a type of its own determines which choice the other means. */
function operands(tree: TreeOf<'binary'>, inference: Inference, env: Env): Pair | null {
  const alone = withoutExpected(env);
  const rightFirst = looseness(tree.left, inference, env) > looseness(tree.right, inference, env);
  const right = rightFirst ? inference.infer(tree.right, alone) : null;
  if (rightFirst && right === null) return null;
  const left = inference.infer(tree.left, expecting(alone, right?.type ?? null));
  const other = right ?? inference.infer(tree.right, expecting(alone, left?.type ?? null));
  return left === null || other === null ? null : [left, other];
}

/**
 * Says how much an operand depends on the other: 2, entirely; 1, for the choice that names or numbers in a constant
 * mean; 0, not at all.
 */
function looseness(tree: Tree, inference: Inference, env: Env): number {
  if (tree.op === 'list') return Math.min(2, ...tree.items.map((item) => looseness(item, inference, env)));
  if (tree.op === 'index') return ofConstant(tree, inference);
  if (tree.op === 'name') return isBound(tree.name, inference, env) ? ofConstant(tree, inference) : 2;
  return isOfNumbers(tree) ? 1 : tree.op === 'text' || tree.op === 'null' ? 2 : 0;
}

function ofConstant(tree: Tree, inference: Inference): number {
  if (tree.op === 'index' || tree.op === 'member') return ofConstant(tree.of, inference);
  const name = tree.op === 'name' ? tree.name : '';
  const value = inference.schema.constants.get(name)?.value?.tree;
  return isOfNumbers(value) || isLooseConstant(name, inference.schema) ? 1 : 0;
}

function inferEquality(tree: TreeOf<'binary'>, inference: Inference, env: Env): Typed | null {
  const pair = operands(tree, inference, env);
  if (pair === null) return null;
  const [left, right] = scaled(pair);
  if (isMixed(left, right))
    return fail(inference, tree, MIXED_DAYS, 'Compare working time with working hours, as in <= 4 working hours.');
  if (left.type.t === 'empty' || right.type.t === 'empty' || comparable(left.type, right.type))
    return binary(tree, left, right, BOOLEAN);
  return differ(tree, left, right, inference);
}

function inferOrder(tree: TreeOf<'binary'>, inference: Inference, env: Env): Typed | null {
  const pair = operands(tree, inference, env);
  if (pair === null) return null;
  const [left, right] = scaled(pair);
  if (left.op === 'unknown' || right.op === 'unknown') return binary(tree, left, right, BOOLEAN);
  const empty = left.type.t === 'empty' || right.type.t === 'empty';
  if (empty)
    return fail(inference, tree, 'Empty is neither more nor less than anything.', 'Compare with null by == or !=.');
  if (tree.left.op === 'binary' && ['<', '<=', '>', '>='].includes(tree.left.operator)) {
    return fail(inference, tree, 'Two comparisons in a row are not read.', 'Compare twice, as in 0 < x and x < 10.');
  }
  if (!comparable(left.type, right.type)) return differ(tree, left, right, inference);
  if (isMixed(left, right))
    return fail(inference, tree, MIXED_DAYS, 'Compare working time with working hours, as in <= 4 working hours.');
  if (!isOrdered(left.type)) {
    return fail(
      inference,
      tree,
      `This is ${kindWords(left.type)}, which has no order.`,
      'Compare it by == or !=, or with in [ … ].',
    );
  }
  return binary(tree, left, right, BOOLEAN);
}

const MIXED_DAYS = 'How many hours a day has depends on which day it is.';

/**
 * Whether a literal length in days is compared with working time, which counts in hours, or with days of the other
 * kind.
 */
function isMixed(left: Typed, right: Typed): boolean {
  if (left.type.t !== 'working' && right.type.t !== 'working') return false;
  const counts = [left, right].map((side) => (side.op === 'working' ? 'hours' : daysIn(side)));
  return counts.includes('days') && (counts.includes('hours') || left.type.t !== right.type.t);
}

function daysIn(typed: Typed): 'days' | 'hours' | null {
  if (typed.op !== 'literal' && typed.op !== 'constant') return null;
  const { value } = typed;
  if (typeof value !== 'object' || value === null || !('days' in value)) return null;
  return value.days === 0 ? 'hours' : 'days';
}

function inferIn(tree: TreeOf<'binary'>, inference: Inference, env: Env): Typed | null {
  const pair = operands(tree, inference, env);
  if (pair === null) return null;
  const [item, list] = pair;
  if (item.op === 'unknown' || list.op === 'unknown') return binary(tree, item, list, BOOLEAN);
  if (list.type.t !== 'list') {
    const next =
      list.type.t === 'text'
        ? 'For a part of a text write title.contains("x").'
        : 'Put the choices between brackets, as in [Draft, Sent].';
    return fail(inference, list, `This is ${kindWords(list.type)}, not a list.`, next);
  }
  if (item.type.t === 'list')
    return fail(inference, item, "A list can't be in a list.", 'Use exists, as in list.exists(x, x == …).');
  const [one, inside] = inScale(item, list);
  if (inside.type.t === 'list' && comparable(one.type, inside.type.of)) return binary(tree, one, inside, BOOLEAN);
  return differ(tree, item, list, inference);
}

/** Brings both numbers to one scale; a literal 0 takes the unit of the other. */
function scaled([left, right]: Pair): Pair {
  if (left.type.t !== 'number' || right.type.t !== 'number') return zeroAmongMoney([left, right]);
  const unit = isZero(left) ? right.type.unit : isZero(right) ? left.type.unit : null;
  const scale = Math.max(left.type.scale, right.type.scale);
  const [one, other] = [unit ?? left.type.unit, unit ?? right.type.unit];
  return [toScale(left, { t: 'number', scale, unit: one }), toScale(right, { t: 'number', scale, unit: other })];
}

/** Next to money of any currency, 0 counts as money. */
function zeroAmongMoney([left, right]: Pair): Pair {
  if (left.type.t === 'money' && isZero(right)) return [left, { ...right, type: { t: 'money' } }];
  if (right.type.t === 'money' && isZero(left)) return [{ ...left, type: { t: 'money' } }, right];
  return [left, right];
}

function inScale(item: Typed, list: Typed): Pair {
  if (item.type.t !== 'number' || list.type.t !== 'list' || list.type.of.t !== 'number') return [item, list];
  if (list.op === 'constant') return inScaleOf(item, item.type, list, list.type.of);
  if (list.op !== 'list') return [item, list];
  const scale = Math.max(item.type.scale, list.type.of.scale);
  const unit = list.items.every(isZero) ? item.type.unit : list.type.of.unit;
  const of: NumberType = { t: 'number', scale, unit };
  const items = list.items.map((each) => toScale(each, of));
  return [
    toScale(item, { ...item.type, scale, unit: isZero(item) ? unit : item.type.unit }),
    { ...list, items, type: { t: 'list', of } },
  ];
}

/** A list of constants takes the scale of the item, or the item that of the list if the item has fewer digits. */
function inScaleOf(
  item: Typed,
  { scale, unit }: NumberType,
  list: Extract<Typed, { op: 'constant' }>,
  of: NumberType,
): Pair {
  const common: NumberType = { t: 'number', scale: Math.max(scale, of.scale), unit: of.unit };
  const values = (list.value as readonly Value[]).map((value) =>
    typeof value === 'number' ? rescale(value, of.scale, common.scale) : value,
  );
  return [
    toScale(item, { ...common, unit: isZero(item) ? common.unit : unit }),
    { ...list, value: values, type: { t: 'list', of: common } },
  ];
}

function differ(tree: TreeOf<'binary'>, left: Typed, right: Typed, inference: Inference): null {
  const list = right.type.t === 'list' ? right.type.of : right.type;
  const message = `${upper(kindWords(left.type))} can't be compared with ${tree.operator === 'in' && right.type.t === 'list' ? `a list of ${kindWords(list)}` : kindWords(right.type)}.`;
  return fail(inference, tree, message, ...advice(left, right, list));
}

function advice(left: Typed, right: Typed, list: StaticType): [string, string?] {
  const kinds = [left.type.t, list.t];
  if (kinds.includes('date') && kinds.includes('instant'))
    return ['Write date(…) around the date and time, or compare it with now.'];
  if (left.type.t === 'number' && list.t === 'number') {
    const unit = left.type.unit ?? list.unit;
    if (left.type.unit === null || list.unit === null)
      return [`Write the unit beside the number${unit === null || unit === 'B' ? '' : `, as in 25 ${unit}`}.`];
    return ['Compare amounts of the same unit only.'];
  }
  if (left.type.t === 'choice' && right.type.t === 'list' && list.t === 'choice')
    return ['Write "in" before several of them, as in status in [Draft, Sent].'];
  if (kinds.includes('list')) return ['Use sum, count, all or exists over the list.'];
  if (kinds.includes('record')) return ['Compare a reference with me or with another reference to the same entity.'];
  if (right.op === 'literal' && left.type.t === 'number' && right.type.t === 'text')
    return ['Write the number without quotes.'];
  return ['Compare values of the same type.'];
}

function inferArithmetic(
  tree: TreeOf<'binary'>,
  operator: BinaryOperator,
  inference: Inference,
  env: Env,
): Typed | null {
  const inside = expecting(env, null);
  const left = inference.infer(tree.left, inside);
  const right = inference.infer(tree.right, inside);
  if (left === null || right === null) return null;
  if (left.op === 'unknown' || right.op === 'unknown') {
    // An operand that is not shown still gets a type: a moment plus a length is a moment, several lengths are a length.
    const [one, other] = [left.type, right.type];
    const type = operator === '*' ? productType(one, other) : sumType(operator, one, other, env.dividing);
    return binary(tree, left, right, type ?? (left.op === 'unknown' ? right.type : left.type));
  }
  if (operator === '*') return multiplied(tree, left, right, inference);
  if (operator === '/') return divided(tree, left, right, inference, env);
  if (operator === '%') return remainder(tree, left, right, inference);
  if (isMoment(left.type) && right.type.t === 'working')
    return inferWorkingSum(tree, operator === '-' ? 'before' : 'after', left, right, inference);
  if (operator === '+' && left.type.t === 'working' && isMoment(right.type))
    return inferWorkingSum(tree, 'after', right, left, inference);
  const pair: Pair = env.dividing ? [left, right] : scaled([left, right]);
  const type = sumType(operator, pair[0].type, pair[1].type, env.dividing);
  if (type !== null) return binary(tree, ...pair, type);
  const words = operator === '+' ? ['added to', kindWords(left.type)] : ['taken from', kindWords(left.type)];
  return fail(
    inference,
    tree,
    `${upper(kindWords(right.type))} can't be ${words.join(' ')}.`,
    'Add and subtract values of one unit, or a length of time to a date.',
  );
}

function sumType(operator: BinaryOperator, left: StaticType, right: StaticType, dividing: boolean): StaticType | null {
  if (left.t === 'number' && right.t === 'number') {
    if (left.unit !== right.unit) return null;
    return dividing ? { ...left, scale: Math.max(left.scale, right.scale) } : left;
  }
  if (isMoney(left) && isMoney(right)) return { t: 'money' };
  if (left.t === 'duration' && right.t === 'duration') return DURATION;
  if (left.t === 'working' && right.t === 'working') return WORKING;
  if ((left.t === 'date' || left.t === 'instant') && isLength(right)) return left;
  if (operator === '+' && isLength(left) && (right.t === 'date' || right.t === 'instant')) return right;
  if (operator === '+' && left.t === 'text' && right.t === 'text') return TEXT;
  if (operator === '-' && left.t === right.t && (left.t === DATE.t || left.t === INSTANT.t)) return DURATION;
  return null;
}

function multiplied(tree: TreeOf<'binary'>, left: Typed, right: Typed, inference: Inference): Typed | null {
  const type = productType(left.type, right.type);
  if (type !== null) return binary(tree, left, right, type);
  return fail(
    inference,
    tree,
    `${upper(kindWords(left.type))} can't be multiplied by ${kindWords(right.type)}.`,
    'Multiply by a plain number; a length of time by a whole one.',
  );
}

function productType(one: StaticType, other: StaticType): StaticType | null {
  if (one.t === 'number' && other.t === 'number' && (one.unit === null || other.unit === null))
    return { t: 'number', scale: one.scale + other.scale, unit: one.unit ?? other.unit };
  const times = (length: StaticType, count: StaticType) =>
    isLength(length) && count.t === 'number' && count.unit === null && count.scale === 0;
  if (times(one, other)) return one;
  return times(other, one) ? other : null;
}

function divided(tree: TreeOf<'binary'>, left: Typed, right: Typed, inference: Inference, env: Env): Typed | null {
  const [one, other] = [left.type, right.type];
  if (one.t !== 'number' || other.t !== 'number' || (other.unit !== null && other.unit !== one.unit)) {
    return fail(
      inference,
      tree,
      `${upper(kindWords(one))} can't be divided by ${kindWords(other)}.`,
      'Divide by a plain number, or by an amount of the same unit.',
    );
  }
  if (!env.dividing) {
    return fail(
      inference,
      tree,
      'A division has to say how it is rounded.',
      'Write round(…, 2) around it, with the number of digits.',
    );
  }
  return binary(tree, left, right, { t: 'number', scale: one.scale, unit: other.unit === null ? one.unit : null });
}

function remainder(tree: TreeOf<'binary'>, left: Typed, right: Typed, inference: Inference): Typed | null {
  const whole = [left.type, right.type].every((type) => type.t === 'number' && type.unit === null && type.scale === 0);
  if (whole) return binary(tree, left, right, INTEGER);
  return fail(inference, tree, '"%" gives the rest of dividing whole numbers.', 'For 5 percent write 0.05.');
}

function binary(tree: TreeOf<'binary'>, left: Typed, right: Typed, type: StaticType): Typed {
  return { op: 'binary', operator: tree.operator, left, right, type, from: tree.from, to: tree.to };
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
