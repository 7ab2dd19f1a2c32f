import type { Screen } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../check.ts';

export const check = defineCheck({
  code: 'comments-by-nobody',
  point: 2,
  severity: 'warning',
  about: 'A record screen with comments, where nobody who signs in may read the record, so that nobody can write one.',
  *findEach(context) {
    for (const screen of context.model.screens) {
      const { id, at, entity, kind, comments, name, standing } = screen;
      if (standing !== 'stated' || kind !== 'record' || comments !== 'yes' || entity === null) continue;
      if (!context.schema.entities.has(entity) || isWritten(entity, context) || !isRead(screen, context)) continue;
      yield {
        element: id,
        at,
        message: `Nobody can write a comment at ${name}: only whoever has not signed in may read ${entity}.`,
        next: `Grant a role of people who sign in the row “${entity}: read” of point 6, or take “Comments” away.`,
      };
    }
  },
});

/** Whether somebody who signs in reads such records, or may once it is shown. */
function isWritten(entity: string, { access, schema }: CheckContext): boolean {
  const roles = [...schema.roles.values()].filter(({ guest, name }) => !guest && access.canHold(name));
  return schema.roles.size === 0 || roles.some(({ name }) => access.may(name, entity, 'read') !== 'no');
}

/** Where nobody at all may, nobody uses the screen, which is said by another check. */
function isRead({ entity }: Screen, { access, schema }: CheckContext): boolean {
  const guests = [...schema.roles.values()].filter(({ guest }) => guest);
  return guests.some(({ name }) => access.may(name, entity ?? '', 'read') === 'yes');
}
