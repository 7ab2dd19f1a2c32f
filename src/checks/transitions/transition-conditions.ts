import { mentions } from '../../expressions/types/conjuncts.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { Machine, Operation, Permission, Reference, Transition } from '../../model/types/model.ts';
import { holdersOf } from '../access/field-access.ts';
import { joinNames, withArticle } from '../lookups/text-places.ts';
import { currentPerson, equality, fieldOf, literalNamed, pathOf, thisRecord } from '../lookups/typed-parts.ts';
import type { CheckContext } from '../runner/check.ts';
import { type Goal, isSatisfiable } from '../solver/solver.ts';
import { finalIn } from './possible-moves.ts';

/** One entry of `Who`, and what is certain about the person and the record when it applies. */
export interface Actor {
  readonly name: string;
  /** The role that the entry names; null for a field. */
  readonly role: string | null;
  readonly facts: readonly Typed[];
}

export interface Barrier {
  /** The reason; a message shows it after a colon. */
  readonly why: string;
  readonly next: string;
}

/**
 * Returns why nobody can raise the event of a transition. Null if somebody may be able to, if the transition has no
 * event, or if the answer depends on something not shown.
 */
export function barrierOf(machine: Machine, transition: Transition, context: CheckContext): Barrier | null {
  return context.memoize('barrier', transition, () => findBarrier(machine, transition, context));
}

function findBarrier(machine: Machine, transition: Transition, context: CheckContext): Barrier | null {
  const { access, schema } = context;
  if (transition.event === null || transition.from === null || transition.who === null) return null;
  if (finalIn(machine, context).has(transition.from)) return finalState(transition.from);
  const guard = transition.guard === null ? null : context.typed(transition.guard);
  if (!transition.guardShown || (transition.guard !== null && guard === null)) return null;
  const actors = transition.who.length === 0 ? null : actorsOf(machine, transition.who, context);
  if (actors === null) return transition.who.length === 0 ? barrierOfChanging(machine, context) : null;
  if (actors.length === 0) return nobodyHolds(transition.who, context);
  const conditions = [...stateIs(machine, transition, context), ...(guard === null ? [] : [guard])];
  const holding = actors.filter((actor) => canHoldTogether([...actor.facts, ...conditions], context));
  if (holding.length === 0) return excluded(transition);
  if (access.anybodyMay(machine.entity, 'read') !== 'yes') return null;
  const reading = holding.some((actor) => readsRecord(machine, actor, [...actor.facts, ...conditions], context));
  if (reading || schema.person === null) return null;
  const who = joinNames(
    holding.map((actor) => actor.name),
    'or',
  );
  return {
    why: `${who} may not read the record then`,
    next: `Allow it in the row “${machine.entity}: read” of point 6, or change Who.`,
  };
}

function finalState(state: string): Barrier {
  return { why: `${state} is final`, next: `Remove ${state} from the line “- Final:”, or remove the row.` };
}

function excluded(transition: Transition): Barrier {
  const who = joinNames(
    (transition.who ?? []).map(({ name }) => name),
    'or',
  );
  if (transition.guard === null) return { why: `Who names ${who}, which never applies`, next: 'Change Who.' };
  return {
    why: `\`${transition.guard.text}\` never holds for ${who}`,
    next: 'Correct the guard, or change Who.',
  };
}

/**
 * Returns the entries of `Who` that can apply to somebody. Null if one of the names is not stated, which another check
 * reports.
 */
export function actorsOf(machine: Machine, who: readonly Reference[], context: CheckContext): Actor[] | null {
  const { access, schema } = context;
  const actors: Actor[] = [];
  for (const { name } of who) {
    if (schema.roles.has(name)) {
      if (access.canHold(name)) actors.push({ name, role: name, facts: factsOfHolder(name, context) });
      continue;
    }
    const [path, me] = [pathOf(schema, machine.entity, name.split('.')), currentPerson(schema)];
    if (path === null || me === null || path.type.t === 'empty') return null;
    const isSeveral = path.type.t === 'list';
    const to = path.type.t === 'list' ? path.type.of : path.type;
    if (to.t === 'record' && !schema.entities.has(to.entity)) return null;
    // A person who is one of several in a list gives no certain fact.
    if (to.t === 'record' && to.entity === schema.person?.entity.name)
      actors.push({ name, role: null, facts: isSeveral ? [] : [equality(path, me)] });
  }
  return actors;
}

/**
 * Returns what is certain about a holder of a role: if people have exactly one role and no other role includes this
 * one, their role field has this value.
 */
export function factsOfHolder(role: string, context: CheckContext): Typed[] {
  const { access, schema } = context;
  const me = currentPerson(schema);
  const field = access.roleField;
  const isOnlyRole =
    field?.type.kind === 'role' &&
    !field.type.several &&
    !access.everyone.some(({ name }) => name === role) &&
    holdersOf([role], context).every((holder) => holder === role);
  const attribute = field === null ? undefined : schema.person?.attributes.get(field.name);
  if (!isOnlyRole || me === null || attribute === undefined) return [];
  const held = fieldOf(me, schema.person?.entity.name ?? '', attribute);
  return [equality(held, literalNamed(role, held))];
}

function stateIs(machine: Machine, transition: Transition, context: CheckContext): Typed[] {
  return transition.from === null ? [] : inState(machine, transition.from, context);
}

/** Returns the condition that the record is in a state of the machine. */
export function inState(machine: Machine, name: string, { schema }: CheckContext): Typed[] {
  const attribute = schema.entities.get(machine.entity)?.attributes.get(machine.name);
  if (attribute?.kind !== 'state') return [];
  const state = fieldOf(thisRecord(machine.entity), machine.entity, attribute);
  return [equality(state, literalNamed(name, state))];
}

