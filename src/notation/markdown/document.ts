import type { SyntaxNode, Tree } from '@lezer/common';
import { notationParser } from './grammar.ts';
import { frontMatter, type HiddenRange, hiddenRanges, maskRanges } from './hidden.ts';
import { INVISIBLE } from './invisible.ts';
import type { Span } from './span.ts';

/** A document as headings, tables, lists and prose, each with its place and without any meaning. */
export interface Document {
  /** The text to read: comments and HTML are replaced by spaces, so that offsets are those of the original text. */
  readonly text: string;
  /** The original text, including front matter. */
  readonly source: string;
  /** The text that `tree` was parsed from: without front matter. */
  readonly parsed: string;
  readonly hidden: readonly HiddenRange[];
  readonly headings: readonly Heading[];
  readonly tree: Tree;
}

/**
 * A heading with its content up to the next heading. `from` is the start of its line, `to` that of the next heading.
 * The first has level 0 and no text: the content before all headings. Blocks are parsed on first access.
 */
export interface Heading {
  readonly level: number;
  readonly title: Span;
  readonly from: number;
  readonly to: number;
  /** End of the heading's own lines. */
  readonly body: number;
  readonly blocks: readonly Block[];
  /** Content in lists and quotations that is not read there. */
  readonly within: readonly UnreadContent[];
}

/**
 * Content that is not read: a line nested too deep; a table or heading in a list or quotation; a list in a quotation;
 * `mark`: heading marks that make no heading, from the start of their line, because of the characters before or after
 * them.
 */
export interface UnreadContent {
  readonly kind: 'deep' | 'table' | 'heading' | 'list' | 'mark';
  readonly at: Span;
}

export type Block =
  | { readonly kind: 'table'; readonly at: Span; readonly header: Row; readonly rows: readonly Row[] }
  | { readonly kind: 'list'; readonly items: readonly Item[] }
  /** A paragraph, quotation or block of code, as written. `indent`: indentation of its first line, if any. */
  | { readonly kind: 'prose'; readonly text: Span; readonly code: boolean; readonly indent?: number };

export interface Row {
  readonly at: Span;
  readonly cells: readonly Span[];
}

/** An item of a list. `text` is its first paragraph, `at` the item including nested content. */
export interface Item {
  readonly at: Span;
  readonly text: Span;
  readonly items: readonly Item[];
}

/** Parses any text in linear time. A byte order mark, tabs and both kinds of line ends are accepted. */
export function documentOf(written: string): Document {
  const { parsed, front } = parsedText(written);
  const tree = notationParser.parse(parsed);
  const hidden = hiddenRanges(parsed, tree);
  const text = maskRanges(parsed, hidden);
  const headings: Growing[] = [{ level: 0, title: { text: '', from: 0 }, from: 0, body: 0, nodes: [] }];
  for (let node = tree.topNode.firstChild; node !== null; node = node.nextSibling) {
    const level = headingLevel(node.name);
    if (level > 0 && isShown(text, node))
      headings.push({ level, title: headingText(text, node), from: node.from, body: node.to, nodes: [] });
    else headings.at(-1)?.nodes.push(node);
  }
  return {
    text,
    source: plainText(written),
    parsed,
    hidden: front === null ? hidden : [front, ...hidden],
    tree,
    headings: headings.map((heading, index) => lazyHeading(text, heading, headings[index + 1]?.from ?? text.length)),
  };
}

/** Whether anything of a node remains once hidden content is removed. */
const isShown = (text: string, { from, to }: SyntaxNode): boolean => /\S/.test(text.slice(from, to));

/** Returns the text to parse, with the same length: front matter and the byte order mark are replaced by spaces. */
export function parsedText(written: string): { readonly parsed: string; readonly front: HiddenRange | null } {
  const plain = plainText(written);
  const front = frontMatter(plain);
  return { parsed: front === null ? plain : maskRanges(plain, [front]), front };
}

function plainText(written: string): string {
  return written.charCodeAt(0) === 0xfeff ? ` ${written.slice(1)}` : written;
}

interface Growing {
  readonly level: number;
  readonly title: Span;
  readonly from: number;
  readonly body: number;
  readonly nodes: SyntaxNode[];
}

function lazyHeading(text: string, { level, title, from, body, nodes }: Growing, to: number): Heading {
  let found: Pick<Heading, 'blocks' | 'within'> | null = null;
  const content = () => {
    if (found !== null) return found;
    const within: UnreadContent[] = [];
    found = { blocks: nodes.flatMap((node) => blockOf(text, node, within)), within };
    return found;
  };
  return {
    level,
    title,
    from,
    to,
    body,
    get blocks() {
      return content().blocks;
    },
    get within() {
      return content().within;
    },
  };
}

function headingLevel(name: string): number {
  return /^(?:ATX|Setext)Heading\d$/.test(name) ? Number(name.slice(-1)) : 0;
}

function headingText(text: string, node: SyntaxNode): Span {
  const marks = node.getChildren('HeaderMark');
  const last = marks.at(-1);
  if (node.name.startsWith('Setext')) return cut(text, node.from, last?.from ?? node.to);
  return cut(text, marks[0]?.to ?? node.from, marks.length > 1 ? (last?.from ?? node.to) : node.to);
}

