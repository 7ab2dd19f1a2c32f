import type { Value } from '../fields/value.ts';
import type { Schema } from '../model/schema.ts';
import { compile } from './compile.ts';
import { inferExpression } from './infer.ts';
import type { ConstantResult } from './inference.ts';
import { mentions } from './parts.ts';
import type { ExpressionProblem } from './problem.ts';
import type { Scope } from './scope.ts';
import type { StaticType } from './static.ts';
import type { Typed } from './typed.ts';
import { walk } from './walk.ts';

/** Constants that were looked up before, in one run over one document. */
export type ConstantMemo = Map<string, ConstantResult>;

/** How many constants may stand on one another. */
const MAX_CHAIN = 32;

/** The value of a constant of point 9; null when it is not shown, does not parse or stands on itself. */
export function constantValue(
  schema: Schema,
  name: string,
): { readonly type: StaticType; readonly value: Value } | null {
  const result = constantOf(schema, name, new Map(), []);
  return 'because' in result ? null : result;
}

/** What is wrong with a constant's formula; places are in its text. */
export function constantProblems(schema: Schema, name: string): readonly ExpressionProblem[] {
  const tree = schema.constants.get(name)?.value?.tree ?? null;
  if (tree === null) return [];
  const memo: ConstantMemo = new Map();
  const { typed, problems } = inferExpression(tree, { schema, entity: null }, (other) =>
    constantOf(schema, other, memo, [name]),
  );
  const all = { from: tree.from, to: tree.to, fix: null } as const;
  if (typed === null) return problems;
  if (isChanging(typed)) {
    const message = `The constant ${name} would change with time or person.`;
    return [
      ...problems,
      { severity: 'error', ...all, message, next: 'Write a fixed value; use now, today and me in the rule itself.' },
    ];
  }
  if (!('because' in constantOf(schema, name, new Map(), []))) return problems;
  const because = unknownIn(typed);
  const itself = because === schema.constants.get(name)?.id;
  if (because !== null && !itself) return problems;
  const message = itself ? `The constant ${name} stands on itself.` : `The value of ${name} can't be worked out.`;
  return [
    ...problems,
    { severity: 'error', ...all, message, next: 'Write a number, a text or a calculation with other constants.' },
  ];
}

/** Looks up constants of a document, each worked out once a memo. */
export function constantLookup(schema: Schema, memo: ConstantMemo): (name: string) => ConstantResult {
  return (name) => constantOf(schema, name, memo, []);
}

/** As `constantValue`, saying what is not shown. `pending` are the constants that stand on this one. */
function constantOf(schema: Schema, name: string, memo: ConstantMemo, pending: readonly string[]): ConstantResult {
  const known = memo.get(name);
  if (known !== undefined) return known;
  const constant = schema.constants.get(name);
  const because = constant?.id ?? name;
  const tree = constant?.value?.tree ?? null;
  if (tree === null || pending.includes(name) || pending.length >= MAX_CHAIN) return { because };
  const { typed } = inferExpression(tree, { schema, entity: null }, (other) =>
    constantOf(schema, other, memo, [...pending, name]),
  );
  const result = typed === null || isChanging(typed) ? { because } : evaluated(typed, because);
  memo.set(name, result);
  return result;
}

function evaluated(typed: Typed, because: string): ConstantResult {
  const unknown = unknownIn(typed);
  if (unknown !== null) return { because: unknown };
  const value = compile(typed, { zone: 'UTC' })(NOTHING);
  return value === undefined || value === null ? { because } : { type: typed.type, value };
}

const NOTHING: Scope = { row: null, old: null, me: null, now: 0, find: () => null };

function isChanging(typed: Typed): boolean {
  return (['this', 'old', 'me', 'now', 'today'] as const).some((word) => mentions(typed, word));
}

/** The first element an expression stands on that is not shown. */
function unknownIn(typed: Typed): string | null {
  for (const part of walk(typed)) if (part.op === 'unknown') return part.because;
  return null;
}
