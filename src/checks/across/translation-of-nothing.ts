import { nearest } from '../../expressions/syntax/nearest-name.ts';
import { defineCheck } from '../check.ts';
import { renaming } from '../places.ts';
import { saidIn, saidOfProduct } from '../said-texts.ts';

export const check = defineCheck({
  code: 'translation-of-nothing',
  point: null,
  severity: 'error',
  about: 'A translation of a text that nothing in the document says.',
  *find({ model, gather }) {
    if (model.translations.texts.length === 0) return;
    const said = new Set([...saidOfProduct(model), ...gather(saidIn).flat()].flatMap(({ spellings }) => spellings));
    // A plural that is not stated is made of the name.
    for (const { label, name, plural } of model.entities) if (plural === null) said.add(`${label}s`).add(`${name}s`);
    for (const { text, at } of model.translations.texts) {
      if (said.has(text)) continue;
      const meant = nearest(text, said);
      yield {
        at,
        message: `Nothing in the document says “${text}”, so that its translations are never read.`,
        next:
          meant === null
            ? 'Write a text as the document has it: a name, a message or an explanation, whole.'
            : `Did you mean “${meant}”?`,
        edit: renaming(at, text, meant),
      };
    }
  },
});
