import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { conditionsOf, type ScreenCondition } from '../transitions/screen-conditions.ts';

export const check = defineCheck({
  code: 'filter-says-nothing',
  point: 2,
  severity: 'warning',
  about: 'A condition on a screen that everything on it satisfies, so that it keeps nothing away.',
  *findEach(context) {
    for (const screen of context.model.screens) {
      if (screen.standing !== 'stated') continue;
      for (const { at, element, formula, holds, kind, what } of conditionsOf(screen, context)) {
        if (holds !== 'always') continue;
        const among = PARTS.has(kind) && screen.filter !== null ? ` that ${screen.name} shows` : '';
        yield {
          element,
          at: at ?? screen.at,
          also: [among === '' ? null : (screen.filter?.at ?? null)],
          message: PEOPLE.has(kind)
            ? `${capital(what)} always holds: \`${formula.text}\`.`
            : `${capital(what)} keeps nothing away: every ${screen.entity}${among} satisfies \`${formula.text}\`.`,
          next: 'Correct the condition, or leave it out.',
          witness: witnessOf(context, {
            who: screen.roles?.[0]?.name ?? null,
            screen,
            happens: HAPPENS[kind],
          }),
        };
      }
    }
  },
});

const PARTS: ReadonlySet<ScreenCondition['kind']> = new Set(['tile', 'filter', 'switch']);
const PEOPLE: ReadonlySet<ScreenCondition['kind']> = new Set(['guard', 'menu']);

const HAPPENS: Readonly<Record<ScreenCondition['kind'], string>> = {
  screen: 'whatever they may read is there',
  tile: 'it counts all that the screen is about',
  filter: 'switching it on or off changes nothing',
  switch: 'while it is off there is nothing at all',
  guard: 'it opens whatever the record and whoever they are',
  menu: 'the entry is there for everybody',
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
