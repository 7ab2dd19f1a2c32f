import { restoreCan } from '../../engine/core/restore-can.ts';
import { sampleFile } from '../../engine/sample/sample-file.ts';
import type { Fetch } from '../../server/application/http-application.ts';
import { createTimers } from '../../server/jobs/run-timers.ts';
import type { LogEntry, Runtime } from '../../server/runtime/runtime.ts';
import type { Store } from '../../store/core/store.ts';
import type { Records } from '../../verify/drive/records.ts';
import type { Answer, Caller, Subject } from '../../verify/drive/running-application.ts';

export interface RunningDocument {
  readonly runtime: Runtime;
  readonly store: Store;
  readonly fetch: Fetch;
  /** The entries that the runtime has logged so far. */
  readonly logged: readonly LogEntry[];
  /** The clock of the runtime. */
  readonly clock: { now: number };
  /** The URL at which it listens, and how often requests go there; null if requests stay in this process. */
  readonly socket: { readonly url: string; readonly every: number } | null;
}

/** Returns a document that runs in this process as a subject for `verify`. */
export function subjectOf({ runtime, store, fetch, logged, clock, socket }: RunningDocument): Subject {
  let reported = logged.length;
  return {
    model: runtime.current().model,
    records: recordsIn(store),
    clock,
    guest: retryWhenLimited(callerIn(fetch), clock),
    signIn: async (person, way) => {
      const switcher = { 'ninefold-switcher': runtime.switcher };
      const answer = await way('POST', '/_/session', { person }, switcher);
      if (answer.status !== 200) throw new Error(`Signing in was answered ${answer.status}: ${answer.text}`);
      const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      return (method, path, body, headers = {}) => way(method, path, body, { cookie, ...headers });
    },
    socket: socket === null ? null : { call: retryWhenLimited(callerAt(socket.url), clock), every: socket.every },
    failures: () => {
      const failed = logged.slice(reported).flatMap(({ level, message, error }) => {
        return level === 'error' ? `it logged: ${message} ${error instanceof Error ? error.message : ''}`.trim() : [];
      });
      reported = logged.length;
      return failed;
    },
    fileFor: sampleFile,
    act: () => runTimersUntilIdle(runtime, clock),
  };
}

/** Gives access to the records of a store. */
export const recordsIn = (store: Store): Records => ({
  rows: (entity, limit) => store.people(entity, limit),
  row: async (entity, id) => {
    const facts = await store.load({ rows: [{ entity, id, paths: [] }], unique: [], files: [], referrers: [] });
    return facts.row(entity, id) ?? null;
  },
});

/** Advances the document's clock after a 429 response and repeats the request once. */
const retryWhenLimited =
  (call: Caller, clock: { now: number }): Caller =>
  async <T>(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => {
    const answer = await call<T>(method, path, body, headers);
    if (answer.status !== 429) return answer;
    clock.now += Number(answer.headers.get('retry-after') ?? 1) * 1000;
    return call<T>(method, path, body, headers);
  };

/** The address of a document in this process. */
const LOCAL_URL = 'http://localhost:4000';

const callerIn = (fetch: Fetch): Caller =>
  callerBy(LOCAL_URL, (url, init) => Promise.resolve(fetch(new Request(url, init), { address: '127.0.0.1' })));

/** Uses a new connection for each request: a kept-alive one may be closed by the server just when it is reused. */
const callerAt = (url: string): Caller =>
  callerBy(url, (to, init) => {
    const headers = new Headers(init.headers);
    headers.set('connection', 'close');
    return globalThis.fetch(to, { ...init, headers });
  });

function callerBy(base: string, send: (url: URL, init: RequestInit) => Promise<Response>): Caller {
  return async <T>(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const isPlain = typeof body === 'string' || body === undefined || body instanceof Uint8Array;
    const sent = isPlain ? (body as BodyInit | undefined) : JSON.stringify(body);
    const type: Readonly<Record<string, string>> = sent === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await send(new URL(path, base), { method, headers: { ...type, ...headers }, body: sent ?? null });
    return read<T>(answer);
  };
}

async function read<T>(answer: Response): Promise<Answer<T>> {
  const text = await answer.text();
  const isJson = text !== '' && /[/+]json/.test(answer.headers.get('content-type') ?? '');
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: (isJson ? restoreCan(JSON.parse(text)) : null) as T,
  };
}

/** Maximum number of timer ticks. A document that still fires then counts as never idle. */
const MAX_TURNS = 100;
/** Maximum number of ticks in which timers are checked and none fires. */
const MAX_IDLE_TURNS = 20;

async function runTimersUntilIdle(runtime: Runtime, clock: { readonly now: number }): Promise<void> {
  const timers = createTimers(runtime);
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const { fired, checked } = await timers.tick(clock.now);
    if (fired === 0 && (checked === 0 || turn > MAX_IDLE_TURNS)) return;
  }
  throw new Error(`The timers still fire after ${MAX_TURNS} turns.`);
}
