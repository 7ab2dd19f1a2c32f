import type { Principal } from '../core/principal.ts';
import type { CompiledModel } from './compiled-model.ts';

/** Stands for any principal, to memoize values that are the same for everybody. */
export const ANYBODY: Pick<Principal, 'roles'> = { roles: new Set() };

/** Returns a value that is computed once per set of roles and name, and cached with the compiled model. */
export function memoizeByRoles<T>(
  app: CompiledModel,
  name: string,
  { roles }: Pick<Principal, 'roles'>,
  make: () => T,
): T {
  const key = app.roleKeys.get(roles) ?? keyOf(app, roles);
  const of = app.memoized.get(key) ?? new Map<string, unknown>();
  if (of.size === 0) app.memoized.set(key, of);
  if (!of.has(name)) of.set(name, make());
  return of.get(name) as T;
}

/** Returns a key that is equal for equal sets of roles. */
export function rolesKey(app: CompiledModel, { roles }: Pick<Principal, 'roles'>): string {
  return app.roleKeys.get(roles) ?? keyOf(app, roles);
}

function keyOf(app: CompiledModel, roles: ReadonlySet<string>): string {
  const key = JSON.stringify([...roles].sort());
  app.roleKeys.set(roles, key);
  return key;
}
