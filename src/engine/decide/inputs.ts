import { isObject, type Json } from '../../fields/text/json.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Context } from '../context/decision-context.ts';
import type { Failure } from '../core/refusal.ts';
import { readLines } from '../effects/line-input.ts';
import { failure, MOST_FAILURES } from '../errors/error-catalogue.ts';
import { lineNames } from '../input/input-fields.ts';
import { attach } from '../input/input-references.ts';
import type { Attached, Target } from '../input/input-upload.ts';
import { readValue } from '../input/input-value.ts';

/** An input read field by field. */
export interface Inputs {
  readonly values: ReadonlyMap<string, Value>;
  readonly failures: readonly Failure[];
  /** Names of fields whose input does not fit, so that no rule speaks of them; lines as `lines/0/amount` too. */
  readonly bad: ReadonlySet<string>;
  readonly attached: readonly Attached[];
}

/** Through what an input comes: what decides that a name may not be sent, and the call that says which fields of lines may. */
interface Through {
  readonly call: string | null;
  readonly closedBy: (name: string) => readonly string[];
}

const THROUGH_NONE: Through = { call: null, closedBy: () => [] };

/** Reads every member of `input`. A name that is not allowed fails, whether or not such a field exists. */
export function readInputs(
  context: Context,
  target: Target,
  input: { readonly [name: string]: Json },
  allowed: ReadonlySet<string>,
  { call, closedBy }: Through = THROUGH_NONE,
): Inputs {
  const values = new Map<string, Value>();
  const failures: Failure[] = [];
  const bad = new Set<string>();
  const attached: Attached[] = [];
  for (const name of Object.keys(input)) {
    if (failures.length >= MOST_FAILURES) break;
    const field = allowed.has(name)
      ? target.entity.entity.fields.find((candidate) => candidate.name === name)
      : undefined;
    if (field === undefined) {
      failures.push(failure(context.app, [name], 'NOT_AN_INPUT', { field: name }, closedBy(name)));
      bad.add(name);
      continue;
    }
    // Of a secret no answer may hang on what it was.
    const before = field.writeOnly ? null : (target.before?.values[name] ?? null);
    if (field.type.kind === 'list') {
      const taken = call === null ? null : lineNames(context.app, call, name);
      const read = readLines(context, { target, taken, attached }, field, input[name] ?? null, before);
      failures.push(...read.failures);
      for (const key of read.bad) bad.add(key);
      if (read.value !== undefined) values.set(name, read.value);
      continue;
    }
    const place = { field, before, path: [name] };
    const found = readValue(context, field, input[name] ?? null, before, [name]);
    const read = attach(context, attached, target, place, found);
    if ('failure' in read) {
      failures.push(read.failure);
      bad.add(name);
    } else {
      values.set(name, read.value);
    }
  }
  return { values, failures, bad, attached };
}

/** An input that is not there at all. */
export const NO_INPUTS: Inputs = { values: new Map(), failures: [], bad: new Set(), attached: [] };

/** Null is no input; anything else than an object can't be read. */
export function inputObject(input: Json): { readonly [name: string]: Json } | null {
  return input === null ? {} : isObject(input) ? input : null;
}
