import type { Block, Item } from '../markdown/document.ts';
import { codeOf, part, type Span } from '../markdown/span.ts';
import type { Reader } from '../reader.ts';
import { audienceIn } from './1-audience.ts';
import { sentences } from './cut.ts';
import { withoutLabel } from './label.ts';
import { labelledLines } from './lines.ts';
import { reportLeft } from './walk.ts';

/** What prose of point 1 says for certain. It stays prose. */
export interface ProductSaid {
  readonly language: Span | null;
  readonly audience: readonly Span[];
}

const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['english', 'en'],
  ['german', 'de'],
  ['french', 'fr'],
  ['spanish', 'es'],
  ['italian', 'it'],
  ['portuguese', 'pt'],
  ['dutch', 'nl'],
  ['polish', 'pl'],
  ['swedish', 'sv'],
  ['danish', 'da'],
]);

const ONLY =
  /^(?:the (?:interface|user interface|ui|product|application|app|software|pages|screens) (?:is|are|speaks?)(?: only)?(?: in)? |(?:ui |interface )?language: |all (?:texts|screens) are in )?(\p{L}+)(?: only)?$/iu;
const DEFAULT = /\bdefault (?:is )?(`[a-z]{2}(?:-[A-Z]{2})?`)/;

/** The language, whom it is for, and each thing that is said to be not shown, which is reported. */
export function productInWords(reader: Reader, blocks: readonly Block[]): ProductSaid {
  const texts = blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.flatMap(textsOf);
    return block.kind === 'prose' && !block.code && !/^[>#]/.test(block.text.text) ? [block.text] : [];
  });
  for (const text of texts) reportLeft(reader, text, 1, false);
  const said = texts.flatMap(labelledLines).flatMap((line) => {
    const text = withoutLabel(line).rest;
    const inDefault = defaultIn(text);
    return inDefault ?? sentences(text).flatMap((each) => languageIn(each) ?? []);
  });
  const [language] = said;
  return { language: language !== undefined && said.length === 1 ? language : null, audience: audienceIn(blocks) };
}

const textsOf = (item: Item): Span[] => [item.text, ...item.items.flatMap(textsOf)].filter(({ text }) => text !== '');

/** The name of a language as its tag, in the place where it stands. */
function languageIn(sentence: Span): Span | null {
  const text = sentence.text.replace(/[.;]$/, '');
  const only = text.length > 100 ? null : ONLY.exec(text);
  const isSaid =
    only !== null &&
    /\bonly\b|\b(?:interface|ui|product|application|app|software|language|texts|pages|screens)\b/i.test(text);
  const name = (only?.[1] ?? '').toLowerCase();
  const tag = isSaid ? (LANGUAGES.get(name) ?? [...LANGUAGES.values()].find((each) => each === name)) : undefined;
  return tag === undefined ? null : { text: tag, from: sentence.from };
}

/** "UI in English and German, default German". */
const DEFAULT_NAME = /\b(?:ui|interface|languages?|pages|screens)\b[^;\n]{1,160}?\bdefault:? (?:is )?(\p{Lu}\p{L}+)/iu;

/** "UI languages: `en` and `de`; default `en`." */
function defaultIn(text: Span): Span[] | null {
  const plain = DEFAULT_NAME.exec(text.text);
  const named = LANGUAGES.get((plain?.[1] ?? '').toLowerCase());
  if (plain !== null && named !== undefined)
    return [{ text: named, from: text.from + plain.index + plain[0].length - 2 }];
  const written = /\blanguages?\b/i.test(text.text) ? DEFAULT.exec(text.text) : null;
  if (written?.[1] === undefined) return null;
  const from = written.index + written[0].length - written[1].length;
  const tag = codeOf(part(text, from, from + written[1].length));
  return tag === null ? null : [tag];
}
