import type { Place, Point } from '../../model/types/element.ts';
import type { Model } from '../../model/types/model.ts';
import { OPEN_WORDS } from '../../model/types/open-words.ts';
import type { Block, Item } from '../markdown/document.ts';
import { endOf, part, type Span } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { keyOf } from '../reader/columns.ts';
import type { Outline, Part, Section } from '../reader/outline.ts';
import { isNotShown, type Reader, words } from '../reader/reader.ts';
import { COLUMN_GROUPS } from '../reference/vocabulary.ts';

const OPEN = /not shown|to be (?:decided|defined|determined|confirmed)|\bt(?:bd|ba|bc)\b|\?/gi;

/**
 * Reports sentences of prose that say that something is not shown and that belong to no element: in an introduction, a
 * loose paragraph or item of a point, or an appendix. Each is a gap of its point.
 */
export function reportGaps(reader: Reader, text: string, outline: Outline, model: Model): void {
  const places = [...text.matchAll(OPEN)].map(({ index }) => index);
  if (places.length === 0) return;
  const found = stretchesOf(outline, text.length).flatMap((stretch) => {
    const within = placesBetween(places, stretch.from, stretch.to);
    return within.length === 0 ? [] : gapsIn(stretch, within);
  });
  if (found.length === 0) return;
  const reportedPlaces = reader.diagnostics.flatMap(({ code, at }) => (code === 'not-shown' ? at : []));
  for (const { point, at, what, rest } of withoutKnown(found, [reportedPlaces, ...placesOf(model)])) {
    if (rest && model.points.some((info) => info.point === point && info.standing === 'not shown')) continue;
    reader.report(messages.notShown(what, 'It cannot be decided until a line states it.'), at, { point });
  }
}

/** The content between two headings. */
interface Stretch {
  readonly point: Point | null;
  readonly title: Span | null;
  readonly from: number;
  readonly to: number;
  readonly blocks: () => readonly Block[];
  /** Whether the content is about the whole product. */
  readonly isIntro?: boolean;
}

interface Found {
  readonly point: Point | null;
  readonly at: Span;
  /** The whole sentence. */
  readonly sentence: Span;
  readonly what: string;
  /** Whether the sentence is about the point as a whole; it adds nothing if that point is not shown. */
  readonly rest: boolean;
}

function stretchesOf({ intro, sections }: Outline, end: number): Stretch[] {
  const before = {
    point: 1,
    title: null,
    from: 0,
    to: sections[0]?.from ?? end,
    blocks: () => intro,
    isIntro: true,
  } as const;
  return [before, ...sections.flatMap((section) => [own(section), ...section.parts.map((part) => of(section, part))])];
}

function own(section: Section): Stretch {
  const { point, from, to, parts } = section;
  return { point, title: null, from, to: parts[0]?.from ?? to, blocks: () => section.blocks };
}

function of({ point }: Section, part: Part): Stretch {
  return { point, title: part.title, from: part.from, to: part.to, blocks: () => part.blocks };
}

function placesBetween(places: readonly number[], from: number, to: number): readonly number[] {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < places.length && (places[end] ?? to) < to) end += 1;
  return places.slice(low, end);
}

function gapsIn({ point, title, blocks, isIntro = false }: Stretch, places: readonly number[]): Found[] {
  return blocks()
    .flatMap((block) => textsOf(block, point))
    .flatMap((text): Found[] => {
      if (placesBetween(places, text.from, endOf(text)).length === 0) return [];
      if (isNotShown(text)) {
        const what = title === null ? 'The rest of this point' : `The rest of “${words(title)}”`;
        return [{ point, at: text, sentence: text, what, rest: title === null }];
      }
      return gapSentences(text).flatMap((sentence): Found[] => {
        const gap = gapIn(sentence);
        if (gap === null || isDisplay(sentence, gap, point)) return [];
        return [{ point, at: gap, sentence, what: `“${words(gap)}”`, rest: isIntro }];
      });
    });
}

const EXCEPT = /^[^\n]{1,400}?(?::|\s(?:is|are))\s+not shown(?=,\s)/i;
const QUESTION = /^(?:what|how|who|whom|whose|which|when|where|whether|why|if)\b/i;

/**
 * Returns what a sentence says is not shown, across line ends and with continuations: `Whether …: not shown, except
 * that …`.
 */
