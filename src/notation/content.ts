import type { Point } from '../model/types/place.ts';
import { say } from './codes.ts';
import { type Column, type KeyValue, keyOf, names } from './columns.ts';
import { blockQuotation } from './liberal/kept.ts';
import type { Block, Item } from './markdown/document.ts';
import { endOf, part, type Span } from './markdown/span.ts';
import { UNSEEN } from './markdown/unseen.ts';
import type { Part } from './outline.ts';
import { isNone, isNotShown, keyAndValue, type Reader, words } from './reader.ts';
import { soundsLikeRule } from './rule-words.ts';

/** What stands under a heading, sorted: tables and keys to be read, prose to be kept. */
export interface Content {
  readonly tables: readonly Extract<Block, { kind: 'table' }>[];
  readonly keys: readonly KeyValue[];
  /** Markdown, as written. */
  readonly help: string;
  /** `not shown.` as a paragraph of its own. */
  readonly notShown: Span | null;
}

export interface Wanted {
  readonly point: Point | null;
  readonly keys: readonly Column[];
  /** Says true of an item that it has read; such an item is no prose. */
  readonly take?: (item: Item) => boolean;
  /** Says true of an item whose nested items are read along with it. */
  readonly nested?: (item: Item) => boolean;
  /** Of these keys those that are not shown stay in the prose too, so that the gap is there when the prose is read again. */
  readonly keepsGaps?: readonly string[];
  /** Says true of a paragraph that it has read. */
  readonly sentence?: (paragraph: Span) => boolean;
  /** Prose that describes and decides nothing, as in point 1, is not searched for rules. */
  readonly free?: boolean;
}

export function contentOf(reader: Reader, blocks: readonly Block[], wanted: Wanted): Content {
  const tables: Extract<Block, { kind: 'table' }>[] = [];
  const keys: KeyValue[] = [];
  const help: string[] = [];
  /** Lists that come to stand behind one another are one list. */
  let listAt = -2;
  let wasNumbered = false;
  let notShown: Span | null = null;
  for (const block of blocks) {
    if (block.kind === 'table') {
      tables.push(block);
    } else if (block.kind === 'list') {
      const behind: string[] = [];
      const kept = block.items.filter((item) => {
        const taken = takeItem(reader, item, wanted, keys);
        if (taken === 'no') searchItem(reader, item, wanted);
        if (taken === 'yes') behind.push(blockQuotation(behindText(item, wanted)));
        return taken !== 'yes';
      });
      const list = kept.map((item) => atMargin(reader, item)).join('\n');
      // A number right under an item with a mark might be more of its words.
      const isNumbered = /^\d/.test(list);
      const between = isNumbered && !wasNumbered ? '\n\n' : '\n';
      wasNumbered = isNumbered;
      if (list !== '' && listAt === help.length - 1) help[listAt] = `${help[listAt]}${between}${list}`;
      else if (list !== '') listAt = help.push(list) - 1;
      help.push(...behind.filter((text) => text !== ''));
    } else if (!block.code && isNotShown(block.text)) {
      notShown ??= block.text;
    } else if (!block.code && blocks.length === 1 && isNone(block.text)) {
      help.push(trimLines(block.text.text));
    } else if (block.code || wanted.sentence?.(block.text) !== true) {
      if (!block.code) searchProse(reader, block.text, wanted);
      else if (wanted.free !== true) reader.report(say.codeNotRead(), firstLine(block.text), wanted);
      help.push(block.code ? closed(withoutTails(block.text.text)) : trimLines(block.text.text));
    }
  }
  return { tables, keys, help: help.filter((text) => text !== '').join('\n\n'), notShown };
}

function firstLine({ text, from }: Span): Span {
  const end = text.indexOf('\n');
  return part({ text, from }, 0, end < 0 ? text.length : end);
}

/** An item as it is written, moved to the margin with all that stands in it. */
function atMargin(reader: Reader, { at }: Item): string {
  if (!at.text.includes('\n')) return at.text;
  const text = withoutTails(at.text);
  const indent = reader.place(at).column - 1;
  if (indent < 1 || indent > 3) return text;
  return text.replaceAll(/\n +/g, (line) => `\n${' '.repeat(Math.max(0, line.length - 1 - indent))}`);
}

/** `gap`: a key that is not shown, which stays where it is. */
function takeItem(reader: Reader, item: Item, wanted: Wanted, keys: KeyValue[]): 'yes' | 'no' | 'gap' {
  const isWhole = wanted.nested?.(item) === true;
  if (wanted.take?.(item) !== true) {
    const found = keyOf(item.text, wanted.keys);
    if (found === null) return 'no';
    keys.push(found);
    if (wanted.keepsGaps?.includes(found.key) === true && isNotShown(found.value)) return 'gap';
  }
  for (const nested of isWhole ? [] : item.items) {
    reader.report(
      say.rowNotRead(words(nested.text), 'Nothing nested is read here. Write it in the line above.'),
      nested.text,
      wanted,
    );
  }
  return 'yes';
}

