import type { Entity, Machine, Model, Transition } from '../../model/types/model.ts';
import { ownerOf } from '../evaluator/find-unjudged-parts.ts';
import { stateOf } from '../evaluator/names.ts';
import type { Stored, World } from '../evaluator/world.ts';
import { requestContextOf } from '../oracle-rules/request-context.ts';
import { isPersonGuard } from '../oracle-rules/states.ts';
import { whyNeverAnswered } from './unprovoked-errors.ts';

/** What may be reached from the data by any requests of these people. */
interface Reachable {
  readonly model: Model;
  readonly world: World;
  /** Roles that somebody has or may get. */
  readonly roles: ReadonlySet<string>;
  /** Entities that have or may get records. */
  readonly withRecords: Set<string>;
  /** States that some record is in or may reach, by the id of the machine. */
  readonly states: Map<string, Set<string>>;
}

/**
 * Returns why something is unreachable by any request, by its id: its role cannot be obtained, its records cannot be
 * created, its state cannot be reached, or its event leads nowhere. Something that might be reachable is not included.
 */
export function unreachableReasons(
  model: Model,
  world: World,
  principals: readonly (Stored | null)[],
  now: number,
): ReadonlyMap<string, string> {
  const chances = chancesIn(model, world, principals, now);
  const { roles, withRecords } = chances;
  const found = new Map<string, string>();
  for (const { id, role } of model.permissions)
    if (!roles.has(role)) found.set(id, `nobody has the role ${role}, and nobody may grant it`);
  for (const machine of model.machines)
    for (const transition of machine.transitions) {
      const why = whyNever(chances, machine, transition);
      if (why !== null) found.set(transition.id, why);
    }
  for (const { id, entity } of model.rules)
    if (!withRecords.has(ownerOf(model, entity))) found.set(id, `there is no ${entity}, and nobody may create one`);
  for (const error of model.errors) {
    const why = whyNeverAnswered(model, error) ?? ofImpossible(model, found, error.code);
    if (why !== null) found.set(error.id, why);
  }
  return found;
}

/** Returns why an error is never returned that only unreachable rules and transitions raise. */
function ofImpossible(model: Model, found: ReadonlyMap<string, string>, code: string): string | null {
  const isNamed = ({ error }: { readonly error: { readonly name: string } | null }): boolean => error?.name === code;
  const raising = [...model.rules, ...model.machines.flatMap(({ transitions }) => transitions)].filter(isNamed);
  if (raising.length === 0 || model.entities.some(({ unique }) => unique.some(isNamed))) return null;
  const ways = model.machines.flatMap((machine) =>
    machine.transitions.filter(isNamed).map((transition) => ({ machine, transition })),
  );
  const isAlone = ({ machine, transition: { event, from } }: (typeof ways)[number]): boolean =>
    machine.transitions.filter((each) => each.event === event && each.from === from).length === 1;
  if (ways.length === raising.length && ways.every((way) => isAlone(way) && isPersonGuard(model, way)))
    return 'its condition is about the person, so people who do not meet it get NOT_ALLOWED';
  return raising.every(({ id }) => found.has(id)) ? (found.get(raising[0]?.id ?? '') ?? null) : null;
}

function chancesIn(model: Model, world: World, principals: readonly (Stored | null)[], now: number): Reachable {
  const held = new Set(principals.flatMap((person) => requestContextOf(model, world, person?.id ?? null, now).roles));
  const chances: Reachable = {
    ...{ model, world },
    roles: mayBeGiven(model) ? new Set(model.roles.map(({ name }) => name)) : held,
    withRecords: new Set([...world.values()].map(({ entity }) => entity)),
    states: new Map(model.machines.map(({ id }) => [id, new Set<string>()])),
  };
  for (const machine of model.machines)
    for (const { entity, values } of world.values())
      if (entity === machine.entity) statesOf(chances, machine).add(String(stateOf(machine, values)));
  let isMore = true;
  while (isMore) isMore = grown(chances);
  return chances;
}

const statesOf = ({ states }: Reachable, { id }: Machine): Set<string> => states.get(id) ?? new Set();

/** Adds what can be created and which states can be reached; returns whether anything was added. */
function grown(chances: Reachable): boolean {
  const { model, withRecords, states } = chances;
  const size = (): number => withRecords.size + [...states.values()].reduce((sum, each) => sum + each.size, 0);
  const before = size();
  for (const entity of model.entities) if (mayBeMade(chances, entity)) withRecords.add(entity.name);
  for (const machine of model.machines)
    if (machine.stateless && withRecords.has(ownerOf(model, machine.entity))) statesOf(chances, machine).add('');
  for (const machine of model.machines)
    for (const transition of machine.transitions) {
      const isNew = transition.from === null && withRecords.has(ownerOf(model, machine.entity));
      const isTaken =
        transition.from !== null &&
        transition.timer?.kind !== 'operation' &&
        whyNever(chances, machine, transition) === null;
      if (isNew || isTaken) statesOf(chances, machine).add(transition.to);
    }
  return size() > before;
}

/**
 * Whether anybody could get a role that nobody has. People can only give roles that they have, unless a cell says
 * otherwise.
 */
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

/** Whether somebody who may can create it, with records for all it needs; or an effect creates it. */
function mayBeMade(chances: Reachable, { name, fields, belongsTo }: Entity): boolean {
  const { model, roles, withRecords } = chances;
  if (belongsTo !== null) return true;
  const lacks = fields.some(
    ({ type, required, computed }) =>
      required &&
      computed === null &&
      type.kind === 'reference' &&
      type.entity !== name &&
      !withRecords.has(type.entity),
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
          ? withRecords.has(ownerOf(model, machine.entity))
          : whyNever(chances, machine, transition) === null),
    ),
  );
}

/** Returns null if the transition might be taken. */
function whyNever(chances: Reachable, machine: Machine, transition: Transition): string | null {
  const { model, roles } = chances;
  const { entity } = machine;
  const { from, event, timer, who } = transition;
  if (from === null || timer?.kind === 'operation') return null;
  if (!statesOf(chances, machine).has(from))
    return from === '' ? `no ${entity} can be created` : `no ${entity} can reach “${from}”`;
  if (timer?.kind === 'on' && !isFollowed(model, entity, timer)) return `no field of ${timer.entity.name} refers to it`;
  if (event === null || who === null || who.length === 0) return null;
  const isRaised = model.machines.some(({ transitions }) =>
    transitions.some(({ effects }) => effects.some((effect) => effect.kind === 'raise' && effect.event === event)),
  );
  const isSomebody = who.some(({ name }) => roles.has(name) || !model.roles.some((role) => role.name === name));
  return isRaised || isSomebody
    ? null
    : `nobody has the role ${who.map(({ name }) => name).join(' or ')}, and nobody can get it`;
}

/** Whether a record whose event is followed can refer to one of these. */
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
