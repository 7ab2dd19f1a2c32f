import type { Failure, Refusal } from '../../engine/core/refusal.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';
import { type MessageValues, refusalOfCall, refuse, type StandardCode } from '../../engine/errors/error-catalogue.ts';
import { problemOf } from '../../engine/errors/problem-details.ts';
import { quickHash } from '../core/document-hash.ts';
import { PROTOCOL, type ProtocolCode } from '../core/protocol-errors.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import type { Version } from '../runtime/runtime.ts';
import { messagesIn } from '../runtime/server-messages.ts';
import type { Unreadable } from './body.ts';
import { answersInDocumentShape, callOf, documentErrorBody } from './document-error.ts';

/** Returns the headers of every response that contains personal data. */
export const privateHeaders = ({ version }: Pick<RequestContext, 'version'>): Headers =>
  new Headers(plainHeaders(version));

type PlainHeaders = Readonly<Record<string, string>>;

const headersByVersion = new WeakMap<Version, PlainHeaders>();

/**
 * The same headers as a plain object, cached per version: creating a Response from it costs a quarter less than from
 * `Headers`.
 */
function plainHeaders(version: Version): PlainHeaders {
  const cached = headersByVersion.get(version);
  if (cached !== undefined) return cached;
  const headers = {
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Authorization, Ninefold-Language, Accept-Language, Accept-Encoding',
    'content-language': version.speech.tag,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'ninefold-document': version.hash,
  };
  headersByVersion.set(version, headers);
  return headers;
}

export interface AnswerOptions {
  readonly status?: number;
  readonly location?: string;
  /** The record's own quoted ETag, if the response is one record. */
  readonly etag?: string;
  readonly mediaType?: string;
  /** Further headers, by their names in lower case. */
  readonly headers?: PlainHeaders;
  /** A short key that differs whenever the text differs. Absent: the text itself is hashed. */
  readonly mark?: string;
}

/** Answers with a value as JSON. Answers 304 if a safe request already has it. */
export function jsonAnswer(context: RequestContext, value: unknown, options: AnswerOptions = {}): Response {
  return textAnswer(context, JSON.stringify(value), { mediaType: JSON_TYPE, ...options });
}

export const JSON_TYPE = 'application/json';

/**
 * Length in characters or bytes from which a response carries Content-Length, by which the sender decides whether to
 * compress it.
 */
export const CONTENT_LENGTH_FROM = 4_096;

/** Answers with text, like `jsonAnswer`; a 204 has no body. Text given as bytes must come with a `mark`. */
export function textAnswer(
  context: RequestContext,
  text: string | Uint8Array<ArrayBuffer>,
  options: AnswerOptions = {},
): Response {
  const { status = 200, location, etag, mark = String(text), mediaType = 'text/plain; charset=utf-8' } = options;
  const tag = entityTag(mark, etag);
  const headers: Record<string, string> = { ...plainHeaders(context.version), ...options.headers };
  if (location !== undefined) headers['location'] = location;
  if (status < 300) headers['etag'] = tag;
  if (status === 200 && isSafeRead(context.request) && isUnchanged(context.request, tag))
    return new Response(null, { status: 304, headers });
  if (status === 204) return new Response(null, { status, headers });
  headers['content-type'] = mediaType;
  if (text.length < CONTENT_LENGTH_FROM) return new Response(text, { status, headers });
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  headers['content-length'] = String(bytes.length);
  return new Response(bytes, { status, headers });
}

/** Answers 204. */
export const emptyAnswer = (context: RequestContext): Response =>
  new Response(null, { status: 204, headers: privateHeaders(context) });

/**
 * Returns the ETag header: the record's own tag, which guards writes, and a hash of the whole response, which contains
 * more than the record (such as the permitted actions). Both must match for a 304.
 */
function entityTag(mark: string, etag: string | undefined): string {
  const whole = quickHash(mark);
  return etag === undefined ? `"${whole}"` : `"${etag.slice(1, -1)}.${whole}"`;
}

/**
 * Returns the If-Match header reduced to the records' own tags, whichever form was sent; undefined if none was sent.
 */
export function ifMatchOf(request: Request): string | undefined {
  return request.headers.get('if-match')?.replace(/"([^".]*)\.[^"]*"/g, '"$1"');
}

const isSafeRead = (request: Request): boolean => request.method === 'GET' || request.method === 'HEAD';

function isUnchanged(request: Request, tag: string): boolean {
  const header = request.headers.get('if-none-match');
  if (header === null) return false;
  return header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
}

