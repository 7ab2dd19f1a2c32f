import { fileProblem, isFile } from '../fields/file.ts';
import type { Json } from '../fields/json.ts';
import { fieldType } from '../fields/lookup.ts';
import { patternOf } from '../fields/pattern.ts';
import { type FieldProblem, wrongType } from '../fields/problem.ts';
import type { Value } from '../fields/value.ts';
import type { Field } from '../model/model.ts';
import { type Context, entityOf } from './context.ts';
import { failure } from './errors.ts';
import { entityText, lower } from './message-values.ts';
import { mayReadRecord } from './permissions.ts';
import type { Failure } from './refusal.ts';

export type ReadValue = { readonly value: Value } | { readonly failure: Failure };

/**
 * One value of an input, as far as its field alone decides: its type, whether what it refers to is there for this
 * person. `before` is what stands there: it may stay even where it could not be chosen now.
 */
export function readValue(
  context: Context,
  field: Field,
  input: Json,
  before: Value,
  path: Failure['path'],
): ReadValue {
  const read = fieldType(field.type.kind).read(input, field.type, context.app.bounds);
  if ('problem' in read) return { failure: problemOf(context, field, read.problem, path) };
  const { value } = read;
  if (value === null) return { value };
  if (field.pattern !== null && !fitsPattern(field.pattern, value)) return misshapen(context, field, path);
  switch (field.type.kind) {
    case 'reference':
      return value === before || isThere(context, field.type.entity, value) ? { value } : noSuch(context, field, path);
    case 'role':
      return readRoles(context, field, value, path);
    case 'file':
      return readFile(context, field, value, before, path);
    default:
      return { value };
  }
}

/** A pattern that can't be read fits nothing: unknown never permits. */
const fitsPattern = (pattern: string, value: Value) =>
  typeof value !== 'string' || (patternOf(pattern)?.test(value) ?? false);

function misshapen(context: Context, field: Field, path: Failure['path']): ReadValue {
  return { failure: problemOf(context, field, wrongType(`text of the form ${field.pattern}`).problem, path) };
}

/** A problem of the field's type as a failure at this place. */
export function problemOf({ app }: Context, field: Field, problem: FieldProblem, path: Failure['path']): Failure {
  const code = LINE_CODES.get(problem.code) ?? problem.code;
  const inBytes = problem.values.unit === 'bytes';
  const values = inBytes ? { ...problem.values, max: app.format.bytes(Number(problem.values.max)) } : problem.values;
  const constant =
    problem.code === 'LIMIT_NOT_SHOWN' ? app.schema.constants.get(String(problem.values.limit)) : undefined;
  return failure(app, path, code, values, constant === undefined ? [field.id] : [field.id, constant.id]);
}

const LINE_CODES: ReadonlyMap<string, string> = new Map([
  ['TOO_FEW', 'TOO_FEW_LINES'],
  ['TOO_MANY', 'TOO_MANY_LINES'],
]);

/** A record that one may not read is none. */
function isThere(context: Context, entity: string, id: Value): boolean {
  const row = typeof id === 'string' ? context.find(entity, id) : null;
  if (row === undefined && context.typing) return true;
  return row !== null && row !== undefined && mayReadRecord(context, row);
}

function noSuch({ app }: Context, field: Field, path: Failure['path']): ReadValue {
  const entity = field.type.kind === 'reference' ? entityText(entityOf(app, field.type.entity)) : lower(field.label);
  return { failure: failure(app, path, 'NO_SUCH_VALUE', { entity, field: field.label }, [field.id]) };
}

function readRoles(context: Context, field: Field, value: Value, path: Failure['path']): ReadValue {
  const { roles } = context.app.schema;
  const unknown = (Array.isArray(value) ? value : [value]).find(
    (role: Value) => typeof role !== 'string' || !roles.has(role),
  );
  if (unknown === undefined) return { value };
  const choices = [...roles.values()].map((role) => role.label).join(', ');
  return { failure: failure(context.app, path, 'NOT_A_CHOICE', { value: String(unknown), choices }, [field.id]) };
}

/** An upload of the person's own that no record holds yet, judged by what it is and not by what is said of it. */
function readFile(context: Context, field: Field, value: Value, before: Value, path: Failure['path']): ReadValue {
  if (!isFile(value) || field.type.kind !== 'file') return { value };
  if (isFile(before) && before.file === value.file) return { value: before };
  const upload = context.facts.upload(value.file);
  if (upload === undefined && context.typing) return { value };
  const own =
    upload !== null && upload !== undefined && upload.uploader !== null && upload.uploader === context.who.row?.id;
  if (!own) return noSuch(context, field, path);
  const problem = fileProblem(upload.value, field.type, context.app.bounds);
  return problem === null ? { value: upload.value } : { failure: problemOf(context, field, problem, path) };
}