function gapIn({ text, from }: Span): Span | null {
  const line = text.replaceAll('\n', ' ');
  const whole = gapOf({ text: line, from });
  if (whole !== null) return whole;
  const begin = EXCEPT.exec(line)?.[0];
  const gap = begin === undefined ? null : gapOf({ text: begin, from });
  return gap !== null && (QUESTION.test(line) || line.charAt(gap.text.length) === ':') ? gap : null;
}

const GAP = new RegExp(
  String.raw`^([^\n]{1,400}?)(?::|\s[–—-]|\s(?:=>|->|→|–>)|\s(?:is|are))\s+\**(?:${OPEN_WORDS})\**(?:\s\([^()]*\))?\.?\**$`,
  'i',
);

/** Returns the subject of `How calls are repeated: not shown.` */
function gapOf(text: Span): Span | null {
  const match = GAP.exec(text.text);
  return match?.[1] === undefined ? null : part(text, 0, match[1].length);
}

/** Returns the sentences of a text if one of them is a gap; otherwise the text as a whole. */
function gapSentences(text: Span): readonly Span[] {
  const parts = sentencesOf(text);
  if (parts.length < 2) return [text];
  return parts.some((one) => gapIn(one) !== null) || gapIn(text) === null ? parts : [text];
}

/**
 * Splits a text into sentences: at a full stop, exclamation mark or question mark followed by white space and no
 * lower-case letter, or at a semicolon.
 */
function sentencesOf(text: Span): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const match of text.text.matchAll(/;|[.!?](?=\s+[^\s\p{Ll}]|\s*$)/gu)) {
    const to = match.index + match[0].length;
    found.push(part(text, from, match[0] === ';' ? match.index : to));
    from = to;
  }
  found.push(part(text, from));
  return found.filter((sentence) => sentence.text !== '');
}

/** In points 2 and 6, “old orders are not shown” is about what people see, so it is not a gap. */
function isDisplay(sentence: Span, gap: Span, point: Point | null): boolean {
  if (point !== 2 && point !== 6) return false;
  const verb = /^\s*(?:is|are)\s+\**not shown/i.test(sentence.text.slice(gap.text.length));
  return verb && !QUESTION.test(gap.text);
}

/** Returns the texts of a block. Quotations and headings in prose are left out. */
function textsOf(block: Block, point: Point | null): Span[] {
  if (block.kind === 'table') return [];
  if (block.kind === 'list') return block.items.flatMap((item) => itemTexts(item, point));
  return block.code || /^(?:>|#{1,6} )/.test(block.text.text) ? [] : [block.text];
}

/** A key of the notation is left out: its own reader handles it. */
function itemTexts({ text, items }: Item, point: Point | null): Span[] {
  const isKey = COLUMN_GROUPS.some((group) => group.point === point && keyOf(text, group.columns) !== null);
  return [...(isKey || text.text.startsWith('>') ? [] : [text]), ...items.flatMap((item) => itemTexts(item, point))];
}

/** Yields the places of elements that rows and lines state: their readers report what is not shown there. */
function* placesOf(model: Model): Generator<readonly (Place | null)[]> {
  const { product, entities, machines, rules, roles, permissions, calls, errors, constants, limits } = model;
  yield [product.language.at, product.timeZone.at];
  for (const { fields } of entities) yield fields.map(({ at }) => at);
  for (const { transitions } of machines) yield transitions.map(({ at }) => at);
  for (const elements of [rules, roles, permissions, calls, errors, constants, limits])
    yield elements.map(({ at }) => at);
}

/** Removes gaps whose sentence covers the place of a known element. There are many places and few gaps. */
function withoutKnown(found: readonly Found[], known: Iterable<readonly (Place | null)[]>): Found[] {
  const inOrder = found.toSorted((one, other) => one.sentence.from - other.sentence.from);
  const unknown = new Set(found);
  for (const places of known) {
    for (const place of places) {
      if (place === null) continue;
      // Sentences do not overlap, so the first sentence that ends after the place begins is the first that it can
      // touch.
      for (let at = firstAfter(inOrder, place.from); at < inOrder.length; at += 1) {
        const each = inOrder[at];
        if (each === undefined || each.sentence.from >= place.to) break;
        unknown.delete(each);
      }
    }
  }
  return found.filter((each) => unknown.has(each));
}

/** Returns the index of the first gap whose sentence ends after this offset. */
function firstAfter(inOrder: readonly Found[], from: number): number {
  let low = 0;
  let high = inOrder.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const each = inOrder[middle];
    if (each !== undefined && endOf(each.sentence) <= from) low = middle + 1;
    else high = middle;
  }
  return low;
}
