import { type ColumnsState, NARROWEST, WIDEST } from '../../../engine/query/saved-list-view.ts';

/** The columns as the document states them. */
export const AS_STATED: ColumnsState = { hidden: [], added: [], order: [], widths: [] };

/** The names of the columns to show: as stated, then as added, those that were moved where they were moved to; never none. */
export function shownColumns(
  stated: readonly string[],
  possible: readonly string[],
  { hidden, added, order }: ColumnsState,
): readonly string[] {
  const kept = stated.filter((name) => !hidden.includes(name));
  const more = added.filter((name) => possible.includes(name) && !stated.includes(name));
  const shown = [...kept, ...more];
  return ordered(shown.length > 0 ? shown : stated, order);
}

/** Names that the order does not know, as of a column that was stated later, follow the one that they follow by themselves. */
function ordered(names: readonly string[], order: readonly string[]): readonly string[] {
  const moved = order.filter((name) => names.includes(name));
  if (moved.length === 0) return names;
  const all = [...new Set(moved)];
  for (const [index, name] of names.entries()) {
    if (all.includes(name)) continue;
    const before = names[index - 1];
    all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, name);
  }
  return all;
}

/** The width that somebody gave a column; null: none. */
export const widthGiven = ({ widths }: ColumnsState, name: string): number | null =>
  widths.find(([each]) => each === name)?.[1] ?? null;

/** Whether both show the same. */
export function isSame(one: ColumnsState, other: ColumnsState): boolean {
  const set = (names: readonly string[]) => [...names].sort();
  const text = ({ hidden, added, order, widths }: ColumnsState) =>
    JSON.stringify([set(hidden), added, order, [...widths].sort(([a], [b]) => (a < b ? -1 : 1))]);
  return text(one) === text(other);
}

/** What was stored, or null where that is nothing one can read. */
export function readChoice(text: string | null): ColumnsState | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const names = (value: unknown) => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []);
    const { hidden, added, order, widths } = stored as Readonly<Record<keyof ColumnsState, unknown>>;
    return { hidden: names(hidden), added: names(added), order: names(order), widths: widthsIn(widths) };
  } catch {
    return null;
  }
}

function widthsIn(value: unknown): (readonly [string, number])[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair: unknown): (readonly [string, number])[] => {
    const [name, width] = Array.isArray(pair) ? (pair as unknown[]) : [];
    return typeof name === 'string' && typeof width === 'number' && Number.isFinite(width)
      ? [[name, within(width)]]
      : [];
  });
}

/** A width that a column may have, in px. */
export const within = (width: number): number => Math.round(Math.max(NARROWEST, Math.min(WIDEST, width)));
