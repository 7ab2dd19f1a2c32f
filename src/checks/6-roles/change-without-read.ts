import type { Operation, Permission } from '../../model/types/model.ts';
import { mayReadField } from '../access/field-access.ts';
import { defineCheck, type EntityContext, type Finding } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { cellGrants } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'change-without-read',
  point: 6,
  severity: 'warning',
  about: 'A role that may change or delete records that it can never read.',
  *find({ entities }) {
    for (const context of entities) {
      const reported = new Set<string>();
      for (const operation of ['change', 'delete'] as const) {
        for (const cell of context.access.cells(context.entity.name, operation)) {
          const key = `${operation} ${cell.role}`;
          if (reported.has(key) || cell.standing !== 'stated' || cell.grant.kind !== 'yes') continue;
          const why = barrierOf(cell, operation, context);
          if (why === null) {
            if (operation === 'change') yield* hiddenFields(cell, context);
            continue;
          }
          reported.add(key);
          yield {
            element: cell.id,
            at: cell.at,
            also: readingCells(cell.role, context)
              .map(({ at }) => at)
              .slice(0, 1),
            message: `${cell.role} may ${operation} ${context.entity.name} but ${why}.`,
            next: `Grant ${cell.role} the row “${context.entity.name}: read”, or remove the permission to ${operation}.`,
            witness: witnessOf(context, {
              who: cell.role,
              entity: context.entity.name,
              outcome: 'the answer is that the record does not exist',
            }),
          };
        }
      }
    }
  },
});

/** Reports the fields that the cell names but that the role can never read. */
function* hiddenFields(cell: Permission, context: EntityContext): Generator<Finding> {
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
      message: `${cell.role} may change ${name} of ${entity.name} but can never read it.`,
      next: `Grant ${cell.role} the row “${entity.name}.${name}: read”, or remove ${name} from the permission to change.`,
      witness: witnessOf(context, {
        who: cell.role,
        entity: entity.name,
        outcome: `there is no input for ${name}`,
      }),
    };
  }
}

/**
 * Returns why a holder of the role cannot read any of the records; null if they can read some, or if that cannot be
 * decided.
 */
function barrierOf(cell: Permission, operation: Operation, context: EntityContext): string | null {
  const { access, entity } = context;
  if (!access.canHold(cell.role) || access.may(cell.role, entity.name, 'read') === 'unknown') return null;
  if (access.may(cell.role, entity.name, 'read') === 'no') return 'may read none';
  const where = cell.grant.kind === 'yes' ? context.typed(cell.grant.where) : null;
  const cells = readingCells(cell.role, context);
  if (where === null || cells.length === 0) return null;
  return cells.some((each) => cellGrants(each, [where], context))
    ? null
    : `may read none of the records that it may ${operation}`;
}

/** Returns the cells that may apply to a holder of the role. A role from a relation may apply to anybody. */
function readingCells(role: string, { access, entity, schema }: EntityContext): readonly Permission[] {
  const held = access.certainRoles(role);
  const isFromRelation = (name: string) => (schema.roles.get(name)?.relation.length ?? 0) > 0;
  return access.cells(entity.name, 'read').filter((cell) => held.has(cell.role) || isFromRelation(cell.role));
}
