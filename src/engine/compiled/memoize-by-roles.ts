import type { Principal } from '../core/principal.ts';
import type { CompiledModel } from './compiled-model.ts';

/** Stands for any principal, to memoize values that are the same for everybody. */
export const ANYBODY: Pick<Principal, 'roles'> = { roles: new Set() };

/** Returns a value that is computed once per set of roles and name, and cached with the compiled model. */
export function memoizeByRoles<T>(
  model: CompiledModel,
  name: string,
  { roles }: Pick<Principal, 'roles'>,
  make: () => T,
): T {
  const key = model.roleKeys.get(roles) ?? keyOf(model, roles);
  const of = model.memoized.get(key) ?? new Map<string, unknown>();
  if (of.size === 0) model.memoized.set(key, of);
  if (!of.has(name)) of.set(name, make());
  return of.get(name) as T;
}

/** Returns a key that is equal for equal sets of roles. */
export function rolesKey(model: CompiledModel, { roles }: Pick<Principal, 'roles'>): string {
  return model.roleKeys.get(roles) ?? keyOf(model, roles);
}

function keyOf(model: CompiledModel, roles: ReadonlySet<string>): string {
  const key = JSON.stringify([...roles].sort());
  model.roleKeys.set(roles, key);
  return key;
}
