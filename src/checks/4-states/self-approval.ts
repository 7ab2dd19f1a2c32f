import { mentions } from '../../expressions/types/conjuncts.ts';
import { startStatesOf } from '../../model/lookups/schema.ts';
import type { Machine, Transition } from '../../model/types/model.ts';
import { madeByMe, makerFields } from '../access/record-makers.ts';
import { withArticle } from '../lookups/text-places.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { finalIn, reachedFrom } from '../transitions/possible-moves.ts';
import { actorsOf, canHoldTogether, inState } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'self-approval',
  point: 4,
  severity: 'note',
  about: 'A step of a role after the maker handed the record on, which the maker may also take.',
  *find({ entities }) {
    for (const context of entities) {
      const makers = new Set(makerFields(context.entity, context));
      for (const machine of context.machines) {
        const makerRows = machine.transitions.filter(({ who }) => who?.some(({ name }) => makers.has(name)) === true);
        // States that records reach by the maker's own steps only. A step back from others hands nothing on.
        const makerStates = reachedFrom(startStatesOf(machine), makerRows);
        const handedOn = new Map<string, Transition>();
        for (const row of makerRows) {
          if (row.event !== null && row.to !== row.from && makerStates.has(row.from ?? '')) handedOn.set(row.to, row);
        }
        // If a guard excludes the maker from another step, the later steps are meant to exclude the maker too.
        if (machine.transitions.some((row) => shutsOut(row, machine, context)))
          for (const [from, row] of furtherOn(machine, handedOn, makers)) handedOn.set(from, row);
        for (const row of machine.transitions) {
          const before = handedOn.get(row.from ?? '');
          const role = before === undefined ? null : decider(machine, row, makers, context);
          if (before === undefined || role === null) continue;
          // A step that Who gives to the maker is not a decision of others.
          if (makerRows.some(({ from, event }) => from === row.from && event === row.event)) continue;
          const maker = before.who?.find(({ name }) => makers.has(name))?.name ?? '';
          const record = withArticle(machine.entity);
          yield {
            element: row.id,
            at: row.who?.find(({ name }) => name === role)?.at ?? row.at,
            also: [before.at],
            message: `${role} may “${row.event}” ${record} of their own: the person who created it may also decide on it.`,
            next: `Add \`${maker} != me\` to its guard if two people must be involved.`,
            witness: witnessOf(context, {
              who: role,
              entity: machine.entity,
              state: { machine, name: row.from ?? '' },
              outcome: `it is their own, but “${row.label}” is offered to them`,
            }),
          };
        }
      }
    }
  },
});

/** Returns the states that others can move a handed-on record to, with the row that handed it on. */
function furtherOn(
  machine: Machine,
  handedOn: ReadonlyMap<string, Transition>,
  makers: ReadonlySet<string>,
): ReadonlyMap<string, Transition> {
  const steps = machine.transitions.filter(({ who }) => who?.some(({ name }) => makers.has(name)) !== true);
  const found = new Map<string, Transition>();
  for (const [state, row] of handedOn) {
    for (const next of reachedFrom([state], steps)) if (!handedOn.has(next)) found.set(next, row);
  }
  return found;
}

/** Whether the guard of a role's step excludes the maker of the record. */
function shutsOut({ guard, who, event, guardShown }: Transition, machine: Machine, context: EntityContext): boolean {
  if (
    event === null ||
    guard === null ||
    !guardShown ||
    who?.some(({ name }) => context.schema.roles.has(name)) !== true
  )
    return false;
  const typed = context.typed(guard);
  if (typed === null || !mentions(typed, 'me') || machine.standing !== 'stated') return false;
  return canHoldTogether([typed], context) && !canHoldTogether([typed, ...madeByMe(context.entity, context)], context);
}

/** Returns a role that can take the step for its own records; null if there is none, or if it is not shown. */
function decider(
  machine: Machine,
  row: Transition,
  makers: ReadonlySet<string>,
  context: EntityContext,
): string | null {
  if (row.event === null || row.standing !== 'stated' || finalIn(machine, context).has(row.from) || !row.guardShown)
    return null;
  const guard = row.guard === null ? [] : [context.typed(row.guard)];
  const actors =
    row.who?.some(({ name }) => makers.has(name)) === true ? null : actorsOf(machine, row.who ?? [], context);
  if (actors === null || guard.includes(null)) return null;
  const given = [
    ...madeByMe(context.entity, context),
    ...inState(machine, row.from ?? '', context),
    ...guard.filter((each) => each !== null),
  ];
  const found = actors.find(
    (actor) =>
      actor.role !== null && mayCreate(actor.role, context) && canHoldTogether([...given, ...actor.facts], context),
  );
  return found?.role ?? null;
}

/** Whether a holder of the role may create such records, by the role or one that it includes. */
function mayCreate(role: string, context: EntityContext): boolean {
  const held = context.access.certainRoles(role);
  return context.access
    .cells(context.entity.name, 'create')
    .some((cell) => cell.grant.kind === 'yes' && held.has(cell.role));
}
