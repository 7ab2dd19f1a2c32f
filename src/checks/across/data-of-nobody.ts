import { withArticle } from '../lookups/text-places.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { conditionOutcome } from '../transitions/grant-conditions.ts';

export const check = defineCheck({
  code: 'data-of-nobody',
  point: null,
  severity: 'note',
  about: 'Records that nobody may ever read.',
  *find({ entities }) {
    for (const context of entities) {
      const { access, entity, schema } = context;
      if (entity.standing !== 'stated' || entity.belongsTo !== null || schema.person?.entity.name === entity.name)
        continue;
      const cells = access.cells(entity.name, 'read');
      const [first] = cells;
      if (first === undefined || first.standing !== 'stated' || cells.some((cell) => mayRead(cell, context))) continue;
      // A row without a cell for some role does not state what that role may do.
      const statedRoles = new Set(cells.map(({ role }) => role));
      if (context.model.roles.some(({ name, standing }) => standing === 'stated' && !statedRoles.has(name))) continue;
      const makers = access.cells(entity.name, 'create').filter(({ grant }) => grant.kind === 'yes');
      const who = makers[0]?.role ?? null;
      yield {
        element: entity.id,
        point: 6,
        at: first.at,
        also: [entity.at],
        message: `Nobody may ever read ${withArticle(entity.name)}${who === null ? '' : `, although ${who} may create one`}.`,
        next: `If only the product uses it, leave it. Otherwise grant the row “${entity.name}: read” to somebody.`,
        witness: witnessOf(context, {
          who,
          entity: entity.name,
          ...(who === null ? {} : { opens: 'form' as const }),
          outcome: who === null ? 'they find none' : 'what they enter is stored, but nobody ever sees it again',
        }),
      };
    }
  },
});

/** Whether a cell may allow somebody to read; true if it is not shown. Guests count as readers. */
function mayRead(cell: EntityContext['permissions'][number], context: EntityContext): boolean {
  const { grant, role } = cell;
  if (grant.kind === 'unknown') return true;
  const isGuest = context.schema.roles.get(role)?.guest === true;
  const counts = isGuest || context.access.canHold(role) || !context.schema.roles.has(role);
  return grant.kind === 'yes' && counts && conditionOutcome(cell, context) !== 'never';
}
