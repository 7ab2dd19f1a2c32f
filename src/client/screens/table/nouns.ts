import type { Entity } from '../../../model/model.ts';

/** What one calls so many records of an entity: `claim`, `claims`; the stated plural where there is one. */
export function nounFor(entity: Pick<Entity, 'label' | 'plural'>, count: number): string {
  const word = count === 1 ? entity.label : (entity.plural ?? pluralOf(entity.label));
  // An abbreviation keeps its capitals.
  return /^\p{Lu}\p{Ll}/u.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word;
}

function pluralOf(label: string): string {
  if (/[^aeiou]y$/i.test(label)) return `${label.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/i.test(label) ? `${label}es` : `${label}s`;
}
