import type { Row, Value } from '../../fields/text/value.ts';
import { isEmptying } from '../../model/lookups/emptying.ts';
import type { Cell, PreparedTransition } from '../compiled/compiled-model.ts';
import { revocationOf } from '../compiled/revocation.ts';
import type { Context } from '../context/decision-context.ts';
import type { Write } from '../context/verdict.ts';
import { sameValue } from '../core/row.ts';

/** Whether the field decides who may do what (M18). */
export function isAuthority({ app }: Context, entity: string, field: string): boolean {
  return app.people?.entity === entity && app.people.authority.has(field);
}

/** The authority fields of the person's own record that a change would touch: nobody changes their own. */
export function ownAuthority(context: Context, before: Row, values: ReadonlyMap<string, Value>): string[] {
  if (before.id !== context.who.row?.id) return [];
  return [...values].flatMap(([name, value]) =>
    isAuthority(context, before.entity, name) && !sameValue(value, before.values[name] ?? null) ? [name] : [],
  );
}

/**
 * Whether raising the event would change authority on the person's own record, by its state, an effect or an ask. Emptying the
 * own sign-in field is allowed where the document states it: it gives nobody anything, and ends the person's access.
 */
export function raisesOwn(context: Context, row: Row, { transition, machine }: PreparedTransition): boolean {
  const { people } = context.app;
  if (people === null || row.id !== context.who.row?.id || row.entity !== people.entity) return false;
  const written = transition.effects
    .filter((effect) => !isEmptying(effect, people.signIn))
    .flatMap((effect) => ((effect.kind === 'set' && effect.on === null) || effect.kind === 'ask' ? effect.field : []));
  const moves = transition.from !== transition.to ? [machine.name] : [];
  return [...written, ...moves].some((name) => isAuthority(context, row.entity, name));
}

/** Roles that the value adds and that the person does not hold: only a cell that says `role (any)` lets them. */
export function foreignRoles(
  context: Context,
  field: string,
  value: Value,
  before: Value,
  cells: readonly Cell[],
): string[] {
  const { people } = context.app;
  if (people?.role?.name !== field || cells.some((cell) => cell.fields?.get(field) === true)) return [];
  const had = new Set(rolesIn(before));
  return rolesIn(value).filter((role) => !had.has(role) && !context.who.roles.has(role));
}

/** The log of authority: one write a field. Links to choose a password go to the address, so that it is logged too. */
export function authorityWrites(context: Context, before: Row | null, after: Row): Write[] {
  const { people } = context.app;
  if (people === null || people.entity !== after.entity) return [];
  return [...new Set([...people.authority, people.address])].flatMap((field): Write[] => {
    const from = before?.values[field] ?? null;
    const to = after.values[field] ?? null;
    if (sameValue(from, to)) return [];
    const isSecret = context.app.entities.get(after.entity)?.secrets.own.has(field) === true;
    const values = isSecret ? { from: null, to: null } : { from, to };
    const revokes = revocationOf(people, field, to);
    return [{ kind: 'authority', entity: after.entity, id: after.id, field, ...values, revokes }];
  });
}

/** The roles in the value of a role field. */
export function rolesIn(value: Value): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((role): role is string => typeof role === 'string') : [];
}
