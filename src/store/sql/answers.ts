import type { Answer } from '../../engine/core/needs-and-facts.ts';
import type { DatabaseQuery } from '../../expressions/relation/queries.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import type { Value } from '../../fields/text/value.ts';

/** Converts the first column of a question's result into its answer. */
export function answerOf({ name, type }: DatabaseQuery, found: readonly unknown[]): Answer {
  if (name === 'values') return { value: found.map((each) => readAs(each, type)).filter((value) => value !== null) };
  const [first = null] = found;
  const value = readAs(first, type);
  // The sum of no rows is 0, so a missing sum is too large.
  return value === null && name === 'sum' ? { tooLarge: true } : { value };
}

/** Returns the answer for an entity without data. */
export function emptyAnswer({ name }: DatabaseQuery): Answer {
  if (name === 'values') return { value: [] };
  if (name === 'exists') return { value: false };
  return { value: name === 'count' || name === 'sum' ? 0 : null };
}

function readAs(found: unknown, type: StaticType): Value {
  if (found === null || found === undefined) return null;
  if (type.t === 'number' || type.t === 'instant') return Number(found);
  return type.t === 'boolean' ? isTrue(found) : String(found);
}

const isTrue = (found: unknown) => found === true || found === 1;
