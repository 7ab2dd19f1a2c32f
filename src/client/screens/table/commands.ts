import type { WireRecord } from '../../../engine/wire.ts';
import type { CommandGroup } from '../../palette/commands.tsx';
import type { EntityInView } from '../../view/view.tsx';
import { refusalOfAll } from './refusal-of-all.ts';
import { toolTexts } from './tool-texts.ts';
import type { ActionsInHand, Matching } from './use-actions.ts';

interface Chosen {
  readonly entity: EntityInView;
  readonly actions: ActionsInHand;
  readonly selected: readonly WireRecord[];
  /** The row that the keyboard is at. */
  readonly active: WireRecord | null;
  /** All that the list finds, where all of it is chosen; else null. */
  readonly all: Matching | null;
}

/** What can be done with the rows that are chosen, by name; where none is, with the one that the keyboard is at. */
export function rowCommands({ entity, actions, selected, active, all }: Chosen): CommandGroup {
  const records = selected.length > 0 || active === null ? selected : [active];
  const [only] = records;
  const title =
    all !== null
      ? toolTexts.allSelected(all.count)
      : records.length === 1 && only !== undefined
        ? only._.title
        : toolTexts.selected(String(records.length));
  if (only === undefined) return { title, commands: [] };
  return {
    title,
    commands: [
      ...actions.events.map((event) => ({
        id: `event ${event.name}`,
        label: event.label,
        element: event.call ?? event.machine,
        refusal:
          all !== null
            ? null
            : refusalOfAll(records, ({ events }) =>
                Object.hasOwn(events, event.name) ? (events[event.name] ?? null) : null,
              ),
        run: () => (all === null ? actions.raise(event, records) : actions.onMatching(event, all)),
      })),
      ...(actions.mayRemove
        ? [
            {
              id: 'delete',
              label: toolTexts.remove,
              element: entity.calls.delete ?? undefined,
              refusal: all === null ? refusalOfAll(records, (can) => can.delete) : null,
              run: () => (all === null ? actions.setRemoving(records) : actions.onMatching(null, all)),
            },
          ]
        : []),
    ],
  };
}
