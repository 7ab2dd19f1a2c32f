import type { Outcome } from '../expressions/scope.ts';
import type { Row } from '../fields/value.ts';
import type { Compiled, PreparedEntity } from './app.ts';
import { type Context, scopeOf } from './context.ts';
import { failure } from './errors.ts';
import type { Failure } from './refusal.ts';
import { copyOf, stored } from './row.ts';

/** The record with its computed fields as they follow from the others. */
export function computedRow(context: Context, entity: PreparedEntity, row: Row, old: Row | null): Row {
  if (entity.computed.length === 0) return row;
  const values = copyOf(row.values);
  const scope = scopeOf(context, { ...row, values }, old);
  for (const { field, value } of entity.computed) values[field.name] = stored(value?.evaluate(scope));
  return { ...row, values };
}

/** Computed fields whose calculation left the numbers that can be stored exactly. */
export function overflows(context: Context, entity: PreparedEntity, row: Row): Failure[] {
  return entity.computed.flatMap(({ field, value }) => {
    if (value === null || (row.values[field.name] ?? null) !== null) return [];
    const { tooLarge } = evaluated(context, value, row, null);
    return tooLarge ? [failure(context.app, [field.name], 'NUMBER_TOO_LARGE', { field: field.label }, [field.id])] : [];
  });
}

/** What a formula comes to, and whether it is unknown since a number in it became too large. */
export function evaluated(
  context: Context,
  formula: Compiled,
  row: Row | null,
  old: Row | null,
): { readonly outcome: Outcome; readonly tooLarge: boolean } {
  let tooLarge = false;
  const noted = () => {
    tooLarge = true;
  };
  const outcome = formula.evaluate({ ...scopeOf(context, row, old), tooLarge: noted });
  return { outcome, tooLarge };
}
