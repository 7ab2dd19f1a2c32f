import { usesByCode } from '../lookups/error-uses.ts';
import { refusalsOf } from '../lookups/message-names.ts';
import { listed } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'status-unusual',
  point: 8,
  severity: 'warning',
  about: 'A status that tells a program something else than what the document raises.',
  *find(context) {
    const uses = usesByCode(context);
    for (const entry of context.model.errors) {
      const { id, code, at, status, standing } = entry;
      if (standing !== 'stated' || status === null || refusalsOf(entry).length > 0) continue;
      const raising = (uses.get(code) ?? []).filter(({ by }) => by !== 'call');
      const meant = meaningOf(status);
      if (meant === null || raising.length === 0) continue;
      const kinds = [...new Set(raising.map(({ by }) => CAUSES[by]))];
      const fitting = raising.some(({ by }) => by === 'guard') ? '409' : '422';
      yield {
        element: id,
        at,
        also: raising.map((use) => use.at),
        message: `${code} is answered with ${status}, which says that ${meant}; it is raised by ${listed(kinds)}.`,
        next: `Write ${fitting}, or let nothing of the document raise ${code}.`,
        witness: `A program that gets ${status} takes it that ${meant}, and the person who could correct what was sent is not asked.`,
      };
    }
  },
});

const CAUSES = { rule: 'a rule', guard: 'a guard', key: 'a key', call: 'a call' } as const;

/** What everybody takes a status to say, where that is not "this can't be done as it is". */
function meaningOf(status: number): string | null {
  if (status >= 500) return 'the product itself has failed, and that the same may work later';
  return MEANINGS.get(status) ?? null;
}

const MEANINGS: ReadonlyMap<number, string> = new Map([
  [401, 'nobody is signed in'],
  [405, 'there is no such call'],
  [406, 'the answer can’t be given in the form that was asked for'],
  [408, 'the request took too long to arrive'],
  [411, 'the length of the request is missing'],
  [414, 'the address is too long'],
  [415, 'the request is of an unknown form'],
  [431, 'the head of the request is too large'],
]);
