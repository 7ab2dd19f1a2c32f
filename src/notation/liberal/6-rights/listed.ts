import type { Role } from '../../../model/types/model.ts';
import type { Block, Item } from '../../markdown/document.ts';
import type { Span } from '../../markdown/span.ts';
import { keyAndValue, words } from '../../reader.ts';
import { nameKey } from '../phrases/fold.ts';
import { isLabelled } from './forms.ts';

type Table = Extract<Block, { kind: 'table' }>;

export interface ListedRole {
  readonly name: Span;
  readonly value: Span | null;
}

export type Listed = (item: Item) => ListedRole | null;

/** Words before a list that say that it is one of roles. */
const TITLE = /^\**(?:the )?roles\b[^.\n]{0,40}$/i;

/** Longer than names mostly are, and yet those of roles: a column of the matrix has them, or their list is called one of roles. */
export function longNames(
  sections: readonly (readonly Block[])[],
  isMatrix: (table: Table) => boolean,
): ReadonlySet<string> {
  const columns = sections
    .flat()
    .flatMap((block) => (block.kind === 'table' && isMatrix(block) ? block.header.cells.slice(1).map(words) : []));
  const listed = sections.flatMap((blocks) =>
    blocks.flatMap((block, index) => {
      const before = blocks[index - 1];
      const isTitled = before?.kind === 'prose' && !before.code && TITLE.test(before.text.text);
      if (!isTitled || block.kind !== 'list') return [];
      return block.items.flatMap(({ text }) => keyAndValue(text)?.key ?? []).map(words);
    }),
  );
  return new Set([...columns, ...listed].map(nameKey));
}

/** `- Lead: looks after the tasks of their team`; a short item without a colon is a role too. */
export function listedRole(item: Item, long: ReadonlySet<string>): ListedRole | null {
  const found = keyAndValue(item.text);
  const name = found?.key ?? item.text;
  if (
    (words(name).split(/\s+/).length > 4 && !long.has(nameKey(words(name)))) ||
    (found === null && /[.!?,;]$|[,;]/.test(name.text))
  )
    return null;
  return { name, value: found?.value ?? null };
}

type IsListed = (item: Item) => boolean;

/** The blocks without the items that are written in words. */
export function inForm(blocks: readonly Block[], isListed: IsListed): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.kind !== 'list') return [block];
    const items = block.items.filter(isListed);
    return items.length === 0 ? [] : [{ ...block, items }];
  });
}

export function inWords(blocks: readonly Block[], isListed: IsListed): Item[] {
  return blocks.flatMap((block) => (block.kind === 'list' ? block.items.filter((item) => !isListed(item)) : []));
}

/** The roles of a list that something is said of. */
export function listedRoles(
  blocks: readonly Block[],
  isListed: IsListed,
  listed: Listed,
): { name: Span; value: Span }[] {
  return inForm(blocks, isListed).flatMap((block) =>
    block.kind !== 'list'
      ? []
      : block.items.flatMap((item) => {
          const found = listed(item);
          return found === null || found.value === null ? [] : [{ name: found.name, value: found.value }];
        }),
  );
}

/** `- Lead: looks after the tasks`, `- Lead`. Where the roles are named elsewhere, only one of those is listed. */
export function listing(named: readonly Role[], blocks: readonly Block[], listed: Listed): IsListed {
  const names = new Set(named.map(({ name }) => nameKey(name)));
  const beside = new Set(blocks.flatMap(besideHeads));
  return (item) =>
    isRoleItem(item, listed) &&
    !beside.has(item) &&
    (names.size === 0 || names.has(nameKey(words(listed(item)?.name ?? item.text))));
}

/** Items with a colon beside roles that have their rights under them: they say something of a thing, and are no roles. */
function besideHeads(block: Block): Item[] {
  if (block.kind !== 'list' || block.items.filter(({ items }) => items.length > 0).length < 2) return [];
  return block.items.filter((item) => item.items.length === 0 && keyAndValue(item.text) !== null);
}

function isRoleItem(item: Item, listed: Listed): boolean {
  return item.items.length === 0 && !item.text.text.startsWith('`can') && !isLabelled(item) && listed(item) !== null;
}

export function listedIn(blocks: readonly Block[], listed: Listed): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'list'
      ? block.items
          .filter((item) => isRoleItem(item, listed))
          .map((item) => nameKey(words(listed(item)?.name ?? item.text)))
      : [],
  );
}
