import type { WireGroup, WireRecord } from '../../../engine/core/wire-format.ts';

/** Groups whose rows are fetched in one request: neighbours with few rows, or one group with many. */
export interface Chunk {
  readonly id: string;
  readonly groups: readonly WireGroup[];
}

/** The loaded rows of a group. */
export interface Held {
  readonly records: readonly WireRecord[];
  /** Whether all rows of the group are loaded. */
  readonly isWhole: boolean;
}

/** One line of a grouped list. `place` is the number of lines above it, loaded or not. */
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
  /** A placeholder for a row that is not loaded. `at` is its index in the group. */
  | { readonly kind: 'wait'; readonly id: string; readonly group: string; readonly at: number; readonly place: number };

/** Maximum number of placeholders below the loaded rows of a group. It is more than one scrolls at once. */
const MOST_WAITING = 200;

/** Returns the id of a group within its list. It is empty for rows without a value, since no key is empty. */
export const groupId = ({ key }: Pick<WireGroup, 'key'>): string => key ?? '';

/**
 * Splits the groups into chunks of neighbours with at most `size` rows together. Collapsed groups count too, so that
 * collapsing a group does not change the chunks.
 */
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

/**
 * Returns the lines of the list. A record that moves between two requests can be in two groups; it is listed in the
 * first one only.
 */
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

/** Returns the number of rows to load by group id, for the lines `from` to `to`: at least one per expanded group. */
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

/** Returns the number of lines of the list, loaded or not. */
export const linesIn = (groups: readonly WireGroup[], folded: ReadonlySet<string>): number =>
  groups.reduce((lines, group) => lines + 1 + (folded.has(groupId(group)) ? 0 : group.rows), 0);

/**
 * Returns the index of a line that can have the focus: `to` if it is a heading or a loaded row, else the next such line
 * in the direction of movement, else the next one back towards `from`, else `from`.
 */
export function standable(items: readonly Item[], from: number, to: number): number {
  const step = to < from ? -1 : 1;
  for (let index = to; index >= 0 && index < items.length; index += step)
    if (items[index]?.kind !== 'wait') return index;
  for (let index = to; index !== from && index >= 0 && index < items.length; index -= step)
    if (items[index]?.kind !== 'wait') return index;
  return from;
}
