import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { type BuiltFile, builtFiles } from '../../../scripts/client-chunks.ts';
import { diagnose } from '../../../src/cli/analysis/diagnose.ts';
import { loadAssets } from '../../../src/server/node/load-client-assets.ts';
import { nodePasswords } from '../../../src/server/node/passwords.ts';
import { serve } from '../../../src/server/node/serve.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite-store.ts';
import { exampleText, startServer } from '../http/server.ts';
import { withPage } from './browser.ts';

const built = join(import.meta.dirname, '..', '..', '..', 'dist', 'client');

/** What a browser loads that opens one screen with nothing in its cache. Bytes, packed with gzip. */
export interface RouteSize {
  readonly name: string;
  readonly total: number;
  /** Of it what is no library: code, texts and styles. */
  readonly ours: number;
  /** What it needs beyond what the list has loaded already. */
  readonly adds: number;
  /** The modules that weigh most, of ours in the list, of all in what others add: to know where to look. */
  readonly largest: readonly string[];
}

interface Route {
  readonly name: string;
  /** Null: to the first record of the list. */
  readonly path: string | null;
  readonly isGuest?: boolean;
  /** Stands on the screen once it can be worked with. */
  readonly ready: (page: Page) => Promise<void>;
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor();

/** The list stands first: the others are compared with it. */
const ROUTES: readonly Route[] = [
  { name: 'list', path: '/jobs', ready: (page) => page.getByRole('row').nth(2).waitFor() },
  { name: 'record', path: null, ready: (page) => page.getByRole('term').first().waitFor() },
  { name: 'form', path: '/jobs/new', ready: (page) => page.getByRole('textbox', { name: 'Title' }).waitFor() },
  { name: 'board', path: '/board', ready: (page) => page.getByText('Route for wheelchairs').waitFor() },
  { name: 'calendar', path: '/calendar', ready: (page) => page.locator('.month-entry').first().waitFor() },
  { name: 'dashboard', path: '/overview', ready: heading('Overview') },
  { name: 'page of prose', path: '/rules', ready: (page) => page.getByText('Leave no cup behind.').waitFor() },
  { name: 'trash', path: '/-/deleted/Job', ready: heading(/^Deleted/) },
  { name: 'inbox', path: '/-/inbox', ready: heading('Inbox') },
  { name: 'account', path: '/-/account', ready: heading('Your account') },
  { name: 'about', path: '/-/about', ready: heading('Studio board') },
  { name: 'document', path: '/-/document', ready: heading('The document') },
  { name: 'sign-in', path: '/_/sign-in', isGuest: true, ready: heading('Sign in') },
];

/** The studio's board with a page of prose, which no other example has beside the rest. */
function studio(): string {
  const text = exampleText('tasks.md');
  const [before = '', after = ''] = text.split('\n### My jobs\n');
  const row = '| `/rules` | House rules | | page | Maker |\n';
  return `${before.trimEnd()}\n${row}\n### House rules\n\nLeave no cup behind.\n\n### My jobs\n${after}`;
}

/** Opens each screen in production with the built client, and counts what the browser loads by itself. */
export async function measureRoutes(): Promise<readonly RouteSize[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-sizes-'));
  const store = await openSqlite({ folder });
  try {
    const text = studio();
    // Sample data is for development alone: it is brought along.
    await (await startServer(text, { store, now: Date.now(), read: diagnose })).stop();
    const server = await startServer(text, {
      store,
      now: Date.now(),
      read: diagnose,
      dev: false,
      assets: loadAssets(built),
      production: { passwords: nodePasswords({ memory: 8, passes: 1, parallelism: 1 }) },
    });
    const serving = await serve({ fetch: server.fetch, port: 0 });
    const url = `http://127.0.0.1:${serving.port}`;
    try {
      const person = (await store.people('Person', 100)).find((row) => row.values['name'] === 'Inês Duarte');
      const session = await server.runtime.sessions.open(person?.id ?? '', Date.now());
      const cookie = { name: `ninefold-${serving.port}`, value: session, url };
      let record = '';
      const found: RouteSize[] = [];
      let list: ReadonlySet<string> = new Set();
      for (const route of ROUTES) {
        const files = await withPage(async (page) => {
          if (route.isGuest !== true) await page.context().addCookies([cookie]);
          const loaded = await filesFor(page, `${url}${route.path ?? record}`, route.ready);
          if (route.name === 'list') record = (await page.locator('a.table-title').first().getAttribute('href')) ?? '';
          return loaded;
        });
        if (route.name === 'list') list = files;
        found.push(sizeOf(route.name, files, list));
      }
      return found;
    } finally {
      await server.runtime.close();
      await serving.stop(0);
      await server.stop();
    }
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is fetched ahead waits for an idle moment; here there is none, so that what is counted is what is needed. */
async function filesFor(page: Page, url: string, ready: Route['ready']): Promise<ReadonlySet<string>> {
  const files = new Set<string>();
  let open = 0;
  const isOurs = (address: string) => /\/_\/assets\/.*\.(?:js|css)$/.test(address);
  page.on('request', (request) => {
    if (!isOurs(request.url())) return;
    files.add(new URL(request.url()).pathname.slice(1));
    open++;
  });
  const closed = (request: { url(): string }) => {
    if (isOurs(request.url())) open--;
  };
  page.on('requestfinished', closed);
  page.on('requestfailed', closed);
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  await page.goto(url);
  await ready(page);
  // What is drawn asks for its parts at once; what these ask for, they ask for once they are there.
  for (let calm = 0; calm < 3; ) {
    const before = files.size;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    calm = open === 0 && files.size === before ? calm + 1 : 0;
  }
  return files.add('index.html');
}

function sizeOf(name: string, files: ReadonlySet<string>, list: ReadonlySet<string>): RouteSize {
  const made = JSON.parse(readFileSync(builtFiles, 'utf8')) as Readonly<Record<string, BuiltFile>>;
  const isList = files === list;
  const weights = [...files].map((path) => ({ path, bytes: weight(path), ours: made[path]?.ours ?? 1 }));
  const counted = isList ? weights : weights.filter(({ path }) => !list.has(path));
  return {
    name,
    total: sum(weights.map(({ bytes }) => bytes)),
    ours: sum(weights.map(({ bytes, ours }) => bytes * ours)),
    adds: isList ? 0 : sum(counted.map(({ bytes }) => bytes)),
    largest: counted
      .flatMap(({ path, bytes }) => made[path]?.modules ?? [[path, bytes] as const])
      .filter(([path]) => !isList || !path.includes('node_modules'))
      .sort(([, a], [, b]) => b - a)
      .slice(0, 20)
      .map(([path, bytes]) => `${bytes} ${path}`),
  };
}

const sum = (numbers: readonly number[]): number => Math.round(numbers.reduce((all, each) => all + each, 0));

function weight(path: string): number {
  const file = join(built, path);
  if (!existsSync(file)) throw new Error(`The browser loaded ${path}, which is not in dist/client.`);
  const bytes = readFileSync(file);
  // The server leaves out what another screen would be drawn from.
  const given =
    path === 'index.html' ? bytes.toString().replaceAll(/<link [^>]*data-opens="(?!list)[^>]*>/g, '') : bytes;
  return gzipSync(given, { level: 9 }).length;
}
