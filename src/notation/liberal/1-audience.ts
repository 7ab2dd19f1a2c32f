import type { Block, Item } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { words } from '../reader.ts';
import { cut } from './cut.ts';
import { withoutLabel } from './label.ts';
import { itemsOfLines } from './lines.ts';

const WHO =
  /^(?:\*\*)?(?:who (?:uses|works with|it is for|is it for|will use)\b.{0,30}|users|audience|people|user groups|for whom|roles|(?:it|the \p{L}+|this(?: \p{L}+)?) is (?:for|used by) .{0,20}(?:kinds|groups|types|sorts) of (?:people|users))(?:\*\*)?[:?.]?(?:\*\*)?$/iu;
const GROUP = /^(?:(?:user )?groups?|roles?|who|users?|audience|people|personas?|actors?|stakeholders?|kind of user)$/i;
const LISTED = /^(?:\*\*)?(?:users|used by|audience|user groups|who uses it)(?:\*\*)?\s*:(?:\*\*)?\s+(.+)$/i;

/** Whom point 1 says that the product is for: a list under "Who uses it:", a table of groups, "Users: clerks, leads". */
export function audienceIn(blocks: readonly Block[]): Span[] {
  for (const [index, block] of blocks.entries()) {
    const found = named(block, blocks[index + 1]);
    if (found.length > 0) return found;
  }
  return [];
}

function named(block: Block, next: Block | undefined): Span[] {
  if (block.kind === 'table') return inTable(block);
  if (block.kind === 'list') return first(block.items, underItem);
  if (block.code) return [];
  const lines = itemsOfLines(block);
  const inLines = lines === null ? [] : first(lines, underItem);
  if (inLines.length > 0) return inLines;
  const last = block.text.text.split('\n').at(-1) ?? '';
  if (WHO.test(last) && next?.kind === 'list') return namesOf(next.items);
  return first(linesOf(block.text), inSentences);
}

function first<T>(things: readonly T[], names: (thing: T) => Span[]): Span[] {
  for (const thing of things) {
    const found = names(thing);
    if (found.length > 0) return found;
  }
  return [];
}

function underItem(item: Item): Span[] {
  const { rest } = withoutLabel(item.text);
  return item.items.length > 0 && WHO.test(rest.text) ? namesOf(item.items) : inSentences(rest);
}

/** The names that a list begins its items with; none where one of them begins with none. */
function namesOf(items: readonly Item[]): Span[] {
  const names = items.map(({ text }) => nameOf(withoutLabel(text).rest));
  return names.some((name) => name === null) ? [] : names.flatMap((name) => name ?? []);
}

const BOLD = /^\*\*([^*:]{1,60}):?\*\*/;
const SIGNED = /^([^–—:(|.,;`*]{1,60}?)\s*(?:\([^()]*\)\s*)?(?:[–—:|]|\s-\s|$|\s{2,})/;
const DOING = /^(?:The |An? )?(\p{L}[\p{L}-]*)(?= \p{Ll})/u;

function nameOf(text: Span): Span | null {
  const name = (BOLD.exec(text.text) ?? SIGNED.exec(text.text) ?? DOING.exec(text.text))?.[1];
  if (name === undefined || name.split(/\s+/).length > 4) return null;
  const from = text.text.indexOf(name);
  const found = part(text, from, from + name.length);
  return words(found) === '' ? null : found;
}

/** Each row of a table of groups; "Doctors and nurses" are two. */
function inTable({ header, rows }: Extract<Block, { kind: 'table' }>): Span[] {
  const [heading] = header.cells;
  if (heading === undefined || !GROUP.test(words(heading))) return [];
  return rows.flatMap(({ cells: [cell] }) => (cell === undefined ? [] : listed(cell)));
}

function inSentences(text: Span): Span[] {
  for (const sentence of cut(text, (all, at) => (/^\.\s/.test(all.slice(at, at + 2)) ? 1 : 0))) {
    const list = LISTED.exec(withoutLabel(sentence).rest.text.replace(/\.$/, ''))?.[1];
    if (list === undefined) continue;
    const from = sentence.text.indexOf(list);
    const names = listed(part(sentence, from, from + list.length));
    return names.length < 2 ? [] : names;
  }
  return [];
}

/** `recruiters (5), hiring managers (~60), plus a read-only auditor`: the names among it. */
function listed(span: Span): Span[] {
  const parts = cut(span, (text, at) =>
    text[at] === ',' ? 1 : (/^\s+(?:and|or|plus|&)\s+/i.exec(text.slice(at, at + 8))?.[0].length ?? 0),
  );
  return parts.flatMap((each) => {
    const code = /`([^`]+)`/.exec(each.text)?.[1];
    const lead = /^(?:and |plus |or )?(?:an? |the )?/i.exec(each.text)?.[0].length ?? 0;
    const name = code ?? /^[^(]*/.exec(each.text.slice(lead))?.[0].trim() ?? '';
    const from = each.text.indexOf(name);
    return name === '' || name.split(/\s+/).length > 4 ? [] : [part(each, from, from + name.length)];
  });
}

function linesOf(text: Span): Span[] {
  const lines: Span[] = [];
  let from = 0;
  for (const line of text.text.split('\n')) {
    lines.push(part(text, from, from + line.length));
    from += line.length + 1;
  }
  return lines.some((line) => withoutLabel(line).label !== null) ? lines : [text];
}
