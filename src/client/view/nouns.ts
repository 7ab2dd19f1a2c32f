import type { Entity } from '../../model/model.ts';
import { primaryOf } from '../../model/translation.ts';
import { page } from '../languages/page.ts';

/** Only English has plurals that can be made of a name, and writes names of things small. */
const isEnglish = (): boolean => primaryOf(page.tag) === 'en';

/** What one calls so many records of an entity: `claim`, `claims`; the stated plural where there is one. */
export function nounFor(entity: Pick<Entity, 'label' | 'plural'>, count: number): string {
  return within(count === 1 ? entity.label : (entity.plural ?? pluralOf(entity.label)));
}

/** A label in the middle of a sentence. An abbreviation keeps its capitals. */
export function within(label: string): string {
  return isEnglish() && /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

function pluralOf(label: string): string {
  if (!isEnglish()) return label;
  if (/[^aeiou]y$/i.test(label)) return `${label.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/i.test(label) ? `${label}es` : `${label}s`;
}
