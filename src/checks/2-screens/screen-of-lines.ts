import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'screen-of-lines',
  point: 2,
  severity: 'error',
  about: 'A screen of lines, which are read and written within the record that they belong to alone.',
  *findIn(context) {
    const { entity } = context;
    if (entity.belongsTo === null) return;
    const owner = entity.belongsTo.name;
    for (const screen of context.screens) {
      if (screen.standing !== 'stated' || screen.kind === 'page') continue;
      yield {
        element: screen.id,
        at: screen.at,
        also: [entity.belongsTo.at ?? entity.at],
        message: `${screen.name} shows ${entity.name}, which belongs to ${owner} and has no screens of its own.`,
        next: `Let the screen show ${owner}; or take “Belongs to ${owner}.” away, and give ${entity.name} a field that refers to ${owner} and rows in point 6.`,
        witness: witnessOf(context, {
          who: screen.roles?.[0]?.name ?? null,
          screen,
          happens: `it is refused, since nobody has a permission for ${entity.name} alone`,
        }),
      };
    }
  },
});
