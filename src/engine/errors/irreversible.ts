import type { Machine, Transition } from '../../model/types/model.ts';

/** A transition that nothing takes back, and why. */
export interface End {
  readonly from: string;
  readonly to: string;
  /** `state`: it leads to a final state, or to one that nothing leads on from. `outside`: something is sent outside. */
  readonly by: 'state' | 'outside';
}

/** The ways of an event that nothing takes back, as the states and effects of the document say. */
export function endsOf({ states, transitions }: Machine, event: string): readonly End[] {
  return transitions.flatMap(({ from, to, event: raised, effects }: Transition): End[] => {
    if (raised !== event || from === null) return [];
    if (effects.some(({ kind }) => kind === 'call')) return [{ from, to, by: 'outside' }];
    const isFinal = states.some(({ name, final }) => final && name === to);
    const leadsOn = transitions.some((next) => next.from === to && next.to !== to);
    return to !== from && (isFinal || !leadsOn) ? [{ from, to, by: 'state' }] : [];
  });
}
