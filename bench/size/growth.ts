import type { Child, Serving } from '../child.ts';
import type { Counted, Load, Request } from '../load.ts';
import { type Figure, figure, median, ms, times } from '../table.ts';
import type { Filled } from './size.ts';

const screen = (route: string): string => encodeURIComponent(`screen/${encodeURIComponent(route)}`);

/** Whole requests of the boss, who reads every order. */
const QUESTIONS: readonly { readonly what: string; readonly path: string; readonly budget: string }[] = [
  { what: 'list in its stated sort', path: `/_/list?screen=${screen('/all')}`, budget: '≤ 1.50 ×' },
  { what: 'list sorted by another column, stated', path: `/_/list?screen=${screen('/customers')}`, budget: '≤ 3.00 ×' },
  { what: 'list with a stated condition', path: `/_/list?screen=${screen('/urgent')}`, budget: '≤ 3.00 ×' },
  {
    what: 'groups with sums, warm',
    path: `/_/groups?screen=${screen('/all')}&by=status&sums=amount`,
    budget: '≤ 100 ms',
  },
];

/** Milliseconds by path. */
export interface Latencies {
  readonly byPath: ReadonlyMap<string, number>;
  readonly figures: readonly Figure[];
}

const bossOf = (people: Filled['people']): number => people.findIndex(({ role }) => role === 'Boss');

/** Median times of single requests, beside those with fewer rows. */
export async function latencies(
  { on, size, ours, people }: Filled,
  loader: Child,
  fewer?: Latencies,
): Promise<Latencies> {
  const cookie = ours.cookies[bossOf(people)] ?? '';
  const byPath = new Map<string, number>();
  const figures: Figure[] = [];
  for (const { what, path, budget } of QUESTIONS) {
    const ask = (length: number): Load => ({
      port: ours.port,
      connections: 1,
      ms: length,
      requests: [{ method: 'GET', path, cookie }],
    });
    await loader.ask<Counted>(ask(1_000));
    const counted = await loader.ask<Counted>(ask(1_500));
    if (counted.refused > 0) throw new Error(`${what} was refused: ${counted.example.slice(0, 500)}`);
    byPath.set(path, counted.median);
    const before = fewer?.byPath.get(path);
    figures.push(
      figure(`${on}, ${size.toLocaleString('en')} orders: ${what}`, ms(counted.median), {
        ...(before === undefined ? {} : { against: `${ms(before)} with fewer`, ratio: times(counted.median / before) }),
        budget,
      }),
    );
  }
  return { byPath, figures };
}

/** A dashboard of seven tiles: cold, warm, after each write, and what another person notices of it. */
export async function dashboards(
  { on, size, ours, people }: Filled,
  [reader, others]: readonly [Child, Child],
): Promise<readonly Figure[]> {
  const boss = ours.cookies[bossOf(people)] ?? '';
  const seller = ours.cookies[0] ?? '';
  const path = `/_/tiles?screen=${screen('/overview')}`;
  const at = `${on}, ${size.toLocaleString('en')} orders`;
  const once = () => timed(ours, path, boss);
  const cold = await once();
  const warm = [await once(), await once(), await once()];
  const [id] = await ids(ours, seller);
  const reading: Request = { method: 'GET', path: `/api/orders/${id}`, cookie: seller };
  const reads = (length: number): Load => ({
    port: ours.port,
    connections: 2,
    ms: length,
    requests: [reading, reading],
  });
  const change: Request = {
    method: 'PATCH',
    path: `/api/orders/${id}`,
    cookie: seller,
    body: { customer: 'Customer TURN' },
    match: true,
  };
  const mixed = (length: number): Load => ({
    port: ours.port,
    connections: 3,
    ms: length,
    // One connection asks for the dashboard again and again, one for a list, one changes an order.
    requests: [
      { method: 'GET', path, cookie: boss },
      { method: 'GET', path: `/_/list?screen=${screen('/all')}`, cookie: boss },
      change,
    ],
  });
  await reader.ask<Counted>(reads(2_000));
  const idle = await reader.ask<Counted>(reads(3_000));
  const [busy, load] = await Promise.all([reader.ask<Counted>(reads(6_000)), others.ask<Counted>(mixed(6_000))]);
  if (load.refused > 0) throw new Error(`The mixed load was refused: ${load.example.slice(0, 500)}`);
  const written: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await others.ask<Counted>({ port: ours.port, connections: 1, ms: 1, requests: [change] });
    written.push(await once());
  }
  return [
    figure(`${at}: dashboard of 7 tiles, cold`, ms(cold), { budget: '≤ 1,000 ms' }),
    figure(`${at}: the same, warm`, ms(median(warm)), { budget: '≤ 100 ms' }),
    figure(`${at}: the same after a change of an order`, ms(median(written)), { budget: '≤ 1,000 ms' }),
    figure(`${at}: p99 of reads during dashboards, lists and changes`, ms(busy.p99), {
      against: `${ms(idle.p99)} without`,
      ratio: times(busy.p99 / idle.p99),
      budget: '≤ 20 ms more',
    }),
  ];
}

async function timed({ port }: Serving, path: string, cookie: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 500)}`);
  return performance.now() - begun;
}

async function ids({ port }: Serving, cookie: string): Promise<readonly string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/orders?total=none`, { headers: { cookie } });
  const { items } = (await answer.json()) as { readonly items: readonly { readonly id: string }[] };
  return items.map(({ id }) => id);
}
