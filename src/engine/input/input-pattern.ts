import { type Pattern, patternOf } from '../../fields/text/pattern.ts';
import type { Value } from '../../fields/text/value.ts';
import { wrongType } from '../../fields/types/value-problem.ts';
import type { Field } from '../../model/types/model.ts';
import { kept } from '../compiled/memoize-by-roles.ts';
import type { Context } from '../context/decision-context.ts';
import { GUEST } from '../core/principal.ts';
import type { Failure } from '../core/refusal.ts';
import { problemOf } from './input-failure.ts';

/** The failure of a text that has not the form that its field states; null: it has it, or there is none. */
export function misshapen(context: Context, field: Field, value: Value, path: Failure['path']): Failure | null {
  if (field.pattern === null || fitsPattern(context, field.pattern, value)) return null;
  return problemOf(context, field, wrongType({ is: 'form', form: field.pattern }).problem, path);
}

/** Nothing fits a pattern that cannot be used: unknown never permits. Only while somebody types does it wait for the engine. */
function fitsPattern({ app, typing }: Context, source: string, value: Value): boolean {
  if (typeof value !== 'string') return true;
  const pattern = kept(app, `pattern ${source}`, GUEST, (): { readonly is: Pattern | null } => ({
    is: patternOf(source),
  })).is;
  return pattern !== null && (pattern.whole(value) ?? typing);
}
