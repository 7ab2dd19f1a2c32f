import type { Block } from '../markdown/document.ts';
import type { Span } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { type Cells, columnNamed, filledCell, hasColumns, type KeyValue, keyOf } from '../reader/columns.ts';
import { isNotShown, type Reader, words } from '../reader/reader.ts';
import { isOperation, operationRow } from './operation-rows.ts';
import { timerSpans } from './timers.ts';
import { MACHINE_KEYS, TRANSITION_COLUMNS } from './transition-columns.ts';
import { missingEvent, type Row } from './transition-rows.ts';

type Table = Extract<Block, { kind: 'table' }>;

/**
 * Whether the part of an entity states events without states: its tables have the column `Event`, their rows have
 * neither `From` nor `To`, and no key of a machine stands beside them.
 */
export function hasEventsOnly(blocks: readonly Block[]): boolean {
  const tables = blocks.filter((block): block is Table => block.kind === 'table');
  const hasKeys = blocks.some(
    (block) => block.kind === 'list' && block.items.some(({ text }) => isAboutStates(keyOf(text, MACHINE_KEYS))),
  );
  const read = tables.filter((table) => hasColumns(table, TRANSITION_COLUMNS));
  return !hasKeys && read.length > 0 && read.every(isWithoutStates);
}

/** Whether a key names states; what is not shown of them names none. */
const isAboutStates = (key: KeyValue | null): boolean => key !== null && !isNotShown(key.value);

function isWithoutStates({ header, rows }: Table): boolean {
  const columns = header.cells.map((cell) => columnNamed(TRANSITION_COLUMNS, words(cell))?.name ?? null);
  const states = columns.flatMap((name, index) => (name === 'From' || name === 'To' ? index : []));
  if (!columns.includes('Event') || (rows.length === 0 && states.length > 0)) return false;
  return rows.every(({ cells }) => states.every((index) => (cells[index]?.text ?? '') === ''));
}

/** Whether a trigger is timed from the entry into a state, so that it needs a table with states. */
function timesState(event: Span): boolean {
  const spans = timerSpans(event);
  return spans !== null && spans.kind !== 'on' && spans.kind !== 'operation';
}

const WITH_STATES = 'Timers and conditions start in a state. Give the table the columns From and To.';

/** Returns the row of a table of events without states. A row without an event is reported and left out. */
export function eventRow(reader: Reader, cells: Cells): Row[] {
  const event: Span | null = filledCell(cells, 'Event');
  if (event === null) reader.report(messages.nameMissing('Event'), cells.at, { point: 4 });
  else if (isNotShown(event)) missingEvent(reader, event);
  else if (timesState(event)) reader.report(messages.rowNotRead(words(event), WITH_STATES), event, { point: 4 });
  else if (isOperation(event)) return operationRow(reader, cells, event);
  else return [{ cells, from: 'none', names: [], to: null, event }];
  return [];
}
