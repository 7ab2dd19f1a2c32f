import { usesByCode } from '../lookups/error-uses.ts';
import { refusalsOf } from '../lookups/message-names.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'status-unusual',
  point: 8,
  severity: 'warning',
  about: 'A status whose usual meaning does not fit what raises the error.',
  *find(context) {
    const uses = usesByCode(context);
    for (const entry of context.model.errors) {
      const { id, code, at, status, standing } = entry;
      if (standing !== 'stated' || status === null || refusalsOf(entry).length > 0) continue;
      const raising = (uses.get(code) ?? []).filter(({ by }) => by !== 'call');
      const meant = meaningOf(status);
      if (meant === null || raising.length === 0) continue;
      const kinds = [...new Set(raising.map(({ by }) => CAUSES[by]))];
      const fitting = raising.some(({ by }) => by === 'guard' || by === 'state') ? '409' : '422';
      yield {
        element: id,
        at,
        also: raising.map((use) => use.at),
        message: `${code} has the status ${status}, which means that ${meant}, but it is raised by ${joinNames(kinds)}.`,
        next: `Write ${fitting}, or don't raise ${code} in the document.`,
        witness: `A program that gets ${status} concludes that ${meant}, so nobody is asked to correct the request.`,
      };
    }
  },
});

const CAUSES = { rule: 'a rule', guard: 'a guard', state: 'a wrong state', key: 'a key', call: 'a call' } as const;

/** Returns the usual meaning of a status if it is not "this is not possible as it is"; otherwise null. */
function meaningOf(status: number): string | null {
  if (status >= 500) return 'the server failed and a retry may work';
  return MEANINGS.get(status) ?? null;
}

const MEANINGS: ReadonlyMap<number, string> = new Map([
  [401, 'nobody is signed in'],
  [405, 'there is no such call'],
  [406, 'the answer is not available in the requested format'],
  [408, 'the request took too long to arrive'],
  [411, 'the length of the request is missing'],
  [414, 'the address is too long'],
  [415, 'the request has an unknown format'],
  [431, 'the request headers are too large'],
]);
