import type { Machine, Model, Transition } from '../../model/types/model.ts';
import { evaluate, partsOf } from '../evaluator/evaluate.ts';
import { machinesOf, roleNamed, thingNamed } from '../evaluator/names.ts';
import { isAmong, same } from '../evaluator/operators.ts';
import { speaksOfPerson } from '../evaluator/read-values.ts';
import type { Row } from '../evaluator/value.ts';
import type { Refused, Stored } from '../evaluator/world.ts';
import { pathTree } from './authority.ts';
import { holdsOver, may, mayAtAll } from './permissions.ts';
import { meets, type RequestContext, refusal, scopeOf } from './request-context.ts';

export interface Move {
  readonly machine: Machine;
  readonly transition: Transition;
}

/** Every event of an entity, in the order stated. */
export function eventsOf(asking: RequestContext, entity: string): readonly string[] {
  const events = machinesOf(asking.model, entity).flatMap((machine) =>
    machine.transitions.flatMap(({ event }) => event ?? []),
  );
  return [...new Set(events)];
}

/** The transitions that an event can mean. A final state has none. */
export function movesOf(asking: RequestContext, entity: string, event: string): readonly Move[] {
  return machinesOf(asking.model, entity).flatMap((machine) =>
    machine.transitions
      .filter((transition) => transition.event === event && transition.timer === null && transition.from !== null)
      .filter((transition) => !isFinal(machine, transition.from))
      .map((transition) => ({ machine, transition })),
  );
}

/** Those that start in the state that the record is in. */
export function movesFrom(moves: readonly Move[], stored: Stored): readonly Move[] {
  return moves.filter(({ machine, transition }) => stored.values.get(machine.name) === transition.from);
}

/** The refusal of an event that none of these moves can take, though the product raises it. */
export function noMove({ model }: RequestContext, here: readonly Move[]): Refused {
  return refusal(model, here.length === 0 ? 'WRONG_STATE' : (here[0]?.transition.error?.name ?? 'NOT_MET'), [], 409);
}

/** Whether a record may be edited: every machine must be in a state that says so, and none in a final one. */
export function isEditable(asking: RequestContext, stored: Stored): boolean {
  return machinesOf(asking.model, stored.entity).every((machine) => {
    const state = stored.values.get(machine.name);
    return !isFinal(machine, state) && (machine.editableIn ?? []).some((each) => each.name === state);
  });
}

export function isEnded(asking: RequestContext, stored: Stored): boolean {
  return machinesOf(asking.model, stored.entity).some((machine) => isFinal(machine, stored.values.get(machine.name)));
}

function isFinal(machine: Machine, state: unknown): boolean {
  return machine.states.some((each) => each.final && each.name === state);
}

/** Whether it could be this person, whichever record it is. */
export function mightBe(asking: RequestContext, { machine, transition }: Move): boolean {
  const { who } = transition;
  if (who === null) return false;
  if (who.length === 0) return mayAtAll(asking, 'change', machine.entity);
  return who.some(({ name }) => (isRole(asking, machine.entity, name) ? asking.roles.includes(name) : true));
}

/** Whether it is this person, for this record: by role, by a field that leads to them, or as one who may change it. */
export function mayPerform(asking: RequestContext, { machine, transition }: Move, row: Row): boolean {
  const { who } = transition;
  if (who === null) return false;
  if (who.length === 0) return may(asking, 'change', row);
  return who.some(({ name }) => {
    if (isRole(asking, machine.entity, name)) return asking.roles.includes(name) && holdsOver(asking, name, row);
    const scope = scopeOf(asking, row);
    const found = evaluate(pathTree(name), scope);
    const isList = typeof found === 'object' && found?.k === 'list';
    return (isList ? isAmong(scope.me, found) : same(found, scope.me)) === true;
  });
}

/** The parts of the guard that speak of the person. */
export function suitsMe(asking: RequestContext, move: Move, row: Row): boolean {
  return guardParts(asking.model, move, true).every((tree) => meets(asking, { tree }, row));
}

/** Whether rows of one event say different things of the person, so that the person chooses a way by them. */
export function differByPerson(model: Model, moves: readonly Move[]): boolean {
  const saying = (move: Move) =>
    JSON.stringify(guardParts(model, move, true), (key, value: unknown) => (PLACES.has(key) ? undefined : value));
  return new Set(moves.map(saying)).size > 1;
}

const PLACES: ReadonlySet<string> = new Set(['at', 'from', 'to', 'span']);

/** The rest of it. A guard that is not shown holds for nobody. */
export function suitsRecord(asking: RequestContext, move: Move, row: Row): boolean {
  const { guard, guardShown } = move.transition;
  return (
    guardShown &&
    (guard === null || guard.tree !== null) &&
    guardParts(asking.model, move, false).every((tree) => meets(asking, { tree }, row))
  );
}

/** Whether all of its guard speaks of the person, so that whom it does not suit is refused as somebody who may not. */
export function isOfPerson(model: Model, move: Move): boolean {
  return move.transition.guard !== null && guardParts(model, move, false).length === 0;
}

function guardParts(model: Model, { machine, transition }: Move, personal: boolean) {
  const tree = transition.guard?.tree ?? null;
  const parts = tree === null ? [] : partsOf(tree);
  return parts.filter((part) => speaksOfPerson(model, machine.entity, part) === personal);
}

function isRole({ model }: RequestContext, entity: string, name: string): boolean {
  return thingNamed(model, entity, name.split('.')[0] ?? '') === null && roleNamed(model, name) !== null;
}
