import type { Effect } from '../../model/types/model.ts';
import { codeOf, findOutside, part, type Span, split } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import {
  type FindingContext,
  formula,
  formulaText,
  isBlank,
  isNotShown,
  type Reader,
  words,
} from '../reader/reader.ts';
import { splitWhere } from '../reader/where.ts';
import { readEmail, readRecipient } from './letters.ts';
import { wordAt } from './timers.ts';

/** The effects of a transition, and the first text that was reported as not read. */
export interface Effects {
  readonly effects: readonly Effect[];
  readonly unread: Span | null;
}

/**
 * Reads the effects of a cell, separated by semicolons. Any other text, and an effect that does not fit the row, is
 * reported and has no effect.
 */
export function readEffects(
  reader: Reader,
  cell: Span | null,
  about: FindingContext,
  isFitting: (effect: Effect) => boolean = () => true,
): Effects {
  if (cell === null) return { effects: [], unread: null };
  if (isNotShown(cell)) {
    reader.report(messages.notShown('What happens then', 'Nothing happens besides the new state.'), cell, about);
    return { effects: [], unread: null };
  }
  const fitting = (effect: Effect | null) => (effect !== null && isFitting(effect) ? effect : null);
  const read = effectSpans(cell).map((span) => ({ span, effect: fitting(effectOf(reader, span, about)) }));
  const unread = read.filter(({ effect }) => effect === null).map(({ span }) => span);
  for (const span of unread) reader.report(messages.effectNotRead(words(span)), span, about);
  return { effects: read.flatMap(({ effect }) => effect ?? []), unread: unread[0] ?? null };
}

/** Splits a cell at its semicolons. */
function effectSpans(cell: Span): Span[] {
  return split(codeOf(cell) ?? cell, ';')
    .filter((effect) => !isBlank(effect))
    .map((effect) => codeOf(effect) ?? effect);
}

