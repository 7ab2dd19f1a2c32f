import { mkdirSync } from 'node:fs';
import type { Store } from '../src/store/core/store.ts';
import { openPostgres } from '../src/store/postgres/postgres-store.ts';
import { assertAgree } from './agree.ts';
import { seedPostgres } from './baseline-postgres.ts';
import { seedBaseline } from './baseline-store.ts';
import { type Bench, inFolder, type Options } from './bench.ts';
import { type Child, rssOf, type Serving, type Start, startChild } from './child.ts';
import { type Claim, claims, type Person, people } from './claims.ts';
import { compareLoads } from './compare-loads.ts';
import { loadText } from './documents.ts';
import type { Load, Request } from './load.ts';
import { postgresHere } from './postgres-here.ts';
import { applyDocument, claimRows, insertAll, personRow, withStore } from './seed.ts';
import { type Figure, figure, MB } from './table.ts';

const CONNECTIONS = 10;
const DAY = 86_400_000;

export const http: Bench = {
  name: 'http',
  about: 'list, read, create, change and events through a socket, beside a server written by hand',
  run: async (options) => [
    ...(await inFolder((folder) => measure(folder, 'SQLite', options))),
    ...(await inFolder((folder) => measure(folder, 'PostgreSQL', options))),
  ],
};

interface Rows {
  readonly managers: readonly Person[];
  readonly clerk: readonly Person[];
  readonly employees: readonly Person[];
  readonly claims: readonly Claim[];
}

interface Scenario {
  readonly what: string;
  /** Cookies are those of these people, in order. */
  readonly people: readonly Person[];
  readonly requests: (cookieOf: (id: string) => string, server: 'ours' | 'baseline') => readonly Request[];
  /** The second request of a connection takes back what the first did, and so on. */
  readonly pairs?: boolean;
}

async function measure(
  folder: string,
  on: 'SQLite' | 'PostgreSQL',
  { quick, profile }: Options,
): Promise<readonly Figure[]> {
  const elsewhere = on === 'PostgreSQL' ? await postgresHere() : null;
  if (on === 'PostgreSQL' && elsewhere === null) return [figure('PostgreSQL', 'none is here')];
  const rows = await seed(folder, quick ? 10_000 : 100_000, elsewhere?.start ?? null);
  const asked = [...rows.managers, ...rows.clerk, ...rows.employees.slice(0, CONNECTIONS * 2)].map(({ id }) => id);
  const ours = startChild('ours.ts', profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]);
  const baseline = startChild('baseline.ts');
  const loader = startChild('load.ts');
  try {
    const start: Start = { folder, people: asked, ...(elsewhere === null ? {} : { postgres: elsewhere.start }) };
    const servers = { ours: await ours.ask<Serving>(start), baseline: await baseline.ask<Serving>(start) };
    const figures: Figure[] = [];
    for (const scenario of scenarios(rows))
      figures.push(...(await compare(scenario, on, servers, asked, loader, quick)));
    figures.push(figure(`${on}: memory of our server under load`, MB(rssOf(ours.pid)), { budget: '≤ 256 MB' }));
    return figures;
  } finally {
    await Promise.all([ours.stop(), baseline.stop(), loader.stop()]);
    await elsewhere?.drop();
  }
}

async function seed(folder: string, count: number, postgres: Start['postgres'] | null): Promise<Rows> {
  const now = Date.now();
  const everybody = people(now - 90 * DAY);
  const employees = everybody.filter(({ role }) => role === 'Employee');
  const all = [...claims(employees, count, now)];
  mkdirSync(folder, { recursive: true });
  const fill = async (store: Store) => {
    await insertAll(store, everybody.map(personRow), now);
    await insertAll(store, claimRows(all), now);
  };
  if (postgres === null || postgres === undefined) {
    await withStore(folder, loadText, fill);
    seedBaseline(folder, everybody, all, now);
  } else {
    const store = await openPostgres(postgres.ours);
    await applyDocument(store, loadText);
    await fill(store);
    await store.close();
    await seedPostgres(postgres.baseline, everybody, all, now);
  }
  return {
    managers: everybody.filter(({ role }) => role === 'Manager'),
    clerk: everybody.filter(({ role }) => role === 'Finance'),
    employees,
    claims: all,
  };
}

