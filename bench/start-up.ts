import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildProgram } from '../scripts/program.ts';
import { createSessions } from '../src/server/core/sessions.ts';
import type { Store } from '../src/store/core/store.ts';
import { openPostgres } from '../src/store/postgres/postgres-store.ts';
import { openSqlite } from '../src/store/sqlite/sqlite-store.ts';
import { type Bench, inFolder } from './bench.ts';
import { rssOf } from './child.ts';
import { claims, people } from './claims.ts';
import { expenseText, loadText } from './documents.ts';
import { documentOfLines } from './generate.ts';
import { postgresHere } from './postgres-here.ts';
import { applyDocument, claimRows, insertAll, personRow } from './seed.ts';
import { type Figure, figure, MB, median, ms, times } from './table.ts';

export const startUp: Bench = {
  name: 'start-up',
  about:
    'as installed, from process start: `ninefold dev` to the first page, third run on; `ninefold start` to the first page of long documents and to the first list of many rows',
  run: ({ quick }) =>
    inFolder(async (folder) => {
      const program = await installed(join(folder, 'ninefold'));
      return [
        ...(await measure(folder, program, quick)),
        ...(await longDocuments(folder, program, quick)),
        ...(await manyRows(folder, program, 'SQLite', quick)),
        ...(await manyRows(folder, program, 'PostgreSQL', quick)),
      ];
    }),
};

/** Milliseconds from the start of the process. */
interface Started {
  readonly page: number;
  readonly application: number;
  /** NaN where no list was asked for. */
  readonly list: number;
  readonly status: number;
  readonly rss: number;
}

const bare = `const s=require('node:http').createServer((q,r)=>r.end('x')).listen(0,'127.0.0.1',()=>console.log('runs at http://127.0.0.1:'+s.address().port))`;

async function measure(folder: string, program: string, quick: boolean): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  const documents = [
    ['the expense document', 'expense.md', expenseText],
    ['400 lines', 'works.md', documentOfLines(400)],
  ] as const;
  for (const [name, file, text] of documents) {
    const path = join(folder, file);
    writeFileSync(path, text);
    const dev = [program, 'dev', path, '--port', '0'];
    const cold = await started(dev, folder, false);
    await started(dev, folder, false);
    const rounds = quick ? 2 : 7;
    const warm: Started[] = [];
    const least: Started[] = [];
    for (let round = 0; round < rounds; round++) {
      warm.push(await started(dev, folder, round === rounds - 1));
      least.push(await started(['-e', bare], folder, false));
    }
    const middle = (all: readonly Started[], of: (one: Started) => number) => median(all.map(of));
    const page = middle(warm, (one) => one.page);
    const node = middle(least, (one) => one.page);
    const status = warm[0]?.status === 200 ? '' : ` (answered ${warm[0]?.status})`;
    figures.push(
      figure(`${name}: first run ever`, ms(cold.page)),
      figure(`${name}: first page${status}`, ms(page), {
        against: `${ms(node)} bare`,
        ratio: times(page / node),
        budget: '≤ 1,000 ms',
      }),
      figure(`${name}: and /_/app`, ms(middle(warm, (one) => one.application))),
      figure(`${name}: memory, idle`, MB(warm.at(-1)?.rss ?? Number.NaN), { budget: '≤ 110 MB' }),
    );
  }
  return figures;
}

/** The first start makes the tables; the second finds them. The fastest of the second starts counts. */
async function longDocuments(folder: string, program: string, quick: boolean): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  const sizes = [
    { lines: 5_000, budgets: ['≤ 3,000 ms', '≤ 1,500 ms'] },
    { lines: 20_000, budgets: ['≤ 10,000 ms', '≤ 5,000 ms'] },
  ];
  for (const { lines, budgets } of sizes) {
    const path = join(folder, `lines${lines}.md`);
    writeFileSync(path, documentOfLines(lines));
    const start = [program, 'start', path, '--port', '0'];
    const [first = '', second = ''] = budgets;
    figures.push(
      figure(`${lines} lines: first start`, ms((await started(start, folder, false)).page), { budget: first }),
    );
    const again: number[] = [];
    for (let round = 0; round < (quick ? 2 : 5); round++) again.push((await started(start, folder, false)).page);
    figures.push(figure(`${lines} lines: second start`, ms(Math.min(...again)), { budget: second }));
  }
  return figures;
}

