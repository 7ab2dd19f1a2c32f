import { nearest } from '../../expressions/syntax/nearest-name.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Place } from '../../model/types/element.ts';
import type { Document } from '../markdown/document.ts';
import { codeOf } from '../markdown/span.ts';
import { columnMissing, type Message, shortened } from './codes.ts';
import { sameTitle } from './titles.ts';

/** A finding, and the message that it was made from. */
export interface ReportedFinding {
  readonly diagnostic: Diagnostic;
  readonly message: Message;
}

/** A top-level heading, paragraph, list or table. `head`: the column headings of a table. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly head: readonly { readonly from: number; readonly text: string }[] | null;
}

/**
 * Merges findings of one kind in one table, list or paragraph: the merged finding is at the first place, lists the
 * other places in `also`, and gives the count. Findings with an edit are not merged.
 */
export function mergeFindings(reported: readonly ReportedFinding[], { tree, text }: Document): Diagnostic[] {
  if (reported.length < 2 && reported[0]?.message.group === undefined)
    return reported.map(({ diagnostic }) => diagnostic);
  const blockAt = blocksOf(tree, text);
  const groups = new Map<string, ReportedFinding[]>();
  const inOrder = reported.toSorted((one, other) => one.diagnostic.at.from - other.diagnostic.at.from);
  inOrder.forEach((each, index) => {
    const { message, diagnostic } = each;
    const key =
      message.group === undefined || diagnostic.edit !== null
        ? String(index)
        : [message.group.kind, message.group.many, message.next, blockAt(diagnostic.at.from)?.from].join('\n');
    const same = groups.get(key);
    if (same === undefined) groups.set(key, [each]);
    else same.push(each);
  });
  const columns = new Set<ReportedFinding>();
  const all = [...groups.values()];
  const missing = all.flatMap((group) => missingColumn(group, all, blockAt, columns));
  const remaining = all.filter((group) => !group.some((each) => columns.has(each)));
  return [...missing, ...remaining.map(oneOf)].filter((each) => each !== null);
}

/** Merges a group into one finding. */
function oneOf(group: readonly ReportedFinding[]): Diagnostic | null {
  const [first, ...rest] = group;
  if (first === undefined) return null;
  const { diagnostic, message } = first;
  if (rest.length === 0 || message.group === undefined) return diagnostic;
  const subjects = [...new Set(group.flatMap((each) => each.message.group?.subject ?? []))];
  const named = subjects.slice(0, MOST_NAMED).map((subject) => `“${shortened(subject)}”`);
  const more = subjects.length > MOST_NAMED ? ` and ${subjects.length - MOST_NAMED} more` : '';
  const list = named.length === 0 ? '' : `: ${named.join(', ')}${more}`;
  return {
    ...diagnostic,
    message: `${group.length} ${message.group.many}${list}.`,
    also: [...diagnostic.also, ...rest.flatMap((each) => [each.diagnostic.at, ...each.diagnostic.also])],
  };
}

const MOST_NAMED = 4;

/**
 * Replaces the findings of rows without a name by one finding if the table lacks the column. If another heading may be
 * meant for the column, the new finding also replaces the finding of that heading.
 */
function missingColumn(
  group: readonly ReportedFinding[],
  all: readonly (readonly ReportedFinding[])[],
  blockAt: (at: number) => Stretch | null,
  replaced: Set<ReportedFinding>,
): Diagnostic[] {
  const [first] = group;
  const column =
    first?.message.group?.kind === 'missing' ? /^rows have no (.*)$/.exec(first.message.group.many)?.[1] : null;
  if (first === undefined || column === null || column === undefined) return [];
  const table = blockAt(first.diagnostic.at.from);
  if (table === null || table.head === null || table.head.some(({ text }) => sameTitle(text, column))) return [];
  const unread = all
    .flat()
    .filter(({ message, diagnostic }) => message.group?.kind === 'column' && isIn(diagnostic.at, table));
  const candidate = unread.find(({ message }) => isNear(message.group?.subject ?? '', column)) ?? null;
  const { message, next } = columnMissing(column, candidate?.message.group?.subject ?? null, group.length);
  for (const each of candidate === null ? group : [candidate, ...group]) replaced.add(each);
  const at = candidate?.diagnostic.at ?? first.diagnostic.at;
  const edit =
    candidate === null ? null : { from: at.from, to: at.to, text: column, title: `Rename the column to ${column}` };
  const also = (candidate === null ? group.slice(1) : group).map(({ diagnostic }) => diagnostic.at);
  return [{ ...first.diagnostic, at, message, next, edit, also }];
}

/** Whether a heading resembles a column: `Event from` for `From`, `Fieldd` for `Field`. */
function isNear(heading: string, column: string): boolean {
  const words = heading.toLowerCase().split(/\s+/);
  return words.includes(column.toLowerCase()) || nearest(heading, [column]) !== null;
}

const isIn = ({ from }: Place, block: Stretch): boolean => block.from <= from && from < block.to;

function blocksOf(tree: Document['tree'], text: string): (at: number) => Stretch | null {
  const blocks: Stretch[] = [];
  for (let node = tree.topNode.firstChild; node !== null; node = node.nextSibling) {
    const head = node.name === 'Table' ? (node.firstChild?.getChildren('TableCell') ?? []) : null;
    blocks.push({
      from: node.from,
      to: node.to,
      head: head?.map((cell) => ({ from: cell.from, text: plain(text.slice(cell.from, cell.to)) })) ?? null,
    });
  }
  return (at) => {
    let low = 0;
    let high = blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((blocks[middle]?.from ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return blocks[low] ?? null;
  };
}

const plain = (cell: string): string => codeOf({ text: cell, from: 0 })?.text ?? cell.replaceAll(/^\*\*|\*\*$/g, '');
