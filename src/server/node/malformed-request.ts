import type { IncomingMessage, ServerResponse } from 'node:http';
import { STANDARD } from '../../engine/compiled/standard-errors.ts';
import { english } from '../../engine/errors/standard-texts-en.ts';
import { PROTOCOL } from '../core/http-refusals.ts';

/** What comes before any document is asked: refused in English, in the form of every other refusal. */
interface EarlyRefusal {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly next: string;
}

const HEADERS = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' } as const;

/** Why no address can be made of the request line and the header Host. */
export function unreadable(incoming: IncomingMessage | null): Response {
  const of = isHost(incoming?.headers.host ?? '') ? 'its address' : 'its header Host';
  const { status, message, next } = STANDARD.UNREADABLE;
  const reason = `${of} is not one that there can be`;
  const refusal = { code: 'UNREADABLE', status, message: message.replace('{reason}', reason), next };
  return new Response(textOf(refusal, incoming), { status, headers: HEADERS });
}

/** To whoever expects something else of us than to go on with the body. */
export function expectationFailed(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { status, message, next } = PROTOCOL.EXPECTATION_FAILED;
  const text = textOf({ code: 'EXPECTATION_FAILED', status, message, next }, incoming);
  // The body that follows is of no use, and is not waited for.
  outgoing.writeHead(status, { ...HEADERS, connection: 'close', 'content-length': Buffer.byteLength(text) });
  outgoing.end(incoming.method === 'HEAD' ? undefined : text);
}

function textOf({ code, status, message, next }: EarlyRefusal, incoming: IncomingMessage | null): string {
  const instance = (incoming?.url ?? '').split(/[?#]/, 1)[0];
  const title = english.titles.unreadable;
  return JSON.stringify({ type: `/_/errors/${code}`, title, status, detail: message, instance, code, next });
}

function isHost(host: string): boolean {
  const found = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(host);
  return found !== null && Number(found[1] ?? '80') <= 65_535;
}
