import type { Facts, Needs } from '../core/needs-and-facts.ts';
import { runWithTracking } from '../core/tracked-facts.ts';
import type { Verdict } from './verdict.ts';

/** A decision in progress within a transaction. */
export interface PendingDecision {
  /**
   * Returns the needs that became apparent with the facts loaded so far; null if nothing is missing. May be called
   * repeatedly.
   */
  readonly more: (facts: Facts) => Needs | null;
  readonly decide: (facts: Facts) => Verdict;
}

/** Wraps a pure decision function. It is not run again if its last run missed nothing. */
export function trackDecision(by: (facts: Facts) => Verdict): PendingDecision {
  const { more, result } = runWithTracking(by);
  return { more, decide: result };
}
