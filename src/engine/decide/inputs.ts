import { isObject, type Json } from '../../fields/text/json.ts';
import type { Value } from '../../fields/text/value.ts';
import { idOf } from '../../model/types/element.ts';
import type { Context } from '../context/decision-context.ts';
import type { HashedPassword } from '../core/intent.ts';
import type { Failure } from '../core/refusal.ts';
import { readLines } from '../effects/line-input.ts';
import { failure, MOST_FAILURES } from '../errors/error-catalogue.ts';
import { lineNames } from '../input/input-fields.ts';
import { attach } from '../input/input-references.ts';
import type { Attached, UploadTarget } from '../input/input-upload.ts';
import { readValue } from '../input/input-value.ts';
import { type PasswordInput, takesPassword } from '../input/password-input.ts';

/** A validated input. */
export interface Inputs {
  readonly values: ReadonlyMap<string, Value>;
  readonly failures: readonly Failure[];
  /**
   * Names of fields with invalid input, for which no rules are checked. Fields of lines are listed as `lines/0/amount`
   * too.
   */
  readonly bad: ReadonlySet<string>;
  readonly attached: readonly Attached[];
  /** The password that was sent; absent: none. It is no value of the record. */
  readonly password?: PasswordInput;
  /** Fields of `values` that the path of the request fills. Failures are about others that were sent, if there are any. */
  readonly inPath?: readonly string[];
}

/**
 * The source of an input: the call that limits which fields of lines may be sent, and a function that returns what
 * forbids a field.
 */
interface InputSource {
  readonly call: string | null;
  readonly closedBy: (name: string) => readonly string[];
  /** Absent: no password may be sent. */
  readonly password?: HashedPassword | undefined;
}

const NO_CALL: InputSource = { call: null, closedBy: () => [] };

/** Validates every member of `input`. A name that is not allowed fails, whether or not such a field exists. */
export function readInputs(
  context: Context,
  target: UploadTarget,
  input: { readonly [name: string]: Json },
  allowed: ReadonlySet<string>,
  { call, closedBy, password: hashed }: InputSource = NO_CALL,
): Inputs {
  const values = new Map<string, Value>();
  const failures: Failure[] = [];
  const bad = new Set<string>();
  const attached: Attached[] = [];
  let password: PasswordInput | undefined;
  for (const name of Object.keys(input)) {
    if (failures.length >= MOST_FAILURES) break;
    const named = allowed.has(name)
      ? target.entity.entity.fields.find((candidate) => candidate.name === name)
      : undefined;
    const field = named?.type.kind !== 'password' || takesPassword(context, target.entity, hashed) ? named : undefined;
    if (field === undefined) {
      failures.push(
        failure(context.model, [name], 'NOT_AN_INPUT', { field: name }, closedBy(name), null, [
          idOf('field', target.entity.name, name),
        ]),
      );
      bad.add(name);
      continue;
    }
    // The response must not depend on the old value of a write-only field.
    const before = field.writeOnly ? null : (target.before?.values[name] ?? null);
    if (field.type.kind === 'list') {
      const taken = call === null ? null : lineNames(context.model, call, name);
      const read = readLines(context, { target, taken, attached }, field, input[name] ?? null, before);
      failures.push(...read.failures);
      for (const key of read.bad) bad.add(key);
      if (read.value !== undefined) values.set(name, read.value);
      continue;
    }
    const place = { field, before, path: [name] };
    const value = readValue(context, field, input[name] ?? null, before, [name]);
    const read = attach(context, attached, target, place, value);
    if ('failure' in read) {
      failures.push(read.failure);
      bad.add(name);
    } else if (field.type.kind === 'password') {
      password = { field, value: String(read.value ?? ''), ...(hashed !== undefined && { hashed }) };
    } else {
      values.set(name, read.value);
    }
  }
  return { values, failures, bad, attached, ...(password !== undefined && { password }) };
}

/** An empty input. */
export const NO_INPUTS: Inputs = { values: new Map(), failures: [], bad: new Set(), attached: [] };

/** Returns the input as an object: an empty one for null, and null if the input is not an object. */
export function inputObject(input: Json): { readonly [name: string]: Json } | null {
  return input === null ? {} : isObject(input) ? input : null;
}
