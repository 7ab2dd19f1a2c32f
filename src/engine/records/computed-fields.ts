import type { Outcome, Scope } from '../../expressions/types/scope.ts';
import type { Row } from '../../fields/text/value.ts';
import type { Compiled, PreparedEntity } from '../compiled/compiled-model.ts';
import { type Context, scopeOf } from '../context/decision-context.ts';
import type { Failure } from '../core/refusal.ts';
import { copyOf, storedAs } from '../core/row.ts';
import { failure } from '../errors/error-catalogue.ts';

/** The record with its computed fields as they follow from the others; those that go by the clock are left out. */
export function computedRow(context: Context, entity: PreparedEntity, row: Row, old: Row | null): Row {
  if (entity.computed.length === 0) return row;
  const values = copyOf(row.values);
  const self = { ...row, values };
  const written = context.isResult ? null : (context.written ?? { row: self, old });
  const scope = scopeOf({ ...context, written }, self, old);
  for (const { field, value, byClock } of entity.computed) {
    if (byClock) continue;
    const outcome = value?.evaluate(scope);
    // The browser can't look through other records: what they came to last stands until the server says more.
    if (outcome === undefined && context.typing && value !== null && value.queries.length > 0) continue;
    values[field.name] = storedAs(field.type, outcome);
  }
  return { ...row, values };
}

/** Computed fields whose calculation left the numbers that can be stored exactly. */
export function overflows(context: Context, entity: PreparedEntity, row: Row): Failure[] {
  const failures: Failure[] = [];
  for (const { field, value, byClock } of entity.computed) {
    if (value === null || byClock || (row.values[field.name] ?? null) !== null) continue;
    if (evaluated(context, value, row, null).tooLarge)
      failures.push(failure(context.app, [field.name], 'NUMBER_TOO_LARGE', { field: field.label }, [field.id]));
  }
  return failures;
}

/**
 * What a formula comes to, and why it is unknown: a number in it became too large, a question over other records in it
 * has no answer, or an entity in it has more records than are looked through.
 */
export function evaluated(
  context: Context,
  formula: Pick<Compiled, 'evaluate' | 'queries' | 'byClock'>,
  row: Row | null,
  old: Row | null,
): {
  readonly outcome: Outcome;
  readonly tooLarge: boolean;
  readonly unanswered: boolean;
  readonly tooMany: string | null;
} {
  let tooLarge = false;
  let tooMany: string | null = null;
  let unanswered = false;
  const noted = () => {
    tooLarge = true;
  };
  const scope = scopeOf(context, row, old, noted, (entity) => {
    tooMany = entity;
  });
  if (formula.queries.length === 0 && !formula.byClock) {
    return { outcome: formula.evaluate(scope), tooLarge, unanswered, tooMany };
  }
  // Records are looked through only where a question has no answer as such.
  const rows: Scope['rows'] = (entity) => {
    const found = scope.rows?.(entity);
    if (found === undefined) unanswered = true;
    return found;
  };
  const outcome = formula.evaluate({ ...scope, rows });
  return { outcome, tooLarge, unanswered, tooMany };
}
