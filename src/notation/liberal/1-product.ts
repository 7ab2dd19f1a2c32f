import type { Block, Item } from '../markdown/document.ts';
import { codeOf, part, type Span } from '../markdown/span.ts';
import { type Reader, words } from '../reader.ts';
import { sentences } from './cut.ts';
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
  /^(?:the (?:interface|user interface|ui|product|application|app|software) (?:is|speaks)(?: only)?(?: in)? |(?:ui |interface )?language: |all (?:texts|screens) are in )?(\p{L}+)(?: only)?$/iu;
const DEFAULT = /\bdefault (?:is )?(`[a-z]{2}(?:-[A-Z]{2})?`)/;
const WHO = /^(?:\*\*)?who uses (?:it|the \p{L}+|this)(?:\*\*)?[:?]?(?:\*\*)?$/iu;

/** The language, whom it is for, and each thing that is said to be not shown, which is reported. */
export function productInWords(reader: Reader, blocks: readonly Block[]): ProductSaid {
  const texts = blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.flatMap(textsOf);
    return block.kind === 'prose' && !block.code && !/^[>#]/.test(block.text.text) ? [block.text] : [];
  });
  for (const text of texts) reportLeft(reader, text, 1, false);
  const said = texts.flatMap((text) => [
    ...sentences(text).flatMap((each) => languageIn(each) ?? []),
    ...(defaultIn(text) ?? []),
  ]);
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
    /\bonly\b|\b(?:interface|ui|product|application|app|software|language|texts|screens)\b/i.test(text);
  const tag = isSaid ? LANGUAGES.get((only[1] ?? '').toLowerCase()) : undefined;
  return tag === undefined ? null : { text: tag, from: sentence.from };
}

/** "UI languages: `en` and `de`; default `en`." */
function defaultIn(text: Span): Span[] | null {
  const written = /\blanguages?\b/i.test(text.text) ? DEFAULT.exec(text.text) : null;
  if (written?.[1] === undefined) return null;
  const from = written.index + written[0].length - written[1].length;
  const tag = codeOf(part(text, from, from + written[1].length));
  return tag === null ? null : [tag];
}

/** "Who uses it:" with a list of people under it, their names in bold. */
function audienceIn(blocks: readonly Block[]): Span[] {
  const at = blocks.findIndex(
    (block) => block.kind === 'prose' && !block.code && WHO.test(block.text.text.split('\n').at(-1) ?? ''),
  );
  const list = at < 0 ? undefined : blocks[at + 1];
  if (list?.kind !== 'list') return [];
  const names = list.items.map(({ text }) => /^\*\*([^*:]{1,60}):?\*\*/.exec(text.text)?.[1] ?? null);
  if (names.some((name) => name === null)) return [];
  return list.items
    .map(({ text }, index) => part(text, 2, 2 + (names[index] ?? '').length))
    .filter((name) => words(name) !== '');
}
