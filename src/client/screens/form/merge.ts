import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { fieldValue } from '../../view/shown.ts';
import { sameJson } from './failures.ts';

/** A field that somebody else changed while this person typed something else into it. */
export interface Conflict {
  readonly field: string;
  readonly base: Json;
  readonly theirs: Json;
  readonly mine: Json;
}

export interface Merged {
  /** What stays typed, by field: all that they did not change, or that says something else than what was there. */
  readonly mine: ReadonlyMap<string, Json>;
  readonly conflicts: readonly Conflict[];
  /** Fields that they changed and this person did not touch: they are simply shown as they are now. */
  readonly taken: readonly string[];
}

/** What is typed over a record that meanwhile changed from `base` to `theirs`, field by field. */
export function mergeTyped(
  names: readonly string[],
  typed: ReadonlyMap<string, Json>,
  base: ReadonlyMap<string, Json>,
  theirs: ReadonlyMap<string, Json>,
): Merged {
  const mine = new Map<string, Json>();
  const conflicts: Conflict[] = [];
  const taken: string[] = [];
  for (const field of names) {
    const before = base.get(field) ?? null;
    const now = theirs.get(field) ?? null;
    const changed = !sameJson(before, now);
    const value = typed.get(field);
    if (value === undefined) {
      if (changed) taken.push(field);
      continue;
    }
    if (sameJson(value, now)) continue;
    mine.set(field, value);
    if (changed && !sameJson(value, before)) conflicts.push({ field, base: before, theirs: now, mine: value });
  }
  return { mine, conflicts, taken };
}

/** What stays typed once each conflict is decided; one that is not decided stays mine. */
export function decided(merged: Merged, choices: ReadonlyMap<string, 'theirs' | 'mine'>): ReadonlyMap<string, Json> {
  return new Map([...merged.mine].filter(([field]) => choices.get(field) !== 'theirs'));
}

/** The values of a record by field, as they came. */
export function valuesOf(record: WireRecord, names: readonly string[]): ReadonlyMap<string, Json> {
  return new Map(names.map((name) => [name, fieldValue(record, name)]));
}
