import type { Row } from '../../fields/text/value.ts';
import type { CompiledEntity, CompiledGrant } from '../compiled/compiled-model.ts';
import { type Context, scopeOf } from '../context/decision-context.ts';
import { grantsForField, isGranted, matchingGrants, mayReadField } from '../context/permissions.ts';

/** Looks up the cells that let this person change a field of a record. */
interface FieldCells {
  readonly any: (field: string) => boolean;
  readonly all: (field: string) => readonly CompiledGrant[];
}

/**
 * Returns a lookup of the cells that let this person change the fields of this record. A field that the person can't
 * read can't be changed, except a write-only one.
 */
export function fieldCells(context: Context, entity: CompiledEntity, row: Row): FieldCells {
  const cells = entity.permissions.change;
  const scope = scopeOf(context, row);
  const grants = matchingGrants(context, cells, scope);
  const isKnown = (field: string) => entity.secrets.own.has(field) || mayReadField(context, row, field);
  return {
    any: (field) => isKnown(field) && isGranted(cells, context.principal, grants, field, scope),
    all: (field) => (isKnown(field) ? grantsForField(cells, context.principal, grants, field, scope) : []),
  };
}

/** Returns the cells that let this person create the record with a value in the field. */
export function cellsToCreate(context: Context, { permissions }: CompiledEntity, field: string, row: Row) {
  const scope = scopeOf(context, row, null);
  return grantsForField(
    permissions.create,
    context.principal,
    matchingGrants(context, permissions.create, scope),
    field,
    scope,
  );
}
