import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { messages } from '../../languages/messages.ts';
import type { CommandGroup } from '../../palette/command-registry.tsx';
import type { EntityInView, ViewContext } from '../../view/view-context.tsx';
import { commandsOf } from '../record/commands.ts';
import { duplicationFrom } from '../record/duplicate.ts';
import { changeableOn, editRefusal, offersOf } from '../record/events.ts';
import { refusalOfAll } from './refusal-of-all.ts';
import type { ActionsInHand, Matching } from './use-actions.ts';

interface Chosen {
  readonly context: ViewContext;
  readonly entity: EntityInView;
  readonly actions: ActionsInHand;
  readonly selected: readonly WireRecord[];
  /** The row that the keyboard is at. */
  readonly active: WireRecord | null;
  /** All that the list finds, where all of it is chosen; else null. */
  readonly all: Matching | null;
}

/**
 * What can be done with the rows that are chosen, by name; where none is, with the one that the keyboard is at. With one row
 * everything that could be done on its own page, with several what the screen offers for several.
 */
export function rowCommands({ context, entity, actions, selected, active, all }: Chosen): CommandGroup {
  const records = selected.length > 0 || active === null ? selected : [active];
  const [only, ...more] = records;
  if (only !== undefined && more.length === 0 && all === null) return oneRow(context, entity, actions, only);
  const title =
    all === null
      ? messages.listTools.selected({ count: String(records.length) })
      : messages.listTools.allSelected({ count: all.count });
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
              label: messages.listTools.remove,
              element: entity.calls.delete ?? undefined,
              refusal: all === null ? refusalOfAll(records, (can) => can.delete) : null,
              run: () => (all === null ? actions.setRemoving(records) : actions.onMatching(null, all)),
            },
          ]
        : []),
    ],
  };
}

/** The same as on the page of the record, without going there. */
function oneRow(context: ViewContext, entity: EntityInView, actions: ActionsInHand, record: WireRecord): CommandGroup {
  const { view, schema, screen: screenOf, recordRoute, go } = context;
  const found = view.screens.find(({ kind, entity: of, linked }) => {
    return kind === 'record' && of === entity.name && linked === null;
  });
  const page = found === undefined ? null : screenOf(found.id);
  const path = recordRoute(entity.name, record.id);
  const machines = schema.entities.get(entity.name)?.machines ?? [];
  const { to, refusal: duplication } =
    page === null ? { to: null, refusal: undefined } : duplicationFrom(context, page, record);
  return {
    title: record._.title,
    commands: commandsOf(
      {
        entity,
        offers: offersOf(entity.events, machines, record),
        typing: null,
        edit: page === null || path === null ? undefined : editRefusal(record, changeableOn(page, entity, record)),
        duplication,
        deletion: record._.can.delete,
      },
      {
        raise: ({ name }) => {
          const event = entity.events.find((each) => each.name === name);
          if (event !== undefined) actions.raise(event, [record]);
        },
        edit: () => go(`${path}?edit`),
        duplicate: () => to !== null && go(to),
        remove: () => actions.setRemoving([record]),
      },
    ),
  };
}
