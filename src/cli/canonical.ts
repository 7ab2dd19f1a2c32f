import { hundredth } from '../expressions/syntax/percent.ts';
import { normalized } from '../fields/text/fold.ts';
import { firstDifference } from '../model/diff/first-difference.ts';
import { withoutPlaces } from '../model/diff/without-places.ts';
import type { Diagnostic } from '../model/types/diagnostic.ts';
import type { Model } from '../model/types/model.ts';
import type { Place } from '../model/types/place.ts';
import { printDocument } from '../notation/print.ts';
import { type Reading, readDocument } from '../notation/read.ts';
import { forgotten, withUnread } from '../notation/unread.ts';
import { COLUMN_GROUPS, WORD_GROUPS } from '../notation/vocabulary.ts';
import { keepsHidden, withHidden } from './keep-hidden.ts';

/** The canonical form of a document, or why it can't be given without loss: a sentence, and what to do. */
export type Canonical = { readonly text: string } | { readonly refusal: string };

/**
 * Prints what a text says in the one form. Nothing is given that would say less or anything else: what is printed must
 * read back as the same Model and hold every word of the text, but for words of the notation itself, which have
 * several spellings. With `reword`, what an element says in a form of its own may go without the words that said it
 * before, where the reader left nothing of them unread; prose never may. Line breaks stay as they were. `reading`: of
 * this text, where it was read before.
 */
export function canonicalOf(
  text: string,
  { reword = false, reading = readDocument(text) }: { readonly reword?: boolean; readonly reading?: Reading } = {},
): Canonical {
  const { diagnostics } = reading;
  const bare = withForgotten(text, reading);
  const { model } = bare;
  const place = firstDifference(withoutPlaces(model), withoutPlaces(bare.again));
  if (place !== null)
    return { refusal: `the canonical form would mean something else (${placeWords(model, place)}). ${REPORT}` };
  const printed = withHidden(text, model, bare.printed, bare.again);
  if (printed !== bare.printed && !isKept(text, printed, model)) return { refusal: HIDDEN };
  const lost = lostWords(text, printed, heldLines(text, model, diagnostics));
  const prose = lost.filter(({ held }) => !held);
  if (prose.length > 0) return { refusal: `the canonical form would lose ${lostText(prose)}. ${MEND}` };
  if (lost.length > 0 && !reword)
    return { refusal: `the canonical form would say ${lostText(lost)} in other words. ${REWORD}` };
  return { text: withBreaksOf(text, printed) };
}

/** Whether a text with comments and HTML in it has all of them, and says nothing else by it. */
const isKept = (text: string, printed: string, model: Model): boolean =>
  keepsHidden(text, printed) &&
  firstDifference(withoutPlaces(model), withoutPlaces(readDocument(printed).model)) === null;

const HIDDEN =
  'the canonical form has no place for a comment or HTML of this document. Put it between two paragraphs or tables. The text is left as it is.';
const REPORT = 'This is a fault of ninefold; please report it with the document. The text is left as it is.';
const MEND =
  'Look at what "ninefold check" says of these lines, and write it in the notation. The text is left as it is.';

const REWORD = 'All of that is read; --reword accepts it. The text is left as it is.';

interface Printed {
  readonly model: Model;
  readonly printed: string;
  /** What is read of that. */
  readonly again: Model;
}

/** With what was reported as not read or not shown and would no longer be, once it is printed. */
function withForgotten(text: string, reading: Reading): Printed {
  const { model } = reading;
  const printed = printDocument(model);
  const again = readDocument(printed);
  const gone = forgotten(text, reading, { ...again, text: printed });
  if (gone.length === 0) return { model, printed, again: again.model };
  const whole = withUnread(model, gone);
  const more = printDocument(whole);
  return { model: whole, printed: more, again: readDocument(more).model };
}

function withBreaksOf(text: string, printed: string): string {
  return /^[^\n]*\r\n/.test(text) ? printed.replaceAll(/\r?\n/g, '\r\n') : printed;
}

