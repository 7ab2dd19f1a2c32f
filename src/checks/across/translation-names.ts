import { bracedNames } from '../lookups/name-uses.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'translation-names',
  point: null,
  severity: 'warning',
  about: 'A translation whose names in braces differ from those of its text.',
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
            message: `${joinNames(added)} is in the translation but not in “${text}”.`,
            next: `${lost.length > 0 ? `Did you mean ${joinNames(lost)}? ` : ''}Use the same names in braces as the text.`,
          };
        } else if (lost.length > 0) {
          yield {
            at,
            message: `The translation lacks ${joinNames(lost)} of “${text}”.`,
            next: 'Add it where the value should appear.',
          };
        }
      }
    }
  },
});
