import type { Permission } from '../../model/types/model.ts';
import { defineCheck, type EntityContext } from '../check.ts';
import { conditionOf, holdsInTime, isOwnOnly, statesFor, subjectOf } from '../grants.ts';
import { listed, withArticle } from '../places.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'grant-never-holds',
  point: 6,
  severity: 'warning',
  about: 'A cell of the matrix with a condition that never holds, so that it grants or denies nothing.',
  *findIn(context) {
    if (context.entity.belongsTo !== null) return;
    for (const cell of context.permissions) {
      const where = 'where' in cell.grant ? cell.grant.where : null;
      if (cell.standing !== 'stated' || where === null) continue;
      const why = barrierOf(cell, context);
      if (why === null) continue;
      const { operation, role, grant } = cell;
      const what = `${operation} ${subjectOf(cell)}`;
      const [message, happens] =
        grant.kind === 'never'
          ? [`${role} is never kept from what this cell denies, to ${what}`, 'the cell keeps nothing from them']
          : [`${role} may never ${what}`, `they can ${operation} none`];
      yield {
        element: cell.id,
        at: where.at ?? cell.at,
        message: `${message}: ${why}.`,
        next:
          grant.kind === 'never'
            ? 'Correct the condition, or leave the cell blank.'
            : 'Correct the condition, or write `no` if it is meant.',
        witness: witnessOf(context, {
          who: role,
          entity: context.entity.name,
          ...(operation === 'create' ? { opens: 'form' as const } : {}),
          happens: `${happens}, whatever stands in it`,
        }),
      };
    }
  },
});

/** Nobody changes how they themselves sign in, nor their own roles. */
function ownAuthority(cell: Permission, context: EntityContext): string | null {
  if (cell.operation !== 'change' || cell.grant.kind !== 'yes' || !isOwnOnly(cell, context)) return null;
  const names = cell.field === null ? (cell.grant.fields ?? []).map(({ name }) => name) : [cell.field];
  const isOwn = (name: string) =>
    context.entity.fields.some((field) => field.name === name && (field.signIn || field.type.kind === 'role'));
  return names.length > 0 && names.every(isOwn) ? `nobody changes their own ${listed(names, 'or')}` : null;
}

/** Why the condition never holds, to stand after a colon; null where it can. */
function barrierOf(cell: Permission, context: EntityContext): string | null {
  const where = 'where' in cell.grant ? cell.grant.where : null;
  const condition = `\`${where?.text}\``;
  if (conditionOf(cell, context) === 'never') return `${condition} never holds`;
  const own = ownAuthority(cell, context);
  if (own !== null) return own;
  if (holdsInTime(cell, context.machines, context)) return null;
  const states = statesFor(cell.operation, context.machines) ?? [];
  const record = withArticle(cell.entity);
  const done = {
    create: 'begins',
    change: 'can be edited',
    delete: 'can be deleted',
    restore: 'is deleted',
    read: 'is',
  }[cell.operation];
  const when = states.length === 0 ? `${record} ${done} in no state` : `${record} ${done} in ${listed(states, 'or')}`;
  return `${when}, and ${condition} does not hold there`;
}
