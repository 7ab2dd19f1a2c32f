import type { WireGroup, WireRecord } from '../../../engine/core/wire-format.ts';

/** Groups whose rows are asked for together: neighbours with few rows, or one with many. */
export interface Chunk {
  readonly id: string;
  readonly groups: readonly WireGroup[];
}

/** What is held of the rows of a group. */
export interface Held {
  readonly records: readonly WireRecord[];
  /** There are no more. */
  readonly isWhole: boolean;
}

/** One line of a list in groups. `place` counts from 0 what stands above it, loaded or not. */
export type Item =
  | {
      readonly kind: 'group';
      readonly id: string;
      readonly group: WireGroup;
      readonly isOpen: boolean;
      readonly place: number;
    }
  | {
      readonly kind: 'row';
      readonly id: string;
      readonly group: string;
      readonly record: WireRecord;
      readonly place: number;
    }
  /** A row that is not loaded: the one of this number in its group. */
  | { readonly kind: 'wait'; readonly id: string; readonly group: string; readonly at: number; readonly place: number };

/** So many rows that are not there yet are drawn below those that are: nobody scrolls further at once. */
const MOST_WAITING = 200;

/** Names a group among those of its list; no key is empty. */
export const groupId = ({ key }: Pick<WireGroup, 'key'>): string => key ?? '';

/** The groups in their order, joined while they have no more than `size` rows together. What is folded moves no boundary. */
export function chunksOf(groups: readonly WireGroup[], size: number): readonly Chunk[] {
  const chunks: { groups: WireGroup[]; rows: number }[] = [];
  for (const group of groups) {
    const last = chunks.at(-1);
    if (last !== undefined && last.rows + group.rows <= size) {
      last.groups.push(group);
      last.rows += group.rows;
    } else chunks.push({ groups: [group], rows: group.rows });
  }
  return chunks.map((chunk) => ({ id: JSON.stringify(chunk.groups.map(({ key }) => key)), groups: chunk.groups }));
}

/** The lines of the list. A record that was met in two groups while it moved stands in the first. */
export function itemsOf(
  groups: readonly WireGroup[],
  folded: ReadonlySet<string>,
  held: ReadonlyMap<string, Held>,
): readonly Item[] {
  const items: Item[] = [];
  const seen = new Set<string>();
  let place = 0;
  for (const group of groups) {
    const id = groupId(group);
    const isOpen = !folded.has(id);
    items.push({ kind: 'group', id: `group ${id}`, group, isOpen, place });
    place += 1;
    if (!isOpen) continue;
    const { records, isWhole } = held.get(id) ?? NOTHING;
    let at = 0;
    for (const record of records) {
      if (seen.has(record.id)) continue;
      seen.add(record.id);
      items.push({ kind: 'row', id: record.id, group: id, record, place: place + at });
      at += 1;
    }
    const missing = isWhole ? 0 : Math.max(0, group.rows - at);
    for (let index = 0; index < Math.min(missing, MOST_WAITING); index += 1)
      items.push({
        kind: 'wait',
        id: `wait ${id} ${at + index}`,
        group: id,
        at: at + index,
        place: place + at + index,
      });
    place += at + missing;
  }
  return items;
}

const NOTHING: Held = { records: [], isWhole: false };

/** How many rows of which groups are wanted, where these lines are drawn or near: of a group that is near at least one. */
export function wantedAt(items: readonly Item[], from: number, to: number): ReadonlyMap<string, number> {
  const wanted = new Map<string, number>();
  for (const item of items.slice(Math.max(0, from), to + 1)) {
    if (item.kind === 'group' && !item.isOpen) continue;
    const id = item.kind === 'group' ? groupId(item.group) : item.group;
    wanted.set(id, Math.max(wanted.get(id) ?? 1, item.kind === 'wait' ? item.at + 1 : 1));
  }
  return wanted;
}

export const sameWants = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean =>
  one.size === other.size && [...one].every(([id, rows]) => other.get(id) === rows);

/** How many lines there are in all, loaded or not. */
export const linesIn = (groups: readonly WireGroup[], folded: ReadonlySet<string>): number =>
  groups.reduce((lines, group) => lines + 1 + (folded.has(groupId(group)) ? 0 : group.rows), 0);

/** The next line from there that one can stand on: a group or a row that is loaded; `from` where there is none. */
export function standable(items: readonly Item[], from: number, to: number): number {
  const step = to < from ? -1 : 1;
  for (let index = to; index >= 0 && index < items.length; index += step)
    if (items[index]?.kind !== 'wait') return index;
  for (let index = to; index !== from && index >= 0 && index < items.length; index -= step)
    if (items[index]?.kind !== 'wait') return index;
  return from;
}
