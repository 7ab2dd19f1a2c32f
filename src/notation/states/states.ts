import type { Machine } from '../../model/types/model.ts';
import type { Block } from '../markdown/document.ts';
import { part, type Span, split } from '../markdown/span.ts';
import { nameFinder, reportTable } from '../points/tables-and-parts.ts';
import { messages } from '../reader/codes.ts';
import { columnNames, hasColumns, keyOf, rowsOf } from '../reader/columns.ts';
import { contentOf, contentSpans, rowSpans } from '../reader/content.ts';
import type { Part, Section } from '../reader/outline.ts';
import { isNotShown, type Reader, words } from '../reader/reader.ts';
import { eventRow, hasEventsOnly } from './event-rows.ts';
import { firstPlaces, machineFrom } from './machine.ts';
import { keysOf } from './machine-keys.ts';
import { MACHINE_KEYS, TRANSITION_COLUMNS } from './transition-columns.ts';
import { namedStates, type Row, rowsFrom, transitionsOf } from './transition-rows.ts';

const ACCEPTED = `States and transitions stand under a heading “### Entity: status”, in a table with the columns ${columnNames(TRANSITION_COLUMNS).join(', ')}.`;

type Table = Extract<Block, { kind: 'table' }>;
type EntityNamed = (title: string) => string | null;

/** Reads point 4: a `### Entity: machine` for each machine, with a table of transitions and keys. */
export function readMachines(
  reader: Reader,
  sections: readonly Section[],
  entities: readonly { readonly name: string }[],
): { machines: Machine[]; help: string } {
  const find = nameFinder(entities.map(({ name }) => name));
  const entityNamed = (title: string) => entities[find(title) ?? -1]?.name ?? null;
  const help: string[] = [];
  const machines = sections.flatMap((section) => {
    const content = contentOf(reader, section.blocks, { point: 4, keys: [], accepts: ACCEPTED });
    help.push(content.help);
    for (const table of content.tables) reportOutside(reader, table);
    return section.parts.flatMap((under) => machineOf(reader, under, entityNamed) ?? []);
  });
  return { machines, help: help.filter((text) => text !== '').join('\n\n') };
}

/** Reports a table before the first part, which belongs to no entity. */
function reportOutside(reader: Reader, table: Table): void {
  if (!hasColumns(table, TRANSITION_COLUMNS)) reportOther(reader, table);
  else
    reader.report(messages.partNotRead(firstHeading(table), UNDER_A_HEADING), table.header.at, {
      point: 4,
      also: rowSpans(table),
    });
}

function reportOther(reader: Reader, table: Table): void {
  reportTable(reader, table, columnNames(TRANSITION_COLUMNS), { point: 4 });
}

const UNDER_A_HEADING = 'Put the table under a heading “### Entity: status”.';
const firstHeading = (table: Table) => words(table.header.cells[0] ?? table.at);

/** Returns the machine that a part states; null if the part is prose, which is reported. */
function machineOf(reader: Reader, under: Part, entityNamed: EntityNamed): Machine | null {
  const { title, machine } = titleOf(under.title);
  const known = entityNamed(words(title));
  if (machine === null && !statesMachine(under.blocks, known !== null)) {
    reader.report(messages.partNotRead(words(under.title), PART), under.title, {
      point: 4,
      also: contentSpans(under.blocks),
    });
    return null;
  }
  const entity = known ?? words(title);
  const stateless = machine === null && hasEventsOnly(under.blocks);
  const name = machine ?? (stateless ? 'events' : 'status');
  const id = reader.id('machine', entity, name);
  const about = { point: 4, element: id } as const;
  const content = contentOf(reader, under.blocks, { ...about, keys: MACHINE_KEYS });
  if (content.notShown !== null)
    reader.report(
      messages.notShown('How this changes', 'No event can be raised until a line states it.'),
      content.notShown,
      about,
    );
  const other = content.tables.filter((table) => !hasColumns(table, TRANSITION_COLUMNS));
  for (const table of other) reportOther(reader, table);
  const rows = content.tables
    .filter((table) => !other.includes(table))
    .flatMap((table) => rowsOf(reader, table, TRANSITION_COLUMNS, 4))
    .flatMap((cells): Row[] => (stateless ? eventRow(reader, cells) : rowsFrom(reader, cells)));
  const keys = keysOf(reader, content.keys, about);
  const unread = content.unread ?? other[0]?.header.at ?? keys.unread;
  const mentioned = namedStates(reader, rows, keys);
  const places = firstPlaces([...keys.states, ...mentioned]);
  const transitions = rows.flatMap((row) => transitionsOf(reader, row, keys, places, { entity, name, unread }));
  return machineFrom(
    reader,
    { id, entity, name, at: under.title, help: content.help, stateless, unread },
    keys,
    transitions,
    places,
  );
}

const PART =
  'A part here is headed “### Entity: status” and has a table of transitions. Write prose above the first part.';

/** Splits `Task: status`. `machine` is null if there is nothing after the entity. */
function titleOf(heading: Span): { readonly title: Span; readonly machine: string | null } {
  const [title, behind] = split(heading, ':');
  const machine = behind === undefined || behind.text === '' ? null : words(part(heading, behind.from - heading.from));
  return { title: title ?? heading, machine };
}

/**
 * Whether a part without the name of a machine states one. Under the name of an entity any table, list or block of code
 * counts as states: unread content refuses.
 */
function statesMachine(blocks: readonly Block[], isEntity: boolean): boolean {
  return blocks.some((block) => {
    if (block.kind === 'table') return isEntity || hasColumns(block, TRANSITION_COLUMNS);
    if (block.kind === 'list') return isEntity || block.items.some(({ text }) => keyOf(text, MACHINE_KEYS) !== null);
    return block.code ? isEntity : isNotShown(block.text);
  });
}
