import type { Row } from '../../fields/text/value.ts';
import type { PreparedEntity } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import type { Refusal } from '../core/refusal.ts';
import { sameValue } from '../core/row.ts';
import { foreignRoles, ownAuthority } from './authority.ts';
import { cellsCreating, fieldCells } from './change-grants.ts';
import { grantRefusal, ownRefusal } from './deny-self-promotion.ts';

/** A record as effects would have it, and before. `stated`: the roles that the document itself gives by them. */
export interface ByEffect {
  readonly operation: 'create' | 'change';
  readonly before: Row;
  readonly after: Row;
  readonly stated: Iterable<string>;
}

/**
 * What effects may not do to the rights of people, at whichever record the event was raised: nobody changes their own, and
 * nobody has a role given that they may not give. What the document states it gives itself, and so does the clock.
 */
export function refusedRights(
  context: Context,
  entity: PreparedEntity,
  { operation, before, after, stated }: ByEffect,
): Refusal | null {
  const { people } = context.app;
  const asker = askerOf(context);
  if (asker === null || people?.entity !== entity.name) return null;
  const computed = new Set(entity.computed.map(({ field }) => field.name));
  const values = new Map(Object.entries(after.values).filter(([name]) => !computed.has(name)));
  // Effects may empty the own sign-in field: see `raisesOwn`.
  const empties = (name: string) => name === people.signIn && (values.get(name) ?? null) === null;
  const own = ownAuthority(asker, before, values).filter((name) => !empties(name));
  if (own.length > 0) return ownRefusal(asker, entity, own);
  const role = people.role?.name;
  const [had, value] = role === undefined ? [null, null] : [before.values[role] ?? null, after.values[role] ?? null];
  if (role === undefined || sameValue(had, value)) return null;
  const cells =
    operation === 'create' ? cellsCreating(asker, entity, role, after) : fieldCells(asker, entity, before).all(role);
  const told = new Set(stated);
  const foreign = foreignRoles(asker, role, value, had, cells).filter((one) => !told.has(one));
  return foreign.length === 0 ? null : grantRefusal(asker, entity, operation, foreign, cells);
}

/** Whoever it goes back to, and not the product that does it; null: the clock alone. */
function askerOf(context: Context): Context | null {
  const { raiser, product } = context;
  if (raiser === null || !product) return raiser === null ? null : context;
  return { ...context, who: raiser, memo: new Map(), product: false };
}
