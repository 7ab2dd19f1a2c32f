import { alike } from './check-operators.ts';
import { notCondition } from './fit.ts';
import { type FunctionDef, functionNamed, functions } from './functions.ts';
import { type At, type Env, fail, type Inference, open, type TreeOf, warn } from './inference.ts';
import { BOOLEAN, DATE, INTEGER, kindWords, type ListType } from './kinds.ts';
import { nearest } from './nearest.ts';
import type { StaticType } from './static.ts';
import type { Typed, TypedNode } from './typed.ts';

type MacroName = Extract<TypedNode, { op: 'macro' }>['name'];
type AggregateName = Extract<TypedNode, { op: 'aggregate' }>['name'];

const MACROS: ReadonlyMap<string, MacroName> = new Map([
  ['all', 'all'],
  ['exists', 'exists'],
  ['exists_one', 'exists_one'],
  ['existsOne', 'exists_one'],
  ['filter', 'filter'],
  ['map', 'map'],
]);

const AGGREGATES: ReadonlyMap<string, AggregateName> = new Map([
  ['sum', 'sum'],
  ['count', 'count'],
  ['average', 'average'],
  ['min', 'min'],
  ['max', 'max'],
]);

/** What may be called besides the functions: over lists. */
export const LIST_WORDS: readonly string[] = [...AGGREGATES.keys(), 'all', 'exists', 'exists_one', 'filter', 'map'];

/** A macro, an aggregate over a list, or a function; `x.size()` is `size(x)`. */
export function inferCall(tree: TreeOf<'call'>, inference: Inference, env: Env): Typed | null {
  const macro = MACROS.get(tree.name);
  if (macro !== undefined && tree.receiver !== null) return inferMacro(tree, macro, tree.receiver, inference, env);
  const def = functionNamed(tree.name);
  if (def === null && !AGGREGATES.has(tree.name)) return unknownFunction(tree, inference);
  const trees = tree.receiver === null ? tree.args : [tree.receiver, ...tree.args];
  const dividing = tree.name === 'round';
  const args = trees.map((arg, index) =>
    inference.infer(arg, {
      ...open(env),
      dividing: dividing && index === 0,
      expected: tree.name === 'date' ? DATE : null,
    }),
  );
  const found = args.filter((arg) => arg !== null);
  if (found.length < args.length) return null;
  const unknown = found.find((arg) => arg.op === 'unknown');
  if (unknown !== undefined && tree.name !== 'coalesce') return { ...unknown, from: tree.from, to: tree.to };
  return called(tree, found, def, inference);
}

function called(
  tree: TreeOf<'call'>,
  args: readonly Typed[],
  def: FunctionDef | null,
  inference: Inference,
): Typed | null {
  const [first] = args;
  const aggregate = AGGREGATES.get(tree.name);
  if (aggregate !== undefined && args.length === 1 && first?.type.t === 'list')
    return inferAggregate(tree, aggregate, first, inference);
  if (tree.name === 'size' && args.length === 1 && first?.type.t === 'list')
    return inferAggregate(tree, 'count', first, inference);
  if (def === null) {
    const next = 'Write a list of records there, as in sum(lines.amount).';
    return fail(inference, tree, `${tree.name} goes over a list.`, next);
  }
  return functionCall(tree, args, def, inference);
}

function functionCall(
  tree: TreeOf<'call'>,
  args: readonly Typed[],
  def: FunctionDef,
  inference: Inference,
): Typed | null {
  const { from, to } = tree;
  const [least, most] = def.arity;
  if (args.length < least || args.length > most) {
    return fail(
      inference,
      tree,
      `${def.name} takes ${countWords(least, most)}, and here ${args.length === 1 ? 'is 1' : `are ${args.length}`}.`,
      `Write it as in ${def.example}.`,
    );
  }
  const same = def.alike ? alike(args, inference) : { parts: [...args] };
  if (same === null) return null;
  const type = def.typeOf(same.parts);
  if (typeof type !== 'string') return { op: 'call', name: def.name, args: same.parts, type, from, to };
  return fail(
    inference,
    tree,
    `${def.name} needs ${type}, and this is ${args.map((arg) => kindWords(arg.type)).join(' and ')}.`,
    `Write it as in ${def.example}.`,
  );
}

function inferMacro(
  tree: TreeOf<'call'>,
  name: MacroName,
  receiver: TreeOf<'call'>['args'][number],
  inference: Inference,
  env: Env,
): Typed | null {
  const { from, to } = tree;
  const of = inference.infer(receiver, open(env));
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
  const body = inference.infer(inner, { ...open(env), locals });
  if (body === null) return null;
  if (name !== 'map' && body.op !== 'unknown' && body.type.t !== 'boolean') return notCondition(body, inference);
  return { op: 'macro', name, of, local: local.name, body, type: macroType(name, of.type, body.type), from, to };
}

function macroType(name: MacroName, list: ListType, body: StaticType): StaticType {
  if (name === 'filter') return list;
  return name === 'map' ? { t: 'list', of: body } : BOOLEAN;
}

function warnHiding(name: string, at: At, inference: Inference, env: Env): void {
  const field = inference.entity !== null && inference.schema.entities.get(inference.entity)?.attributes.has(name);
  const what = env.locals.has(name)
    ? 'another local name'
    : field === true
      ? 'a field'
      : inference.schema.constants.has(name)
        ? 'a constant'
        : null;
  if (what !== null) warn(inference, at, `"${name}" hides ${what}.`, 'Give it a name that nothing else has.');
}

function inferAggregate(tree: TreeOf<'call'>, name: AggregateName, list: Typed, inference: Inference): Typed | null {
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

/** An average of plain numbers has two digits more than they; of amounts it is rounded to theirs. */
function aggregateType(name: AggregateName, each: StaticType): StaticType | null {
  if (each.t === 'number') return name === 'average' && each.unit === null ? { ...each, scale: each.scale + 2 } : each;
  const ordered = each.t === 'date' || each.t === 'instant';
  return ordered && (name === 'min' || name === 'max') ? each : null;
}

function unknownFunction(tree: TreeOf<'call'>, inference: Inference): null {
  const names = [...functions.map((def) => def.name), ...LIST_WORDS];
  const near = nearest(tree.name, names);
  const macro = MACROS.has(tree.name);
  const next = macro
    ? `Write it after a list, as in lines.${tree.name}(l, …).`
    : near === null
      ? `There are ${names.slice(0, 8).join(', ')} and others.`
      : `Did you mean ${near}?`;
  return fail(
    inference,
    tree,
    macro ? `${tree.name} stands after a list.` : `There is no function "${tree.name}".`,
    next,
  );
}

function countWords(least: number, most: number): string {
  if (least === most) return least === 1 ? 'one value' : `${least} values`;
  return most === Number.POSITIVE_INFINITY ? `${least} or more values` : `${least} to ${most} values`;
}
