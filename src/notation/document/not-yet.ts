import type { Element } from '../../model/types/element.ts';
import type { Model } from '../../model/types/model.ts';

/** An element of the Model that is read but not implemented. */
export interface NotSupported {
  readonly element: Element;
  readonly what: string;
}

/** Features that are not implemented, in words; the ledger refers to them. */
export const NOT_SUPPORTED: Readonly<Record<string, string>> = {};

interface Entry {
  readonly what: string;
  readonly in: (model: Model) => readonly Element[];
}

/**
 * Everything that the notation reads and this version does not implement. A release fails while this list is not empty.
 */
const ENTRIES: readonly Entry[] = [];

/** Returns the unimplemented features that a Model uses, in the order of the points. */
export function notSupported(model: Model): NotSupported[] {
  return ENTRIES.flatMap(({ what, in: find }) => find(model).map((element) => ({ element, what })));
}
