import type { Value } from '../../fields/text/value.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Tree } from '../../model/types/formula.ts';
import { compile } from '../evaluate/compile.ts';
import type { ExpressionProblem } from '../syntax/problem.ts';
import { isChanging } from '../types/conjuncts.ts';
import { choiceOf, isLooseConstant, namesIn, numbersAs } from '../types/constant-choices.ts';
import type { Scope } from '../types/scope.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';
import { walk } from '../types/walk.ts';
import { type ChainPosition, MAX_CHAIN, orderedFrom } from './constant-order.ts';
import { type CellProblems, tableOf } from './constant-table.ts';
import { type Checked, inferExpression } from './infer.ts';
import type { ConstantResult, Inference, TableResult } from './inference.ts';

/** Memoized constants of one document. */
export type ConstantMemo = Map<string, Settled>;

interface Settled extends ChainPosition {
  /** Whether only the place of use determines which choice its names belong to. */
  readonly loose: boolean;
  readonly result: ConstantResult | null;
  readonly table: TableResult | null;
}

/**
 * Returns the value of a constant of point 9; null if it is not shown, is a table, does not parse or depends on itself.
 */
export function constantValue(
  schema: Schema,
  name: string,
  memo: ConstantMemo = new Map(),
): { readonly type: StaticType; readonly value: Value } | null {
  const result = constantLookup(schema, memo).constant(name, null);
  return 'because' in result ? null : result;
}

/** Returns a look-up of a document's constants; each is evaluated once per memo. */
export function constantLookup(schema: Schema, memo: ConstantMemo): Pick<Inference, 'constant' | 'table'> {
  const settled = (name: string, expected: StaticType | null): Settled => {
    const found = memo.get(name) ?? settle(name);
    const wanted = expected?.t === 'list' ? expected.of : expected;
    if (wanted?.t !== 'choice' && !isMomentOrTime(wanted)) return found;
    const tree = schema.constants.get(name)?.value?.tree ?? null;
    if (!found.loose && (tree === null || found.fault !== null || numbersAs(tree, wanted) === null)) return found;
    const key = JSON.stringify([name, wanted.t === 'choice' ? wanted.of : wanted.t]);
    const chosen = memo.get(key) ?? { ...found, ...worked(schema, name, found, wanted, lookup) };
    memo.set(key, chosen);
    return chosen;
  };
  const settle = (name: string): Settled => {
    for (const [each, standing] of orderedFrom(schema, name, (other) => memo.get(other))) {
      const loose = standing.fault === null && isLooseConstant(each, schema);
      memo.set(each, { ...standing, loose, ...worked(schema, each, standing, null, lookup) });
    }
    return memo.get(name) ?? NO_CONSTANT;
  };
  const lookup: Pick<Inference, 'constant' | 'table'> = {
    constant: (name, expected) => settled(name, expected).result ?? { because: idOf(schema, name) },
    table: (name, expected) => settled(name, expected).table ?? { because: idOf(schema, name) },
  };
  return lookup;
}

const NO_CONSTANT: Settled = { height: 1, fault: null, loose: false, result: null, table: null };

const idOf = (schema: Schema, name: string) => schema.constants.get(name)?.id ?? name;

function worked(
  schema: Schema,
  name: string,
  { fault }: ChainPosition,
  expected: StaticType | null,
  lookup: Pick<Inference, 'constant' | 'table'>,
): Pick<Settled, 'result' | 'table'> {
  const constant = schema.constants.get(name);
  // The environment is not known here, so the default is not used either.
  if (constant === undefined || fault !== null || constant.environment !== null) return { result: null, table: null };
  if (constant.table !== null) return { result: null, table: tableOf(schema, constant, expected, lookup).result };
  const tree = constant.value?.tree ?? null;
  return { result: tree === null ? null : resultOf(schema, tree, constant.id, expected, lookup), table: null };
}

function resultOf(
  schema: Schema,
  tree: Tree,
  because: string,
  expected: StaticType | null,
  lookup: Pick<Inference, 'constant' | 'table'>,
): ConstantResult {
  const { typed } = inferredConstant(schema, tree, expected, lookup);
  if (typed === null || isChanging(typed)) return { because };
  const unknown = unknownIn(typed);
  if (unknown !== null) return { because: unknown };
  const value = compile(typed, { zone: 'UTC' })(NOTHING);
  return value === undefined || value === null ? { because } : { type: typed.type, value };
}

