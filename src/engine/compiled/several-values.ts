import type { Value } from '../../fields/text/value.ts';
import type { Type } from '../../model/types/types.ts';
import { stored, storedAs } from '../core/row-values.ts';
import type { CompiledFormula } from './compiled-formula.ts';

/**
 * Returns the values of a field with several values after some were added or removed. Values that are there already are
 * not added again; the options of a choice keep their stated order.
 */
export function changedValues(type: Type | undefined, current: Value, change: 'add' | 'remove', given: Value): Value {
  const before = itemsOf(current);
  const items = itemsOf(given);
  const after =
    change === 'remove'
      ? before.filter((each) => !items.includes(each))
      : [...before, ...items.filter((each, index) => !before.includes(each) && items.indexOf(each) === index)];
  if (after.length === 0) return null;
  if (type?.kind === 'choice') {
    const order = type.options.map(({ name }) => name);
    return after.toSorted((one, other) => order.indexOf(String(one)) - order.indexOf(String(other)));
  }
  return storedAs(type, after);
}

const itemsOf = (value: Value): readonly Value[] => {
  if (value === null) return [];
  return (Array.isArray(value) ? (value as readonly Value[]) : [value]).map(stored);
};

/** Returns the formula of the field's values after the change, from the formula of the values to add or remove. */
export function changedFormula(
  value: CompiledFormula,
  { entity, field, type, change }: { entity: string; field: string; type: Type; change: 'add' | 'remove' },
): CompiledFormula {
  return {
    ...value,
    evaluate: (scope) => {
      const given = value.evaluate(scope);
      if (given === undefined) return undefined;
      return changedValues(type, scope.row?.values[field] ?? null, change, given);
    },
    reads: [...value.reads, [field]],
    fields: [...value.fields, { entity, field }],
  };
}
