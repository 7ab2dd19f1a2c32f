import type { ColumnsState } from '../../../engine/query/saved-list-view.ts';
import { within } from './column-choice.ts';

/** Shows a column or hides it. */
export function switched(choice: ColumnsState, stated: readonly string[], name: string): ColumnsState {
  const flip = (names: readonly string[]) =>
    names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
  return stated.includes(name) ? { ...choice, hidden: flip(choice.hidden) } : { ...choice, added: flip(choice.added) };
}

/** Puts a column at a place among those shown. */
export function moved(choice: ColumnsState, shown: readonly string[], name: string, to: number): ColumnsState {
  const others = shown.filter((each) => each !== name);
  const at = Math.max(0, Math.min(others.length, to));
  return { ...choice, order: others.toSpliced(at, 0, name) };
}

/** Gives a column a width in px; null: as its kind says. */
export function sized(choice: ColumnsState, name: string, width: number | null): ColumnsState {
  const others = choice.widths.filter(([each]) => each !== name);
  return { ...choice, widths: width === null ? others : [...others, [name, within(width)]] };
}
