import type { Span } from '../../markdown/span.ts';
import type { Lexicon } from '../lexicon.ts';

/** What the words of a phrase may name: the fields of an entity, and everything that the document states. */
export interface PhraseScope {
  /** The entity whose record the phrase is about; null where it is about none. */
  readonly entity: string | null;
  readonly lexicon: Lexicon;
  /** The field that a phrase without a subject is about, as its name stands in point 3: "5 to 120 characters". */
  readonly subject?: string;
}

/** Words in the document, or just words. */
export type Phrase = Span | string;

/** A condition longer than this is none that anybody wrote in words. */
const LONGEST_PHRASE = 600;

const PLAIN = /^[ -~]*$/;

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[“”„]/g, '"'],
  [/[‘’]/g, "'"],
  [/[\u00a0\u202f\u2009\n\r\t]/g, ' '],
  [/≤/g, '<='],
  [/≥/g, '>='],
  [/≠/g, '!='],
  [/[−]/g, '-'],
];

const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b(is|are|was|were|does|do|must|has|have)n't\b/gi, '$1 not'],
  [/\bcan't\b/gi, 'cannot'],
  [/\bcan not\b/gi, 'cannot'],
];

/** `2h`, `14d` as people write them in notes. */
const SHORT_TIMES = /\d[hd](?![\p{L}\p{N}_])/u;
const ALL_SHORT_TIMES = /(?<![\p{L}\p{N}_.,:-])(\d{1,4})([hd])(?![\p{L}\p{N}_])/gu;

/** The words of a phrase on one line, marks of Markdown and the full stop left out; empty where it is too long to be read. */
export function plainWords(phrase: Phrase): string {
  const raw = typeof phrase === 'string' ? phrase : phrase.text;
  if (raw.length > LONGEST_PHRASE) return '';
  let text = raw.replaceAll('`', '').replaceAll('**', '').replaceAll('\\', '');
  if (!PLAIN.test(text)) for (const [sign, plain] of SIGNS) text = text.replaceAll(sign, plain);
  if (/n't|can not/i.test(text)) for (const [short, long] of SHORT_FORMS) text = text.replaceAll(short, long);
  if (text.includes('w/'))
    text = text.replaceAll(/(^|\s)w\/o\s+/g, '$1without ').replaceAll(/(^|\s)w\/\s*(?=\p{L})/gu, '$1with ');
  if (SHORT_TIMES.test(text))
    text = text.replaceAll(
      ALL_SHORT_TIMES,
      (_, count, unit) => `${count} ${unit === 'h' ? 'hour' : 'day'}${count === '1' ? '' : 's'}`,
    );
  return text
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .replace(/[.;,:]$/, '')
    .trim();
}
