import type { Place } from '../types/place.ts';

/** A Model, or a part of one, with every place taken out: what two texts must share to mean the same. */
export function withoutPlaces(part: unknown): unknown {
  return strip(part);
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([key, part]) => !isPlace(key, part));
  return Object.fromEntries(entries.map(([key, part]) => [key, strip(part)]));
}

/** `from` and `to` are offsets where they are numbers; those of a transition are names of states. */
function isPlace(key: string, part: unknown): boolean {
  return key === 'at' || ((key === 'from' || key === 'to') && typeof part === 'number');
}

/** Whether two parts of a Model say the same, but for their places, about which `isAt` decides. */
export function saysSame(one: unknown, other: unknown, isAt: (one: Place, other: Place) => boolean): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (isWholePlace(one) && isWholePlace(other)) return isAt(one, other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  const others = Object.keys(other);
  return (
    keys.length === others.length &&
    keys.every((key, index) => key === others[index] && saysSame(one[key as never], other[key as never], isAt))
  );
}

/**
 * Whether two findings of one kind are the same: parts of a Model and places are only where they are the same objects, all
 * else where it says the same. What is neither plain data nor a list is only the same as itself.
 */
export function foundSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => foundSame(each, other[index]));
  if (!isPlain(one) || !isPlain(other)) return false;
  const keys = Object.keys(one);
  const others = Object.keys(other);
  return (
    keys.length === others.length &&
    keys.every((key, index) => key === others[index] && foundSame(one[key as never], other[key as never]))
  );
}

function isPlain(part: object): boolean {
  return Object.getPrototypeOf(part) === Object.prototype && !isWholePlace(part) && !('standing' in part);
}

function isWholePlace(part: object): part is Place {
  return 'line' in part && 'column' in part && 'from' in part && 'to' in part;
}