function blockOf(text: string, node: SyntaxNode, within: UnreadContent[]): Block[] {
  if (!isShown(text, node)) return [];
  switch (node.name) {
    case 'Table':
      return [tableOf(text, node)];
    case 'BulletList':
    case 'OrderedList':
      collectWithin(text, node, within);
      return [{ kind: 'list', items: itemsOf(text, node) }];
    case 'HorizontalRule':
    case 'EmptyHeadings':
      return [];
    case 'CodeBlock':
      return [{ kind: 'prose', text: cutLines(text, node.from, node.to), code: true }];
    case 'FencedCode':
      return [{ kind: 'prose', text: cutBlock(text, node.from, node.to), code: true }];
    case 'Quote':
      collectWithin(text, node, within);
      return [{ kind: 'prose', text: cutBlock(text, node.from, node.to), code: false }];
    default:
      collectMarks(cutBlock(text, node.from, node.to), within);
      return [paragraphOf(text, cutBlock(text, node.from, node.to))];
  }
}

function paragraphOf(text: string, span: Span): Block {
  const indent = span.from - (text.lastIndexOf('\n', span.from - 1) + 1);
  return indent === 0 ? { kind: 'prose', text: span, code: false } : { kind: 'prose', text: span, code: false, indent };
}

function tableOf(text: string, node: SyntaxNode): Block {
  const rows: Row[] = [];
  let header: Row = { at: cut(text, node.from, node.from), cells: [] };
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === 'TableHeader') header = rowOf(text, child);
    else if (child.name === 'TableRow' && isShown(text, child)) rows.push(rowOf(text, child));
  }
  return { kind: 'table', at: cut(text, node.from, node.to), header, rows };
}

function rowOf(text: string, node: SyntaxNode): Row {
  const cells: Span[] = [];
  for (let cell = node.firstChild; cell !== null; cell = cell.nextSibling) {
    if (cell.name === 'TableCell') cells.push(cut(text, cell.from, cell.to));
  }
  return { at: cut(text, node.from, node.to), cells };
}

function itemsOf(text: string, list: SyntaxNode): Item[] {
  const items: Item[] = [];
  for (let node = list.firstChild; node !== null; node = node.nextSibling) {
    if (node.name === 'ListItem' && isShown(text, node)) items.push(itemOf(text, node));
  }
  return items;
}

function itemOf(text: string, item: SyntaxNode): Item {
  const items: Item[] = [];
  let first: Span | null = null;
  for (let node = item.firstChild; node !== null; node = node.nextSibling) {
    if (node.name === 'Paragraph' && isShown(text, node)) first ??= cut(text, node.from, node.to);
    else if (node.name === 'BulletList' || node.name === 'OrderedList')
      for (const item of itemsOf(text, node)) items.push(item);
  }
  return { at: cutBlock(text, item.from, item.to), text: first ?? cut(text, item.to, item.to), items };
}

const MARKS = new RegExp(
  `^${INVISIBLE}([#\\uff03]{2,}|[#\\uff03](?=\\s*Specification))${INVISIBLE}(?=[\\p{L}\\p{N}])`,
  'gmu',
);

/** Collects heading marks that make no heading: `##3. Entities`, or marks with invisible characters next to them. */
function collectMarks({ text, from }: Span, within: UnreadContent[]): void {
  if (!/[#\uff03]/.test(text)) return;
  for (const { 0: start, index } of text.matchAll(MARKS))
    within.push({ kind: 'mark', at: { text: start, from: from + index } });
}

/**
 * Collects the unread content of a top-level list or quotation. A list in a list is not collected: it consists of its
 * items.
 */
function collectWithin(text: string, block: SyntaxNode, within: UnreadContent[]): void {
  let quoted = 0;
  const kindOf = (name: string): UnreadContent['kind'] | null => {
    if (name === 'TooDeep') return 'deep';
    if (name === 'Table') return 'table';
    if (headingLevel(name) > 0) return 'heading';
    return quoted > 0 && name.endsWith('List') ? 'list' : null;
  };
  block.cursor().iterate(
    (node) => {
      if (node.name === 'Quote') quoted += 1;
      if (node.name === 'Paragraph') collectMarks(cutBlock(text, node.from, node.to), within);
      const kind = kindOf(node.name);
      if (kind === null) return true;
      if (/\S/.test(text.slice(node.from, node.to))) within.push({ kind, at: cut(text, node.from, node.to) });
      return kind === 'list';
    },
    (node) => {
      if (node.name === 'Quote') quoted -= 1;
    },
  );
}

/** Returns a range of the text without surrounding white space. */
function cut(text: string, from: number, to: number): Span {
  const raw = text.slice(from, to);
  const start = raw.trimStart();
  return { text: start.trimEnd(), from: from + (raw.length - start.length) };
}

/**
 * Returns a range without the white space that Markdown ignores. Other white space stays, since removing it could start
 * another block.
 */
function cutBlock(text: string, from: number, to: number): Span {
  let start = from;
  while (start < to && isSpace(text.charCodeAt(start))) start += 1;
  const end = endOfText(text, start, to);
  return { text: text.slice(start, end), from: start };
}

function endOfText(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

const isSpace = (code: number) => code === 32 || code === 9 || code === 10;

/** Returns whole lines, so that the first one keeps its indentation. */
function cutLines(text: string, from: number, to: number): Span {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  return { text: text.slice(start, endOfText(text, start, to)), from: start };
}
