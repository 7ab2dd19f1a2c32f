import type { Edit } from '../model/types/diagnostic.ts';
import type { Formula } from '../model/types/formula.ts';
import type { Reference } from '../model/types/model.ts';
import type { Place } from '../model/types/place.ts';

/** A part of a formula, as a place in the document. It moves along with the formula. */
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

/** What stands from the beginning of one place to the end of another becomes `text`. It moves along with them. */
export function rewriting(first: Pick<Place, 'from'>, last: Pick<Place, 'to'>, text: string, title: string): Edit {
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

/** What stands at a place becomes another name; null where either is unknown. */
export function renaming(at: Place | null, name: string, meant: string | null): Edit | null {
  if (at === null || meant === null || at.to - at.from !== name.length) return null;
  return rewriting(at, at, meant, `Write ${meant}`);
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

/** Up to so many of a kind are found one by one; more of them have one cause. */
export const FEW = 4;

/** The first few names, and how many more there are. */
export function someOf(names: readonly string[]): string {
  return names.length <= FEW + 1 ? listed(names) : listed([...names.slice(0, FEW), `${names.length - FEW} others`]);
}

/** `a parcel`, `an order`. */
export function withArticle(name: string): string {
  return /^[aeiou]/i.test(name) ? `an ${name}` : `a ${name}`;
}
