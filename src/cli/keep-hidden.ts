import type { Place } from '../model/types/place.ts';
import { withPlainEnds } from '../notation/line-ends.ts';
import { type Document, documentOf } from '../notation/markdown/document.ts';
import type { Hidden } from '../notation/markdown/hidden.ts';
import { cellRanges } from '../notation/markdown/rows.ts';

/** The same thing in the text as written and in the canonical one: an element of the Model, or a line of prose. */
interface Pair {
  readonly from: number;
  readonly to: number;
  readonly canonicalFrom: number;
  readonly canonicalTo: number;
}

interface Insertion {
  readonly at: number;
  /** Spaces up to here go. */
  readonly to?: number;
  readonly text: string;
}

/**
 * Puts the comments, HTML and link addresses of a document back into its canonical form, each beside what it stood beside.
 * `model` and `again` are what is read of both, alike but for places.
 */
export function withHidden(text: string, model: unknown, canonical: string, again: unknown): string {
  const source = documentOf(withPlainEnds(text));
  if (source.hidden.length === 0) return canonical;
  const target = documentOf(canonical);
  const pairs = [...placePairs(model, again), ...linePairs(source.text, canonical)].toSorted(
    (one, other) => one.from - other.from || other.to - one.to,
  );
  const insertions = together(source).map((hidden) => insertionOf(source, hidden, target, pairs));
  let result = '';
  let at = 0;
  for (const each of insertions.toSorted((one, other) => one.at - other.at)) {
    if (each.at < at) continue;
    result += canonical.slice(at, each.at) + each.text;
    at = each.to ?? each.at;
  }
  return result + canonical.slice(at);
}

/** Whether a text still has all that is hidden in another one. */
export function keepsHidden(text: string, canonical: string): boolean {
  const [before, after] = [text, canonical].map((each) => hiddenTexts(documentOf(withPlainEnds(each))));
  return before?.join('\n') === after?.join('\n');
}

const hiddenTexts = ({ parsed, hidden }: Document): string[] =>
  hidden
    .map(
      ({ kind, from, to }) =>
        `${kind} ${(kind === 'front' ? '' : parsed.slice(from, to)).replaceAll(/\s+/g, ' ').trim()}`,
    )
    .toSorted();

/** Those that stand one behind the other, with nothing between them, as one. */
function together({ hidden, parsed }: Document): Hidden[] {
  const result: Hidden[] = [];
  for (const each of hidden) {
    const last = result.at(-1);
    const isOne =
      last !== undefined &&
      last.kind !== 'front' &&
      last.isBlock &&
      each.isBlock &&
      parsed.slice(last.to, each.from).trim() === '';
    if (isOne) result[result.length - 1] = { ...each, from: last.from };
    else result.push(each);
  }
  return result;
}

function insertionOf(source: Document, hidden: Hidden, target: Document, pairs: readonly Pair[]): Insertion {
  const written = writtenOf(source, hidden);
  // What nothing ends would take in whatever stood behind it.
  if (hidden.isOpen) return { at: target.text.trimEnd().length, text: `\n\n${written}` };
  if (hidden.kind === 'front') return { at: 0, text: `${written}\n\n` };
  return (
    (hidden.isBlock ? null : inlineInsertion(source, hidden, written, target, pairs)) ??
    blockInsertion(source, hidden, written, target, pairs)
  );
}

/** As it is written, with all of its lines as far to the left as the first one. */
function writtenOf({ source, parsed }: Document, { kind, from, to }: Hidden): string {
  if (kind === 'front') return source.slice(from, to).trimEnd();
  const line = parsed.lastIndexOf('\n', from - 1) + 1;
  const indent = /^[ \t]*$/.test(parsed.slice(line, from)) ? from - line : 0;
  const lines = parsed.slice(from, to).trimEnd().split('\n');
  return lines
    .map((each) => each.replace(/^[ \t]+/, (space) => (indent === 0 ? space : space.slice(indent))))
    .join('\n');
}

/** In the same cell, or in the line that says the same. */
function inlineInsertion(
  source: Document,
  { from, to }: Hidden,
  written: string,
  target: Document,
  pairs: readonly Pair[],
): Insertion | null {
  const [start, end] = lineAround(source.text, from);
  const onLine = pairs.filter((pair) => pair.from >= start && pair.to <= end);
  const near = nearestBefore(onLine, from) ?? onLine.find((pair) => pair.from >= to) ?? onLine[0];
  if (near === undefined) return null;
  const [lineFrom, lineTo] = lineAround(target.text, near.canonicalFrom);
  const line = target.text.slice(lineFrom, lineTo);
  const gap = gapAround(source, from);
  const sameGap = line.indexOf(gap.around);
  if (sameGap >= 0) {
    const at = lineFrom + sameGap + gap.before;
    return { at, to: at + gap.text.length, text: gap.text };
  }
  if (line.startsWith('|')) {
    const at = near.canonicalFrom - lineFrom;
    const cell = cellRanges(line).find((each) => each.to >= at);
    return cell === undefined
      ? null
      : { at: lineFrom + cell.to, text: cell.from === cell.to ? `${written} ` : ` ${written}` };
  }
  const before = lettersIn(source.text.slice(start, from));
  const isSame = lettersIn(source.text.slice(start, end)) === lettersIn(line);
  const at = isSame ? lineFrom + offsetOf(line, before.length) : lineTo;
  return { at, text: /\s/.test(source.parsed[from - 1] ?? '') ? ` ${written}` : written };
}

