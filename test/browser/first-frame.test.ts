import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';
import { exampleText } from '../support/http/server.ts';

/** Where each of these stands, and how it looks; absent where it is not seen. */
const drawn = (page: Page, selectors: readonly string[]) =>
  page.evaluate(
    (all) =>
      all.flatMap((selector) => {
        const element = document.querySelector(selector);
        const { x, y, height, width } = element?.getBoundingClientRect() ?? new DOMRect();
        if (element === null || width === 0) return [];
        const { color, backgroundColor, fontSize, fontWeight, visibility } = getComputedStyle(element);
        if (visibility === 'hidden') return [];
        return [[selector, x, y, height, color, backgroundColor, fontSize, fontWeight].join(' ')];
      }),
    selectors,
  );

const PARTS = ['.frame-side', '.frame-mark', '.frame-bar', '.frame-menu', '.frame-content'];

describe('the frame that comes with the page', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('expense-claims.md'));
  });
  after(() => app.stop());

  /** The page while its program is still on the way; `letGo` lets it come. */
  const held = (work: (page: Page, letGo: () => void) => Promise<void>) =>
    withPerson(app, 'Ana', '/-/about', async (page) => {
      const { promise: mayCome, resolve: letGo } = Promise.withResolvers<void>();
      await page.route(/\/_\/assets\/start-[\w-]+\.js/, async (route) => {
        await mayCome;
        await route.continue();
      });
      await page.goto(`${app.url}/`, { waitUntil: 'commit' });
      await page.locator('.frame[aria-busy="true"] .skeleton').waitFor();
      try {
        await work(page, letGo);
      } finally {
        letGo();
      }
    });

  for (const [name, size] of [
    ['on a wide page', { width: 1280, height: 800 }],
    ['on a phone', { width: 390, height: 800 }],
  ] as const)
    it(`stands where the whole one will, ${name}`, () =>
      held(async (page, letGo) => {
        await page.setViewportSize(size);
        const early = await drawn(page, PARTS);
        assert.ok(early.length >= 3, early.join('\n'));
        letGo();
        await page.getByRole('heading', { level: 1, name: 'My claims' }).waitFor();
        assert.equal(await page.locator('.frame').count(), 1);
        assert.deepEqual(await drawn(page, PARTS), early);
      }));

  it('comes with what draws the list that one begins with, which is fetched once', async () => {
    const asked: string[] = [];
    const isOfList = (path: string) => /^\/_\/assets\/list-[\w-]{8}\.(?:js|css)$/.test(path);
    await held(async (page, letGo) => {
      const rows = page.getByRole('row').nth(1);
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => /\/list-[\w-]{8}\.js$/.test(name)),
      );
      letGo();
      await rows.waitFor();
      const names = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
      );
      asked.push(...names.filter(isOfList));
    });
    // Its styles come with those of every page.
    assert.deepEqual(asked.map((path) => path.split('.').at(-1)).sort(), ['js'], asked.join('\n'));
  });

  /** How the page asked for the application until now. */
  const askedBy = (page: Page) =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname === '/_/app')
        .map((each) => (each as PerformanceResourceTiming).initiatorType),
    );

  it('comes with the question for the application, which is not asked again', () =>
    withPerson(app, 'Ana', '/-/about', async (page) => {
      await page.goto(`${app.url}/`);
      await page.getByRole('row').nth(1).waitFor();
      assert.deepEqual(await askedBy(page), ['link']);
    }));

  it('asks itself where another language was chosen here, and never takes an answer of before for a new one', () =>
    withPerson(app, 'Ana', '/-/about', async (page) => {
      await page.evaluate(() => localStorage.setItem('ninefold language', 'de'));
      await page.goto(`${app.url}/`);
      const switcher = page.getByRole('button', { name: /^Sie handeln als/ });
      await switcher.waitFor();
      assert.deepEqual(await askedBy(page), ['link', 'fetch']);
      await switcher.click();
      await page.getByRole('menuitem', { name: /Lena Fuchs/ }).click();
      await page.getByRole('button', { name: /Lena Fuchs/ }).waitFor();
    }));

  it('is as light or dark as was chosen here before', () =>
    withPerson(app, 'Ana', '/-/about', async (page) => {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.evaluate(() => localStorage.setItem('ninefold appearance', 'dark compact'));
      await page.route(/\/_\/assets\/start-[\w-]+\.js/, () => undefined);
      await page.goto(`${app.url}/`, { waitUntil: 'commit' });
      await page.locator('html[data-theme="dark"][data-density="compact"] .frame .skeleton').waitFor();
    }));
});
