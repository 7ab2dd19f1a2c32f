import type { Permission } from '../../model/types/model.ts';
import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'permission-of-lines',
  point: 6,
  severity: 'warning',
  about: 'A row of the matrix for lines, which have no permissions of their own.',
  *find({ entities }) {
    for (const context of entities) {
      const { entity, permissions, schema } = context;
      // Lines need not state what they belong to; then there may be other records of the entity.
      const isOther = entity.belongsTo === null;
      const listed = schema.entities.get(entity.name)?.owner ?? null;
      if (isOther && entity.fields.some(({ signIn }) => signIn)) continue;
      const owner = entity.belongsTo?.name ?? listed?.entity;
      if (owner === undefined || !schema.entities.has(owner)) continue;
      const list = listed?.field ?? null;
      const rows = Map.groupBy(
        permissions.filter(({ standing }) => standing === 'stated'),
        ({ at }) => at?.line,
      );
      for (const cells of rows.values()) {
        const [first] = cells;
        if (first === undefined) continue;
        const row = `${subjectOf(first)}: ${[...new Set(cells.map(({ operation }) => operation))].join(', ')}`;
        const instead = list === null ? '' : `. To restrict who may see them, add a row “${owner}.${list}: read”`;
        yield {
          element: first.id,
          at: first.at,
          also: [entity.belongsTo?.at ?? entity.at],
          message: isOther
            ? `The row “${row}” has no effect on the lines in ${owner}.${list}, which have the permissions of their ${owner}.`
            : `The row “${row}” has no effect: ${withArticle(entity.name)} has the permissions of its ${owner}.`,
          next: isOther
            ? `Write “Belongs to ${owner}.” under ${entity.name} and remove the row${instead}. Or refer to records with a \`set of ${entity.name}\`.`
            : `Remove the row${instead}.`,
          witness: witnessOf(context, {
            who: first.role,
            entity: owner,
            outcome: `they may access its lines like the ${owner} itself, whatever this row says`,
          }),
        };
      }
    }
  },
});

function subjectOf({ entity, field }: Permission): string {
  return field === null ? entity : `${entity}.${field}`;
}
