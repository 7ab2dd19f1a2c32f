import type { Row } from '../../fields/text/value.ts';
import type { Operation } from '../../model/types/model.ts';
import { mayKnow } from '../access/disclosure.ts';
import type { CompiledEntity, CompiledGrant } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import type { Context } from '../context/decision-context.ts';
import { denialsOf, grantsOf, mayReadRecord } from '../context/permissions.ts';
import { mustSignIn, type Principal } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { byText, entityText, performersText } from '../errors/message-values.ts';
import { etagOfReadable } from './etag.ts';

/** Refused before any record is looked at: nobody signed in, or no role of theirs has such a permission at all (M16). */
export function denyByRole(context: Context, entity: CompiledEntity, operations: readonly Operation[]): Refusal | null {
  if (mustSignIn(context.who)) return refuse(context.app, 'NOT_SIGNED_IN');
  for (const operation of operations) {
    if (grantsOf(entity.permissions[operation], context.who).some((cell) => reaches(cell, context.who))) continue;
    // Somebody else may have the permission, and this may be somebody else once they have signed in.
    return context.who.row === null ? refuse(context.app, 'NOT_SIGNED_IN') : noGrant(context, entity, operation);
  }
  return null;
}

/** What a link alone opens is not there for somebody who has neither that nor signed in. */
const reaches = ({ where }: CompiledGrant, { row, link }: Principal): boolean =>
  row !== null || link !== undefined || where?.needsLink !== true;

/** The refusal of an operation that names the cells of these roles. */
function noGrant(context: Context, entity: CompiledEntity, operation: Operation): Refusal {
  return memoizeByRoles(context.app, `no ${operation} of ${entity.name}`, context.who, () => {
    const values = {
      who: performersText(context.app, entity, operation, context),
      entity: entityText(context.app, entity),
    };
    return refuse(context.app, 'NOT_ALLOWED', values, denialsOf(entity.permissions[operation], context.who));
  });
}

/** The same answer for a record that one may not read as for an id that never was. */
export function notFound({ app }: Pick<Context, 'app'>, entity: CompiledEntity): Refusal {
  return refuse(app, 'NOT_FOUND', { entity: entityText(app, entity) });
}

/** The record, where it is there and this person may read it. */
export function findReadable(context: Context, entity: CompiledEntity, id: string): Row | null {
  const row = context.find(entity.name, id);
  return row !== null && row !== undefined && mayReadRecord(context, row) ? row : null;
}

/** Not allowed on this record: with the cells that decided where the person may know why. */
export function notAllowedHere(context: Context, entity: CompiledEntity, operation: Operation, row: Row): Refusal {
  const refusal = noGrant(context, entity, operation);
  const conditions = grantsOf(entity.permissions[operation], context.who).flatMap(({ where }) => where ?? []);
  return mayKnow(context, conditions, row) ? refusal : unseen(context, refusal);
}

/** The refusal without what decided, and saying so. */
export function unseen({ app }: Pick<Context, 'app'>, refusal: Refusal): Refusal {
  const { hiddenReason } = app.sentences;
  const next = refusal.next === '' ? hiddenReason : `${refusal.next} ${hiddenReason}`;
  const found = app.responseCache.unseen.get(refusal) ?? { ...refusal, next, decidedBy: [] };
  app.responseCache.unseen.set(refusal, found);
  return found;
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
