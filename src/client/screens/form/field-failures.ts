import type { Json } from '../../../engine/core/intent.ts';
import type { Failure } from '../../../engine/core/refusal.ts';
import type { Problem, WireFailure } from '../../../engine/core/wire-format.ts';
import { pointerOf } from '../../../engine/errors/problem-details.ts';
import { sameJson } from '../../platform/same-json.ts';

/** A failure that the server answered, with the input that it judged. */
export interface AnsweredFailure {
  readonly failure: WireFailure;
  readonly sent: Json;
}

/** Converts the engine's failures to the wire format. */
export function wireFailures(failures: readonly Failure[]): WireFailure[] {
  return failures.map(({ path, code, message, next, decidedBy }) => ({
    pointer: pointerOf(path),
    code,
    message,
    ...(next === '' ? {} : { next }),
    decidedBy: decidedBy.map((element) => ({ element, point: 5, document: '' })),
  }));
}

/** Returns the failures of a problem, each with the sent value that it is about. */
export function answeredFailures(problem: Problem, sent: Json, names: readonly string[]): AnsweredFailure[] {
  return (problem.failures ?? []).map((failure) => ({ failure, sent: judgedValue(sent, failure, names) }));
}

/** Returns the server's failures whose value has not changed since it was sent. */
export function remainingFailures(
  failures: readonly AnsweredFailure[],
  input: Json,
  names: readonly string[],
): WireFailure[] {
  return failures.flatMap(({ failure, sent }) => (sameJson(judgedValue(input, failure, names), sent) ? failure : []));
}

/** Returns the input that a failure is about: the value at its pointer, or the whole input if its field is not in `names`. */
function judgedValue(input: Json, { pointer }: WireFailure, names: readonly string[]): Json {
  return names.includes(fieldOf(pointer) ?? '') ? valueAt(input, pointer) : input;
}

/** Merges failures by code and pointer. The server's failure replaces the browser's. */
export function mergeFailures(server: readonly WireFailure[], local: readonly WireFailure[]): WireFailure[] {
  const found = new Map<string, WireFailure>();
  for (const failure of [...server, ...local]) {
    const key = `${failure.code} ${failure.pointer}`;
    if (!found.has(key)) found.set(key, failure);
  }
  return [...found.values()];
}

/** Returns the failures to show: all after the first submit, before that only those of fields in `touched`. */
export function shownFailures(
  failures: readonly WireFailure[],
  { touched, tried }: { readonly touched: ReadonlySet<string>; readonly tried: boolean },
): WireFailure[] {
  return tried ? [...failures] : failures.filter(({ pointer }) => touched.has(fieldOf(pointer) ?? ''));
}

/** Groups failures by field in the order of `names`. Failures of other fields are returned as `others`. */
export function failuresByField(
  failures: readonly WireFailure[],
  names: readonly string[],
): { readonly fields: ReadonlyMap<string, readonly WireFailure[]>; readonly others: readonly WireFailure[] } {
  const known = new Set(names);
  const isHere = ({ pointer }: WireFailure) => known.has(fieldOf(pointer) ?? '');
  const grouped = Map.groupBy(failures.filter(isHere), ({ pointer }) => fieldOf(pointer) ?? '');
  const fields = new Map(
    names.flatMap((name) => {
      const own = grouped.get(name);
      return own === undefined ? [] : [[name, own] as const];
    }),
  );
  return { fields, others: failures.filter((failure) => !isHere(failure)) };
}

/** Returns the required fields: the stated ones, and empty ones that a failure of a rule is about. */
export function requiredNow(
  required: readonly string[],
  failures: readonly WireFailure[],
  isEmpty: (name: string) => boolean,
): ReadonlySet<string> {
  const ruled = failures.flatMap(({ pointer }) => {
    const name = fieldOf(pointer);
    return name !== null && pointer === pointerOf([name]) && isEmpty(name) ? name : [];
  });
  return new Set([...required, ...ruled]);
}

/** Returns the field of a JSON pointer; null if the pointer names the whole record. */
export function fieldOf(pointer: string | undefined): string | null {
  return partsOf(pointer)[0] ?? null;
}

/** Returns the message of a failure. `inLine` adds the number of the line, from 1, if the failure is in a list of lines. */
export function failureText(
  { pointer, message }: WireFailure,
  inLine: (values: { readonly line: number; readonly message: string }) => string,
): string {
  const [, line] = partsOf(pointer);
  return line === undefined ? message : inLine({ line: Number(line) + 1, message });
}

/** Returns the value at a JSON pointer; null if there is none. */
export function valueAt(input: Json, pointer: string): Json {
  let value: Json = input;
  for (const part of partsOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return null;
    value = (value as { readonly [name: string]: Json })[part] ?? null;
  }
  return value;
}

/** Returns the value that a failure is about. `standing` returns the current value of a field. */
export function failedValue(pointer: string, standing: (name: string) => Json): Json {
  const name = fieldOf(pointer);
  return name === null ? pointer : valueAt({ [name]: standing(name) }, pointer);
}

/** Whether a value is empty: null, blank text or an empty list. */
export function isEmptyJson(value: Json): boolean {
  return (
    value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
  );
}

/** Splits a JSON pointer. A missing or malformed pointer, as a proxy may return, names the whole record. */
function partsOf(pointer: string | undefined): string[] {
  if (!pointer?.startsWith('/')) return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
