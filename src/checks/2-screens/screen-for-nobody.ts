import type { Operation, Screen } from '../../model/types/model.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'screen-for-nobody',
  point: 2,
  severity: 'warning',
  about: 'A screen that nobody can use: nobody can hold its roles, or none of them may read its records.',
  *find(context) {
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

/**
 * Returns why nobody can use a screen. Null if somebody can, or if the answer depends on something not shown. A blank
 * `For` means everybody who signs in.
 */
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
      why: `nobody can hold ${joinNames(stated, 'or')}`,
      next: `Give ${schema.person?.entity.name ?? 'the people'} a field of type Role, or give the role to everyone who signs in.`,
    };
  }
  if (entity === null || !schema.entities.has(entity)) return null;
  const operation = kind === 'form' ? 'create' : 'read';
  // A holder of any role can open a screen for everyone.
  const forEveryone = holders.some((role) => schema.roles.get(role)?.everyone === true);
  const may = (wanted: Operation) =>
    forEveryone
      ? access.anybodyMay(entity, wanted) !== 'no'
      : holders.some((role) => access.may(role, entity, wanted) !== 'no');
  if (may(operation)) return null;
  return {
    why: `${joinNames(holders, 'or')} may not ${operation} ${entity}`,
    next: `Grant it in the row “${entity}: ${operation}” of point 6, or change the roles under For.`,
  };
}
