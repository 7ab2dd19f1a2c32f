import type { Json } from '../../../engine/core/intent.ts';
import type { Failure } from '../../../engine/core/refusal.ts';
import type { Problem, WireFailure } from '../../../engine/core/wire-format.ts';
import { pointerOf } from '../../../engine/errors/problem-details.ts';

/** A failure that the server answered, with what stood at its place when it did. */
export interface AnsweredFailure {
  readonly failure: WireFailure;
  readonly sent: Json;
}

/** What the browser found while somebody types, as the server would say it. */
export function asWire(failures: readonly Failure[]): WireFailure[] {
  return failures.map(({ path, code, message, next, decidedBy }) => ({
    pointer: pointerOf(path),
    code,
    message,
    ...(next === '' ? {} : { next }),
    decidedBy: decidedBy.map((element) => ({ element, point: 5, document: '' })),
  }));
}

/** Every failure of a problem with the value that it speaks of. */
export function answered(problem: Problem, sent: Json, names: readonly string[]): AnsweredFailure[] {
  return (problem.failures ?? []).map((failure) => ({ failure, sent: spokenOf(sent, failure, names) }));
}

/** Those of the server's failures whose value still stands as it was sent: what was typed anew is not yet judged. */
export function stillStanding(
  failures: readonly AnsweredFailure[],
  input: Json,
  names: readonly string[],
): WireFailure[] {
  return failures.flatMap(({ failure, sent }) => (sameJson(spokenOf(input, failure, names), sent) ? failure : []));
}

/** What is typed in the field that failed; all that is typed where that field is none of `names` and follows from them. */
function spokenOf(input: Json, { pointer }: WireFailure, names: readonly string[]): Json {
  return names.includes(fieldOf(pointer) ?? '') ? valueAt(input, pointer) : input;
}

/** Each failure once: the server's words for a place go before the browser's for the same code. */
export function mergeFailures(server: readonly WireFailure[], local: readonly WireFailure[]): WireFailure[] {
  const found = new Map<string, WireFailure>();
  for (const failure of [...server, ...local]) {
    const key = `${failure.code} ${failure.pointer}`;
    if (!found.has(key)) found.set(key, failure);
  }
  return [...found.values()];
}

/** What is shown already: everything once a submit was tried, before that only on fields that were left after typing. */
export function shownFailures(
  failures: readonly WireFailure[],
  { touched, tried }: { readonly touched: ReadonlySet<string>; readonly tried: boolean },
): WireFailure[] {
  return tried ? [...failures] : failures.filter(({ pointer }) => touched.has(fieldOf(pointer) ?? ''));
}

/** Failures by field, in the order of `names`; those of no field that stands here are `others`. */
export function sortedOut(
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

/** Fields that are empty and may not be: those that say so always, and those of which a rule says so now. */
export function neededNow(
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

/** The field that a pointer leads into; null where it names the whole. */
export function fieldOf(pointer: string | undefined): string | null {
  return partsOf(pointer)[0] ?? null;
}

/** What fails, and in which line where it is one of several; `inLine` says that of the line by its number. */
export function toldOf({ pointer, message }: WireFailure, inLine: (line: number, message: string) => string): string {
  const [, line] = partsOf(pointer);
  return line === undefined ? message : inLine(Number(line) + 1, message);
}

/** What stands at a pointer; null where nothing does. */
export function valueAt(input: Json, pointer: string): Json {
  let value: Json = input;
  for (const part of partsOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return null;
    value = (value as { readonly [name: string]: Json })[part] ?? null;
  }
  return value;
}

/** The value that a pointer of a failure names in a form; `standing` gives what stands in a field. */
export function standingAt(pointer: string, standing: (name: string) => Json): Json {
  const name = fieldOf(pointer);
  return name === null ? pointer : valueAt({ [name]: standing(name) }, pointer);
}

/** Whether two values of the wire say the same; the order of members says nothing, and empty text is empty. */
export function sameJson(one: Json, other: Json): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

/** Nothing typed: null, blank text, no lines. */
export function isEmptyJson(value: Json): boolean {
  return (
    value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
  );
}

function plain(value: Json): unknown {
  if (value === '') return null;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  return Object.entries(value)
    .map(([name, part]) => [name, plain(part)] as const)
    .filter(([, part]) => part !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What comes without a pointer names the whole, too: an answer may have passed through other hands. */
function partsOf(pointer: string | undefined): string[] {
  if (!pointer?.startsWith('/')) return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
