import { matcherOf } from '../expressions/regular.ts';
import { patternOf } from '../fields/pattern.ts';
import { wrongType } from '../fields/problem.ts';
import type { Value } from '../fields/value.ts';
import type { Field } from '../model/model.ts';
import type { Context } from './context.ts';
import { problemOf } from './input-failure.ts';
import { kept } from './kept.ts';
import { GUEST } from './people.ts';
import type { Failure } from './refusal.ts';

/** The failure of a text that has not the form that its field states; null: it has it, or there is none. */
export function misshapen(context: Context, field: Field, value: Value, path: Failure['path']): Failure | null {
  if (field.pattern === null || fitsPattern(context, field.pattern, value)) return null;
  return problemOf(context, field, wrongType(`text of the form ${field.pattern}`).problem, path);
}

/**
 * A pattern that can't be read fits nothing: unknown never permits. What a long text would keep busy is looked at in time
 * linear in the text, but for patterns that look ahead or back.
 */
function fitsPattern({ app }: Context, pattern: string, value: Value): boolean {
  if (typeof value !== 'string') return true;
  const expression = patternOf(pattern);
  if (expression === null || value.length <= LOOKED_AT_ONCE) return expression?.test(value) ?? false;
  const matcher = kept(app, `pattern ${pattern}`, GUEST, () => matcherOf(`^(?:${pattern})$`));
  return typeof matcher === 'string' ? expression.test(value) : matcher(value);
}

/** A text so short is looked through at once, in however many ways. */
const LOOKED_AT_ONCE = 24;
