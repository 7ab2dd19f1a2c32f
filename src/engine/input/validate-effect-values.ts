import { fieldType } from '../../fields/registry/lookup.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import type { FieldProblem } from '../../fields/text/value-problem.ts';
import { countProblem } from '../../fields/types/bounded-input.ts';
import { isIds } from '../../fields/types/references.ts';
import type { Field } from '../../model/types/model.ts';
import { isTextKind } from '../../model/types/text-formats.ts';
import type { Kind } from '../../model/types/types.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import { secretIn } from '../compiled/write-only-values.ts';
import type { Context } from '../context/decision-context.ts';
import { grantCovers, isReadableSomewhere, mayReadField, mayReadRecord } from '../context/permissions.ts';
import type { Failure } from '../core/refusal.ts';
import { problemOf, withoutDetails } from './input-failure.ts';
import { patternFailure } from './input-pattern.ts';

/** Values set by an effect. `by`: the element that states it; `path`: the path of the line, if it is one. */
interface Filled {
  readonly row: Row;
  readonly fields: Iterable<string>;
  readonly by: string;
  readonly path?: Failure['path'];
}

/**
 * Returns a failure for each value set by an effect that a person could not have entered: out of bounds or not matching
 * the pattern. The message names the field, because it has no input.
 */
export function invalidEffectFields(
  context: Context,
  entity: CompiledEntity,
  { row, fields, by, path = [] }: Filled,
): Failure[] {
  return [...new Set(fields)].flatMap((name) => {
    const field = entity.entity.fields.find((one) => one.name === name);
    const value = row.values[name] ?? null;
    if (field === undefined || value === null) return [];
    const at = [...path, name];
    const problem = problemIn(context, field, value);
    const failed =
      problem === null ? patternFailure(context, field, value, at) : problemOf(context, field, problem, at);
    if (failed === null) return [];
    if (!mayBeTold(context, entity, row, name)) return [withoutDetails(context, failed)];
    const isStated = context.model.schema.errors.has(failed.code);
    const message = `${field.label}: ${failed.message}`;
    return [{ ...failed, message, next: isStated ? failed.next : '', decidedBy: [...failed.decidedBy, by] }];
  });
}

/**
 * Returns whether the causing person may read the invalid value. A failure caused by the clock is visible to everybody
 * who may read the record, so all of them must be able to read the field.
 */
function mayBeTold(context: Context, entity: CompiledEntity, row: Row, name: string): boolean {
  const { raiser, product } = context;
  if (secretIn(entity, [name]).length > 0) return false;
  const asker =
    product && raiser !== null ? { ...context, principal: raiser, memo: new Map(), product: false } : context;
  // Lines are readable with their list.
  if (entity.entity.belongsTo !== null) return isReadableSomewhere(asker, entity.entity.name, name);
  const { record, fields } = entity.permissions.read;
  if (raiser === null)
    return !fields.has(name) && record.every((cell) => cell.kind !== 'yes' || grantCovers(cell, name));
  return mayReadRecord(asker, row) && mayReadField(asker, row, name);
}

const BOUNDED: ReadonlySet<Kind> = new Set<Kind>(['integer', 'decimal', 'money', 'texts']);

/** Validates values of types with bounds. For any other type, the type check of the formula suffices. */
function problemIn({ model }: Context, { type }: Field, value: Value): FieldProblem | null {
  if (type.kind === 'references')
    return countProblem(isIds(value) ? value.length : 0, type, model.bounds)?.problem ?? null;
  if (!isTextKind(type.kind) && !BOUNDED.has(type.kind)) return null;
  const { read, write } = fieldType(type.kind);
  const result = read(write(value, type), type, model.bounds);
  return 'problem' in result ? result.problem : null;
}
