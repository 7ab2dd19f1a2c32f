import { PLAIN_SCREEN } from '../lookups/plain-screen.ts';
import type { Entity, Model, Operation, Reference, Screen, ScreenKind } from '../types/model.ts';
import { idOf } from '../types/place.ts';
import { assumed, free, type Numbers, named } from './element.ts';
import { pathName } from './paths.ts';

interface Wanted {
  readonly kind: ScreenKind;
  readonly rest: string;
  readonly name: string;
  readonly needs: Operation;
}

interface Taken {
  readonly routes: ReadonlySet<string>;
  /** By the rest behind them. */
  readonly numbers: Map<string, Numbers>;
}

/** A list, a record and a form for each entity that no stated screen shows so, open to the roles that can use them. */
export function assumeScreens(model: Model): Model {
  const routes = new Set(model.screens.map((screen) => screen.route));
  const stated = Map.groupBy(model.screens, (screen) => screen.entity);
  const rolesWith = rolesByOperation(model);
  const numbers = new Map<string, Numbers>();
  const screens = [...model.screens];
  for (const entity of model.entities) {
    if (entity.belongsTo !== null) continue;
    const there = stated.get(entity.name) ?? [];
    for (const wanted of wantedOf(entity)) {
      const roles = rolesWith(entity.name, wanted.needs);
      if (roles.length === 0 || there.some((screen) => shows(screen, wanted.kind))) continue;
      const screen = screenFor(entity, wanted, roles, { routes, numbers });
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

const LISTS: ReadonlySet<ScreenKind> = new Set(['list', 'board', 'calendar']);

/** A board, a list of cards and a calendar show many too. */
function shows(screen: Screen, kind: ScreenKind): boolean {
  return screen.kind === kind || (kind === 'table' && LISTS.has(screen.kind));
}

/** The roles that some cell lets do it with whole records, in stated order. */
function rolesByOperation({ roles, permissions }: Model): (entity: string, operation: Operation) => Reference[] {
  const granting = new Map<string, Set<string>>();
  for (const { entity, field, operation, grant, role } of permissions) {
    if (field !== null || grant.kind !== 'yes') continue;
    const key = `${operation} ${entity}`;
    granting.set(key, (granting.get(key) ?? new Set()).add(role));
  }
  const found = new Map<string, Reference[]>();
  return (entity, operation) => {
    const key = `${operation} ${entity}`;
    const granted = granting.get(key);
    if (granted === undefined) return [];
    const known =
      found.get(key) ?? roles.filter(({ name }) => granted.has(name)).map(({ name }) => ({ name, at: null }));
    found.set(key, known);
    return known;
  };
}

function screenFor(entity: Entity, wanted: Wanted, roles: readonly Reference[], { routes, numbers }: Taken): Screen {
  const base = pathName(entity);
  const isTaken = (start: string) => routes.has(`${start}${wanted.rest}`);
  const alike: Numbers = numbers.get(wanted.rest) ?? new Map();
  numbers.set(wanted.rest, alike);
  const route = `${free([`/${base}`, `/all/${base}`], isTaken, alike)}${wanted.rest}`;
  return {
    ...assumed('A-SCREENS', 2, idOf('screen', route)),
    ...named(wanted.name),
    route,
    ...PLAIN_SCREEN,
    kind: wanted.kind,
    entity: entity.name,
    roles,
  };
}
