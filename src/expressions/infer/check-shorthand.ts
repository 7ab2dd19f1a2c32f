import type { BinaryOperator, Tree } from '../../model/types/formula.ts';
import { isMoment, kindWords } from '../types/kinds.ts';
import type { Typed } from '../types/typed.ts';
import { type Env, fail, type Inference, type TreeOf, withoutExpected } from './inference.ts';

/**
 * Infers calls that are shorthand for a comparison: `isEmpty(x)`, `overlaps(a, b, c, d)`, `tags.contains(x)`. Undefined
 * for any other call.
 */
export function desugared(tree: TreeOf<'call'>, inference: Inference, env: Env): Typed | null | undefined {
  const args = tree.receiver === null ? tree.args : [tree.receiver, ...tree.args];
  if (tree.name === 'isEmpty' && args.length === 1) return inference.infer(comparedWithNull(tree, args[0]), env);
  const unit = SHIFTS.get(tree.name);
  if (unit !== undefined && args.length === 2) return inference.infer(shifted(tree, unit, args), env);
  if (tree.name === 'overlaps') return overlap(tree, args, inference, env);
  return tree.name === 'contains' && args.length === 2 ? containedItem(tree, args, inference, env) : undefined;
}

function comparedWithNull({ from, to }: TreeOf<'call'>, of: Tree | undefined): Tree {
  const nothing: Tree = { op: 'null', from: to, to };
  return { op: 'binary', operator: '==', left: of ?? nothing, right: nothing, from, to };
}

/** `addWorkingDays(x, 5)` is `x + 5 working days`. */
const SHIFTS: ReadonlyMap<string, string> = new Map([
  ['addWorkingDays', 'working days'],
  ['addWorkingHours', 'working hours'],
]);

function shifted(tree: TreeOf<'call'>, unit: string, [moment, count]: readonly Tree[]): Tree {
  const { from, to } = tree;
  const one: Tree = { op: 'number', digits: '1', unit, from: to, to };
  const by = count?.op === 'unary' && count.operator === '-' ? count.of : count;
  const nothing: Tree = { op: 'null', from: to, to };
  const length: Tree =
    by?.op === 'number' && by.unit === null
      ? { ...by, unit }
      : { op: 'binary', operator: '*', left: by ?? nothing, right: one, from, to };
  return { op: 'binary', operator: by === count ? '+' : '-', left: moment ?? nothing, right: length, from, to };
}

/**
 * Infers `overlaps`. Spans of dates include their last day; spans of moments and times that only touch do not overlap.
 */
function overlap(tree: TreeOf<'call'>, args: readonly Tree[], inference: Inference, env: Env): Typed | null {
  const [from, to, start, end] = args;
  if (from === undefined || to === undefined || start === undefined || end === undefined || args.length > 4) {
    const next = 'Write two beginnings with their ends, as in overlaps(from, to, this.from, this.to).';
    return fail(
      inference,
      tree,
      `overlaps takes 4 values, and here ${args.length === 1 ? 'is 1' : `are ${args.length}`}.`,
      next,
    );
  }
  const first = probed(from, inference, env);
  if (first === null) return inference.infer(from, withoutExpected(env));
  if (first.op !== 'unknown' && !isMoment(first.type) && first.type.t !== 'time' && first.type.t !== 'number') {
    const message = `overlaps needs dates, times or numbers, and this is ${kindWords(first.type)}.`;
    return fail(inference, from, message, 'Write it as in overlaps(from, to, this.from, this.to).');
  }
  const operator = first.type.t === 'date' ? '<=' : '<';
  const before = (left: Tree, right: Tree): Tree => compared(operator, left, right, tree);
  return inference.infer(compared('and', before(from, end), before(start, to), tree), env);
}

function containedItem(
  tree: TreeOf<'call'>,
  [list, item]: readonly Tree[],
  inference: Inference,
  env: Env,
): Typed | null | undefined {
  if (list === undefined || item === undefined || probed(list, inference, env)?.type.t !== 'list') return undefined;
  return inference.infer(compared('in', item, list, tree), env);
}

/** Infers a part without reporting problems. */
function probed(tree: Tree, inference: Inference, env: Env): Typed | null {
  const before = inference.problems.length;
  const typed = inference.infer(tree, withoutExpected(env));
  inference.problems.length = before;
  return typed;
}

function compared(operator: BinaryOperator, left: Tree, right: Tree, { from, to }: TreeOf<'call'>): Tree {
  return { op: 'binary', operator, left, right, from, to };
}
