import type { Entity } from '../../model/types/model.ts';
import { primaryLanguageOf } from '../../model/types/translation.ts';
import { page } from '../platform/page-settings.ts';

/**
 * Returns the noun for a number of records: `claim`, `claims`. The label is used for any number if the document gives
 * no plural.
 */
export function nounFor(entity: Pick<Entity, 'label' | 'plural'>, count: number): string {
  return insideSentence(count === 1 ? entity.label : (entity.plural ?? entity.label));
}

/** Returns a label as written inside a sentence: in lower case in English, except abbreviations. */
export function insideSentence(label: string): string {
  return primaryLanguageOf(page.tag) === 'en' && /^\p{Lu}\p{Ll}/u.test(label)
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : label;
}
