import type { Permission } from '../../model/types/model.ts';
import { personOf } from '../lookups/typed-parts.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { type Goal, possible } from '../solver/solver.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { subjectOf } from '../transitions/grant-conditions.ts';

export const check = defineCheck({
  code: 'never-swallows-all',
  point: 6,
  severity: 'warning',
  about: 'A grant of which nothing is left, since whoever holds the role holds one that says never.',
  *findIn(context) {
    if (context.entity.belongsTo !== null) return;
    const rows = Map.groupBy(
      context.permissions.filter(({ standing }) => standing === 'stated'),
      ({ operation, field }) => JSON.stringify([operation, field]),
    );
    for (const cells of rows.values()) {
      const denials = cells.filter(({ grant }) => grant.kind === 'never');
      for (const cell of denials.length === 0 ? [] : cells) {
        const denial = denialOf(cell, denials, context);
        if (denial === null) continue;
        const { operation, role } = cell;
        const what = `${operation} ${subjectOf(cell)}`;
        const held = role === denial.role ? role : `${role}, who is ${denial.role} too,`;
        yield {
          element: cell.id,
          at: cell.at,
          also: [denial.at],
          message: `${held} may ${what} in one cell and never in another, and never goes before: nothing is left.`,
          next: `Write \`no\` or leave the cell of ${denial.role} blank, if ${role} is to ${operation}; else take this grant away.`,
          witness: witnessOf(context, {
            who: role,
            entity: context.entity.name,
            ...(operation === 'create' ? { opens: 'form' as const } : {}),
            happens: `as ${role} they may ${what}, as ${denial.role} never, and so they may not`,
          }),
        };
      }
    }
  },
});

/** The cell that takes all of a grant away from everybody who has it. */
function denialOf(cell: Permission, denials: readonly Permission[], context: EntityContext): Permission | null {
  if (cell.grant.kind !== 'yes') return null;
  const held = context.access.held(cell.role);
  // A role from a relation denies on the records that lead to the person alone.
  const counts = denials.filter(
    ({ role }) => held.has(role) && (context.schema.roles.get(role)?.relation.length ?? 0) === 0,
  );
  return counts.find((denial) => takesAll(cell, denial, context)) ?? null;
}

function takesAll({ grant }: Permission, denial: Permission, context: EntityContext): boolean {
  if (denial.grant.kind !== 'never' || grant.kind !== 'yes') return false;
  if (denial.grant.where === null) return true;
  const without = context.typed(denial.grant.where);
  const where = grant.where === null ? null : context.typed(grant.where);
  if (without === null || (grant.where !== null && where === null)) return false;
  const wishes: Goal[] = [{ condition: without, truth: false }];
  if (where !== null) wishes.push({ condition: where, truth: true });
  const me = personOf(context.schema);
  return !possible(wishes, { schema: context.schema, valid: true, filled: me === null ? [] : [me] });
}
