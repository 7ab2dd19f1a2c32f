import { FEW, someOf } from '../lookups/text-places.ts';
import { type TranslatableText, textsIn, textsOfProduct } from '../lookups/translated-texts.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'translation-missing',
  point: null,
  severity: 'gap',
  about: 'A language of the translations in which some texts of the document stand untranslated.',
  *find({ model, gather }) {
    const { languages, texts } = model.translations;
    if (languages.length === 0) return;
    const wanted = distinct([...textsOfProduct(model), ...gather(textsIn).flat()]);
    for (const [column, { tag, at }] of languages.entries()) {
      const there = new Set(
        texts.flatMap(({ text, translated }) => ((translated[column]?.text ?? '') === '' ? [] : text)),
      );
      const missing = wanted.filter(({ spellings }) => !spellings.some((each) => there.has(each)));
      if (missing.length === 0) continue;
      const quoted = missing.map(({ spellings: [text = ''] }) => `“${shortened(text)}”`);
      yield {
        at,
        message: `In ${tag} ${missing.length === 1 ? 'one text is' : `${missing.length} texts are`} not translated: ${someOf(quoted)}.`,
        next: `Add ${missing.length > FEW ? 'rows for them' : 'what is missing'} under “## Translations”; until then people read ${missing.length === 1 ? 'it' : 'them'} as written.`,
      };
    }
  },
});

const LONGEST = 40;

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 2)} …` : text);

/** Each text once, the first time it stands. */
function distinct(all: readonly TranslatableText[]): TranslatableText[] {
  const seen = new Set<string>();
  return all.filter(({ spellings: [text = ''], wanted }) => {
    if (!wanted || seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
