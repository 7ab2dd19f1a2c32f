import type { Permission } from '../../model/types/model.ts';
import { defineCheck, type EntityContext } from '../check.ts';
import { subjectOf } from '../grants.ts';
import { mayBe } from '../ways.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'field-of-hidden-record',
  point: 6,
  severity: 'warning',
  about: 'A cell that grants a field of records which the same role is not granted, so that it grants nothing.',
  *findIn(context) {
    const { access, entity } = context;
    if (entity.belongsTo !== null) return;
    for (const cell of context.permissions) {
      const { field, grant, id, at, operation, role, standing } = cell;
      if (field === null || grant.kind !== 'yes' || standing !== 'stated') continue;
      const records = access.cells(entity.name, operation);
      if (records.length === 0) continue;
      const own = records.filter((record) => record.role === role);
      if (own.some((record) => letsThrough(record, cell, field, context))) continue;
      const beside = [...records, ...access.fieldCells(entity.name, field)];
      if ([cell, ...own].some((each) => isBySilence(each, beside))) continue;
      const why = barrierOf(own, role, operation, context);
      yield {
        element: id,
        at,
        also: own.map((record) => record.at),
        message: `${role} may ${operation} ${subjectOf(cell)}, which is never used: ${why}.`,
        next: `Grant ${role} the row “${entity.name}: ${operation}”, or take this cell away.`,
        witness: witnessOf(context, {
          who: role,
          entity: entity.name,
          happens: `${field} is kept from them, though this cell grants it`,
        }),
      };
    }
  },
});

/** Whether one line speaks of several roles at once: then it says of some of them what they have by what it says of others. */
function isBySilence({ at, role }: Permission, beside: readonly Permission[]): boolean {
  return beside.some((other) => other.role !== role && other.at !== null && other.at.from === at?.from);
}

/** Whether the cell of the record counts together with that of the field, on some record; also where that can't be said. */
function letsThrough({ grant }: Permission, cell: Permission, field: string, context: EntityContext): boolean {
  if (grant.kind === 'unknown') return true;
  if (grant.kind !== 'yes' || (grant.fields !== null && !grant.fields.some(({ name }) => name === field))) return false;
  const stated = [grant.where, cell.grant.kind === 'yes' ? cell.grant.where : null].filter((where) => where !== null);
  const typed = stated.map((where) => context.typed(where)).filter((where) => where !== null);
  return typed.length < stated.length || typed.length < 2 || mayBe(typed, context);
}

function barrierOf(
  own: readonly Permission[],
  role: string,
  operation: Permission['operation'],
  { access, entity }: EntityContext,
): string {
  const row = `the row “${entity.name}: ${operation}”`;
  const granted = own.find(({ grant }) => grant.kind === 'yes');
  if (granted?.grant.kind === 'yes' && granted.grant.fields !== null) return `${row} grants it other fields alone`;
  if (granted !== undefined) return `${row} grants it other records alone`;
  if (access.may(role, entity.name, operation) === 'no') return `it may ${operation} no ${entity.name}`;
  return `${row} grants it nothing, and what other roles are granted there counts with their own cells`;
}