/** `/entities/2/fields/0/type`, and the id of the element where it has one. */
function placeWords(model: unknown, pointer: string): string {
  let value: unknown = model;
  let id = '';
  for (const step of pointer.split('/').slice(1)) {
    if (value === null || typeof value !== 'object') break;
    value = new Map(Object.entries(value)).get(step.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (value !== null && typeof value === 'object' && 'id' in value) id = String(value.id);
  }
  return id === '' ? pointer : `${id} at ${pointer}`;
}

interface Lost {
  readonly word: string;
  readonly line: number;
  /** Wherever it stands, an element holds what was said with it. */
  readonly held: boolean;
}

/** The words of a text that are nowhere in another, each at its first line, or the first that nothing holds. */
function lostWords(text: string, printed: string, heldAt: ReadonlySet<number>): Lost[] {
  const there = new Set(printed.split('\n').flatMap(wordsOf));
  const lost = new Map<string, Lost>();
  text.split('\n').forEach((line, index) => {
    const held = heldAt.has(index + 1);
    const isThere = (word: string) => there.has(word) || NOTATION.has(word);
    const words = wordsOf(line);
    // Words with a mark of code between them stand there as one without it.
    if (words.every(isThere) || wordsOf(line.replaceAll('`', '')).every(isThere)) return;
    for (const word of words) {
      if (isThere(word)) continue;
      if (lost.get(word)?.held ?? true)
        lost.set(word, held ? (lost.get(word) ?? { word, line: index + 1, held }) : { word, line: index + 1, held });
    }
  });
  return [...lost.values()];
}

/** The lines that elements were read from, but for stretches in which the reader left anything unread. */
function heldLines(text: string, model: Model, diagnostics: readonly Diagnostic[]): ReadonlySet<number> {
  const unread = new Set(
    diagnostics.flatMap(({ code, at, also }) => (code === 'not-read' ? [at, ...also].map(({ line }) => line) : [])),
  );
  const held = new Set<number>();
  const { points: _, ...rest } = model;
  for (const { line, from, to } of placesIn(rest)) {
    const more = text.slice(from, to).split('\n').length;
    for (let each = line; each < line + more; each += 1) held.add(each);
  }
  for (const stretch of stretchesOf(text))
    if (stretch.some((line) => unread.has(line))) for (const line of stretch) held.delete(line);
  return held;
}

/** Every place that a part of the Model was read from. */
function* placesIn(value: unknown): Generator<Place> {
  if (value === null || typeof value !== 'object') return;
  if ('at' in value && isPlace(value.at)) yield value.at;
  for (const part of Object.values(value)) yield* placesIn(part);
}

function isPlace(value: unknown): value is Place {
  return value !== null && typeof value === 'object' && 'line' in value && 'from' in value && 'to' in value;
}

/**
 * The numbers of lines that are read together: a paragraph, an item with its lines, a row of a table. What is unread in
 * the head of a table is unread in each of its rows.
 */
function stretchesOf(text: string): number[][] {
  const stretches: number[][] = [];
  let head: number | null = null;
  let open: number[] = [];
  text.split('\n').forEach((line, index) => {
    const isRow = /^\s*\|/.test(line);
    if (!isRow) head = null;
    if (line.trim() === '') open = [];
    else if (isRow || open.length === 0 || /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line)) {
      open = head === null ? [] : [head];
      stretches.push(open);
    }
    if (isRow) head ??= index + 1;
    if (line.trim() !== '') open.push(index + 1);
  });
  return stretches;
}

const MOST = 6;

function lostText(lost: readonly Lost[]): string {
  const shown = lost.slice(0, MOST).map(({ word, line }) => `“${word}” (line ${line})`);
  const more = lost.length > MOST ? ` and ${lost.length - MOST} more words` : '';
  return `${shown.join(', ')}${more}`;
}

/** In small letters; signs written as numbers are those signs, and digits are not kept apart by what groups them. */
function wordsOf(line: string): string[] {
  const plain = withFractions(line.replace(ANY_BUT, '$1 '))
    .replaceAll(/&#(\d{1,7});/g, (_, code: string) => sign(Number(code)))
    .replaceAll(/(?<=\d)[_,'’\u00A0\u202F](?=\d{3}(?!\d))/g, '');
  return (
    normalized(plain, 'NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  );
}

/** The states that are meant stand there by their names instead; those that are not are states of other rows. */
const ANY_BUT = /^(\s*\|.*?\bany state) except\b/i;

/** `7 %` and `0.07` are the same number. */
function withFractions(line: string): string {
  return line.replaceAll(/(?<![\d.,])(\d{1,15}(?:\.\d{1,15})?) ?(?:%|percent\b)/g, (_, percent: string) =>
    hundredth(percent),
  );
}

const sign = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** Words of the notation, which the canonical form may spell in another way; units and what limits count by among them. */
const NOTATION: ReadonlySet<string> = new Set(
  [
    ...COLUMN_GROUPS.flatMap(({ columns }) => columns.flatMap(({ name, aliases }) => [name, ...aliases])),
    ...WORD_GROUPS.flatMap(({ words }) => words.flatMap(({ write, aliases }) => [write, ...aliases])),
    'user users person people head each every per a an and',
    'ms s sec second seconds min minute minutes h hour hours d day days week weeks month months year years',
    'b byte bytes kb mb gb row rows record records item items entry entries request requests character characters chars',
  ].flatMap(wordsOf),
);
