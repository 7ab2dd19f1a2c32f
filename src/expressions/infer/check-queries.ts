import type { Tree } from '../../model/types/formula.ts';
import { nearest } from '../syntax/nearest-name.ts';
import { treesWithin } from '../syntax/trees.ts';
import { BOOLEAN, INTEGER, kindWords } from '../types/kinds.ts';
import { rootOf } from '../types/query-names.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed, TypedNode } from '../types/typed.ts';
import { aggregateType } from './check-lists.ts';
import { notCondition } from './fit.ts';
import {
  type At,
  type Env,
  expecting,
  fail,
  failName,
  type Inference,
  literal,
  type TreeOf,
  warn,
  withoutExpected,
} from './inference.ts';
import { isBound } from './local-names.ts';

type Query = Extract<TypedNode, { op: 'query' }>;

/** Queries over the records of an entity, by their words. */
const QUERIES: ReadonlyMap<string, Query['name'] | 'none'> = new Map([
  ['count', 'count'],
  ['exists', 'exists'],
  ['none', 'none'],
  ['sum', 'sum'],
  ['average', 'average'],
  ['min', 'min'],
  ['max', 'max'],
  ['firstFree', 'values'],
]);

/** Maximum nesting: a query may contain another, which may contain none. */
const MAX_NESTED = 2;

/** Infers a query such as `count(Order where …)`. Undefined if the call is not one. */
export function inferQueryCall(tree: TreeOf<'call'>, inference: Inference, env: Env): Typed | null | undefined {
  const name = QUERIES.get(tree.name);
  const [first] = tree.args;
  if (tree.receiver !== null || name === undefined || first === undefined) return undefined;
  if (name !== 'values' && tree.args.length > 1) return undefined;
  const source = sourceOf(first, inference, env);
  if (source === null) return undefined;
  if (name === 'values') return undefined;
  const typed = inferQuery(tree, name === 'none' ? 'exists' : name, source, inference, env);
  if (typed === null || name !== 'none') return typed;
  return { op: 'not', of: typed, type: BOOLEAN, from: tree.from, to: tree.to };
}

/**
 * Infers the argument of `firstFree(Order.number, …)` as the list of a field's values. Null if it is not of an entity.
 */
export function inferValues(tree: Tree, inference: Inference, env: Env): Typed | null | undefined {
  const source = sourceOf(tree, inference, env);
  return source === null
    ? undefined
    : inferQuery(
        { ...tree, op: 'call', name: 'values', receiver: null, args: [tree] },
        'values',
        source,
        inference,
        env,
      );
}

interface Source {
  readonly entity: string;
  /** The entity, or one of its fields. */
  readonly of: Tree;
  readonly where: Tree | null;
}

/** Returns what a query goes over: its first name is that of an entity, and nothing else has that name. */
export function sourceOf(tree: Tree, inference: Inference, env: Env): Source | null {
  const of = tree.op === 'query' ? tree.of : tree;
  const root = rootOf(of);
  if (root === null || !inference.schema.entities.has(root)) return null;
  // The local of a query is named like its entity, so a query over the same entity may be nested in it.
  const local = env.locals.get(root);
  const isAlias = local?.t === 'record' && local.entity === root && (isName(of) || tree.op === 'query');
  if (!isAlias && isBound(root, inference, env)) return null;
  return { entity: root, of, where: tree.op === 'query' ? tree.where : null };
}

const isName = (tree: Tree) => tree.op === 'name' || tree.op === 'text';

/** Within a query over work entries, `"Work entry".Note` is a field of the current record. */
export function queriedName(tree: Tree, { locals }: Env): Tree {
  const local = tree.op === 'text' ? locals.get(tree.value) : undefined;
  if (tree.op !== 'text' || local?.t !== 'record' || local.entity !== tree.value) return tree;
  return { op: 'name', name: tree.value, from: tree.from, to: tree.to };
}

function inferQuery(
  tree: TreeOf<'call'>,
  name: Query['name'],
  source: Source,
  inference: Inference,
  env: Env,
): Typed | null {
  const { entity, of } = source;
  const { from, to } = tree;
  const depth = (env.queried?.depth ?? 0) + 1;
  if (depth > MAX_NESTED) {
    const next = 'Give the inner part a name: a computed field of the record that it belongs to.';
    return fail(inference, tree, 'Queries stand at most one within another.', next);
  }
  const local = inference.schema.entities.get(entity)?.attributes.has(entity) === true ? `#${entity}` : entity;
  const inside = within(entity, local, depth, inference, env);
  const where = source.where === null ? null : conditionOf(source.where, inference, inside);
  const body = isName(of) ? null : inference.infer(withRoot(of, local), { ...inside, queried: env.queried });
  if ((source.where !== null && where === null) || (!isName(of) && body === null)) return null;
  if (body?.op === 'unknown') return { ...body, from, to };
  const type = typeOf(name, entity, body, tree, inference);
  if (type === null) return null;
  const others = entity === inference.entity;
  return { op: 'query', name, entity, local, where, body, others, type, from, to };
}

/**
 * Returns the environment within a query: bare names are fields of the entity and hide outer locals of the same name.
 */
