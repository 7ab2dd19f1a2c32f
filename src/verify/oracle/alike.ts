import type { Tree } from '../../model/types/formula.ts';
import type { Model } from '../../model/types/model.ts';
import { type Asking, refusal } from './asking.ts';
import { type Draft, draftOf } from './draft.ts';
import { within } from './evaluate.ts';
import { entityNamed } from './names.ts';
import { taken } from './rules.ts';
import type { Json, Refused, Stored } from './world.ts';

/**
 * What is in the way once everything is written and worked out anew: a record whose computed fields came to what another
 * one has. It is told at a field that was sent and that they follow from; else at none.
 */
export function alikeNow(asking: Asking, before: ReadonlyMap<string, Stored>, draft: Draft | null): Refused | null {
  const { model, world } = asking;
  for (const stored of world.values()) {
    const old = stored.id === draft?.id ? draft.values : before.get(stored.id)?.values;
    const shared = sharedNames(model, stored.entity).filter((name) => isAnother(stored, old, name));
    if (old === undefined || shared.length === 0) continue;
    const faults = taken(asking, draftOf(stored));
    if (faults.length === 0) continue;
    const path = draft === null ? '' : placeAt(model, draft, stored.entity);
    return refusal(
      model,
      'INVALID',
      faults.map((fault) => ({ ...fault, path })),
    );
  }
  return null;
}

const isAnother = ({ values }: Stored, old: ReadonlyMap<string, Json> | undefined, name: string): boolean =>
  JSON.stringify(values.get(name) ?? null) !== JSON.stringify(old?.get(name) ?? null);

/** The computed fields among what no two records of an entity share, and among what says which of them count. */
function sharedNames(model: Model, entity: string): readonly string[] {
  const { fields = [], unique = [] } = entityNamed(model, entity) ?? {};
  const together = unique.flatMap((key) => [
    ...key.fields.map(({ name }) => name),
    ...namesIn(key.where?.tree ?? null),
  ]);
  return fields
    .filter(({ name, unique: alone, computed }) => computed !== null && (alone || together.includes(name)))
    .map(({ name }) => name);
}

/** The first that was sent of what the shared fields are worked out of, at whatever record. */
function placeAt(model: Model, draft: Draft, entity: string): string {
  const behind = new Set<string>();
  const add = (name: string) => {
    if (behind.has(name)) return;
    behind.add(name);
    for (const { fields } of model.entities)
      for (const field of fields) if (field.name === name) namesIn(field.computed?.tree ?? null).forEach(add);
  };
  sharedNames(model, entity).forEach(add);
  return [...draft.sent].find((name) => behind.has(name)) ?? '';
}

const namesIn = (tree: Tree | null): readonly string[] =>
  tree === null ? [] : within(tree).flatMap((part) => (part.op === 'name' || part.op === 'member' ? [part.name] : []));
