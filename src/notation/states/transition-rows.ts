import { labelOf } from '../../model/lookups/label-from-name.ts';
import type { Effect, Reference, Transition } from '../../model/types/model.ts';
import { part, type Span, split } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { type Cells, filledCell } from '../reader/columns.ts';
import {
  cellProse,
  type FindingContext,
  formula,
  isBlank,
  isNotShown,
  type Reader,
  reference,
  references,
  statedElement,
  unknownIfUnread,
  words,
} from '../reader/reader.ts';
import { readEffects } from './effects.ts';
import { finalStatesIn, groupNamed, statesNamed } from './machine.ts';
import type { Keys } from './machine-keys.ts';
import { fitsOperation, isOperation, operationRow } from './operation-rows.ts';
import { timerOf, timerSpans, timerStep } from './timers.ts';

const NEW = /^(?:\((?:new|create)\)|\[\*\])$/i;
const ANY = /^(?:any state|any|\(any\))(?:\s+except\s+|$)/i;

/** The machine that the rows belong to. */
export interface Owner {
  readonly entity: string;
  readonly name: string;
  /** Content under the machine's heading that was not read; all its transitions are refused then. */
  readonly unread: Span | null;
}

/** A row of the table whose cells are located but not yet read. */
export interface Row {
  readonly cells: Cells;
  /** Creation of a record, named states (or groups), any state but those named, or an event without states. */
  readonly from: 'new' | 'any' | 'named' | 'none';
  readonly names: readonly Span[];
  readonly to: Span | null;
  readonly event: Span | null;
}

/** Returns the rows of one line of the table: one for each state in `From`. */
export function rowsFrom(reader: Reader, cells: Cells): Row[] {
  const from = cells.cell('From');
  const to = filledCell(cells, 'To');
  const event = filledCell(cells, 'Event');
  const unknown = [from, to, event].find((cell) => isNotShown(cell));
  if (unknown !== undefined && unknown !== null) {
    missingEvent(reader, unknown);
    return [];
  }
  if (event !== null && isOperation(event)) return operationRow(reader, cells, event);
  if (from === null || from.text === '') {
    reader.report(messages.nameMissing('From'), cells.at, { point: 4 });
    return [];
  }
  const any = ANY.exec(from.text);
  const names = namesIn(any === null ? from : part(from, any[0].length));
  const row = { cells, names: [], to, event };
  const rows: Row[] = isBlank(from)
    ? [{ ...row, from: 'new' }]
    : any !== null
      ? [{ ...row, from: 'any', names }]
      : names.map((name) => (NEW.test(name.text) ? { ...row, from: 'new' } : { ...row, from: 'named', names: [name] }));
  return rows.filter((each) => isWhole(reader, each));
}

/** Reports a row that is left out because its event or a state is not shown. */
export function missingEvent(reader: Reader, cell: Span): void {
  reader.report(messages.notShown('This transition', 'It is left out, so this transition never happens.'), cell, {
    point: 4,
  });
}

const namesIn = (list: Span): Span[] => split(list, ',').filter((name) => !isBlank(name));

/** Whether a row is complete. An event needs no name if the row has a target state. */
function isWhole(reader: Reader, { cells, from, to, event }: Row): boolean {
  const missing = to !== null ? null : from === 'new' ? 'To' : event === null ? 'Event' : null;
  if (missing !== null) reader.report(messages.nameMissing(missing), cells.at, { point: 4 });
  return missing === null;
}

/** Returns the states that the rows name, in order. A name that only groups have is not a state. */
export function namedStates(reader: Reader, rows: readonly Row[], keys: Keys): Reference[] {
  const targets = [...keys.states, ...rows.flatMap(({ to }) => (to === null ? [] : { name: words(to), at: null }))];
  const states = new Map<string, Reference>(targets.map((state) => [state.name, state]));
  return rows.flatMap(({ from, names, to }) => {
    const own = from === 'named' ? names.map((span) => reference(reader, span)) : [];
    const left = own.flatMap((each) => groupNamed(each.name, keys.groups, states)?.states ?? [each]);
    return to === null ? left : [...left, reference(reader, to)];
  });
}

