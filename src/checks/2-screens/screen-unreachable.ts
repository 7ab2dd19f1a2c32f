import type { Schema } from '../../model/lookups/schema.ts';
import type { Entity, Screen } from '../../model/types/model.ts';
import { opensScreen } from '../access/field-access.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'screen-unreachable',
  point: 2,
  severity: 'warning',
  about: 'A screen that a role cannot reach: no menu entry, no list of its records, no link.',
  *find(context) {
    const { model, schema } = context;
    const candidates = model.screens.filter((screen) => screen.standing === 'stated' && !isEntry(screen, schema));
    if (candidates.length === 0) return;
    const notified = new Set(notifyingEntities(context));
    const roles = [...schema.roles.keys()].filter((role) => context.access.canHold(role));
    const reached = new Map(roles.map((role) => [role, reachedBy(role, context)] as const));
    for (const screen of candidates) {
      if (screen.roles === null || isNotified(screen, notified)) continue;
      const names =
        screen.roles.length === 0 ? roles : screen.roles.map(({ name }) => name).filter((name) => reached.has(name));
      // Guests arrive from outside.
      const isGuest = (role: string) => schema.roles.get(role)?.guest === true;
      const lost = names.filter((role) => !isGuest(role) && reached.get(role)?.has(screen) === false);
      if (lost.length === 0) continue;
      const all = lost.length === names.length;
      yield {
        element: screen.id,
        severity: all ? 'warning' : 'note',
        at: screen.at,
        message: `Nothing leads to ${screen.name} (${screen.route})${all ? '' : ` for ${joinNames(lost, 'or')}`}: it is in no menu, and no screen ${all ? '' : 'of theirs '}links to it.`,
        next: nextFor(screen),
        witness: witnessOf(context, {
          who: screen.roles.length === 0 ? null : (lost[0] ?? null),
          outcome: `the only way to ${screen.route} is to type the address`,
        }),
      };
    }
  },
});

/** Whether people reach a screen without a link: it is in the menu, redirects, or is a start screen. */
function isEntry({ kind, menu, roles, route, startFor }: Screen, schema: Schema): boolean {
  if (kind === 'redirect' || kind === 'sign-in' || startFor.length > 0) return true;
  // Guests have no menu; they arrive from outside.
  const isForGuests = roles?.every(({ name }) => schema.roles.get(name)?.guest === true) ?? false;
  return (isForGuests && roles?.length !== 0) || (menu?.shown ?? (!route.includes(':') && kind !== 'form'));
}

function nextFor({ kind, entity }: Screen): string {
  const link = 'Add a line “- Link: … →” with its route to another screen';
  if (entity === null || kind === 'page') return `${link}, or put it in the menu.`;
  return `${link}, or give its roles a list of ${entity}.`;
}

/** Returns the entities whose transitions notify people, who reach the record from the notification. */
function notifyingEntities({ model }: Pick<CheckContext, 'model'>): readonly string[] {
  return model.machines
    .filter(({ transitions }) => transitions.some(({ effects }) => effects.some(({ kind }) => kind === 'notify')))
    .map(({ entity }) => entity);
}

/** A notification leads to the record, not to a list. */
function isNotified({ entity, kind, route }: Screen, notified: ReadonlySet<string>): boolean {
  return entity !== null && notified.has(entity) && (kind === 'record' || route.includes(':'));
}

/** Returns all screens that a role reaches from its menu and its start screen. */
function reachedBy(role: string, context: CheckContext): ReadonlySet<Screen> {
  const { model, schema } = context;
  const open = model.screens.filter((screen) => opensScreen(screen, role, context) === 'yes');
  const byShape = new Map(open.map((screen) => [shapeOf(screen.route), screen] as const));
  const byEntity = Map.groupBy(open, ({ entity }) => entity);
  const reachable = new Set<Screen>();
  const visitedEntities = new Set<string>();
  const queue = open.filter((screen) => isEntry(screen, schema));
  for (let screen = queue.pop(); screen !== undefined; screen = queue.pop()) {
    if (reachable.has(screen)) continue;
    reachable.add(screen);
    for (const route of routesFrom(screen)) {
      const next = byShape.get(shapeOf(route));
      if (next !== undefined) queue.push(next);
    }
    for (const entity of entitiesFrom(screen, schema)) {
      if (visitedEntities.has(entity)) continue;
      visitedEntities.add(entity);
      const isRecord = ({ kind, route }: Screen) => kind === 'form' || kind === 'record' || route.includes(':');
      queue.push(...(byEntity.get(entity) ?? []).filter(isRecord));
    }
  }
  return reachable;
}

/**
 * Returns the entity that a screen shows, the entities that its records refer to, and, for a record screen, those that
 * refer to it.
 */
function entitiesFrom({ entity, kind, related }: Screen, schema: Schema): readonly string[] {
  if (entity === null || kind === 'form') return [];
  const isListed = kind === 'record' && (related ?? 'yes') === 'yes';
  const referring = isListed
    ? [...schema.entities.values()].filter((other) => targetsOf(other.entity).includes(entity))
    : [];
  return [entity, ...targetsOf(schema.entities.get(entity)?.entity), ...referring.map((other) => other.entity.name)];
}

function targetsOf(entity: Entity | undefined): readonly string[] {
  return (entity?.fields ?? []).flatMap(({ type }) =>
    type.kind === 'reference' || type.kind === 'references' || type.kind === 'list' ? [type.entity] : [],
  );
}

function routesFrom({ links, otherwise, next }: Screen): readonly string[] {
  return [...links, otherwise, next].flatMap((link) => (link === null || link.route === '' ? [] : [link.route]));
}

function shapeOf(route: string): string {
  return route.replace(/\?.*$/, '').replaceAll(/:[^/]+/g, ':');
}
