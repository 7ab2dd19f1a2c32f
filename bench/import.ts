import { idOf } from '../src/model/types/element.ts';
import { openPostgres } from '../src/store/postgres/postgres-store.ts';
import { openSqlite } from '../src/store/sqlite/sqlite-store.ts';
import { type Bench, inFolder, type Options } from './bench.ts';
import { rssOf, type Serving, type Start, startChild } from './child.ts';
import type { Counted } from './load.ts';
import { postgresHere } from './postgres-here.ts';
import { applyDocument, insertAll, rowOf } from './seed.ts';
import { orderText } from './size/order-document.ts';
import { ORDER_FIELDS, orders, type Seller, sellers } from './size/orders.ts';
import { type Figure, figure, MB, ms, perSecond } from './table.ts';

type On = 'SQLite' | 'PostgreSQL';

/** Rows of a request, as the screen sends them: of a file that is imported at once, and of a part of a larger one. */
const AT_ONCE = 10_000;
const A_PART = 1_000;

const text = orderText.replace('| Page size | 50 | |', '| Page size | 50 | |\n| Import rows | 1000000 | |');

export const importing: Bench = {
  name: 'import',
  about: 'a file of orders imported by one seller, at once and in parts; then again while another seller reads',
  run: async (options) => [
    ...(await inFolder((folder) => measure(folder, 'SQLite', options))),
    ...(await inFolder((folder) => measure(folder, 'PostgreSQL', options))),
  ],
};

async function measure(folder: string, on: On, { quick, big, profile }: Options): Promise<readonly Figure[]> {
  const elsewhere = on === 'PostgreSQL' ? await postgresHere() : null;
  if (on === 'PostgreSQL' && elsewhere === null) return [figure('PostgreSQL', 'none is here')];
  const now = Date.now();
  const people = sellers(now - 400 * 86_400_000);
  const postgres = elsewhere?.start;
  const store = postgres === undefined ? await openSqlite({ folder }) : await openPostgres(postgres.ours);
  await applyDocument(store, text);
  await insertAll(
    store,
    people.map(({ id, ...values }) => rowOf('Person', id, values)),
    now,
  );
  await store.close();
  const ours = startChild('ours.ts', profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]);
  const loader = startChild('load.ts');
  try {
    const ids = people.map(({ id }) => id);
    const start: Start = { folder, people: ids, ...(postgres === undefined ? {} : { postgres }) };
    const serving = await ours.ask<Serving>(start);
    const rows = quick ? AT_ONCE : big ? 1_000_000 : 50_000;
    const before = rssOf(ours.pid);
    const memory = { most: before };
    const watch = setInterval(() => {
      memory.most = Math.max(memory.most, rssOf(ours.pid));
    }, 50);
    const read = { method: 'GET', path: '/api/orders?total=none', cookie: serving.cookies[1] ?? '' };
    const figures: Figure[] = [];
    for (const [what, size, count] of [
      ['at once', AT_ONCE, AT_ONCE],
      ['in parts', A_PART, rows],
    ] as const) {
      const took = await importAll(serving, people, size, count);
      figures.push(
        figure(`${on}: ${count.toLocaleString('en')} rows ${what}`, perSecond((count / took) * 1000), {
          budget: '≥ 3,000/s',
        }),
      );
      // The same again, for as long as another person reads without a pause.
      const load = { port: serving.port, connections: 1, ms: quick ? 2_000 : 5_000, requests: [read] };
      const reading = loader.ask<Counted>(load);
      const during = await importAll(serving, people, size, AT_ONCE);
      const counted = await reading;
      figures.push(
        figure(`${on}: another's reads meanwhile, p99`, ms(counted.p99), {
          against: `${ms(counted.median)} median, ${perSecond((AT_ONCE / during) * 1000)} imported`,
          budget: '≤ 100 ms',
        }),
      );
    }
    clearInterval(watch);
    figures.push(
      figure(`${on}: most memory of the server`, MB(memory.most), {
        against: `${MB(before)} before`,
        budget: '≤ 256 MB more',
      }),
    );
    return figures;
  } finally {
    await Promise.all([ours.stop(), loader.stop()]);
    await elsewhere?.drop();
  }
}

let files = 0;

/** Returns the milliseconds it took. */
async function importAll(serving: Serving, people: readonly Seller[], size: number, count: number): Promise<number> {
  const begun = performance.now();
  for (let from = 0; from < count; from += size) await importRows(serving, csvOf(people, ++files, size));
  return performance.now() - begun;
}

function csvOf(people: readonly Seller[], file: number, size: number): string {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const lines = [ORDER_FIELDS.join(',')];
  for (const { amount, owner, ...order } of orders(people, size, Date.now())) {
    const values = { ...order, number: `I-${file}-${order.number}`, owner: names.get(owner), amount: amount / 100 };
    lines.push(ORDER_FIELDS.map((field) => values[field] ?? '').join(','));
  }
  return lines.join('\n');
}

async function importRows({ port, cookies }: Serving, file: string): Promise<void> {
  const screen = encodeURIComponent(idOf('screen', '/'));
  const answer = await fetch(`http://127.0.0.1:${port}/_/import?screen=${screen}&do=all`, {
    method: 'POST',
    body: file,
    headers: {
      'content-type': 'text/csv',
      'idempotency-key': crypto.randomUUID(),
      origin: `http://127.0.0.1:${port}`,
      cookie: cookies[0] ?? '',
    },
  });
  const told = await answer.text();
  if (answer.status !== 200) throw new Error(`The import was answered with ${answer.status}: ${told.slice(0, 500)}`);
}
