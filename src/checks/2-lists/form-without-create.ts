import { listed } from '../lookups/text-places.ts';
import { defineCheck, type PartContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'form-without-create',
  point: 2,
  severity: 'warning',
  about: 'A form for a role that may not make what it would send, while others of its roles may.',
  *findEach(context) {
    for (const screen of context.model.screens) {
      const { entity, kind, roles, standing } = screen;
      if (standing !== 'stated' || entity === null || roles === null || kind !== 'form') continue;
      const names = roles.map(({ name }) => name).filter((name) => isSure(name, context));
      const barred = names.filter((role) => context.access.may(role, entity, 'create') === 'no');
      // Where none of them may, nobody can use the screen, which is said by another check.
      if (barred.length === 0 || barred.length === roles.length) continue;
      const first = roles.find(({ name }) => name === barred[0]);
      yield {
        element: screen.id,
        at: first?.at ?? screen.at,
        message: `${listed(barred)} may open the form ${screen.name} and may not create ${entity}, so that it is never sent.`,
        next: `Grant ${listed(barred)} the row “${entity}: create” of point 6, or take ${barred.length === 1 ? 'the role' : 'them'} out of For.`,
        witness: witnessOf(context, {
          who: barred[0] ?? null,
          screen,
          happens: `whatever they fill in, no ${entity} is made`,
        }),
      };
    }
  },
});

function isSure(role: string, { access, schema }: PartContext): boolean {
  return schema.roles.has(role) && access.canHold(role) && !access.everyone.some(({ name }) => name === role);
}
