import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import type { Failure } from '../core/refusal.ts';
import { failure } from '../errors/error-catalogue.ts';

/**
 * Returns failures for the required fields that are empty, limited to `names` (null: all). Omits fields without an
 * input, and those in `skip`, whose input already failed.
 */
export function missingFields(
  context: Context,
  entity: CompiledEntity,
  row: Row,
  names: ReadonlySet<string> | null,
  skip: ReadonlySet<string>,
): Failure[] {
  const failures: Failure[] = [];
  for (const { name, label, id } of entity.required) {
    if (skip.has(name) || (names !== null && !names.has(name))) continue;
    const value = row.values[name] ?? null;
    const empty = value === null || (isRows(value) && value.length === 0);
    if (empty) failures.push(failure(context.model, [name], 'REQUIRED', { field: label }, [id]));
  }
  return failures;
}

/** Returns the fields about which no rules are checked: those with invalid input and those that are missing. */
export function uncheckedFields(bad: ReadonlySet<string>, missing: readonly Failure[]): ReadonlySet<string> {
  if (missing.length === 0) return bad;
  return new Set([...bad, ...missing.flatMap(({ path }) => (path[0] === undefined ? [] : String(path[0])))]);
}
