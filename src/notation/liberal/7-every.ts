import type { CallError } from '../../model/types/model.ts';
import { part, type Span } from '../markdown/span.ts';
import { callErrors } from '../points/7-call.ts';
import { type Reader, words } from '../reader.ts';
import { endWithout, sentences } from './cut.ts';

/** What sentences say about all calls. */
export interface AboutAll {
  readonly read: boolean;
  readonly base: string;
  readonly errors: readonly CallError[];
  readonly unread: readonly Span[];
}

const THING = '(?:calls?|paths?|urls?|routes?|endpoints?|requests?|addresses)';
const PATH = '`?((?:https?:\\/\\/[^\\s`/]+)?\\/[^\\s`,;]*)`?';

/** What says where all paths begin; words behind a comma say something else. */
const BASE = new RegExp(
  `^(?:(?:all|every|each) (?:the )?${THING} (?:starts?|begins?) with|(?:the )?(?:base|basis|root|common)(?: (?:path|url|address))?(?: of all ${THING})?(?: is)?\\s*:?|(?:(?:all|every|each) (?:the )?${THING} (?:is|are)|everything (?:is|lies|lives)) (?:under|below|prefixed with|relative to)|(?:the )?prefix(?: of all ${THING})?(?: is)?\\s*:?)\\s*${PATH}(?=$|,)`,
  'i',
);

const EVERY = new RegExp(
  `^(?:any|every|each|all)(?: of the)? ${THING}\\b(.{0,80}?)\\s*\\b(?:gets?|can (?:also )?(?:answer|get|return|fail with|end in)|may (?:also )?(?:answer|get|return|fail with|end in)|answers?|returns?|fails? with|ends? in)\\s+(?:with\\s+)?([^\\s].*)$`,
  'i',
);
const EXCEPTION = /\b(?:but|except|unless|other than|apart from|save|without)\b/i;

/** Reads the sentences of a text that speak of all calls; `isErrors` tells a list of codes. */
export function aboutAll(reader: Reader, text: Span, isErrors: (span: Span) => boolean): AboutAll {
  const errors: CallError[] = [];
  const unread: Span[] = [];
  let base = '';
  let read = false;
  for (const sentence of sentences(text)) {
    const bare = part(sentence, 0, endWithout(sentence.text, '.').length);
    const match = BASE.exec(bare.text);
    const path = match?.[1];
    const found = path === undefined ? errorsIn(reader, bare, isErrors) : [];
    if (path !== undefined) base = endWithout(path, '/.');
    const beside = part(bare, match?.[0].length ?? bare.text.length);
    if (/\p{L}/u.test(beside.text)) unread.push(part(beside, 1));
    errors.push(...(found ?? []));
    if (found === null) unread.push(sentence);
    else read = true;
  }
  return { read, base, errors, unread };
}

/** `Any call with a wrong token gets ERR-01`; an exception in it is none that could be held. */
function errorsIn(reader: Reader, sentence: Span, isErrors: (span: Span) => boolean): CallError[] | null {
  const match = EVERY.exec(sentence.text);
  const [, condition = '', codes = ''] = match ?? [];
  if (match === null || EXCEPTION.test(condition)) return null;
  const list = part(sentence, sentence.text.length - codes.length);
  if (!isErrors(list)) return null;
  const cause = words({
    text: condition
      .trim()
      .replace(/^with (?:an? |the )?/i, '')
      .replace(/,$/, ''),
    from: list.from,
  });
  return callErrors(reader, list).map((error) => ({ ...error, cause: error.cause ?? (cause === '' ? null : cause) }));
}

/** A path behind what all paths begin with, unless it begins so already; of an address that is ours, the path alone. */
export function withBase(path: string, base: string): string {
  const origin = /^https?:\/\/[^/]+/i.exec(base)?.[0] ?? '';
  const start = base.slice(origin.length);
  const own = origin !== '' && path.startsWith(`${origin}/`) ? path.slice(origin.length) : path;
  if (!own.startsWith('/') || start === '' || own === start || own.startsWith(`${start}/`)) return own;
  return `${start}${own}`;
}
