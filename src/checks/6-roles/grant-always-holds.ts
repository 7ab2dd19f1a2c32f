import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { conditionOutcome, subjectOf } from '../transitions/grant-conditions.ts';

export const check = defineCheck({
  code: 'grant-always-holds',
  point: 6,
  severity: 'note',
  about: 'A cell of the matrix whose condition always holds.',
  *find({ entities }) {
    for (const context of entities) {
      if (context.entity.belongsTo !== null) continue;
      for (const cell of context.permissions) {
        const where = 'where' in cell.grant ? cell.grant.where : null;
        if (cell.standing !== 'stated' || where === null || conditionOutcome(cell, context) !== 'always') continue;
        const { operation, role, grant, field } = cell;
        const never = grant.kind === 'never';
        const every = field === null ? `every ${cell.entity}` : `${field} of every ${cell.entity}`;
        yield {
          element: cell.id,
          at: where.at ?? cell.at,
          message: never
            ? `\`${where.text}\` holds for every ${cell.entity}, so ${role} may never ${operation} ${subjectOf(cell)}.`
            : `\`${where.text}\` always holds for ${role}, so they may ${operation} ${every}.`,
          next: `Write ${never ? '`never`' : '`yes`'} if this is intended. Otherwise correct the condition.`,
          witness: witnessOf(context, {
            who: role,
            entity: cell.entity,
            outcome: never ? `the condition denies them ${every}` : `the condition excludes none`,
          }),
        };
      }
    }
  },
});
