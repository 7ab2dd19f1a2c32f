import type { BlockContext, Element, LeafBlock, LeafBlockParser, Line, MarkdownConfig } from '@lezer/markdown';
import { parser } from '@lezer/markdown';
import { codeSpans, MAX_CODE_MARK } from './code.ts';
import { definitionLeaf, isLazyContinuation } from './definition.ts';
import { cellRanges, isDelimiterRow } from './rows.ts';

/** Maximum nesting. Deeper lines become one `TooDeep` node each. */
export const MAX_DEPTH = 32;

/** Parts of Markdown that the notation does not use; some take quadratic time on hostile text. */
const UNUSED = [
  'Link',
  'LinkEnd',
  'Image',
  'Emphasis',
  'HTMLTag',
  'LinkReference',
  'Entity',
  'Autolink',
  'Strikethrough',
  'HardBreak',
  'Escape',
  'Blockquote',
];

/**
 * The Markdown of the notation, for the reader and for editors: its own tables (`Table`, `TableRow`, `TableCell`,
 * including empty cells, with an `Expression` node for each code span) and limited nesting.
 */
export const notation: MarkdownConfig = {
  remove: UNUSED,
  defineNodes: [
    { name: 'Table', block: true },
    { name: 'TableHeader' },
    { name: 'TableDelimiter' },
    { name: 'TableRow' },
    { name: 'TableCell' },
    { name: 'Expression' },
    { name: 'TooDeep', block: true },
    { name: 'EmptyHeadings', block: true },
    { name: 'Quote', block: true, composite: continuesQuote },
  ],
  parseBlock: [
    { name: 'TooDeep', before: 'IndentedCode', parse: tooDeep },
    { name: 'EmptyHeadings', before: 'ATXHeading', parse: emptyHeadings },
    { name: 'Quote', before: 'HorizontalRule', parse: quote },
    { name: 'Definition', leaf: (_cx, leaf) => definitionLeaf(leaf) },
    { name: 'Table', leaf: (_cx, leaf) => (leaf.content.includes('|') ? new TableLeaf() : null), endLeaf: endsBlock },
  ],
  parseInline: [{ name: 'InlineCode', parse: (cx, next, pos) => inlineCode(cx, next, pos) }],
};

/** The parser with that configuration. */
export const notationParser = parser.configure(notation);

function tooDeep(cx: BlockContext, line: Line): boolean {
  if (line.next >= 0) startItem(cx);
  if (cx.depth <= MAX_DEPTH || line.next < 0) return false;
  const from = cx.lineStart + line.pos;
  const to = cx.lineStart + line.text.length;
  cx.addElement(cx.elt('TooDeep', from, to));
  cx.nextLine();
  return true;
}

/**
 * The parser ends an item with an empty first line at the next empty line, even if a block has begun in it: a block of
 * code would continue outside the list.
 */
function startItem(cx: BlockContext): void {
  const item: unknown = 'block' in cx ? cx.block : null;
  if (item !== null && typeof item === 'object' && 'blankFirstLine' in item) item.blankFirstLine = false;
}

