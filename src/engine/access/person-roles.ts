import type { Row } from '../../fields/text/value.ts';
import { withIncluded } from '../../model/lookups/roles.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import { rolesIn } from './authority.ts';

/**
 * The person of a record with the roles in force now: those in the role field that are stated, and those of everyone.
 * Without a record somebody who did not sign in, with the roles that the document gives these.
 */
export function principalOf(app: CompiledModel, row: Row | null): Principal {
  if (row === null || row.entity !== app.people?.entity)
    return { row: null, roles: same(app, '', () => new Set(app.guests)) };
  const held = app.people.role === null ? [] : rolesIn(row.values[app.people.role.name] ?? null);
  const stated = held.filter((role) => app.schema.roles.has(role));
  const roles = same(
    app,
    JSON.stringify(stated),
    () => new Set([...withIncluded(stated, app.schema), ...app.everyone]),
  );
  return { row, roles };
}

/** Of the same roles the very same set: what was worked out for it once holds for everybody who has it. */
function same({ roleSets }: CompiledModel, key: string, make: () => ReadonlySet<string>): ReadonlySet<string> {
  const there = roleSets.get(key);
  if (there !== undefined) return there;
  const roles = make();
  roleSets.set(key, roles);
  return roles;
}
