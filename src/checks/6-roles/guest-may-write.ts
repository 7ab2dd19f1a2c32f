import type { Permission } from '../../model/types/model.ts';
import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'guest-may-write',
  point: 6,
  severity: 'warning',
  about: 'People who have not signed in may write, so nobody knows who it was.',
  *find({ entities }) {
    for (const context of entities) {
      const { entity, permissions, schema } = context;
      if (entity.belongsTo !== null) continue;
      for (const cell of permissions) {
        const { operation, role, grant, standing, field } = cell;
        if (standing !== 'stated' || field !== null || operation === 'read' || grant.kind !== 'yes') continue;
        if (schema.roles.get(role)?.guest !== true) continue;
        const creates = operation === 'create';
        yield {
          element: cell.id,
          at: cell.at,
          also: [schema.roles.get(role)?.at ?? null],
          severity: creates ? 'note' : 'warning',
          message: `People who have not signed in may ${operation} ${whatOf(cell)}.`,
          next: creates
            ? 'If this is intended, as for a public form, leave it. Otherwise write `no`.'
            : 'Write `no`, or grant it to a role that signs in.',
          witness: `Anyone who knows the address can ${operation} ${withArticle(entity.name)}, and the history does not say who did.`,
        };
      }
    }
  },
});

function whatOf({ entity, grant }: Permission): string {
  if (grant.kind !== 'yes' || grant.where === null) return `any ${entity}`;
  return `any ${entity} where \`${grant.where.text}\``;
}
