import type { Permission } from '../../model/types/model.ts';
import { currentPerson } from '../lookups/typed-parts.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { type Goal, isSatisfiable } from '../solver/solver.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { subjectOf } from '../transitions/grant-conditions.ts';

export const check = defineCheck({
  code: 'never-swallows-all',
  point: 6,
  severity: 'warning',
  about: 'A grant that a “never” of the same people fully denies.',
  *find({ entities }) {
    for (const context of entities) {
      if (context.entity.belongsTo !== null) continue;
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
          const held = role === denial.role ? role : `${role}, who is also ${denial.role},`;
          yield {
            element: cell.id,
            at: cell.at,
            also: [denial.at],
            message: `${held} may ${what} according to one cell but never according to another, and “never” takes precedence.`,
            next: `If ${role} should ${operation}, write \`no\` or clear the cell of ${denial.role}. Otherwise remove this grant.`,
            witness: witnessOf(context, {
              who: role,
              entity: context.entity.name,
              ...(operation === 'create' ? { opens: 'form' as const } : {}),
              outcome: `as ${role} they may ${what}, but as ${denial.role} never, so they may not`,
            }),
          };
        }
      }
    }
  },
});

/** Returns the cell that denies the whole grant to everybody who has it. */
function denialOf(cell: Permission, denials: readonly Permission[], context: EntityContext): Permission | null {
  if (cell.grant.kind !== 'yes') return null;
  const held = context.access.certainRoles(cell.role);
  // A role from a relation denies only on the records that lead to the person.
  const applicable = denials.filter(
    ({ role }) => held.has(role) && (context.schema.roles.get(role)?.relation.length ?? 0) === 0,
  );
  return applicable.find((denial) => deniesAll(cell, denial, context)) ?? null;
}

function deniesAll({ grant }: Permission, denial: Permission, context: EntityContext): boolean {
  if (denial.grant.kind !== 'never' || grant.kind !== 'yes') return false;
  if (denial.grant.where === null) return true;
  const without = context.typed(denial.grant.where);
  const where = grant.where === null ? null : context.typed(grant.where);
  if (without === null || (grant.where !== null && where === null)) return false;
  const goals: Goal[] = [{ condition: without, truth: false }];
  if (where !== null) goals.push({ condition: where, truth: true });
  const me = currentPerson(context.schema);
  return !isSatisfiable(goals, { schema: context.schema, valid: true, filled: me === null ? [] : [me] });
}
