import type { Entity, Model, Operation, Reference, Screen, ScreenKind } from '../model.ts';
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
  const screens = [...model.screens];
  for (const entity of model.entities) {
    if (entity.belongsTo !== null) continue;
    for (const wanted of wantedOf(entity)) {
      const roles = rolesWith(model, entity, wanted.needs);
      const stated = screens.some((screen) => screen.entity === entity.name && shows(screen, wanted.kind));
      if (!stated && roles.length > 0) screens.push(screenFor(entity, wanted, roles, screens));
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

function rolesWith(model: Model, entity: Entity, operation: Operation): Reference[] {
  const granting = (role: string) =>
    model.permissions.some(
      (cell) =>
        cell.entity === entity.name &&
        cell.field === null &&
        cell.operation === operation &&
        cell.role === role &&
        cell.grant.kind === 'yes',
    );
  return model.roles.filter((role) => granting(role.name)).map((role) => ({ name: role.name, at: null }));
}

function screenFor(entity: Entity, wanted: Wanted, roles: readonly Reference[], screens: readonly Screen[]): Screen {
  const base = pathName(entity);
  const taken = (route: string) => screens.some((screen) => screen.route === route);
  const route = free([`/${base}${wanted.rest}`, `/all/${base}${wanted.rest}`], taken);
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
