import { mkdirSync } from 'node:fs';
import { assertAgree } from './agree.ts';
import { seedBaseline } from './baseline-store.ts';
import { type Bench, inFolder, type Options } from './bench.ts';
import { type Child, rssOf, type Serving, startChild } from './child.ts';
import { type Claim, claims, type Person, people } from './claims.ts';
import { loadText } from './documents.ts';
import type { Counted, Load, Request } from './load.ts';
import { claimRows, insertAll, personRow, withStore } from './seed.ts';
import { type Figure, figure, interleaved, kB, MB, median, perSecond, times } from './table.ts';

const CONNECTIONS = 10;
const DAY = 86_400_000;

export const http: Bench = {
  name: 'http',
  about: 'list, read, create and change through a socket, beside a server written by hand',
  run: (options) => inFolder((folder) => measure(folder, options)),
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
}

async function measure(folder: string, { quick, profile }: Options): Promise<readonly Figure[]> {
  const rows = await seed(folder, quick ? 10_000 : 100_000);
  const asked = [...rows.managers, ...rows.clerk, ...rows.employees.slice(0, CONNECTIONS * 2)].map(({ id }) => id);
  const ours = startChild('ours.ts', profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]);
  const baseline = startChild('baseline.ts');
  const loader = startChild('load.ts');
  try {
    const start = { folder, people: asked };
    const servers = { ours: await ours.ask<Serving>(start), baseline: await baseline.ask<Serving>(start) };
    const figures: Figure[] = [];
    for (const scenario of scenarios(rows)) figures.push(...(await compare(scenario, servers, asked, loader, quick)));
    figures.push(figure('memory of our server under load', MB(rssOf(ours.pid)), { budget: '≤ 256 MB' }));
    return figures;
  } finally {
    await Promise.all([ours.stop(), baseline.stop(), loader.stop()]);
  }
}

async function seed(folder: string, count: number): Promise<Rows> {
  const now = Date.now();
  const everybody = people(now - 90 * DAY);
  const employees = everybody.filter(({ role }) => role === 'Employee');
  const all = [...claims(employees, count, now)];
  mkdirSync(folder, { recursive: true });
  await withStore(folder, loadText, async (store) => {
    await insertAll(store, everybody.map(personRow), now);
    await insertAll(store, claimRows(all), now);
  });
  seedBaseline(folder, everybody, all, now);
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

async function agree(
  what: string,
  { ours, baseline }: { readonly ours: Serving; readonly baseline: Serving },
  mine: Request | undefined,
  theirs: Request | undefined,
): Promise<void> {
  if (mine === undefined || theirs === undefined) throw new Error(`${what}: there is nothing to ask for.`);
  if (mine.method === 'POST') return;
  await assertAgree(what, { server: ours, ...mine }, { server: baseline, ...theirs });
}

async function compare(
  { what, requests }: Scenario,
  servers: { readonly ours: Serving; readonly baseline: Serving },
  asked: readonly string[],
  loader: Child,
  quick: boolean,
): Promise<readonly Figure[]> {
  const loadOf = (server: 'ours' | 'baseline') => {
    const { port, cookies } = servers[server];
    const sent = requests((id) => cookies[asked.indexOf(id)] ?? '', server);
    return (length: number): Load => ({ port, connections: CONNECTIONS, ms: length, requests: sent });
  };
  const [ours, baseline] = [loadOf('ours'), loadOf('baseline')];
  await agree(what, servers, ours(0).requests[0], baseline(0).requests[0]);
  for (const load of [ours, baseline]) await loader.ask<Counted>(load(quick ? 300 : 1_500));
  const works = [ours, baseline].map((load) => () => loader.ask<Counted>(load(quick ? 600 : 2_000)));
  const [mine = [], theirs = []] = await interleaved(quick ? 3 : 7, works);
  const ratio = median(mine.map((each, round) => each.perSecond / (theirs[round]?.perSecond ?? Number.NaN)));
  const refused = [...mine, ...theirs].find((each) => each.refused > 0);
  if (refused !== undefined)
    throw new Error(`${what}: ${refused.refused} answers were refused: ${refused.example.slice(0, 500)}`);
  const shown = (all: readonly Counted[]) =>
    `${perSecond(median(all.map((each) => each.perSecond)))} p99 ${median(all.map((each) => each.p99)).toFixed(1)} ms ${kB(median(all.map((each) => each.bytes)))}`;
  return [figure(what, shown(mine), { against: shown(theirs), ratio: times(ratio), budget: '≥ 0.80 ×' })];
}
