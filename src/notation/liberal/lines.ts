import type { Block, Item } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { withoutLabel } from './label.ts';

interface Line {
  readonly span: Span;
  readonly indent: number;
  /** Where the second column begins, from the beginning of the line; null where there is one column. */
  readonly column: number | null;
}

interface Growing {
  readonly line: Line;
  end: number;
  readonly items: Growing[];
  /** Where its text ends, with the lines that carry on with it. */
  textEnd: number;
}

/** A gap between columns of plain text. */
const GAP = /\S(?:[ ]{2,}|[ ]*\t[ \t]*)(?=\S)/;

/**
 * A block of plain text whose lines are items by their indentation: a line that stands deeper than the one above is
 * nested in it, one that stands under its second column carries on with it. Null for running text and fenced code.
 */
export function itemsOfLines(block: Block): readonly Item[] | null {
  if (block.kind !== 'prose' || /^\s*(?:```|~~~|>|#{1,6} |\|)/.test(block.text.text)) return null;
  const lines = linesOf(block.text, block.indent ?? 0);
  if (lines.length === 0 || !(block.code || isLined(lines))) return null;
  return nested(block.text, lines);
}

/** A paragraph in lines that begin with labels; a line without one carries on with the line above. */
export function labelledLines(text: Span): Span[] {
  const lines: Span[] = [];
  let from = 0;
  let at = 0;
  for (const line of text.text.split('\n')) {
    const isLabelled = withoutLabel(part(text, at, at + line.length)).label !== null;
    if (isLabelled && at > from) {
      lines.push(part(text, from, at));
      from = at;
    }
    at += line.length + 1;
  }
  return [...lines, part(text, from)].filter((line) => line.text !== '');
}

/** The columns of a line of plain text: what two spaces or a tab divide. */
export function columnsOf(line: Span): Span[] {
  const columns: Span[] = [];
  let rest = line;
  for (;;) {
    const gap = GAP.exec(rest.text);
    if (gap === null) break;
    columns.push(part(rest, 0, gap.index + 1));
    rest = part(rest, gap.index + gap[0].length);
  }
  return [...columns, rest];
}

function linesOf(text: Span, indent: number): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const raw of text.text.split('\n')) {
    const start = raw.trimStart();
    const own = widthOf(raw.slice(0, raw.length - start.length)) + (from === 0 ? indent : 0);
    const span = part(text, from, from + raw.length);
    const gap = GAP.exec(span.text);
    const column = gap === null ? null : own + gap.index + gap[0].length;
    if (start !== '') lines.push({ span, indent: own, column });
    from += raw.length + 1;
  }
  return lines;
}

const widthOf = (spaces: string): number => [...spaces].reduce((sum, char) => sum + (char === '\t' ? 4 : 1), 0);

/** Running text is wrapped at one margin; lines are set off by indentation or by columns. */
function isLined(lines: readonly Line[]): boolean {
  const [first] = lines;
  if (first === undefined) return false;
  const inColumns = lines.filter(({ column }) => column !== null).length;
  if (lines.length === 1) return first.indent >= 2 && inColumns === 1;
  return inColumns * 2 >= lines.length || lines.slice(1).some(({ indent }) => indent >= first.indent + 2);
}

function nested(text: Span, lines: readonly Line[]): Item[] {
  const top: Growing[] = [];
  const open: Growing[] = [];
  for (const line of lines) {
    const last = open.at(-1);
    const end = line.span.from + line.span.text.length - text.from;
    const column = last?.line.column ?? null;
    if (last !== undefined && column !== null && line.column === null && line.indent >= column - 1) {
      last.textEnd = end;
      for (const each of open) each.end = end;
      continue;
    }
    while (open.length > 0 && (open.at(-1)?.line.indent ?? -1) >= line.indent) open.pop();
    const item: Growing = { line, end, textEnd: end, items: [] };
    (open.at(-1)?.items ?? top).push(item);
    for (const each of open) each.end = end;
    open.push(item);
  }
  return top.map((item) => itemOf(text, item));
}

function itemOf(text: Span, { line, end, textEnd, items }: Growing): Item {
  const from = line.span.from - text.from;
  return { at: part(text, from, end), text: part(text, from, textEnd), items: items.map((item) => itemOf(text, item)) };
}

/**
 * Blocks with their plain text as lists, and with a list cut where a line at the margin begins with a label: Markdown
 * takes such a line for more of the item above it.
 */
export function plainBlocks(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.kind === 'list') return cutAtLabels(block.items);
    const items = block.kind === 'prose' && !block.code ? itemsOfLines(block) : null;
    if (items === null) return [block];
    return [{ kind: 'list', items }];
  });
}

function cutAtLabels(items: readonly Item[]): Block[] {
  const blocks: Block[] = [];
  let open: Item[] = [];
  for (const item of items) {
    const at = labelLine(item);
    if (at < 0) {
      open.push(item);
      continue;
    }
    const end = item.text.from - item.at.from + at;
    open.push({ ...item, at: part(item.at, 0, end), text: part(item.text, 0, at) });
    blocks.push({ kind: 'list', items: open }, { kind: 'prose', text: part(item.text, at), code: false });
    open = [];
  }
  return open.length === 0 ? blocks : [...blocks, { kind: 'list', items: open }];
}

/** Where in the text of an item a line at the margin has a label in front; -1 where none has. */
function labelLine({ text, items }: Item): number {
  if (items.length > 0) return -1;
  for (let at = text.text.indexOf('\n'); at >= 0; at = text.text.indexOf('\n', at + 1)) {
    const end = text.text.indexOf('\n', at + 1);
    const line = text.text.slice(at + 1, end < 0 ? undefined : end);
    if (!/^\s/.test(line) && withoutLabel({ text: line, from: 0 }).label !== null) return at + 1;
  }
  return -1;
}
