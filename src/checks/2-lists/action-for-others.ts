import { withIncluded } from '../../model/lookups/roles.ts';
import type { Reference, Screen, Transition } from '../../model/types/model.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'action-for-others',
  point: 2,
  severity: 'warning',
  about: 'An action on the rows of a screen that some of its roles can never use.',
  *find({ entities }) {
    for (const context of entities) {
      for (const screen of context.screens) {
        if (screen.standing !== 'stated' || screen.roles === null || screen.roles.length < 2) continue;
        for (const action of screen.actions) {
          const barred = barredFrom(action, screen.roles, context);
          if (barred.length === 0 || barred.length === screen.roles.length) continue;
          yield findingOf(screen, action, barred, context);
        }
      }
    }
  },
});

function findingOf(screen: Screen, action: Reference, barred: readonly string[], context: EntityContext) {
  const who = joinNames(barred);
  return {
    element: screen.id,
    at: action.at ?? screen.at,
    message: `${screen.name} offers “${action.name}” on each row, but ${who} can never use it: no row of point 4 names ${barred.length === 1 ? 'that role' : 'those roles'} under Who.`,
    next: `Name ${who} under Who of “${action.name}”, or give ${who} a screen without it.`,
    witness: witnessOf(context, {
      who: barred[0] ?? null,
      screen,
      outcome: `“${action.name}” is disabled on every row`,
    }),
  };
}

/** Returns the roles of a screen that cannot raise the event on any record. */
function barredFrom(action: Reference, roles: readonly Reference[], context: EntityContext): string[] {
  const transitionsOfEvent = context.machines.flatMap(({ transitions }) =>
    transitions.filter(({ event }) => event === action.name),
  );
  if (transitionsOfEvent.length === 0 || transitionsOfEvent.some(({ who }) => who === null)) return [];
  return roles
    .map(({ name }) => name)
    .filter((role) => !transitionsOfEvent.some((transition) => admits(transition, role, context)));
}

/** A field that leads to a person may lead to anybody. A blank `Who` means everybody who may change the record. */
function admits({ who }: Transition, role: string, { schema, access, entity }: EntityContext): boolean {
  if (who === null || !schema.roles.has(role)) return true;
  if (who.length === 0) return access.may(role, entity.name, 'change') !== 'no';
  const held = new Set(withIncluded([role, ...access.everyone.map(({ name }) => name)], schema));
  return who.some(({ name }) => held.has(name) || !schema.roles.has(name) || isRelation(name, schema));
}

function isRelation(role: string, schema: EntityContext['schema']): boolean {
  return (schema.roles.get(role)?.relation.length ?? 0) > 0;
}
