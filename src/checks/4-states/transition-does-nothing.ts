import type { Machine, Transition } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capitalize, describeTransition } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'transition-does-nothing',
  point: 4,
  severity: 'note',
  about: 'A row that leads from a state back to it without any effect.',
  *find(context) {
    const idle = idleIn(context);
    const usedEvents = idle.length === 0 ? new Set() : new Set(eventsUsedIn(context));
    for (const [machine, transition] of idle) {
      const { at, event, from, id, to, who } = transition;
      if (event !== null && usedEvents.has(event)) continue;
      yield {
        element: id,
        at,
        message: `${capitalize(describeTransition(machine, transition))} does nothing: ${machine.stateless ? '' : `it stays in ${to}, and `}Then is empty.`,
        next: `Write what happens under Then, ${machine.stateless ? '' : 'correct To, '}or remove the row.`,
        witness: witnessOf(context, {
          who: event === null ? null : (who?.[0]?.name ?? null),
          entity: machine.entity,
          state: { machine, name: from ?? to },
          outcome: 'afterwards nothing has changed',
        }),
      };
    }
  },
});

function idleIn({ model }: CheckContext): readonly (readonly [Machine, Transition])[] {
  return model.machines.flatMap((machine) => {
    const moving = new Set(machine.transitions.flatMap(({ at, from, to }) => (from === to ? [] : (at?.from ?? []))));
    return machine.transitions
      .filter(({ at, effects, from, standing, to, help }) => {
        const isIdle = standing === 'stated' && from === to && effects.length === 0 && help === '';
        // A row with several states under From may include the state that it leads to.
        return isIdle && (at === null || !moving.has(at.from));
      })
      .map((transition) => [machine, transition] as const);
  });
}

/** Returns the events that something else depends on: a timer, an effect, a rule. */
function eventsUsedIn({ model }: CheckContext): readonly string[] {
  const transitions = model.machines.flatMap((machine) => machine.transitions);
  return [
    ...transitions.flatMap(({ timer }) => (timer?.kind === 'on' ? [timer.event.name] : [])),
    ...transitions.flatMap(({ effects }) =>
      effects.flatMap((effect) => (effect.kind === 'raise' ? [effect.event] : [])),
    ),
    ...model.rules.flatMap(({ events }) => events.map(({ name }) => name)),
  ];
}
