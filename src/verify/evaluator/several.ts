import type { Type } from '../../model/types/types.ts';
import type { Json } from './world.ts';

/** Returns what a field with several values holds once values are added to it, or taken out of it. */
export function changedValues(type: Type, current: Json, change: 'add' | 'remove', given: Json): Json {
  const [had, changes] = [listed(current), listed(given)];
  const result = new Set(had);
  for (const each of changes) {
    if (change === 'add') result.add(each);
    else result.delete(each);
  }
  const items = change === 'remove' ? had.filter((each) => result.has(each)) : [...result];
  if (items.length === 0) return null;
  if (type.kind === 'choice') return type.options.flatMap(({ name }) => (items.includes(name) ? [name] : []));
  return type.kind === 'references' && !type.ordered ? items.toSorted() : items;
}

const listed = (json: Json): readonly string[] => {
  if (json === null) return [];
  return Array.isArray(json) ? json.map(String) : [String(json)];
};
