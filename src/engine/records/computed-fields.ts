import type { Outcome, Scope } from '../../expressions/types/scope.ts';
import type { Row } from '../../fields/text/value.ts';
import type { CompiledEntity, CompiledFormula } from '../compiled/compiled-model.ts';
import { type Context, scopeOf } from '../context/decision-context.ts';
import type { Failure } from '../core/refusal.ts';
import { copyOf, storedAs } from '../core/row-values.ts';
import { failure } from '../errors/error-catalogue.ts';

/** Returns the record with its stored computed fields recalculated. Fields that are computed on read are skipped. */
export function withComputedFields(context: Context, entity: CompiledEntity, row: Row, old: Row | null): Row {
  if (entity.computed.length === 0) return row;
  const values = copyOf(row.values);
  const self = { ...row, values };
  const written = context.isResult ? null : (context.written ?? { row: self, old });
  const scope = scopeOf({ ...context, written }, self, old);
  for (const { field, value, byClock } of entity.computed) {
    if (byClock) continue;
    const outcome = value?.evaluate(scope);
    // The client can't query other records: it shows the last known value until the server answers.
    if (outcome === undefined && context.isForm && value !== null && value.queries.length > 0) continue;
    values[field.name] = storedAs(field.type, outcome);
  }
  return { ...row, values };
}

/** Returns a failure for each computed field whose result is too large to be stored exactly. */
export function overflowFailures(context: Context, entity: CompiledEntity, row: Row): Failure[] {
  const failures: Failure[] = [];
  for (const { field, value, byClock } of entity.computed) {
    if (value === null || byClock || (row.values[field.name] ?? null) !== null) continue;
    if (evaluateFormula(context, value, row, null).tooLarge)
      failures.push(failure(context.model, [field.name], 'NUMBER_TOO_LARGE', { field: field.label }, [field.id]));
  }
  return failures;
}

/**
 * Evaluates a formula and returns why the outcome is unknown, if it is: a number became too large, a query over other
 * records has no result, or an entity (`tooMany`) has more records than can be evaluated.
 */
export function evaluateFormula(
  context: Context,
  formula: Pick<CompiledFormula, 'evaluate' | 'queries' | 'byClock'>,
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
  // Records are evaluated in memory only if the query has no result of its own.
  const rows: Scope['rows'] = (entity) => {
    const records = scope.rows?.(entity);
    if (records === undefined) unanswered = true;
    return records;
  };
  const outcome = formula.evaluate({ ...scope, rows });
  return { outcome, tooLarge, unanswered, tooMany };
}
