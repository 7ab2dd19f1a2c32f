import type { Block, Item } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { headOf } from './2-heads.ts';
import { labelledLines } from './lines.ts';

/** A paragraph whose lines each begin with a label or with an address, as a list of them; any other block as it is. */
export function linesAsItems(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => {
    if (block.kind !== 'prose' || block.code || !block.text.text.includes('\n')) return block;
    if (/^(?:>|#|\|)/.test(block.text.text)) return block;
    const lines = routeLines(block.text) ?? labelledLines(block.text);
    return lines.length < 2 ? block : { kind: 'list', items: lines.map(itemOf) };
  });
}

const itemOf = (line: Span): Item => ({ at: line, text: line, items: [] });

/** The lines of a text that is nothing but screens, one on each line at one margin. */
function routeLines(text: Span): Span[] | null {
  const lines: Span[] = [];
  let from = 0;
  for (const line of text.text.split('\n')) {
    if (from > 0 && /^\s/.test(line)) return null;
    lines.push(part(text, from, from + line.length));
    from += line.length + 1;
  }
  return lines.every((line) => /^[`*"]{0,3}\/|^[^/]{1,60}[(`]\//.test(line.text) && headOf(line) !== null)
    ? lines
    : null;
}
