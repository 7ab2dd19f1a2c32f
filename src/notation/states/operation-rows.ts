import type { Effect } from '../../model/types/model.ts';
import type { Span } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { type Cells, filledCell } from '../reader/columns.ts';
import { isBlank, type Reader, words } from '../reader/reader.ts';
import { timerSpans } from './timers.ts';
import type { Row } from './transition-rows.ts';

/** Whether a cell of the column Event names a plain operation on the record itself: `on change where …`. */
export const isOperation = (event: Span | null): boolean => event !== null && timerSpans(event)?.kind === 'operation';

/**
 * Returns the row of a plain operation. It has effects only: permissions say who may do the operation, so a row that
 * states a state, people, a condition of its own or a button is reported and left out.
 */
export function operationRow(reader: Reader, cells: Cells, event: Span): Row[] {
  const name = FOREIGN.find((column) => {
    const cell = filledCell(cells, column);
    return cell !== null && !isBlank(cell);
  });
  if (name === undefined) return [{ cells, from: 'none', names: [], to: null, event }];
  const how = HOW[name];
  reader.report(messages.rowNotRead(words(event), how), filledCell(cells, name) ?? event, { point: 4 });
  return [];
}

const EFFECTS_ONLY = 'A plain operation has no state, nobody of its own who may do it, and no button: leave';

const HOW = {
  From: `${EFFECTS_ONLY} *From* empty.`,
  To: `${EFFECTS_ONLY} *To* empty.`,
  Who: `${EFFECTS_ONLY} *Who* empty; point 6 says who may do it.`,
  'Only if': 'Write the condition in *Event*: ``on change where `…` ``. A rule of point 5 refuses operations.',
  Error: 'Its effects refuse nothing of their own. Leave *Error* empty.',
  Button: `${EFFECTS_ONLY} *Button* empty.`,
} as const;

const FOREIGN = Object.keys(HOW) as readonly (keyof typeof HOW)[];

/**
 * Whether an effect makes sense for the operation. A plain operation asks for nothing, and a record that is deleted
 * keeps no new values.
 */
export function fitsOperation(effect: Effect, operation: 'create' | 'change' | 'delete'): boolean {
  if (effect.kind === 'ask') return false;
  const isOwn = (effect.kind === 'set' || effect.kind === 'delete') && effect.on === null;
  return operation !== 'delete' || !isOwn;
}
