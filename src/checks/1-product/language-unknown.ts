import { isLanguage } from '../../fields/text/format.ts';
import { renameEdit } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'language-unknown',
  point: 1,
  severity: 'warning',
  about: 'A language that is not a known language tag, so dates and numbers are formatted in English.',
  *find({ model }) {
    const { standing, value, at } = model.product.language;
    if (standing !== 'stated' || value === null || isLanguage(value)) return;
    const meant = tagOf(value);
    yield {
      at,
      message: `“${value}” is not a language tag for formatting dates and numbers.`,
      next:
        meant === null
          ? 'Write its tag, such as `en`, `de` or `pt-BR`. Until then, English is used.'
          : `Write \`${meant}\`. Until then, English is used.`,
      edit: renameEdit(at, value, meant),
      witness: 'Somebody opens any list: dates and numbers are formatted in English.',
    };
  },
});

const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index));

/** Returns the tag for the name of a language, in English or in the language itself, or for a tag with underscores. */
function tagOf(text: string): string | null {
  const hyphened = text.replaceAll('_', '-');
  if (isLanguage(hyphened)) return Intl.getCanonicalLocales(hyphened)[0] ?? null;
  const wanted = text.trim().toLowerCase();
  const english = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const tags = LETTERS.flatMap((one) => LETTERS.map((other) => one + other)).filter(isLanguage);
  const own = (tag: string) => new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag);
  return tags.find((tag) => [english.of(tag), own(tag)].some((name) => name?.toLowerCase() === wanted)) ?? null;
}
