import { fieldType } from '../../fields/registry/lookup.ts';
import { fromStatedForm } from '../../fields/registry/value-forms.ts';
import type { Json } from '../../fields/text/json.ts';
import { unreadableTextsIn } from '../../fields/text/unreadable-text.ts';
import type { Value } from '../../fields/text/value.ts';
import { wrongType } from '../../fields/text/value-problem.ts';
import type { Field } from '../../model/types/model.ts';
import type { Context } from '../context/decision-context.ts';
import type { Failure } from '../core/refusal.ts';
import { failure } from '../errors/error-catalogue.ts';
import { isPresent, missingRecord, problemOf, type ReadValue } from './input-failure.ts';
import { patternFailure } from './input-pattern.ts';
import { readFiles, readReferences } from './input-references.ts';

/**
 * Validates one value of an input as far as its field alone decides: its type, and whether referenced records exist for
 * this person. `before` is the current value, which may be kept even if it could not be chosen now.
 */
export function readValue(
  context: Context,
  field: Field,
  input: Json,
  before: Value,
  path: Failure['path'],
): ReadValue {
  const [typed] = context.isForm ? unreadableTextsIn(input) : [];
  if (typed !== undefined) {
    const { problem } = wrongType(typed.unread.expected);
    return { failure: problemOf(context, field, problem, [...path, ...typed.path]) };
  }
  const sent = fromStatedForm(input, field.type, context.forms);
  const read =
    'problem' in sent ? sent : fieldType(field.type.kind).read(sent.value, readAs(field.type), context.model.bounds);
  if ('problem' in read) return { failure: problemOf(context, field, read.problem, path, input) };
  const { value } = read;
  if (field.type.kind === 'references') return readReferences(context, field, value, before, path);
  if (value === null) return { value };
  const failed = patternFailure(context, field, value, path);
  if (failed !== null) return { failure: failed };
  switch (field.type.kind) {
    case 'reference':
      return value === before || isPresent(context, field.type.entity, value)
        ? { value }
        : missingRecord(context, field, path);
    case 'role':
      return readRoles(context, field, value, path);
    case 'file':
      return readFiles(context, field, value, before, path);
    default:
      return { value };
  }
}

/** The minimum count applies to all resulting records and not only to those sent, so it is checked later. */
const readAs = (type: Field['type']): Field['type'] => (type.kind === 'references' ? { ...type, min: null } : type);

function readRoles(context: Context, field: Field, value: Value, path: Failure['path']): ReadValue {
  const { roles } = context.model.schema;
  const unknown = (Array.isArray(value) ? value : [value]).find(
    (role: Value) => typeof role !== 'string' || roles.get(role)?.guest !== false,
  );
  if (unknown === undefined) return { value };
  const choices = [...roles.values()].flatMap(({ guest, label }) => (guest ? [] : label)).join(', ');
  return { failure: failure(context.model, path, 'NOT_A_CHOICE', { value: String(unknown), choices }, [field.id]) };
}
