import { type ColumnsState, NARROWEST, WIDEST } from '../../../engine/query/saved-list-view.ts';

/** No changes: the columns that the document states. */
export const AS_STATED: ColumnsState = { hidden: [], added: [], order: [], widths: [] };

/**
 * Returns the names of the visible columns: first the stated ones that are not hidden, then the added ones, sorted by the
 * chosen order. Returns the stated columns if none would be visible.
 */
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

/**
 * Sorts names by the chosen order. A name that the order lacks, such as a column stated later, follows its predecessor in
 * `names`.
 */
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

/** Returns the width in px that the person chose for a column; null if there is none. */
export const widthGiven = ({ widths }: ColumnsState, name: string): number | null =>
  widths.find(([each]) => each === name)?.[1] ?? null;

/** Whether two choices show the same columns in the same way. The order of `hidden` and of `widths` does not matter. */
export function isSame(one: ColumnsState, other: ColumnsState): boolean {
  const set = (names: readonly string[]) => [...names].sort();
  const text = ({ hidden, added, order, widths }: ColumnsState) =>
    JSON.stringify([set(hidden), added, order, [...widths].sort(([a], [b]) => (a < b ? -1 : 1))]);
  return text(one) === text(other);
}

/** Parses a stored choice; null if there is none or it is malformed. */
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

/** Clamps a column width in px to the allowed range and rounds it. */
export const within = (width: number): number => Math.round(Math.max(NARROWEST, Math.min(WIDEST, width)));
