import type { Row } from '../fields/value.ts';
import type { Operation } from '../model/model.ts';
import type { PreparedEntity } from './app.ts';
import type { Context } from './context.ts';
import { refuse } from './errors.ts';
import { etagOfReadable } from './etag.ts';
import { byText, entityText, whoText } from './message-values.ts';
import { denialsOf, grantsOf, mayReadRecord } from './permissions.ts';
import type { Refusal } from './refusal.ts';
import { mayKnow, UNSEEN } from './secrecy.ts';

/** Refused before any record is looked at: nobody signed in, or no role of theirs has such a permission at all (M16). */
export function refusedOutright(
  context: Context,
  entity: PreparedEntity,
  operations: readonly Operation[],
): Refusal | null {
  if (context.who.row === null) return refuse(context.app, 'NOT_SIGNED_IN');
  for (const operation of operations) {
    const cells = entity.permissions[operation];
    if (grantsOf(cells, context.who).length === 0) {
      const values = { who: whoText(context.app, entity, operation, context), entity: entityText(entity) };
      return refuse(context.app, 'NOT_ALLOWED', values, denialsOf(cells, context.who));
    }
  }
  return null;
}

/** The same answer for a record that one may not read as for an id that never was. */
export function notFound({ app }: Pick<Context, 'app'>, entity: PreparedEntity): Refusal {
  return refuse(app, 'NOT_FOUND', { entity: entityText(entity) });
}

/** The record, where it is there and this person may read it. */
export function findReadable(context: Context, entity: PreparedEntity, id: string): Row | null {
  const row = context.find(entity.name, id);
  return row !== null && row !== undefined && mayReadRecord(context, row) ? row : null;
}

/** Not allowed on this record: with the cells that decided where the person may know why. */
export function notAllowedHere(context: Context, entity: PreparedEntity, operation: Operation, row: Row): Refusal {
  const cells = entity.permissions[operation];
  const grants = grantsOf(cells, context.who);
  const values = { who: whoText(context.app, entity, operation, context), entity: entityText(entity) };
  const conditions = grants.flatMap(({ where }) => where ?? []);
  if (mayKnow(context, conditions, row))
    return refuse(context.app, 'NOT_ALLOWED', values, denialsOf(cells, context.who));
  return unseen(refuse(context.app, 'NOT_ALLOWED', values));
}

/** The refusal without what decided, and saying so. */
export function unseen(refusal: Refusal): Refusal {
  return { ...refusal, next: refusal.next === '' ? UNSEEN : `${refusal.next} ${UNSEEN}`, decidedBy: [] };
}

/** Whether the version that the person saw is the one that stands; null where it is. */
export function refusedByMatch(context: Context, row: Row, ifMatch: string | null | undefined): Refusal | null {
  if (ifMatch === null) return null;
  if (ifMatch === undefined) return refuse(context.app, 'PRECONDITION_REQUIRED');
  if (matches(ifMatch, etagOfReadable(context, row))) return null;
  return refuse(context.app, 'CHANGED_MEANWHILE', { by: byText(context, row.values.changedBy) });
}

/** `*`, or a list of strong tags. */
function matches(ifMatch: string, etag: string | null): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return etag !== null && (tags.includes('*') || tags.includes(etag));
}
