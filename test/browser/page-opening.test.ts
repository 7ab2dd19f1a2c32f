import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';
import { keepBack } from '../support/browser/later-files.ts';
import { exampleText } from '../support/http/server.ts';

/** Keeps back what is asked at addresses like this until it is let go. */
async function held(page: Page, address: RegExp): Promise<() => void> {
  const { promise: mayCome, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await mayCome;
    await route.continue();
  });
  return letGo;
}

describe('what a page opens with', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('expense-claims.md'));
  });
  after(() => app.stop());

  it('is asked for while the program is still on its way, a record too, and once', () =>
    withPerson(app, 'Ana', '/-/about', async (page) => {
      const ana = await app.server.as('Ana');
      const { body } = await ana.get<{ items: { id: string; title: string }[] }>('/api/claims');
      const found = body.items.find(({ title }) => title === 'Keyboard');
      assert.ok(found);
      const asked: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === `/_/records/Claim/${found.id}`) asked.push(request.url());
      });
      const letGo = await held(page, /\/_\/assets\/start-[\w-]+\.js/);
      try {
        const answered = page.waitForResponse(
          (each) => new URL(each.url()).pathname === `/_/records/Claim/${found.id}`,
        );
        await page.goto(`${app.url}/claims/${found.id}`, { waitUntil: 'commit' });
        assert.equal((await answered).status(), 200);
        assert.equal(await page.getByRole('heading', { level: 1, name: 'Keyboard' }).count(), 0);
      } finally {
        letGo();
      }
      await page.getByRole('heading', { level: 1, name: 'Keyboard' }).waitFor();
      await page.getByRole('heading', { name: 'History' }).waitFor();
      assert.equal(asked.length, 1);
    }));

  it('is all there before anything is fetched that one may go on to', () =>
    withPerson(app, 'Ana', '/-/about', async (page) => {
      const ahead = await keepBack(page, ['src/client/layout/prefetch.ts']);
      const letGo = await held(page, /\/_\/list\?/);
      try {
        const rows = page.waitForRequest(/\/_\/list\?/);
        await page.goto(`${app.url}/`, { waitUntil: 'commit' });
        await rows;
        await page.getByRole('heading', { level: 1, name: 'My claims' }).waitFor();
        // What was begun once nothing else was to be done has been asked for by then.
        await page.evaluate(async () => {
          for (let times = 0; times < 5; times++) await new Promise((resolve) => requestIdleCallback(resolve));
          await fetch('/_/assets/none.js');
        });
        assert.equal(ahead.asked(), 0);
      } finally {
        letGo();
      }
      await page.getByRole('link', { name: 'Keyboard', exact: true }).waitFor();
      for (let tries = 0; ahead.asked() === 0; tries++) {
        assert.ok(tries < 200, 'What one may go on to is not fetched');
        await page.waitForTimeout(50);
      }
      ahead.letGo();
    }));
});
