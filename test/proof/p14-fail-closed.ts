import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { WireComment, WireRecord } from '../../src/engine/core/wire-format.ts';
import { csvRow } from '../../src/fields/text/csv.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { type Faults, faults, type Struck } from '../support/database/faulty-store.ts';
import { type Answer, type Caller, claimsWithComments, startServer, type TestServer } from '../support/http/server.ts';
import { defineProof } from './proof.ts';

const KINDS: readonly Struck[] = ['call', 'answer', 'statement'];

/** What one kind of request needs: something made for it, and how it is sent then. */
interface Trial {
  readonly what: string;
  /** Whether somebody asks who may; else it is refused without any fault too. */
  readonly mayDo: boolean;
  readonly prepare: (cast: Cast) => Promise<() => Promise<Answer<unknown>>>;
}

interface Cast {
  readonly server: TestServer;
  readonly ana: Caller;
  readonly miro: Caller;
  readonly tom: Caller;
  readonly jonas: Caller;
}

export const proof = defineProof({
  id: 'P14',
  promise:
    'Wherever the store fails, at each of its calls and each statement of a request, the request is refused, nothing is written by halves, and the next one works.',
  unit: 'faults',
  counts: { short: 1_000, full: 10_000 },
  stretch: 1_000,
  async run(seed, count) {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-fault-'));
    const plan = faults();
    const store = await openSqlite({ folder, trace: plan.trace });
    const text = claimsWithComments().replace(/^\| Requests \|.*$/m, '| Requests | 1000000 per minute | |');
    const server = await startServer(text, { store: plan.around(store) });
    const raw = new DatabaseSync(join(folder, 'data.sqlite'), { readOnly: true });
    const failures: string[] = [];
    let done = 0;
    try {
      const cast = await castOf(server);
      const rounds = TRIALS.flatMap((trial) => KINDS.map((kind) => ({ trial, kind })));
      for (let at = seed; done < count && failures.length < 10; at++) {
        const { trial, kind } = rounds[at % rounds.length] ?? {};
        if (trial === undefined || kind === undefined) break;
        done += await strikeEach(trial, kind, { cast, plan, raw, failures });
      }
    } finally {
      plan.plan('call', null);
      raw.close();
      await server.stop();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    }
    return { done, failures, figures: { 'kinds of request': TRIALS.length } };
  },
});

interface Ground {
  readonly cast: Cast;
  readonly plan: Faults;
  readonly raw: DatabaseSync;
  readonly failures: string[];
}

const MOST = 400;

/** One fault after the other, each further on, until the request comes through; how many there were. */
async function strikeEach(trial: Trial, kind: Struck, ground: Ground): Promise<number> {
  const { cast, plan, raw, failures } = ground;
  // What it comes to without a fault.
  const usual = await trial.prepare(cast);
  const empty = sizesIn(raw);
  const expected = await usual();
  const change = changeOf(empty, sizesIn(raw));
  if (expected.status < 300 !== trial.mayDo)
    failures.push(`${trial.what} is answered ${expected.status} without a fault`);
  for (let at = 0; at < MOST; at++) {
    const send = await trial.prepare(cast);
    const before = sizesIn(raw);
    const commits = commitsIn(raw);
    plan.plan(kind, at);
    const answer = await send();
    const hasStruck = plan.hasStruck();
    plan.plan(kind, null);
    if (!hasStruck) return at;
    const where = `${trial.what}, ${kind} ${at}`;
    const made = changeOf(before, sizesIn(raw));
    const problem = wrongAnswer(answer, expected, made === change);
    if (problem !== null) failures.push(`${where}: ${problem}`);
    if (made !== '' && made !== change) failures.push(`${where}: it wrote ${made} where it writes ${change}`);
    if (made === '' && answer.status >= 300 && commitsIn(raw) !== commits)
      failures.push(`${where}: something was written`);
    const again = await (await trial.prepare(cast))();
    if (again.status !== expected.status)
      failures.push(`${where}: the next is answered ${again.status}: ${again.text}`);
    if (failures.length >= 10) return at + 1;
  }
  return MOST;
}

/** `isDone`: it wrote all that it should. Then it may say so, whatever failed behind it. */
function wrongAnswer(
  { status, headers, text, body }: Answer<unknown>,
  expected: Answer<unknown>,
  isDone: boolean,
): string | null {
  if (status < 300) return expected.status < 300 && isDone ? null : `it is answered ${status}: ${text}`;
  if (status === expected.status) return null;
  if (status !== 503) return `it is answered ${status}: ${text}`;
  if (headers.get('retry-after') === null) return 'it does not say when to try again';
  if ((body as { code?: unknown } | null)?.code !== 'UNAVAILABLE') return `it says ${text}`;
  return /planted|disk/.test(text) ? `it tells of the fault: ${text}` : null;
}

