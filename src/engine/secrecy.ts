import type { Row } from '../fields/value.ts';
import type { Compiled, Path } from './compiled.ts';
import { type Context, entityOf } from './context.ts';
import { targetOf } from './follow.ts';
import { mayReadField, mayReadRecord } from './permissions.ts';

/**
 * Whether the person may read every fact that these formulas read from the record and from their own: only then may
 * they know the lines that decided (M16).
 */
export function mayKnow(context: Context, formulas: readonly Compiled[], row: Row): boolean {
  const me = context.who.row;
  return formulas.every(
    ({ reads, readsOfPerson }) =>
      reads.every((path) => readsAlong(context, row, path)) &&
      (me === null || readsOfPerson.every((path) => readsAlong(context, me, path))),
  );
}

/** Whether every step of a path may be read, from this record on. */
export function readsAlong(context: Context, row: Row, path: Path): boolean {
  let at: Row | null = row;
  for (const [index, name] of path.entries()) {
    if (at === null) return true;
    if (!mayReadRecord(context, at) || !mayReadField(context, at, name)) return false;
    const attribute = entityOf(context.app, at.entity).schema.attributes.get(name);
    // What stands in lines is read with them.
    if (attribute?.type.kind === 'list' || index === path.length - 1) return true;
    const target = targetOf(attribute);
    const id: unknown = at.values[name];
    const found: Row | null | undefined = target !== null && typeof id === 'string' ? context.find(target, id) : null;
    if (found === undefined) return false;
    at = found;
  }
  return true;
}

/** What a refusal tells instead, where the facts that decided are not for this person. */
export const UNSEEN = 'It is refused for a reason that you may not see.';
