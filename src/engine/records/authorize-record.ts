import type { Row } from '../../fields/text/value.ts';
import { idOf } from '../../model/types/element.ts';
import type { Operation } from '../../model/types/model.ts';
import { mayDisclose } from '../access/disclosure.ts';
import type { CompiledEntity, CompiledGrant } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import { denialsOf, grantsOf, mayReadRecord } from '../context/permissions.ts';
import type { Missing } from '../core/intent.ts';
import { mustSignIn, type Principal } from '../core/principal.ts';
import { NO_KEY } from '../core/record-address.ts';
import type { Refusal } from '../core/refusal.ts';
import { entryOf, statesHidden } from '../errors/catalogue-entries.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { authorText, entityText, performersText } from '../errors/message-values.ts';
import { etagOfReadable } from './etag.ts';

/**
 * Refuses before any record is loaded: nobody is signed in although that is needed, or none of the principal's roles
 * has a grant for one of the operations (M16).
 */
export function denyByRole(context: Context, entity: CompiledEntity, operations: readonly Operation[]): Refusal | null {
  if (mustSignIn(context.principal)) return refuse(context.model, 'NOT_SIGNED_IN');
  for (const operation of operations) {
    if (grantsOf(entity.permissions[operation], context.principal).some((cell) => reaches(cell, context.principal)))
      continue;
    // The grant may exist for a role that the guest has after signing in.
    return context.principal.row === null
      ? refuse(context.model, 'NOT_SIGNED_IN')
      : noGrant(context, entity, operation);
  }
  return null;
}

/** Returns whether the grant can apply: a grant that needs a link does not apply to a guest without a link. */
const reaches = ({ where }: CompiledGrant, { row, link }: Principal): boolean =>
  row !== null || link !== undefined || where?.needsLink !== true;

/** Returns the refusal of an operation with the cells of these roles. Memoized per set of roles. */
function noGrant(context: Context, entity: CompiledEntity, operation: Operation): Refusal {
  return memoizeByRoles(context.model, `no ${operation} of ${entity.name}`, context.principal, () => {
    const values = {
      who: performersText(context.model, entity, operation, context),
      entity: entityText(context.model, entity),
    };
    const decidedBy = denialsOf(entity.permissions[operation], context.principal);
    return refuse(context.model, 'NOT_ALLOWED', values, decidedBy, [idOf('permission', entity.name, operation)]);
  });
}

/**
 * Returns the same refusal for a record that the principal may not read and for an id that does not exist. Only if the
 * catalogue states what answers for hidden records of the entity do they differ: `isHidden`.
 */
export function notFound({ model }: Pick<Context, 'model'>, entity: CompiledEntity, isHidden = false): Refusal {
  const about =
    isHidden && statesHidden(model, entity.name) ? [idOf('permission', entity.name, 'read')] : [entity.entity.id];
  return refuse(model, 'NOT_FOUND', { entity: entityText(model, entity) }, [], about);
}

/**
 * Returns the refusal of a text in a path that cannot be the key of a record. It is not found unless the catalogue has
 * an error for such texts.
 */
function noKey(context: Pick<Context, 'model'>, entity: CompiledEntity): Refusal {
  const { model } = context;
  const about = [entity.entity.id];
  if (entryOf(model, 'NOT_A_KEY', [], about) === null) return notFound(context, entity);
  return refuse(model, 'NOT_A_KEY', { entity: entityText(model, entity) }, [], about);
}

/** Returns the refusal of a record in the path that is missing. */
export function notFoundMissing(context: Pick<Context, 'model'>, { missing, isNoKey = false }: Missing): Refusal {
  const entity = entityOf(context.model, missing);
  return isNoKey ? noKey(context, entity) : notFound(context, entity);
}

/** Like `notFoundById`; a parent in the path that does not exist is what is not found. */
export function notFoundWithin(
  context: Context,
  entity: CompiledEntity,
  { id, within }: { readonly id: string; readonly within?: readonly string[] | Missing | undefined },
): Refusal {
  if (within === undefined || !('missing' in within)) return notFoundById(context, entity, id);
  return notFoundMissing(context, within);
}

/** Like `notFound`, for the record with this id, which is missing or can't be read. */
export function notFoundById(context: Context, entity: CompiledEntity, id: string): Refusal {
  if (id === NO_KEY) return noKey(context, entity);
  const row = context.find(entity.name, id);
  return notFound(context, entity, row !== null && row !== undefined);
}

/** Returns the record if it exists and the principal may read it, else null. */
export function findReadable(context: Context, entity: CompiledEntity, id: string): Row | null {
  const row = context.find(entity.name, id);
  return row !== null && row !== undefined && mayReadRecord(context, row) ? row : null;
}

/** Returns the refusal for this record. It names the cells that decided only if the person may know why. */
export function notAllowedHere(context: Context, entity: CompiledEntity, operation: Operation, row: Row): Refusal {
  const refusal = noGrant(context, entity, operation);
  const conditions = grantsOf(entity.permissions[operation], context.principal).flatMap(({ where }) => where ?? []);
  return mayDisclose(context, conditions, row) ? refusal : withoutReason(context, refusal);
}

/** Returns the refusal without `decidedBy`, and with a note that the reason is hidden. */
export function withoutReason({ model }: Pick<Context, 'model'>, refusal: Refusal): Refusal {
  const { hiddenReason } = model.sentences;
  const next = refusal.next === '' ? hiddenReason : `${refusal.next} ${hiddenReason}`;
  const bareRefusal = model.responseCache.withoutReasons.get(refusal) ?? { ...refusal, next, decidedBy: [] };
  model.responseCache.withoutReasons.set(refusal, bareRefusal);
  return bareRefusal;
}

/**
 * Returns the refusal if If-Match is missing or does not match the current version; null if it matches or the caller is
 * exempt.
 */
export function refuseByIfMatch(context: Context, row: Row, ifMatch: string | null | undefined): Refusal | null {
  if (ifMatch === null) return null;
  const about = [entityOf(context.model, row.entity).entity.id];
  if (ifMatch === undefined) return refuse(context.model, 'PRECONDITION_REQUIRED', {}, [], about);
  if (matches(ifMatch, etagOfReadable(context, row))) return null;
  return refuse(context.model, 'CHANGED_MEANWHILE', { by: authorText(context, row.values.changedBy) }, [], about);
}

/** Returns whether If-Match is `*` or lists the ETag. */
function matches(ifMatch: string, etag: string | null): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return etag !== null && (tags.includes('*') || tags.includes(etag));
}
