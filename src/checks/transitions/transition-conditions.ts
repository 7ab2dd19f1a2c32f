import { mentions } from '../../expressions/types/conjuncts.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { Machine, Operation, Permission, Reference, Transition } from '../../model/types/model.ts';
import { holdersOf } from '../access/field-access.ts';
import { listed, withArticle } from '../lookups/text-places.ts';
import { equal, fieldOf, named, pathOf, personOf, recordOf } from '../lookups/typed-parts.ts';
import type { CheckContext } from '../runner/check.ts';
import { type Goal, possible } from '../solver/solver.ts';
import { finalIn } from './possible-moves.ts';

/** One of those whom `Who` names, and what is then sure of the person and the record. */
export interface Way {
  readonly who: string;
  /** The role that it names; null for a field. */
  readonly role: string | null;
  readonly given: readonly Typed[];
}

export interface Barrier {
  /** To stand after a colon. */
  readonly why: string;
  readonly next: string;
}

/**
 * Why nobody can raise the event of a transition; null where somebody may be able to, where it has no event, and
 * where that hangs on something not shown.
 */
export function barrierOf(machine: Machine, transition: Transition, context: CheckContext): Barrier | null {
  return context.worked('barrier', transition, () => findBarrier(machine, transition, context));
}

function findBarrier(machine: Machine, transition: Transition, context: CheckContext): Barrier | null {
  const { access, schema } = context;
  if (transition.event === null || transition.from === null || transition.who === null) return null;
  if (finalIn(machine, context).has(transition.from)) return finalState(transition.from);
  const guard = transition.guard === null ? null : context.typed(transition.guard);
  if (!transition.guardShown || (transition.guard !== null && guard === null)) return null;
  const ways = transition.who.length === 0 ? null : waysOf(machine, transition.who, context);
  if (ways === null) return transition.who.length === 0 ? barrierOfChanging(machine, context) : null;
  if (ways.length === 0) return nobodyHolds(transition.who, context);
  const conditions = [...stateIs(machine, transition, context), ...(guard === null ? [] : [guard])];
  const holding = ways.filter((way) => mayBe([...way.given, ...conditions], context));
  if (holding.length === 0) return excluded(transition);
  if (access.somebodyMay(machine.entity, 'read') !== 'yes') return null;
  const reading = holding.some((way) => readsRecord(machine, way, [...way.given, ...conditions], context));
  if (reading || schema.person === null) return null;
  const who = listed(
    holding.map((way) => way.who),
    'or',
  );
  return {
    why: `${who} may not read it then`,
    next: `Let the row “${machine.entity}: read” of point 6 admit it, or name others under Who.`,
  };
}

function finalState(state: string): Barrier {
  return { why: `${state} is final`, next: `Take ${state} out of the line “- Final:”, or remove the row.` };
}

function excluded(transition: Transition): Barrier {
  const who = listed(
    (transition.who ?? []).map(({ name }) => name),
    'or',
  );
  if (transition.guard === null)
    return { why: `Who says ${who}, and that is never so`, next: 'Name others under Who.' };
  return {
    why: `\`${transition.guard.text}\` never holds for ${who}`,
    next: 'Correct the guard, or name others under Who.',
  };
}

/** Those who `Who` names and who can be there; null where one of the names is not stated, which is reported by itself. */
export function waysOf(machine: Machine, who: readonly Reference[], context: CheckContext): Way[] | null {
  const { access, schema } = context;
  const ways: Way[] = [];
  for (const { name } of who) {
    if (schema.roles.has(name)) {
      if (access.canHold(name)) ways.push({ who: name, role: name, given: ofHolder(name, context) });
      continue;
    }
    const [path, me] = [pathOf(schema, machine.entity, name.split('.')), personOf(schema)];
    if (path === null || me === null || path.type.t === 'empty') return null;
    const isSeveral = path.type.t === 'list';
    const to = path.type.t === 'list' ? path.type.of : path.type;
    if (to.t === 'record' && !schema.entities.has(to.entity)) return null;
    // Of one among several nothing is sure.
    if (to.t === 'record' && to.entity === schema.person?.entity.name)
      ways.push({ who: name, role: null, given: isSeveral ? [] : [equal(path, me)] });
  }
  return ways;
}

/** What is sure of whoever holds a role: where people have one role only, and no other includes it, it is that. */
export function ofHolder(role: string, context: CheckContext): Typed[] {
  const { access, schema } = context;
  const me = personOf(schema);
  const field = access.roleField;
  const alone =
    field?.type.kind === 'role' &&
    !field.type.several &&
    !access.everyone.some(({ name }) => name === role) &&
    holdersOf([role], context).every((holder) => holder === role);
  const attribute = field === null ? undefined : schema.person?.attributes.get(field.name);
  if (!alone || me === null || attribute === undefined) return [];
  const held = fieldOf(me, schema.person?.entity.name ?? '', attribute);
  return [equal(held, named(role, held))];
}

function stateIs(machine: Machine, transition: Transition, context: CheckContext): Typed[] {
  return transition.from === null ? [] : inState(machine, transition.from, context);
}

/** That the record is in a state of the machine. */
export function inState(machine: Machine, name: string, { schema }: CheckContext): Typed[] {
  const attribute = schema.entities.get(machine.entity)?.attributes.get(machine.name);
  if (attribute?.kind !== 'state') return [];
  const state = fieldOf(recordOf(machine.entity), machine.entity, attribute);
  return [equal(state, named(name, state))];
}