/** The spaces that stand where this is hidden, with some of what stands on both sides; `text`: as it is written there. */
function gapAround({ text, parsed }: Document, at: number) {
  const [start, end] = lineAround(text, at);
  let from = at;
  let to = at;
  while (from > start && text[from - 1] === ' ') from -= 1;
  while (to < end && text[to] === ' ') to += 1;
  const left = Math.max(start, from - GAP_SIDE);
  return { around: text.slice(left, Math.min(end, to + GAP_SIDE)), before: from - left, text: parsed.slice(from, to) };
}

const GAP_SIDE = 4;

const nearestBefore = (pairs: readonly Pair[], at: number): Pair | null =>
  pairs.reduce<Pair | null>((best, pair) => (pair.to <= at && pair.to > (best?.to ?? -1) ? pair : best), null);

const lettersIn = (text: string): string => text.replaceAll(/\s+/g, '');

/** Where so many letters of a line have passed. */
function offsetOf(line: string, letters: number): number {
  let count = 0;
  let at = 0;
  while (count < letters) {
    if (/\S/.test(line[at] ?? '')) count += 1;
    at += 1;
  }
  return at;
}

/** Between two blocks: before the one that followed, or behind the one that came before, whichever is nearer. */
function blockInsertion(
  source: Document,
  { from, to }: Hidden,
  written: string,
  target: Document,
  pairs: readonly Pair[],
): Insertion {
  const next = pairs.find((pair) => pair.from >= to);
  const last = nearestBefore(pairs, from);
  const between = (start: number, end: number) => lettersIn(source.text.slice(start, end)).length;
  const ends = written.startsWith('</');
  const toNext = next === undefined ? Number.POSITIVE_INFINITY : between(to, next.from);
  const toLast = last === null ? Number.POSITIVE_INFINITY : between(last.to, from);
  if (next !== undefined && (toNext < toLast || (toNext === toLast && !ends)))
    return { at: blockAround(target, next.canonicalFrom).from, text: `${written}\n\n` };
  if (last !== null) return { at: blockAround(target, last.canonicalTo).to, text: `\n\n${written}` };
  return { at: target.text.trimEnd().length, text: `\n\n${written}` };
}

/** The block at the margin that a place stands in. */
function blockAround({ tree, text }: Document, at: number): { readonly from: number; readonly to: number } {
  const node = tree.topNode.childBefore(at + 1) ?? tree.topNode.firstChild;
  if (node === null) return { from: 0, to: text.trimEnd().length };
  const line = text.lastIndexOf('\n', node.from - 1) + 1;
  return { from: line, to: Math.max(line, text.slice(0, node.to).trimEnd().length) };
}

function lineAround(text: string, at: number): readonly [number, number] {
  const end = text.indexOf('\n', at);
  return [text.lastIndexOf('\n', at - 1) + 1, end < 0 ? text.length : end];
}

/** The places of two Models that are alike. */
function* placePairs(one: unknown, other: unknown): Generator<Pair> {
  if (one === null || typeof one !== 'object' || other === null || typeof other !== 'object') return;
  if (isPlace(one) && isPlace(other)) {
    yield { from: one.from, to: one.to, canonicalFrom: other.from, canonicalTo: other.to };
    return;
  }
  const others = new Map(Object.entries(other));
  for (const [key, value] of Object.entries(one)) yield* placePairs(value, others.get(key));
}

const isPlace = (value: object): value is Place => 'line' in value && 'from' in value && 'to' in value;

/** Lines that stand once in each of two texts, but for white space. */
function linePairs(text: string, canonical: string): Pair[] {
  const there = linesOf(canonical);
  return [...linesOf(text)].flatMap(([words, line]) => {
    const same = there.get(words);
    if (line === null || same === undefined || same === null) return [];
    return [{ from: line.from, to: line.to, canonicalFrom: same.from, canonicalTo: same.to }];
  });
}

/** By its letters, where each line stands; null for those that stand there more than once. */
function linesOf(text: string): ReadonlyMap<string, { readonly from: number; readonly to: number } | null> {
  const found = new Map<string, { readonly from: number; readonly to: number } | null>();
  let at = 0;
  for (const line of text.split('\n')) {
    const words = lettersIn(line);
    const trimmed = line.trim();
    const from = at + line.indexOf(trimmed);
    if (words !== '') found.set(words, found.has(words) ? null : { from, to: from + trimmed.length });
    at += line.length + 1;
  }
  return found;
}
