import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { sameJson } from '../../platform/same-json.ts';
import { fieldValue } from '../../view/display-value.ts';

/** A field that somebody else changed while this person typed a different value. */
export interface Conflict {
  readonly field: string;
  readonly base: Json;
  readonly theirs: Json;
  readonly mine: Json;
}

export interface MergedDraft {
  /** The typed values that stay, by field: those that differ from the other person's version. */
  readonly mine: ReadonlyMap<string, Json>;
  readonly conflicts: readonly Conflict[];
  /** Fields that the other person changed and this person did not touch. They show the new value. */
  readonly updated: readonly string[];
}

/** Merges typed values, field by field, with a record that meanwhile changed from `base` to `theirs`. */
export function mergeDraft(
  names: readonly string[],
  typed: ReadonlyMap<string, Json>,
  base: ReadonlyMap<string, Json>,
  theirs: ReadonlyMap<string, Json>,
): MergedDraft {
  const mine = new Map<string, Json>();
  const conflicts: Conflict[] = [];
  const updated: string[] = [];
  for (const field of names) {
    const before = base.get(field) ?? null;
    const now = theirs.get(field) ?? null;
    const changed = !sameJson(before, now);
    const value = typed.get(field);
    if (value === undefined) {
      if (changed) updated.push(field);
      continue;
    }
    if (sameJson(value, now)) continue;
    mine.set(field, value);
    if (changed && !sameJson(value, before)) conflicts.push({ field, base: before, theirs: now, mine: value });
  }
  return { mine, conflicts, updated };
}

/** Returns the typed values that stay after the conflicts are resolved. Unresolved conflicts keep the typed value. */
export function resolvedValues(
  merged: MergedDraft,
  choices: ReadonlyMap<string, 'theirs' | 'mine'>,
): ReadonlyMap<string, Json> {
  return new Map([...merged.mine].filter(([field]) => choices.get(field) !== 'theirs'));
}

/** Returns the values of a record by field, in wire format. */
export function valuesOf(record: WireRecord, names: readonly string[]): ReadonlyMap<string, Json> {
  return new Map(names.map((name) => [name, fieldValue(record, name)]));
}
