import type { Schema } from '../../model/lookups/schema.ts';
import type { Entity, Screen } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../check.ts';
import { opensScreen } from '../field-access.ts';
import { listed } from '../places.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'screen-unreachable',
  point: 2,
  severity: 'warning',
  about: 'A screen to which nothing leads for a role: no navigation, no list of its records, no link.',
  *find(context) {
    const { model, schema } = context;
    const candidates = model.screens.filter((screen) => screen.standing === 'stated' && !isEntry(screen, schema));
    if (candidates.length === 0) return;
    const noticed = new Set(context.gather(noticedIn).flat());
    const roles = [...schema.roles.keys()].filter((role) => context.access.canHold(role));
    const reached = new Map(roles.map((role) => [role, reachedBy(role, context)] as const));
    for (const screen of candidates) {
      if (screen.roles === null || isNoticed(screen, noticed)) continue;
      const names =
        screen.roles.length === 0 ? roles : screen.roles.map(({ name }) => name).filter((name) => reached.has(name));
      // Guests come from outside.
      const isGuest = (role: string) => schema.roles.get(role)?.guest === true;
      const lost = names.filter((role) => !isGuest(role) && reached.get(role)?.has(screen) === false);
      if (lost.length === 0) continue;
      const all = lost.length === names.length;
      yield {
        element: screen.id,
        severity: all ? 'warning' : 'note',
        at: screen.at,
        message: `Nothing leads to ${screen.name} (${screen.route})${all ? '' : ` for ${listed(lost, 'or')}`}: it is in no menu, and no screen ${all ? '' : 'of theirs '}leads there.`,
        next: nextFor(screen),
        witness: witnessOf(context, {
          who: screen.roles.length === 0 ? null : (lost[0] ?? null),
          happens: `there is no way to ${screen.route} but typing the address`,
        }),
      };
    }
  },
});

/** Where nobody needs a way: it stands in the menu, leads on by itself, or is where people begin. */
function isEntry({ kind, menu, roles, route, startFor }: Screen, schema: Schema): boolean {
  if (kind === 'redirect' || kind === 'sign-in' || startFor.length > 0) return true;
  // Guests have no menu: they come from outside.
  const isForGuests = roles?.every(({ name }) => schema.roles.get(name)?.guest === true) ?? false;
  return (isForGuests && roles?.length !== 0) || (menu?.shown ?? (!route.includes(':') && kind !== 'form'));
}

function nextFor({ kind, entity }: Screen): string {
  const link = 'Add a line “- Link: … →” with its route to the part of another screen';
  if (entity === null || kind === 'page') return `${link}, or let it stand in the menu.`;
  return `${link}, or give its roles a list of ${entity}.`;
}

/** Entities whose people are told of a record, and led to it from there. */
function noticedIn({ model }: Pick<CheckContext, 'model'>): readonly string[] {
  return model.machines
    .filter(({ transitions }) => transitions.some(({ effects }) => effects.some(({ kind }) => kind === 'notify')))
    .map(({ entity }) => entity);
}

/** A notice leads to the record, not to a list. */
function isNoticed({ entity, kind, route }: Screen, noticed: ReadonlySet<string>): boolean {
  return entity !== null && noticed.has(entity) && (kind === 'record' || route.includes(':'));
}

/** All screens that a role comes to from its menu and from where it starts. */
function reachedBy(role: string, context: CheckContext): ReadonlySet<Screen> {
  const { model, schema } = context;
  const open = model.screens.filter((screen) => opensScreen(screen, role, context) === 'yes');
  const byShape = new Map(open.map((screen) => [shapeOf(screen.route), screen] as const));
  const byEntity = Map.groupBy(open, ({ entity }) => entity);
  const found = new Set<Screen>();
  const met = new Set<string>();
  const waiting = open.filter((screen) => isEntry(screen, schema));
  for (let screen = waiting.pop(); screen !== undefined; screen = waiting.pop()) {
    if (found.has(screen)) continue;
    found.add(screen);
    for (const route of routesFrom(screen)) {
      const next = byShape.get(shapeOf(route));
      if (next !== undefined) waiting.push(next);
    }
    for (const entity of metFrom(screen, schema)) {
      if (met.has(entity)) continue;
      met.add(entity);
      const isRecord = ({ kind, route }: Screen) => kind === 'form' || kind === 'record' || route.includes(':');
      waiting.push(...(byEntity.get(entity) ?? []).filter(isRecord));
    }
  }
  return found;
}

/** The entity that a screen shows, what its records refer to, and, on a record, what refers to it. */
function metFrom({ entity, kind, related }: Screen, schema: Schema): readonly string[] {
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
  return [...links, otherwise, next].flatMap((way) => (way === null || way.route === '' ? [] : [way.route]));
}

function shapeOf(route: string): string {
  return route.replace(/\?.*$/, '').replaceAll(/:[^/]+/g, ':');
}
