import { openPostgres } from '../src/store/postgres/postgres-store.ts';
import type { Bench, Options } from './bench.ts';
import { type Child, cpuOf, type Serving, startChild } from './child.ts';
import type { Counted, Load } from './load.ts';
import { postgresHere } from './postgres-here.ts';
import { applyDocument, insertAll, rowOf } from './seed.ts';
import { orderText } from './size/order-document.ts';
import { ORDER_FIELDS, orders, type Seller, sellers } from './size/orders.ts';
import { type Figure, figure, interleaved, median, ms, perSecond, times } from './table.ts';

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
  const elsewhere = await postgresHere();
  if (elsewhere === null) return [figure('PostgreSQL', 'none is here')];
  const { start, drop } = elsewhere;
  const now = Date.now();
  const people = sellers(now);
  const store = await openPostgres(start.ours);
  await applyDocument(store, orderText);
  await insertAll(store, [...rowsOf(people, now)], now);
  await store.close();
  const seconds = quick ? 1 : 5;
  const loaders = Array.from({ length: MANY }, () => startChild('load.ts'));
  const running = async (count: number): Promise<readonly Running[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const child = startChild('ours.ts', profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]);
        const message = { folder: '', people: people.map(({ id }) => id), postgres: start };
        return { child, ...(await child.ask<Serving>(message)) };
      }),
    );
  /** Milliseconds of CPU time of all processes for a create, and creates per second; `busy` of them are sent requests. */
  const round = async (count: number, busy: number) => {
    const servers = await running(count);
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
  try {
    const shapes = [() => round(1, 1), () => round(MANY, 1), () => round(MANY, MANY)];
    const [one = [], idle = [], many = []] = await interleaved(quick ? 1 : 3, shapes);
    const cpu = (rounds: readonly { readonly cpu: number }[]) => median(rounds.map((each) => each.cpu));
    const rate = (rounds: readonly { readonly perSecond: number }[]) => median(rounds.map((each) => each.perSecond));
    const against = { against: ms(cpu(one)), budget: '≤ 1.30 ×' };
    return [
      figure(`CPU time for a create, ${MANY} processes of which one is sent requests, against one`, ms(cpu(idle)), {
        ...against,
        ratio: times(cpu(idle) / cpu(one)),
      }),
      figure(`the same, ${MANY} processes that are all sent requests`, ms(cpu(many)), {
        ...against,
        ratio: times(cpu(many) / cpu(one)),
      }),
      figure('creates', perSecond(rate(many)), { against: perSecond(rate(one)), ratio: times(rate(many) / rate(one)) }),
    ];
  } finally {
    await Promise.all(loaders.map((loader) => loader.stop()));
    await drop();
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

function* rowsOf(people: readonly Seller[], now: number) {
  for (const { id, ...values } of people) yield rowOf('Person', id, values);
  for (const order of orders(people, ROWS, now))
    yield rowOf('Order', order.id, Object.fromEntries(ORDER_FIELDS.map((field) => [field, order[field]])));
}
