import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { untilTrue } from '../support/browser/browser.ts';
import { device, isKept, lost } from '../support/browser/offline.ts';
import { rebuilt } from '../support/browser/rebuilt.ts';
import { clientAssets, type Instead, openStock, type Stock } from '../support/browser/stock.ts';

/** The paths of what the worker keeps. */
const files = (page: Page) =>
  page.evaluate(async () => {
    const kept = await caches.open('ninefold files');
    return (await kept.keys()).map(({ url }) => new URL(url).pathname).sort();
  });

/** Waits until what the worker keeps is so. */
async function untilFiles(page: Page, what: string, isSo: (paths: readonly string[]) => boolean): Promise<void> {
  for (let tries = 0; ; tries++) {
    const paths = await files(page);
    if (isSo(paths)) return;
    assert.ok(tries < 200, `${what}: ${paths.join(' ')}`);
    await page.waitForTimeout(50);
  }
}

/** What answers in the place of a server that wants one to sign in to its network first. */
const networkPage = () =>
  Promise.resolve(
    new Response('<!doctype html><title>Network</title><h1>Sign in to this network</h1>', {
      headers: { 'content-type': 'text/html' },
    }),
  );

const mark = (page: Page) => page.evaluate(() => document.querySelector('meta[name=mark]')?.getAttribute('content'));

describe('another build of the client', () => {
  let stock: Stock;
  before(async () => {
    stock = await openStock();
  });
  beforeEach(() => stock.rebuild(clientAssets()));
  after(() => stock.stop());

  it('does not break open pages, keeps unsent writes, and is used from the next load; old files are deleted', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      const next = rebuilt('second');
      await isKept(page, 'kept', `"page","Item"`);
      // The server is there, and takes no write yet.
      const busy: Instead = (request) =>
        request.method === 'POST' && request.url.includes('/api/')
          ? Promise.resolve(new Response('', { status: 503 }))
          : null;
      const old = (await files(page)).filter((path) => path !== '/');
      assert.ok(old.length > 50 && !old.some((path) => next.paths.has(path)));
      try {
        await stock.down();
        await page.goto(`${stock.url}/items/new`);
        await page.getByLabel('Title').fill('Washers');
        await page.getByRole('button', { name: 'Create' }).click();
        await page.getByText('1 change is not sent yet.').waitFor();
        stock.rebuild(next.assets);
        stock.instead(busy);
        await stock.up();
        await lost(page).waitFor({ state: 'detached' });
        // Screens whose code this page never loaded, and which the server has no more.
        await page.getByRole('link', { name: 'Bolts', exact: true }).click();
        await page.getByRole('heading', { name: 'Bolts', exact: true }).waitFor();
        await page.getByRole('button', { name: 'Edit', exact: true }).click();
        await page.getByRole('button', { name: 'Cancel', exact: true }).click();
        await page.getByRole('link', { name: 'About', exact: true }).click();
        await page.getByText('What you open stays on this device for up to 7 days').waitFor();
        assert.equal(await mark(page), undefined);
        assert.equal((await device(page))['unsent']?.length, 1);

        await page.goto(`${stock.url}/items`);
        await page.getByText('1 change is not sent yet.').waitFor();
        assert.equal(await mark(page), 'second');
        const worker = await (await fetch(`${stock.url}/_/service-worker.js`)).text();
        const named = [...worker.matchAll(/\/_\/assets\/[\w.-]+/g)].map(([path]) => path);
        await untilFiles(page, 'The new build is not kept whole', (paths) =>
          named.every((path) => paths.includes(path)),
        );
        stock.instead(null);
        await page.evaluate(() => void dispatchEvent(new Event('online')));
        await page.getByText('1 change was sent.').waitFor();
        // A page that the worker before gave out is there as long as somebody needs it; then its files go with a load.
        const fresh = await page.context().newPage();
        fresh.setDefaultTimeout(30_000);
        // While a debugger is attached, Chromium leaves a page waiting for ever that is loaded in the moment in which the
        // worker before is stopped: it is loaded once more.
        const load = () => fresh.goto(`${stock.url}/items`, { timeout: 10_000 });
        await load().catch(load);
        await fresh.getByRole('link', { name: 'Washers', exact: true }).waitFor();
        assert.ok(
          (await files(fresh)).some((path) => old.includes(path)),
          'a page may need them still',
        );
        await page.close();
        await fresh.reload();
        await fresh.getByRole('link', { name: 'Washers', exact: true }).waitFor();
        await untilFiles(fresh, 'Files of the old build are still there', (paths) =>
          paths.every((path) => path === '/' || next.paths.has(path)),
        );
        // And it opens without the server, as the new one.
        await stock.down();
        await fresh.reload();
        await lost(fresh).waitFor();
        await fresh.getByRole('link', { name: 'Bolts', exact: true }).waitFor();
        assert.equal(await mark(fresh), 'second');
      } finally {
        stock.instead(null);
        await stock.up();
      }
      const { body } = await (await stock.caller('Ann')).get<{ items: WireRecord[] }>('/api/items');
      assert.equal(body.items.filter(({ title }) => title === 'Washers').length, 1);
    }));
});

