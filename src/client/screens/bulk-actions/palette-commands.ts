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
  /** The row that keyboard commands act on. */
  readonly active: WireRecord | null;
  /** All rows that match the list's query, if all of them are selected; otherwise null. */
  readonly all: Matching | null;
}

/**
 * Returns the palette commands for the selected rows, or for the active row if none is selected. A single row has all
 * commands of its record screen; several rows have the bulk actions of the list.
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

/** Returns the commands of the record's own screen, which act from the list. */
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
