import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, openApplication, openAs } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';
import { exampleText } from '../support/http/server.ts';

/** Whoever waits until the browser has nothing else to do waits until the page is told that it has. */
const NEVER_IDLE = `
  const held = new Map();
  let next = 1;
  globalThis.requestIdleCallback = (work) => { held.set(next, work); return next++; };
  globalThis.cancelIdleCallback = (handle) => void held.delete(handle);
  globalThis.nothingElse = () => { for (const [handle, work] of [...held]) { held.delete(handle); work(); } };
`;

/** Keeps what stands in the first frame that shows fields of a record. */
const FIRST_FRAME = `
  const look = new MutationObserver(() => {
    if (document.querySelector('.record dt') === null) return;
    look.disconnect();
    requestAnimationFrame(() => { globalThis.firstFrame = document.querySelector('main').innerText; });
  });
  look.observe(document, { childList: true, subtree: true });
`;

describe('a record that is opened by its address', () => {
  let app: Application;
  let path: string;
  before(async () => {
    app = await openApplication(exampleText('expense-claims.md'));
    const ana = await app.server.as('Ana');
    const { body } = await ana.get<{ readonly items: readonly { readonly id: string }[] }>('/api/claims');
    path = `/claims/${body.items[0]?.id}`;
  });
  after(() => app.stop());

  const history = (page: Page) => page.getByRole('heading', { name: 'History', exact: true });

  it('stands there before what happened to it, and who else is there, are asked for', () =>
    withPage(async (page) => {
      page.setDefaultTimeout(30_000);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const isBeside = (at: string) => at.endsWith('/history') || at === '/_/here';
      await page.addInitScript(NEVER_IDLE);
      const withRecord = page.waitForResponse((answer) => answer.url().endsWith('/outbox'));
      await openAs(page, app, 'Ana', path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('.record dt').first().waitFor();
      // What is asked along with it has been answered, and drawn.
      await (await withRecord).finished();
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      assert.equal(await history(page).count(), 0);
      assert.deepEqual(asked.filter(isBeside), []);
      await page.evaluate('nothingElse()');
      await history(page).waitFor();
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/_/here')),
      );
      assert.deepEqual([...new Set(asked.filter(isBeside).map((at) => at.split('/').at(-1)))].sort(), [
        'here',
        'history',
      ]);
    }));

  it('says in its first frame what stands in the way of an event', () =>
    withPage(async (page) => {
      page.setDefaultTimeout(30_000);
      const ana = await app.server.as('Ana');
      const { body } = await ana.get<{ items: readonly { id: string; _: { title: string } }[] }>('/api/claims');
      const draft = body.items.find((item) => item._.title === 'Train to Hamburg')?.id ?? '';
      await page.addInitScript(NEVER_IDLE);
      await page.addInitScript(FIRST_FRAME);
      await openAs(page, app, 'Ana', `/claims/${draft}`);
      const first = await page.waitForFunction(() => (globalThis as { firstFrame?: string }).firstFrame);
      assert.match((await first.jsonValue()) ?? '', /Submit: Claims over €25\.00 need a receipt/);
    }));
});
