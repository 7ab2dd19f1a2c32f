import { listed } from '../lookups/text-places.ts';
import { defineCheck, type PartContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'screen-unreadable',
  point: 2,
  severity: 'warning',
  about: 'A screen for a role that may not read what it shows, while others of its roles may.',
  *findEach(context) {
    for (const screen of context.model.screens) {
      const { entity, kind, roles, standing } = screen;
      if (standing !== 'stated' || entity === null || roles === null || kind === 'form' || kind === 'page') continue;
      const names = roles.map(({ name }) => name).filter((name) => isSure(name, context));
      const blind = names.filter((role) => context.access.may(role, entity, 'read') === 'no');
      // Where none of them may, nobody can use the screen, which is said by another check.
      if (blind.length === 0 || blind.length === roles.length) continue;
      const first = roles.find(({ name }) => name === blind[0]);
      yield {
        element: screen.id,
        at: first?.at ?? screen.at,
        message: `${listed(blind)} may open ${screen.name} and may not read ${entity}, so that it is always empty for them.`,
        next: `Grant ${listed(blind)} the row “${entity}: read” of point 6, or take ${blind.length === 1 ? 'the role' : 'them'} out of For.`,
        witness: witnessOf(context, {
          who: blind[0] ?? null,
          screen,
          happens: `there is nothing to see, since no ${entity} may be read`,
        }),
      };
    }
  },
});

function isSure(role: string, { access, schema }: PartContext): boolean {
  return schema.roles.has(role) && access.canHold(role) && !access.everyone.some(({ name }) => name === role);
}
