import { openPostgres } from '../src/store/postgres/postgres-store.ts';
import type { At } from './baseline-postgres.ts';
import type { Bench, Options } from './bench.ts';
import { type Child, cpuOf, type Serving, startChild } from './child.ts';
import type { Counted, Load } from './load.ts';
import { postgresHere } from './postgres-here.ts';
import { applyDocument, insertAll, rowOf } from './seed.ts';
import { orderText } from './size/order-document.ts';
import { ORDER_FIELDS, orders, type Seller, sellers } from './size/orders.ts';
import { type Figure, figure, interleaved, median, ms, times } from './table.ts';

export const processes: Bench = {
  name: 'processes',
  about: 'creates by one and by four processes over one PostgreSQL: CPU time of our processes for each',
  run: measure,
};

const MANY = 4;
/** Connections, however many processes share them. */
const CONNECTIONS = 4;
const ROWS = 2_000;

/** A process with its server. */
interface Running extends Serving {
  readonly child: Child;
}

async function measure({ quick, profile }: Options): Promise<readonly Figure[]> {
  const places = await Promise.all(Array.from({ length: MANY }, postgresHere));
  const [first] = places;
  if (first === undefined || first === null) return [figure('PostgreSQL', 'none is here')];
  const now = Date.now();
  const people = sellers(now);
  const seconds = quick ? 1 : 5;
  for (const place of places) if (place !== null) await fill(place.start.ours, people, now);
  const loaders = Array.from({ length: MANY }, () => startChild('load.ts'));
  const running = (schemas: readonly At[]): Promise<readonly Running[]> =>
    Promise.all(
      schemas.map(async (ours) => {
        const child = startChild('ours.ts', profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]);
        const message = { folder: '', people: people.map(({ id }) => id), postgres: { ours, baseline: ours } };
        return { child, ...(await child.ask<Serving>(message)) };
      }),
    );
  /** Milliseconds of CPU time of all processes for a create, and creates per second; `busy` of them are sent requests. */
  const round = async (schemas: readonly At[], busy: number) => {
    const servers = await running(schemas);
    try {
      // One after the other, so that each has done as much before it is measured.
      for (const server of servers) await create([server], loaders, people, quick ? 1_000 : 4_000);
      const before = total(servers);
      const perSecond = await create(servers.slice(0, busy), loaders, people, seconds * 1_000);
      return { cpu: (total(servers) - before) / (perSecond * seconds), perSecond };
    } finally {
      await Promise.all(servers.map(({ child }) => child.stop()));
    }
  };
  const { ours } = first.start;
  const shared = places.map(() => ours);
  const apart = places.flatMap((place) => place?.start.ours ?? []);
  try {
    const shapes = [
      () => round([ours], 1),
      () => round(shared, 1),
      () => round(shared, MANY),
      () => round(apart, MANY),
    ];
    const [one = [], idle = [], together = [], alone = []] = await interleaved(quick ? 1 : 3, shapes);
    const cpu = (rounds: readonly { readonly cpu: number }[]) => median(rounds.map((each) => each.cpu));
    const compared = (what: string, rounds: Parameters<typeof cpu>[0], against: Parameters<typeof cpu>[0]) =>
      figure(what, ms(cpu(rounds)), {
        against: ms(cpu(against)),
        ratio: times(cpu(rounds) / cpu(against)),
        budget: '≤ 1.30 ×',
      });
    return [
      compared(`CPU time for a create by one of ${MANY} processes, against the only process`, idle, one),
      compared(`by ${MANY} processes on one schema, against ${MANY} processes on a schema each`, together, alone),
      compared(`by ${MANY} processes on one schema, against the only process`, together, one),
    ];
  } finally {
    await Promise.all(loaders.map((loader) => loader.stop()));
    await Promise.all(places.map((place) => place?.drop()));
  }
}

const total = (servers: readonly Running[]): number => servers.reduce((sum, { child }) => sum + cpuOf(child.pid), 0);

/** Creates orders over all servers at once, and returns how many per second. */
async function create(
  servers: readonly Running[],
  loaders: readonly Child[],
  people: readonly Seller[],
  duration: number,
): Promise<number> {
  const counted = await Promise.all(
    servers.map(({ port, cookies }, index) => {
      const requests = people.flatMap(({ id, role }, at) =>
        role === 'Seller'
          ? [{ method: 'POST', path: '/api/orders', body: orderOf(id), cookie: cookies[at] ?? '' }]
          : [],
      );
      const load: Load = { port, connections: CONNECTIONS / servers.length, ms: duration, requests };
      return loaders[index]?.ask<Counted>(load);
    }),
  );
  const refused = counted.find((each) => (each?.refused ?? 0) > 0);
  if (refused !== undefined) throw new Error(`A create was refused: ${refused.example}`);
  return counted.reduce((sum, each) => sum + (each?.perSecond ?? 0), 0);
}

const orderOf = (owner: string) => ({
  number: 'N-TURN',
  owner,
  customer: 'Customer 17',
  status: 'Open',
  priority: 'Normal',
  region: 'West',
  amount: '129.90',
  quantity: 3,
  orderedOn: '2026-03-02',
  note: 'Deliver to gate 4.',
});

async function fill(at: At, people: readonly Seller[], now: number): Promise<void> {
  const store = await openPostgres(at);
  await applyDocument(store, orderText);
  await insertAll(store, [...rowsOf(people, now)], now);
  await store.close();
}

function* rowsOf(people: readonly Seller[], now: number) {
  for (const { id, ...values } of people) yield rowOf('Person', id, values);
  for (const order of orders(people, ROWS, now))
    yield rowOf('Order', order.id, Object.fromEntries(ORDER_FIELDS.map((field) => [field, order[field]])));
}
