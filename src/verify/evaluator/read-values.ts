import type { Tree } from '../../model/types/formula.ts';
import type { Model } from '../../model/types/model.ts';
import { within } from './evaluate.ts';
import { entityNamed } from './names.ts';

/** Returns the name of a name or member expression, as a list. */
export const namesOf = (part: Tree): readonly string[] =>
  part.op === 'name' || part.op === 'member' ? [part.name] : [];

/** Whether a field depends on the clock or on the reader, so that its value is not stored. */
export function isUnstored(model: Model, entity: string, name: string): boolean {
  return dependsOnWords(model, entity, name, ['now', 'today', 'me'], []);
}

/** Whether an expression depends on the person, directly or through a computed field. */
export function dependsOnPerson(model: Model, entity: string, tree: Tree): boolean {
  const found = speaking.get(tree) ?? mentionsWords(model, entity, tree, ['me'], []);
  speaking.set(tree, found);
  return found;
}

const speaking = new WeakMap<Tree, boolean>();

/** Whether a computed field depends on the reader. */
export function dependsOnReader(model: Model, entity: string, name: string): boolean {
  return dependsOnWords(model, entity, name, ['me'], []);
}

function dependsOnWords(
  model: Model,
  entity: string,
  name: string,
  words: readonly string[],
  seen: readonly string[],
): boolean {
  const tree = entityNamed(model, entity)?.fields.find((field) => field.name === name)?.computed?.tree ?? null;
  const key = `${entity}/${name}`;
  return tree !== null && !seen.includes(key) && mentionsWords(model, entity, tree, words, [...seen, key]);
}

function mentionsWords(
  model: Model,
  entity: string,
  tree: Tree,
  words: readonly string[],
  seen: readonly string[],
): boolean {
  const names = within(tree).flatMap(namesOf);
  if (names.some((each) => words.includes(each))) return true;
  const others = model.entities.filter((each) => each.name === entity || names.includes(each.name));
  const below = [...others, ...referred(model, entity, names)];
  return below.some((each) => names.some((called) => dependsOnWords(model, each.name, called, words, seen)));
}

function referred(model: Model, entity: string, names: readonly string[]): Model['entities'] {
  const targets = (entityNamed(model, entity)?.fields ?? []).flatMap(({ name, type }) =>
    names.includes(name) && 'entity' in type ? [type.entity] : [],
  );
  return model.entities.filter((each) => targets.includes(each.name));
}
