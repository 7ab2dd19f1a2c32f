import type { Refusal } from '../../engine/core/refusal.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';
import { type MessageValues, refuse, type StandardCode } from '../../engine/errors/error-catalogue.ts';
import { problemOf } from '../../engine/errors/problem-details.ts';
import { quickHash } from '../core/document-hash.ts';
import { PROTOCOL, type ProtocolCode } from '../core/http-refusals.ts';
import { messagesIn } from '../messages/index.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import type { Version } from '../runtime/runtime.ts';
import type { Unreadable } from './body.ts';

/** Headers of every answer that holds somebody's data. */
export const privateHeaders = ({ version }: Pick<RequestContext, 'version'>): Headers =>
  new Headers(plainHeaders(version));

type PlainHeaders = Readonly<Record<string, string>>;

const headersByVersion = new WeakMap<Version, PlainHeaders>();

/** The same as data: an answer that is made of them costs a quarter less than one of `Headers`. */
function plainHeaders(version: Version): PlainHeaders {
  const cached = headersByVersion.get(version);
  if (cached !== undefined) return cached;
  const headers = {
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Authorization, Ninefold-Language, Accept-Language, Accept-Encoding',
    'content-language': version.speech.tag,
    'x-content-type-options': 'nosniff',
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
  /** The record's own ETag, quoted, where the answer is one record. */
  readonly etag?: string;
  readonly mediaType?: string;
  /** Differs wherever the text does, and is shorter; else the text itself. */
  readonly mark?: string;
}

/** A value as JSON; a safe request that has it already is answered 304. */
export function jsonAnswer(context: RequestContext, value: unknown, options: AnswerOptions = {}): Response {
  return textAnswer(context, JSON.stringify(value), { mediaType: JSON_TYPE, ...options });
}

export const JSON_TYPE = 'application/json';

/** In characters, or bytes. What is longer says how long it is, by which whoever sends it knows whether packing it pays. */
export const LONG = 4_096;

/** Text of any kind, as `jsonAnswer`; in bytes it comes with its mark. */
export function textAnswer(
  context: RequestContext,
  text: string | Uint8Array<ArrayBuffer>,
  options: AnswerOptions = {},
): Response {
  const { status = 200, location, etag, mark = String(text), mediaType = 'text/plain; charset=utf-8' } = options;
  const tag = entityTag(mark, etag);
  const headers: Record<string, string> = { ...plainHeaders(context.version) };
  if (location !== undefined) headers['location'] = location;
  if (status < 300) headers['etag'] = tag;
  if (status === 200 && isSafeRead(context.request) && hasCurrent(context.request, tag))
    return new Response(null, { status: 304, headers });
  headers['content-type'] = mediaType;
  if (text.length < LONG) return new Response(text, { status, headers });
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  headers['content-length'] = String(bytes.length);
  return new Response(bytes, { status, headers });
}

/** The answer with nothing in it. */
export const emptyAnswer = (context: RequestContext): Response =>
  new Response(null, { status: 204, headers: privateHeaders(context) });

/**
 * What stands in the ETag header: the record's own tag, by which writes are guarded, and a mark of the whole answer,
 * which holds more than the record (what the person may do with it now). Only both together make a 304.
 */
function entityTag(mark: string, etag: string | undefined): string {
  const whole = quickHash(mark);
  return etag === undefined ? `"${whole}"` : `"${etag.slice(1, -1)}.${whole}"`;
}

/** The records' own tags of an If-Match header, whichever of the two forms was sent. Undefined: none was sent. */
export function ifMatchOf(request: Request): string | undefined {
  return request.headers.get('if-match')?.replace(/"([^".]*)\.[^"]*"/g, '"$1"');
}

const isSafeRead = (request: Request): boolean => request.method === 'GET' || request.method === 'HEAD';

function hasCurrent(request: Request, tag: string): boolean {
  const header = request.headers.get('if-none-match');
  if (header === null) return false;
  return header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
}

export interface RefusalOptions {
  /** Elements of the document that decided. */
  readonly decidedBy?: readonly string[];
  readonly retryAfter?: number;
  readonly current?: WireRecord;
  readonly allow?: readonly string[];
  /** In the place of the message of the code. */
  readonly message?: string;
}

/** A refusal as problem details. */
export function refusedAnswer(
  context: Pick<RequestContext, 'version' | 'url' | 'runtime'>,
  refusal: Refusal,
  options: RefusalOptions = {},
): Response {
  const { retryAfter, current, allow } = options;
  const problem = problemOf(context.version.compiled, refusal, {
    instance: context.url.pathname,
    dev: context.runtime.dev,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(current === undefined ? {} : { current }),
  });
  const headers = privateHeaders(context);
  headers.set('content-type', 'application/problem+json');
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter));
  if (allow !== undefined) headers.set('allow', allow.join(', '));
  if (refusal.status === 401) headers.set('www-authenticate', 'Session realm="ninefold"');
  return new Response(JSON.stringify(problem), { status: refusal.status, headers });
}

/** The refusal of a situation of ours, in the catalogue's words where it has the code. */
export function standardAnswer(
  context: Pick<RequestContext, 'version' | 'url' | 'runtime'>,
  code: StandardCode,
  values: MessageValues = {},
  options: RefusalOptions = {},
): Response {
  const messageValues = { ...values, ...localizedEntity(context, values) };
  return refusedAnswer(context, refuse(context.version.compiled, code, messageValues, options.decidedBy), options);
}

/** A thing of ours, by the name that it has in the language of the answer. */
function localizedEntity(context: Pick<RequestContext, 'version'>, { entity }: MessageValues): MessageValues {
  const { entityNames } = messagesIn(context);
  return typeof entity === 'string' && Object.hasOwn(entityNames, entity)
    ? { entity: entityNames[entity] ?? entity }
    : {};
}

/** A refusal that concerns HTTP itself and no line of a document. */
export function protocolAnswer(
  context: Pick<RequestContext, 'version' | 'url' | 'runtime'>,
  code: ProtocolCode,
  options: RefusalOptions = {},
): Response {
  const texts = messagesIn(context).protocol[code];
  const { message = texts.message } = options;
  const refusal = { ...PROTOCOL[code], ...texts, message, code, decidedBy: [], failures: [] };
  return refusedAnswer(context, refusal, options);
}

/** What can't be read; `decidedBy` says which lines of the document hold how much may be sent. */
export function unreadableAnswer(
  context: RequestContext,
  wrong: Unreadable,
  decidedBy: readonly string[] = [],
): Response {
  switch (wrong.wrong) {
    case 'malformed':
      return standardAnswer(context, 'UNREADABLE', { reason: wrong.reason });
    case 'too large':
      return standardAnswer(context, 'TOO_LARGE', { limit: wrong.limit }, { decidedBy });
    case 'media type':
      return protocolAnswer(context, 'UNSUPPORTED_MEDIA_TYPE');
    case 'signed out':
      return standardAnswer(context, 'NOT_SIGNED_IN');
  }
}
