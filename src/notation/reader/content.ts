import type { Point } from '../../model/types/element.ts';
import type { Block, Item } from '../markdown/document.ts';
import { INVISIBLE } from '../markdown/invisible.ts';
import { endOf, part, type Span } from '../markdown/span.ts';
import { messages } from './codes.ts';
import { type Column, columnNames, type KeyValue, keyOf } from './columns.ts';
import { isNone, isNotShown, keyAndValue, type Reader, words } from './reader.ts';
import { soundsLikeRule } from './rule-words.ts';

/** The blocks under a heading, sorted by use. */
export interface Content {
  /** The caller reads or reports them. */
  readonly tables: readonly Extract<Block, { kind: 'table' }>[];
  readonly keys: readonly KeyValue[];
  /** The paragraphs, as Markdown. */
  readonly help: string;
  /** `not shown.` as a paragraph of its own. */
  readonly notShown: Span | null;
  /**
   * The first list item, block of code or rule in prose that was reported as not read. Whatever it may restrict is
   * refused.
   */
  readonly unread: Span | null;
}

/** What the caller reads under a heading. */
export interface ContentOptions {
  readonly point: Point | null;
  readonly keys: readonly Column[];
  /** Advice for a list that is not read. */
  readonly accepts?: string;
  /** Reads an item; returns false if it could not. */
  readonly take?: (item: Item) => boolean;
  /** Whether `take` also reads the items nested in this one. */
  readonly nested?: (item: Item) => boolean;
  /** Reads a paragraph; returns false if it could not. */
  readonly sentence?: (paragraph: Span) => boolean;
  /** Lists, code and tables count as prose too, as in point 1; only unfinished tables are reported. */
  readonly free?: boolean;
}

/** Sorts the blocks under a heading: tables, keys and help. Reports everything else as not read. */
export function contentOf(reader: Reader, blocks: readonly Block[], options: ContentOptions): Content {
  const tables: Extract<Block, { kind: 'table' }>[] = [];
  const keys: KeyValue[] = [];
  const help: string[] = [];
  let notShown: Span | null = null;
  let unread: Span | null = null;
  for (const block of blocks) {
    if (block.kind === 'table') {
      tables.push(block);
      if (options.free === true) help.push(block.at.text);
    } else if (block.kind === 'list') {
      const unreadItems = block.items.filter((item) => !takeItem(reader, item, options, keys));
      for (const { text } of unreadItems) reportUnfinished(reader, text, options);
      if (options.free === true) pushList(help, unreadItems.map((item) => atMargin(reader, item)).join('\n'));
      else {
        for (const item of unreadItems) reportItem(reader, item, options);
        const withMore = block.items.filter((item) => options.nested?.(item) !== true);
        const below = withMore.map((item) => item.items[0]?.text ?? furtherText(item)[0]);
        unread ??= unreadItems[0]?.text ?? below.find((span) => span !== undefined) ?? null;
      }
    } else if (!block.code && isNotShown(block.text)) {
      notShown ??= block.text;
    } else if (block.code && options.free !== true) {
      const first = firstLine(block.text);
      const otherLines = part(block.text, first.text.length);
      reader.report(messages.codeNotRead(), first, {
        ...options,
        also: otherLines.text.trim() === '' ? [] : [otherLines],
      });
      unread ??= block.text;
    } else if (block.code) {
      help.push(closed(withoutTails(block.text.text)));
    } else if (blocks.length === 1 && isNone(block.text)) {
      help.push(trimLines(block.text.text));
    } else if (options.sentence?.(block.text) !== true) {
      help.push(trimLines(block.text.text));
      const rule = reportRules(reader, block.text, options);
      unread ??= rule;
    }
  }
  return { tables, keys, help: help.filter((text) => text !== '').join('\n\n'), notShown, unread };
}

/** Adds a list to the help. It continues the list before it, unless a numbered list follows bullets. */
function pushList(help: string[], list: string): void {
  const last = help.at(-1);
  if (list === '') return;
  if (last === undefined || !/^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(last)) help.push(list);
  else help[help.length - 1] = `${last}${/^\d/.test(list) && !/^\d/.test(last) ? '\n\n' : '\n'}${list}`;
}

function firstLine({ text, from }: Span): Span {
  const end = text.indexOf('\n');
  return part({ text, from }, 0, end < 0 ? text.length : end);
}

/** Returns an item as written, with its nested lines, moved to the margin. */
function atMargin(reader: Reader, { at }: Item): string {
  if (!at.text.includes('\n')) return at.text;
  const text = withoutTails(at.text);
  const indent = reader.place(at).column - 1;
  if (indent < 1 || indent > 3) return text;
  return text.replaceAll(/\n +/g, (line) => `\n${' '.repeat(Math.max(0, line.length - 1 - indent))}`);
}