/** Starts over data that is there and asks for a list as a person who is signed in. */
async function manyRows(
  folder: string,
  program: string,
  on: 'SQLite' | 'PostgreSQL',
  quick: boolean,
): Promise<readonly Figure[]> {
  const elsewhere = on === 'PostgreSQL' ? await postgresHere() : null;
  if (on === 'PostgreSQL' && elsewhere === null) return [figure('PostgreSQL', 'none is here')];
  const path = join(folder, 'rows.md');
  const data = join(folder, 'rows');
  const count = quick ? 10_000 : 100_000;
  writeFileSync(path, loadText);
  try {
    const database = elsewhere?.start.ours ?? null;
    const store = database === null ? await openSqlite({ folder: data }) : await openPostgres(database);
    const token = await filled(store, count);
    const url = database === null ? '' : `${database.url}?schema=${database.schema}`;
    const start = [program, 'start', path, '--port', '0', ...(database === null ? ['--data', data] : [])];
    const list = { token, path: '/api/claims?filter=status%20%3D%3D%20Submitted&sort=submittedAt' };
    const asking = { list, environment: { DATABASE_URL: url } };
    await started(start, folder, false, asking);
    const runs: Started[] = [];
    const rounds = quick ? 3 : 7;
    for (let round = 0; round < rounds; round++) runs.push(await started(start, folder, round === rounds - 1, asking));
    const fastest = Math.min(...runs.map(({ list: at }) => at));
    return [
      figure(`${on}, ${count} rows: first list`, ms(fastest), { budget: '≤ 700 ms' }),
      figure(`${on}, ${count} rows: memory, idle`, MB(runs.at(-1)?.rss ?? Number.NaN), { budget: '≤ 115 MB' }),
    ];
  } finally {
    await elsewhere?.drop();
  }
}

/** Fills a store, closes it and returns the token of a manager who is signed in. */
async function filled(store: Store, count: number): Promise<string> {
  const now = Date.now();
  const everybody = people(now - 90 * 86_400_000);
  try {
    await applyDocument(store, loadText);
    await insertAll(store, everybody.map(personRow), now);
    const employees = everybody.filter(({ role }) => role === 'Employee');
    await insertAll(store, claimRows(claims(employees, count, now)), now);
    const manager = everybody.find(({ role }) => role === 'Manager');
    return await createSessions(store.keys).open(manager?.id ?? '', now);
  } finally {
    await store.close();
  }
}

/** The program as people have it who install the package. */
async function installed(folder: string): Promise<string> {
  const root = join(import.meta.dirname, '..');
  mkdirSync(join(folder, 'dist'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(root, 'dist', 'client'), join(folder, 'dist', 'client'));
  await buildProgram(join(folder, 'dist', 'cli'));
  return join(folder, 'bin', 'ninefold.mjs');
}

interface Asking {
  /** A list that is asked for before anything else, with the token of a session. */
  readonly list: { readonly path: string; readonly token: string };
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts it, asks for the page and the application, and stops it; `idle` waits and looks at its memory. */
async function started(
  args: readonly string[],
  folder: string,
  idle: boolean,
  asking: Asking | null = null,
): Promise<Started> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compile-cache'), ...asking?.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      const heard = (chunk: Buffer) => {
        said += chunk.toString();
        const found = /runs at (http:\S+)/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      };
      child.stdout.on('data', heard);
      child.stderr.on('data', heard);
      child.once('exit', () => reject(new Error(`It did not start: ${said}`)));
    });
    const list = asking === null ? Number.NaN : await listed(url, asking, begun);
    const answer = await fetch(`${url}/`, { headers: { accept: 'text/html' } });
    await answer.arrayBuffer();
    const page = performance.now() - begun;
    await (await fetch(`${url}/_/app`)).arrayBuffer();
    const application = performance.now() - begun;
    if (idle) await pause(3_000);
    return { page, application, list, status: answer.status, rss: idle ? rssOf(child.pid ?? 0) : 0 };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** Returns when the list was there, in milliseconds from the start of the process. */
async function listed(url: string, { list: { path, token } }: Asking, begun: number): Promise<number> {
  const cookie = `ninefold-${new URL(url).port}=${token}`;
  const answer = await fetch(`${url}${path}`, { headers: { cookie } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`The list was answered with ${answer.status}.`);
  return performance.now() - begun;
}
