import { matcherOf } from '../expressions/regular.ts';
import type { Json } from '../fields/json.ts';
import { fieldType } from '../fields/lookup.ts';
import { patternOf } from '../fields/pattern.ts';
import { wrongType } from '../fields/problem.ts';
import type { Value } from '../fields/value.ts';
import type { Field } from '../model/model.ts';
import type { Context } from './context.ts';
import { failure } from './errors.ts';
import { isThere, noSuch, problemOf, type ReadValue } from './input-failure.ts';
import { readFiles, readReferences } from './input-several.ts';
import { kept } from './kept.ts';
import { GUEST } from './people.ts';
import type { Failure } from './refusal.ts';

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
  const read = fieldType(field.type.kind).read(input, readAs(field.type), context.app.bounds);
  if ('problem' in read) return { failure: problemOf(context, field, read.problem, path) };
  const { value } = read;
  if (field.type.kind === 'references') return readReferences(context, field, value, before, path);
  if (value === null) return { value };
  if (field.pattern !== null && !fitsPattern(context, field.pattern, value)) return misshapen(context, field, path);
  switch (field.type.kind) {
    case 'reference':
      return value === before || isThere(context, field.type.entity, value) ? { value } : noSuch(context, field, path);
    case 'role':
      return readRoles(context, field, value, path);
    case 'file':
      return readFiles(context, field, value, before, path);
    default:
      return { value };
  }
}

/** How many records there may be is judged over all that will stand there, and not over those that are sent. */
const readAs = (type: Field['type']): Field['type'] =>
  type.kind === 'references' ? { ...type, min: null, max: null } : type;

/**
 * A pattern that can't be read fits nothing: unknown never permits. What a long text would keep busy is looked at in time
 * linear in the text, but for patterns that look ahead or back.
 */
function fitsPattern({ app }: Context, pattern: string, value: Value): boolean {
  if (typeof value !== 'string') return true;
  const expression = patternOf(pattern);
  if (expression === null || value.length <= LOOKED_AT_ONCE) return expression?.test(value) ?? false;
  const matcher = kept(app, `pattern ${pattern}`, GUEST, () => matcherOf(`^(?:${pattern})$`));
  return typeof matcher === 'string' ? expression.test(value) : matcher(value);
}

/** A text so short is looked through at once, in however many ways. */
const LOOKED_AT_ONCE = 24;

function misshapen(context: Context, field: Field, path: Failure['path']): ReadValue {
  return { failure: problemOf(context, field, wrongType(`text of the form ${field.pattern}`).problem, path) };
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
