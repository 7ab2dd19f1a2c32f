import type { WireRecord } from '../../../engine/wire.ts';
import type { CommandGroup } from '../../palette/commands.tsx';
import type { EntityInView } from '../../view/view.tsx';
import { refusalOfAll } from './refusal-of-all.ts';
import { tableTexts } from './texts.ts';
import type { ActionsInHand } from './use-actions.ts';

interface Chosen {
  readonly entity: EntityInView;
  readonly actions: ActionsInHand;
  readonly selected: readonly WireRecord[];
  /** The row that the keyboard is at. */
  readonly active: WireRecord | null;
}

/** What can be done with the rows that are chosen, by name; where none is, with the one that the keyboard is at. */
export function rowCommands({ entity, actions, selected, active }: Chosen): CommandGroup {
  const records = selected.length > 0 || active === null ? selected : [active];
  const [only] = records;
  const title = records.length === 1 && only !== undefined ? only._.title : tableTexts.selected(String(records.length));
  if (only === undefined) return { title, commands: [] };
  return {
    title,
    commands: [
      ...actions.events.map((event) => ({
        id: `event ${event.name}`,
        label: event.label,
        element: event.call ?? event.machine,
        refusal: refusalOfAll(records, ({ events }) =>
          Object.hasOwn(events, event.name) ? (events[event.name] ?? null) : null,
        ),
        run: () => actions.raise(event, records),
      })),
      ...(actions.mayRemove
        ? [
            {
              id: 'delete',
              label: tableTexts.remove,
              element: entity.calls.delete ?? undefined,
              refusal: refusalOfAll(records, (can) => can.delete),
              run: () => actions.setRemoving(records),
            },
          ]
        : []),
    ],
  };
}
