import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'form-without-create',
  point: 2,
  severity: 'warning',
  about: 'A form for several roles, one of which may not create the record.',
  *find(context) {
    for (const screen of context.model.screens) {
      const { entity, kind, roles, standing } = screen;
      if (standing !== 'stated' || entity === null || roles === null || kind !== 'form') continue;
      const names = roles.map(({ name }) => name).filter((name) => isSure(name, context));
      const barred = names.filter((role) => context.access.may(role, entity, 'create') === 'no');
      // If none of the roles may create a record, another check reports that nobody can use the screen.
      if (barred.length === 0 || barred.length === roles.length) continue;
      const first = roles.find(({ name }) => name === barred[0]);
      yield {
        element: screen.id,
        at: first?.at ?? screen.at,
        message: `${joinNames(barred)} may open the form ${screen.name} but may not create ${entity}.`,
        next: `Grant ${joinNames(barred)} the row “${entity}: create” of point 6, or remove ${barred.length === 1 ? 'the role' : 'them'} from For.`,
        witness: witnessOf(context, {
          who: barred[0] ?? null,
          screen,
          outcome: `sending the form is refused`,
        }),
      };
    }
  },
});

function isSure(role: string, { access, schema }: CheckContext): boolean {
  return schema.roles.has(role) && access.canHold(role) && !access.everyone.some(({ name }) => name === role);
}