/** What stands in an item behind its first paragraph and is read by nobody. */
function behindText(item: Item, wanted: Wanted): string {
  if (item.text.text === '' || wanted.nested?.(item) === true) return '';
  const lines = item.at.text.slice(endOf(item.text) - item.at.from).split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)?.[0].length ?? 0);
  const least = Math.min(...indents.filter((indent) => indent > 0));
  return lines.map((line) => line.slice(Math.min(least, /^ */.exec(line)?.[0].length ?? 0))).join('\n');
}

/** A part as it is written, for a quotation. */
export function sourceOfPart({ title, blocks }: Pick<Part, 'title' | 'blocks'>): string {
  return [`### ${title.text}`, ...blocks.map(sourceOf)].join('\n\n');
}

export function sourceOf(block: Block): string {
  if (block.kind === 'table') return block.at.text;
  return block.kind === 'list' ? block.items.map(({ at }) => at.text).join('\n') : block.text.text;
}

function searchItem(reader: Reader, item: Item, wanted: Wanted): void {
  reportUnfinished(reader, item.text, wanted);
  if (wanted.free === true) return;
  const found = keyAndValue(item.text);
  if (found !== null && words(found.key).split(/\s+/).length <= 3) {
    reader.report(say.keyNotRead(words(found.key), names(wanted.keys)), found.key, wanted);
  } else {
    searchProse(reader, item.text, wanted);
  }
  for (const nested of item.items) searchItem(reader, nested, wanted);
}

const SENTENCE = /[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?]?/g;

/** What a quotation begins with whose lines are known not to be read; they are reported one by one. */
export const UNREAD_HEAD = '> Not read:';

export const isUnread = ({ text }: Span): boolean => text.startsWith(`${UNREAD_HEAD}\n`);

function searchProse(reader: Reader, prose: Span, wanted: Wanted): void {
  reportUnfinished(reader, prose, wanted);
  if (wanted.free === true || isUnread(prose)) return;
  for (const match of prose.text.matchAll(SENTENCE)) {
    // The sign of a quotation is none of a comparison.
    if (!soundsLikeRule(match[0].replace(/^[\s>]+/, ''))) continue;
    const sentence = part(prose, match.index, match.index + match[0].length);
    reader.report(say.sentenceNotRead(sentence.text, RULE_PLACES), sentence, wanted);
  }
}

const BAR = String.raw`(?:[|\uff5c\u2502\u2503]|\+[-=]{2})`;

function reportUnfinished(reader: Reader, prose: Span, wanted: Wanted): void {
  if (TABLE_LINES.test(prose.text) || isRow(prose.text)) reader.report(say.tableUnfinished(), prose, wanted);
}

/** Two lines that begin with a bar, also one that is none in Markdown, as in a table drawn with lines. */
const TABLE_LINES = new RegExp(String.raw`^${UNSEEN}${BAR}.*\n${UNSEEN}${BAR}`, 'mu');

/** One row by itself, as where an empty line cuts the last one off its table. */
function isRow(text: string): boolean {
  const row = text.trim();
  return row.startsWith('|') && row.endsWith('|') && !row.includes('\n') && row.split('|').length > 3;
}

const RULE_PLACES =
  'Rules stand in the tables: conditions in point 5, permissions in point 6, guards in point 4. As an explanation of one of them it may stay.';

/** A block of code that nothing closes would take in all that stands behind it; one that is indented hangs on what stands before it. */
function closed(text: string): string {
  const mark = /^(`{3,}|~{3,})/.exec(text)?.[0];
  if (mark === undefined) return blockQuotation(text);
  const last = text.slice(text.lastIndexOf('\n') + 1).trim();
  const isClosed = text.includes('\n') && last.startsWith(mark) && last === mark.charAt(0).repeat(last.length);
  return isClosed ? text : `${text}\n${mark}`;
}

/** Spaces at the end of a line say nothing; line ends of other systems are read as such. */
export function withoutTails(text: string): string {
  return text.split('\n').map(withoutTail).join('\n');
}

function withoutTail(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1;
  return line.slice(0, end);
}

/** Without the spaces that say nothing; four or more before a line keep it from being a block of its own. */
function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => withoutTail(line).replace(/^ {1,3}(?=\S)/, ''))
    .join('\n');
}
