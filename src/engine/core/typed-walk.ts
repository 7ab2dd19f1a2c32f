import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';

/** Returns the ids of the elements that the expression depends on and that are not shown. */
export function unknownsOf(typed: Typed): string[] {
  const unknowns = new Set<string>();
  for (const part of walk(typed)) if (part.op === 'unknown') unknowns.add(part.because);
  return [...unknowns];
}

/** Returns the first field of a path that starts at `this`, or null if the expression is not such a path. */
export function rootField(typed: Typed): string | null {
  let node = typed;
  while (node.op === 'field') {
    if (node.of.op === 'this') return node.field;
    node = node.of;
  }
  return null;
}

/**
 * Returns the field to which a rule's failure is attached: the field of the rule's last comparison with null, else the
 * first field it names.
 */
export function fieldOfRule(typed: Typed): string | null {
  const all = [...walk(typed)];
  const compared = all.flatMap((part) => comparedWithNull(part)).sort((a, b) => b.from - a.from);
  if (compared[0] !== undefined) return rootField(compared[0]);
  const named = all.filter((part) => part.op === 'field' && part.of.op === 'this').sort((a, b) => a.from - b.from);
  return named[0] === undefined ? null : rootField(named[0]);
}

function comparedWithNull(part: Typed): Typed[] {
  if (part.op !== 'binary' || (part.operator !== '==' && part.operator !== '!=')) return [];
  if (isNull(part.right) && rootField(part.left) !== null) return [part.left];
  return isNull(part.left) && rootField(part.right) !== null ? [part.right] : [];
}

const isNull = (typed: Typed) => typed.op === 'literal' && typed.value === null;
