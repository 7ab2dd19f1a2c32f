import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'screen-of-lines',
  point: 2,
  severity: 'error',
  about: 'A screen of lines, which are only shown within the record that they belong to.',
  *find({ entities }) {
    for (const context of entities) {
      const { entity } = context;
      if (entity.belongsTo === null) continue;
      const owner = entity.belongsTo.name;
      for (const screen of context.screens) {
        if (screen.standing !== 'stated' || screen.kind === 'page') continue;
        yield {
          element: screen.id,
          at: screen.at,
          also: [entity.belongsTo.at ?? entity.at],
          message: `${screen.name} shows ${entity.name}, but lines of ${owner} have no screens of their own.`,
          next: `Show ${owner} instead; or remove “Belongs to ${owner}.” and give ${entity.name} a field that refers to ${owner} and rows in point 6.`,
          witness: witnessOf(context, {
            who: screen.roles?.[0]?.name ?? null,
            screen,
            outcome: `it is refused, because there are no permissions for ${entity.name} alone`,
          }),
        };
      }
    }
  },
});
