import type { Screen } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'comments-by-nobody',
  point: 2,
  severity: 'warning',
  about: 'A record screen with comments, where nobody who signs in may read the record.',
  *find(context) {
    for (const screen of context.model.screens) {
      const { id, at, entity, kind, comments, name, standing } = screen;
      if (standing !== 'stated' || kind !== 'record' || comments !== 'yes' || entity === null) continue;
      if (!context.schema.entities.has(entity) || isWritten(entity, context) || !isRead(screen, context)) continue;
      yield {
        element: id,
        at,
        message: `Nobody can comment on ${name}: only people who have not signed in may read ${entity}.`,
        next: `Grant the row “${entity}: read” of point 6 to a role that signs in, or remove “Comments”.`,
      };
    }
  },
});

/** Whether somebody who signs in reads such records, or may do so once a missing permission is shown. */
function isWritten(entity: string, { access, schema }: CheckContext): boolean {
  const roles = [...schema.roles.values()].filter(({ guest, name }) => !guest && access.canHold(name));
  return schema.roles.size === 0 || roles.some(({ name }) => access.may(name, entity, 'read') !== 'no');
}

/** If nobody at all may read the records, another check reports that nobody can use the screen. */
function isRead({ entity }: Screen, { access, schema }: CheckContext): boolean {
  const guests = [...schema.roles.values()].filter(({ guest }) => guest);
  return guests.some(({ name }) => access.may(name, entity ?? '', 'read') === 'yes');
}
