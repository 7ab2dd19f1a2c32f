import { mentions } from '../../expressions/types/conjuncts.ts';
import { startStatesOf } from '../../model/lookups/schema.ts';
import type { Machine, Transition } from '../../model/types/model.ts';
import { defineCheck, type EntityContext } from '../check.ts';
import { madeByMe, makerFields } from '../makers.ts';
import { finalIn, reachedFrom } from '../moves.ts';
import { withArticle } from '../places.ts';
import { inState, mayBe, waysOf } from '../ways.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'self-approval',
  point: 4,
  severity: 'note',
  about: 'A step that a role takes after the maker handed the record on, and that the maker may take too.',
  *findIn(context) {
    const makers = new Set(makerFields(context.entity, context));
    for (const machine of context.machines) {
      const mine = machine.transitions.filter(({ who }) => who?.some(({ name }) => makers.has(name)) === true);
      // What the maker alone has had so far; a step back from others hands nothing on.
      const early = reachedFrom(startStatesOf(machine), mine);
      const handed = new Map<string, Transition>();
      for (const row of mine) {
        if (row.event !== null && row.to !== row.from && early.has(row.from ?? '')) handed.set(row.to, row);
      }
      // Where another step of the machine shuts the maker out, those further on are meant to as well.
      if (machine.transitions.some((row) => shutsOut(row, machine, context)))
        for (const [from, row] of furtherOn(machine, handed, makers)) handed.set(from, row);
      for (const row of machine.transitions) {
        const before = handed.get(row.from ?? '');
        const role = before === undefined ? null : decider(machine, row, makers, context);
        if (before === undefined || role === null) continue;
        // What is the maker's own to take is no decision of others.
        if (mine.some(({ from, event }) => from === row.from && event === row.event)) continue;
        const maker = before.who?.find(({ name }) => makers.has(name))?.name ?? '';
        const record = withArticle(machine.entity);
        yield {
          element: row.id,
          at: row.who?.find(({ name }) => name === role)?.at ?? row.at,
          also: [before.at],
          message: `${role} may “${row.event}” ${record} of their own: whoever made it may be the one who decides.`,
          next: `Add \`${maker} != me\` to its guard, if two people are to look at it.`,
          witness: witnessOf(context, {
            who: role,
            entity: machine.entity,
            state: { machine, name: row.from ?? '' },
            happens: `it is their own, and “${row.label}” is offered to them all the same`,
          }),
        };
      }
    }
  },
});

/** The states that others bring a record to once it is handed on, with the row that handed it. */
function furtherOn(
  machine: Machine,
  handed: ReadonlyMap<string, Transition>,
  makers: ReadonlySet<string>,
): ReadonlyMap<string, Transition> {
  const steps = machine.transitions.filter(({ who }) => who?.some(({ name }) => makers.has(name)) !== true);
  const found = new Map<string, Transition>();
  for (const [state, row] of handed) {
    for (const next of reachedFrom([state], steps)) if (!handed.has(next)) found.set(next, row);
  }
  return found;
}

/** A step of a role that whoever made the record can't take, because of its guard. */
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
  return mayBe([typed], context) && !mayBe([typed, ...madeByMe(context.entity, context)], context);
}

/** The role that takes the step for records of its own too; null where none can, or where that is not shown. */
function decider(
  machine: Machine,
  row: Transition,
  makers: ReadonlySet<string>,
  context: EntityContext,
): string | null {
  if (row.event === null || row.standing !== 'stated' || finalIn(machine, context).has(row.from) || !row.guardShown)
    return null;
  const guard = row.guard === null ? [] : [context.typed(row.guard)];
  const ways = row.who?.some(({ name }) => makers.has(name)) === true ? null : waysOf(machine, row.who ?? [], context);
  if (ways === null || guard.includes(null)) return null;
  const given = [
    ...madeByMe(context.entity, context),
    ...inState(machine, row.from ?? '', context),
    ...guard.filter((each) => each !== null),
  ];
  const found = ways.find(
    (way) => way.role !== null && mayCreate(way.role, context) && mayBe([...given, ...way.given], context),
  );
  return found?.role ?? null;
}

/** A holder of the role makes such records, by the role itself or as everyone does. */
function mayCreate(role: string, context: EntityContext): boolean {
  const held = context.access.held(role);
  return context.access
    .cells(context.entity.name, 'create')
    .some((cell) => cell.grant.kind === 'yes' && held.has(cell.role));
}
