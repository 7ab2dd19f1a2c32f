import { type ConstantMemo, constantProblems, tableProblems } from '../../expressions/infer/constant.ts';
import type { ExpressionProblem } from '../../expressions/syntax/problem.ts';
import type { Point } from '../../model/types/element.ts';
import type { Formula } from '../../model/types/formula.ts';
import { placeWithin, rewriteEdit } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';

export const check = defineCheck({
  code: 'expression-type',
  point: null,
  severity: 'error',
  about: 'An expression with a type error.',
  *find(context) {
    yield* inFormulas(context);
    yield* ofConstants(context);
  },
});

function inFormulas({ formulas, schema }: CheckContext): readonly Finding[] {
  return formulas.flatMap(({ formula, problems, element, entity, point, what }) => {
    const unstated = entity !== null && !schema.entities.has(entity);
    return unstated || point === 9 ? [] : [...findings(formula, problems, { element, point, what })];
  });
}

/** Constants are checked separately: a constant may depend on itself, or change with time. */
function* ofConstants({ schema }: CheckContext): Generator<Finding> {
  const memo: ConstantMemo = new Map();
  for (const { id, name, value } of schema.constants.values()) {
    const about = { element: id, point: 9, what: 'the value' } as const;
    if (value !== null) yield* findings(value, constantProblems(schema, name, memo), about);
    for (const { formula, problems } of tableProblems(schema, name, memo)) yield* findings(formula, problems, about);
  }
}

interface About {
  readonly element: string;
  readonly point: Point;
  readonly what: string;
}

/** Reports the problems of a formula. Another check reports unknown names. */
function* findings(formula: Formula, problems: readonly ExpressionProblem[], about: About): Generator<Finding> {
  const { element, point, what } = about;
  for (const { kind, severity, from, to, message, next, fix } of problems) {
    if (kind === 'name') continue;
    const at = placeWithin(formula, from, to);
    const edit = at === null || fix === null ? null : rewriteEdit(at, at, fix, `Write ${fix}`);
    yield { element, point, severity, at, message: `In ${what}: ${message}`, next, edit };
  }
}
