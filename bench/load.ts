// Sends requests over some kept connections, each the next as soon as one is answered, and counts the answers.
import { connect, type Socket } from 'node:net';
import { answering } from './child.ts';

/**
 * TURN in a body becomes a number that was not sent before. `match`: the record's ETag goes along, as it was last answered;
 * where none is known, it is asked for first. `record`: the path of that record, where it is not the request's own.
 */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly cookie: string;
  readonly body?: object;
  readonly match?: boolean;
  readonly record?: string;
}

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly ms: number;
  /** Connection n of m sends those at n, n + m, n + 2 m … in turn. */
  readonly requests: readonly Request[];
  /** A connection ends behind an even number of them, whatever the time. */
  readonly pairs?: boolean;
}

export interface Counted {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly median: number;
  readonly p99: number;
  /** Answers other than 2xx. */
  readonly refused: number;
  /** Mean size of a body. */
  readonly bytes: number;
  readonly example: string;
}

interface Answer {
  readonly status: number;
  readonly etag: string | null;
  readonly length: number;
  readonly body: () => string;
}

await answering(measure);

async function measure({ port, connections, ms, requests, pairs = false }: Load): Promise<Counted> {
  const times: number[] = [];
  const totals = { refused: 0, bytes: 0, example: '' };
  const begun = performance.now();
  const until = begun + ms;
  const one = async (number: number): Promise<void> => {
    const mine = requests.filter((_, index) => index % connections === number);
    const exchange = await opened(port);
    const etags = new Map<string, string>();
    for (let turn = 0; performance.now() < until || (pairs && turn % 2 === 1); turn++) {
      const request = mine[turn % mine.length];
      if (request === undefined) break;
      const record = request.record ?? request.path;
      if (request.match === true && !etags.has(record)) {
        const { etag } = await exchange.send(textOf(port, { ...request, method: 'GET', path: record }, null));
        etags.set(record, etag ?? '');
      }
      const started = performance.now();
      const answer = await exchange.send(
        textOf(port, request, etags.get(record) ?? null, Math.floor(turn / mine.length)),
      );
      times.push(performance.now() - started);
      totals.bytes += answer.length;
      if (request.match === true && answer.etag !== null) etags.set(record, answer.etag);
      if (answer.status >= 300) totals.refused += 1;
      if (totals.example === '' || answer.status >= 300) totals.example = answer.body();
    }
    exchange.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => one(number)));
  const seconds = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return {
    perSecond: times.length / seconds,
    median: at(0.5),
    p99: at(0.99),
    refused: totals.refused,
    bytes: totals.bytes / Math.max(1, times.length),
    example: totals.example,
  };
}

function textOf(port: number, { method, path, cookie, body, match }: Request, etag: string | null, turn = 0): Buffer {
  const content =
    body === undefined || method === 'GET' ? '' : JSON.stringify(body).replace('TURN', `${Date.now()} ${turn}`);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Cookie: ${cookie}`,
    'Accept: application/json',
  ];
  if (content !== '') lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`);
  if (match === true && etag !== null) lines.push(`If-Match: ${etag}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${content}`);
}

interface Exchange {
  readonly send: (request: Buffer) => Promise<Answer>;
  readonly close: () => void;
}

/** One connection: a request, its whole answer, the next. */
async function opened(port: number): Promise<Exchange> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const made = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(made));
    made.once('error', reject);
  });
  const waiting: {
    chunks: Buffer[];
    size: number;
    whole: number;
    done: ((answer: Answer) => void) | null;
    fail: (error: Error) => void;
  } = {
    chunks: [],
    size: 0,
    whole: 0,
    done: null,
    fail: () => undefined,
  };
  socket.on('data', (chunk) => {
    waiting.chunks.push(chunk);
    waiting.size += chunk.length;
    // A long body arrives in many pieces: they are put together once, when its length is reached.
    if (waiting.whole > waiting.size) return;
    const all = waiting.chunks.length === 1 ? chunk : Buffer.concat(waiting.chunks);
    waiting.chunks = [all];
    const read = readAnswer(all);
    if ('whole' in read) {
      waiting.whole = read.whole;
      return;
    }
    Object.assign(waiting, { chunks: [], size: 0, whole: 0 });
    waiting.done?.(read);
  });
  socket.on('error', (error) => waiting.fail(error));
  socket.on('close', () => waiting.fail(new Error('The server closed a connection.')));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting.done = resolve;
        waiting.fail = reject;
        socket.write(request);
      }),
    close: () => {
      waiting.fail = () => undefined;
      socket.destroy();
    },
  };
}

/** The answer where it is whole, else how long it will be (0: not known yet). */
function readAnswer(all: Buffer): Answer | { readonly whole: number } {
  const end = all.indexOf('\r\n\r\n');
  if (end < 0) return { whole: 0 };
  const head = all.toString('latin1', 0, end);
  const header = (name: string): string | null => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? null;
  const status = Number(head.slice(9, 12));
  const etag = header('etag');
  if (/^transfer-encoding: *chunked/im.test(head)) {
    if (all.toString('latin1', all.length - 5) !== '0\r\n\r\n') return { whole: 0 };
    return { status, etag, length: all.length - end - 4, body: () => all.toString('utf8', end + 4) };
  }
  const length = Number(header('content-length') ?? 0);
  const whole = end + 4 + length;
  if (all.length < whole) return { whole };
  return { status, etag, length, body: () => all.toString('utf8', end + 4, whole) };
}