/** `##  ##` starts an appendix without a title. */
const EMPTY_HEADING = /^(?:#{1,6}|#{3,6}[ \t]+#+)[ \t]*$/;

/** Headings without text divide nothing; a run of them becomes one node. */
function emptyHeadings(cx: BlockContext, line: Line): boolean {
  if (line.next !== HASH || cx.depth > 1 || !EMPTY_HEADING.test(line.text.slice(line.pos))) return false;
  const from = cx.lineStart + line.pos;
  let to = from;
  do to = cx.lineStart + line.text.length;
  while (cx.nextLine() && EMPTY_HEADING.test(line.text));
  cx.addElement(cx.elt('EmptyHeadings', from, to));
  return true;
}

/** Parses a quotation. Its marks get no nodes: one per line would make long quotations slow. */
function quote(cx: BlockContext, line: Line): null | false {
  if (line.next !== GREATER) return false;
  cx.startComposite('Quote', line.pos);
  line.moveBase(afterMark(line));
  return null;
}

function continuesQuote(_cx: BlockContext, line: Line): boolean {
  if (line.next !== GREATER) return false;
  line.moveBase(afterMark(line));
  return true;
}

function afterMark(line: Line): number {
  const after = line.text.charCodeAt(line.pos + 1);
  return line.pos + (after === 32 || after === 9 ? 2 : 1);
}

/**
 * A table starts where a line with a pipe is followed by a delimiter row, and ends at the first line without a pipe.
 * Its lines never continue an enclosing list or quotation lazily.
 */
function endsBlock(cx: BlockContext, line: Line, leaf: LeafBlock): boolean {
  const table = leaf.parsers.find((candidate) => candidate instanceof TableLeaf);
  if (table?.isTable === true) return !line.text.includes('|') || isLazyContinuation(cx, line);
  if (isLazyContinuation(cx, line)) return false;
  if (table !== undefined && table.lines === 1 && isDelimiterRow(line.text.slice(line.pos))) return false;
  if (!line.text.includes('|') || isDelimiterRow(line.text)) return false;
  return isDelimiterRow(cx.depth > 1 ? cx.peekLine().replace(/^[ \t>]+/, '') : cx.peekLine());
}

class TableLeaf implements LeafBlockParser {
  rows: Element[] | null = null;
  lines = 1;

  get isTable(): boolean {
    return this.rows !== null;
  }

  nextLine(cx: BlockContext, line: Line, leaf: LeafBlock): boolean {
    this.lines += 1;
    const text = line.text.slice(line.pos);
    const from = cx.lineStart + line.pos;
    if (this.rows !== null) {
      this.rows.push(rowOf(cx, 'TableRow', text, from));
    } else if (this.lines === 2 && isDelimiterRow(text) && !isLazyContinuation(cx, line)) {
      this.rows = [
        rowOf(cx, 'TableHeader', leaf.content, leaf.start),
        cx.elt('TableDelimiter', from, from + text.length),
      ];
    }
    return false;
  }

  finish(cx: BlockContext, leaf: LeafBlock): boolean {
    if (this.rows === null) return false;
    cx.addLeafElement(leaf, cx.elt('Table', leaf.start, leaf.start + leaf.content.length, this.rows));
    return true;
  }
}

function rowOf(cx: BlockContext, name: string, text: string, at: number): Element {
  const cells = cellRanges(text).map(({ from, to }) => {
    const expressions = codeSpans(text.slice(from, to)).map((code) =>
      cx.elt('Expression', at + from + code.from, at + from + code.to),
    );
    return cx.elt('TableCell', at + from, at + to, expressions);
  });
  return cx.elt(name, at, at + text.length, cells);
}

interface Inline {
  readonly end: number;
  char(pos: number): number;
  elt(type: string, from: number, to: number, children?: readonly Element[]): Element;
  addElement(element: Element): number;
}

const BACKTICK = 96;
const BACKSLASH = 92;
const GREATER = 62;
const HASH = 35;

/** Parses inline code. Unlike the default parser, it treats long runs of backticks as plain text. */
function inlineCode(cx: Inline, next: number, start: number): number {
  if (next !== BACKTICK || isEscaped(cx, start)) return -1;
  const size = runLength(cx, start);
  if (size > MAX_CODE_MARK) return start + size;
  for (let pos = start + size; pos < cx.end; ) {
    if (cx.char(pos) !== BACKTICK) {
      pos += 1;
      continue;
    }
    const found = runLength(cx, pos);
    if (found === size) return cx.addElement(code(cx, start, pos + size, size));
    pos += found;
  }
  return start + size;
}

function isEscaped(cx: Inline, pos: number): boolean {
  let from = pos;
  while (cx.char(from - 1) === BACKSLASH) from -= 1;
  return (pos - from) % 2 === 1;
}

function runLength(cx: Inline, from: number): number {
  let to = from;
  while (to < cx.end && cx.char(to) === BACKTICK) to += 1;
  return to - from;
}

function code(cx: Inline, from: number, to: number, size: number): Element {
  return cx.elt('InlineCode', from, to, [cx.elt('CodeMark', from, from + size), cx.elt('CodeMark', to - size, to)]);
}
