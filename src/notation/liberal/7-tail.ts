import type { CallError } from '../../model/types/model.ts';
import { codeOf, part, type Span } from '../markdown/span.ts';
import type { Address } from '../points/7-address.ts';
import { callErrors } from '../points/7-call.ts';
import { isBlank, type Reader, reference, words } from '../reader.ts';
import { soundsLikeRule } from '../rule-words.ts';
import { bodyOf } from './7-body.ts';
import { cut, endWithout, findOutside, sentences } from './cut.ts';
import { columnsOf } from './lines.ts';
import { nameKey } from './phrases/fold.ts';

/** A call while its item is read. */
export interface Growing {
  readonly at: Span;
  readonly title: string | null;
  address: Address;
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
export function readTail(
  reader: Reader,
  calls: readonly Growing[],
  tail: Span,
  isError: IsError,
  all: readonly Growing[] = calls,
): void {
  if (columnsOf(tail).length > 1) {
    readColumns(reader, calls, tail, isError);
    return;
  }
  for (const fragment of sentences(tail)) {
    const bare = trimmed(fragment);
    const arrow = findOutside(bare.text, ARROW);
    if (arrow === null) readFragment(reader, calls, bare, isError, all);
    else {
      readFragment(reader, calls, trimmed(part(bare, 0, arrow.at)), isError, all);
      readResult(reader, calls, trimmed(part(bare, arrow.end)), isError);
    }
  }
}

/** What stands behind an address in columns of plain text. */
export function readColumns(reader: Reader, calls: readonly Growing[], tail: Span, isError: IsError): void {
  for (const column of columnsOf(tail)) readColumn(reader, calls, trimmed(column), isError);
}

/** A column of plain text: a result behind an arrow, a list of codes, a body, or the names in one. */
function readColumn(reader: Reader, calls: readonly Growing[], column: Span, isError: IsError): void {
  const call = calls.at(-1);
  if (call === undefined || isBlank(column)) return;
  const arrow = findOutside(column.text, ARROW);
  if (arrow !== null) {
    readColumn(reader, calls, trimmed(part(column, 0, arrow.at)), isError);
    readResult(reader, calls, trimmed(part(column, arrow.end)), isError);
    return;
  }
  const codes = /\s(?=[A-Z][A-Z0-9_-]*(?:, ?[A-Z][A-Z0-9_-]*)*$)/.exec(column.text);
  if (isErrorList(column, isError)) addErrors(reader, calls, column, isError);
  else if (LISTED.test(column.text))
    call.sends = column.text.split(',').map((name) => name.replace(/\[\]|\?/g, '').trim());
  else if (codes !== null && isErrorList(part(column, codes.index), isError)) {
    readColumn(reader, calls, part(column, 0, codes.index), isError);
    addErrors(reader, calls, part(column, codes.index), isError);
  } else if (!readBody(call, column)) call.unread.push(column);
}

const LISTED = /^[\p{L}_][\p{L}\p{N}_]*(?:\[\])?\??(?:, ?[\p{L}_][\p{L}\p{N}_]*(?:\[\])?\??)+$/u;

/** Without the marks that only divide. */
function trimmed(span: Span): Span {
  const lead = /^(?:[,:–—]\s*|-(?!>)\s*|\.\s+)*/.exec(span.text)?.[0].length ?? 0;
  const rest = part(span, lead);
  return part(rest, 0, endWithout(rest.text, ',.').length);
}

const GETS =
  /^(?:it\s+)?(?:gives(?! up)|gets|returns|answers(?: with)?|response|responds with|result|returned)\s*:?\s+/i;
const ERRORS = /^(?:errors?|error codes?|fails with|may fail with|can fail with|possible errors|refused with)\s*:?\s+/i;
const NO_BODY = /^(?:with\s+)?(?:no body|without (?:a )?body|empty body|sends nothing)$/i;
const BODY =
  /^(?:(?:with|sends|takes|body|payload|request|request body|json|with (?:the )?body)\s*:?\s*)?(`[^`]*`|[{[][\s\S]*[}\]])/i;
const ANY_CHANGE =
  /^(?:with\s+)?(?:only\s+)?(?:the )?(?:changed fields|what (?:has )?changed)(?:\s*(?:and|plus|,|\+)\s*`?([\p{L}_][\p{L}\p{N}_]*)`?)?$/iu;
const FORM_FIELD = /\b(?:field name|field|optional|fields?)\s+`([^`]+)`/gi;

function readFragment(
  reader: Reader,
  calls: readonly Growing[],
  span: Span,
  isError: IsError,
  all: readonly Growing[],
): void {
  const call = calls.at(-1);
  if (call === undefined || isBlank(span)) return;
  const fails = FAILS.exec(span.text);
  if (fails !== null) {
    const meant = fails[1] === undefined || /^it$/i.test(fails[1]) ? calls : all;
    addFailures(reader, meant, part(span, fails[0].length));
    return;
  }
  const gets = GETS.exec(span.text);
  const errors = ERRORS.exec(span.text);
  if (gets !== null) readResult(reader, calls, part(span, gets[0].length), isError);
  else if (errors !== null) addErrors(reader, calls, part(span, errors[0].length), () => true);
  else if (isErrorList(span, isError)) addErrors(reader, calls, span, isError);
  else if (!readBody(call, span)) call.unread.push(span);
}

const FAILS =
  /^(?:and\s+)?(?:(it|this call|they|both|all(?: of them)?|each of them|these calls)\s+)?(?:can|may|might)\s+(?:all\s+|both\s+|also\s+)?(?:fail|end|be refused|be answered)\s+(?:with|in|by)\s+/i;

/** `"not complete", "too late" and the last one with "in use"`: codes in quotes as the catalogue names them. */
function addFailures(reader: Reader, calls: readonly Growing[], span: Span): void {
  const known = new Map(reader.lexicon().errors.map((code) => [nameKey(code), code]));
  for (const one of errorParts(span)) {
    const last = /^(?:and\s+)?the last(?: one| of them)?\s+(?:also\s+)?with\s+/i.exec(one.text);
    const named = last === null ? one : part(one, last[0].length);
    const meant = last === null ? calls : calls.slice(-1);
    const bare = named.text.replaceAll(/["“”„`]/g, '').trim();
    const code =
      known.get(nameKey(bare)) ?? (/^["“„`]/.test(named.text) || /^[A-Z][A-Z0-9_-]+$/.test(bare) ? bare : null);
    if (code === null || code.split(' ').length > 6) calls.at(-1)?.unread.push(one);
    else for (const call of meant) call.errors.push({ ...reference(reader, named), name: code, cause: null });
  }
}

/** What a call sends; what stands beside it is not read. */
function readBody(call: Growing, span: Span): boolean {
  const changed = ANY_CHANGE.exec(span.text);
  const body = BODY.exec(span.text);
  const named = inTicks(span);
  if (NO_BODY.test(span.text)) call.sends = [];
  else if (named !== null) return readNamed(call, span, named);
  else if (changed !== null) call.beside = changed[1] === undefined ? [] : [changed[1]];
  else if (/\bmultipart\b/i.test(span.text)) return !readForm(call, span);
  else return body?.[1] !== undefined && readShape(call, span, body[0].length - body[1].length, body[0].length);
  return true;
}

const TICKS = /^(?:and )?(with|sends|takes|needs)(?: the (?:parameters?|fields?|names?|query))?\s+(?=`[^`{[]+`)/i;

/** "with the parameters `a`, `b` and `c`", "sends `comment`": how far the names go, and which they are. */
function inTicks(span: Span): { readonly names: readonly string[]; readonly end: number } | null {
  const lead = TICKS.exec(span.text);
  if (lead === null) return null;
  const names: string[] = [];
  let end = lead[0].length;
  for (;;) {
    const next = /^(?:,\s*(?:and\s+)?|\s+and\s+)?`([^`{[\s]{1,60})`/.exec(span.text.slice(end));
    if (next?.[1] === undefined || (names.length > 0 && next[0].startsWith('`'))) break;
    names.push(next[1]);
    end += next[0].length;
  }
  return names.length === 0 ? null : { names, end };
}

/** Of a call that reads, names behind it stand in its query. */
function readNamed(call: Growing, span: Span, { names, end }: { names: readonly string[]; end: number }): boolean {
  if (call.address.method === 'GET') {
    const at = call.address.query[0]?.at ?? null;
    call.address = { ...call.address, query: [...call.address.query, ...names.map((name) => ({ name, at }))] };
  } else call.sends = names;
  const rest = trimmed(part(span, end));
  const gets = GETS.exec(rest.text);
  if (gets !== null && call.gets === '') call.gets = words(part(rest, gets[0].length));
  else if (!isBlank(rest)) call.unread.push(rest);
  return true;
}

/** The names of a form; the rest of what is said of it is not read. */
function readForm(call: Growing, span: Span): boolean {
  const listed = /\bmultipart\s*:\s*([\p{L}\p{N}_, ]+)\)?$/u.exec(span.text)?.[1];
  if (listed !== undefined) {
    call.sends = listed.split(',').map((name) => name.trim());
    return false;
  }
  const fields = [...span.text.matchAll(FORM_FIELD)].map((match) => match[1] ?? '');
  if (fields.length > 0) call.sends = fields;
  return true;
}

function readShape(call: Growing, span: Span, from: number, to: number): boolean {
  const stated = part(span, from, to);
  const either = stated.text.split(/(?<=\})\s*\|\s*(?=\{)/).map(bodyOf);
  if (either.length > 1 && either.every((one) => one?.names)) {
    call.sends = [...new Set(either.flatMap((one) => one?.names ?? []))];
    call.unread.push(stated);
    return true;
  }
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
  const bar = findOutside(span.text, /\s\|\s/y);
  if (bar !== null && isErrorList(part(span, bar.end), isError)) {
    readResult(reader, calls, part(span, 0, bar.at), isError);
    addErrors(reader, calls, part(span, bar.end), isError);
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