/**
 * Whether the guard of a transition holds `never` or `always` in its state. `open` if it may hold or not, if there is
 * no guard, or if the solver cannot follow it.
 */
export function guardOutcome(
  machine: Machine,
  transition: Transition,
  context: CheckContext,
): 'never' | 'always' | 'open' {
  return context.memoize('guard', transition, () => judgeGuard(machine, transition, context));
}

function judgeGuard(machine: Machine, transition: Transition, context: CheckContext): 'never' | 'always' | 'open' {
  const guard = transition.guardShown ? context.typed(transition.guard) : null;
  if (guard === null) return 'open';
  const state: Goal[] = stateIs(machine, transition, context).map((condition) => ({ condition, truth: true }));
  for (const condition of immediateTimerConditions(machine, transition, context))
    state.push({ condition, truth: false, orUnknown: true });
  const me = transition.event === null ? null : currentPerson(context.schema);
  const given = { schema: context.schema, valid: true, filled: me === null ? [] : [me] };
  if (!isSatisfiable([...state, { condition: guard, truth: true }], given)) return 'never';
  return isSatisfiable([...state, { condition: guard, truth: false, orUnknown: true }], given) ? 'open' : 'always';
}

/**
 * Returns conditions that cannot hold in the source state of a row, because a `when` timer would have moved the record
 * on at once. Conditions that read the clock are left out.
 */
function immediateTimerConditions(machine: Machine, { id, from }: Transition, context: CheckContext): Typed[] {
  const leading = context.memoize('leading on', machine, () =>
    machine.transitions.filter((row) => row.from !== row.to && row.timer?.kind === 'when'),
  );
  return leading.flatMap((row) => {
    if (row.from !== from || row.id === id || row.timer?.kind !== 'when') return [];
    const typed = row.guard === null && row.guardShown ? context.typed(row.timer.condition) : null;
    return typed === null || mentions(typed, 'now') || mentions(typed, 'today') ? [] : [typed];
  });
}

/** Whether conditions can hold together, for one record and a person who is signed in. */
export function canHoldTogether(conditions: readonly Typed[], { schema }: CheckContext): boolean {
  const me = currentPerson(schema);
  const wishes = conditions.map((condition): Goal => ({ condition, truth: true }));
  return isSatisfiable(wishes, { schema, valid: true, filled: me === null ? [] : [me] });
}

/** Whether some cell lets the person read the record. Ignores `never` cells, which would only narrow the answer. */
function readsRecord(machine: Machine, actor: Actor, conditions: readonly Typed[], context: CheckContext): boolean {
  return cellsFor(machine.entity, 'read', actor.role, context).some((cell) => cellGrants(cell, conditions, context));
}

/** Whether a cell lets the person do it while the conditions hold; true also if the cell is not shown. */
export function cellGrants({ grant }: Permission, conditions: readonly Typed[], context: CheckContext): boolean {
  if (grant.kind === 'unknown') return true;
  if (grant.kind !== 'yes') return false;
  const where = grant.where === null ? null : context.typed(grant.where);
  return grant.where === null || where === null || canHoldTogether([...conditions, where], context);
}

/** Whether somebody may delete a record in a state of the machine. A deletion also leaves the state. */
export function isDeletable(machine: Machine, state: string, context: CheckContext): boolean {
  const cells = context.access.cells(machine.entity, 'delete').filter(({ standing }) => standing === 'stated');
  return cells.some((cell) => cellGrants(cell, inState(machine, state, context), context));
}

/**
 * Returns the cells that may apply to a holder of the role; for a field (null), all cells of roles that somebody can
 * hold.
 */
function cellsFor(
  entity: string,
  operation: Operation,
  role: string | null,
  context: CheckContext,
): readonly Permission[] {
  const { access, schema } = context;
  const cells = access.cells(entity, operation).filter((cell) => access.canHold(cell.role));
  if (role === null || access.roleField === null || access.everyone.some(({ name }) => name === role)) return cells;
  // A person with a role that includes this one also has its grants.
  const holders = schema.roles.get(role)?.guest === true ? [role] : holdersOf([role], context);
  return cells.filter((cell) => holders.some((holder) => access.possibleRoles(holder).has(cell.role)));
}

function nobodyHolds(who: readonly Reference[], { schema }: CheckContext): Barrier {
  const people = schema.person?.entity.name ?? 'the people';
  const field = who.find(({ name }) => !schema.roles.has(name));
  if (field !== undefined) {
    const assumed = schema.person?.entity.standing === 'assumed';
    const next = assumed
      ? 'Mark the e-mail field of the person entity in point 3 with sign-in.'
      : `Under Who, name a role or a field that refers to ${withArticle(people)}.`;
    return { why: `${field.name} does not lead to a person who signs in`, next };
  }
  const names = joinNames(
    who.map(({ name }) => name),
    'or',
  );
  return {
    why: `nobody can hold ${names}, because ${people} has no field of type Role`,
    next: `Give ${people} a field of type Role, or name a field under Who.`,
  };
}

/** A blank `Who` means everybody who may change the record. */
function barrierOfChanging(machine: Machine, { access }: CheckContext): Barrier | null {
  if (access.anybodyMay(machine.entity, 'change') !== 'no') return null;
  const next = `Name somebody under Who, or grant the row “${machine.entity}: change” of point 6.`;
  return { why: `Who is blank, and nobody may change ${withArticle(machine.entity)}`, next };
}
