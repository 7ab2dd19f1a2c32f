import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { restoreCan } from '../../../src/engine/core/restore-can.ts';
import { readDocument } from '../../../src/notation/document/read-document.ts';
import { createHttpApplication, type Fetch } from '../../../src/server/application/http-application.ts';
import type { Assets } from '../../../src/server/core/assets.ts';
import {
  createRuntime,
  type LogEntry,
  type Runtime,
  type RuntimeOptions,
} from '../../../src/server/runtime/runtime.ts';
import type { Store } from '../../../src/store/core/store.ts';
import { openUsual } from '../database/each-store.ts';

/** A document running in this process over a store of its own. Stop it, or its folder stays. */
export interface TestServer {
  readonly runtime: Runtime;
  readonly store: Store;
  readonly fetch: Fetch;
  /** The clock of the server; a test moves it. */
  readonly clock: { now: number };
  readonly logged: readonly LogEntry[];
  /** Somebody who did not sign in. */
  readonly guest: Caller;
  /** Signs in as the sample person of this name (or the beginning of it). */
  readonly as: (name: string) => Promise<Caller>;
  readonly stop: () => Promise<void>;
}

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
  readonly text: string;
}

type Headed = Readonly<Record<string, string>>;

/** Calls the server as one person. A body goes as JSON, the answer is read where it is JSON, as the client does. */
export interface Caller {
  readonly id: string;
  readonly cookie: string;
  readonly call: <T>(method: string, path: string, body?: unknown, headers?: Headed) => Promise<Answer<T>>;
  readonly get: <T>(path: string, headers?: Headed) => Promise<Answer<T>>;
  readonly post: <T>(path: string, body?: unknown, headers?: Headed) => Promise<Answer<T>>;
  readonly patch: <T>(path: string, body: unknown, headers?: Headed) => Promise<Answer<T>>;
  readonly delete: <T>(path: string, headers?: Headed) => Promise<Answer<T>>;
}

export interface ServerOptions {
  /** UTC milliseconds at which the server starts. */
  readonly now?: number;
  readonly assets?: Assets;
  readonly dev?: boolean;
  /** What production has beside: passwords, letters, an address of its own, other ways to sign in. */
  readonly production?: Pick<RuntimeOptions, 'passwords' | 'mail' | 'origin' | 'provider' | 'passkeys' | 'send'>;
  /** Reads a document; without it the reader alone, with no checks. */
  readonly read?: RuntimeOptions['read'];
  /** Runs over this one, which whoever opened it closes; without it over one of its own. */
  readonly store?: Store;
}

export const origin = 'http://localhost:4000';

/** Noon in Berlin on a Friday in summer. */
export const someFriday = Date.UTC(2026, 7, 14, 10);

/** Starts a document in this process. */
export async function startServer(text: string, options: ServerOptions = {}): Promise<TestServer> {
  const clock = { now: options.now ?? someFriday };
  const logged: LogEntry[] = [];
  const opened = options.store === undefined ? await openUsual() : null;
  const store = options.store ?? opened?.store;
  if (store === undefined) throw new Error('No store was opened.');
  const runtime = await createRuntime({
    text,
    store,
    dev: options.dev ?? true,
    clock: () => clock.now,
    read: memoized(options.read ?? readDocument),
    log: (entry) => void logged.push(entry),
    ...(options.assets === undefined ? {} : { assets: options.assets }),
    ...options.production,
  });
  const fetch = createHttpApplication(runtime);
  return {
    runtime,
    store,
    fetch,
    clock,
    logged,
    guest: callerOf(fetch, '', ''),
    as: (name) => signIn(runtime, fetch, name),
    stop: async () => {
      await runtime.close();
      await opened?.done();
    },
  };
}

type Read = RuntimeOptions['read'];

/** By reader and text: most files start the same document again and again. */
const readings = new Map<Read, Map<string, ReturnType<Read>>>();
const MOST_READINGS = 20;

function memoized(read: Read): Read {
  const byText = readings.get(read) ?? new Map<string, ReturnType<Read>>();
  readings.set(read, byText);
  return (text) => {
    const reading = byText.get(text) ?? read(text);
    byText.set(text, reading);
    if (byText.size > MOST_READINGS) byText.delete([...byText.keys()][0] ?? '');
    return reading;
  };
}

/** The text of an example of the project. */
export const exampleText = (name: string): string =>
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'examples', name), 'utf8');

/** The example, with comments at its claims. */
export const claimsWithComments = (): string =>
  exampleText('expense-claims.md').replace('### To approve\n', '### Claim\n\n- Comments: yes\n\n### To approve\n');

/** The same without its sample data. */
export const bareExample = (name: string): string => exampleText(name).split('\n## Sample data')[0] ?? '';

async function signIn(runtime: Runtime, fetch: Fetch, name: string): Promise<Caller> {
  const guest = callerOf(fetch, '', '');
  const { body } = await guest.get<{ people: { id: string; title: string }[] }>('/_/app');
  const person =
    body.people.find((each) => each.title === name) ?? body.people.find((each) => each.title.startsWith(name));
  if (person === undefined)
    throw new Error(`There is no person called ${name} among ${body.people.map((each) => each.title).join(', ')}.`);
  const answer = await guest.post('/_/session', { person: person.id }, { 'ninefold-switcher': runtime.switcher });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  if (answer.status !== 200 || cookie === '')
    throw new Error(`Signing in as ${name} was answered ${answer.status}: ${answer.text}`);
  return callerOf(fetch, person.id, cookie);
}

export function callerOf(fetch: Fetch, id: string, cookie: string): Caller {
  const call = async <T>(method: string, path: string, body?: unknown, headers: Headed = {}): Promise<Answer<T>> => {
    const sent = new Headers({
      ...(cookie === '' ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    });
    const init: RequestInit = { method, headers: sent };
    if (body !== undefined)
      init.body = typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body);
    const answer = await fetch(new Request(`${origin}${path}`, init), { address: '127.0.0.1' });
    const text = await answer.text();
    const isJson = text !== '' && /[/+]json/.test(answer.headers.get('content-type') ?? '');
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: (isJson ? restoreCan(JSON.parse(text)) : null) as T,
    };
  };
  return {
    id,
    cookie,
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    delete: (path, headers) => call('DELETE', path, undefined, headers),
  };
}
