import type { Who } from '../core/principal.ts';
import type { App } from './compiled-model.ts';

/** In the place of somebody, where it is the same for everybody. */
export const ANYBODY: Pick<Who, 'roles'> = { roles: new Set() };

/** Something made once for a set of roles and kept with the App: whoever holds the same roles gets the same. */
export function kept<T>(app: App, name: string, { roles }: Pick<Who, 'roles'>, make: () => T): T {
  const key = app.roleKeys.get(roles) ?? keyOf(app, roles);
  const of = app.made.get(key) ?? new Map<string, unknown>();
  if (of.size === 0) app.made.set(key, of);
  if (!of.has(name)) of.set(name, make());
  return of.get(name) as T;
}

/** The same text for the same roles. */
export function rolesKey(app: App, { roles }: Pick<Who, 'roles'>): string {
  return app.roleKeys.get(roles) ?? keyOf(app, roles);
}

function keyOf(app: App, roles: ReadonlySet<string>): string {
  const key = JSON.stringify([...roles].sort());
  app.roleKeys.set(roles, key);
  return key;
}
