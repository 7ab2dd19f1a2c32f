import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { type ScreenCondition, screenConditions } from '../transitions/screen-conditions.ts';

export const check = defineCheck({
  code: 'filter-says-nothing',
  point: 2,
  severity: 'warning',
  about: 'A condition on a screen that every record satisfies, so it has no effect.',
  *find(context) {
    for (const screen of context.model.screens) {
      if (screen.standing !== 'stated') continue;
      for (const { at, element, formula, holds, kind, what } of screenConditions(screen, context)) {
        if (holds !== 'always') continue;
        const among = PARTS.has(kind) && screen.filter !== null ? ` that ${screen.name} shows` : '';
        yield {
          element,
          at: at ?? screen.at,
          also: [among === '' ? null : (screen.filter?.at ?? null)],
          message: PEOPLE.has(kind)
            ? `${capital(what)} always holds: \`${formula.text}\`.`
            : `${capital(what)} has no effect: every ${screen.entity}${among} satisfies \`${formula.text}\`.`,
          next: 'Correct the condition, or remove it.',
          witness: witnessOf(context, {
            who: screen.roles?.[0]?.name ?? null,
            screen,
            outcome: HAPPENS[kind],
          }),
        };
      }
    }
  },
});

const PARTS: ReadonlySet<ScreenCondition['kind']> = new Set(['tile', 'filter', 'switch']);
const PEOPLE: ReadonlySet<ScreenCondition['kind']> = new Set(['guard', 'menu']);

const HAPPENS: Readonly<Record<ScreenCondition['kind'], string>> = {
  screen: 'every readable record is listed',
  tile: 'it counts all records of the screen',
  filter: 'turning it on or off changes nothing',
  switch: 'while it is off, nothing is listed',
  guard: 'it opens for every record and person',
  menu: 'everybody sees the entry',
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
