import type { SyntaxNode, Tree, TreeFragment } from '@lezer/common';
import { notationParser } from './grammar.ts';
import type { Span } from './span.ts';

/** A document as its headings, tables, lists and prose, each with its place. Says nothing about what they mean. */
export interface Document {
  readonly text: string;
  readonly headings: readonly Heading[];
  /** What a later reading goes on from. */
  readonly tree: Tree;
}

/**
 * A heading with all that stands under it up to the next one, `from` the beginning of its line `to` that of the next.
 * The first has level 0 and no text: what stands before. Its blocks are taken apart when they are first asked for.
 */
export interface Heading {
  readonly level: number;
  readonly title: Span;
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly Block[];
  /** Lines that are nested too deep to be read. */
  readonly tooDeep: readonly Span[];
}

export type Block =
  | { readonly kind: 'table'; readonly at: Span; readonly header: Row; readonly rows: readonly Row[] }
  | { readonly kind: 'list'; readonly items: readonly Item[] }
  /** A paragraph, a quotation, a block of code: kept as it is written. `indent`: of its first line, where it has one. */
  | { readonly kind: 'prose'; readonly text: Span; readonly code: boolean; readonly indent?: number };

export interface Row {
  readonly at: Span;
  readonly cells: readonly Span[];
}

/** `text` is the first paragraph of the item, `at` the whole item with what is nested in it. */
export interface Item {
  readonly at: Span;
  readonly text: Span;
  readonly items: readonly Item[];
}

/**
 * Reads any text, in linear time. A byte order mark, tabs and either kind of line end are fine. `fragments` are what is
 * left of an earlier tree.
 */
export function documentOf(written: string, fragments: readonly TreeFragment[] = []): Document {
  const text = plainText(written);
  const tree = notationParser.parse(text, fragments);
  const headings: Growing[] = [{ level: 0, title: { text: '', from: 0 }, from: 0, nodes: [] }];
  for (let node = tree.topNode.firstChild; node !== null; node = node.nextSibling) {
    const level = headingLevel(node.name);
    if (level > 0) headings.push({ level, title: headingText(text, node), from: node.from, nodes: [] });
    else headings.at(-1)?.nodes.push(node);
  }
  return {
    text,
    tree,
    headings: headings.map((heading, index) => lazyHeading(text, heading, headings[index + 1]?.from ?? text.length)),
  };
}

/** The text as it is parsed: of the same length, without marks and returns of other systems. */
export function plainText(written: string): string {
  const text = written.charCodeAt(0) === 0xfeff ? ` ${written.slice(1)}` : written;
  return text.includes('\r') ? text.replaceAll('\r', ' ') : text;
}

interface Growing {
  readonly level: number;
  readonly title: Span;
  readonly from: number;
  readonly nodes: SyntaxNode[];
}

function lazyHeading(text: string, { level, title, from, nodes }: Growing, to: number): Heading {
  let found: Pick<Heading, 'blocks' | 'tooDeep'> | null = null;
  const content = () => {
    if (found !== null) return found;
    const tooDeep: Span[] = [];
    found = { blocks: nodes.flatMap((node) => blockOf(text, node, tooDeep)), tooDeep };
    return found;
  };
  return {
    level,
    title,
    from,
    to,
    get blocks() {
      return content().blocks;
    },
    get tooDeep() {
      return content().tooDeep;
    },
  };
}

function headingLevel(name: string): number {
  return name.startsWith('ATXHeading') ? Number(name.slice('ATXHeading'.length)) : 0;
}

function headingText(text: string, node: SyntaxNode): Span {
  const marks = node.getChildren('HeaderMark');
  const last = marks.at(-1);
  return cut(text, marks[0]?.to ?? node.from, marks.length > 1 ? (last?.from ?? node.to) : node.to);
}

function blockOf(text: string, node: SyntaxNode, tooDeep: Span[]): Block[] {
  switch (node.name) {
    case 'Table':
      return [tableOf(text, node)];
    case 'BulletList':
    case 'OrderedList':
      return [{ kind: 'list', items: itemsOf(text, node, tooDeep) }];
    case 'HorizontalRule':
    case 'EmptyHeadings':
      return [];
    case 'CodeBlock':
      return [{ kind: 'prose', text: cutLines(text, node.from, node.to), code: true }];
    case 'FencedCode':
      return [{ kind: 'prose', text: cutBlock(text, node.from, node.to), code: true }];
    case 'Quote':
      collectTooDeep(text, node, tooDeep);
      return [{ kind: 'prose', text: cutBlock(text, node.from, node.to), code: false }];
    default:
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
    else if (child.name === 'TableRow') rows.push(rowOf(text, child));
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

function itemsOf(text: string, list: SyntaxNode, tooDeep: Span[]): Item[] {
  const items: Item[] = [];
  for (let node = list.firstChild; node !== null; node = node.nextSibling) {
    if (node.name === 'ListItem') items.push(itemOf(text, node, tooDeep));
  }
  return items;
}

function itemOf(text: string, item: SyntaxNode, tooDeep: Span[]): Item {
  const items: Item[] = [];
  let first: Span | null = null;
  for (let node = item.firstChild; node !== null; node = node.nextSibling) {
    if (node.name === 'Paragraph') first ??= cut(text, node.from, node.to);
    else if (node.name === 'BulletList' || node.name === 'OrderedList')
      for (const item of itemsOf(text, node, tooDeep)) items.push(item);
    else if (node.name === 'TooDeep') tooDeep.push(cut(text, node.from, node.to));
    else if (node.name === 'Quote') collectTooDeep(text, node, tooDeep);
  }
  return { at: cutBlock(text, item.from, item.to), text: first ?? cut(text, item.to, item.to), items };
}

function collectTooDeep(text: string, quote: SyntaxNode, tooDeep: Span[]): void {
  quote.cursor().iterate((node) => {
    if (node.name === 'TooDeep') tooDeep.push(cut(text, node.from, node.to));
  });
}

/** Without the spaces around it. */
function cut(text: string, from: number, to: number): Span {
  const raw = text.slice(from, to);
  const start = raw.trimStart();
  return { text: start.trimEnd(), from: from + (raw.length - start.length) };
}

/** Without the spaces that Markdown takes for such; others would turn into the beginning of another block. */
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

/** Whole lines, so that the first one keeps its indentation. */
function cutLines(text: string, from: number, to: number): Span {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  return { text: text.slice(start, endOfText(text, start, to)), from: start };
}
