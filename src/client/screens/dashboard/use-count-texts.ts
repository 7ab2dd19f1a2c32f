import type { WirePage } from '../../../engine/core/wire-format.ts';
import { messages } from '../../languages/messages.ts';
import { nounFor } from '../../view/count-nouns.ts';
import { type EntityInView, useView } from '../../view/view-context.tsx';

/** Texts on how many records a figure is computed from. */
export interface CountTexts {
  /** `Counts 3 of the 12 claims that you may read here`. */
  readonly note: (rows: number) => string;
  /** `3 claims`. */
  readonly rows: (rows: number) => string;
  /** What the screen counts in total; null until it is known. */
  readonly scope: string | null;
}

export function useCountTexts(entity: EntityInView, total: WirePage['total'] | undefined): CountTexts {
  const { format } = useView();
  const number = (count: number) => format.number(count, 0);
  const all = total === null || total === undefined ? null : `${number(total.count)}${total.atLeast ? '+' : ''}`;
  const noun = (count: number) => nounFor(entity.model, count);
  const nouns = noun(total?.count ?? 2);
  return {
    note(rows) {
      if (rows === 0) return messages.dashboard.countsNone({ claims: noun(2) });
      // A total that was counted to a bound says nothing about more records.
      const isBounded = total?.atLeast === true && rows >= total.count;
      if (all === null || isBounded) return messages.dashboard.counts({ rows: number(rows), claims: noun(rows) });
      if (rows === total?.count && !total.atLeast) {
        return rows === 1
          ? messages.dashboard.countsOnly({ claims: nouns })
          : messages.dashboard.countsAll({ all, claims: nouns });
      }
      return messages.dashboard.countsOf({ rows: number(rows), all, claims: nouns });
    },
    rows: (rows) => `${number(rows)} ${noun(rows)}`,
    scope: all === null ? null : messages.dashboard.scope({ all, claims: nouns }),
  };
}
