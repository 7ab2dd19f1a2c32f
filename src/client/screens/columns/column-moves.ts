import type { ColumnsState } from '../../../engine/query/saved-list-view.ts';
import { within } from './column-choice.ts';

/** Toggles whether a column is visible. */
export function switched(choice: ColumnsState, stated: readonly string[], name: string): ColumnsState {
  const flip = (names: readonly string[]) =>
    names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
  return stated.includes(name) ? { ...choice, hidden: flip(choice.hidden) } : { ...choice, added: flip(choice.added) };
}

/** Moves a column to an index among the visible columns. */
export function moved(choice: ColumnsState, shown: readonly string[], name: string, to: number): ColumnsState {
  const others = shown.filter((each) => each !== name);
  const at = Math.max(0, Math.min(others.length, to));
  return { ...choice, order: others.toSpliced(at, 0, name) };
}

/** Sets the width of a column in px; null resets it to the width of its field type. */
export function sized(choice: ColumnsState, name: string, width: number | null): ColumnsState {
  const others = choice.widths.filter(([each]) => each !== name);
  return { ...choice, widths: width === null ? others : [...others, [name, within(width)]] };
}
