import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'page-empty',
  point: 2,
  severity: 'gap',
  about: 'A page without text, or a dashboard without numbers and charts.',
  *find(context) {
    for (const screen of context.model.screens) {
      const { at, charts, entity, help, id, kind, links, name, numbers, roles, standing } = screen;
      if (standing !== 'stated' || help !== '') continue;
      const isPage = kind === 'page' && entity === null && links.length === 0;
      const isDashboard = kind === 'dashboard' && numbers.length + charts.length === 0;
      if (!isPage && !isDashboard) continue;
      yield {
        element: id,
        at,
        message: `The content of ${name} is not shown: it is a ${isPage ? 'page without text' : 'dashboard without a number or chart'}.`,
        next: isPage
          ? `Write its text under a heading “### ${name}”, or name the records under Shows.`
          : `Add a line “- Number: NAME, count” or “- Chart: …” under a heading “### ${name}”.`,
        witness: witnessOf(context, {
          who: roles?.[0]?.name ?? null,
          screen,
          outcome: 'only its name is there',
        }),
      };
    }
  },
});
