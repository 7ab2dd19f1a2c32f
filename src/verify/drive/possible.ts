import type { Entity, Machine, Model, Transition } from '../../model/types/model.ts';
import { askingOf } from '../oracle/asking.ts';
import { isOfPerson } from '../oracle/states.ts';
import { ownerOf } from '../oracle/unjudged.ts';
import type { Stored, World } from '../oracle/world.ts';
import { unraised } from './raised.ts';

/** What is in the data, who asks, and what may come of both by anything that anybody might send. */
interface Chances {
  readonly model: Model;
  readonly world: World;
  /** The roles that somebody has, or may be given. */
  readonly roles: ReadonlySet<string>;
  /** The entities of which there are records, or may be. */
  readonly there: Set<string>;
  /** The states that some record is in, or may come into, by the id of the machine. */
  readonly states: Map<string, Set<string>>;
}

/**
 * What no request can reach, by its id, with why: of a role that nobody has and nobody may give, of records that nobody may make,
 * out of a state that no record comes into, or by an event that leads nowhere. What might be reached is not among them.
 */
export function impossibleIn(
  model: Model,
  world: World,
  askers: readonly (Stored | null)[],
  now: number,
): ReadonlyMap<string, string> {
  const chances = chancesIn(model, world, askers, now);
  const { roles, there } = chances;
  const found = new Map<string, string>();
  for (const { id, role } of model.permissions)
    if (!roles.has(role)) found.set(id, `nobody is ${role}, and nobody may make anybody that`);
  for (const machine of model.machines)
    for (const transition of machine.transitions) {
      const why = whyNever(chances, machine, transition);
      if (why !== null) found.set(transition.id, why);
    }
  for (const { id, entity } of model.rules)
    if (!there.has(ownerOf(model, entity))) found.set(id, `there is no ${entity}, and nobody may make one`);
  for (const error of model.errors) {
    const why = unraised(model, error) ?? ofImpossible(model, found, error.code);
    if (why !== null) found.set(error.id, why);
  }
  return found;
}

/** Why an error that only such rules and transitions raise is never answered. */
function ofImpossible(model: Model, found: ReadonlyMap<string, string>, code: string): string | null {
  const isNamed = ({ error }: { readonly error: { readonly name: string } | null }): boolean => error?.name === code;
  const raising = [...model.rules, ...model.machines.flatMap(({ transitions }) => transitions)].filter(isNamed);
  if (raising.length === 0 || model.entities.some(({ unique }) => unique.some(isNamed))) return null;
  const ways = model.machines.flatMap((machine) =>
    machine.transitions.filter(isNamed).map((transition) => ({ machine, transition })),
  );
  const isAlone = ({ machine, transition: { event, from } }: (typeof ways)[number]): boolean =>
    machine.transitions.filter((each) => each.event === event && each.from === from).length === 1;
  if (ways.length === raising.length && ways.every((way) => isAlone(way) && isOfPerson(model, way)))
    return 'its condition speaks of the person: whom it does not suit may not, and is answered that';
  return raising.every(({ id }) => found.has(id)) ? (found.get(raising[0]?.id ?? '') ?? null) : null;
}

function chancesIn(model: Model, world: World, askers: readonly (Stored | null)[], now: number): Chances {
  const held = new Set(askers.flatMap((person) => askingOf(model, world, person?.id ?? null, now).roles));
  const chances: Chances = {
    ...{ model, world },
    roles: mayBeGiven(model) ? new Set(model.roles.map(({ name }) => name)) : held,
    there: new Set([...world.values()].map(({ entity }) => entity)),
    states: new Map(model.machines.map(({ id }) => [id, new Set<string>()])),
  };
  for (const machine of model.machines)
    for (const { entity, values } of world.values())
      if (entity === machine.entity) statesOf(chances, machine).add(String(values.get(machine.name)));
  let isMore = true;
  while (isMore) isMore = grown(chances);
  return chances;
}

const statesOf = ({ states }: Chances, { id }: Machine): Set<string> => states.get(id) ?? new Set();

