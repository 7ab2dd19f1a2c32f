import { lookup } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { OutgoingRequest, OutgoingResponse, Send } from '../core/outgoing-request.ts';

/** Networks that are not public: this machine's own, private and reserved ones. */
const CLOSED: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const closed = new BlockList();
for (const [network, prefix, family] of CLOSED) closed.addSubnet(network, prefix, family);

/** Returns whether an address is not public, in any spelling. Text that is not an IP address counts as private. */
export function isPrivate(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  const mapped = /^::ffff:(.+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isPrivate(isIP(mapped) === 4 ? mapped : hexMapped(mapped));
  return closed.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Converts the end of a mapped address: `7f00:1` is `127.0.0.1`. */
function hexMapped(words: string): string {
  const [high = '0', low = '0'] = words.split(':');
  const numbers = [high, low].map((word) => Number.parseInt(word, 16));
  return numbers.flatMap((number) => [(number >> 8) & 255, number & 255]).join('.');
}

const MOST_ANSWER = 64 * 1024;

/**
 * Sends over HTTP or HTTPS. Addresses are checked when the connection is made, which prevents DNS rebinding. `allowed`:
 * hosts that may have private addresses.
 */
export function nodeSend(allowed: readonly string[] = []): Send {
  const open = new Set(allowed.map((name) => name.trim().toLowerCase()).filter((name) => name !== ''));
  return (outgoing) => {
    const url = URL.canParse(outgoing.url) ? new URL(outgoing.url) : null;
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
      return Promise.reject(new Error('Its address must have the form https://….'));
    const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    const isOpen = open.has(host);
    if (!isOpen && isIP(host) !== 0 && isPrivate(host)) return Promise.reject(new Error(refused(host)));
    return exchange(url, outgoing, isOpen ? undefined : guardedLookup);
  };
}

const refused = (host: string): string =>
  `${host} is on a private network. This server sends there only if the host is allowed.`;

const guardedLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, '', 0);
    const found = addresses.filter(({ address }) => !isPrivate(address));
    const [first] = found;
    // One private address is enough to refuse, because the platform chooses which one is used.
    if (first === undefined || found.length < addresses.length) return done(new Error(refused(host)), '', 0);
    return options.all === true ? done(null, found) : done(null, first.address, first.family);
  });
};

function exchange(
  url: URL,
  { method, headers, body, timeoutMs }: OutgoingRequest,
  guard: LookupFunction | undefined,
): Promise<OutgoingResponse> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? secureRequest : plainRequest;
    const signal = AbortSignal.timeout(timeoutMs);
    const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request: ClientRequest = open(
      url,
      {
        method,
        headers: { ...headers, ...length },
        signal,
        agent: false,
        ...(guard === undefined ? {} : { lookup: guard }),
      },
      (answer) => void drain(answer).then(() => resolve(outgoingResponseOf(answer)), reject),
    );
    request.on('error', (error) =>
      reject(signal.aborted ? new Error(`There was no answer within ${timeoutMs / 1_000} seconds.`) : error),
    );
    request.end(body ?? undefined);
  });
}

/** Reads the response to its end, or up to 64 KB. */
async function drain(answer: IncomingMessage): Promise<void> {
  let size = 0;
  for await (const chunk of answer) {
    size += (chunk as Buffer).length;
    if (size > MOST_ANSWER) {
      answer.destroy();
      return;
    }
  }
}

function outgoingResponseOf({ statusCode = 0, headers }: IncomingMessage): OutgoingResponse {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return { status: statusCode, retryAfter: Number.isFinite(seconds) && seconds >= 0 ? seconds : null };
}