/** How many rows each table of the database has. */
function sizesIn(raw: DatabaseSync): ReadonlyMap<string, number> {
  const tables = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all();
  return new Map(
    tables.map(({ name }) => {
      const table = String(name);
      const [row] = raw.prepare(`SELECT count(*) AS size FROM "${table.replaceAll('"', '""')}"`).all();
      return [table, Number(row?.['size'])];
    }),
  );
}

/** Another number once anybody else has committed anything. */
const commitsIn = (raw: DatabaseSync): number => Number(raw.prepare('PRAGMA data_version').get()?.['data_version']);

function changeOf(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string {
  return [...after]
    .filter(([table, size]) => size !== (before.get(table) ?? 0))
    .map(([table, size]) => `${size - (before.get(table) ?? 0)} ${table}`)
    .join(', ');
}

async function castOf(server: TestServer): Promise<Cast> {
  const [ana, miro, tom, jonas] = [
    await server.as('Ana'),
    await server.as('Miro'),
    await server.as('Tom'),
    await server.as('Jonas'),
  ];
  return { server, ana, miro, tom, jonas };
}

const claimBody = ({ server }: Cast, title = 'Ticket') => ({
  title,
  category: 'Travel',
  spentOn: new Date(server.clock.now - 86_400_000).toISOString().slice(0, 10),
  lines: [{ what: 'Ticket', amount: '18.90' }],
});

async function newClaim(cast: Cast): Promise<WireRecord> {
  const made = await cast.ana.post<WireRecord>('/api/claims', claimBody(cast));
  if (made.status !== 201) throw new Error(`A claim could not be made: ${made.status} ${made.text}`);
  return made.body;
}

/** A comment at a new claim. */
async function saidAt(cast: Cast): Promise<{ id: string; path: string; match: { 'if-match': string } }> {
  const { id } = await newClaim(cast);
  const made = await cast.ana.post<WireComment>(`/_/records/Claim/${id}/comments`, { text: 'Said' });
  if (made.status !== 201) throw new Error(`Nothing could be said: ${made.status} ${made.text}`);
  const path = `/_/records/Claim/${id}/comments/${made.body.id}`;
  return { id, path, match: { 'if-match': made.body.etag } };
}

const matching = ({ _ }: WireRecord) => ({ 'if-match': _.etag });

/** What became of the one row, as if it had been asked for alone. */
async function inBulk({ ana }: Cast, body: object): Promise<Answer<unknown>> {
  const answer = await ana.post<{ outcomes?: readonly Outcome[] }>('/_/bulk', body);
  const [outcome] = answer.body?.outcomes ?? [];
  if (outcome === undefined) return answer;
  const headers = new Headers({ 'retry-after': String(outcome.problem?.retryAfter ?? '') });
  return { status: outcome.status, headers, text: JSON.stringify(outcome), body: outcome.problem ?? outcome.record };
}

interface Outcome {
  readonly status: number;
  readonly problem?: { readonly retryAfter?: number };
  readonly record?: unknown;
}

const reading = (what: string, path: string, who: 'ana' | 'jonas' | 'tom' = 'ana', mayDo = true): Trial => ({
  what,
  mayDo,
  prepare: async (cast) => () => cast[who].get(path),
});

const TRIALS: readonly Trial[] = [
  reading('a list', '/api/claims?sort=-spentOn'),
  reading('a list of a screen', `/_/list?screen=${encodeURIComponent('screen/%2F')}`),
  // Of one page: a fault on the way to the next breaks the file off, which is no answer.
  reading('rows as a file', `/_/export?screen=${encodeURIComponent('screen/%2F')}&title=Keyboard`),
  reading('numbers', `/_/tiles?screen=${encodeURIComponent('screen/%2Fspending')}`, 'ana', false),
  reading('choices', '/_/labels/Employee?q=a'),
  reading('who asks', '/_/session'),
  reading('the application', '/_/app'),
  reading('an inbox', '/_/inbox'),
  reading('tokens of programs', '/_/programs'),
  {
    what: 'a list of a guest',
    mayDo: false,
    prepare:
      async ({ server }) =>
      () =>
        server.guest.get('/api/claims'),
  },
  {
    what: 'a record',
    mayDo: true,
    prepare: async (cast) => {
      const { id } = await newClaim(cast);
      return () => cast.ana.get(`/api/claims/${id}`);
    },
  },
  {
    what: 'a record of somebody else',
    mayDo: false,
    prepare: async (cast) => {
      const { id } = await newClaim(cast);
      return () => cast.jonas.get(`/api/claims/${id}`);
    },
  },
  {
    what: 'a history',
    mayDo: true,
    prepare: async (cast) => {
      const { id } = await newClaim(cast);
      return () => cast.ana.get(`/_/records/Claim/${id}/history`);
    },
  },
  {
    what: 'a new record',
    mayDo: true,
    prepare: async (cast) => () => cast.ana.post('/api/claims', claimBody(cast)),
  },
  {
    what: 'records from a file',
    mayDo: true,
    prepare: async (cast) => {
      const { title, category, spentOn, lines } = claimBody(cast);
      const row = [title, category, spentOn, JSON.stringify(lines)];
      const file = [['title', 'category', 'spentOn', 'lines'], row, row].map(csvRow).join('');
      const path = `/_/import?screen=${encodeURIComponent('screen/%2F')}&do=all`;
      return () => cast.ana.post(path, file, { 'content-type': 'text/csv' });
    },
  },
  {
    what: 'a new record under a key',
    mayDo: true,
    prepare: async (cast) => {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      return () => cast.ana.post('/api/claims', claimBody(cast), headers);
    },
  },
  {
    what: 'a change',
    mayDo: true,
    prepare: async (cast) => {
      const claim = await newClaim(cast);
      return () => cast.ana.patch(`/api/claims/${claim.id}`, { title: 'Other' }, matching(claim));
    },
  },
  {
    what: 'a change by somebody else',
    mayDo: false,
    prepare: async (cast) => {
      const claim = await newClaim(cast);
      return () => cast.jonas.patch(`/api/claims/${claim.id}`, { title: 'Other' }, matching(claim));
    },
  },
  {
    what: 'an event',
    mayDo: true,
    prepare: async (cast) => {
      const claim = await newClaim(cast);
      return () => cast.ana.post(`/api/claims/${claim.id}/submit`, {}, matching(claim));
    },
  },
  {
    what: 'an event by whoever may not raise it',
    mayDo: false,
    prepare: async (cast) => {
      const claim = await newClaim(cast);
      const sent = await cast.ana.post<WireRecord>(`/api/claims/${claim.id}/submit`, {}, matching(claim));
      return () => cast.ana.post(`/api/claims/${claim.id}/approve`, {}, matching(sent.body));
    },
  },
  {
    what: 'an event over a selection',
    mayDo: true,
    prepare: async (cast) => {
      const { id, _ } = await newClaim(cast);
      return () => inBulk(cast, { entity: 'Claim', event: 'submit', rows: [{ id, etag: _.etag }] });
    },
  },
  {
    what: 'comments',
    mayDo: true,
    prepare: async (cast) => {
      const { id } = await saidAt(cast);
      return () => cast.ana.get(`/_/records/Claim/${id}/comments`);
    },
  },
  {
    what: 'whom a comment may mention',
    mayDo: true,
    prepare: async (cast) => {
      const { id } = await newClaim(cast);
      return () => cast.ana.get(`/_/records/Claim/${id}/mentions?q=m`);
    },
  },
  {
    what: 'a comment that mentions somebody',
    mayDo: true,
    prepare: async (cast) => {
      const { id } = await newClaim(cast);
      const headers = { 'idempotency-key': crypto.randomUUID() };
      return () => cast.ana.post(`/_/records/Claim/${id}/comments`, { text: `See @[${cast.miro.id}]` }, headers);
    },
  },
  {
    what: 'a comment at a record of somebody else',
    mayDo: false,
    prepare: async (cast) => {
      const { id } = await newClaim(cast);
      return () => cast.jonas.post(`/_/records/Claim/${id}/comments`, { text: 'See' });
    },
  },
  {
    what: 'a changed comment',
    mayDo: true,
    prepare: async (cast) => {
      const { path, match } = await saidAt(cast);
      return () => cast.ana.patch(path, { text: `See @[${cast.miro.id}]` }, match);
    },
  },
  {
    what: 'a deleted comment',
    mayDo: true,
    prepare: async (cast) => {
      const { path, match } = await saidAt(cast);
      // By its key it is seen whether it was done: no table has more rows or less for it.
      const headers = { ...match, 'idempotency-key': crypto.randomUUID() };
      return () => cast.ana.delete(path, headers);
    },
  },
  {
    what: 'a deletion',
    mayDo: true,
    prepare: async (cast) => {
      const claim = await newClaim(cast);
      return () => cast.ana.delete(`/api/claims/${claim.id}`, matching(claim));
    },
  },
  {
    what: 'a session',
    mayDo: true,
    prepare: async ({ server, jonas }) => {
      const headers = { 'ninefold-switcher': server.runtime.switcher };
      return () => server.guest.post('/_/session', { person: jonas.id }, headers);
    },
  },
  {
    what: 'a session without the key',
    mayDo: false,
    prepare:
      async ({ server, jonas }) =>
      () =>
        server.guest.post('/_/session', { person: jonas.id }),
  },
  {
    what: 'an upload',
    mayDo: true,
    prepare: async (cast) => {
      const bytes = new TextEncoder().encode('%PDF-1.4\n%%EOF\n');
      const path = '/_/files?entity=Claim&field=receipt&name=a.pdf';
      return () => cast.ana.call('POST', path, bytes, { 'content-type': 'application/pdf' });
    },
  },
  {
    what: 'a token of a program',
    mayDo: true,
    prepare: async ({ jonas }) => {
      const { body } = await jonas.get<{ items: readonly { id: string }[] }>('/_/programs');
      for (const { id } of body.items) await jonas.delete(`/_/programs/${id}`);
      return () => jonas.post('/_/programs', { label: 'A program' });
    },
  },
];
