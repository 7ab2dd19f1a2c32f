import type { ErrorEntry } from '../../model/types/model.ts';
import { defineCheck } from '../check.ts';
import { type ErrorUse, usesByCode } from '../errors.ts';
import { refusalsOf } from '../message-names.ts';
import { listed } from '../places.ts';

export const check = defineCheck({
  code: 'error-with-two-statuses',
  point: 8,
  severity: 'warning',
  about: 'One code that is answered with different statuses, so that a program can’t go by it.',
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
      const witness = `A program that asks for ${code} finds it under one status and misses it under the other.`;
      if (second !== undefined) {
        yield {
          element: second.id,
          at: second.at,
          also: [first.at],
          message: `${code} has the statuses ${listed(statuses.map(String))}.`,
          next: 'Give the rows one status, or give what differs a code of its own.',
          witness,
        };
      } else if (statuses.length === 0 && !isOurs(first) && hasTwo(uses.get(code) ?? [])) {
        yield {
          element: first.id,
          at: first.at,
          also: (uses.get(code) ?? []).filter(({ by }) => by !== 'call').map(({ at }) => at),
          message: `${code} has no status, and is answered with 409 where a guard raises it and with 422 where a rule or key does.`,
          next: `Write the status of ${code}, or give what differs a code of its own.`,
          witness,
        };
      }
    }
  },
});

/** A refusal of ours has its status of its own. */
function isOurs(entry: ErrorEntry): boolean {
  return refusalsOf(entry).length > 0;
}

function hasTwo(uses: readonly ErrorUse[]): boolean {
  return uses.some(({ by }) => by === 'guard') && uses.some(({ by }) => by === 'rule' || by === 'key');
}
