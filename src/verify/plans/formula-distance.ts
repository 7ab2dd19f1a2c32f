import type { Tree } from '../../model/types/formula.ts';
import { evaluate, type Scope } from '../evaluator/evaluate.ts';
import type { Outcome, Val } from '../evaluator/value.ts';

/** Returns how far an expression is from the wished outcome: 0 if it has it, less the nearer its parts are. */
export function distance(tree: Tree, wish: boolean, scope: Scope): number {
  if (tree.op === 'unary' && tree.operator === 'not') return distance(tree.of, !wish, scope);
  if (tree.op === 'binary' && (tree.operator === 'and' || tree.operator === 'or')) {
    const parts = [distance(tree.left, wish, scope), distance(tree.right, wish, scope)];
    return (tree.operator === 'and') === wish ? sumOf(parts) : Math.min(...parts);
  }
  if (tree.op === 'conditional') {
    const test = evaluate(tree.test, scope);
    if (typeof test === 'boolean') return distance(test ? tree.yes : tree.no, wish, scope);
  }
  if (evaluate(tree, scope) === wish) return 0;
  if (tree.op === 'binary') return gap(evaluate(tree.left, scope), evaluate(tree.right, scope));
  return tree.op === 'call' ? ofItems(tree, wish, scope) : 1;
}

const sumOf = (parts: readonly number[]): number => parts.reduce((sum, each) => sum + each, 0);

/** Distance of `lines.all(l, …)` and `lines.exists(l, …)` from the distances of the lines. */
function ofItems({ name, receiver, args }: Extract<Tree, { op: 'call' }>, wish: boolean, scope: Scope): number {
  const [local, body] = args;
  if (receiver === null || local?.op !== 'name' || body === undefined || !['all', 'exists', 'none'].includes(name))
    return 1;
  const list = evaluate(receiver, scope);
  if (list === null || typeof list !== 'object' || list.k !== 'list') return 1;
  const isEach = (name === 'exists') !== wish;
  const parts = list.items.map((item) =>
    distance(body, name === 'none' ? !wish : wish, {
      ...scope,
      locals: new Map<string, Outcome>([...scope.locals, [local.name, item]]),
    }),
  );
  return isEach ? sumOf(parts) : Math.min(1, ...parts);
}

/** Returns the distance of two values, from 0 for close to 1 for far apart or not comparable. */
function gap(left: Outcome, right: Outcome): number {
  const [one, other] = [measured(left), measured(right)];
  if (one === null || other === null) return 1;
  const apart = Math.abs(one - other);
  return (apart + 0.01) / (apart + 1);
}

const DAY = 86_400_000;

function measured(value: Outcome): number | null {
  if (value === null || value === undefined || typeof value === 'boolean') return null;
  return MEASURES[value.k]?.(value as never) ?? null;
}

type Kinds = Exclude<Val, null | boolean>;
const MEASURES: { readonly [K in Kinds['k']]?: (value: Extract<Kinds, { readonly k: K }>) => number } = {
  number: ({ n }) => Number(n.p) / Number(n.q),
  date: ({ day }) => day,
  instant: ({ ms }) => ms / DAY,
  span: ({ span: { months, days, ms } }) => months * 30 + days + ms / DAY,
  time: ({ minutes }) => minutes / 60,
  list: ({ items }) => items.length,
};