const VERB = /^(ask|notify|email|call|raise|create|add|remove|delete)(?:\s+(?:for\s+)?|(?=`))(?=[^\s=])/i;
const OPTIONAL = /(?<!\s)\s*\(optional\)$/i;

/** Reads one effect; null if the text is not one. */
function effectOf(reader: Reader, span: Span, about: FindingContext): Effect | null {
  if (/^delete(?: this)?$/i.test(span.text)) return { kind: 'delete', on: null, where: null, at: reader.place(span) };
  const verb = VERB.exec(span.text);
  if (verb === null) return assignment(reader, span, about);
  const rest = part(span, verb[0].length);
  const at = reader.place(span);
  switch (verb[1]?.toLowerCase()) {
    case 'ask': {
      const optional = OPTIONAL.exec(rest.text);
      const field = words(part(rest, 0, optional?.index ?? rest.text.length));
      return { kind: 'ask', field, optional: optional !== null, at };
    }
    case 'notify':
      return isOnePerson(rest) ? { kind: 'notify', to: readRecipient(reader, rest, about), at } : null;
    case 'email':
      return readEmail(reader, rest, span, about);
    case 'raise':
      return raising(reader, rest, span, about);
    case 'create':
      return creation(reader, rest, span, about);
    case 'add':
      return memberChange(reader, rest, { change: 'add', word: ' to ' }, about);
    case 'remove':
      return memberChange(reader, rest, { change: 'remove', word: ' from ' }, about) ?? deletion(reader, rest, about);
    case 'delete':
      return deletion(reader, rest, about);
    default:
      return { kind: 'call', call: words(rest), at };
  }
}

/** Whether a text names one person. Several people (`a and b`, `a, b`) need several effects. */
const isOnePerson = ({ text }: Span): boolean =>
  [' and ', ','].every((between) => findOutside(text, between).length === 0);

/** Reads `EVENT on PATH`. An event may be named `turn on`; a path never continues after the word. */
function raising(reader: Reader, rest: Span, whole: Span, about: FindingContext): Effect | null {
  const on = findOutside(rest.text, ' on').findLast((at) => rest.text.charAt(at + ' on'.length) === ' ');
  if (on === undefined) return null;
  const event = words(part(rest, 0, on));
  const records = recordsOf(reader, part(rest, on + ' on '.length), about);
  return { kind: 'raise', event, ...records, at: reader.place(whole) };
}

/** Reads `path`, `lines where …` or `Ticket where …`. */
function recordsOf(reader: Reader, span: Span, about: FindingContext) {
  const { head, condition } = splitWhere(span);
  return {
    on: formula(reader, head, about),
    where: condition === null ? null : formula(reader, condition, about),
  };
}

function deletion(reader: Reader, rest: Span, about: FindingContext): Effect {
  return { kind: 'delete', ...recordsOf(reader, rest, about), at: reader.place(rest) };
}

/** Reads `VALUE to PATH`. The last such word counts; a value that contains it stands in backticks. */
function memberChange(
  reader: Reader,
  rest: Span,
  { change, word }: { readonly change: 'add' | 'remove'; readonly word: string },
  about: FindingContext,
): Effect | null {
  const at = findOutside(rest.text, word).at(-1);
  if (at === undefined) return null;
  const target = targetOf(reader, part(rest, at + word.length), about);
  const value = formula(reader, part(rest, 0, at), about);
  return target === null ? null : { kind: 'set', change, ...target, value, at: reader.place(rest) };
}

/** Reads `Charge for l in lines where …: amount = …, kind = late`. */
function creation(reader: Reader, rest: Span, whole: Span, about: FindingContext): Effect | null {
  const colon = findOutside(rest.text, ':')[0];
  const head = part(rest, 0, colon ?? rest.text.length);
  const pairs = colon === undefined ? [] : split(part(rest, colon + 1), ',').filter((pair) => !isBlank(pair));
  const halves = pairs.map(assignmentSpans);
  if (halves.includes(null)) return null;
  const loop = wordAt(head.text, ' for ');
  const entity = words(part(head, 0, loop ?? head.text.length));
  const each = loop === null ? null : eachOf(reader, part(head, loop + ' for '.length), about);
  if (each === undefined || entity === '') return null;
  const values = halves.flatMap((half) =>
    half === null ? [] : { field: words(half.target), value: formula(reader, half.value, about) },
  );
  return { kind: 'create', entity, each, values, at: reader.place(whole) };
}

type Each = Extract<Effect, { kind: 'create' }>['each'];

/** Reads `l in lines where …`; undefined for anything else. */
function eachOf(reader: Reader, span: Span, about: FindingContext): Each | undefined {
  const { head, condition } = splitWhere(span);
  const within = wordAt(head.text, ' in ');
  if (within === null) return undefined;
  return {
    local: words(part(head, 0, within)),
    of: formula(reader, part(head, within + ' in '.length), about),
    where: condition === null ? null : formula(reader, condition, about),
  };
}

function assignment(reader: Reader, span: Span, about: FindingContext): Effect | null {
  const halves = assignmentSpans(span);
  if (halves === null) return null;
  const target = targetOf(reader, halves.target, about);
  if (target === null) return null;
  return { kind: 'set', change: null, ...target, value: formula(reader, halves.value, about), at: reader.place(span) };
}

/** Reads `field` or `path.field`. */
function targetOf(reader: Reader, target: Span, about: FindingContext) {
  const dot = findOutside(target.text, '.').at(-1);
  const path = dot === undefined ? null : part(target, 0, dot);
  const field = dot === undefined ? target : part(target, dot + 1);
  if (field.text === '' || path?.text === '') return null;
  const on = path === null || formulaText(path).text === 'this' ? null : formula(reader, path, about);
  return { on, field: words(field) };
}

/** Splits `field = value`; null if there is no single `=`. */
function assignmentSpans(span: Span): { readonly target: Span; readonly value: Span } | null {
  const equals = findOutside(span.text, '=').find((index) => isAssignment(span.text, index));
  const target = equals === undefined ? null : part(span, 0, equals);
  if (equals === undefined || target === null || target.text === '') return null;
  return { target, value: part(span, equals + 1) };
}

/** Whether this `=` is an assignment rather than part of `==`, `<=`, `>=` or `!=`. */
function isAssignment(text: string, at: number): boolean {
  return text.charAt(at + 1) !== '=' && !'=<>!'.includes(text.charAt(at - 1) || ' ');
}
