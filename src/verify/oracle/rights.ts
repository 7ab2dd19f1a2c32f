import type { Tree } from '../../model/types/formula.ts';
import type { Effect, Model } from '../../model/types/model.ts';
import { type Asking, refusal, rowOf } from './asking.ts';
import { authorityOf } from './authority.ts';
import type { Draft } from './draft.ts';
import { personEntity, roleNamed } from './names.ts';
import { mayChangeField, mayGiveAny } from './permissions.ts';
import type { Move } from './states.ts';
import type { Row } from './value.ts';
import type { Json, Refused } from './world.ts';

type Values = ReadonlyMap<string, Json>;

/** Whether an event of a person's own record would change what decides over them, whatever is typed. */
export function movesOwn({ model, person }: Asking, { machine, transition }: Move, row: Row): boolean {
  if (person === null || row.id !== person.id || row.entity !== person.entity) return false;
  const written = transition.effects.flatMap((effect) =>
    isEmptying(model, effect)
      ? []
      : (effect.kind === 'set' && effect.on === null) || effect.kind === 'ask'
        ? [effect.field]
        : [],
  );
  const moved = transition.from === transition.to ? [] : [machine.name];
  const deciding = authorityOf(model);
  return [...written, ...moved].some((name) => deciding.has(name));
}

/** To empty the own sign-in field gives nobody anything. */
const isEmptying = (model: Model, effect: Effect): boolean =>
  effect.kind === 'set' && effect.on === null && effect.value.tree?.op === 'null' && isSignIn(model, effect.field);

const isSignIn = (model: Model, name: string): boolean =>
  personEntity(model)?.fields.some((field) => field.signIn && field.name === name) === true;

interface ByEffect {
  readonly operation: 'create' | 'change';
  /** As it was before the effects. */
  readonly before: Values;
  /** The effects that it came from. */
  readonly effects: readonly Effect[];
}

/** What effects may not do: change what decides over whoever caused them, or give a role that these may not give. */
export function refusedRights(asking: Asking, draft: Draft, { operation, before, effects }: ByEffect): Refused | null {
  const { model, person } = asking;
  const people = personEntity(model);
  if (asking.clock === true || people === null || draft.entity !== people.name) return null;
  const isOther = (name: string) => text(draft.values.get(name)) !== text(before.get(name));
  const isComputed = (name: string) => people.fields.some((field) => field.name === name && field.computed !== null);
  const empties = (name: string) => isSignIn(model, name) && (draft.values.get(name) ?? null) === null;
  const own = [...authorityOf(model)].filter((name) => !isComputed(name) && isOther(name) && !empties(name));
  if (person?.id === draft.id && own.length > 0) return refusal(model, 'NOT_ALLOWED');
  const role = people.fields.find((field) => field.type.kind === 'role')?.name;
  if (role === undefined || !isOther(role)) return null;
  const values = operation === 'create' ? draft.values : before;
  const row = rowOf(model, { entity: draft.entity, id: draft.id, values });
  const isGranted = operation === 'create' || mayChangeField(asking, role, row);
  if (isGranted && mayGiveAny(asking, operation, row, role)) return null;
  const known = [
    ...namesIn(before.get(role)),
    ...asking.roles,
    ...effects.flatMap((each) => statedBy(model, each, role)),
  ];
  const foreign = namesIn(draft.values.get(role)).filter((name) => !known.includes(name));
  return foreign.length === 0 ? null : refusal(model, 'NOT_ALLOWED');
}

const text = (json: Json | undefined): string => JSON.stringify(json ?? null);

/** The names in the value of a role field. */
export function namesIn(json: Json | undefined): readonly string[] {
  if (json === null || json === undefined) return [];
  return Array.isArray(json) ? json.map(String) : [String(json)];
}

/** The roles that the document itself puts into the role field by an effect. */
function statedBy(model: Model, effect: Effect, role: string): readonly string[] {
  const values = effect.kind === 'create' ? effect.values : effect.kind === 'set' ? [effect] : [];
  return values.flatMap(({ field, value }) =>
    field === role && value.tree !== null ? statedIn(model, value.tree) : [],
  );
}

function statedIn(model: Model, tree: Tree): readonly string[] {
  const all = (trees: readonly Tree[]) => trees.flatMap((each) => statedIn(model, each));
  switch (tree.op) {
    case 'name':
    case 'member': {
      const constant = tree.op === 'name' ? model.constants.find(({ name }) => name === tree.name) : undefined;
      if (constant?.value?.tree) return statedIn(model, constant.value.tree);
      const isRole = tree.op === 'name' ? !isField(model, tree.name) : tree.of.op === 'name' && tree.of.name === 'Role';
      return isRole && roleNamed(model, tree.name) !== null ? [tree.name] : [];
    }
    case 'text':
      return roleNamed(model, tree.value) === null ? [] : [tree.value];
    case 'list':
      return all(tree.items);
    case 'conditional':
      return all([tree.yes, tree.no]);
    case 'binary':
      return all([tree.left, tree.right]);
    case 'call':
      return tree.name === 'filter' ? all(tree.receiver === null ? [] : [tree.receiver]) : all(tree.args);
    default:
      return [];
  }
}

/** Those that fill a field of the record itself. */
export const atItself = (effects: readonly Effect[]): readonly Effect[] =>
  effects.filter((effect) => effect.kind === 'set' && effect.on === null);

/** A name of a role that some record also has as a field is not taken for the role. */
const isField = (model: Model, name: string): boolean =>
  model.entities.some(({ fields }) => fields.some((field) => field.name === name));
