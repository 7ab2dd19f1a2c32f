import type { CallError } from '../../model/model.ts';
import { codeOf, part, type Span } from '../markdown/span.ts';
import type { Address } from '../points/7-address.ts';
import { callErrors } from '../points/7-call.ts';
import { isBlank, type Reader, words } from '../reader.ts';
import { soundsLikeRule } from '../rule-words.ts';
import { bodyOf } from './7-body.ts';
import { cut, endWithout, findOutside, sentences } from './cut.ts';

/** A call while its item is read. */
export interface Growing {
  readonly at: Span;
  readonly title: string | null;
  readonly address: Address;
  /** Names in the body; null where none is stated. */
  sends: readonly string[] | null;
  /** Names that stand in the body beside the fields that change. */
  beside: readonly string[] | null;
  gets: string;
  readonly errors: CallError[];
  /** Stretches that no part of the call holds. */
  readonly unread: Span[];
  /** What is kept as a quotation: where something is not held formally. */
  readonly sources: string[];
}

/** Whether a word is a code of point 8. */
export type IsError = (code: string) => boolean;

const ARROW = /→|->|=>|⇒/y;

/** What stands behind an address. The last of the calls is that which it follows; what they share goes to all. */
export function readTail(reader: Reader, calls: readonly Growing[], tail: Span, isError: IsError): void {
  for (const fragment of sentences(tail)) {
    const bare = trimmed(fragment);
    const arrow = findOutside(bare.text, ARROW);
    if (arrow === null) readFragment(reader, calls, bare, isError);
    else {
      readFragment(reader, calls, trimmed(part(bare, 0, arrow.at)), isError);
      readResult(reader, calls, trimmed(part(bare, arrow.end)), isError);
    }
  }
}

/** Without the marks that only divide. */
function trimmed(span: Span): Span {
  const lead = /^(?:[,:–—]\s*|-(?!>)\s*|\.\s+)*/.exec(span.text)?.[0].length ?? 0;
  const rest = part(span, lead);
  return part(rest, 0, endWithout(rest.text, ',.').length);
}

const GETS =
  /^(?:it\s+)?(?:gives(?! up)|gets|returns|answers(?: with)?|response|responds with|result|returned)\s*:?\s+/i;
const ERRORS = /^(?:errors?|error codes?|fails with|may fail with|can fail with|possible errors|refused with)\s*:?\s+/i;
const NO_BODY = /^(?:with\s+)?(?:no body|without (?:a )?body|empty body)$/i;
const BODY =
  /^(?:(?:with|sends|takes|body|payload|request|request body|json|with (?:the )?body)\s*:?\s*)?(`[^`]*`|[{[][\s\S]*[}\]])/i;
const ANY_CHANGE =
  /^(?:with\s+)?(?:only\s+)?(?:the )?changed fields(?:\s*(?:and|plus|,)\s*`?([\p{L}_][\p{L}\p{N}_]*)`?)?$/iu;
const FORM_FIELD = /\b(?:field name|field|optional|fields?)\s+`([^`]+)`/gi;

function readFragment(reader: Reader, calls: readonly Growing[], span: Span, isError: IsError): void {
  const call = calls.at(-1);
  if (call === undefined || isBlank(span)) return;
  const gets = GETS.exec(span.text);
  const errors = ERRORS.exec(span.text);
  if (gets !== null) readResult(reader, calls, part(span, gets[0].length), isError);
  else if (errors !== null) addErrors(reader, calls, part(span, errors[0].length), () => true);
  else if (isErrorList(span, isError)) addErrors(reader, calls, span, isError);
  else if (!readBody(call, span)) call.unread.push(span);
}

/** What a call sends; what stands beside it is not read. */
function readBody(call: Growing, span: Span): boolean {
  const changed = ANY_CHANGE.exec(span.text);
  const body = BODY.exec(span.text);
  if (NO_BODY.test(span.text)) call.sends = [];
  else if (changed !== null) call.beside = changed[1] === undefined ? [] : [changed[1]];
  else if (/\bmultipart\b/i.test(span.text)) return !readForm(call, span);
  else return body?.[1] !== undefined && readShape(call, span, body[0].length - body[1].length, body[0].length);
  return true;
}

/** The names of a form; the rest of what is said of it is not read. */
function readForm(call: Growing, span: Span): boolean {
  const fields = [...span.text.matchAll(FORM_FIELD)].map((match) => match[1] ?? '');
  if (fields.length > 0) call.sends = fields;
  return true;
}

function readShape(call: Growing, span: Span, from: number, to: number): boolean {
  const stated = part(span, from, to);
  const shape = bodyOf((codeOf(stated) ?? stated).text);
  if (shape === null) return false;
  if (shape.names === null) call.beside = shape.beside;
  call.sends = shape.names;
  if (shape.more) call.sources.push(stated.text);
  const rest = trimmed(part(span, to));
  if (!isBlank(rest)) call.unread.push(rest);
  return true;
}

function readResult(reader: Reader, calls: readonly Growing[], span: Span, isError: IsError): void {
  if (isBlank(span)) return;
  if (isErrorList(span, isError)) {
    addErrors(reader, calls, span, isError);
    return;
  }
  const last = calls.at(-1);
  for (const call of calls) {
    if (call.gets === '') call.gets = words(span);
    else if (call === last) call.gets = `${call.gets}; ${words(span)}`;
  }
  if (soundsLikeRule(span.text)) calls.at(-1)?.unread.push(span);
}

const CODE = /^(?:\*\*|`)?(?:[45]\d\d\s+)?([\p{L}\d][\p{L}\d_-]*)(?:\*\*|`)?(?:\s*\(([^()]*)\))?$/u;

/** Whether a text is a list of codes, with causes in brackets, and nothing else. */
export function isErrorList(span: Span, isError: IsError): boolean {
  const listed = errorParts(span);
  return listed.length > 0 && listed.every(({ text }) => isError(CODE.exec(text)?.[1] ?? ''));
}

const errorParts = (span: Span) =>
  cut(span, (text, at) =>
    text[at] === ',' || text[at] === '/' ? 1 : (/^\s(?:and|or)\s/.exec(text.slice(at, at + 5))?.[0].length ?? 0),
  );

const DEEDS: readonly (readonly [RegExp, string])[] = [
  [/\bdelet/i, 'DELETE'],
  [/\bcreat/i, 'POST'],
];

/** Errors go to all the calls; a cause that names one deed alone goes to the calls that do it. */
function addErrors(reader: Reader, calls: readonly Growing[], span: Span, isError: IsError): void {
  for (const one of errorParts(span)) {
    const match = CODE.exec(one.text);
    if (match === null || !isError(match[1] ?? '')) calls.at(-1)?.unread.push(one);
    else {
      const [error] = callErrors(reader, one);
      const deed = DEEDS.find(([words]) => words.test(match[2] ?? ''))?.[1];
      const meant = calls.filter(({ address }) => address.method === deed);
      if (error !== undefined)
        for (const call of meant.length > 0 ? meant : calls)
          call.errors.push({ ...error, name: error.name.replace(/^[45]\d\d\s+/, '') });
    }
  }
}
