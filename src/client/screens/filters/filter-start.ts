import type { EntityInView } from '../../view/view-context.tsx';
import type { Condition, Filter, Join } from './filter-model.ts';

export const NO_FILTER: Filter = { conditions: [], joins: [] };

/** Adds a condition at the end. */
export function added(filter: Filter, condition: Condition, join: Join = 'and'): Filter {
  const joins = filter.conditions.length === 0 ? [] : [...filter.joins, join];
  return { conditions: [...filter.conditions, condition], joins };
}

/** Whether a list can be filtered by this field: the server can compare it, or it is a file. The id is excluded. */
export function hasConditions({ attributes, filters }: EntityInView, name: string): boolean {
  const kind = attributes.get(name)?.type.kind;
  return kind !== undefined && name !== 'id' && (kind === 'file' || filters.includes(name));
}
