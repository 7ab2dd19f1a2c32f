import type { Operation, Screen } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../check.ts';
import { listed } from '../places.ts';

export const check = defineCheck({
  code: 'screen-for-nobody',
  point: 2,
  severity: 'warning',
  about: 'A screen that no person can open: nobody can hold its roles, or none of them may read what it shows.',
  *findEach(context) {
    for (const screen of context.model.screens) {
      if (screen.standing !== 'stated') continue;
      const barrier = barrierOf(screen, context);
      if (barrier === null) continue;
      yield {
        element: screen.id,
        at: screen.at,
        message: `Nobody can use the screen ${screen.name}: ${barrier.why}.`,
        next: barrier.next,
      };
    }
  },
});

/** Null where somebody can, or where it hangs on what is not shown. Blank `For` is everyone who signs in. */
function barrierOf(
  { roles, entity, kind }: Screen,
  { access, schema }: CheckContext,
): { why: string; next: string } | null {
  if (roles === null || roles.length === 0) return null;
  const stated = roles.map(({ name }) => name).filter((name) => schema.roles.has(name));
  if (stated.length < roles.length) return null;
  const holders = stated.filter((role) => access.canHold(role));
  if (holders.length === 0) {
    return {
      why: `nobody can hold ${listed(stated, 'or')}`,
      next: `Give ${schema.person?.entity.name ?? 'the people'} a field of type Role, or say that everyone who signs in has the role.`,
    };
  }
  if (entity === null || !schema.entities.has(entity)) return null;
  const operation = kind === 'form' ? 'create' : 'read';
  // Whoever holds any role opens a screen that is for everyone.
  const forEveryone = holders.some((role) => schema.roles.get(role)?.everyone === true);
  const may = (wanted: Operation) =>
    forEveryone
      ? access.somebodyMay(entity, wanted) !== 'no'
      : holders.some((role) => access.may(role, entity, wanted) !== 'no');
  if (may(operation)) return null;
  return {
    why: `${listed(holders, 'or')} may not ${operation} ${entity}`,
    next: `Grant it in the row “${entity}: ${operation}” of point 6, or name other roles under For.`,
  };
}
