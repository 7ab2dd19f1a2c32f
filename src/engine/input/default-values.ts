import type { Row, Value } from '../../fields/text/value.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import { type Context, scopeOf } from '../context/decision-context.ts';
import { rowWith, storedAs, valuesOf } from '../core/row-values.ts';
import { withComputedFields } from '../records/computed-fields.ts';

/**
 * Returns a new record or line with the defaults that read its other fields, each after the defaults that it reads.
 * Fields that were given (`isGiven`) keep their value.
 */
export function withDependentDefaults(
  context: Context,
  entity: CompiledEntity,
  row: Row,
  isGiven: (field: string) => boolean,
): Row {
  let result = row;
  for (const { name, type } of entity.dependentDefaults) {
    const formula = entity.defaults.get(name) ?? null;
    if (formula === null || isGiven(name)) continue;
    const value: Value = storedAs(type, formula.evaluate(scopeOf(context, result, null)));
    if (value !== null) result = withComputedFields(context, entity, rowWith(result, valuesOf([[name, value]])), null);
  }
  return result;
}
