import type { Row } from '../../fields/text/value.ts';
import type { Cell, PreparedEntity } from '../compiled/compiled-model.ts';
import { type Context, scopeOf } from '../context/decision-context.ts';
import { admits, admitting, holding, mayReadField } from '../context/permissions.ts';

/** What lets this person change a field of a record. */
interface FieldCells {
  readonly any: (field: string) => boolean;
  readonly all: (field: string) => readonly Cell[];
}

/** The cells that let this person change a field of this record; what one can't read one can't change. */
export function fieldCells(context: Context, entity: PreparedEntity, row: Row): FieldCells {
  const cells = entity.permissions.change;
  const scope = scopeOf(context, row);
  const grants = holding(context, cells, scope);
  const isKnown = (field: string) => entity.secrets.own.has(field) || mayReadField(context, row, field);
  return {
    any: (field) => isKnown(field) && admits(cells, context.who, grants, field, scope),
    all: (field) => (isKnown(field) ? admitting(cells, context.who, grants, field, scope) : []),
  };
}

/** The cells that let this person create the record with a value in the field. */
export function cellsCreating(context: Context, { permissions }: PreparedEntity, field: string, row: Row) {
  const scope = scopeOf(context, row, null);
  return admitting(permissions.create, context.who, holding(context, permissions.create, scope), field, scope);
}