/** Waits until a worker looks after the page. */
const untilStays = (page: Page) =>
  untilTrue(
    page,
    'No worker looks after the page.',
    () => Promise.resolve(navigator.serviceWorker.controller !== null),
    null,
  );

describe('the first pages of a browser', () => {
  let stock: Stock;
  before(async () => {
    stock = await openStock();
  });
  after(() => stock.stop());

  it('open offline, including the page that was loading when the worker started', () =>
    stock.withPerson('Ann', '/_/sign-in', async (page) => {
      const held = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      const late = await page.context().newPage();
      late.setDefaultTimeout(30_000);
      stock.instead((request) => {
        if (!request.url.endsWith('/items?held')) return null;
        asked.resolve();
        return held.promise.then(() => fetch(`${stock.url}/items`, { headers: { accept: 'text/html' } }));
      });
      try {
        const loaded = late.goto(`${stock.url}/items?held`);
        await asked.promise;
        await page.goto(`${stock.url}/items`);
        await untilStays(page);
        held.resolve();
        await loaded;
        await untilStays(late);
      } finally {
        held.resolve();
        stock.instead(null);
      }
    }));
});

describe('a captive network', () => {
  let stock: Stock;
  before(async () => {
    stock = await openStock();
  });
  after(() => stock.stop());

  const opensWithout = async (page: Page) => {
    await stock.down();
    try {
      await page.goto(`${stock.url}/items`);
      await lost(page).waitFor();
      await page.getByRole('link', { name: 'Bolts', exact: true }).waitFor();
    } finally {
      await stock.up();
    }
  };

  it('never has its pages cached as files: nothing is cached until all files are there', async () => {
    const asked = Promise.withResolvers<void>();
    // What the worker fetches, and not the page.
    const isWorkers = ({ url, headers }: Request) =>
      url.includes('/_/assets/') && headers.get('sec-fetch-dest') === 'empty';
    stock.instead((request) => {
      if (!isWorkers(request)) return null;
      asked.resolve();
      return networkPage();
    });
    await stock.withPerson('Ann', '/items', async (page) => {
      try {
        await page.getByRole('link', { name: 'Bolts', exact: true }).waitFor();
        await asked.promise;
        // The worker that could not be put in place is given up.
        const isGone = async () => (await navigator.serviceWorker.getRegistrations()).length === 0;
        await untilTrue(page, 'The worker that could not be put in place is still there.', isGone, null);
      } finally {
        stock.instead(null);
      }
      const texts = await page.evaluate(async () => {
        const kept = await caches.open('ninefold files');
        const answers = await Promise.all((await kept.keys()).map((each) => kept.match(each)));
        return Promise.all(answers.map((each) => each?.text() ?? ''));
      });
      assert.ok(!texts.some((text) => text.includes('Sign in to this network')));
      await page.reload();
      await isKept(page, 'kept', `"page","Item"`);
      await opensWithout(page);
    });
  });

  it('has its answers shown without replacing the cached page or files', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      await isKept(page, 'kept', `"page","Item"`);
      const kept = (each: string) => page.evaluate(async (path) => (await caches.match(path))?.text() ?? '', each);
      // One of its files is not there any more, as when the browser needed the room.
      const [path = ''] = (await files(page)).filter((each) => /start-[^/]*\.js$/.test(each));
      await page.evaluate(async (each) => void (await (await caches.open('ninefold files')).delete(each)), path);
      await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
      stock.instead((request) => (new URL(request.url).pathname === path ? networkPage() : null));
      try {
        const [answer] = await Promise.all([
          page.waitForResponse((each) => new URL(each.url()).pathname === path),
          page.goto(`${stock.url}/items`),
        ]);
        assert.match(answer.headers()['content-type'] ?? '', /html/);
        assert.equal(await kept(path), '');
        stock.instead(() => networkPage());
        await page.goto(`${stock.url}/items`);
        await page.getByRole('heading', { name: 'Sign in to this network' }).waitFor();
        await page.goto(`${stock.url}/items`);
        const after = await kept('/');
        assert.match(after, /_\/assets\/start-/);
        assert.ok(!after.includes('Sign in to this network'));
      } finally {
        stock.instead(null);
      }
      await page.goto(`${stock.url}/items`);
      await page.getByRole('link', { name: 'Bolts', exact: true }).waitFor();
      assert.notEqual(await kept(path), '');
      await opensWithout(page);
    }));
});
