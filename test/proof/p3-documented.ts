import { recordsIn } from '../../src/cli/environment/running-subject.ts';
import { internalRoutes } from '../../src/server/application/internal-routes.ts';
import type { Assets } from '../../src/server/core/assets.ts';
import { worldOf } from '../../src/verify/drive/records.ts';
import type { World } from '../../src/verify/evaluator/world.ts';
import {
  GENERATED_NOW,
  generateDocument,
  type Random,
  randomFrom,
} from '../../src/verify/generate/generate-document.ts';
import { claimsWithComments, exampleText, someFriday, startServer, type TestServer } from '../support/http/server.ts';
import { type Askable, listQuestions, otherQuestions, recordQuestions } from '../support/permissions/questions.ts';
import { maker, type Question } from '../support/permissions/world.ts';
import { raiseAll } from '../support/proofs/catalogue-claims.ts';
import { type Judge, judgeOf, type Received } from '../support/proofs/documented-answers.ts';
import { mutated, NASTY, type Sent } from '../support/proofs/hostile-requests.ts';
import { type Asked, writes } from '../support/proofs/twin-questions.ts';
import { defineProof } from './proof.ts';

/** How many requests one server hears. */
const REQUESTS = 500;
const EXAMPLES = ['expense-claims.md', 'helpdesk.md', 'lending.md', 'invoices.md', 'seed.md'];
const ORIGIN = 'http://localhost:4000';

const index = new TextEncoder().encode(
  '<!doctype html><html lang="en"><head><title>x</title></head><body></body></html>',
);
/** The page as built, without the rest of the client. */
const assets: Assets = (path) =>
  path === '/index.html'
    ? { body: () => index, type: 'text/html; charset=utf-8', etag: '"index"', immutable: false, encoded: new Map() }
    : null;

interface Tally {
  done: number;
  readonly failures: string[];
  readonly raised: Set<string>;
  readonly statuses: Map<number, number>;
}

export const proof = defineProof({
  id: 'P3',
  promise:
    'Whatever is sent, the answer is one that the document or the protocol states, in the stated form; each error of the catalogue of the example can be raised.',
  unit: 'requests',
  counts: { short: 50_000, full: 1_000_000 },
  stretch: 5_000,
  async run(seed, count) {
    const tally: Tally = { done: 0, failures: [], raised: new Set(), statuses: new Map() };
    const never = await raiseAll(tally.raised);
    tally.failures.push(...never.map((code) => `${code} of the catalogue of the example was never raised`));
    for (let at = 0; tally.done < count && tally.failures.length < 10; at++) await tryDocument(seed + at, tally);
    const statuses = [...tally.statuses].sort(([one], [other]) => one - other);
    return {
      done: tally.done,
      failures: tally.failures,
      figures: {
        'answers of the last stretch': statuses.map(([status, times]) => `${times} × ${status}`).join(', '),
        'codes seen in it': tally.raised.size,
      },
    };
  },
});

async function tryDocument(seed: number, tally: Tally): Promise<void> {
  const random = randomFrom(seed);
  const example = random.chance(0.4) ? random.pick(EXAMPLES) : null;
  const text =
    example === null
      ? generateDocument(seed).text
      : loosened(example === 'expense-claims.md' ? claimsWithComments() : exampleText(example));
  const server = await startServer(text, { now: example === null ? GENERATED_NOW : someFriday, assets });
  try {
    const { model } = server.runtime.current();
    const heard: Heard = { server, tokens: new Map() };
    const judge = judgeOf(model, tally.raised);
    const world = await worldOf(recordsIn(server.store), model);
    const person = server.runtime.current().compiled.people?.entity ?? '';
    const people = [...world.values()].filter((stored) => stored.entity === person).map(({ id }) => id);
    const running: Askable = { runtime: server.runtime, make: maker(seed), world: { person } };
    const lists = [...listQuestions(running), ...otherQuestions(running)];
    for (let left = REQUESTS; left > 0; left--) {
      const who = people.length > 0 && random.chance(0.95) ? random.pick(people) : null;
      const { question, tagOf } = questionFor(running, world, lists, random);
      const match = tagOf === null || who === null || random.chance(0.1) ? {} : await matchFor(heard, who, tagOf);
      const sent = mutated({ ...question, headers: { ...question.headers, ...match } }, random);
      const wrong = await judged(heard, who, sent, judge, tally);
      tally.done++;
      if (wrong !== null) tally.failures.push(`document ${example ?? seed}, seed ${seed}: ${told(sent)}: ${wrong}`);
      if (tally.failures.length >= 10) return;
    }
    for (const { level, message, error } of server.logged)
      if (level === 'error')
        tally.failures.push(`document ${example ?? seed}, seed ${seed}: ${message} ${String(error)}`);
  } finally {
    await server.stop();
  }
}

