import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { findBrowser } from '../scripts/browser.ts';
import { buildClient } from '../scripts/client.ts';
import { diagnose } from '../src/cli/analysis/diagnose.ts';
import { createHttpApplication } from '../src/server/application/http-application.ts';
import { loadAssets } from '../src/server/node/load-client-assets.ts';
import { serve } from '../src/server/node/serve.ts';
import { createRuntime } from '../src/server/runtime/runtime.ts';
import type { Store } from '../src/store/core/store.ts';
import { openSqlite } from '../src/store/sqlite/sqlite-store.ts';
import { closeBrowser, withPage } from '../test/support/browser/browser.ts';
import { type Bench, inFolder, type Options } from './bench.ts';
import { loadText } from './documents.ts';
import { type At, openedAt } from './opened.ts';
import { type Figure, figure, kB, median, ms } from './table.ts';

const root = join(import.meta.dirname, '..');
const built = join(root, 'dist', 'client');

export const client: Bench = {
  name: 'client',
  about: 'how soon the first rows of a list are seen in Chromium, nothing cached, and what was loaded for them',
  run: async (options) => {
    const state = buildClient();
    if (state === 'absent') return [figure('There is no client yet: nothing was measured.', '')];
    if (state === 'failed') throw new Error('The client could not be built; the reason stands above.');
    return rows(options);
  },
};

const weight = (path: string): number => gzipSync(readFileSync(join(built, path)), { level: 9 }).length;

/** From asking for the page, with nothing in any cache, to the row of a claim of the sample data on the screen. */
async function rows({ quick }: Options): Promise<Figure[]> {
  const browser = findBrowser();
  if ('missing' in browser) return [figure(`No browser, so no rows: ${browser.missing}`, '')];
  return inFolder(async (folder) => {
    const data = join(folder, 'data');
    mkdirSync(data);
    const store = await openSqlite({ folder: data });
    try {
      // The sample data stays for the server that is no longer in development.
      const [dev, used] = [await seenIn(store, true, quick), await seenIn(store, false, quick)];
      return [
        figure('first rows seen, nothing cached', ms(median(used.map((each) => each.rows))), { budget: '≤ 450 ms' }),
        figure('  first paint', ms(median(used.map((each) => each.paint)))),
        figure('  files of the client that were loaded for it, gzip', kB(median(used.map(loadedWeight))), {
          against: `${median(used.map((each) => each.files.length))} files`,
          budget: '≤ 200 kB',
        }),
        figure('  in development', ms(median(dev.map((each) => each.rows)))),
      ];
    } finally {
      await store.close();
      await closeBrowser();
    }
  });
}

async function seenIn(store: Store, dev: boolean, quick: boolean): Promise<readonly Seen[]> {
  const runtime = await createRuntime({
    ...{ text: loadText, store, dev, clock: () => Date.now(), read: diagnose, assets: loadAssets(built) },
  });
  const server = await serve({ fetch: createHttpApplication(runtime), port: 0 });
  try {
    const person = (await store.people('Employee', 100)).find((row) => row.values['name'] === 'Ana Brandt');
    const token = await runtime.sessions.open(person?.id ?? '', Date.now());
    const at = { url: `http://127.0.0.1:${server.port}`, cookie: `ninefold-${server.port}=${token}` };
    const times: Seen[] = [];
    for (let round = 0; round < (quick ? 3 : 9); round++) times.push(await withPage((page) => firstRows(page, at)));
    return times;
  } finally {
    await runtime.close();
    await server.stop(0);
  }
}

interface Seen {
  readonly rows: number;
  readonly paint: number;
  /** Paths of scripts and styles that were loaded by then. */
  readonly files: readonly string[];
}

const loadedWeight = ({ files }: Seen): number =>
  [...new Set(files)]
    .map((path) => path.replace(/^\//, ''))
    .filter((path) => existsSync(join(built, path)))
    .reduce((sum, path) => sum + weight(path), 0);

async function firstRows(page: Page, at: At): Promise<Seen> {
  await openedAt(page, at, '/', 'Train to Hamburg');
  return page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname);
    return {
      rows: performance.getEntriesByName('rows')[0]?.startTime ?? Number.NaN,
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      files: loaded.filter((path) => /\.(js|css)$/.test(path)),
    };
  });
}
