import { defineCheck } from '../check.ts';

export const check = defineCheck({
  code: 'role-without-permission',
  point: 6,
  severity: 'warning',
  about: 'A role that may do nothing: no cell grants it anything, and no Who names it.',
  *find({ model }) {
    if (!model.permissions.some(({ standing }) => standing === 'stated')) return;
    const active = new Set<string>();
    for (const { role, grant } of model.permissions)
      if (grant.kind === 'yes' || grant.kind === 'unknown') active.add(role);
    for (const machine of model.machines) {
      for (const { who } of machine.transitions) for (const { name } of who ?? []) active.add(name);
    }
    for (const { id, name, at, standing } of model.roles) {
      if (standing !== 'stated' || active.has(name)) continue;
      yield {
        element: id,
        at,
        message: `${name} may do nothing: no cell of the matrix grants it anything, and no Who names it.`,
        next: `Give ${name} a column with what it may do, or remove the role.`,
      };
    }
  },
});
