import type { Refusal } from '../../engine/core/refusal.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';
import { type MessageValues, refuse, type StandardCode } from '../../engine/errors/error-catalogue.ts';
import { problemOf } from '../../engine/errors/problem-details.ts';
import { quickHash } from '../core/document-hash.ts';
import { PROTOCOL, type ProtocolCode } from '../core/http-refusals.ts';
import { saidIn } from '../messages/index.ts';
import type { Asking } from '../runtime/request-context.ts';
import type { Version } from '../runtime/runtime.ts';
import type { Unreadable } from './body.ts';

/** Headers of every answer that holds somebody's data. */
export const privateHeaders = ({ version }: Pick<Asking, 'version'>): Headers => new Headers(plainHeaders(version));

type PlainHeaders = Readonly<Record<string, string>>;

const plainOf = new WeakMap<Version, PlainHeaders>();

/** The same as data: an answer that is made of them costs a quarter less than one of `Headers`. */
function plainHeaders(version: Version): PlainHeaders {
  const known = plainOf.get(version);
  if (known !== undefined) return known;
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
  plainOf.set(version, headers);
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
export function jsonAnswer(asking: Asking, value: unknown, options: AnswerOptions = {}): Response {
  return textAnswer(asking, JSON.stringify(value), { mediaType: JSON_TYPE, ...options });
}

export const JSON_TYPE = 'application/json';

/** In characters, or bytes. What is longer says how long it is, by which whoever sends it knows whether packing it pays. */
export const LONG = 4_096;

/** Text of any kind, as `jsonAnswer`; in bytes it comes with its mark. */
export function textAnswer(
  asking: Asking,
  text: string | Uint8Array<ArrayBuffer>,
  options: AnswerOptions = {},
): Response {
  const { status = 200, location, etag, mark = String(text), mediaType = 'text/plain; charset=utf-8' } = options;
  const tag = entityTag(mark, etag);
  const headers: Record<string, string> = { ...plainHeaders(asking.version) };
  if (location !== undefined) headers['location'] = location;
  if (status < 300) headers['etag'] = tag;
  if (status === 200 && isSafeRead(asking.request) && hasAlready(asking.request, tag))
    return new Response(null, { status: 304, headers });
  headers['content-type'] = mediaType;
  if (text.length < LONG) return new Response(text, { status, headers });
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  headers['content-length'] = String(bytes.length);
  return new Response(bytes, { status, headers });
}

/** The answer with nothing in it. */
export const emptyAnswer = (asking: Asking): Response =>
  new Response(null, { status: 204, headers: privateHeaders(asking) });

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

function hasAlready(request: Request, tag: string): boolean {
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
  asking: Pick<Asking, 'version' | 'url' | 'runtime'>,
  refusal: Refusal,
  options: RefusalOptions = {},
): Response {
  const { retryAfter, current, allow } = options;
  const problem = problemOf(asking.version.app, refusal, {
    instance: asking.url.pathname,
    dev: asking.runtime.dev,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(current === undefined ? {} : { current }),
  });
  const headers = privateHeaders(asking);
  headers.set('content-type', 'application/problem+json');
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter));
  if (allow !== undefined) headers.set('allow', allow.join(', '));
  if (refusal.status === 401) headers.set('www-authenticate', 'Session realm="ninefold"');
  return new Response(JSON.stringify(problem), { status: refusal.status, headers });
}

/** The refusal of a situation of ours, in the catalogue's words where it has the code. */
export function standardAnswer(
  asking: Pick<Asking, 'version' | 'url' | 'runtime'>,
  code: StandardCode,
  values: MessageValues = {},
  options: RefusalOptions = {},
): Response {
  const told = { ...values, ...thingIn(asking, values) };
  return refusedAnswer(asking, refuse(asking.version.app, code, told, options.decidedBy), options);
}

/** A thing of ours, by the name that it has in the language of the answer. */
function thingIn(asking: Pick<Asking, 'version'>, { entity }: MessageValues): MessageValues {
  const { things } = saidIn(asking);
  return typeof entity === 'string' && Object.hasOwn(things, entity) ? { entity: things[entity] ?? entity } : {};
}

/** A refusal that concerns HTTP itself and no line of a document. */
export function protocolAnswer(
  asking: Pick<Asking, 'version' | 'url' | 'runtime'>,
  code: ProtocolCode,
  options: RefusalOptions = {},
): Response {
  const said = saidIn(asking).protocol[code];
  const { message = said.message } = options;
  const refusal = { ...PROTOCOL[code], ...said, message, code, decidedBy: [], failures: [] };
  return refusedAnswer(asking, refusal, options);
}

/** What can't be read; `decidedBy` says which lines of the document hold how much may be sent. */
export function unreadableAnswer(asking: Asking, wrong: Unreadable, decidedBy: readonly string[] = []): Response {
  switch (wrong.wrong) {
    case 'malformed':
      return standardAnswer(asking, 'UNREADABLE', { reason: wrong.reason });
    case 'too large':
      return standardAnswer(asking, 'TOO_LARGE', { limit: wrong.limit }, { decidedBy });
    case 'media type':
      return protocolAnswer(asking, 'UNSUPPORTED_MEDIA_TYPE');
    case 'signed out':
      return standardAnswer(asking, 'NOT_SIGNED_IN');
  }
}
