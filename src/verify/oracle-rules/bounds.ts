import type { Bound, Type } from '../../model/types/types.ts';
import { evaluate } from '../evaluator/evaluate.ts';
import { codePoints, hasFault, normalizedText } from '../evaluator/text.ts';
import type { Fault, Json } from '../evaluator/world.ts';
import { type RequestContext, scopeOf } from './request-context.ts';

/** A value that was read, and its faults. A value with a fault is unknown. */
export interface ReadValue {
  readonly value: Json;
  readonly faults: readonly Fault[];
}

export const ok = (value: Json): ReadValue => ({ value, faults: [] });
export const bad = (path: string, code: string): ReadValue => ({ value: null, faults: [{ path, code }] });

/** Returns the value of a bound; null if its constant is not shown. */
export function boundOf(context: RequestContext, bound: Bound): number | null {
  if ('value' in bound) return bound.value;
  const tree = context.model.constants.find((constant) => constant.name === bound.constant)?.value?.tree ?? null;
  const value = tree === null ? null : evaluate(tree, scopeOf(context, null));
  if (value === null || value === undefined || typeof value === 'boolean' || value.k !== 'number') return null;
  return Number(value.n.p) / Number(value.n.q);
}

/** Reads a text. Blank text is empty. */
export function readText(
  context: RequestContext,
  type: Extract<Type, { readonly kind: 'text' | 'long text' }>,
  json: Json,
  path: string,
): ReadValue {
  const clean = typeof json === 'string' ? normalizedText(json) : null;
  if (typeof json !== 'string' || (clean !== null && hasFault(clean, type.kind === 'text')))
    return bad(path, 'WRONG_TYPE');
  if (clean === null) return ok(null);
  const bounds = { min: type.min, max: type.max ?? LONGEST_TEXT };
  return within(context, bounds, codePoints(clean), path, ['TOO_SHORT', 'TOO_LONG']) ?? ok(clean);
}

/** A password is taken exactly as it was sent: spaces at its ends count. */
export function readPassword(
  context: RequestContext,
  { min, max }: Extract<Type, { readonly kind: 'password' }>,
  json: Json,
  path: string,
): ReadValue {
  if (typeof json !== 'string' || hasFault(json, true)) return bad(path, 'WRONG_TYPE');
  const bounds = { min, max: max ?? LONGEST_PASSWORD };
  if (codePoints(json) > 500) return bad(path, 'TOO_LONG');
  return within(context, bounds, codePoints(json), path, ['TOO_SHORT', 'TOO_LONG']) ?? ok(json);
}

/** Maximum number of characters of a password without a stated maximum. */
const LONGEST_PASSWORD: Bound = { value: 200 };

/** Maximum number of characters of a text or a list of texts without a stated maximum. */
export const LONGEST_TEXT: Bound = { value: 100_000 };

export interface Bounds {
  readonly min: Bound | null;
  readonly max: Bound | null;
}

/** Returns the code for too few or too many items; null if the count is within the bounds. */
export function countFault(context: RequestContext, bounds: Bounds, count: number): string | null {
  return within(context, bounds, count, '', ['TOO_FEW_LINES', 'TOO_MANY_LINES'])?.faults[0]?.code ?? null;
}

/** Maximum number of items that may be sent in a list without a stated maximum. */
const MOST_SENT: Bound = { value: 1000 };
/** Returns bounds with the maximum number of items that may be sent. */
export const sentWithin = ({ min, max }: Bounds): Bounds => ({ min, max: max ?? MOST_SENT });

/** Returns null if the count is within the bounds. */
export function within(
  context: RequestContext,
  { min, max }: Bounds,
  count: number,
  path: string,
  codes: readonly [string, string],
): ReadValue | null {
  const [least, most] = [min && boundOf(context, min), max && boundOf(context, max)];
  if (min !== null && least === null) return bad(path, 'LIMIT_NOT_SHOWN');
  if (least !== null && count < least) return bad(path, codes[0]);
  if (max !== null && most === null) return bad(path, 'LIMIT_NOT_SHOWN');
  return most !== null && count > most ? bad(path, codes[1]) : null;
}
