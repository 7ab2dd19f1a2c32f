import type { Permission } from '../../model/types/model.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { subjectOf } from '../transitions/grant-conditions.ts';
import { canHoldTogether } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'field-of-hidden-record',
  point: 6,
  severity: 'warning',
  about: 'A cell that grants a field of records that the role may not access.',
  *find({ entities }) {
    for (const context of entities) {
      const { access, entity } = context;
      if (entity.belongsTo !== null) continue;
      for (const cell of context.permissions) {
        const { field, grant, id, at, operation, role, standing } = cell;
        if (field === null || grant.kind !== 'yes' || standing !== 'stated') continue;
        const records = access.cells(entity.name, operation);
        if (records.length === 0) continue;
        const own = records.filter((record) => record.role === role);
        if (own.some((record) => canApplyTogether(record, cell, field, context))) continue;
        const beside = [...records, ...access.fieldCells(entity.name, field)];
        if ([cell, ...own].some((each) => isSharedLine(each, beside))) continue;
        const why = barrierOf(own, role, operation, context);
        yield {
          element: id,
          at,
          also: own.map((record) => record.at),
          message: `The permission of ${role} to ${operation} ${subjectOf(cell)} has no effect: ${why}.`,
          next: `Grant ${role} the row “${entity.name}: ${operation}”, or remove this cell.`,
          witness: witnessOf(context, {
            who: role,
            entity: entity.name,
            outcome: `${field} is hidden from them although this cell grants it`,
          }),
        };
      }
    }
  },
});

/** Whether one line grants to several roles at once, so that it may cover some of them only incidentally. */
function isSharedLine({ at, role }: Permission, beside: readonly Permission[]): boolean {
  return beside.some((other) => other.role !== role && other.at !== null && other.at.from === at?.from);
}

/**
 * Whether the cell for the record and the cell for the field can apply to the same record; true if that cannot be
 * decided.
 */
function canApplyTogether({ grant }: Permission, cell: Permission, field: string, context: EntityContext): boolean {
  if (grant.kind === 'unknown') return true;
  if (grant.kind !== 'yes' || (grant.fields !== null && !grant.fields.some(({ name }) => name === field))) return false;
  const stated = [grant.where, cell.grant.kind === 'yes' ? cell.grant.where : null].filter((where) => where !== null);
  const typed = stated.map((where) => context.typed(where)).filter((where) => where !== null);
  return typed.length < stated.length || typed.length < 2 || canHoldTogether(typed, context);
}

function barrierOf(
  own: readonly Permission[],
  role: string,
  operation: Permission['operation'],
  { access, entity }: EntityContext,
): string {
  const row = `the row “${entity.name}: ${operation}”`;
  const granted = own.find(({ grant }) => grant.kind === 'yes');
  if (granted?.grant.kind === 'yes' && granted.grant.fields !== null) return `${row} grants it only other fields`;
  if (granted !== undefined) return `${row} grants it only other records`;
  if (access.may(role, entity.name, operation) === 'no') return `it may ${operation} no ${entity.name}`;
  return `${row} grants it nothing, and grants of other roles only combine with their own cells`;
}
