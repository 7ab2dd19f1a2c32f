import { FEW, joinFirstNames } from '../lookups/text-places.ts';
import { type TranslatableText, textsIn, textsOfProduct } from '../lookups/translated-texts.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'translation-missing',
  point: null,
  severity: 'gap',
  about: 'A language in which some texts of the document are not translated.',
  *find({ model, parts }) {
    const { languages, texts } = model.translations;
    if (languages.length === 0) return;
    const wanted = distinct([...textsOfProduct(model), ...parts.flatMap(textsIn)]);
    for (const [column, { tag, at }] of languages.entries()) {
      const translatedTexts = new Set(
        texts.flatMap(({ text, translated }) => ((translated[column]?.text ?? '') === '' ? [] : text)),
      );
      const missing = wanted.filter(({ spellings }) => !spellings.some((each) => translatedTexts.has(each)));
      if (missing.length === 0) continue;
      const quoted = missing.map(({ spellings: [text = ''] }) => `“${shortened(text)}”`);
      yield {
        at,
        message: `In ${tag} ${missing.length === 1 ? 'one text is' : `${missing.length} texts are`} not translated: ${joinFirstNames(quoted)}.`,
        next: `Add ${missing.length > FEW ? 'rows for them' : missing.length === 1 ? 'it' : 'them'} under “## Translations”. Until then people read the original text.`,
      };
    }
  },
});

const LONGEST = 40;

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 2)} …` : text);

/** Returns each wanted text once. */
function distinct(all: readonly TranslatableText[]): TranslatableText[] {
  const known = new Set<string>();
  return all.filter(({ spellings: [text = ''], wanted }) => {
    if (!wanted || known.has(text)) return false;
    known.add(text);
    return true;
  });
}
