import type { Effect } from '../../model/types/model.ts';
import type { Span } from '../markdown/span.ts';
import type { Reader } from '../reader.ts';
import type { PhraseScope } from './phrases/scope.ts';

/** What makes the product act, before its expressions are formulas. */
export type TimerWords =
  | { readonly kind: 'after' | 'before' | 'every'; readonly delay: string; readonly from: string | null }
  | { readonly kind: 'when'; readonly condition: string }
  | {
      readonly kind: 'on';
      readonly entity: string;
      readonly event: string;
      readonly by: string | null;
      readonly where: string | null;
    };

/** What a few words say of a transition. */
export type Part =
  | { readonly kind: 'who'; readonly who: readonly string[]; readonly where: string | null; readonly product: boolean }
  /** Somebody else, where what was said before does not hold: "above that only by the manager". */
  | { readonly kind: 'else'; readonly who: readonly string[] }
  | { readonly kind: 'trigger'; readonly trigger: TimerWords }
  | { readonly kind: 'condition'; readonly text: string }
  /** It happens so often at most. */
  | { readonly kind: 'times'; readonly count: number }
  | { readonly kind: 'ask'; readonly field: string; readonly optional: boolean }
  | { readonly kind: 'effect'; readonly effect: Effect }
  /** Somebody is told before the product acts; of a bare number the unit is that of the product's own time. */
  | { readonly kind: 'notice'; readonly effects: readonly Effect[]; readonly after: string }
  | { readonly kind: 'event'; readonly event: string }
  | { readonly kind: 'error'; readonly code: string }
  /** The transition is none: "not offered". */
  | { readonly kind: 'denied' }
  /** Understood, and nothing follows from it. */
  | { readonly kind: 'nothing' };

export interface Speaking {
  readonly reader: Reader;
  readonly scope: PhraseScope & { readonly entity: string };
  /** The state that the transition leaves, where it is one alone. */
  readonly source: string | null;
  /** The state that the transition leads to. */
  readonly target: string;
}

/** Words of the document with what they came from. */
export interface Said {
  readonly text: string;
  readonly at: Span;
}
