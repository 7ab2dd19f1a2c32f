import type { ErrorEntry } from '../../model/types/model.ts';
import { type ErrorUse, usesByCode } from '../lookups/error-uses.ts';
import { refusalsOf } from '../lookups/message-names.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'error-with-two-statuses',
  point: 8,
  severity: 'warning',
  about: 'A code with different statuses, so programs can’t rely on it.',
  *find(context) {
    const uses = usesByCode(context);
    const byCode = Map.groupBy(
      context.model.errors.filter(({ standing }) => standing === 'stated'),
      ({ code }) => code,
    );
    for (const [code, entries] of byCode) {
      const [first, ...others] = entries;
      if (first === undefined) continue;
      const statuses = [...new Set(entries.flatMap(({ status }) => status ?? []))];
      const second = others.find(({ status }) => status !== null && status !== statuses[0]);
      const witness = `A program that handles ${code} under one status misses it under the other.`;
      if (second !== undefined) {
        yield {
          element: second.id,
          at: second.at,
          also: [first.at],
          message: `${code} has the statuses ${joinNames(statuses.map(String))}.`,
          next: 'Use one status, or use two codes.',
          witness,
        };
      } else if (statuses.length === 0 && !isStandard(first) && hasTwo(uses.get(code) ?? [])) {
        yield {
          element: first.id,
          at: first.at,
          also: (uses.get(code) ?? []).filter(({ by }) => by !== 'call').map(({ at }) => at),
          message: `${code} has no status: the answer is 409 if a guard raises it, and 422 if a rule or key does.`,
          next: `Write the status of ${code}, or use two codes.`,
          witness,
        };
      }
    }
  },
});

/** A standard error has its own status. */
function isStandard(entry: ErrorEntry): boolean {
  return refusalsOf(entry).length > 0;
}

function hasTwo(uses: readonly ErrorUse[]): boolean {
  return (
    uses.some(({ by }) => by === 'guard' || by === 'state') && uses.some(({ by }) => by === 'rule' || by === 'key')
  );
}
