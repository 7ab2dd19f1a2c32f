import { nearest } from '../../expressions/syntax/nearest-name.ts';
import { renameEdit } from '../lookups/text-places.ts';
import { textsIn, textsOfProduct } from '../lookups/translated-texts.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'translation-of-nothing',
  point: null,
  severity: 'error',
  about: 'A translation of a text that is not in the document.',
  *find({ model, parts }) {
    if (model.translations.texts.length === 0) return;
    const texts = new Set([...textsOfProduct(model), ...parts.flatMap(textsIn)].flatMap(({ spellings }) => spellings));
    // A plural that is not stated is formed from the name.
    for (const { label, name, plural } of model.entities) if (plural === null) texts.add(`${label}s`).add(`${name}s`);
    for (const { text, at } of model.translations.texts) {
      if (texts.has(text)) continue;
      const meant = nearest(text, texts);
      yield {
        at,
        message: `“${text}” is not a text of the document, so its translations are never used.`,
        next:
          meant === null
            ? 'Write the complete text as in the document: a name, a message or an explanation.'
            : `Did you mean “${meant}”?`,
        edit: renameEdit(at, text, meant),
      };
    }
  },
});
