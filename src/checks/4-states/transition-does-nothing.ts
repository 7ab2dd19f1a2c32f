import { defineCheck } from '../check.ts';
import { capital, moveOf } from '../moves.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'transition-does-nothing',
  point: 4,
  severity: 'note',
  about: 'A row that leads from a state back to it, and does nothing besides.',
  *find(context) {
    const followed = new Set(
      context.model.machines.flatMap(({ transitions }) =>
        transitions.flatMap(({ timer, effects }) => [
          ...(timer?.kind === 'on' ? [timer.event.name] : []),
          ...effects.flatMap((effect) => (effect.kind === 'raise' ? [effect.event] : [])),
        ]),
      ),
    );
    const ruled = new Set(context.model.rules.flatMap(({ events }) => events.map(({ name }) => name)));
    for (const machine of context.model.machines) {
      for (const transition of machine.transitions) {
        const { at, effects, event, from, id, standing, to, who, help } = transition;
        if (standing !== 'stated' || from !== to || effects.length > 0 || help !== '') continue;
        if (event !== null && (followed.has(event) || ruled.has(event))) continue;
        yield {
          element: id,
          at,
          message: `${capital(moveOf(machine, transition))} does nothing: it stays in ${to}, and Then is empty.`,
          next: 'Say under Then what happens, correct To, or remove the row.',
          witness: witnessOf(context, {
            who: event === null ? null : (who?.[0]?.name ?? null),
            entity: machine.entity,
            state: { machine, name: from ?? to },
            happens: 'afterwards it stands as it stood before',
          }),
        };
      }
    }
  },
});
