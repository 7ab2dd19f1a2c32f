import { compared, sized } from './compare.ts';
import { type Frame, type Operand, personOf, roleFieldOf, type Sort } from './frame.ts';
import { attributeNamed, memberOf, oneNamed } from './names.ts';
import { pathOf, readOperand } from './operand.ts';

/** A part of a condition in code. `literal`: a text between quotes; `items`: a list of such. */
export interface Node {
  readonly operand: Operand | null;
  readonly literal: string | null;
  readonly items: readonly string[] | null;
  readonly isNull: boolean;
  readonly top: 'or' | 'and' | 'one';
}

/** A value without a record. */
export function value(text: string, sort: Sort, compound = false): Node {
  return of({ text, sort, entity: null, options: [], compound });
}

function of(operand: Operand): Node {
  return { operand, literal: null, items: null, isNull: false, top: 'one' };
}

const USER = /^(?:user|currentUser|me|session|viewer|actor)$/;

/** What a dotted name in code is: a field, the person, the clock, a constant, a length. */
export function named(steps: readonly string[], frame: Frame): Node | null {
  const name = steps.join('.');
  if (/^(?:null|undefined)$/.test(name)) return { ...value('null', 'empty'), isNull: true };
  if (name === 'true' || name === 'false') return value(name, 'boolean');
  if (name === 'now') return value('now', 'instant');
  if (name === 'today') return value('today', 'date');
  const last = steps.at(-1);
  if (steps.length > 1 && (last === 'length' || last === 'size')) return measured(steps.slice(0, -1), frame);
  if (USER.test(steps[0] ?? '')) return person(steps, frame);
  const field = pathOf(name, frame, 0);
  if (field !== null) return of(field);
  return person(steps, frame) ?? constant(name, frame);
}

function measured(steps: readonly string[], frame: Frame): Node | null {
  const list = named(steps, frame)?.operand ?? null;
  return list !== null && ['text', 'records', 'texts', 'files'].includes(list.sort) ? of(sized(list)) : null;
}

function person(steps: readonly string[], frame: Frame): Node | null {
  const entity = personOf(frame.lexicon);
  if (entity === null) return null;
  const rest = USER.test(steps[0] ?? '') ? steps.slice(1) : steps;
  const me: Operand = { text: 'me', sort: 'record', entity: entity.name, options: [], compound: false };
  if (rest.length < steps.length && (rest.length === 0 || rest.join('.') === 'id')) return of(me);
  if (rest.length === steps.length && steps.join('.') !== roleFieldOf(frame.lexicon, entity)?.name) return null;
  if (rest.length !== 1) return null;
  const attribute = attributeNamed(frame.lexicon, entity.name, rest[0] ?? '');
  return attribute === null ? null : of(memberOf('me', attribute, frame));
}

function constant(name: string, frame: Frame): Node | null {
  const found = oneNamed(frame.lexicon.constants, (each) => each.name, name);
  const operand = found === null ? null : readOperand(found.name, frame);
  return operand === null ? null : of(operand);
}

const BORDERS: ReadonlyMap<string, '<' | '>' | '=='> = new Map([
  ['isBefore', '<'],
  ['isAfter', '>'],
  ['isEqual', '=='],
  ['isSameDay', '=='],
]);

const SAME = new Set([
  'parseISO',
  'startOfDay',
  'toDate',
  'parse',
  'Boolean',
  'Number',
  'Date',
  'trim',
  'dayjs',
  'moment',
]);

/** Whether calls of this name are understood. */
export function isCall(steps: readonly string[]): boolean {
  const last = steps.at(-1) ?? '';
  return (
    BORDERS.has(last) ||
    SAME.has(last) ||
    /^(?:startOfToday|now|today|includes|some|isPast|isFuture|isToday|getTime)$/.test(last)
  );
}

/** What a call in code gives: a border of dates, the clock, a conversion that changes nothing. */
export function namedCall(steps: readonly string[], args: readonly Node[], frame: Frame): Node | null {
  const last = steps.at(-1) ?? '';
  const [one, other] = [args[0]?.operand ?? null, args[1]?.operand ?? null];
  const receiver = steps.length > 1 && steps[0] !== 'Date' ? named(steps.slice(0, -1), frame) : null;
  if (last === 'startOfToday' || last === 'today') return args.length === 0 ? value('today', 'date') : null;
  if (args.length === 0 && (last === 'now' || last === 'Date')) return value('now', 'instant');
  const border = BORDERS.get(last);
  const [left, right] = receiver === null ? [one, other] : [receiver.operand, one];
  if (border !== undefined) return left === null || right === null ? null : bordered(left, border, right);
  if (/^(?:isPast|isFuture|isToday)$/.test(last)) return args.length === 1 && one !== null ? clocked(one, last) : null;
  if (receiver !== null) return last === 'trim' || last === 'getTime' ? (args.length === 0 ? receiver : null) : null;
  return SAME.has(last) && args.length === 1 ? (args[0] ?? null) : null;
}

function bordered(left: Operand, sign: '<' | '>' | '==', right: Operand): Node | null {
  const moments = [left, right].every(({ sort }) => sort === 'date' || sort === 'instant');
  const text = moments ? compared(left, sign, right) : null;
  return text === null ? null : value(text, 'boolean');
}

function clocked(of: Operand, call: string): Node | null {
  const sign = ({ isPast: '<', isFuture: '>', isToday: '==' } as const)[call as 'isPast'];
  const clock = {
    text: of.sort === 'date' ? 'today' : 'now',
    sort: of.sort,
    entity: null,
    options: [],
    compound: false,
  };
  return bordered(of, sign, clock);
}