/** Returns a transition for each source state of the row. */
export function transitionsOf(
  reader: Reader,
  row: Row,
  keys: Keys,
  places: ReadonlyMap<string, Reference>,
  machine: Owner,
): Transition[] {
  const unread = machine.unread ?? row.cells.unread;
  const transition = (from: string | null, unknown: Span | null = null) =>
    transitionOf(reader, row, from, machine, unread ?? unknown);
  if (row.from === 'new') return [transition(null)];
  if (row.from === 'none') return [transition('')];
  const named = row.names.map((span) => ({ span, states: statesNamed(words(span), keys.groups, places) }));
  if (row.from === 'named') return named.flatMap(({ states }) => (states ?? []).map((from) => transition(from)));
  const unknown = named.filter(({ states }) => states === null);
  for (const { span } of unknown)
    reader.report(messages.nameUnknown(words(span), 'state of this table', 'Correct it.'), span, { point: 4 });
  const left = new Set([...named.flatMap(({ states }) => states ?? []), ...finalStatesIn(keys, places).names]);
  return [...places.keys()].filter((name) => !left.has(name)).map((from) => transition(from, unknown[0]?.span ?? null));
}

function transitionOf(
  reader: Reader,
  { cells, to, event: cell }: Row,
  from: string | null,
  machine: Owner,
  unreadBefore: Span | null,
): Transition {
  const target = to === null ? (from ?? '') : words(to);
  const timer = cell === null ? null : timerSpans(cell);
  const named = cell !== null ? words(cell) : from === null ? null : `to ${target}`;
  const event = timer === null ? named : null;
  const state = from === '' ? [] : [from ?? '(new)'];
  const step = timer !== null ? [timerStep(timer)] : named === null || from === null ? [] : [named];
  const id = reader.id('transition', machine.entity, machine.name, ...state, ...step);
  const about = { point: 4, element: id } as const;
  const who = cells.cell('Who');
  const guard = filledCell(cells, 'Only if');
  const guardShown = !isNotShown(guard);
  const isFitting = (effect: Effect) => timer?.kind !== 'operation' || fitsOperation(effect, timer.operation);
  const { effects, unread } = readEffects(reader, filledCell(cells, 'Then'), about, isFitting);
  const condition = guard === null || !guardShown ? null : formula(reader, guard, about);
  return {
    ...statedElement(reader, 4, id, cells.at, helpOf(cells)),
    from,
    to: target,
    event,
    label: labelFor(reader, cells, event, about),
    timer: timer === null ? null : timerOf(reader, timer, about),
    who: isNotShown(who) ? null : references(reader, who),
    guard: guardShown ? unknownIfUnread(reader, condition, unreadBefore ?? unread) : null,
    guardShown,
    effects,
    error: errorOf(reader, filledCell(cells, 'Error'), about),
    wrongState: wrongStateOf(reader, cells, event !== null && from !== null && from !== '', about),
  };
}

function helpOf(cells: Cells): string {
  const notes = filledCell(cells, 'Notes');
  return notes === null || isNotShown(notes) ? '' : cellProse(notes);
}

function labelFor(reader: Reader, cells: Cells, event: string | null, about: FindingContext): string {
  const button = filledCell(cells, 'Button');
  if (event === null) {
    if (button !== null) reader.report(messages.buttonNotRead(words(button)), button, about);
    return '';
  }
  return button === null || isNotShown(button) ? labelOf(event) : words(button);
}

/** `isEvent`: whether the row is an event that may come in another state. */
function wrongStateOf(reader: Reader, cells: Cells, isEvent: boolean, about: FindingContext): Reference | null {
  const cell = filledCell(cells, 'Wrong state');
  if (cell === null) return null;
  if (isNotShown(cell)) {
    const effect = 'WRONG_STATE answers until a line says otherwise.';
    reader.report(messages.notShown('The error in a wrong state', effect), cell, about);
    return null;
  }
  if (isEvent) return reference(reader, cell);
  reader.report(
    messages.rowNotRead(words(cell), 'Only an event that leaves a state can come in a wrong state.'),
    cell,
    about,
  );
  return null;
}

function errorOf(reader: Reader, cell: Span | null, about: FindingContext): Reference | null {
  if (cell === null) return null;
  if (!isNotShown(cell)) return reference(reader, cell);
  reader.report(
    messages.notShown('The error of this transition', 'NOT_MET answers until a line says otherwise.'),
    cell,
    about,
  );
  return null;
}
