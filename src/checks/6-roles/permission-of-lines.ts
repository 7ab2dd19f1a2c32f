import type { Permission } from '../../model/types/model.ts';
import { defineCheck } from '../check.ts';
import { withArticle } from '../places.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'permission-of-lines',
  point: 6,
  severity: 'warning',
  about: 'A row of the matrix about lines, which have no permissions of their own.',
  *findIn(context) {
    const { entity, permissions, schema } = context;
    const owner = entity.belongsTo?.name;
    if (owner === undefined || !schema.entities.has(owner)) return;
    const list = schema.entities.get(entity.name)?.owner?.field ?? null;
    const rows = Map.groupBy(
      permissions.filter(({ standing }) => standing === 'stated'),
      ({ at }) => at?.line,
    );
    for (const cells of rows.values()) {
      const [first] = cells;
      if (first === undefined) continue;
      const row = `${subjectOf(first)}: ${[...new Set(cells.map(({ operation }) => operation))].join(', ')}`;
      const instead = list === null ? '' : `; who may see them is said by a row “${owner}.${list}: read”`;
      yield {
        element: first.id,
        at: first.at,
        also: [entity.belongsTo?.at ?? entity.at],
        message: `The row “${row}” counts for nothing: ${withArticle(entity.name)} is part of its ${owner}, with whose permissions it is read and written.`,
        next: `Remove the row${instead}.`,
        witness: witnessOf(context, {
          who: first.role,
          entity: owner,
          happens: `its lines are open to them as ${withArticle(owner)} is, whatever this row says`,
        }),
      };
    }
  },
});

function subjectOf({ entity, field }: Permission): string {
  return field === null ? entity : `${entity}.${field}`;
}
