import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { STANDARD } from '../../engine/compiled/standard-errors.ts';
import { ENGLISH_STANDARD_TEXTS } from '../../engine/languages/standard-texts.ts';
import { PROTOCOL } from '../core/protocol-errors.ts';
import { ENGLISH_MESSAGES } from '../runtime/server-messages.ts';
import { RESPONSE_HEADERS } from './response-headers.ts';

/** A refusal before a document is involved: in English, in the format of all refusals. */
interface EarlyRefusal {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly next: string;
}

const HEADERS = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' } as const;

/** Answers to a request from whose request line and Host header no URL can be made. */
export function unreadable(incoming: IncomingMessage | null): Response {
  const of = isHost(incoming?.headers.host ?? '') ? 'its address' : 'its header Host';
  const { status, message, next } = STANDARD.UNREADABLE;
  const reason = `${of} is not valid`;
  const refusal = { code: 'UNREADABLE', status, message: message.replace('{reason}', reason), next };
  return new Response(textOf(refusal, incoming), { status, headers: HEADERS });
}

/** Answers to an Expect header other than `100-continue`. */
export function expectationFailed(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { status } = PROTOCOL.EXPECTATION_FAILED;
  const { message, next } = ENGLISH_MESSAGES.protocol.EXPECTATION_FAILED;
  const text = textOf({ code: 'EXPECTATION_FAILED', status, message, next }, incoming);
  // The body is not needed, so the connection is closed.
  outgoing.writeHead(status, {
    ...HEADERS,
    connection: 'close',
    'content-length': Buffer.byteLength(text),
  });
  outgoing.end(incoming.method === 'HEAD' ? undefined : text);
}

/** Answers to bytes that are not an HTTP request, to headers that are too large, and to requests that take too long. */
export function notHttp(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = STATUS[error.code ?? ''] ?? '400 Bad Request';
  const headers = Object.entries({ ...RESPONSE_HEADERS, connection: 'close', 'content-length': '0' });
  const lines = [`HTTP/1.1 ${status}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
}

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

function textOf({ code, status, message, next }: EarlyRefusal, incoming: IncomingMessage | null): string {
  const instance = (incoming?.url ?? '').split(/[?#]/, 1)[0];
  const title = ENGLISH_STANDARD_TEXTS.titles.unreadable;
  return JSON.stringify({ type: `/_/errors/${code}`, title, status, detail: message, instance, code, next });
}

function isHost(host: string): boolean {
  const found = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(host);
  return found !== null && Number(found[1] ?? '80') <= 65_535;
}
