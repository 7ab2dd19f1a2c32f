import type { Model } from '../model/types/model.ts';
import type { Element } from '../model/types/place.ts';

/** Something of the Model that is read and not done yet. */
export interface NotYet {
  readonly element: Element;
  readonly what: string;
}

/** What is not done yet, in words; the ledger names each at what it concerns. */
export const NOT_YET: Readonly<Record<string, string>> = {};

interface Entry {
  readonly what: string;
  readonly in: (model: Model) => readonly Element[];
}

/** All that the notation reads and this version does not do. A release fails while this list is not empty. */
const ENTRIES: readonly Entry[] = [];

/** What of this Model is not done yet, in the order of the points. */
export function notYet(model: Model): NotYet[] {
  return ENTRIES.flatMap(({ what, in: find }) => find(model).map((element) => ({ element, what })));
}
