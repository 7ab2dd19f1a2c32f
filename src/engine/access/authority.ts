import type { Row, Value } from '../../fields/text/value.ts';
import { clearsField } from '../../model/lookups/clears-field.ts';
import type { CompiledGrant, CompiledTransition } from '../compiled/compiled-model.ts';
import { revocationOf } from '../compiled/revocation.ts';
import type { Context } from '../context/decision-context.ts';
import type { Write } from '../context/verdict.ts';
import { sameValue } from '../core/row-values.ts';

/** Returns whether the field carries authority, that is, decides who may do what (M18). */
export function isAuthority({ model }: Context, entity: string, field: string): boolean {
  return model.people?.entity === entity && model.people.authority.has(field);
}

/**
 * Returns the authority fields of the principal's own record that the change would modify. Nobody may change their own
 * authority.
 */
export function ownAuthority(context: Context, before: Row, values: ReadonlyMap<string, Value>): string[] {
  if (before.id !== context.principal.row?.id) return [];
  return [...values].flatMap(([name, value]) =>
    isAuthority(context, before.entity, name) && !sameValue(value, before.values[name] ?? null) ? [name] : [],
  );
}

/**
 * Returns whether raising the event would change authority on the principal's own record by its state, an effect or an
 * ask. Clearing one's own sign-in field is allowed if the document states it: it grants nothing and ends the person's
 * access.
 */
export function changesOwnAuthority(context: Context, row: Row, { transition, machine }: CompiledTransition): boolean {
  const { people } = context.model;
  if (people === null || row.id !== context.principal.row?.id || row.entity !== people.entity) return false;
  const written = transition.effects
    .filter((effect) => !clearsField(effect, people.signIn))
    .flatMap((effect) => ((effect.kind === 'set' && effect.on === null) || effect.kind === 'ask' ? effect.field : []));
  const moves = transition.from !== transition.to ? [machine.name] : [];
  return [...written, ...moves].some((name) => isAuthority(context, row.entity, name));
}

/**
 * Returns the roles that the value adds and the principal does not hold. Returns none if a cell says `role (any)`,
 * which allows assigning any role.
 */
export function addedRolesNotHeld(
  context: Context,
  field: string,
  value: Value,
  before: Value,
  cells: readonly CompiledGrant[],
): string[] {
  const { people } = context.model;
  if (people?.role?.name !== field || cells.some((cell) => cell.fields?.get(field) === true)) return [];
  const had = new Set(rolesIn(before));
  return rolesIn(value).filter((role) => !had.has(role) && !context.principal.roles.has(role));
}

/** Whether people may change the name with which they sign in by this call: one about themselves that lists the field. */
export function isOwnSignInName({ model }: Context, field: string, call: string | null): boolean {
  const compiled = call === null ? undefined : model.calls.get(call);
  const does = compiled?.call.does;
  return (
    field === model.people?.signIn &&
    does?.kind === 'account' &&
    does.act === 'change me' &&
    compiled?.sends?.has(field) === true
  );
}

/**
 * Returns one audit log write per changed authority field. The e-mail address is logged too, because links to set a
 * password are sent to it.
 */
export function authorityHistory(context: Context, before: Row | null, after: Row): Write[] {
  const { people } = context.model;
  if (people === null || people.entity !== after.entity) return [];
  return [...new Set([...people.authority, people.address])].flatMap((field): Write[] => {
    const from = before?.values[field] ?? null;
    const to = after.values[field] ?? null;
    if (sameValue(from, to)) return [];
    const isSecret = context.model.entities.get(after.entity)?.secrets.own.has(field) === true;
    const values = isSecret ? { from: null, to: null } : { from, to };
    const isOwn = context.principal.row?.id === after.id;
    const revokes = revocationOf(people, field, to, isOwn);
    return [{ kind: 'authority', entity: after.entity, id: after.id, field, ...values, revokes }];
  });
}

/** Returns the roles in the value of a role field. */
export function rolesIn(value: Value): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((role): role is string => typeof role === 'string') : [];
}
