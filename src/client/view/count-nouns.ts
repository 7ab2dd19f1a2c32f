import type { Entity } from '../../model/types/model.ts';
import { primaryLanguageOf } from '../../model/types/translation.ts';
import { page } from '../platform/page-settings.ts';

/** What one calls so many records of an entity: `claim`, `claims`; one word for both where the language or the document has no more. */
export function nounFor(entity: Pick<Entity, 'label' | 'plural'>, count: number): string {
  return within(count === 1 ? entity.label : (entity.plural ?? entity.label));
}

/** A label in the middle of a sentence: English writes it small. An abbreviation keeps its capitals. */
export function within(label: string): string {
  return primaryLanguageOf(page.tag) === 'en' && /^\p{Lu}\p{Ll}/u.test(label)
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : label;
}
