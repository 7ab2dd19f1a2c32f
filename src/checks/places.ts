import type { Edit } from '../model/diagnostic.ts';
import type { Formula } from '../model/formula.ts';
import type { Reference } from '../model/model.ts';
import type { Place } from '../model/place.ts';

/** A part of a formula, as a place in the document. */
export function placeWithin(formula: Formula, from: number, to: number): Place | null {
  const { at } = formula;
  if (at === null) return null;
  return { from: at.from + from, to: at.from + to, line: at.line, column: at.column + from };
}

/** What stands at a place becomes another name; null where either is unknown. */
export function renaming(at: Place | null, name: string, meant: string | null): Edit | null {
  if (at === null || meant === null || at.to - at.from !== name.length) return null;
  return { from: at.from, to: at.to, text: meant, title: `Write ${meant}` };
}

/** A name with its place, whether the Model keeps one or not. */
export function reference(name: string, at: Place | null = null): Reference {
  return { name, at };
}

/** `A`, `A and B`, `A, B and C`. */
export function listed(names: readonly string[], word = 'and'): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`;
}

/** `a parcel`, `an order`. */
export function withArticle(name: string): string {
  return /^[aeiou]/i.test(name) ? `an ${name}` : `a ${name}`;
}
