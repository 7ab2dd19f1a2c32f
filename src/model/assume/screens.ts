import type { Entity, Model, Operation, Permission, Reference, Role, Screen, ScreenKind } from '../model.ts';
import { idOf } from '../place.ts';
import { assumed, free, named } from './element.ts';
import { pathName } from './paths.ts';

interface Wanted {
  readonly kind: ScreenKind;
  readonly rest: string;
  readonly name: string;
  readonly needs: Operation;
}

/** A list, a record and a form for each entity that no stated screen shows so, open to the roles that can use them. */
export function assumeScreens(model: Model): Model {
  const routes = new Set(model.screens.map((screen) => screen.route));
  const stated = Map.groupBy(model.screens, (screen) => screen.entity);
  const cells = Map.groupBy(model.permissions, (cell) => cell.entity);
  const screens = [...model.screens];
  for (const entity of model.entities) {
    if (entity.belongsTo !== null) continue;
    const there = stated.get(entity.name) ?? [];
    for (const wanted of wantedOf(entity)) {
      const roles = rolesWith(model.roles, cells.get(entity.name) ?? [], wanted.needs);
      if (roles.length === 0 || there.some((screen) => shows(screen, wanted.kind))) continue;
      const screen = screenFor(entity, wanted, roles, routes);
      routes.add(screen.route);
      screens.push(screen);
    }
  }
  return { ...model, screens };
}

function wantedOf(entity: Entity): Wanted[] {
  return [
    { kind: 'table', rest: '', name: entity.plural ?? `${entity.label} list`, needs: 'read' },
    { kind: 'form', rest: '/new', name: `New ${entity.label.toLowerCase()}`, needs: 'create' },
    { kind: 'record', rest: '/:id', name: entity.label, needs: 'read' },
  ];
}

/** A board is a list too. */
function shows(screen: Screen, kind: ScreenKind): boolean {
  return screen.kind === kind || (kind === 'table' && screen.kind === 'board');
}

/** The roles that some cell lets do it with whole records. */
function rolesWith(roles: readonly Role[], cells: readonly Permission[], operation: Operation): Reference[] {
  const granting = new Set(
    cells.flatMap((cell) => (cell.field === null && cell.operation === operation && cell.grant.kind === 'yes' ? [cell.role] : [])),
  );
  return roles.filter((role) => granting.has(role.name)).map((role) => ({ name: role.name, at: null }));
}

function screenFor(entity: Entity, wanted: Wanted, roles: readonly Reference[], routes: ReadonlySet<string>): Screen {
  const base = pathName(entity);
  const route = free([`/${base}${wanted.rest}`, `/all/${base}${wanted.rest}`], (candidate) => routes.has(candidate));
  return {
    ...assumed('A-SCREENS', 2, idOf('screen', route)),
    ...named(wanted.name),
    route,
    kind: wanted.kind,
    entity: entity.name,
    filter: null,
    fields: [],
    by: null,
    sort: [],
    actions: [],
    whenEmpty: null,
    roles,
    numbers: [],
    charts: [],
  };
}
