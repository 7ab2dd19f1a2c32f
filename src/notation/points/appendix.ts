import type { Block } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { type Reader, words } from '../reader/reader.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** Returns the tables of an appendix. Everything else in it is reported; `accepted` says what is read there. */
export function tablesIn(reader: Reader, blocks: readonly Block[], accepted: string): Table[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'table') return block;
    const texts = block.kind === 'list' ? block.items.map(({ text }) => text) : [firstLine(block.text)];
    for (const text of texts) reader.report(messages.textNotRead(words(text), accepted), text);
    return [];
  });
}

function firstLine(text: Span): Span {
  const end = text.text.indexOf('\n');
  return end < 0 ? text : part(text, 0, end);
}