export function within(entity: string, local: string, depth: number, inference: Inference, env: Env): Env {
  const attributes = inference.schema.entities.get(entity)?.attributes;
  const outside = [...env.locals].filter(([name]) => attributes?.has(name) !== true);
  const locals = new Map<string, StaticType>([...outside, [local, { t: 'record', entity }]]);
  return { locals, expected: null, dividing: false, queried: { entity, local, depth } };
}

/** Returns the path with the local as its root. */
function withRoot(tree: Tree, local: string): Tree {
  if (tree.op === 'name' || tree.op === 'text') return { op: 'name', name: local, from: tree.from, to: tree.to };
  return tree.op === 'member' ? { ...tree, of: withRoot(tree.of, local) } : tree;
}

export function conditionOf(tree: Tree, inference: Inference, env: Env): Typed | null {
  warnAlike(tree, inference);
  const typed = inference.infer(tree, expecting(env, BOOLEAN));
  return typed === null || typed.op === 'unknown' || typed.type.t === 'boolean'
    ? typed
    : notCondition(typed, inference);
}

/** Warns that `room == room` compares a field of the queried record with itself. */
function warnAlike(tree: Tree, inference: Inference): void {
  if (
    tree.op === 'binary' &&
    tree.left.op === 'name' &&
    tree.right.op === 'name' &&
    tree.left.name === tree.right.name
  ) {
    const message = `"${tree.left.name}" is compared with itself: both are of the records that are looked through.`;
    warn(
      inference,
      tree.right,
      message,
      `Write this.${tree.right.name} for that of the record at hand.`,
      `this.${tree.right.name}`,
    );
    return;
  }
  for (const part of treesWithin(tree)) if (part.op !== 'query') warnAlike(part, inference);
}

function typeOf(
  name: Query['name'],
  entity: string,
  body: Typed | null,
  tree: TreeOf<'call'>,
  inference: Inference,
): StaticType | null {
  const whole = name === 'exists' || name === 'count';
  if (whole && body === null) return name === 'count' ? INTEGER : BOOLEAN;
  if (whole) {
    const next = `Write ${tree.name}(${entity} where …), with the field in the condition.`;
    return fail(inference, tree, `${tree.name} goes over records, and this is a field of them.`, next);
  }
  if (body === null) {
    return fail(
      inference,
      tree,
      `${tree.name} can't go over records of ${entity}.`,
      `Name a field of it, as in ${tree.name}(${entity}.amount).`,
    );
  }
  const type = name === 'values' ? ({ t: 'list', of: body.type } as const) : aggregateType(name, body.type);
  return (
    type ??
    fail(inference, tree, `${tree.name} can't go over ${kindWords(body.type)}.`, 'Use a field that holds numbers.')
  );
}

/**
 * Infers `lines where amount > 0`: the items of a list that meet a condition; bare names are fields of the item.
 * Records of an entity can only be filtered in a call.
 */
export function inferFiltered(tree: TreeOf<'query'>, inference: Inference, env: Env): Typed | null {
  const source = sourceOf(tree, inference, env);
  if (source !== null) {
    const next = `Ask something of them, as in count(${source.entity} where …) or exists(${source.entity} where …).`;
    return fail(inference, tree, `Records of ${source.entity} are no value by themselves.`, next);
  }
  const root = rootOf(tree.of);
  if (root !== null && !isBound(root, inference, env)) return noSuchList(root, tree.of, inference);
  const of = inference.infer(tree.of, withoutExpected(env));
  if (of === null || of.op === 'unknown') return of;
  const mapped = of.op === 'macro' && of.name === 'map';
  const list = mapped ? of.of : of;
  const each = list.type.t === 'list' ? list.type.of : null;
  if (each?.t !== 'record') {
    const next = 'Write an entity or a list of records before "where".';
    return fail(inference, of, `This is ${kindWords(of.type)}, not a list of records.`, next);
  }
  const local = `#${env.locals.size + 1}where`;
  const where = conditionOf(tree.where, inference, within(each.entity, local, env.queried?.depth ?? 0, inference, env));
  if (where === null) return null;
  const { from, to } = tree;
  const filter: Typed = { op: 'macro', name: 'filter', of: list, local, body: where, type: list.type, from, to };
  return mapped ? { ...of, of: filter, from, to } : filter;
}

function noSuchList(name: string, at: At, inference: Inference): null {
  const own = inference.entity === null ? null : inference.schema.entities.get(inference.entity);
  const near = nearest(name, [...inference.schema.entities.keys(), ...(own?.attributes.keys() ?? [])]);
  const next = near === null ? 'Write an entity of point 3, or a list of the record.' : `Did you mean ${near}?`;
  return failName(inference, at, `There is no entity or list "${name}".`, next, near);
}

/** Infers `exists(lines where …)` as `lines.exists(…)`, and `none(lines)` as whether a list is empty. */
export function inferAny(tree: TreeOf<'call'>, list: Typed): Typed {
  const { from, to } = tree;
  if (list.op === 'macro' && list.name === 'filter') {
    const some: Typed = { ...list, name: 'exists', type: BOOLEAN, from, to };
    return tree.name === 'none' ? { op: 'not', of: some, type: BOOLEAN, from, to } : some;
  }
  const count: Typed = { op: 'aggregate', name: 'count', of: list, local: '#', body: null, type: INTEGER, from, to };
  const operator = tree.name === 'none' ? '==' : '>';
  return { op: 'binary', operator, left: count, right: literal(tree, INTEGER, 0), type: BOOLEAN, from, to };
}
