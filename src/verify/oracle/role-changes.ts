import type { Tree } from '../../model/types/formula.ts';
import type { Effect, Model } from '../../model/types/model.ts';
import { personEntity, roleNamed } from '../evaluator/names.ts';
import type { Row } from '../evaluator/value.ts';
import type { Json, Refused } from '../evaluator/world.ts';
import { authorityOf } from '../oracle-rules/authority.ts';
import type { Draft } from '../oracle-rules/draft.ts';
import { mayChangeField, mayGiveAny } from '../oracle-rules/permissions.ts';
import { type RequestContext, refusal, rowOf } from '../oracle-rules/request-context.ts';
import type { Move } from '../oracle-rules/states.ts';

type Values = ReadonlyMap<string, Json>;

/** Whether an event on a person's own record would change an authority field, whatever is entered. */
export function changesOwnAuthority(
  { model, person }: RequestContext,
  { machine, transition }: Move,
  row: Row,
): boolean {
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

/** Clearing one's own sign-in field gives no permissions. */
const isEmptying = (model: Model, effect: Effect): boolean =>
  effect.kind === 'set' && effect.on === null && effect.value.tree?.op === 'null' && isSignIn(model, effect.field);

const isSignIn = (model: Model, name: string): boolean =>
  personEntity(model)?.fields.some((field) => field.signIn && field.name === name) === true;

interface ByEffect {
  readonly operation: 'create' | 'change';
  /** The values before the effects. */
  readonly before: Values;
  /** The effects that caused the change. */
  readonly effects: readonly Effect[];
}

/**
 * Refuses effects that change authority fields of the person who caused them, or give a role that this person may not
 * give.
 */
export function authorityRefusal(
  context: RequestContext,
  draft: Draft,
  { operation, before, effects }: ByEffect,
): Refused | null {
  const { model, person } = context;
  const people = personEntity(model);
  if (context.clock === true || people === null || draft.entity !== people.name) return null;
  const isOther = (name: string) => text(draft.values.get(name)) !== text(before.get(name));
  const isComputed = (name: string) => people.fields.some((field) => field.name === name && field.computed !== null);
  const empties = (name: string) => isSignIn(model, name) && (draft.values.get(name) ?? null) === null;
  const own = [...authorityOf(model)].filter((name) => !isComputed(name) && isOther(name) && !empties(name));
  if (person?.id === draft.id && own.length > 0) return refusal(model, 'NOT_ALLOWED');
  const role = people.fields.find((field) => field.type.kind === 'role')?.name;
  if (role === undefined || !isOther(role)) return null;
  const values = operation === 'create' ? draft.values : before;
  const row = rowOf(model, { entity: draft.entity, id: draft.id, values });
  const isGranted = operation === 'create' || mayChangeField(context, role, row);
  if (isGranted && mayGiveAny(context, operation, row, role)) return null;
  const known = [
    ...namesIn(before.get(role)),
    ...context.roles,
    ...effects.flatMap((each) => statedBy(model, each, role)),
  ];
  const foreign = namesIn(draft.values.get(role)).filter((name) => !known.includes(name));
  return foreign.length === 0 ? null : refusal(model, 'NOT_ALLOWED');
}

const text = (json: Json | undefined): string => JSON.stringify(json ?? null);

/** Returns the names in the value of a role field. */
export function namesIn(json: Json | undefined): readonly string[] {
  if (json === null || json === undefined) return [];
  return Array.isArray(json) ? json.map(String) : [String(json)];
}

/** Returns the roles that the document itself assigns by an effect. */
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

/** Returns the effects that set a field of the record itself. */
export const ownEffects = (effects: readonly Effect[]): readonly Effect[] =>
  effects.filter((effect) => effect.kind === 'set' && effect.on === null);

/** A name that is also a field of some record is not taken for a role. */
const isField = (model: Model, name: string): boolean =>
  model.entities.some(({ fields }) => fields.some((field) => field.name === name));
