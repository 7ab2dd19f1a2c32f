import type { Json } from '../../engine/core/intent.ts';
import { type JsonPath, scanJson } from './scan-json.ts';

/** A body, or why it can't be read. */
export type ReadResult<T> = { readonly ok: true; readonly value: T } | ({ readonly ok: false } & Unreadable);

/**
 * Why a body can't be read. `reason` completes "This request can't be read: …"; `path` is the member that is wrong. `limit` is the maximum size in words.
 */
export type Unreadable =
  | { readonly wrong: 'malformed'; readonly reason: string; readonly path?: JsonPath }
  | { readonly wrong: 'too large'; readonly limit: string }
  | { readonly wrong: 'media type' }
  /** The sender is no longer signed in. */
  | { readonly wrong: 'signed out' };

export const mostJsonBytes = 1_000_000;

/**
 * Reads the JSON body of a request; an empty body counts as an empty object. Limits: 1 MB, 32 levels, 20,000 values,
 * 1,000 members per object, 1,000 characters per member name. A name that an object has twice is malformed: programs
 * differ in which of the two values counts.
 */
export async function jsonIn(request: Request): Promise<ReadResult<Json>> {
  const bytes = await readBytes(request, mostJsonBytes);
  if (!bytes.ok) return bytes;
  if (bytes.value.length === 0) return { ok: true, value: {} };
  if (!isJson(request.headers.get('content-type'))) {
    return { ok: false, wrong: 'media type' };
  }
  const text = decode(bytes.value);
  if (text === null) return malformed('its body is not UTF-8 text');
  const { exceeded, repeated } = scanJson(text);
  if (exceeded !== null) return malformed(exceeded);
  const parsed = parse(text);
  if (!parsed.ok || repeated === null) return parsed;
  return malformed(`its JSON has the name “${String(repeated.at(-1))}” twice`, repeated);
}

/** Reads the body. Fails with 413 as soon as more than `limit` bytes arrive, whatever Content-Length says. */
export async function readBytes(request: Request, limit: number): Promise<ReadResult<Uint8Array>> {
  const declaredSize = declaredBytes(request);
  // A connection delivers at most the declared bytes, so the body can be read at once.
  if (declaredSize !== null && declaredSize <= limit) {
    const bytes = new Uint8Array(await request.arrayBuffer().catch((error) => markAborted(request, error)));
    return bytes.byteLength > limit ? { ok: false, ...tooLarge(limit) } : { ok: true, value: bytes };
  }
  const incoming = incomingBody(request, limit);
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of incoming.bytes) chunks.push(chunk);
  } catch (error) {
    const wrong = incoming.wrong();
    if (wrong === null) throw error;
    return { ok: false, ...wrong };
  }
  return { ok: true, value: joined(chunks, incoming.size()) };
}

/** The bytes of a body as they arrive. */
export interface IncomingBody {
  /** Throws as soon as more bytes arrive, or are declared, than the limit allows; `wrong` then gives the reason. */
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly wrong: () => Unreadable | null;
  /** The number of bytes that arrived. */
  readonly size: () => number;
}

export function incomingBody(request: Request, limit: number): IncomingBody {
  const state: BodyState = { size: 0, isTooLarge: (declaredBytes(request) ?? 0) > limit };
  return {
    bytes: bytesWithin(request, limit, state),
    wrong: () => (state.isTooLarge ? tooLarge(limit) : null),
    size: () => state.size,
  };
}

interface BodyState {
  size: number;
  isTooLarge: boolean;
}

async function* bytesWithin(request: Request, limit: number, state: BodyState): AsyncGenerator<Uint8Array> {
  if (state.isTooLarge) throw new Error('More is promised than may come.');
  for await (const chunk of chunksOf(request)) {
    state.size += chunk.byteLength;
    state.isTooLarge = state.size > limit;
    if (state.isTooLarge) throw new Error('More comes than may.');
    yield chunk;
  }
}

/** Returns Content-Length; null if it is missing or malformed. */
function declaredBytes({ headers }: Request): number | null {
  const length = headers.get('content-length') ?? '';
  return /^\d+$/.test(length) ? Number(length) : null;
}

const abortedRequests = new WeakSet<Request>();

/**
 * Whether the client disconnected before the whole body arrived. That is no fault of the server, and nobody reads the
 * response.
 */
export const isAborted = (request: Request): boolean => abortedRequests.has(request);

function markAborted(request: Request, error: unknown): never {
  abortedRequests.add(request);
  throw error;
}

/** Reads the body in chunks. Cancels the body if the caller stops reading. */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = request.body?.getReader();
  if (reader === undefined) return;
  try {
    const next = () => reader.read().catch((error) => markAborted(request, error));
    for (let step = await next(); !step.done; step = await next()) yield step.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the error for a body of more than `limit` bytes. */
export function tooLarge(limit: number): Unreadable {
  return { wrong: 'too large', limit: bytesInWords(limit) };
}

/** Formats a size: 10,000,000 is "10 MB". */
export function bytesInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 100) / 10} kB`;
  return `${Math.round(bytes / 100_000) / 10} MB`;
}

const malformed = (reason: string, path: JsonPath = []): ReadResult<never> => ({
  ...{ ok: false, wrong: 'malformed', reason },
  ...(path.length === 0 ? {} : { path }),
});

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const only = chunks[0];
  if (chunks.length === 1 && only !== undefined) return only;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function isJson(contentType: string | null): boolean {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (type !== 'application/json') return false;
  return parameters.every((each) => !each.startsWith('charset=') || /^charset="?utf-8"?$/.test(each));
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function parse(text: string): ReadResult<Json> {
  try {
    const value: Json = JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    const at = positionIn(error, text);
    const { line, column } = lineAndColumn(text, at);
    return malformed(
      at >= text.length ? 'its JSON ends too early' : `its JSON is wrong at line ${line}, column ${column}`,
    );
  }
}

function positionIn(error: unknown, text: string): number {
  const found = /at position (\d+)/.exec(error instanceof Error ? error.message : '');
  return found?.[1] === undefined ? text.length : Number(found[1]);
}

function lineAndColumn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
