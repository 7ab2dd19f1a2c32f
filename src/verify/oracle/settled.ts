import type { Model } from '../../model/model.ts';
import type { Asking } from './asking.ts';
import { compute, draftOf } from './draft.ts';
import { within } from './evaluate.ts';
import { entityNamed } from './names.ts';

/** Puts into every computed field what its formula comes to now: one may look at other records, or at the clock. */
export function settle(asking: Asking): void {
  const { model, world } = asking;
  const entities = model.entities.filter(({ fields }) => fields.some(({ computed }) => computed !== null));
  // Once more for what stands on another record's.
  for (const entity of [...entities, ...entities]) {
    for (const stored of [...world.values()].filter((each) => each.entity === entity.name)) {
      const draft = draftOf(stored);
      compute(asking, draft);
      world.set(stored.id, { ...stored, values: draft.values });
    }
  }
}

/** Whether a field goes by the clock, so that its value is nowhere kept. */
export function goesByClock(model: Model, entity: string, name: string, seen: readonly string[] = []): boolean {
  const tree = entityNamed(model, entity)?.fields.find((field) => field.name === name)?.computed?.tree ?? null;
  const key = `${entity}/${name}`;
  if (tree === null || seen.includes(key)) return false;
  const names = within(tree).flatMap((part) => (part.op === 'name' || part.op === 'member' ? [part.name] : []));
  if (names.includes('now') || names.includes('today')) return true;
  const others = model.entities.filter((each) => each.name === entity || names.includes(each.name));
  const below = [...others, ...referred(model, entity, names)];
  return below.some((each) => names.some((called) => goesByClock(model, each.name, called, [...seen, key])));
}

function referred(model: Model, entity: string, names: readonly string[]): Model['entities'] {
  const targets = (entityNamed(model, entity)?.fields ?? []).flatMap(({ name, type }) =>
    names.includes(name) && 'entity' in type ? [type.entity] : [],
  );
  return model.entities.filter((each) => targets.includes(each.name));
}
