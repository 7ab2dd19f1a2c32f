import { BOOLEAN, INTEGER, kindWords, type ListType } from '../types/kinds.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed, TypedNode } from '../types/typed.ts';
import { notCondition } from './fit.ts';
import { type At, type Env, fail, type Inference, type TreeOf, warn, withoutExpected } from './inference.ts';

type MacroName = Extract<TypedNode, { op: 'macro' }>['name'];
type AggregateName = Extract<TypedNode, { op: 'aggregate' }>['name'];

/** Macros that follow a list, with their other names. `none` is the negation of `exists`. */
export const MACROS: ReadonlyMap<string, MacroName | 'none'> = new Map([
  ['all', 'all'],
  ['every', 'all'],
  ['exists', 'exists'],
  ['some', 'exists'],
  ['any', 'exists'],
  ['none', 'none'],
  ['exists_one', 'exists_one'],
  ['existsOne', 'exists_one'],
  ['filter', 'filter'],
  ['map', 'map'],
]);

export const AGGREGATES: ReadonlyMap<string, AggregateName> = new Map([
  ['sum', 'sum'],
  ['count', 'count'],
  ['average', 'average'],
  ['min', 'min'],
  ['max', 'max'],
]);

/** Words besides the functions that can be called over lists. */
export const LIST_WORDS: readonly string[] = [
  ...AGGREGATES.keys(),
  'all',
  'exists',
  'none',
  'exists_one',
  'filter',
  'map',
];

/** Infers `lines.all(l, l.amount > 0)`. */
export function inferMacro(
  tree: TreeOf<'call'>,
  called: MacroName | 'none',
  receiver: TreeOf<'call'>['args'][number],
  inference: Inference,
  env: Env,
): Typed | null {
  const { from, to } = tree;
  const name = called === 'none' ? 'exists' : called;
  const of = inference.infer(receiver, withoutExpected(env));
  if (of === null || of.op === 'unknown') return of;
  if (of.type.t !== 'list')
    return fail(
      inference,
      of,
      `This is ${kindWords(of.type)}, not a list.`,
      `${tree.name} goes over a list, as in lines.${tree.name}(l, …).`,
    );
  const [local, inner] = tree.args;
  if (local?.op !== 'name' || inner === undefined || tree.args.length !== 2) {
    return fail(
      inference,
      tree,
      `${tree.name} takes a name and ${name === 'map' ? 'a value' : 'a condition'}.`,
      `Write it as in lines.${tree.name}(l, l.amount${name === 'map' ? '' : ' > 0'}).`,
    );
  }
  warnHiding(local.name, local, inference, env);
  const locals = new Map(env.locals).set(local.name, of.type.of);
  const body = inference.infer(inner, { ...withoutExpected(env), locals });
  if (body === null) return null;
  if (name !== 'map' && body.op !== 'unknown' && body.type.t !== 'boolean') return notCondition(body, inference);
  const typed: Typed = {
    op: 'macro',
    name,
    of,
    local: local.name,
    body,
    type: macroType(name, of.type, body.type),
    from,
    to,
  };
  return called === 'none' ? { op: 'not', of: typed, type: BOOLEAN, from, to } : typed;
}

function macroType(name: MacroName, list: ListType, body: StaticType): StaticType {
  if (name === 'filter') return list;
  return name === 'map' ? { t: 'list', of: body } : BOOLEAN;
}

function warnHiding(name: string, at: At, inference: Inference, env: Env): void {
  const entity = env.queried?.entity ?? inference.entity;
  const field = entity !== null && inference.schema.entities.get(entity)?.attributes.has(name);
  const what = env.locals.has(name)
    ? 'another local name'
    : field === true
      ? 'a field'
      : inference.schema.constants.has(name)
        ? 'a constant'
        : null;
  if (what !== null) warn(inference, at, `"${name}" hides ${what}.`, 'Give it a name that nothing else has.');
}

/** Infers `sum(lines.amount)` and `count(lines)`. */
export function inferAggregate(
  tree: TreeOf<'call'>,
  name: AggregateName,
  list: Typed,
  inference: Inference,
): Typed | null {
  const { from, to } = tree;
  const mapped = list.op === 'macro' && list.name === 'map';
  const of = mapped ? list.of : list;
  const local = mapped ? list.local : '#';
  const each = list.type.t === 'list' ? list.type.of : list.type;
  if (name === 'count') return { op: 'aggregate', name, of, local, body: null, type: INTEGER, from, to };
  const body: Typed = mapped ? list.body : { op: 'local', name: '#', type: each, from: list.from, to: list.to };
  if (body.op === 'unknown') return { ...body, from, to };
  const type = aggregateType(name, each);
  if (type !== null) return { op: 'aggregate', name, of, local, body, type, from, to };
  const next =
    each.t === 'record' ? `Name a field of it, as in ${name}(lines.amount).` : 'Use a field that holds numbers.';
  return fail(
    inference,
    tree,
    `${name} can't go over ${each.t === 'record' ? `records of ${each.entity}` : kindWords(each)}.`,
    next,
  );
}

/**
 * Returns the type of an aggregate. The average of plain numbers has two more digits than they have; of amounts it is
 * rounded to their scale.
 */
export function aggregateType(name: AggregateName | 'exists', each: StaticType): StaticType | null {
  if (each.t === 'number') return name === 'average' && each.unit === null ? { ...each, scale: each.scale + 2 } : each;
  const ordered = each.t === 'date' || each.t === 'instant' || each.t === 'time';
  return ordered && (name === 'min' || name === 'max') ? each : null;
}
