import { type FunctionDef, functionNamed } from '../functions/functions.ts';
import { nearest } from '../syntax/nearest-name.ts';
import { DATE, kindWords, TIME } from '../types/kinds.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';
import { callables } from './callable.ts';
import { AGGREGATES, inferAggregate, inferMacro, LIST_WORDS, MACROS } from './check-lists.ts';
import { inferAny, inferQueryCall, inferValues } from './check-queries.ts';
import { inferRecords } from './check-records.ts';
import { desugared } from './check-shorthand.ts';
import { inferWorkingCall } from './check-working.ts';
import { toCommonType } from './common-type.ts';
import { type Env, fail, type Inference, type TreeOf, withoutExpected } from './inference.ts';

/** Infers a macro, an aggregate over a list, a query, or a function; `x.size()` is `size(x)`. */
export function inferCall(tree: TreeOf<'call'>, inference: Inference, env: Env): Typed | null {
  const macro = MACROS.get(tree.name);
  if (macro !== undefined && tree.receiver !== null) return inferMacro(tree, macro, tree.receiver, inference, env);
  const records = inferRecords(tree, inference, env);
  if (records !== undefined) return records;
  const query = inferQueryCall(tree, inference, env);
  if (query !== undefined) return query;
  const short = desugared(tree, inference, env);
  if (short !== undefined) return short;
  const def = functionNamed(tree.name);
  const isKnown = def !== null || AGGREGATES.has(tree.name) || isAny(tree) || WORKING.has(tree.name);
  if (!isKnown) return unknownFunction(tree, inference);
  const args = argumentsOf(tree, inference, env);
  const found = args.filter((arg) => arg !== null);
  if (found.length < args.length) return null;
  const unknown = found.find((arg) => arg.op === 'unknown');
  if (unknown !== undefined && tree.name !== 'coalesce') return { ...unknown, from: tree.from, to: tree.to };
  return called(tree, found, def, inference);
}

const WORKING: ReadonlySet<string> = new Set(['workingTime', 'isWorkingTime', 'isWorkingDay']);

/** Whether a call is `exists(lines where …)` or `none(lines)`. */
function isAny(tree: TreeOf<'call'>): boolean {
  return (tree.name === 'exists' || tree.name === 'none') && tree.receiver === null && tree.args.length === 1;
}

function argumentsOf(tree: TreeOf<'call'>, inference: Inference, env: Env): (Typed | null)[] {
  const trees = tree.receiver === null ? tree.args : [tree.receiver, ...tree.args];
  const dividing = ROUNDING.has(tree.name);
  return trees.map((arg, index) => {
    const values = tree.name === 'firstFree' && index === 0 ? inferValues(arg, inference, env) : undefined;
    if (values !== undefined) return values;
    return inference.infer(arg, {
      ...withoutExpected(env),
      dividing: dividing && index === 0,
      expected: expectedBy(tree.name),
    });
  });
}

/** Functions that may contain a division; it is not allowed elsewhere. */
const ROUNDING: ReadonlySet<string> = new Set(['round', 'floor', 'ceil']);

function expectedBy(name: string): StaticType | null {
  if (name === 'date') return DATE;
  return name === 'time' ? TIME : null;
}

function called(
  tree: TreeOf<'call'>,
  args: readonly Typed[],
  def: FunctionDef | null,
  inference: Inference,
): Typed | null {
  const [first] = args;
  const aggregate = AGGREGATES.get(tree.name);
  const overList = args.length === 1 && first?.type.t === 'list';
  if (aggregate !== undefined && overList) return inferAggregate(tree, aggregate, first, inference);
  if (def?.name === 'size' && overList) return inferAggregate(tree, 'count', first, inference);
  if (isAny(tree) && overList) return inferAny(tree, first);
  if (isAny(tree)) return unknownFunction(tree, inference);
  if (WORKING.has(tree.name)) return inferWorkingCall(tree, args, inference);
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
      `${tree.name} takes ${countWords(least, most)}, and here ${args.length === 1 ? 'is 1' : `are ${args.length}`}.`,
      `Write it as in ${def.example}.`,
    );
  }
  const same = def.alike ? toCommonType(args, inference) : { parts: [...args] };
  if (same === null) return null;
  const misuse = def.misuse(same.parts);
  if (misuse !== null) return fail(inference, same.parts.at(-1) ?? tree, misuse, `Write it as in ${def.example}.`);
  const type = def.typeOf(same.parts);
  if (typeof type !== 'string') return { op: 'call', name: def.name, args: same.parts, type, from, to };
  return fail(
    inference,
    tree,
    `${tree.name} needs ${type}, and this is ${args.map((arg) => kindWords(arg.type)).join(' and ')}.`,
    `Write it as in ${def.example}.`,
  );
}

function unknownFunction(tree: TreeOf<'call'>, inference: Inference): null {
  const names = [...callables.map(({ name }) => name), ...LIST_WORDS];
  const near = nearest(tree.name, names);
  const macro = MACROS.has(tree.name);
  const query = isAny(tree) ? `, or over an entity, as in ${tree.name}(${inference.entity ?? 'Order'} where …)` : '';
  const next = macro
    ? `Write it after a list, as in lines.${tree.name}(l, …)${query}.`
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
