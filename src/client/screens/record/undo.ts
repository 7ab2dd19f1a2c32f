import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Machine, Transition } from '../../../model/types/model.ts';
import { ProblemError } from '../../api/request.ts';
import { saysItIsKept } from '../../api/unsent.ts';
import type { Input } from '../../api/writes.ts';
import type { Say } from '../../parts/toasts.tsx';
import { fieldValue } from '../../view/shown.ts';
import { recordTexts } from './texts.ts';

/** An event that leads back to where the record was. */
export interface Undo {
  readonly event: string;
  readonly label: string;
  /** The state that it leads back from. */
  readonly stands: Input;
}

/** Says why something was not taken back; calmly where it was only changed since. `what`: what it is about. */
export function sayNotUndone(say: Say, error: unknown, what = ''): void {
  if (saysItIsKept(say, error)) return;
  if (!(error instanceof ProblemError)) throw error;
  const { status, detail, next = '', failures = [] } = error.problem;
  const isChanged = status === 412;
  const found = failures.length > 0 ? failures.map(({ message }) => message).join(' ') : `${detail} ${next}`.trim();
  const why = isChanged ? recordTexts.changedSince : found;
  const text = what === '' ? why : `${what}: ${why}`;
  say({ title: recordTexts.notUndone, text, tone: isChanged ? 'info' : 'danger' });
}

/**
 * The event that takes back what an event did: in the machine whose state it changed, one that leads from the new
 * state to the old, that asks for nothing that must be given, and that this person may raise now. Null where there is none.
 */
export function undoOf(machines: readonly Machine[], before: WireRecord, after: WireRecord): Undo | null {
  const moved = machines.filter(({ name }) => fieldValue(before, name) !== fieldValue(after, name));
  const [machine] = moved;
  // Two machines that moved are not taken back by one event.
  if (machine === undefined || moved.length > 1) return null;
  const back = machine.transitions.find(
    (transition) =>
      transition.from === fieldValue(after, machine.name) &&
      transition.to === fieldValue(before, machine.name) &&
      mayRaise(after, transition) &&
      !transition.effects.some((effect) => effect.kind === 'ask' && !effect.optional),
  );
  if (back === undefined || back.event === null) return null;
  return { event: back.event, label: back.label, stands: { [machine.name]: back.from } };
}

function mayRaise({ _: { can } }: WireRecord, { event }: Transition): boolean {
  return event !== null && Object.hasOwn(can.events, event) && can.events[event] === null;
}
