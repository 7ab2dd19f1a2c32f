import { PLAIN_SCREEN } from '../lookups/plain-screen.ts';
import { idOf } from '../types/element.ts';
import type { Entity, Model, Operation, Reference, Screen, ScreenKind } from '../types/model.ts';
import { listsRecords } from '../types/screen-kinds.ts';
import { assumedElement, assumedName, firstFreeName, type NextNumbers } from './element.ts';
import { pathName } from './paths.ts';

interface DefaultScreen {
  readonly kind: ScreenKind;
  readonly suffix: string;
  readonly name: string;
  readonly needs: Operation;
}

interface RoutesInUse {
  readonly routes: ReadonlySet<string>;
  /** Next free numbers, by the rest of the route. */
  readonly numbers: Map<string, NextNumbers>;
}

/**
 * A-SCREENS: adds a list, a record and a form for each entity that has no stated screen of that kind, for the roles
 * with the needed permission.
 */
export function assumeScreens(model: Model): Model {
  const routes = new Set(model.screens.map((screen) => screen.route));
  const stated = Map.groupBy(model.screens, (screen) => screen.entity);
  const rolesWith = rolesByOperation(model);
  const numbers = new Map<string, NextNumbers>();
  const screens = [...model.screens];
  for (const entity of model.entities) {
    if (entity.belongsTo !== null) continue;
    const ownScreens = stated.get(entity.name) ?? [];
    for (const defaultScreen of defaultScreensOf(entity)) {
      const roles = rolesWith(entity.name, defaultScreen.needs);
      if (roles.length === 0 || ownScreens.some((screen) => shows(screen, defaultScreen.kind))) continue;
      const screen = screenFor(entity, defaultScreen, roles, { routes, numbers });
      routes.add(screen.route);
      screens.push(screen);
    }
  }
  return { ...model, screens };
}

function defaultScreensOf(entity: Entity): DefaultScreen[] {
  return [
    { kind: 'table', suffix: '', name: entity.plural ?? `${entity.label} list`, needs: 'read' },
    { kind: 'form', suffix: '/new', name: `New ${entity.label.toLowerCase()}`, needs: 'create' },
    { kind: 'record', suffix: '/:id', name: entity.label, needs: 'read' },
  ];
}

/** A board, a list of cards and a calendar count as a list. */
function shows(screen: Screen, kind: ScreenKind): boolean {
  return screen.kind === kind || (kind === 'table' && listsRecords(screen));
}

/** Returns the roles, in stated order, that some cell allows the operation on whole records. */
function rolesByOperation({ roles, permissions }: Model): (entity: string, operation: Operation) => Reference[] {
  const granting = new Map<string, Set<string>>();
  for (const { entity, field, operation, grant, role } of permissions) {
    if (field !== null || grant.kind !== 'yes') continue;
    const key = `${operation} ${entity}`;
    granting.set(key, (granting.get(key) ?? new Set()).add(role));
  }
  const memoized = new Map<string, Reference[]>();
  return (entity, operation) => {
    const key = `${operation} ${entity}`;
    const granted = granting.get(key);
    if (granted === undefined) return [];
    const known =
      memoized.get(key) ?? roles.filter(({ name }) => granted.has(name)).map(({ name }) => ({ name, at: null }));
    memoized.set(key, known);
    return known;
  };
}

function screenFor(
  entity: Entity,
  defaultScreen: DefaultScreen,
  roles: readonly Reference[],
  { routes, numbers }: RoutesInUse,
): Screen {
  const base = pathName(entity);
  const isTaken = (start: string) => routes.has(`${start}${defaultScreen.suffix}`);
  const nextNumbers: NextNumbers = numbers.get(defaultScreen.suffix) ?? new Map();
  numbers.set(defaultScreen.suffix, nextNumbers);
  const route = `${firstFreeName([`/${base}`, `/all/${base}`], isTaken, nextNumbers)}${defaultScreen.suffix}`;
  return {
    ...assumedElement('A-SCREENS', 2, idOf('screen', route)),
    ...assumedName(defaultScreen.name),
    route,
    ...PLAIN_SCREEN,
    kind: defaultScreen.kind,
    entity: entity.name,
    roles,
  };
}
