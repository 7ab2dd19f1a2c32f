import { useMemo } from 'react';
import { useView } from '../../view/view-context.tsx';
import { filterWordsOf } from './filter-fields.ts';
import type { FilterField } from './filter-model.ts';

/** Returns the fields, by name, that the person can filter the entity `name` by. */
export function useFilterFields(name: string): ReadonlyMap<string, FilterField> {
  const context = useView();
  return useMemo(() => {
    const entity = context.entity(name);
    return entity === null ? new Map() : filterWordsOf({ context, entity }).fields;
  }, [context, name]);
}
