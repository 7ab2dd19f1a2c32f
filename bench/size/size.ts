import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgres } from '../../src/store/postgres/postgres-store.ts';
import { type Bench, inFolder, type Options } from '../bench.ts';
import { type Child, rssOf, type Serving, type Start, startChild } from '../child.ts';
import { compareLoads } from '../compare-loads.ts';
import type { Load, Request } from '../load.ts';
import { postgresHere } from '../postgres-here.ts';
import { applyDocument, insertAll, rowOf, withStore } from '../seed.ts';
import { type Figure, figure, MB, times } from '../table.ts';
import { seedBare, seedBarePostgres } from './bare-tables.ts';
import { bytesIn, bytesInSchema } from './disk.ts';
import { dashboards, latencies } from './growth.ts';
import { orderText } from './order-document.ts';
import { createdAtOf, ORDER_FIELDS, type Order, orders, type Seller, sellers } from './orders.ts';

const CONNECTIONS = 10;
type On = 'SQLite' | 'PostgreSQL';

/** Our server and the bare one over the same orders, and what they were filled with. */
export interface Filled {
  readonly on: On;
  readonly size: number;
  readonly ours: Serving;
  readonly bare: Serving;
  readonly people: readonly Seller[];
  /** Bytes on disk. */
  readonly bytes: { readonly ours: number; readonly bare: number };
}

const about =
  'stated lists, records, writes and dashboards of 10,000 to 100,000 orders (--big: 1,000,000), beside a bare server: one table, its best index, exact count, no history, no search';

export const sizeSqlite: Bench = {
  name: 'size-sqlite',
  about,
  run: (options) => inFolder((folder) => measure(folder, 'SQLite', options)),
};

export const sizePostgres: Bench = {
  name: 'size-postgres',
  about,
  run: (options) => inFolder((folder) => measure(folder, 'PostgreSQL', options)),
};

async function measure(folder: string, on: On, options: Options): Promise<readonly Figure[]> {
  const { quick, big } = options;
  const [least, most] = big ? [10_000, 1_000_000] : quick ? [1_000, 10_000] : [10_000, 100_000];
  const loaders = [startChild('load.ts'), startChild('load.ts')] as const;
  try {
    const small = await filled(join(folder, 'small'), on, least, options, async (servers) =>
      latencies(servers, loaders[0]),
    );
    if (small === null) return [figure('PostgreSQL', 'none is here')];
    const compared = await filled(join(folder, 'compared'), on, Math.min(most, 100_000), options, (servers, child) =>
      compare(servers, loaders[0], child, quick),
    );
    const large = await filled(join(folder, 'large'), on, most, options, async (servers) => ({
      latencies: await latencies(servers, loaders[0], small),
      dashboards: await dashboards(servers, loaders),
    }));
    return [...(compared ?? []), ...(large?.latencies.figures ?? []), ...(large?.dashboards ?? [])];
  } finally {
    await Promise.all(loaders.map((loader) => loader.stop()));
  }
}

/** Fills both databases, starts both servers, works with them, and stops them. Null if there is no PostgreSQL. */
async function filled<T>(
  folder: string,
  on: On,
  count: number,
  { profile }: Options,
  work: (servers: Filled, child: Child) => Promise<T>,
): Promise<T | null> {
  const elsewhere = on === 'PostgreSQL' ? await postgresHere() : null;
  if (on === 'PostgreSQL' && elsewhere === null) return null;
  mkdirSync(folder, { recursive: true });
  const now = Date.now();
  const people = sellers(now - 400 * 86_400_000);
  const all = () => orders(people, count, now);
  const postgres = elsewhere?.start;
  if (postgres === undefined) {
    await withStore(folder, orderText, (store) => fillStore(store, people, all(), now));
    seedBare(folder, people, all(), now);
  } else {
    const store = await openPostgres(postgres.ours);
    await applyDocument(store, orderText);
    await fillStore(store, people, all(), now);
    await store.close();
    await seedBarePostgres(postgres.baseline, people, all(), now);
  }
  const bytes =
    postgres === undefined
      ? { ours: bytesIn(folder, (name) => !isBare(name)), bare: bytesIn(folder, isBare) }
      : { ours: await bytesInSchema(postgres.ours), bare: await bytesInSchema(postgres.baseline) };
  const ours = startChild('ours.ts', profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]);
  const bare = startChild('size/bare-server.ts');
  try {
    const start: Start = {
      folder,
      people: people.map(({ id }) => id),
      ...(postgres === undefined ? {} : { postgres }),
    };
    const servers = { ours: await ours.ask<Serving>(start), bare: await bare.ask<Serving>(start) };
    return await work({ on, size: count, people, bytes, ...servers }, ours);
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
    await elsewhere?.drop();
  }
}

const isBare = (name: string): boolean => name.startsWith('bare.');

