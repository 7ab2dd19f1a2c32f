import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'screen-unreadable',
  point: 2,
  severity: 'warning',
  about: 'A screen for several roles, one of which may not read its records.',
  *find(context) {
    for (const screen of context.model.screens) {
      const { entity, kind, roles, standing } = screen;
      if (standing !== 'stated' || entity === null || roles === null || kind === 'form' || kind === 'page') continue;
      const names = roles.map(({ name }) => name).filter((name) => isSure(name, context));
      const blind = names.filter((role) => context.access.may(role, entity, 'read') === 'no');
      // If none of the roles may read the records, another check reports that nobody can use the screen.
      if (blind.length === 0 || blind.length === roles.length) continue;
      const first = roles.find(({ name }) => name === blind[0]);
      yield {
        element: screen.id,
        at: first?.at ?? screen.at,
        message: `${joinNames(blind)} may open ${screen.name} but may not read ${entity}, so it is always empty for them.`,
        next: `Grant ${joinNames(blind)} the row “${entity}: read” of point 6, or remove ${blind.length === 1 ? 'the role' : 'them'} from For.`,
        witness: witnessOf(context, {
          who: blind[0] ?? null,
          screen,
          outcome: `the screen is empty, because no ${entity} may be read`,
        }),
      };
    }
  },
});

function isSure(role: string, { access, schema }: CheckContext): boolean {
  return schema.roles.has(role) && access.canHold(role) && !access.everyone.some(({ name }) => name === role);
}
