import type { Reference } from '../../model/types/model.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'same-rights',
  point: 6,
  severity: 'note',
  about: 'Roles with exactly the same permissions.',
  *find(context) {
    const { model } = context;
    const rights = new Map<string, string[]>();
    const { named, told } = rightsIn(context);
    const distinguished = new Set(told);
    for (const [role, right] of named) {
      const known = rights.get(role);
      if (known === undefined) rights.set(role, [right]);
      else known.push(right);
    }
    const included = new Set(model.roles.flatMap(({ includes }) => includes.map(({ name }) => name)));
    const plain = model.roles.filter(
      ({ name, standing, everyone, guest, includes, relation }) =>
        standing === 'stated' &&
        !everyone &&
        !guest &&
        includes.length === 0 &&
        relation.length === 0 &&
        !included.has(name) &&
        !distinguished.has(name) &&
        rights.has(name),
    );
    const alike = Map.groupBy(plain, ({ name }) => JSON.stringify(rights.get(name)?.toSorted()));
    for (const roles of alike.values()) {
      const [first, second, ...others] = roles;
      if (first === undefined || second === undefined) continue;
      const names = joinNames(roles.map(({ name }) => name));
      yield {
        element: second.id,
        at: second.at,
        also: [first, ...others].map(({ at }) => at),
        message: `${names} have the same permissions, transitions and screens.`,
        next: 'Merge them, or state how they differ.',
        witness: `Whether somebody is ${roles.map(({ name }) => name).join(' or ')}, they see the same screens and have the same permissions.`,
      };
    }
  },
});

interface Rights {
  readonly named: readonly (readonly [role: string, right: string])[];
  /** Roles that a formula names, which makes them different. */
  readonly told: readonly string[];
}

/** Returns what is granted to each role, in texts that are equal exactly when the grants are. */
function rightsIn({ model, formulas }: CheckContext): Rights {
  const named: [string, string][] = [];
  const grant = (roles: readonly Reference[] | null, right: string) => {
    for (const { name } of roles ?? []) named.push([name, right]);
  };
  for (const { entity, field, operation, role, grant: given } of model.permissions) {
    if (given.kind === 'no') continue;
    const where = 'where' in given ? (given.where?.text ?? null) : null;
    const fields = given.kind === 'yes' ? (given.fields?.map(({ name, any }) => [name, any]) ?? null) : null;
    const listed = fields === null ? '' : JSON.stringify(fields);
    named.push([role, `${entity}\n${field ?? ''}\n${operation}\n${given.kind}\n${where ?? ''}\n${listed}`]);
  }
  for (const { transitions } of model.machines) for (const { id, who } of transitions) grant(who, id);
  for (const screen of model.screens) {
    if (screen.standing === 'assumed') continue;
    grant(screen.roles, screen.id);
    grant(screen.startFor, `start ${screen.id}`);
    grant(screen.sharers, `views ${screen.id}`);
    for (const { id, roles, fields } of screen.sections) {
      grant(roles, id);
      for (const each of fields) grant(each.roles, `${each.name} ${id}`);
    }
    for (const each of screen.fields) grant(each.roles, `${each.name} ${screen.id}`);
  }
  const told: string[] = [];
  for (const { parts } of formulas) {
    for (const part of parts)
      if (part.op === 'literal' && part.type.t === 'role' && typeof part.value === 'string') told.push(part.value);
  }
  return { named, told };
}