function takeItem(reader: Reader, item: Item, options: ContentOptions, keys: KeyValue[]): boolean {
  const isWhole = options.nested?.(item) === true;
  if (options.take?.(item) !== true) {
    const found = keyOf(item.text, options.keys);
    if (found === null) return false;
    keys.push(found);
  }
  if (!isWhole) reportNested(reader, item, options);
  return true;
}

/** Reports what is nested in an item that was read: items, further paragraphs and blocks of code. */
function reportNested(reader: Reader, item: Item, options: ContentOptions): void {
  for (const text of furtherText(item)) {
    const next = 'Only the first paragraph of an item is read. Write it in the line above.';
    reader.report(messages.rowNotRead(words(text), next), text, options);
  }
  for (const nested of item.items) {
    const next = 'Nested lists are not read. Write it in the line above.';
    reader.report(messages.rowNotRead(words(nested.text), next), nested.text, options);
    reportNested(reader, nested, options);
  }
}

/** Returns the content of an item after its first paragraph, other than nested items. */
function furtherText({ at, text, items }: Item): Span[] {
  const starts = [endOf(text), ...items.map((nested) => endOf(nested.at))];
  return starts.flatMap((from, index) => {
    const to = items[index]?.at.from ?? endOf(at);
    const between = part(at, from - at.from, Math.max(from, to) - at.from);
    return /[\p{L}\p{N}]/u.test(between.text) ? [between] : [];
  });
}

/** Reports an item and everything nested in it. */
function reportItem(reader: Reader, item: Item, options: ContentOptions): void {
  const found = keyAndValue(item.text);
  const about = { ...options, also: furtherText(item) };
  if (options.keys.length > 0 && found !== null && words(found.key).split(/\s+/).length <= 3)
    reader.report(messages.keyNotRead(words(found.key), columnNames(options.keys), options.accepts), found.key, about);
  else
    reader.report(messages.listNotRead(words(item.text), columnNames(options.keys), options.accepts), item.text, about);
  for (const nested of item.items) reportItem(reader, nested, options);
}

/** Returns the rows of a table, to attach to the finding at its heading. */
export function rowSpans({ rows }: Extract<Block, { kind: 'table' }>): Span[] {
  return rows.map(({ at }) => at);
}

/** Returns the places of blocks, to attach to the finding that they are not read. */
export function contentSpans(blocks: readonly Block[]): Span[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.map(({ at }) => at);
    return [block.kind === 'table' ? block.at : block.text];
  });
}

const SENTENCE = /[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?]?/g;

/**
 * Reports the sentences of a paragraph that sound like rules, and returns the first. Quotations are not checked: they
 * are explanations.
 */
function reportRules(reader: Reader, prose: Span, options: ContentOptions): Span | null {
  reportUnfinished(reader, prose, options);
  if (options.free === true || prose.text.startsWith('>')) return null;
  let first: Span | null = null;
  for (const match of prose.text.matchAll(SENTENCE)) {
    if (!soundsLikeRule(match[0].trim())) continue;
    const sentence = part(prose, match.index, match.index + match[0].length);
    reader.report(messages.sentenceNotRead(sentence.text, RULE_PLACES), sentence, options);
    first ??= sentence;
  }
  return first;
}

const BAR = String.raw`(?:[|\uff5c\u2502\u2503]|\+[-=]{2})`;

function reportUnfinished(reader: Reader, prose: Span, options: ContentOptions): void {
  if (TABLE_LINES.test(prose.text) || isRow(prose.text)) reader.report(messages.tableUnfinished(), prose, options);
}

/** Two lines that start with a bar, or with a character that looks like one. */
const TABLE_LINES = new RegExp(String.raw`^${INVISIBLE}${BAR}.*\n${INVISIBLE}${BAR}`, 'mu');

/** Whether a text is a single row, as when an empty line separates the last row from its table. */
function isRow(text: string): boolean {
  const row = text.trim();
  return row.startsWith('|') && row.endsWith('|') && !row.includes('\n') && row.split('|').length > 3;
}

const RULE_PLACES =
  'Write a rule in a table: conditions in point 5, permissions in point 6, guards in point 4. An explanation may stay as a quotation: begin the line with >.';

/** Closes an unclosed block of code, which would otherwise include everything after it. */
function closed(text: string): string {
  const mark = /^(`{3,}|~{3,})/.exec(text)?.[0];
  if (mark === undefined) return text;
  const last = text.slice(text.lastIndexOf('\n') + 1).trim();
  const isClosed = text.includes('\n') && last.startsWith(mark) && last === mark.charAt(0).repeat(last.length);
  return isClosed ? text : `${text}\n${mark}`;
}

/** Removes trailing spaces and tabs from every line. */
export function withoutTails(text: string): string {
  return text.split('\n').map(withoutTail).join('\n');
}

function withoutTail(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1;
  return line.slice(0, end);
}

/**
 * Removes trailing spaces, and up to three leading ones. Four or more are kept: they keep the line from starting a
 * block.
 */
function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => withoutTail(line).replace(/^ {1,3}(?=\S)/, ''))
    .join('\n');
}
