import type { Typed } from './typed.ts';
import { partsWithin, walk } from './walk.ts';

/** Returns the parts joined by `and` at the top; the expression itself if there are none. */
export function conjunctsOf(typed: Typed): Typed[] {
  if (typed.op !== 'binary' || typed.operator !== 'and') return [typed];
  return [...conjunctsOf(typed.left), ...conjunctsOf(typed.right)];
}

/** Whether an expression uses the record, the record before the write, the person or the clock. */
export function mentions(typed: Typed, word: 'this' | 'old' | 'me' | 'now' | 'today'): boolean {
  return typed.op === word || partsWithin(typed).some((part) => mentions(part, word));
}

/** Whether an expression calls a function of this name. */
export function calls(typed: Typed, name: string): boolean {
  for (const part of walk(typed)) if (part.op === 'call' && part.name === name) return true;
  return false;
}

/** Whether a condition only holds for people who came by a secret link. */
export function needsLink(typed: Typed): boolean {
  if (typed.op !== 'binary') return false;
  const sides = [typed.left, typed.right];
  if (typed.operator === 'and') return sides.some(needsLink);
  return typed.operator === '==' && sides.some((side) => side.op === 'call' && side.name === 'link');
}

/** Whether the value depends on anything but the document: a record, a person, the clock, or stored data. */
export function isChanging(typed: Typed): boolean {
  for (const part of walk(typed))
    if (CHANGING.has(part.op) || (part.op === 'call' && ASKED.has(part.name))) return true;
  return false;
}

/** Functions whose result differs with each call or request. */
const ASKED: ReadonlySet<string> = new Set(['link', 'newToken']);

const CHANGING: ReadonlySet<Typed['op']> = new Set<Typed['op']>(['this', 'old', 'me', 'now', 'today', 'query']);
