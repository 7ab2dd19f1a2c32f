import type { WirePage } from '../../../engine/core/wire-format.ts';
import { messages } from '../../languages/messages.ts';
import { nounFor } from '../../view/count-nouns.ts';
import { type EntityInView, useView } from '../../view/view-context.tsx';

/** Texts on how many records a figure is computed from. */
export interface CountTexts {
  /** `3 of 12 claims`; null if the figure is computed from all of them, or their number is not known. */
  readonly note: (rows: number) => string | null;
  /** `3 claims`. */
  readonly rows: (rows: number) => string;
  /** `Based on 12 claims you can see`; null if the person can see all of them, or until their number is known. */
  readonly scope: string | null;
}

/** `isPartial`: whether records may be hidden from the person. */
export function useCountTexts(
  entity: EntityInView,
  total: WirePage['total'] | undefined,
  isPartial: boolean,
): CountTexts {
  const { format } = useView();
  const number = (count: number) => format.number(count, 0);
  const all = total === null || total === undefined ? null : `${number(total.count)}${total.atLeast ? '+' : ''}`;
  const noun = (count: number) => nounFor(entity.model, count);
  const nouns = noun(total?.count ?? 2);
  return {
    note(rows) {
      // A total that was counted to a bound says nothing about more records.
      if (all === null || total?.atLeast === true || rows === total?.count) return null;
      return messages.dashboard.countsOf({ rows: number(rows), all, claims: nouns });
    },
    rows: (rows) => `${number(rows)} ${noun(rows)}`,
    scope: all === null || !isPartial ? null : messages.dashboard.scope({ all, claims: nouns }),
  };
}
