import { RECORDS } from '../syntax/records-tree.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';
import { inferMacro, MACROS } from './check-lists.ts';
import { conditionOf, sourceOf, within } from './check-queries.ts';
import { type Env, type Inference, type TreeOf, withoutExpected } from './inference.ts';

/**
 * Infers the records that an effect is about as a list, or as one record of a path; undefined for any other call. The
 * records of an entity are given by their ids.
 */
export function inferRecords(tree: TreeOf<'call'>, inference: Inference, env: Env): Typed | null | undefined {
  if (tree.name !== RECORDS) return undefined;
  const [of, where = null, local = null] = tree.args;
  if (of === undefined) return null;
  const source = sourceOf(of, inference, env);
  if (source === null || source.of.op === 'member') return ofPath(tree, inference, env);
  const name = local?.op === 'name' ? local.name : null;
  const { entity } = source;
  const { from, to } = tree;
  const condition = where ?? source.where;
  const hidden = inference.schema.entities.get(entity)?.attributes.has(entity) === true ? `#${entity}` : entity;
  const inside =
    name === null
      ? within(entity, hidden, 1, inference, env)
      : { ...withoutExpected(env), locals: new Map(env.locals).set(name, { t: 'record', entity } as const) };
  const met = condition === null ? null : conditionOf(condition, inference, inside);
  if (condition !== null && met === null) return null;
  const type: StaticType = { t: 'record', entity };
  const row: Typed = { op: 'local', name: name ?? hidden, type, from, to };
  const body: Typed = { op: 'field', of: row, entity, field: 'id', type, from, to };
  const others = entity === inference.entity;
  const list = { t: 'list', of: type } as const;
  return { op: 'query', name: 'values', entity, local: name ?? hidden, where: met, body, others, type: list, from, to };
}

/** Infers what a path or list leads to, with the condition on its items. */
function ofPath({ args, from, to }: TreeOf<'call'>, inference: Inference, env: Env): Typed | null {
  const [of, where = null, local = null] = args;
  if (of === undefined) return null;
  if (where === null) return inference.infer(of, withoutExpected(env));
  if (local?.op !== 'name') return inference.infer({ op: 'query', of, where, from, to }, withoutExpected(env));
  const filter = MACROS.get('filter');
  const call = { op: 'call', name: 'filter', receiver: of, args: [local, where], from, to } as const;
  return filter === undefined ? null : inferMacro(call, filter, of, inference, env);
}