export interface RefusalOptions {
  /** Ids of the elements of the document that decided. */
  readonly decidedBy?: readonly string[];
  readonly retryAfter?: number;
  readonly current?: WireRecord;
  readonly allow?: readonly string[];
  /** Replaces the message of the code. */
  readonly message?: string;
}

/** What of a request's context an answer with a refusal needs. A request that is refused early has no more. */
export type RefusedContext = Pick<RequestContext, 'version' | 'url' | 'runtime'> &
  Partial<Pick<RequestContext, 'request' | 'route' | 'now' | 'id' | 'sent'>>;

/** Answers with a refusal: in the shape that the document states for its calls, else as problem details. */
export function refusedAnswer(context: RefusedContext, given: Refusal, options: RefusalOptions = {}): Response {
  const call = callOf(context);
  const refusal = call === null ? given : refusalOfCall(context.version.compiled, given, call.name);
  const { retryAfter, current, allow } = options;
  const headers = privateHeaders(context);
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter));
  if (allow !== undefined) headers.set('allow', allow.join(', '));
  if (refusal.status === 401) headers.set('www-authenticate', 'Session realm="ninefold"');
  const { status } = refusal;
  const own = answersInDocumentShape(context) ? documentErrorBody(context, refusal) : null;
  if (own !== null) {
    if (own.text !== null) headers.set('content-type', own.mediaType);
    return new Response(own.text, { status, headers });
  }
  const problem = problemOf(context.version.compiled, refusal, {
    instance: context.url.pathname,
    dev: context.runtime.dev,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(current === undefined ? {} : { current }),
  });
  const stated = answersInDocumentShape(context) ? context.version.model.errorAnswers.mediaType : null;
  headers.set('content-type', stated ?? 'application/problem+json');
  return new Response(JSON.stringify(problem), { status, headers });
}

/** Answers with a standard error. If the document's catalogue has the code, its texts are used. */
export function standardAnswer(
  context: RefusedContext,
  code: StandardCode,
  values: MessageValues = {},
  options: RefusalOptions = {},
): Response {
  const messageValues = { ...values, ...localizedEntity(context, values) };
  return refusedAnswer(context, refuse(context.version.compiled, code, messageValues, options.decidedBy), options);
}

/** Answers that the caller sent too many requests, and how many seconds to wait. */
export function tooManyRequests(context: RefusedContext, wait: number, decidedBy: readonly string[]): Response {
  const words = context.version.compiled.format.duration({ months: 0, days: 0, ms: wait * 1_000 });
  return standardAnswer(context, 'TOO_MANY_REQUESTS', { wait: words, n: wait }, { retryAfter: wait, decidedBy });
}

/** Translates the name of a built-in thing, such as "page", into the language of the response. */
function localizedEntity(context: Pick<RequestContext, 'version'>, { entity }: MessageValues): MessageValues {
  const entityNames: Readonly<Record<string, string>> = messagesIn(context).entityNames;
  return typeof entity === 'string' && Object.hasOwn(entityNames, entity)
    ? { entity: entityNames[entity] ?? entity }
    : {};
}

/** Answers with a protocol error: see `PROTOCOL`. */
export function protocolAnswer(context: RefusedContext, code: ProtocolCode, options: RefusalOptions = {}): Response {
  const texts = messagesIn(context).protocol[code];
  const { message = texts.message } = options;
  const refusal = { ...PROTOCOL[code], ...texts, message, code, decidedBy: [], failures: [] };
  return refusedAnswer(context, refusal, options);
}

/** Answers to a body that can't be read. `decidedBy`: ids of the lines that limit its size. */
export function unreadableAnswer(
  context: RequestContext,
  wrong: Unreadable,
  decidedBy: readonly string[] = [],
): Response {
  switch (wrong.wrong) {
    case 'malformed':
      return malformedAnswer(context, wrong.reason, wrong.path ?? []);
    case 'too large':
      return standardAnswer(context, 'TOO_LARGE', { limit: wrong.limit }, { decidedBy });
    case 'media type':
      return standardAnswer(context, 'UNSUPPORTED_MEDIA_TYPE');
    case 'signed out':
      return standardAnswer(context, 'NOT_SIGNED_IN');
  }
}

/** Answers to a malformed body, with the member that is wrong where there is one. */
function malformedAnswer(context: RequestContext, reason: string, path: Failure['path']): Response {
  const refusal = refuse(context.version.compiled, 'UNREADABLE', { reason });
  const { code, message, next, entry } = refusal;
  const failure = { path, code, message, next, decidedBy: [], ...(entry === undefined ? {} : { entry }) };
  return refusedAnswer(context, path.length === 0 ? refusal : { ...refusal, failures: [failure] });
}
