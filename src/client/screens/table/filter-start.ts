import type { Condition, Filter, FilterField, Join } from './filter-model.ts';

export const NO_FILTER: Filter = { conditions: [], joins: [] };

/** Adds a condition at the end. */
export function added(filter: Filter, condition: Condition, join: Join = 'and'): Filter {
  const joins = filter.conditions.length === 0 ? [] : [...filter.joins, join];
  return { conditions: [...filter.conditions, condition], joins };
}

/** Whether anything can be asked of a field: whether `operatorsFor` gives it operators. */
export function isAskable({ type }: FilterField): boolean {
  switch (type.kind) {
    case 'role':
      return !type.several;
    case 'time':
    case 'duration':
    case 'texts':
    case 'number series':
    case 'list':
    case 'unknown':
      return false;
    default:
      return true;
  }
}
