import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { type ScreenCondition, screenConditions } from '../transitions/screen-conditions.ts';

export const check = defineCheck({
  code: 'filter-never-fits',
  point: 2,
  severity: 'warning',
  about: 'A number, chart, filter or switch that no record of its screen can match, or a screen that never opens.',
  *find(context) {
    for (const screen of context.model.screens) {
      if (screen.standing !== 'stated') continue;
      for (const { at, element, formula, holds, kind, what } of screenConditions(screen, context)) {
        // Another check reports the filter of the screen itself.
        if (holds !== 'never' || kind === 'screen') continue;
        const among = screen.filter === null ? '' : ` that ${screen.name} shows`;
        const isOfPart = kind !== 'guard' && kind !== 'menu';
        yield {
          element,
          at: at ?? screen.at,
          also: [isOfPart ? (screen.filter?.at ?? null) : null],
          message: isOfPart
            ? `${capital(what)} matches nothing: no ${screen.entity}${among} can satisfy \`${formula.text}\`.`
            : `${capital(what)} never holds: \`${formula.text}\`.`,
          next:
            isOfPart && screen.filter !== null
              ? `Correct the condition, or the filter of ${screen.name}: \`${screen.filter.text}\`.`
              : 'Correct the condition: its parts exclude each other.',
          witness: witnessOf(context, { who: screen.roles?.[0]?.name ?? null, screen, outcome: HAPPENS[kind] }),
        };
      }
    }
  },
});

const HAPPENS: Readonly<Record<Exclude<ScreenCondition['kind'], 'screen'>, string>> = {
  tile: 'it is always empty',
  filter: 'turning it on shows nothing',
  switch: 'turning it on adds nothing',
  guard: 'everybody is redirected',
  menu: 'the menu never shows it',
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
