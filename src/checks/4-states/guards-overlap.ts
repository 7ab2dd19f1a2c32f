import type { Typed } from '../../expressions/types/typed.ts';
import type { Machine, Transition } from '../../model/types/model.ts';
import { currentPerson } from '../lookups/typed-parts.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';
import { type Goal, isFullyAnalysed, isSatisfiable } from '../solver/solver.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { byStart, capitalize, describeTransition } from '../transitions/possible-moves.ts';
import { inState } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'guards-overlap',
  point: 4,
  severity: 'warning',
  about: 'Two rows of a state and event that can both apply.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        for (const rows of byStart(machine)) {
          const known = rows.filter((row) => row.standing === 'stated' && row.guardShown).slice(0, MOST);
          for (const [index, later] of known.entries()) {
            for (const earlier of known.slice(0, index)) {
              const overlapping = overlap(machine, earlier, later, context);
              if (overlapping === null) continue;
              yield overlapping;
              break;
            }
          }
        }
      }
    }
  },
});

/** Maximum number of rows of one event and state that are compared. */
const MOST = 12;

function overlap(machine: Machine, earlier: Transition, later: Transition, context: CheckContext): Finding | null {
  const who = shared(earlier, later, context);
  if (who === null || leadsAlike(earlier, later)) return null;
  const [first, second] = [guardIn(earlier, context), guardIn(later, context)];
  if (first === undefined || second === undefined) return null;
  const unseen = [first, second].filter((guard) => guard !== null && !isFullyAnalysed(guard)).length;
  if (first !== null && second !== null && unseen === 2) return null;
  // A row without a guard below others is their "else".
  if (second === null && first !== null) return null;
  const always: Goal[] = [
    ...(earlier.from === null ? [] : inState(machine, earlier.from, context)),
    ...(second === null ? [] : [second]),
  ].map((condition) => ({ condition, truth: true }));
  const me = currentPerson(context.schema);
  const given = { schema: context.schema, valid: true, filled: me === null ? [] : [me] };
  if (first !== null && !isSatisfiable([...always, { condition: first, truth: true }], given)) return null;
  if (!isSatisfiable(always, given)) return null;
  const hidden =
    first === null || !isSatisfiable([...always, { condition: first, truth: false, orUnknown: true }], given);
  const before = hidden && coversWho(earlier, later);
  const move = describeTransition(machine, later);
  return {
    element: later.id,
    // What one guard queries in other records may still exclude the other guard.
    severity: first !== null && second !== null && unseen > 0 ? 'note' : 'warning',
    at: later.guard?.at ?? later.at,
    also: [earlier.guard?.at ?? earlier.at],
    message: messageOf(capitalize(move), earlier, later, before),
    next: before
      ? `Give the row ${earlier.to === later.to ? 'above' : `to ${earlier.to}`} a narrower guard, or move it below.`
      : 'Make the guards exclude each other, or remove the last one, so that its row applies to all other cases.',
    witness: witnessOf(context, {
      who: who === '' ? null : who,
      entity: machine.entity,
      state: later.from === null ? null : { machine, name: later.from },
      outcome: machine.stateless
        ? `when \`${second === null ? earlier.guard?.text : later.guard?.text}\` holds, the first row applies, not the second`
        : `when \`${second === null ? earlier.guard?.text : later.guard?.text}\` holds, ${later.event === null ? 'a new record starts in' : `“${later.event}” leads to`} ${earlier.to}, not ${later.event === null ? 'in' : 'to'} ${later.to}`,
    }),
  };
}

function messageOf(move: string, { to: first }: Transition, { to: second }: Transition, before: boolean): string {
  if (first === second && before) return `${move} never uses this row: the row above always applies.`;
  if (first === '') return `${move} has two rows: both guards can hold, and the first row applies.`;
  if (first === second) return `${move} has two rows to ${first}: both guards can hold, and the first row applies.`;
  return before
    ? `${move} never leads to ${second}: the row to ${first} comes first and always applies.`
    : `${move} can lead to ${first} and to ${second}: both guards can hold, and the first row applies.`;
}

/** Returns null if there is no guard, undefined if its type is unknown. */
function guardIn({ guard }: Transition, context: CheckContext): Typed | null | undefined {
  return guard === null ? null : (context.typed(guard) ?? undefined);
}

/** Returns a name under which somebody may take both rows; '' if both leave Who blank, null if there is none. */
function shared({ who: one }: Transition, { who: other }: Transition, { schema }: CheckContext): string | null {
  if (one === null || other === null) return null;
  if (one.length === 0 && other.length === 0) return '';
  const everyone = one.some(({ name }) => schema.roles.get(name)?.everyone === true);
  return other.find(({ name }) => everyone || one.some((each) => each.name === name))?.name ?? null;
}

function coversWho({ who: one }: Transition, { who: other }: Transition): boolean {
  return (other ?? []).every(({ name }) => one?.some((each) => each.name === name));
}

/** Whether both rows lead to the same state with the same effects, so that it does not matter which one applies. */
function leadsAlike(one: Transition, other: Transition): boolean {
  const done = ({ effects }: Transition) =>
    JSON.stringify(effects, (name, value: unknown) => (name === 'at' || name === 'tree' ? undefined : value));
  return one.to === other.to && done(one) === done(other);
}
