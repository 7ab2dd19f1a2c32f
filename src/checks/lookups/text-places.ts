import type { Edit } from '../../model/types/diagnostic.ts';
import type { Place } from '../../model/types/element.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Reference } from '../../model/types/model.ts';

/** Returns the place of a part of a formula. It is computed from the formula's place each time it is read. */
export function placeWithin({ at }: Formula, from: number, to: number): Place | null {
  if (at === null) return null;
  return {
    get from() {
      return at.from + from;
    },
    get to() {
      return at.from + to;
    },
    get line() {
      return at.line;
    },
    get column() {
      return at.column + from;
    },
  };
}

/**
 * Returns an edit that replaces the text from the start of one place to the end of another. Positions are read from the
 * places when the edit is used.
 */
export function rewriteEdit(first: Pick<Place, 'from'>, last: Pick<Place, 'to'>, text: string, title: string): Edit {
  return {
    get from() {
      return first.from;
    },
    get to() {
      return last.to;
    },
    text,
    title,
  };
}

/** Returns an edit that replaces a name at a place; null if the place or the new name is unknown. */
export function renameEdit(at: Place | null, name: string, meant: string | null): Edit | null {
  if (at === null || meant === null || at.to - at.from !== name.length) return null;
  return rewriteEdit(at, at, meant, `Write ${meant}`);
}

/** A name with its place, or without one. */
export function reference(name: string, at: Place | null = null): Reference {
  return { name, at };
}

/** Joins names: `A`, `A and B`, `A, B and C`. */
export function joinNames(names: readonly string[], word = 'and'): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`;
}

/** Up to this many findings of a kind are reported one by one; more are reported as one. */
export const FEW = 4;

/** Joins the first few names and the number of the others. */
export function joinFirstNames(names: readonly string[]): string {
  return names.length <= FEW + 1
    ? joinNames(names)
    : joinNames([...names.slice(0, FEW), `${names.length - FEW} others`]);
}

/** `a parcel`, `an order`. */
export function withArticle(name: string): string {
  return /^[aeiou]/i.test(name) ? `an ${name}` : `a ${name}`;
}