function isMomentOrTime(type: StaticType | null | undefined): type is MomentType {
  return type?.t === 'date' || type?.t === 'time' || type?.t === 'instant';
}

type MomentType = Extract<StaticType, { t: 'date' | 'time' | 'instant' }>;

/**
 * Infers a constant. Its names are choices of the expected type, otherwise of the first choice that has all of them.
 */
function inferredConstant(
  schema: Schema,
  tree: Tree,
  expected: StaticType | null,
  lookup: Pick<Inference, 'constant' | 'table'>,
): Checked {
  const names = namesIn([tree], schema);
  // A text such as "06:00" is a time of day if it is compared with one.
  if (isMomentOrTime(expected) && names !== null) {
    const wants = tree.op === 'list' ? ({ t: 'list', of: expected } as const) : expected;
    const checked = inferExpression(tree, { schema, entity: null, wants }, lookup);
    if (checked.typed !== null) return checked;
  }
  const wants = names === null ? numbersAs(tree, expected) : choiceOf(names, expected, schema);
  if (wants === null) return inferExpression(tree, { schema, entity: null }, lookup);
  return inferExpression(
    tree,
    { schema, entity: null, wants: tree.op === 'list' ? { t: 'list', of: wants } : wants },
    lookup,
  );
}

/** Returns the problems of a constant's formula; offsets are in its text. */
export function constantProblems(
  schema: Schema,
  name: string,
  memo: ConstantMemo = new Map(),
): readonly ExpressionProblem[] {
  const constant = schema.constants.get(name);
  const tree = constant?.value?.tree ?? null;
  if (constant === undefined || tree === null) return [];
  const lookup = constantLookup(schema, memo);
  const result = lookup.constant(name, null);
  const { typed, problems } = inferredConstant(schema, tree, null, lookup);
  const all = { severity: 'error', from: tree.from, to: tree.to, fix: null } as const;
  const fault = memo.get(name)?.fault ?? null;
  if (fault === 'circular') {
    const next = 'Write a number, a text or a calculation with other constants.';
    return [...problems, { ...all, message: `The constant ${name} stands on itself.`, next }];
  }
  if (fault === 'deep') {
    const message = `The constant ${name} stands on a chain of more than ${MAX_CHAIN} others.`;
    return [...problems, { ...all, message, next: 'Write its value out, or a calculation with fewer steps.' }];
  }
  if (typed === null) return problems;
  if (isChanging(typed)) {
    const message = `The constant ${name} would change with time or person.`;
    return [...problems, { ...all, message, next: 'Write a fixed value; use now, today and me in the rule itself.' }];
  }
  if (constant.environment !== null || !('because' in result) || unknownIn(typed) !== null) return problems;
  const next = 'Write a number, a text or a calculation with other constants.';
  return [...problems, { ...all, message: `The value of ${name} can't be worked out.`, next }];
}

/** Returns the problems of the cells of a table of constants. */
export function tableProblems(schema: Schema, name: string, memo: ConstantMemo = new Map()): readonly CellProblems[] {
  const constant = schema.constants.get(name);
  if (constant === undefined || constant.table === null) return [];
  const lookup = constantLookup(schema, memo);
  lookup.table(name, null);
  const fault = memo.get(name)?.fault ?? null;
  const first = constant.table.cells.flat().find((cell) => cell?.tree != null);
  if (fault === null || first?.tree == null) return tableOf(schema, constant, null, lookup).problems;
  const { from, to } = first.tree;
  const message =
    fault === 'circular'
      ? `The table ${name} stands on itself.`
      : `The table ${name} stands on a chain of more than ${MAX_CHAIN} constants.`;
  return [
    { formula: first, problems: [{ severity: 'error', from, to, message, next: 'Write its values out.', fix: null }] },
  ];
}

const NOTHING: Scope = { row: null, old: null, me: null, now: 0, find: () => null };

/** Returns the first element used by an expression that is not shown; null if there is none. */
function unknownIn(typed: Typed): string | null {
  for (const part of walk(typed)) if (part.op === 'unknown') return part.because;
  return null;
}
