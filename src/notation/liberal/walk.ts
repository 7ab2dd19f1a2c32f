import type { Point } from '../../model/types/place.ts';
import { say } from '../codes.ts';
import type { Block, Item } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { isNone, isNotShown, OPEN_WORDS, type Reader, words } from '../reader.ts';
import { sentences } from './cut.ts';
import { blockQuotation, quotation } from './kept.ts';
import { itemsOfLines } from './lines.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** What reads the blocks of a section one after the other; each says whether it has read what it was given. */
export interface Walker {
  readonly point: Point;
  /** False: the table is none of this point's. */
  readonly table: (table: Table) => boolean;
  readonly item: (item: Item) => boolean;
  readonly paragraph: (text: Span) => boolean;
  readonly code: (text: Span) => boolean;
  /** Quotations that belong to no element; read and emptied after each block. */
  readonly quotes: string[];
}

/** What is left of a section as prose. `inWords`: it holds no table, or something in words was read here or elsewhere. */
export interface Rest {
  readonly blocks: readonly Block[];
  readonly inWords: boolean;
}

/**
 * Gives each block of a section to its reader, in order. What is not read stays as it is written; in a section that is
 * written in words all of it is reported, so that nothing gets lost in silence.
 */
export function walk(reader: Reader, blocks: readonly Block[], walker: Walker): Rest {
  const [only] = blocks;
  // Whoever writes no more than `None.` has said everything.
  if (blocks.length === 1 && only?.kind === 'prose' && !only.code && isNone(only.text))
    return { blocks, inWords: reader.inWords };
  const rest: Block[] = [];
  const unread: Span[] = [];
  let tables = 0;
  let read = 0;
  for (const block of blocks) {
    if (block.kind === 'table') {
      if (walker.table(block)) tables += 1;
      rest.push(...quotesOf(walker));
      continue;
    }
    const lines = linesIn(block, walker);
    const left = lines === null ? leftOf(block, walker) : null;
    if (left === null || (left.kind === 'list' && block.kind === 'list' && left.items.length < block.items.length))
      read += 1;
    if (left !== null) rest.push(left);
    unread.push(...(lines ?? (left === null ? [] : textsOf(left))));
    rest.push(...quotesOf(walker));
  }
  const inWords = read > 0 || tables === 0 || reader.inWords;
  for (const text of unread) reportLeft(reader, text, walker.point, inWords);
  return { blocks: rest, inWords };
}

/**
 * A block of plain text as the items that its indentation makes of it, each given to the reader of items: the texts of
 * those that are not read, which are kept as a quotation. Null where none is read, or it is no such block.
 */
function linesIn(block: Left, walker: Walker): Span[] | null {
  const items = itemsOfLines(block);
  if (items === null) return null;
  const left = items.filter((item) => !walker.item(item));
  if (left.length === items.length) return null;
  const source = left.map(({ at }) => at.text).join('\n');
  if (source !== '') walker.quotes.push(blockQuotation(source));
  return left.flatMap(itemTexts);
}

function quotesOf({ quotes }: Pick<Walker, 'quotes'>): Block[] {
  return quotes.splice(0).map((text) => ({ kind: 'prose', text: { text, from: 0 }, code: true }));
}

type Left = Exclude<Block, { kind: 'table' }>;

/** What of a block is not read; null where nothing is. */
function leftOf(block: Left, walker: Walker): Left | null {
  if (block.kind === 'list') {
    const items = block.items.filter((item) => !walker.item(item));
    return items.length === 0 ? null : items.length === block.items.length ? block : { kind: 'list', items };
  }
  if (block.code) return walker.code(block.text) ? null : block;
  if (isNotShown(block.text) || isQuotation(block.text)) return block;
  return walker.paragraph(block.text) ? null : block;
}

/** Quotations and headings are prose. */
const isQuotation = ({ text }: Span) => /^(?:>|#{1,6} )/.test(text);

function textsOf(block: Left): Span[] {
  if (block.kind === 'list') return block.items.flatMap(itemTexts);
  if (block.code) return codeLines(block.text);
  return isNotShown(block.text) || isQuotation(block.text) ? [] : [block.text];
}

/** The lines of code that say something. */
function codeLines(text: Span): Span[] {
  let from = 0;
  return text.text.split('\n').flatMap((line) => {
    const start = from;
    from += line.length + 1;
    return /\p{L}/u.test(line) && !/^\s*(?:```|~~~)/.test(line) ? [part(text, start, start + line.length)] : [];
  });
}

function itemTexts(item: Item): Span[] {
  return [...(isQuotation(item.text) || item.text.text === '' ? [] : [item.text]), ...item.items.flatMap(itemTexts)];
}

/** A gap where it is said to be not shown; else what has no effect, in a section that is written in words. */
export function reportLeft(reader: Reader, text: Span, point: Point, inWords = true): void {
  const parts = gapSentences(text, gapOf);
  const gaps = parts.flatMap((one) => gapOf(one) ?? []);
  for (const gap of gaps)
    reader.report(say.notShown(`“${words(gap)}”`, 'It cannot be decided until a line says it.'), gap, { point });
  if (!inWords || isTitle(text)) return;
  const others = gaps.length === 0 ? [text] : parts.filter((one) => gapOf(one) === null);
  for (const other of others) reader.report(say.noteNotRead(words(other), null), other, { point });
}

/** A few words before a list, which they are the title of. */
const isTitle = ({ text }: Span) => /^[^.;!?]{1,60}:\**$/.test(text) || /^\*\*[^*]{1,60}\*\*$/.test(text);

const GAP = new RegExp(
  String.raw`^([^\n]{1,400}?)(?::|\s[–—-]|\s(?:=>|->|→|–>)|\s(?:is|are))\s+\**(?:${OPEN_WORDS})\**(?:\s\([^()]*\))?\.?\**$`,
  'i',
);

/** `How calls are repeated: not shown.` says what is not shown. */
export function gapOf(text: Span): Span | null {
  const match = GAP.exec(text.text);
  return match?.[1] === undefined ? null : part(text, 0, match[1].length);
}

/** Sentences, where one of them is a gap; else the text as it is, if that is one as a whole. */
export function gapSentences(text: Span, gap: (one: Span) => Span | null): readonly Span[] {
  const parts = sentences(text);
  if (parts.length < 2) return [text];
  return parts.some((one) => gap(one) !== null) || gap(text) === null ? parts : [text];
}

/** Keeps the words of something that was read in part, at no element of its own. */
export function keepQuote(walker: Pick<Walker, 'quotes'>, source: string): void {
  const quote = quotation(source);
  if (quote !== '') walker.quotes.push(quote);
}
