import { bracedNames } from '../lookups/name-uses.ts';
import { listed } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'translation-names',
  point: null,
  severity: 'warning',
  about: 'A translation with other names in braces than its text, so that people read a gap, or miss a value.',
  *find({ model }) {
    for (const { text, translated } of model.translations.texts) {
      const names = new Set(bracedNames(text));
      for (const { text: other, at } of translated) {
        if (other === '') continue;
        const own = new Set(bracedNames(other));
        const added = [...own].filter((name) => !names.has(name)).map((name) => `{${name}}`);
        const lost = [...names].filter((name) => !own.has(name)).map((name) => `{${name}}`);
        if (added.length > 0) {
          yield {
            at,
            message: `${listed(added)} stands in the translation, and not in “${text}”.`,
            next: `${lost.length > 0 ? `Did you mean ${listed(lost)}? ` : ''}Write names in braces as the text has them.`,
          };
        } else if (lost.length > 0) {
          yield {
            at,
            message: `The translation lacks ${listed(lost)} of “${text}”.`,
            next: 'Write it where the value is to stand.',
          };
        }
      }
    }
  },
});
