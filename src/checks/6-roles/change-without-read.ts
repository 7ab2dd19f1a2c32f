import type { Operation, Permission } from '../../model/types/model.ts';
import { defineCheck, type EntityContext, type Finding } from '../check.ts';
import { mayReadField } from '../field-access.ts';
import { grants } from '../ways.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'change-without-read',
  point: 6,
  severity: 'warning',
  about: 'A role that may change or delete records which it may never read, so that it can find none of them.',
  *findIn(context) {
    const told = new Set<string>();
    for (const operation of ['change', 'delete'] as const) {
      for (const cell of context.access.cells(context.entity.name, operation)) {
        const key = `${operation} ${cell.role}`;
        if (told.has(key) || cell.standing !== 'stated' || cell.grant.kind !== 'yes') continue;
        const why = barrierOf(cell, operation, context);
        if (why === null) {
          if (operation === 'change') yield* unseen(cell, context);
          continue;
        }
        told.add(key);
        yield {
          element: cell.id,
          at: cell.at,
          also: readingCells(cell.role, context)
            .map(({ at }) => at)
            .slice(0, 1),
          message: `${cell.role} may ${operation} ${context.entity.name} and ${why}.`,
          next: `Grant ${cell.role} the row “${context.entity.name}: read”, or take the permission to ${operation} away.`,
          witness: witnessOf(context, {
            who: cell.role,
            entity: context.entity.name,
            happens: 'it is answered as if there were no such record',
          }),
        };
      }
    }
  },
});

/** The fields that the cell names, and that the role reads on no record. */
function* unseen(cell: Permission, context: EntityContext): Generator<Finding> {
  const { access, entity, schema } = context;
  const fields = cell.grant.kind === 'yes' ? (cell.grant.fields ?? []) : [];
  for (const { name, at } of fields) {
    const attribute = schema.entities.get(entity.name)?.attributes.get(name);
    if (attribute?.kind !== 'field' || attribute.field.writeOnly || !access.canHold(cell.role)) continue;
    const cells = access.fieldCells(entity.name, name);
    if (mayReadField(cell.role, entity.name, name, cells, context) !== 'no') continue;
    yield {
      element: cell.id,
      at: at ?? cell.at,
      also: cells.filter(({ role }) => role === cell.role).map((each) => each.at),
      message: `${cell.role} may change ${name} of ${entity.name} and may never read it.`,
      next: `Grant ${cell.role} the row “${entity.name}.${name}: read”, or take ${name} out of the permission to change.`,
      witness: witnessOf(context, {
        who: cell.role,
        entity: entity.name,
        happens: `${name} does not stand there to be changed`,
      }),
    };
  }
}

/** Null where somebody of the role may read some of those records, or where that can't be said. */
function barrierOf(cell: Permission, operation: Operation, context: EntityContext): string | null {
  const { access, entity } = context;
  if (!access.canHold(cell.role) || access.may(cell.role, entity.name, 'read') === 'unknown') return null;
  if (access.may(cell.role, entity.name, 'read') === 'no') return 'may read none';
  const where = cell.grant.kind === 'yes' ? context.typed(cell.grant.where) : null;
  const cells = readingCells(cell.role, context);
  if (where === null || cells.length === 0) return null;
  return cells.some((each) => grants(each, [where], context))
    ? null
    : `may read none of those that it may ${operation}`;
}

/** The cells that can count for a holder of the role; a role from a relation may count for anybody. */
function readingCells(role: string, { access, entity, schema }: EntityContext): readonly Permission[] {
  const held = access.held(role);
  const wide = (name: string) => (schema.roles.get(name)?.relation.length ?? 0) > 0;
  return access.cells(entity.name, 'read').filter((cell) => held.has(cell.role) || wide(cell.role));
}
