import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { CheckContext } from '../runner/check.ts';

/** Returns the authority fields: the fields of people that a permission or guard reads. Nobody may change their own. */
export function authorityFields(context: CheckContext): ReadonlySet<string> {
  return context.memoize('authority fields', context.model, () => decidingFields(context));
}

function decidingFields({ formulas, schema }: CheckContext): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { typed, point, what } of formulas) {
    if (typed === null || (point !== 6 && what !== 'the guard')) continue;
    for (const { entity, field } of fieldsRead(typed)) if (entity === schema.person?.entity.name) found.add(field);
  }
  return found;
}