/** Adds what may be made, and where it may come; whether that was anything. */
function grown(chances: Chances): boolean {
  const { model, there, states } = chances;
  const size = (): number => there.size + [...states.values()].reduce((sum, each) => sum + each.size, 0);
  const before = size();
  for (const entity of model.entities) if (mayBeMade(chances, entity)) there.add(entity.name);
  for (const machine of model.machines)
    for (const transition of machine.transitions) {
      const isNew = transition.from === null && there.has(ownerOf(model, machine.entity));
      const isTaken = transition.from !== null && whyNever(chances, machine, transition) === null;
      if (isNew || isTaken) statesOf(chances, machine).add(transition.to);
    }
  return size() > before;
}

/** Whether anybody could come by a role that nobody has: nobody gives one that they do not have, unless a cell says so. */
function mayBeGiven(model: Model): boolean {
  const person = model.entities.find(({ fields }) => fields.some(({ signIn }) => signIn));
  const fields = (person?.fields ?? []).filter(({ type }) => type.kind === 'role');
  const isAny = model.permissions.some(
    ({ grant }) => grant.kind === 'yes' && (grant.fields ?? []).some(({ any }) => any),
  );
  const effects = model.machines.flatMap(({ transitions }) => transitions.flatMap((each) => each.effects));
  return (
    isAny ||
    fields.some((field) => field.default !== null) ||
    effects.some(
      (effect) =>
        (effect.kind === 'create' && effect.entity === person?.name) ||
        (effect.kind === 'set' && fields.some(({ name }) => name === effect.field)),
    )
  );
}

/** By somebody who may, with records for all that it needs; or by an effect. */
function mayBeMade(chances: Chances, { name, fields, belongsTo }: Entity): boolean {
  const { model, roles, there } = chances;
  if (belongsTo !== null) return true;
  const lacks = fields.some(
    ({ type, required, computed }) =>
      required && computed === null && type.kind === 'reference' && type.entity !== name && !there.has(type.entity),
  );
  const isGranted = model.permissions.some(
    ({ entity, operation, field, role, grant }) =>
      entity === name && operation === 'create' && field === null && grant.kind === 'yes' && roles.has(role),
  );
  if (isGranted && !lacks) return true;
  return model.machines.some((machine) =>
    machine.transitions.some(
      (transition) =>
        transition.effects.some((effect) => effect.kind === 'create' && effect.entity === name) &&
        (transition.from === null
          ? there.has(ownerOf(model, machine.entity))
          : whyNever(chances, machine, transition) === null),
    ),
  );
}

/** Null: it might be taken. */
function whyNever(chances: Chances, machine: Machine, transition: Transition): string | null {
  const { model, roles } = chances;
  const { entity } = machine;
  const { from, event, timer, who } = transition;
  if (from === null) return null;
  if (!statesOf(chances, machine).has(from)) return `no ${entity} can be in “${from}” for anybody here`;
  if (timer?.kind === 'on' && !isFollowed(model, entity, timer)) return `no field of ${timer.entity.name} leads here`;
  if (event === null || who === null || who.length === 0) return null;
  const isRaised = model.machines.some(({ transitions }) =>
    transitions.some(({ effects }) => effects.some((effect) => effect.kind === 'raise' && effect.event === event)),
  );
  const isSomebody = who.some(({ name }) => roles.has(name) || !model.roles.some((role) => role.name === name));
  return isRaised || isSomebody ? null : `nobody is ${who.map(({ name }) => name).join(' or ')}, and nobody can be`;
}

/** Whether a record whose event is followed can lead to one of these at all. */
function isFollowed(
  model: Model,
  entity: string,
  timer: Extract<Transition['timer'], { readonly kind: 'on' }>,
): boolean {
  const fields = model.entities.find(({ name }) => name === timer.entity.name)?.fields ?? [];
  return fields.some(
    ({ name, type }) =>
      type.kind === 'reference' && type.entity === entity && (timer.by === null || timer.by.name === name),
  );
}
