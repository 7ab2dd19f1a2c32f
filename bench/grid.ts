import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { findBrowser } from '../scripts/browser.ts';
import { buildClient } from '../scripts/client.ts';
import type { Fetch } from '../src/server/application/http-application.ts';
import { loadAssets } from '../src/server/node/load-client-assets.ts';
import { serve } from '../src/server/node/serve.ts';
import { openSqlite } from '../src/store/sqlite/sqlite-store.ts';
import { closeBrowser, withPage } from '../test/support/browser/browser.ts';
import { type Bench, inFolder, type Options } from './bench.ts';
import { gatedText } from './documents.ts';
import { type At, openedAt } from './opened.ts';
import { ledgerOver, SCREEN } from './paging.ts';
import { buildRivals, rivalFile } from './rivals.ts';
import { type Figure, figure, interleaved, median, ms, times } from './table.ts';

const built = join(import.meta.dirname, '..', 'dist', 'client');
/** The first in the order that the screen states. */
const FIRST_ROW = 'E-00000000';
const FRAMES = 240;
const A_FRAME = 90;

export const grid: Bench = {
  name: 'grid',
  about: 'a list of 100,000 rows in Chromium: first rows beside react-admin, scrolling beside a bare virtual list',
  run: async (options) => {
    const browser = findBrowser();
    if ('missing' in browser) return [figure(`No browser, so nothing was measured: ${browser.missing}`, '')];
    if (buildClient() === 'failed') throw new Error('The client could not be built; the reason stands above.');
    const { missing } = await buildRivals();
    if (missing !== null) return [figure(`Nothing to measure beside: ${missing}`, '')];
    return inFolder((folder) => measure(folder, options));
  },
};

async function measure(folder: string, { quick }: Options): Promise<Figure[]> {
  const data = join(folder, 'data');
  mkdirSync(data);
  const ledger = await ledgerOver(await openSqlite({ folder: data }), gatedText(false), quick ? 10_000 : 100_000, {
    assets: loadAssets(built),
  });
  const fetch: Fetch = async (request, peer) =>
    rivalFile(new URL(request.url).pathname) ?? (await ledger.fetch(request, peer));
  const server = await serve({ fetch, port: 0 });
  const at = { url: `http://127.0.0.1:${server.port}`, cookie: `ninefold-${server.port}=${await ledger.signIn()}` };
  const rival = `/-rivals/admin.html?rows=${encodeURIComponent(SCREEN)}#/entries`;
  try {
    const [ours = [], theirs = []] = await interleaved(quick ? 3 : 9, [
      () => withPage((page) => firstRows(page, at, '/')),
      () => withPage((page) => firstRows(page, at, rival)),
    ]);
    const [scrolled = [], bare = []] = await interleaved(quick ? 2 : 5, [
      () => withPage((page) => scrolling(page, at, '/')),
      () => withPage((page) => scrolling(page, at, '/-rivals/bare.html')),
    ]);
    return [...ofRows(ours, theirs), ...ofScrolling(scrolled, bare)];
  } finally {
    await server.stop(0);
    await ledger.close();
    await closeBrowser();
  }
}

interface Seen {
  /** Milliseconds from asking for the page to its first row on the screen. */
  readonly rows: number;
  /** Milliseconds of the processor that the page's own thread took until then. */
  readonly work: number;
}

interface Scrolled {
  /** Milliseconds of the processor a frame. */
  readonly frame: number;
  /** How many pieces of work kept a frame waiting for over 50 ms. */
  readonly long: number;
}

function ofRows(ours: readonly Seen[], theirs: readonly Seen[]): Figure[] {
  const [own, other] = [ours, theirs].map((all) => ({
    rows: median(all.map(({ rows }) => rows)),
    work: median(all.map(({ work }) => work)),
  }));
  if (own === undefined || other === undefined) return [];
  return [
    figure('first rows, nothing cached', ms(own.rows), {
      against: `${ms(other.rows)} react-admin`,
      ratio: times(median(ours.map(({ rows }, round) => rows / (theirs[round]?.rows ?? Number.NaN)))),
      budget: '≤ 0.60 ×',
    }),
    figure('CPU of the page until then', ms(own.work), {
      against: `${ms(other.work)} react-admin`,
      ratio: times(own.work / other.work),
      budget: '≤ 500 ms',
    }),
  ];
}

function ofScrolling(ours: readonly Scrolled[], bare: readonly Scrolled[]): Figure[] {
  const [own, other] = [ours, bare].map((all) => median(all.map(({ frame }) => frame)));
  return [
    figure(`scrolling ${FRAMES * A_FRAME} pixels, CPU a frame`, ms(own ?? Number.NaN), {
      against: `${ms(other ?? Number.NaN)} bare virtual list`,
      ratio: times((own ?? Number.NaN) / (other ?? Number.NaN)),
      budget: '≤ 1.30 ×',
    }),
    figure('  work of over 50 ms in a run', String(median(ours.map(({ long }) => long))), {
      against: `${median(bare.map(({ long }) => long))} bare virtual list`,
      budget: '0',
    }),
  ];
}

async function firstRows(page: Page, at: At, path: string): Promise<Seen> {
  const session = await openedAt(page, at, path, FIRST_ROW);
  const work = await workOf(session);
  const rows = await page.evaluate(() => performance.getEntriesByName('rows')[0]?.startTime ?? Number.NaN);
  return { rows, work };
}

/** Milliseconds of the processor that the page's thread has taken: not those in which it waited for the processor or an answer. */
async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

async function scrolling(page: Page, at: At, path: string): Promise<Scrolled> {
  const session = await openedAt(page, at, path, FIRST_ROW);
  // What is loaded once the rows stand there is not the scrolling's.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1_000);
  const before = await workOf(session);
  const long = await page.evaluate(
    async ([frames, step]) => {
      const scroller = document.querySelector('.table-scroll');
      if (scroller === null) throw new Error('There is nothing to scroll.');
      let found = 0;
      const observer = new PerformanceObserver((list) => {
        found += list.getEntries().length;
      });
      observer.observe({ type: 'longtask' });
      for (let frame = 0; frame < frames; frame += 1) {
        scroller.scrollTop += step;
        await new Promise(requestAnimationFrame);
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
      found += observer.takeRecords().length;
      if (scroller.scrollTop < (frames * step) / 2) throw new Error(`It scrolled to ${scroller.scrollTop} only.`);
      return found;
    },
    [FRAMES, A_FRAME] as const,
  );
  return { frame: ((await workOf(session)) - before) / FRAMES, long };
}
