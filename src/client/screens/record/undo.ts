import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Machine, Transition } from '../../../model/types/model.ts';
import { ProblemError } from '../../api/request.ts';
import { showStoredHere } from '../../data/unsent.ts';
import type { Input } from '../../data/writes.ts';
import { messages } from '../../languages/messages.ts';
import type { ShowToast } from '../../toasts/toasts.tsx';
import { fieldValue } from '../../view/display-value.ts';

/** The event that undoes another one. */
export interface Undo {
  readonly event: string;
  readonly label: string;
  /** The state that the record must still have. */
  readonly expected: Input;
}

/** Shows why an undo failed; as a note if the record was changed since. `what`: the record's title. */
export function showUndoFailed(say: ShowToast, error: unknown, what = ''): void {
  if (showStoredHere(say, error)) return;
  if (!(error instanceof ProblemError)) throw error;
  const { status, detail, next = '', failures = [] } = error.problem;
  const isChanged = status === 412;
  const found = failures.length > 0 ? failures.map(({ message }) => message).join(' ') : `${detail} ${next}`.trim();
  const why = isChanged ? messages.record.changedSince : found;
  const text = what === '' ? why : `${what}: ${why}`;
  say({ title: messages.record.notUndone, text, tone: isChanged ? 'info' : 'danger' });
}

/**
 * Returns the event that undoes a transition: it leads from the new state to the old one, has no required asks, and this
 * person may raise it now. Null if there is none.
 */
export function undoFor(machines: readonly Machine[], before: WireRecord, after: WireRecord): Undo | null {
  const moved = machines.filter(
    (each) => !each.stateless && fieldValue(before, each.name) !== fieldValue(after, each.name),
  );
  const [machine] = moved;
  // One event can't undo transitions of two machines.
  if (machine === undefined || moved.length > 1) return null;
  const back = machine.transitions.find(
    (transition) =>
      transition.from === fieldValue(after, machine.name) &&
      transition.to === fieldValue(before, machine.name) &&
      mayRaise(after, transition) &&
      !transition.effects.some((effect) => effect.kind === 'ask' && !effect.optional),
  );
  if (back === undefined || back.event === null) return null;
  return { event: back.event, label: back.label, expected: { [machine.name]: back.from } };
}

function mayRaise({ _: { can } }: WireRecord, { event }: Transition): boolean {
  return event !== null && Object.hasOwn(can.events, event) && can.events[event] === null;
}
