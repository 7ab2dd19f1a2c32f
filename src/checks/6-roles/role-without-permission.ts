import type { Model } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'role-without-permission',
  point: 6,
  severity: 'warning',
  about: 'A role that may do nothing: no cell grants it anything, no Who names it, and no page is for it.',
  *find(context) {
    const { model } = context;
    if (!model.permissions.some(({ standing }) => standing === 'stated')) return;
    const active = new Set(activeIn(context));
    for (const { id, name, at, standing } of model.roles) {
      if (standing !== 'stated' || withIncluded(model, name).some((role) => active.has(role))) continue;
      yield {
        element: id,
        at,
        message: `${name} may do nothing: no cell of the matrix grants it anything, no Who names it, and no page is for it.`,
        next: `Give ${name} a column with permissions, or remove the role.`,
      };
    }
  },
});

/** Returns the role and all roles that it includes, directly or indirectly. */
function withIncluded({ roles }: Pick<Model, 'roles'>, name: string): readonly string[] {
  const held = new Set([name]);
  for (const each of held)
    for (const role of roles) if (role.name === each) for (const one of role.includes) held.add(one.name);
  return [...held];
}

/**
 * Returns the roles with an effect: a cell grants them something, or denies it to people who have other roles too, a
 * Who names them, or a page or the sign-in screen is for them.
 */
function activeIn({ access, model }: CheckContext): readonly string[] {
  const isCombinable = (role: string) =>
    access.everyone.some(({ name }) => name === role) ||
    (access.roleField?.type.kind === 'role' && access.roleField.type.several);
  const granted = model.permissions.filter(
    ({ grant, role }) =>
      grant.kind === 'yes' || grant.kind === 'unknown' || (grant.kind === 'never' && isCombinable(role)),
  );
  const named = model.machines.flatMap(({ transitions }) => transitions.flatMap(({ who }) => who ?? []));
  const visiting = model.screens.flatMap(({ entity, roles }) => (entity === null ? (roles ?? []) : []));
  return [...new Set([...granted.map(({ role }) => role), ...[...named, ...visiting].map(({ name }) => name)])];
}
