import { toUnits } from '../../fields/text/decimals.ts';
import type { Json } from '../../fields/text/json.ts';
import type { Value } from '../../fields/text/value.ts';
import type { FieldProblem } from '../../fields/text/value-problem.ts';
import type { Field } from '../../model/types/model.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import { mayReadRecord } from '../context/permissions.ts';
import type { ReceivedFile } from '../core/intent.ts';
import type { Failure } from '../core/refusal.ts';
import { failure } from '../errors/error-catalogue.ts';
import { entityText } from '../errors/message-values.ts';

export type ReadValue = { readonly value: Value } | { readonly failure: Failure };

/** Converts a problem reported by the field's type to a failure at this path. */
export function problemOf(
  { model }: Context,
  field: Field,
  problem: FieldProblem,
  path: Failure['path'],
  input: Json = null,
): Failure {
  const code = LINE_CODES.get(problem.code) ?? problem.code;
  const text = problem.expected === undefined ? {} : { expected: model.sentences.expected(problem.expected) };
  const values = {
    value: sentText(field, input),
    ...valuesOf(model, problem),
    ...text,
    ...boundsText(model, field, problem),
  };
  const constant =
    problem.code === 'LIMIT_NOT_SHOWN' ? model.schema.constants.get(String(problem.values.limit)) : undefined;
  return failure(
    model,
    problem.at === undefined ? path : [...path, problem.at],
    code,
    values,
    constant === undefined ? [field.id] : [field.id, constant.id],
  );
}

/** Returns the values of a problem; the endings of a field that accepts every file are put in words. */
function valuesOf({ sentences }: CompiledModel, { code, values }: FieldProblem): FieldProblem['values'] {
  if (code !== 'WRONG_FILE' || values['endings'] !== '') return values;
  return { ...values, endings: sentences.expected({ is: 'files with their content' }) };
}

/** Converts what is wrong with a received file to a failure at its field. */
export function fileFailure(model: CompiledModel, id: string, { field, problem, decidedBy }: ReceivedFile): Failure {
  return failure(model, [field], problem.code, valuesOf(model, problem), [id, ...decidedBy]);
}

/** Adds the failure of a file that the call received in place of a value. */
export function withReceivedFile<
  T extends { readonly failures: readonly Failure[]; readonly bad: ReadonlySet<string> },
>({ model }: Context, { entity }: CompiledEntity, inputs: T, received: ReceivedFile | undefined): T {
  const field = entity.fields.find(({ name }) => name === received?.field);
  if (received === undefined || field === undefined) return inputs;
  const failures = [...inputs.failures, fileFailure(model, field.id, received)];
  return { ...inputs, failures, bad: new Set([...inputs.bad, received.field]) };
}

/** Returns a single value as it was sent; nothing of a field whose values are never answered. */
export function sentText({ writeOnly, type }: Field, input: Json): string {
  if (writeOnly || type.kind === 'password' || input === null || typeof input === 'object') return '';
  return String(input).slice(0, MOST_REPEATED);
}

/** Maximum number of characters of a value that a message repeats. */
const MOST_REPEATED = 100;

/** Returns the bounds in a problem, formatted like values of the field but without a unit or currency. */
function boundsText(
  { format, schema }: CompiledModel,
  field: Field,
  { code, values }: FieldProblem,
): { [name: string]: string } {
  if (values['unit'] === 'bytes') return { max: format.bytes(Number(values['max'])) };
  if (code !== 'TOO_SMALL' && code !== 'TOO_BIG') return {};
  const attributes = [...schema.entities.values()].flatMap((entity) => entity.attributes.get(field.name) ?? []);
  const type = attributes.find(({ id }) => id === field.id)?.type ?? field.type;
  const isGrouped = type.kind !== 'integer' || type.grouped !== false;
  const bounds: { [name: string]: string } = {};
  for (const name of ['min', 'max']) {
    const value = values[name];
    if (value === undefined) continue;
    const scale = String(value).split('.')[1]?.length ?? 0;
    const units = toUnits(String(value), scale);
    if (typeof units === 'number') bounds[name] = format.number(units, scale, isGrouped);
  }
  return bounds;
}

/** Returns the failure without details, in the words for a condition that the person may not see. */
export function withoutDetails({ model }: Context, { path, code }: Failure): Failure {
  const hidden = failure(model, path, 'NOT_VALID', { condition: model.sentences.hiddenCondition }, []);
  return { ...hidden, code };
}

const LINE_CODES: ReadonlyMap<string, string> = new Map([
  ['TOO_FEW', 'TOO_FEW_LINES'],
  ['TOO_MANY', 'TOO_MANY_LINES'],
]);

/** Returns whether the record exists for this person. A record that they may not read does not. */
export function isPresent(context: Context, entity: string, id: Value): boolean {
  if (typeof id === 'string' && context.facts.isKnownUnreadable?.(entity, id) === true) return false;
  const row = typeof id === 'string' ? context.find(entity, id) : null;
  if (row === undefined && context.isForm) return true;
  return row !== null && row !== undefined && mayReadRecord(context, row);
}

/** Returns the failure for a missing record; the same whether it does not exist or is not readable. */
export function missingRecord({ model }: Context, field: Field, path: Failure['path']): ReadValue {
  const { type } = field;
  const entity =
    type.kind === 'reference' || type.kind === 'references'
      ? entityText(model, entityOf(model, type.entity))
      : model.sentences.within(field.label);
  return { failure: failure(model, path, 'NO_SUCH_VALUE', { entity, field: field.label }, [field.id]) };
}
