import { withArticle } from '../lookups/text-places.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { conditionOf } from '../transitions/grant-conditions.ts';

export const check = defineCheck({
  code: 'data-of-nobody',
  point: null,
  severity: 'note',
  about: 'Records that people or the product make, and that nobody may ever read.',
  *findIn(context) {
    const { access, entity, schema } = context;
    if (entity.standing !== 'stated' || entity.belongsTo !== null || schema.person?.entity.name === entity.name) return;
    const cells = access.cells(entity.name, 'read');
    const [first] = cells;
    if (first === undefined || first.standing !== 'stated' || cells.some((cell) => mayRead(cell, context))) return;
    // A row that leaves a role out says nothing of it.
    const told = new Set(cells.map(({ role }) => role));
    if (context.model.roles.some(({ name, standing }) => standing === 'stated' && !told.has(name))) return;
    const makers = access.cells(entity.name, 'create').filter(({ grant }) => grant.kind === 'yes');
    const who = makers[0]?.role ?? null;
    yield {
      element: entity.id,
      point: 6,
      at: first.at,
      also: [entity.at],
      message: `Nobody may ever read ${withArticle(entity.name)}${who === null ? '' : `, though ${who} may create one`}.`,
      next: `Nothing, if the product alone goes by it. Else grant the row “${entity.name}: read” to somebody.`,
      witness: witnessOf(context, {
        who,
        entity: entity.name,
        ...(who === null ? {} : { opens: 'form' as const }),
        happens: who === null ? 'to them there is none' : 'what they enter is kept, and nobody sees it again',
      }),
    };
  },
});

/** Also where that is not shown. Whoever has not signed in reads as well. */
function mayRead(cell: EntityContext['permissions'][number], context: EntityContext): boolean {
  const { grant, role } = cell;
  if (grant.kind === 'unknown') return true;
  const isGuest = context.schema.roles.get(role)?.guest === true;
  const counts = isGuest || context.access.canHold(role) || !context.schema.roles.has(role);
  return grant.kind === 'yes' && counts && conditionOf(cell, context) !== 'never';
}