function scenarios(rows: Rows): Scenario[] {
  const listOf = (status: string) => (server: 'ours' | 'baseline') =>
    server === 'ours'
      ? `/api/claims?filter=${encodeURIComponent(`status == ${status}`)}&sort=submittedAt`
      : `/api/claims?status=${status}&sort=submittedAt`;
  const claimants = rows.employees.slice(0, CONNECTIONS * 2);
  const ofClaimants = (status: string) => {
    const ids = new Set(claimants.map(({ id }) => id));
    return rows.claims.filter((claim) => ids.has(claim.owner) && claim.status === status);
  };
  const spentOn = new Date(Date.now() - 3 * DAY).toISOString().slice(0, 10);
  const lines = [
    { what: 'Ticket', amount: '14.90' },
    { what: 'Coffee', amount: '3.20' },
  ];
  const lists =
    (persons: readonly Person[], status: string): Scenario['requests'] =>
    (cookieOf, server) =>
      Array.from({ length: CONNECTIONS * persons.length }, (_, index) => ({
        method: 'GET',
        path: listOf(status)(server),
        cookie: cookieOf(persons[index % persons.length]?.id ?? ''),
      }));
  return [
    { what: 'list of 50, one’s team', people: rows.managers, requests: lists(rows.managers, 'Submitted') },
    { what: 'list of 50, all but drafts', people: rows.clerk, requests: lists(rows.clerk, 'Approved') },
    {
      what: 'read one',
      people: claimants,
      requests: (cookieOf) =>
        ofClaimants('Submitted')
          .slice(0, 500)
          .map(({ id, owner }) => ({ method: 'GET', path: `/api/claims/${id}`, cookie: cookieOf(owner) })),
    },
    {
      what: 'create',
      people: claimants,
      requests: (cookieOf) =>
        claimants.map(({ id }, index) => ({
          method: 'POST',
          path: '/api/claims',
          cookie: cookieOf(id),
          body: { title: `Train to client ${index}`, category: 'Travel', spentOn, lines, note: 'As agreed.' },
        })),
    },
    {
      what: 'submit and withdraw',
      people: claimants,
      requests: (cookieOf) =>
        tens(ofClaimants('Draft').filter(isSubmittable).slice(0, 200)).flatMap((ten) =>
          ['submit', 'withdraw'].flatMap((event) =>
            ten.map(({ id, owner }) => ({
              method: 'POST',
              path: `/api/claims/${id}/${event}`,
              record: `/api/claims/${id}`,
              cookie: cookieOf(owner),
              body: {},
              match: true,
            })),
          ),
        ),
      pairs: true,
    },
    {
      what: 'change',
      people: claimants,
      requests: (cookieOf) =>
        ofClaimants('Draft')
          .slice(0, 200)
          .map(({ id, owner }, index) => ({
            method: 'PATCH',
            path: `/api/claims/${id}`,
            cookie: cookieOf(owner),
            body: { title: `Trip ${index}, turn TURN`, note: 'As agreed by telephone.' },
            match: true,
          })),
    },
  ];
}

/** Small enough to need no receipt. */
const isSubmittable = ({ lines }: Claim): boolean => lines.reduce((sum, { amount }) => sum + amount, 0) <= 2_500;

/** As many as there are connections, so that each gets its own. */
const tens = (claims: readonly Claim[]): readonly (readonly Claim[])[] =>
  Array.from({ length: Math.floor(claims.length / CONNECTIONS) }, (_, index) =>
    claims.slice(index * CONNECTIONS, (index + 1) * CONNECTIONS),
  );

async function agree(
  what: string,
  { ours, baseline }: { readonly ours: Serving; readonly baseline: Serving },
  mine: Request | undefined,
  theirs: Request | undefined,
): Promise<void> {
  if (mine === undefined || theirs === undefined) throw new Error(`${what}: there is nothing to ask for.`);
  const path = mine.record ?? mine.path;
  if (mine.method === 'POST' && mine.record === undefined) return;
  await assertAgree(
    what,
    { server: ours, ...mine, path },
    { server: baseline, ...theirs, path: theirs.record ?? theirs.path },
  );
}

async function compare(
  { what, requests, pairs = false }: Scenario,
  on: 'SQLite' | 'PostgreSQL',
  servers: { readonly ours: Serving; readonly baseline: Serving },
  asked: readonly string[],
  loader: Child,
  quick: boolean,
): Promise<readonly Figure[]> {
  const loadOf = (server: 'ours' | 'baseline') => {
    const { port, cookies } = servers[server];
    const sent = requests((id) => cookies[asked.indexOf(id)] ?? '', server);
    return (length: number): Load => ({ port, connections: CONNECTIONS, ms: length, requests: sent, pairs });
  };
  const [ours, baseline] = [loadOf('ours'), loadOf('baseline')];
  await agree(what, servers, ours(0).requests[0], baseline(0).requests[0]);
  return [await compareLoads(`${on}: ${what}`, { loader, ours, theirs: baseline, quick, budget: '≥ 0.80 ×' })];
}
