import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { conditionsOf, type ScreenCondition } from '../transitions/screen-conditions.ts';

export const check = defineCheck({
  code: 'filter-never-fits',
  point: 2,
  severity: 'warning',
  about: 'A number, chart, filter or switch that no record of its screen can satisfy, or a screen that never opens.',
  *findEach(context) {
    for (const screen of context.model.screens) {
      if (screen.standing !== 'stated') continue;
      for (const { at, element, formula, holds, kind, what } of conditionsOf(screen, context)) {
        // Of the screen's own filter another check speaks.
        if (holds !== 'never' || kind === 'screen') continue;
        const among = screen.filter === null ? '' : ` that ${screen.name} shows`;
        const isOfPart = kind !== 'guard' && kind !== 'menu';
        yield {
          element,
          at: at ?? screen.at,
          also: [isOfPart ? (screen.filter?.at ?? null) : null],
          message: isOfPart
            ? `${capital(what)} fits nothing: no ${screen.entity}${among} can satisfy \`${formula.text}\`.`
            : `${capital(what)} never holds: \`${formula.text}\`.`,
          next:
            isOfPart && screen.filter !== null
              ? `Correct the condition, or let the filter of ${screen.name}, \`${screen.filter.text}\`, admit such records.`
              : 'Correct the condition: two parts of it exclude each other.',
          witness: witnessOf(context, { who: screen.roles?.[0]?.name ?? null, screen, happens: HAPPENS[kind] }),
        };
      }
    }
  },
});

const HAPPENS: Readonly<Record<Exclude<ScreenCondition['kind'], 'screen'>, string>> = {
  tile: 'it stays empty, whatever is stored',
  filter: 'switching it on leaves nothing, whatever is stored',
  switch: 'switching it on brings nothing in',
  guard: 'they are led away, whoever they are',
  menu: 'the menu never has it',
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
