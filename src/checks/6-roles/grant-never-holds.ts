import type { Permission } from '../../model/types/model.ts';
import { joinNames, withArticle } from '../lookups/text-places.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { canHoldInStates, conditionOutcome, isOwnOnly, statesFor, subjectOf } from '../transitions/grant-conditions.ts';

export const check = defineCheck({
  code: 'grant-never-holds',
  point: 6,
  severity: 'warning',
  about: 'A cell of the matrix whose condition never holds, so it grants or denies nothing.',
  *find({ entities }) {
    for (const context of entities) {
      if (context.entity.belongsTo !== null) continue;
      for (const cell of context.permissions) {
        const where = 'where' in cell.grant ? cell.grant.where : null;
        if (cell.standing !== 'stated' || where === null) continue;
        const why = barrierOf(cell, context);
        if (why === null) continue;
        const { operation, role, grant } = cell;
        const what = `${operation} ${subjectOf(cell)}`;
        const [message, happens] =
          grant.kind === 'never'
            ? [`The denial for ${role} to ${what} has no effect`, 'the cell denies them nothing']
            : [`${role} may never ${what}`, `they can ${operation} none`];
        yield {
          element: cell.id,
          at: where.at ?? cell.at,
          message: `${message}: ${why}.`,
          next:
            grant.kind === 'never'
              ? 'Correct the condition, or clear the cell.'
              : 'Correct the condition, or write `no` if that is intended.',
          witness: witnessOf(context, {
            who: role,
            entity: context.entity.name,
            ...(operation === 'create' ? { opens: 'form' as const } : {}),
            outcome: happens,
          }),
        };
      }
    }
  },
});

/**
 * Returns why a cell about the principal's own record grants nothing: nobody may change their own sign-in field or
 * roles. Null if that does not apply.
 */
function ownAuthority(cell: Permission, context: EntityContext): string | null {
  if (cell.operation !== 'change' || cell.grant.kind !== 'yes' || !isOwnOnly(cell, context)) return null;
  const names = cell.field === null ? (cell.grant.fields ?? []).map(({ name }) => name) : [cell.field];
  const isOwn = (name: string) =>
    context.entity.fields.some((field) => field.name === name && (field.signIn || field.type.kind === 'role'));
  return names.length > 0 && names.every(isOwn) ? `nobody may change their own ${joinNames(names, 'or')}` : null;
}

/** Returns why the condition never holds, in words that follow a colon; null if it can hold. */
function barrierOf(cell: Permission, context: EntityContext): string | null {
  const where = 'where' in cell.grant ? cell.grant.where : null;
  const condition = `\`${where?.text}\``;
  if (conditionOutcome(cell, context) === 'never') return `${condition} never holds`;
  const own = ownAuthority(cell, context);
  if (own !== null) return own;
  if (canHoldInStates(cell, context.machines, context)) return null;
  const states = statesFor(cell.operation, context.machines) ?? [];
  const record = withArticle(cell.entity);
  const done = {
    create: 'is created',
    change: 'can be edited',
    delete: 'can be deleted',
    restore: 'is deleted',
    read: 'is',
  }[cell.operation];
  const when =
    states.length === 0 ? `${record} ${done} in no state` : `${record} ${done} in ${joinNames(states, 'or')}`;
  return `${when}, where ${condition} does not hold`;
}
