import type { Typed } from '../../expressions/types/typed.ts';
import { startStatesOf } from '../../model/lookups/schema.ts';
import type { Machine, Operation, Permission } from '../../model/types/model.ts';
import { equal, isEmpty, personOf, recordOf } from '../lookups/typed-parts.ts';
import type { CheckContext } from '../runner/check.ts';
import { type Goal, possible } from '../solver/solver.ts';
import { inState, ofHolder } from './transition-conditions.ts';

/** Whether the condition of a cell holds `never`, `always`, or sometimes; `open` too where it has none or can't be followed. */
export function conditionOf(cell: Permission, context: CheckContext): 'never' | 'always' | 'open' {
  return context.worked('condition', cell, () => judge(cell, context));
}

function judge(cell: Permission, context: CheckContext): 'never' | 'always' | 'open' {
  const where = 'where' in cell.grant ? context.typed(cell.grant.where) : null;
  if (where === null) return 'open';
  // What is unknown denies as well, and grants nothing.
  const denies = cell.grant.kind === 'never';
  if (!mayBeFor(cell, { condition: where, truth: true, orUnknown: denies }, [], context)) return 'never';
  return mayBeFor(cell, { condition: where, truth: false, orUnknown: !denies }, [], context) ? 'open' : 'always';
}

/**
 * The states in which records are when the operation can be done at all: where it begins, where it can be edited, where it
 * can be deleted. Null where nothing restricts it, or where that is not shown.
 */
export function statesFor(operation: Operation, machines: readonly Machine[]): readonly string[] | null {
  const [machine, ...others] = machines;
  if (machine === undefined || others.length > 0 || operation === 'read') return null;
  const final = new Set(machine.states.flatMap((state) => (state.final ? [state.name] : [])));
  if (operation === 'create') {
    return machine.initial === null ? null : [...startStatesOf(machine)];
  }
  const states = operation === 'change' ? machine.editableIn : machine.states;
  return states === null ? null : states.map(({ name }) => name).filter((name) => !final.has(name));
}

/** Whether a cell about people can hold for nobody's record but the person's own. */
export function isOwnOnly(cell: Permission, context: CheckContext): boolean {
  const where = 'where' in cell.grant ? context.typed(cell.grant.where) : null;
  const me = personOf(context.schema);
  if (where === null || me === null || context.schema.person?.entity.name !== cell.entity) return false;
  const other: Goal = { condition: equal(recordOf(cell.entity), me), truth: false };
  return !possible([{ condition: where, truth: true }, other], { schema: context.schema, valid: true, filled: [me] });
}

/** Whether the condition of a cell can hold in one of the states in which the operation can be done. */
export function holdsInTime(cell: Permission, machines: readonly Machine[], context: CheckContext): boolean {
  const where = cell.grant.kind === 'yes' ? context.typed(cell.grant.where) : null;
  const states = statesFor(cell.operation, machines);
  const [machine] = machines;
  if (where === null || states === null || machine === undefined) return true;
  const wish: Goal = { condition: where, truth: true };
  return states.some((state) => mayBeFor(cell, wish, inState(machine, state, context), context));
}

/** Whether a cell over people can hold for anybody but the person who asks. */
export function holdsForOthers(cell: Permission, context: CheckContext): boolean {
  const where = 'where' in cell.grant ? context.typed(cell.grant.where) : null;
  const me = personOf(context.schema);
  if (where === null || me === null || context.schema.person?.entity.name !== cell.entity) return true;
  return possible(
    [
      { condition: where, truth: true },
      { condition: equal(recordOf(cell.entity), me), truth: false },
    ],
    { schema: context.schema, valid: true, filled: [me] },
  );
}

function mayBeFor(cell: Permission, wish: Goal, given: readonly Typed[], context: CheckContext): boolean {
  const wishes = [
    wish,
    ...[...given, ...ofPerson(cell, context)].map((condition): Goal => ({ condition, truth: true })),
  ];
  const me = personOf(context.schema);
  const guest = context.schema.roles.get(cell.role)?.guest === true;
  return possible(wishes, { schema: context.schema, valid: true, filled: me === null || guest ? [] : [me] });
}

/** What is sure of whoever the cell is about. A role from a relation is held where a path leads to the person. */
function ofPerson({ role, entity }: Permission, context: CheckContext): readonly Typed[] {
  const me = personOf(context.schema);
  const stated = context.schema.roles.get(role);
  if (me === null || stated === undefined) return [];
  if (stated.guest) return [isEmpty(me)];
  const [path, ...others] = stated.relation.filter((way) => way.entity === entity);
  if (path === undefined) return ofHolder(role, context);
  const leads = context.typed(path.path);
  return leads?.type.t === 'record' && others.length === 0 ? [equal(leads, me)] : [];
}

/** `Task`, or `cost of Task`. */
export function subjectOf({ entity, field }: Permission): string {
  return field === null ? entity : `${field} of ${entity}`;
}
