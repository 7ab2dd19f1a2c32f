import type { Tree } from '../../model/types/formula.ts';
import type { Model } from '../../model/types/model.ts';
import { within } from '../evaluator/evaluate.ts';
import { entityNamed } from '../evaluator/names.ts';
import type { Json, Refused, Stored } from '../evaluator/world.ts';
import { type Draft, draftOf } from '../oracle-rules/draft.ts';
import { type RequestContext, refusal } from '../oracle-rules/request-context.ts';
import { duplicateFaults } from '../oracle-rules/rules.ts';

/**
 * Returns the refusal if a recomputed unique field now equals that of another record. It is reported at a sent field
 * that it depends on, otherwise at none.
 */
export function recomputedDuplicate(
  context: RequestContext,
  before: ReadonlyMap<string, Stored>,
  draft: Draft | null,
): Refused | null {
  const { model, world } = context;
  for (const stored of world.values()) {
    const old = stored.id === draft?.id ? draft.values : before.get(stored.id)?.values;
    const shared = sharedNames(model, stored.entity).filter((name) => isAnother(stored, old, name));
    if (old === undefined || shared.length === 0) continue;
    const faults = duplicateFaults(context, draftOf(stored));
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

/** Returns the computed fields that are part of a unique key or its condition. */
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

/** Returns the first sent field that the shared fields depend on, on any record. */
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
