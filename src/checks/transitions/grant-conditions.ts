import type { Typed } from '../../expressions/types/typed.ts';
import { startStatesOf } from '../../model/lookups/schema.ts';
import type { Machine, Operation, Permission } from '../../model/types/model.ts';
import { currentPerson, equality, isEmpty, thisRecord } from '../lookups/typed-parts.ts';
import type { CheckContext } from '../runner/check.ts';
import { type Goal, isSatisfiable } from '../solver/solver.ts';
import { factsOfHolder, inState } from './transition-conditions.ts';

/**
 * Whether the condition of a cell holds `never`, `always`, or may hold or not (`open`). A missing condition, or one
 * that the solver cannot follow, is `open`.
 */
export function conditionOutcome(cell: Permission, context: CheckContext): 'never' | 'always' | 'open' {
  return context.memoize('condition', cell, () => judge(cell, context));
}

function judge(cell: Permission, context: CheckContext): 'never' | 'always' | 'open' {
  const where = 'where' in cell.grant ? context.typed(cell.grant.where) : null;
  if (where === null) return 'open';
  // An unknown condition also denies, but it does not grant.
  const denies = cell.grant.kind === 'never';
  if (!mayBeFor(cell, { condition: where, truth: true, orUnknown: denies }, [], context)) return 'never';
  return mayBeFor(cell, { condition: where, truth: false, orUnknown: !denies }, [], context) ? 'open' : 'always';
}

/**
 * Returns the states in which the operation is possible at all: the start states for a creation, the editable states
 * for a change, the non-final states for a deletion. Null if nothing restricts the states, or if the restriction is not
 * shown.
 */
export function statesFor(operation: Operation, machines: readonly Machine[]): readonly string[] | null {
  const [machine, ...others] = machines.filter(({ stateless }) => !stateless);
  if (machine === undefined || others.length > 0 || operation === 'read') return null;
  const final = new Set(machine.states.flatMap((state) => (state.final ? [state.name] : [])));
  if (operation === 'create') {
    return machine.initial === null ? null : [...startStatesOf(machine)];
  }
  const states = operation === 'change' ? machine.editableIn : machine.states;
  return states === null ? null : states.map(({ name }) => name).filter((name) => !final.has(name));
}

/** Whether the condition of a cell about people holds only for the principal's own record. */
export function isOwnOnly(cell: Permission, context: CheckContext): boolean {
  const where = 'where' in cell.grant ? context.typed(cell.grant.where) : null;
  const me = currentPerson(context.schema);
  if (where === null || me === null || context.schema.person?.entity.name !== cell.entity) return false;
  const other: Goal = { condition: equality(thisRecord(cell.entity), me), truth: false };
  return !isSatisfiable([{ condition: where, truth: true }, other], {
    schema: context.schema,
    valid: true,
    filled: [me],
  });
}

/** Whether the condition of a cell can hold in one of the states in which the operation is possible. */
export function canHoldInStates(cell: Permission, machines: readonly Machine[], context: CheckContext): boolean {
  const where = cell.grant.kind === 'yes' ? context.typed(cell.grant.where) : null;
  const states = statesFor(cell.operation, machines);
  const [machine] = machines.filter(({ stateless }) => !stateless);
  if (where === null || states === null || machine === undefined) return true;
  const goal: Goal = { condition: where, truth: true };
  return states.some((state) => mayBeFor(cell, goal, inState(machine, state, context), context));
}

/** Whether the condition of a cell about people can hold for a person other than the principal. */
export function canHoldForOthers(cell: Permission, context: CheckContext): boolean {
  const where = 'where' in cell.grant ? context.typed(cell.grant.where) : null;
  const me = currentPerson(context.schema);
  if (where === null || me === null || context.schema.person?.entity.name !== cell.entity) return true;
  return isSatisfiable(
    [
      { condition: where, truth: true },
      { condition: equality(thisRecord(cell.entity), me), truth: false },
    ],
    { schema: context.schema, valid: true, filled: [me] },
  );
}

function mayBeFor(cell: Permission, goal: Goal, given: readonly Typed[], context: CheckContext): boolean {
  const wishes = [
    goal,
    ...[...given, ...ofPerson(cell, context)].map((condition): Goal => ({ condition, truth: true })),
  ];
  const me = currentPerson(context.schema);
  const guest = context.schema.roles.get(cell.role)?.guest === true;
  return isSatisfiable(wishes, { schema: context.schema, valid: true, filled: me === null || guest ? [] : [me] });
}

/**
 * Returns what is certain about a holder of the cell's role. For a role from a relation, the path leads to the person.
 */
function ofPerson({ role, entity }: Permission, context: CheckContext): readonly Typed[] {
  const me = currentPerson(context.schema);
  const stated = context.schema.roles.get(role);
  if (me === null || stated === undefined) return [];
  if (stated.guest) return [isEmpty(me)];
  const [path, ...others] = stated.relation.filter((each) => each.entity === entity);
  if (path === undefined) return factsOfHolder(role, context);
  const leads = context.typed(path.path);
  return leads?.type.t === 'record' && others.length === 0 ? [equality(leads, me)] : [];
}

/** Names the subject of a cell: `Task`, or `cost of Task`. */
export function subjectOf({ entity, field }: Permission): string {
  return field === null ? entity : `${field} of ${entity}`;
}
