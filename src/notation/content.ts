import type { Point } from '../model/place.ts';
import { say } from './codes.ts';
import { type Column, type KeyValue, keyOf, names } from './columns.ts';
import type { Block, Item } from './markdown/document.ts';
import { part, type Span } from './markdown/span.ts';
import { isNotShown, keyAndValue, type Reader, words } from './reader.ts';
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
  let notShown: Span | null = null;
  for (const block of blocks) {
    if (block.kind === 'table') {
      tables.push(block);
    } else if (block.kind === 'list') {
      const kept = block.items.filter((item) => !takeItem(reader, item, wanted, keys));
      for (const item of kept) searchItem(reader, item, wanted);
      const list = kept.map((item) => item.at.text).join('\n');
      if (list !== '' && listAt === help.length - 1) help[listAt] = `${help[listAt]}\n${list}`;
      else if (list !== '') listAt = help.push(list) - 1;
    } else if (!block.code && isNotShown(block.text)) {
      notShown ??= block.text;
    } else if (block.code || wanted.sentence?.(block.text) !== true) {
      if (!block.code) searchProse(reader, block.text, wanted);
      help.push(block.code ? closed(block.text.text) : trimLines(block.text.text));
    }
  }
  return { tables, keys, help: help.filter((text) => text !== '').join('\n\n'), notShown };
}

function takeItem(reader: Reader, item: Item, wanted: Wanted, keys: KeyValue[]): boolean {
  if (wanted.take?.(item) !== true) {
    const found = keyOf(item.text, wanted.keys);
    if (found === null) return false;
    keys.push(found);
  }
  for (const nested of item.items) {
    reader.report(
      say.rowNotRead(words(nested.text), 'Nothing nested is read here. Write it in the line above.'),
      nested.text,
      wanted,
    );
  }
  return true;
}

function searchItem(reader: Reader, item: Item, wanted: Wanted): void {
  if (TABLE_WITHIN.test(item.at.text)) {
    reader.report(say.tableWithin(), item.at, wanted);
    return;
  }
  if (wanted.free === true) return;
  const found = keyAndValue(item.text);
  if (found !== null && words(found.key).split(/\s+/).length <= 3) {
    reader.report(say.keyNotRead(words(found.key), names(wanted.keys)), found.key, wanted);
  } else {
    searchProse(reader, item.text, wanted);
  }
  for (const nested of item.items) searchItem(reader, nested, wanted);
}

/** The head of a table and the line under it, inside a quotation or an item of a list, where no table is read. */
const TABLE_WITHIN = /^[ \t>*+-]*\|.*\|.*\n[ \t>]*\|?[ \t]*:?-{3,}.*\|/m;

const SENTENCE = /[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?]?/g;

function searchProse(reader: Reader, prose: Span, wanted: Wanted): void {
  if (TABLE_WITHIN.test(prose.text)) {
    reader.report(say.tableWithin(), prose, wanted);
    return;
  }
  if (prose.text.includes('|') && /^\s*\|.*\n\s*\|/.test(prose.text))
    reader.report(say.tableUnfinished(), prose, wanted);
  if (wanted.free === true) return;
  for (const match of prose.text.matchAll(SENTENCE)) {
    if (!soundsLikeRule(match[0])) continue;
    const sentence = part(prose, match.index, match.index + match[0].length);
    reader.report(say.sentenceNotRead(sentence.text, RULE_PLACES), sentence, wanted);
  }
}

const RULE_PLACES =
  'Rules stand in the tables: conditions in point 5, permissions in point 6, guards in point 4. As an explanation of one of them it may stay.';

/** A block of code that nothing closes would take in all that stands behind it. */
function closed(text: string): string {
  const mark = /^(`{3,}|~{3,})/.exec(text)?.[0];
  if (mark === undefined) return text;
  const last = text.slice(text.lastIndexOf('\n') + 1).trim();
  const isClosed = text.includes('\n') && last.startsWith(mark) && last === mark.charAt(0).repeat(last.length);
  return isClosed ? text : `${text}\n${mark}`;
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
