import { type Pattern, patternOf } from '../../fields/text/pattern.ts';
import type { Value } from '../../fields/text/value.ts';
import { wrongType } from '../../fields/text/value-problem.ts';
import type { Field } from '../../model/types/model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import type { Context } from '../context/decision-context.ts';
import { GUEST } from '../core/principal.ts';
import type { Failure } from '../core/refusal.ts';
import { problemOf } from './input-failure.ts';

/** Returns the failure of a text that does not match the field's pattern; null if it matches or there is no pattern. */
export function patternFailure(context: Context, field: Field, value: Value, path: Failure['path']): Failure | null {
  if (field.pattern === null || fitsPattern(context, field.pattern, value)) return null;
  return problemOf(context, field, wrongType({ is: 'form', form: field.pattern }).problem, path);
}

/**
 * A pattern that can't be used matches nothing: unknown never permits. Only while a form is being filled in does a text
 * pass until the pattern engine is loaded.
 */
function fitsPattern({ model, isForm }: Context, source: string, value: Value): boolean {
  if (typeof value !== 'string') return true;
  const pattern = memoizeByRoles(model, `pattern ${source}`, GUEST, (): { readonly is: Pattern | null } => ({
    is: patternOf(source),
  })).is;
  return pattern !== null && (pattern.whole(value) ?? isForm);
}
