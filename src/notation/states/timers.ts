import { parseExpression } from '../../expressions/syntax/parse.ts';
import type { PlainOperation } from '../../model/types/machine.ts';
import type { Timer } from '../../model/types/model.ts';
import { findOutside, part, type Span } from '../markdown/span.ts';
import { type FindingContext, formula, formulaText, type Reader, reference, words } from '../reader/reader.ts';
import { splitWhere } from '../reader/where.ts';

/** The parts of a trigger in a cell of the column Event. */
export type TimerSpans =
  | { readonly kind: 'after' | 'before' | 'every'; readonly delay: Span; readonly from: Span | null }
  | { readonly kind: 'when'; readonly condition: Span }
  | { readonly kind: 'operation'; readonly operation: PlainOperation; readonly where: Span | null }
  | {
      readonly kind: 'on';
      readonly entity: Span;
      readonly event: Span;
      readonly by: Span | null;
      readonly where: Span | null;
    };

const DELAYED = /^(after|every|before)\s+(?=\S)/i;
const BESIDE = /^(`[^`]+`|\d[\w.,]*\s*\p{L}+|[A-Z][A-Z0-9_]*)\s+(after|before)\s+(?=\S)/u;

/** Returns the trigger in a cell; null for an event that people raise. */
export function timerSpans(event: Span): TimerSpans | null {
  return delayed(event) ?? relativeToField(event) ?? condition(event) ?? operation(event) ?? following(event);
}

function delayed(event: Span): TimerSpans | null {
  const match = DELAYED.exec(event.text);
  if (match === null) return null;
  const kind = delayKind(match[1] ?? '');
  const rest = part(event, match[0].length);
  const at = wordAt(rest.text, ' from ');
  if (at === null) return kind === 'before' ? null : { kind, delay: rest, from: null };
  return { kind, delay: part(rest, 0, at), from: part(rest, at + ' from '.length) };
}

/** Reads `24 hours after pickupAt`. */
function relativeToField(event: Span): TimerSpans | null {
  const match = BESIDE.exec(event.text);
  if (match === null) return null;
  const delay = part(event, 0, (match[1] ?? '').length);
  // A capitalized name may be the start of an event's name: `VAT after discount`.
  const isName = /^[A-Z]/.test(event.text);
  if (isName && parseExpression(formulaText(part(event, match[0].length)).text).tree === null) return null;
  return { kind: delayKind(match[2] ?? ''), delay, from: part(event, match[0].length) };
}

function condition(event: Span): TimerSpans | null {
  const match = /^when\s+(?=`)/i.exec(event.text);
  const rest = match === null ? null : part(event, match[0].length);
  return rest === null ? null : { kind: 'when', condition: rest };
}

/** Reads `on create`, `on change where …` and `on delete`. */
function operation(event: Span): TimerSpans | null {
  const match = /^on\s+(create|change|delete)(?=\s*$|\s+where[\s`(])/i.exec(event.text);
  if (match === null) return null;
  const name = (match[1] ?? '').toLowerCase();
  const stated = OPERATIONS.find((each) => each === name);
  if (stated === undefined) return null;
  return { kind: 'operation', operation: stated, where: splitWhere(part(event, match[0].length)).condition };
}

const OPERATIONS: readonly PlainOperation[] = ['create', 'change', 'delete'];

function following(event: Span): TimerSpans | null {
  const match = /^on\s+(?=\S)/i.exec(event.text);
  if (match === null) return null;
  const rest = part(event, match[0].length);
  const colon = findOutside(rest.text, ':')[0];
  if (colon === undefined || colon === 0 || rest.text.slice(colon + 1).trim() === '') return null;
  const { head, condition } = splitWhere(part(rest, colon + 1));
  const by = wordAt(head.text, ' by ');
  return {
    kind: 'on',
    entity: part(rest, 0, colon),
    event: by === null ? head : part(head, 0, by),
    by: by === null ? null : part(head, by + ' by '.length),
    where: condition,
  };
}

function delayKind(written: string): 'after' | 'before' | 'every' {
  const word = written.toLowerCase();
  return word === 'every' || word === 'before' ? word : 'after';
}

/** Returns the offset of a word outside backticks, quotes and brackets, or null. */
export function wordAt(text: string, word: string): number | null {
  return findOutside(text, word)[0] ?? null;
}

/** Returns a short name of a trigger, for ids. */
export function timerStep(spans: TimerSpans): string {
  if (spans.kind === 'when') return `when ${formulaText(spans.condition).text}`;
  if (spans.kind === 'on') return `on ${words(spans.entity)} ${words(spans.event)}`;
  if (spans.kind === 'operation')
    return `on ${spans.operation}${spans.where === null ? '' : ` where ${formulaText(spans.where).text}`}`;
  const from = spans.from === null ? '' : ` from ${formulaText(spans.from).text}`;
  return `${spans.kind} ${formulaText(spans.delay).text}${from}`;
}

export function timerOf(reader: Reader, spans: TimerSpans, about: FindingContext): Timer {
  if (spans.kind === 'when') return { kind: 'when', condition: formula(reader, spans.condition, about) };
  if (spans.kind === 'on') {
    return {
      kind: 'on',
      entity: reference(reader, spans.entity),
      event: reference(reader, spans.event),
      by: spans.by === null ? null : reference(reader, spans.by),
      where: spans.where === null ? null : formula(reader, spans.where, about),
    };
  }
  if (spans.kind === 'operation') {
    const where = spans.where === null ? null : formula(reader, spans.where, about);
    return { kind: 'operation', operation: spans.operation, where };
  }
  const from = spans.from === null ? null : formula(reader, spans.from, about);
  return { kind: spans.kind, delay: formula(reader, spans.delay, about), from };
}
