import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { PreparedEntity } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import type { Failure } from '../core/refusal.ts';
import { failure } from '../errors/error-catalogue.ts';

/**
 * The required fields that are empty, of those named (null: all). Fields that nobody types are not asked for, nor
 * those in `skip`, whose input failed already.
 */
export function missingFields(
  context: Context,
  entity: PreparedEntity,
  row: Row,
  names: ReadonlySet<string> | null,
  skip: ReadonlySet<string>,
): Failure[] {
  const failures: Failure[] = [];
  for (const { name, label, id } of entity.required) {
    if (skip.has(name) || (names !== null && !names.has(name))) continue;
    const value = row.values[name] ?? null;
    const empty = value === null || (isRows(value) && value.length === 0);
    if (empty) failures.push(failure(context.app, [name], 'REQUIRED', { field: label }, [id]));
  }
  return failures;
}

/** The fields of which no rule speaks: those whose input does not fit, and those that are missing. */
export function unjudged(bad: ReadonlySet<string>, missing: readonly Failure[]): ReadonlySet<string> {
  if (missing.length === 0) return bad;
  return new Set([...bad, ...missing.flatMap(({ path }) => (path[0] === undefined ? [] : String(path[0])))]);
}