async function fillStore(
  store: Parameters<typeof insertAll>[0],
  people: readonly Seller[],
  all: Iterable<Order>,
  now: number,
): Promise<void> {
  await insertAll(
    store,
    people.map(({ id, ...values }) => rowOf('Person', id, values)),
    now,
  );
  function* rows() {
    for (const order of all) {
      const createdAt = createdAtOf(order);
      yield rowOf('Order', order.id, {
        ...Object.fromEntries(ORDER_FIELDS.map((field) => [field, order[field]])),
        createdAt,
      });
    }
  }
  await insertAll(store, rows(), now);
}

/** What each side does besides: ours history, search words, permissions and `_`; the bare server an exact count. */
const SCENARIOS: readonly {
  readonly what: string;
  readonly ours: string;
  readonly bare: string;
  readonly budget: string;
}[] = [
  { what: 'list of 50, filter and sort; total to 1,000 ÷ exact', ours: '', bare: '', budget: '≥ 0.75 ×' },
  { what: 'the same with exact total', ours: '&total=exact', bare: '', budget: '≥ 0.60 ×' },
  { what: 'the same without total', ours: '&total=none', bare: '&total=none', budget: '≥ 0.90 ×' },
];

async function compare(
  { on, size, ours, bare, people, bytes }: Filled,
  loader: Child,
  child: Child,
  quick: boolean,
): Promise<readonly Figure[]> {
  const owners = people.filter(({ role }) => role === 'Seller');
  const loads = (requests: (server: Serving, isOurs: boolean) => readonly Request[]) => ({
    ours: (ms: number): Load => ({ port: ours.port, connections: CONNECTIONS, ms, requests: requests(ours, true) }),
    theirs: (ms: number): Load => ({ port: bare.port, connections: CONNECTIONS, ms, requests: requests(bare, false) }),
  });
  const each = (server: Serving, request: (index: number) => Omit<Request, 'cookie'>) =>
    owners.map((_, index) => ({ ...request(index), cookie: server.cookies[index] ?? '' }));
  const open = `filter=${encodeURIComponent('status == Open')}&sort=-amount`;
  const each100000 = (all: number) => MB((all / size) * 100_000);
  const figures: Figure[] = [
    figure(`${on}: disk for 100,000 orders`, each100000(bytes.ours), {
      against: each100000(bytes.bare),
      ratio: times(bytes.ours / bytes.bare),
      budget: '≤ 120 MB',
    }),
  ];
  for (const { what, ours: own, bare: other, budget } of SCENARIOS) {
    const requests = (server: Serving, isOurs: boolean) =>
      each(server, () => ({
        method: 'GET',
        path: isOurs ? `/api/orders?${open}${own}` : `/api/orders?status=Open${other}`,
      }));
    figures.push(await compareLoads(`${on}: ${what}`, { loader, ...loads(requests), quick, budget }));
  }
  const ids = await Promise.all(owners.map((_, index) => idsOf(ours, ours.cookies[index] ?? '')));
  const ofOwn = (server: Serving, request: (id: string) => Omit<Request, 'cookie'>) =>
    Array.from({ length: 40 }, (_, at) => at).flatMap((at) => each(server, (index) => request(ids[index]?.[at] ?? '')));
  const read = (server: Serving) => ofOwn(server, (id) => ({ method: 'GET', path: `/api/orders/${id}` }));
  figures.push(await compareLoads(`${on}: read one`, { loader, ...loads(read), quick, budget: '≥ 0.90 ×' }));
  const create = (server: Serving) =>
    each(server, (index) => ({ method: 'POST', path: '/api/orders', body: newOrder(owners[index]?.id ?? '') }));
  const postgres = on === 'PostgreSQL';
  figures.push(
    await compareLoads(`${on}: create`, {
      loader,
      ...loads(create),
      quick,
      budget: postgres ? '≥ 0.60 ×' : '≥ 0.70 ×',
    }),
  );
  const change = (server: Serving) =>
    ofOwn(server, (id) => ({
      method: 'PATCH',
      path: `/api/orders/${id}`,
      body: { customer: 'Customer TURN', note: 'Deliver to gate 4 and ask for TURN.' },
      match: true,
    }));
  figures.push(
    await compareLoads(`${on}: change`, {
      loader,
      ...loads(change),
      quick,
      budget: postgres ? '≥ 0.60 ×' : '≥ 0.80 ×',
    }),
  );
  figures.push(figure(`${on}: memory of our server under load`, MB(rssOf(child.pid)), { budget: '≤ 256 MB' }));
  return figures;
}

const newOrder = (owner: string) => ({
  number: 'N-TURN',
  owner,
  customer: 'Customer 17',
  status: 'Open',
  priority: 'Normal',
  region: 'West',
  amount: '129.90',
  quantity: 3,
  orderedOn: '2026-03-02',
  dueOn: '2026-04-02',
  reference: 'PO 1234',
  note: 'Deliver to gate 4 and ask for the warehouse.',
});

async function idsOf({ port }: Serving, cookie: string): Promise<readonly string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/orders?total=none`, { headers: { cookie } });
  const { items } = (await answer.json()) as { readonly items: readonly { readonly id: string }[] };
  return items.map(({ id }) => id);
}
