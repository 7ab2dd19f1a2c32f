import type { Typed } from '../../expressions/types/typed.ts';
import type { Machine, Transition } from '../../model/types/model.ts';
import { personOf } from '../lookups/typed-parts.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';
import { type Goal, isSeenThrough, possible } from '../solver/solver.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { byStart, capital, moveOf } from '../transitions/possible-moves.ts';
import { inState } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'guards-overlap',
  point: 4,
  severity: 'warning',
  about: 'Two rows of one state and event that can both apply, so that their order decides where it leads.',
  *findIn(context) {
    for (const machine of context.machines) {
      for (const rows of byStart(machine)) {
        const known = rows.filter((row) => row.standing === 'stated' && row.guardShown).slice(0, MOST);
        for (const [index, later] of known.entries()) {
          for (const earlier of known.slice(0, index)) {
            const found = overlap(machine, earlier, later, context);
            if (found === null) continue;
            yield found;
            break;
          }
        }
      }
    }
  },
});

/** Rows of one event and state that are set against each other; nobody writes more. */
const MOST = 12;

function overlap(machine: Machine, earlier: Transition, later: Transition, context: CheckContext): Finding | null {
  const who = shared(earlier, later, context);
  if (who === null || leadsAlike(earlier, later)) return null;
  const [first, second] = [guardIn(earlier, context), guardIn(later, context)];
  if (first === undefined || second === undefined) return null;
  const unseen = [first, second].filter((guard) => guard !== null && !isSeenThrough(guard)).length;
  if (first !== null && second !== null && unseen === 2) return null;
  // Rows without a guard below others are their “else”.
  if (second === null && first !== null) return null;
  const always: Goal[] = [
    ...(earlier.from === null ? [] : inState(machine, earlier.from, context)),
    ...(second === null ? [] : [second]),
  ].map((condition) => ({ condition, truth: true }));
  const me = personOf(context.schema);
  const given = { schema: context.schema, valid: true, filled: me === null ? [] : [me] };
  if (first !== null && !possible([...always, { condition: first, truth: true }], given)) return null;
  if (!possible(always, given)) return null;
  const hidden = first === null || !possible([...always, { condition: first, truth: false, orUnknown: true }], given);
  const before = hidden && coversWho(earlier, later);
  const move = moveOf(machine, later);
  return {
    element: later.id,
    // What one of them asks of other records may exclude the other all the same.
    severity: first !== null && second !== null && unseen > 0 ? 'note' : 'warning',
    at: later.guard?.at ?? later.at,
    also: [earlier.guard?.at ?? earlier.at],
    message: messageOf(capital(move), earlier, later, before),
    next: before
      ? `Give the row ${earlier.to === later.to ? 'above' : `to ${earlier.to}`} a narrower guard, or move it below.`
      : 'Let the guards exclude each other, or leave the last one out, so that it takes what remains.',
    witness: witnessOf(context, {
      who: who === '' ? null : who,
      entity: machine.entity,
      state: later.from === null ? null : { machine, name: later.from },
      happens: `where \`${second === null ? earlier.guard?.text : later.guard?.text}\` holds, ${later.event === null ? 'a new record begins in' : `“${later.event}” leads to`} ${earlier.to}, not ${later.event === null ? 'in' : 'to'} ${later.to}`,
    }),
  };
}

function messageOf(move: string, { to: first }: Transition, { to: second }: Transition, before: boolean): string {
  if (first === second && before) return `${move} never takes this row: the row above it always applies.`;
  if (first === second) return `${move} can take two rows to ${first}: both guards can hold, and the first row counts.`;
  return before
    ? `${move} never leads to ${second}: the row to ${first} stands first and always applies.`
    : `${move} can lead to ${first} and to ${second}: both guards can hold, and the first row counts.`;
}

/** Null: none. Undefined: one that can't be followed. */
function guardIn({ guard }: Transition, context: CheckContext): Typed | null | undefined {
  return guard === null ? null : (context.typed(guard) ?? undefined);
}

/** Somebody who is among those of both rows by the same name; '' where both leave it blank. */
function shared({ who: one }: Transition, { who: other }: Transition, { schema }: CheckContext): string | null {
  if (one === null || other === null) return null;
  if (one.length === 0 && other.length === 0) return '';
  const everyone = one.some(({ name }) => schema.roles.get(name)?.everyone === true);
  return other.find(({ name }) => everyone || one.some((each) => each.name === name))?.name ?? null;
}

function coversWho({ who: one }: Transition, { who: other }: Transition): boolean {
  return (other ?? []).every(({ name }) => one?.some((each) => each.name === name));
}

/** Where both lead to the same and do the same, it does not matter which counts. */
function leadsAlike(one: Transition, other: Transition): boolean {
  const done = ({ effects }: Transition) =>
    JSON.stringify(effects, (name, value: unknown) => (name === 'at' || name === 'tree' ? undefined : value));
  return one.to === other.to && done(one) === done(other);
}
