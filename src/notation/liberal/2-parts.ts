import { keyOf } from '../columns.ts';
import type { Block, Item } from '../markdown/document.ts';
import { part } from '../markdown/span.ts';
import type { Part } from '../outline.ts';
import { ALL_KEYS } from '../points/2-columns.ts';
import { type Head, headOf, withoutNumber } from './2-heads.ts';
import { tableInWords } from './2-tables.ts';

export const holdsScreen = (item: Item): boolean =>
  (headOf(item.text) !== null && !/\bredirects? here\b/i.test(item.text.text)) || item.items.some(holdsScreen);

/** A line `- Route: /x` states a screen in the notation. */
export const hasRouteKey = ({ blocks }: Part): boolean =>
  blocks.some(
    (block) => block.kind === 'list' && block.items.some(({ text }) => keyOf(text, ALL_KEYS)?.key === 'Route'),
  );

const SAYS_ROUTE = /^[*_]{0,2}(?:route|path|url|address)s?[*_]{0,2}\s*:[*_]{0,2}\s*/i;

/** The heading is the name of a screen whose route the first words under it say. */
export function headWithin({ title, blocks }: Part): Head | null {
  const [first] = blocks;
  const text =
    first?.kind === 'list' ? first.items[0]?.text : first?.kind === 'prose' && !first.code ? first.text : undefined;
  if (text === undefined || blocks.slice(1).some(holdsScreens)) return null;
  if (first?.kind === 'list' && first.items.slice(1).some(holdsScreen)) return null;
  const said = SAYS_ROUTE.exec(text.text);
  const head = headOf(said === null ? text : part(text, said[0].length));
  return head === null || head.name !== null ? null : { ...head, name: withoutNumber(title) };
}

export function holdsScreens(block: Block): boolean {
  if (block.kind === 'list') return block.items.some(holdsScreen);
  if (block.kind === 'table') return tableInWords(block) !== null;
  return !block.code && headOf(block.text) !== null;
}
