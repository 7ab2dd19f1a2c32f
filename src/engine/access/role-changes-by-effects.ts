import type { Row } from '../../fields/text/value.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import type { Refusal } from '../core/refusal.ts';
import { sameValue } from '../core/row-values.ts';
import { addedRolesNotHeld, ownAuthority } from './authority.ts';
import { cellsToCreate, fieldCells } from './change-grants.ts';
import { refuseOwnAuthority, refuseRoleGrant } from './deny-self-promotion.ts';

/** A record before and after effects. `stated`: the roles that the document itself assigns by these effects. */
export interface RoleChange {
  readonly operation: 'create' | 'change';
  readonly before: Row;
  readonly after: Row;
  readonly stated: Iterable<string>;
}

/**
 * Refuses effects that change people's rights, on whichever record the event was raised: nobody may change their own
 * authority or assign a role that they may not assign. Roles stated in the document and actions of the clock are
 * allowed.
 */
export function refuseRoleChange(
  context: Context,
  entity: CompiledEntity,
  { operation, before, after, stated }: RoleChange,
): Refusal | null {
  const { people } = context.model;
  const asker = contextOfRaiser(context);
  if (asker === null || people?.entity !== entity.name) return null;
  const computed = new Set(entity.computed.map(({ field }) => field.name));
  const values = new Map(Object.entries(after.values).filter(([name]) => !computed.has(name)));
  // Effects may clear the person's own sign-in field: see `changesOwnAuthority`.
  const empties = (name: string) => name === people.signIn && (values.get(name) ?? null) === null;
  const own = ownAuthority(asker, before, values).filter((name) => !empties(name));
  if (own.length > 0) return refuseOwnAuthority(asker, entity, own);
  const role = people.role?.name;
  const [had, value] = role === undefined ? [null, null] : [before.values[role] ?? null, after.values[role] ?? null];
  if (role === undefined || sameValue(had, value)) return null;
  const cells =
    operation === 'create' ? cellsToCreate(asker, entity, role, after) : fieldCells(asker, entity, before).all(role);
  const statedRoles = new Set(stated);
  const foreign = addedRolesNotHeld(asker, role, value, had, cells).filter((one) => !statedRoles.has(one));
  return foreign.length === 0 ? null : refuseRoleGrant(asker, entity, operation, foreign, cells);
}

/** Returns the context of the person who caused the action; null if the clock caused it. */
function contextOfRaiser(context: Context): Context | null {
  const { raiser, product } = context;
  if (raiser === null || !product) return raiser === null ? null : context;
  return { ...context, principal: raiser, memo: new Map(), product: false };
}
