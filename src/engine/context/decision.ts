import type { Facts, Needs } from '../core/facts.ts';
import { overFacts } from '../core/tracked-facts.ts';
import type { Verdict } from './verdict.ts';

/** A decision on its way through a transaction. */
export interface Deciding {
  /** What shows only once the first facts are there; null when nothing is missing. May be asked again. */
  readonly more: (facts: Facts) => Needs | null;
  readonly decide: (facts: Facts) => Verdict;
}

/** Decides by this pure function; over facts of which nothing was missing it is asked once and not again. */
export function deciding(by: (facts: Facts) => Verdict): Deciding {
  const { more, result } = overFacts(by);
  return { more, decide: result };
}
