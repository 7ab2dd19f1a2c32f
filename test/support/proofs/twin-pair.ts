import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Write } from '../../../src/engine/context/verdict.ts';
import { readDocument } from '../../../src/notation/document/read-document.ts';
import { createHttpApplication, type Fetch } from '../../../src/server/application/http-application.ts';
import { createRuntime, type Runtime } from '../../../src/server/runtime/runtime.ts';
import type { Store } from '../../../src/store/core/store.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite-store.ts';
import { type Random, randomFrom } from '../../../src/verify/generate/generate-document.ts';
import type { Answer, Question } from '../permissions/world.ts';

/** One of two servers that were the same until somebody altered one of them. */
export interface Twin {
  readonly runtime: Runtime;
  readonly store: Store;
  /** Asks as the person of this id. What the server draws by chance follows from `chance`. */
  readonly ask: (person: string, question: Question, chance: number) => Promise<Answer>;
  /** Writes as the product does: no permission, no rule, no history. */
  readonly write: (writes: readonly Write[]) => Promise<void>;
  /** Which records this person is told of from now on. */
  readonly listen: (person: string) => Promise<Listening>;
  readonly stop: () => Promise<void>;
}

export interface Listening {
  /** What was told so far, one `Entity id` each. */
  readonly told: () => readonly string[];
  /** Resolves once something of this id was told; false where nothing was for two seconds. */
  readonly heard: (id: string) => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

const temporary = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const origin = 'http://localhost:4000';
const chanceOf = new AsyncLocalStorage<Random>();

/** Works with ids, tokens and keys that follow from a seed: within `withChance`, and nowhere else. Returns how to end it. */
export function drawFromSeeds(): () => void {
  const drawn = globalThis.crypto.getRandomValues.bind(globalThis.crypto);
  const value = <T extends Exclude<BufferSource, ArrayBuffer>>(array: T): T => {
    const random = chanceOf.getStore();
    if (random === undefined) return drawn(array as never) as T;
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; at++) bytes[at] = random.below(256);
    return array;
  };
  const identifier = globalThis.crypto.randomUUID.bind(globalThis.crypto);
  const randomUUID = (): string => {
    if (chanceOf.getStore() === undefined) return identifier();
    const digits = Buffer.from(value(new Uint8Array(16))).toString('hex');
    const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
    return `${parts.join('-')}-${digits.slice(20)}`;
  };
  Object.defineProperty(globalThis.crypto, 'getRandomValues', { configurable: true, value });
  Object.defineProperty(globalThis.crypto, 'randomUUID', { configurable: true, value: randomUUID });
  return () => {
    Reflect.deleteProperty(globalThis.crypto, 'getRandomValues');
    Reflect.deleteProperty(globalThis.crypto, 'randomUUID');
  };
}

const withChance = <T>(seed: number, work: () => Promise<T>): Promise<T> => chanceOf.run(randomFrom(seed), work);

/** Two servers over the same sample data, with the same ids, outside development. */
export async function startTwins(text: string, now: number, seed: number): Promise<readonly [Twin, Twin]> {
  return [await startTwin(text, now, seed), await startTwin(text, now, seed)];
}

function startTwin(text: string, now: number, seed: number): Promise<Twin> {
  return withChance(seed, async () => {
    const folder = mkdtempSync(join(temporary, 'ninefold-twin-'));
    const store = await openSqlite({ folder });
    const clock = () => now;
    const dev = await createRuntime({ text, store, dev: true, clock, read: readDocument });
    await dev.close();
    const runtime = await createRuntime({ text, store, dev: false, clock, read: readDocument });
    const fetch = createHttpApplication(runtime);
    const stop = async () => {
      await runtime.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    };
    const sessions = sessionsOf(runtime, now, seed);
    return {
      runtime,
      store,
      ask: asker(fetch, sessions),
      write: (writes) => writeAs(runtime, store, now, writes),
      listen: async (person) => listening(fetch, await sessions(person)),
      stop,
    };
  });
}

/** A change of their authority ends the sessions of a person: they sign in again. */
function sessionsOf(runtime: Runtime, now: number, seed: number): (person: string) => Promise<string> {
  const tokens = new Map<string, string>();
  const drawn = { count: 0 };
  return async (person) => {
    const known = tokens.get(person);
    if (known !== undefined && (await runtime.sessions.find(known).person(now)) === person) return known;
    drawn.count++;
    const token = await withChance(seed * 31 + drawn.count, () => runtime.sessions.open(person, now));
    tokens.set(person, token);
    return token;
  };
}

function asker(fetch: Fetch, sessions: (person: string) => Promise<string>): Twin['ask'] {
  return async (person, { method, path, body, headers = {} }, chance) => {
    const sent = new Headers(headers);
    sent.set('cookie', `ninefold-4000=${await sessions(person)}`);
    const init: RequestInit = { method, headers: sent };
    if (body !== undefined) {
      if (!sent.has('content-type')) sent.set('content-type', 'application/json');
      init.body = typeof body === 'string' ? body : JSON.stringify(body);
    }
    return withChance(chance, async () => {
      const answer = await fetch(new Request(`${origin}${path}`, init), { address: '127.0.0.1' });
      const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}`);
      return { status: answer.status, headers: lines.sort().join('\n'), text: await answer.text() };
    });
  };
}

async function writeAs(runtime: Runtime, store: Store, now: number, writes: readonly Write[]): Promise<void> {
  const outcome = await store.write({
    needs: { rows: [], unique: [], files: [], referrers: [] },
    decide: () => ({ allowed: true, writes, row: null }),
    actor: { kind: 'product' },
    now,
    documentHash: runtime.current().hash,
    idempotency: null,
  });
  if (outcome.outcome !== 'decided') throw new Error('The twins could not be told apart.');
}

async function listening(fetch: Fetch, token: string): Promise<Listening> {
  const headers = { cookie: `ninefold-4000=${token}` };
  const answer = await fetch(new Request(`${origin}/_/live`, { headers }), { address: '127.0.0.1' });
  const reader = answer.body?.getReader();
  if (reader === undefined) throw new Error(`Live updates were answered ${answer.status}.`);
  const decoder = new TextDecoder();
  const heard = { text: '' };
  const waiting = new Set<() => void>();
  const reading = (async () => {
    for (;;) {
      const step = await reader.read();
      if (step.done) return;
      heard.text += decoder.decode(step.value);
      for (const each of waiting) each();
    }
  })();
  const told = () =>
    [...heard.text.matchAll(/^event: change\ndata: (.*)$/gm)].map(([, data = '']) => {
      const { entity, id } = JSON.parse(data) as { entity: string; id: string };
      return `${entity} ${id}`;
    });
  return {
    told,
    heard: (id) =>
      new Promise((resolve) => {
        const late = setTimeout(() => end(false), 2_000);
        const look = () => {
          if (told().some((each) => each.endsWith(` ${id}`))) end(true);
        };
        const end = (found: boolean) => {
          clearTimeout(late);
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    stop: async () => {
      await reader.cancel();
      await reading;
    },
  };
}
