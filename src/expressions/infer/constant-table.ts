import { rescale } from '../../fields/text/decimals.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Formula, Tree } from '../../model/types/formula.ts';
import type { Constant } from '../../model/types/model.ts';
import { compile } from '../evaluate/compile.ts';
import type { ExpressionProblem } from '../syntax/problem.ts';
import { isChanging } from '../types/conjuncts.ts';
import { choiceOf, namesIn } from '../types/constant-choices.ts';
import { comparable, kindWords } from '../types/kinds.ts';
import type { Scope } from '../types/scope.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';
import { inferExpression } from './infer.ts';
import { type Inference, isZero, type TableResult } from './inference.ts';

type Lookup = Pick<Inference, 'constant' | 'table'>;

/** The problems of one cell; offsets are in its text. */
export interface CellProblems {
  readonly formula: Formula;
  readonly problems: readonly ExpressionProblem[];
}

interface Cell {
  readonly formula: Formula;
  readonly typed: Typed | null;
}

/**
 * Returns the cells of a table with their common type. A cell that is not shown or wrong is null, and unknown when
 * looked up.
 */
export function tableOf(
  schema: Schema,
  constant: Constant,
  expected: StaticType | null,
  lookup: Lookup,
): { readonly result: TableResult; readonly problems: readonly CellProblems[] } {
  const rows = constant.table?.cells ?? [];
  const problems: CellProblems[] = [];
  const wants = choiceIn(rows, expected, schema);
  const cells = rows.map((row) => row.map((formula) => cellOf(formula, schema, wants, lookup, problems)));
  const shown = cells
    .flat()
    .flatMap((cell) => (cell?.typed == null ? [] : [{ formula: cell.formula, typed: cell.typed }]));
  const first = shown.find(({ typed }) => !isZero(typed)) ?? shown[0];
  if (first === undefined) return { result: { because: constant.id }, problems };
  const type = commonType(
    first.typed.type,
    shown.map(({ typed }) => typed),
  );
  const odd = shown.filter(({ typed }) => !fits(typed, type));
  for (const { formula, typed } of odd) {
    const message = `This is ${kindWords(typed.type)}, and the first value of ${constant.name} is ${kindWords(type)}.`;
    const { from, to } = typed;
    problems.push({
      formula,
      problems: [{ severity: 'error', from, to, message, next: 'Give all of them the same type.', fix: null }],
    });
  }
  if (odd.length > 0) return { result: { because: constant.id }, problems };
  return {
    result: { type, cells: cells.map((row) => row.map((cell) => cellValue(cell?.typed ?? null, type))) },
    problems,
  };
}

function cellOf(
  formula: Formula | null,
  schema: Schema,
  wants: StaticType | null,
  lookup: Lookup,
  problems: CellProblems[],
): Cell | null {
  if (formula?.tree == null) return null;
  const { typed, problems: found } = inferExpression(formula.tree, { schema, entity: null, wants }, lookup);
  if (found.length > 0) problems.push({ formula, problems: found });
  if (typed === null || !isChanging(typed)) return { formula, typed };
  const { from, to } = typed;
  const message = 'This value would change with time or person.';
  problems.push({
    formula,
    problems: [{ severity: 'error', from, to, message, next: 'Write a fixed value.', fix: null }],
  });
  return { formula, typed: null };
}

/** Returns the choice that all cells belong to, if they are names or texts. */
function choiceIn(
  rows: readonly (readonly (Formula | null)[])[],
  expected: StaticType | null,
  schema: Schema,
): StaticType | null {
  const trees: Tree[] = rows.flat().flatMap((cell) => (cell?.tree == null ? [] : [cell.tree]));
  const names = trees.some(({ op }) => op === 'list') ? null : namesIn(trees, schema);
  return names === null ? null : choiceOf([...new Set(names)], expected, schema);
}

function commonType(first: StaticType, all: readonly Typed[]): StaticType {
  if (first.t !== 'number') return first;
  return { ...first, scale: Math.max(...all.map(({ type }) => (type.t === 'number' ? type.scale : 0))) };
}

function fits(typed: Typed, type: StaticType): boolean {
  if (type.t === 'number' && isZero(typed)) return true;
  return typed.type.t === type.t && (comparable(typed.type, type) || type.t === 'list');
}

function cellValue(typed: Typed | null, type: StaticType): Value {
  if (typed === null) return null;
  const value = compile(typed, { zone: 'UTC' })(NOTHING) ?? null;
  return typeof value === 'number' && typed.type.t === 'number' && type.t === 'number'
    ? rescale(value, typed.type.scale, type.scale)
    : value;
}

const NOTHING: Scope = { row: null, old: null, me: null, now: 0, find: () => null };
