import type { Attribute } from '../../model/lookups/schema.ts';
import { builtInText } from './built-in-text.ts';

/** What people call a field, a state or a built-in, in the language of the document. */
export function attributeLabel(attribute: Attribute, language: string): string {
  const named = attribute.kind === 'field' ? attribute.field : attribute.kind === 'state' ? attribute.machine : null;
  if (named === null) return builtInText(attribute.name);
  return Object.hasOwn(named.translations, language) ? (named.translations[language] ?? named.label) : named.label;
}
