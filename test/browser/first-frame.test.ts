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

describe('the frame in index.html', () => {
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
    it(`has the size and colours of the rendered frame, ${name}`, () =>
      held(async (page, letGo) => {
        await page.setViewportSize(size);
        const early = await drawn(page, PARTS);
        assert.ok(early.length >= 3, early.join('\n'));
        letGo();
        await page.getByRole('heading', { level: 1, name: 'My claims' }).waitFor();
        assert.equal(await page.locator('.frame').count(), 1);
        assert.deepEqual(await drawn(page, PARTS), early);
      }));

  it('uses the appearance that was chosen before', () =>
    withPerson(app, 'Ana', '/-/about', async (page) => {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.evaluate(() => localStorage.setItem('ninefold appearance', 'dark compact'));
      await page.route(/\/_\/assets\/start-[\w-]+\.js/, () => undefined);
      await page.goto(`${app.url}/`, { waitUntil: 'commit' });
      await page.locator('html[data-theme="dark"][data-density="compact"] .frame .skeleton').waitFor();
    }));
});
