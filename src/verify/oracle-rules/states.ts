import type { Machine, Model, Transition } from '../../model/types/model.ts';
import { evaluate, partsOf } from '../evaluator/evaluate.ts';
import { attributeNamed, machinesOf, roleNamed, stateOf } from '../evaluator/names.ts';
import { equals, isAmong } from '../evaluator/operators.ts';
import { dependsOnPerson } from '../evaluator/read-values.ts';
import type { Row } from '../evaluator/value.ts';
import type { Refused, Stored } from '../evaluator/world.ts';
import { pathTree } from './authority.ts';
import { holdsRelation, may, mayAtAll } from './permissions.ts';
import { certainlyHolds, type RequestContext, refusal, scopeOf } from './request-context.ts';

export interface Move {
  readonly machine: Machine;
  readonly transition: Transition;
}

/** Returns every event of an entity in stated order. */
export function eventsOf(context: RequestContext, entity: string): readonly string[] {
  const events = machinesOf(context.model, entity).flatMap((machine) =>
    machine.transitions.flatMap(({ event }) => event ?? []),
  );
  return [...new Set(events)];
}

/** Returns the transitions of an event. A final state has none. */
export function movesOf(context: RequestContext, entity: string, event: string): readonly Move[] {
  return machinesOf(context.model, entity).flatMap((machine) =>
    machine.transitions
      .filter((transition) => transition.event === event && transition.timer === null && transition.from !== null)
      .filter((transition) => !isFinal(machine, transition.from))
      .map((transition) => ({ machine, transition })),
  );
}

/** Returns the moves that start in the record's state. */
export function movesFrom(moves: readonly Move[], stored: Stored): readonly Move[] {
  return moves.filter(({ machine, transition }) => stateOf(machine, stored.values) === transition.from);
}

/** Returns the refusal of an event that none of the moves from the record's state can take; `all`: its moves from any. */
export function refusalWithoutMove({ model }: RequestContext, all: readonly Move[], here: readonly Move[]): Refused {
  const stated = all.find(({ transition }) => transition.wrongState !== null)?.transition.wrongState;
  return refusal(
    model,
    here.length === 0 ? (stated?.name ?? 'WRONG_STATE') : (here[0]?.transition.error?.name ?? 'NOT_MET'),
    [],
    409,
  );
}

/** Whether a record may be edited: every machine is in an editable state, and none in a final one. */
export function isEditable(context: RequestContext, stored: Stored): boolean {
  return machinesOf(context.model, stored.entity).every((machine) => {
    if (machine.stateless) return machine.editableIn !== null;
    const state = stored.values.get(machine.name);
    return !isFinal(machine, state) && (machine.editableIn ?? []).some((each) => each.name === state);
  });
}

export function isEnded(context: RequestContext, stored: Stored): boolean {
  return machinesOf(context.model, stored.entity).some((machine) => isFinal(machine, stored.values.get(machine.name)));
}

function isFinal(machine: Machine, state: unknown): boolean {
  return machine.states.some((each) => each.final && each.name === state);
}

/** Whether the person could take the move on any record. */
export function mayTakeSomewhere(context: RequestContext, { machine, transition }: Move): boolean {
  const { who } = transition;
  if (who === null) return false;
  if (who.length === 0) return mayAtAll(context, 'change', machine.entity);
  return who.some(({ name }) => (isRole(context, machine.entity, name) ? context.roles.includes(name) : true));
}

/**
 * Whether the person may take the move on this record: by role, by a field that leads to them, or because they may
 * change it.
 */
export function mayTake(context: RequestContext, { machine, transition }: Move, row: Row): boolean {
  const { who } = transition;
  if (who === null) return false;
  if (who.length === 0) return may(context, 'change', row);
  return who.some(({ name }) => {
    if (isRole(context, machine.entity, name)) return context.roles.includes(name) && holdsRelation(context, name, row);
    const scope = scopeOf(context, row);
    const found = evaluate(pathTree(name), scope);
    const isList = typeof found === 'object' && found?.k === 'list';
    return (isList ? isAmong(scope.me, found) : equals(found, scope.me)) === true;
  });
}

/** Whether the parts of the guard about the person hold. */
export function meetsPersonGuard(context: RequestContext, move: Move, row: Row): boolean {
  return guardParts(context.model, move, true).every((tree) => certainlyHolds(context, { tree }, row));
}

/** Whether rows of one event differ in their conditions about the person. */
export function differByPerson(model: Model, moves: readonly Move[]): boolean {
  const saying = (move: Move) =>
    JSON.stringify(guardParts(model, move, true), (key, value: unknown) => (PLACES.has(key) ? undefined : value));
  return new Set(moves.map(saying)).size > 1;
}

const PLACES: ReadonlySet<string> = new Set(['at', 'from', 'to', 'span']);

/** Whether the other parts of the guard hold. A guard that is not shown never holds. */
export function meetsRecordGuard(context: RequestContext, move: Move, row: Row): boolean {
  const { guard, guardShown } = move.transition;
  return (
    guardShown &&
    (guard === null || guard.tree !== null) &&
    guardParts(context.model, move, false).every((tree) => certainlyHolds(context, { tree }, row))
  );
}

/** Whether the whole guard is about the person, so that people who do not meet it are refused as not allowed. */
export function isPersonGuard(model: Model, move: Move): boolean {
  return move.transition.guard !== null && guardParts(model, move, false).length === 0;
}

function guardParts(model: Model, { machine, transition }: Move, personal: boolean) {
  const tree = transition.guard?.tree ?? null;
  const parts = tree === null ? [] : partsOf(tree);
  return parts.filter((part) => dependsOnPerson(model, machine.entity, part) === personal);
}

function isRole({ model }: RequestContext, entity: string, name: string): boolean {
  return attributeNamed(model, entity, name.split('.')[0] ?? '') === null && roleNamed(model, name) !== null;
}
