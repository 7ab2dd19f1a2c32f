import { defineCheck, type PartContext } from '../check.ts';

export const check = defineCheck({
  code: 'role-without-permission',
  point: 6,
  severity: 'warning',
  about: 'A role that may do nothing: no cell grants it anything, and no Who names it.',
  *find({ model, gather }) {
    if (!model.permissions.some(({ standing }) => standing === 'stated')) return;
    const active = new Set(gather(activeIn).flat());
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

/** The roles that a cell grants something, or that a Who names. */
function activeIn({ model }: PartContext): readonly string[] {
  const granted = model.permissions.filter(({ grant }) => grant.kind === 'yes' || grant.kind === 'unknown');
  const named = model.machines.flatMap(({ transitions }) => transitions.flatMap(({ who }) => who ?? []));
  return [...new Set([...granted.map(({ role }) => role), ...named.map(({ name }) => name)])];
}