/**
 * Whether the guard of a transition can hold: `never` in its state, `always` there; `open` where it may or may not, where
 * there is none, or where it can't be followed.
 */
export function guardOf(machine: Machine, transition: Transition, context: CheckContext): 'never' | 'always' | 'open' {
  return context.worked('guard', transition, () => judgeGuard(machine, transition, context));
}

function judgeGuard(machine: Machine, transition: Transition, context: CheckContext): 'never' | 'always' | 'open' {
  const guard = transition.guardShown ? context.typed(transition.guard) : null;
  if (guard === null) return 'open';
  const state: Goal[] = stateIs(machine, transition, context).map((condition) => ({ condition, truth: true }));
  for (const condition of movedOn(machine, transition, context))
    state.push({ condition, truth: false, orUnknown: true });
  const me = transition.event === null ? null : personOf(context.schema);
  const given = { schema: context.schema, valid: true, filled: me === null ? [] : [me] };
  if (!possible([...state, { condition: guard, truth: true }], given)) return 'never';
  return possible([...state, { condition: guard, truth: false, orUnknown: true }], given) ? 'open' : 'always';
}

/** What can't hold in the state that a row leaves, because the product then leads on by itself at once; nothing that goes by the clock. */
function movedOn(machine: Machine, { id, from }: Transition, context: CheckContext): Typed[] {
  const leading = context.worked('leading on', machine, () =>
    machine.transitions.filter((row) => row.from !== row.to && row.timer?.kind === 'when'),
  );
  return leading.flatMap((row) => {
    if (row.from !== from || row.id === id || row.timer?.kind !== 'when') return [];
    const typed = row.guard === null && row.guardShown ? context.typed(row.timer.condition) : null;
    return typed === null || mentions(typed, 'now') || mentions(typed, 'today') ? [] : [typed];
  });
}

/** Whether conditions can hold together, of one record, for somebody who is signed in. */
export function mayBe(conditions: readonly Typed[], { schema }: CheckContext): boolean {
  const me = personOf(schema);
  const wishes = conditions.map((condition): Goal => ({ condition, truth: true }));
  return possible(wishes, { schema, valid: true, filled: me === null ? [] : [me] });
}

/** Whether some cell lets the person find the record; `never` is left aside, which can only make it more. */
function readsRecord(machine: Machine, way: Way, conditions: readonly Typed[], context: CheckContext): boolean {
  return cellsFor(machine.entity, 'read', way.role, context).some((cell) => grants(cell, conditions, context));
}

/** Whether a cell lets the person do it while all of this holds; yes also where that is not shown. */
export function grants({ grant }: Permission, conditions: readonly Typed[], context: CheckContext): boolean {
  if (grant.kind === 'unknown') return true;
  if (grant.kind !== 'yes') return false;
  const where = grant.where === null ? null : context.typed(grant.where);
  return grant.where === null || where === null || mayBe([...conditions, where], context);
}

/** Whether somebody may delete a record in a state of the machine, which is a way out of it as well. */
export function isDeletable(machine: Machine, state: string, context: CheckContext): boolean {
  const cells = context.access.cells(machine.entity, 'delete').filter(({ standing }) => standing === 'stated');
  return cells.some((cell) => grants(cell, inState(machine, state, context), context));
}

/** The cells that can count for somebody of this role; of a field, for anybody. */
function cellsFor(
  entity: string,
  operation: Operation,
  role: string | null,
  context: CheckContext,
): readonly Permission[] {
  const { access, schema } = context;
  const cells = access.cells(entity, operation).filter((cell) => access.canHold(cell.role));
  if (role === null || access.roleField === null || access.everyone.some(({ name }) => name === role)) return cells;
  // Whoever has a role that includes this one has its rights as well.
  const holders = schema.roles.get(role)?.guest === true ? [role] : holdersOf([role], context);
  return cells.filter((cell) => holders.some((holder) => access.beside(holder).has(cell.role)));
}

function nobodyHolds(who: readonly Reference[], { schema }: CheckContext): Barrier {
  const people = schema.person?.entity.name ?? 'the people';
  const field = who.find(({ name }) => !schema.roles.has(name));
  if (field !== undefined) {
    const assumed = schema.person?.entity.standing === 'assumed';
    const next = assumed
      ? 'Mark the e-mail field of the people in point 3 with sign-in.'
      : `Name a role, or a field that is ${withArticle(people)}, under Who.`;
    return { why: `${field.name} leads to nobody who signs in`, next };
  }
  const names = listed(
    who.map(({ name }) => name),
    'or',
  );
  return {
    why: `nobody can hold ${names}, since ${people} has no field of type Role`,
    next: `Give ${people} a field of type Role, or name a field under Who.`,
  };
}

/** A blank `Who` means whoever may change the record. */
function barrierOfChanging(machine: Machine, { access }: CheckContext): Barrier | null {
  if (access.somebodyMay(machine.entity, 'change') !== 'no') return null;
  const next = `Name somebody under Who, or grant the row “${machine.entity}: change” of point 6.`;
  return { why: `Who is blank, and nobody may change ${withArticle(machine.entity)}`, next };
}
