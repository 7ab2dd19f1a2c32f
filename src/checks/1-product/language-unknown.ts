import { isLanguage } from '../../fields/text/format.ts';
import { defineCheck } from '../check.ts';
import { renaming } from '../places.ts';

export const check = defineCheck({
  code: 'language-unknown',
  point: 1,
  severity: 'warning',
  about: 'A language that is no tag of a language in which dates and numbers can be written.',
  *find({ model }) {
    const { standing, value, at } = model.product.language;
    if (standing !== 'stated' || value === null || isLanguage(value)) return;
    const meant = tagOf(value);
    yield {
      at,
      message: `There is no language “${value}” to write dates and numbers in.`,
      next:
        meant === null
          ? 'Write its tag, such as `en`, `de` or `pt-BR`. As it stands they are written in English.'
          : `Write \`${meant}\`. As it stands dates and numbers are written in English.`,
      edit: renaming(at, value, meant),
      witness: 'Somebody opens any list: dates and numbers stand there in English.',
    };
  },
});

const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index));

/** The tag of a language that is called by its name, in English or in itself; of one written with other signs. */
function tagOf(text: string): string | null {
  const hyphened = text.replaceAll('_', '-');
  if (isLanguage(hyphened)) return Intl.getCanonicalLocales(hyphened)[0] ?? null;
  const wanted = text.trim().toLowerCase();
  const english = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const tags = LETTERS.flatMap((one) => LETTERS.map((other) => one + other)).filter(isLanguage);
  const own = (tag: string) => new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag);
  return tags.find((tag) => [english.of(tag), own(tag)].some((name) => name?.toLowerCase() === wanted)) ?? null;
}