const loosened = (text: string): string => text.replace(/^\| Requests \|.*$/m, '| Requests | 1000000 per minute | |');

/** A server, and the sessions on it. */
interface Heard {
  readonly server: TestServer;
  readonly tokens: Map<string, string>;
}

type Aimed = Pick<Asked, 'question' | 'tagOf'>;

function questionFor(running: Askable, world: World, lists: readonly Question[], random: Random): Aimed {
  const { model } = running.runtime.current();
  const kind = random.below(10);
  const written = kind < 7 ? [] : writes(model, world, random);
  if (written.length > 0) return random.pick(written);
  const plain = (question: Question): Aimed => ({ question, tagOf: null });
  if (kind < 3 || kind > 6 || world.size === 0) return plain(random.pick(lists));
  if (kind < 5) return plain(ownQuestion(world, random));
  const { entity, id } = random.pick([...world.values()]);
  return plain(
    random.pick(recordQuestions(running, entity, random.chance(0.8) ? id : random.pick(NASTY).toWellFormed())),
  );
}

/** One of the addresses of our own, with something or nothing in its place. */
function ownQuestion(world: World, random: Random): Question {
  const { method, pattern } = random.pick(internalRoutes);
  const stored = world.size === 0 ? null : random.pick([...world.values()]);
  const known = new Map([
    ['entity', stored?.entity],
    ['id', stored?.id],
    ['field', stored === null ? '' : random.pick([...stored.values.keys()])],
    ['code', 'NOT_FOUND'],
    ['element', `entity/${stored?.entity}`],
  ]);
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = random.chance(0.7) ? (known.get(name) ?? 'x') : random.pick(NASTY);
    return value.isWellFormed() ? encodeURIComponent(value) : '%ED%A0%80';
  });
  return method === 'GET' ? { method, path } : { method, path, body: { entity: stored?.entity, rows: [], name: 'x' } };
}

/** The version that this person gets now. */
async function matchFor(heard: Heard, who: string, path: string): Promise<Readonly<Record<string, string>>> {
  const answer = await received(heard, who, { method: 'GET', path, headers: {}, body: null });
  const tag = answer?.headers.get('etag') ?? null;
  return tag === null ? {} : { 'if-match': tag };
}

async function judged(
  heard: Heard,
  who: string | null,
  sent: Sent,
  judge: Judge,
  { statuses }: Tally,
): Promise<string | null> {
  const answer = await received(heard, who, sent);
  if (answer === null) return null;
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  return judge(sent, answer);
}

/** Null where no request can be made of it. */
async function received({ server, tokens }: Heard, who: string | null, sent: Sent): Promise<Received | null> {
  const request = requestOf(sent, who === null ? null : await cookieFor(server, who, tokens));
  if (request === null) return null;
  const stop = AbortSignal.timeout(20_000);
  const answer = await Promise.race([
    server.fetch(request, { address: '127.0.0.1' }),
    new Promise<never>((_, reject) =>
      stop.addEventListener('abort', () => reject(new Error(`There is no answer to ${told(sent)}.`))),
    ),
  ]);
  if ((answer.headers.get('content-type') ?? '').startsWith('text/event-stream')) {
    await answer.body?.cancel();
    return { status: answer.status, headers: answer.headers, text: '' };
  }
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

function requestOf({ method, path, headers, body }: Sent, cookie: string | null): Request | null {
  try {
    const all = new Headers({ ...(cookie === null ? {} : { cookie }), ...headers });
    const init: RequestInit = { method, headers: all };
    if (body !== null && method !== 'GET' && method !== 'HEAD') init.body = body as BodyInit;
    return new Request(`${ORIGIN}${path}`, init);
  } catch {
    return null;
  }
}

/** What some requests do ends a session: then there is another one. */
async function cookieFor({ runtime }: TestServer, who: string, tokens: Map<string, string>): Promise<string> {
  const known = tokens.get(who) ?? '';
  const isOpen = (await runtime.sessions.find(known).person(runtime.clock())) === who;
  const token = isOpen ? known : await runtime.sessions.open(who, runtime.clock());
  tokens.set(who, token);
  return `ninefold-4000=${token}`;
}

function told({ method, path, headers, body }: Sent): string {
  const shown = typeof body === 'string' ? body.slice(0, 300) : body === null ? '' : `bytes ${[...body].join(' ')}`;
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${shown}`;
}
