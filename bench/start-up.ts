import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildProgram } from '../scripts/program.ts';
import { type Bench, inFolder } from './bench.ts';
import { rssOf } from './child.ts';
import { expenseText } from './documents.ts';
import { documentOfLines } from './generate.ts';
import { type Figure, figure, MB, median, ms, times } from './table.ts';

export const startUp: Bench = {
  name: 'start-up',
  about:
    '`ninefold dev` as installed: from process start to the first page, third run on; beside a bare node:http server',
  run: ({ quick }) => inFolder((folder) => measure(folder, quick)),
};

/** Milliseconds from the start of the process. */
interface Started {
  readonly page: number;
  readonly application: number;
  readonly status: number;
  readonly rss: number;
}

const bare = `const s=require('node:http').createServer((q,r)=>r.end('x')).listen(0,'127.0.0.1',()=>console.log('runs at http://127.0.0.1:'+s.address().port))`;

async function measure(folder: string, quick: boolean): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  const program = await installed(join(folder, 'ninefold'));
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

/** Starts it, asks for the page and the application, and stops it; `idle` waits and looks at its memory. */
async function started(args: readonly string[], folder: string, idle: boolean): Promise<Started> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compile-cache') },
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
    const answer = await fetch(`${url}/`, { headers: { accept: 'text/html' } });
    await answer.arrayBuffer();
    const page = performance.now() - begun;
    await (await fetch(`${url}/_/app`)).arrayBuffer();
    const application = performance.now() - begun;
    if (idle) await pause(3_000);
    return { page, application, status: answer.status, rss: idle ? rssOf(child.pid ?? 0) : 0 };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
