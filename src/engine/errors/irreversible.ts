import type { Machine, Transition } from '../../model/types/model.ts';

/** A transition that can't be undone, and why. */
export interface IrreversibleTransition {
  readonly from: string;
  readonly to: string;
  /** `state`: it leads to a final state or to one without further transitions. `outside`: it makes an outgoing call. */
  readonly by: 'state' | 'outside';
}

/** Returns the transitions of an event that can't be undone, according to the document's states and effects. */
export function irreversibleTransitions(
  { states, transitions }: Machine,
  event: string,
): readonly IrreversibleTransition[] {
  return transitions.flatMap(({ from, to, event: raised, effects }: Transition): IrreversibleTransition[] => {
    if (raised !== event || from === null) return [];
    if (effects.some(({ kind }) => kind === 'call')) return [{ from, to, by: 'outside' }];
    const isFinal = states.some(({ name, final }) => final && name === to);
    const leadsOn = transitions.some((next) => next.from === to && next.to !== to);
    return to !== from && (isFinal || !leadsOn) ? [{ from, to, by: 'state' }] : [];
  });
}
