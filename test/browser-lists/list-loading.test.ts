import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';
import { switchTo } from '../support/browser/claims-page.ts';
import { AFTER_ROWS, keepBack } from '../support/browser/later-files.ts';
import { exampleText } from '../support/http/server.ts';

const boxes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.table-tools button, .table-tools input, .saved-filter, .table-scroll, h1')]
      .filter((each) => !each.matches('.views, .views *') && each.getBoundingClientRect().width > 0)
      .map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return { name: each.ariaLabel ?? each.textContent ?? '', at: [x, y, width, height].map(Math.round).join(' ') };
      }),
  );

describe('a list before what comes after its rows is there', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('tasks.md'));
  });
  after(() => app.stop());

  /** All jobs, with the rest kept back. */
  const held = (work: (page: Page, later: Awaited<ReturnType<typeof keepBack>>) => Promise<void>) =>
    withPerson(app, 'Inês Duarte', '/-/about', async (page) => {
      const later = await keepBack(page, AFTER_ROWS);
      await page.goto(`${app.url}/jobs`);
      await page.locator('.table-row[data-id]').nth(2).waitFor();
      // They are drawn with the rows, and may be laid out a moment after them.
      await page.locator('.saved-filter').last().waitFor();
      await work(page, later);
    });

  it('stands as it will: nothing moves when the rest comes', () =>
    held(async (page, { letGo, asked }) => {
      assert.equal(await page.getByRole('button', { name: 'Export and import' }).count(), 0);
      const early = await boxes(page);
      assert.ok(early.length > 8, JSON.stringify(early));
      letGo();
      await page.getByRole('button', { name: 'Export and import' }).waitFor();
      await page.getByRole('button', { name: /^Deleted/ }).waitFor();
      await page.locator('.views-space').waitFor({ state: 'detached' });
      // What acts on rows comes for whoever goes on from them.
      const before = asked();
      const acts = page.waitForResponse((answer) => answer.url().endsWith('.js') && asked() > before);
      await page.mouse.move(640, 400);
      await (await acts).finished();
      assert.ok(asked() > 2);
      const late = await boxes(page);
      assert.deepEqual(
        late.filter(({ name }) => early.some((each) => each.name === name)),
        early,
      );
    }));

  it('has its rows though another tab says, while they are on the way, that somebody else is there', () =>
    withPerson(app, 'Inês Duarte', '/-/about', async (page) => {
      let asked = 0;
      await page.route(/\/_\/list\?/, async (route) => {
        asked += 1;
        // The first question is never answered: it is of whoever was there before.
        if (asked > 1) await route.continue();
      });
      await page.goto(`${app.url}/jobs`);
      await page.locator('main h1').waitFor();
      await page.evaluate(() => new BroadcastChannel('ninefold person').postMessage('changed'));
      await page.locator('.table-row[data-id]').nth(2).waitFor();
      assert.equal(asked, 2);
    }));

  it('asks once for what somebody else sees who is chosen here, and tells the other tabs', () =>
    withPerson(app, 'Inês Duarte', '/jobs', async (page) => {
      await page.locator('.table-row[data-id]').nth(2).waitFor();
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname === '/_/app' || pathname === '/_/list') asked.push(pathname);
      });
      const told = page.evaluate(
        () =>
          new Promise((resolve) => {
            new BroadcastChannel('ninefold person').onmessage = ({ data }) => setTimeout(() => resolve(data), 100);
          }),
      );
      await switchTo(page, 'Bruno Castro');
      await page.locator('.table-row[data-id]').nth(2).waitFor();
      assert.equal(await told, 'changed');
      assert.deepEqual(asked, ['/_/app', '/_/list']);
    }));

  it('opens its columns for whoever pressed before they came', () =>
    held(async (page, { letGo }) => {
      const columns = page.getByRole('button', { name: 'Columns' });
      await columns.click();
      assert.equal(await columns.getAttribute('aria-expanded'), 'true');
      letGo();
      await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Assignee' }).click();
      await page.getByRole('columnheader', { name: 'Assignee' }).waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await columns.and(page.locator(':focus')).waitFor();
    }));

  it('offers what it can be asked to whoever pressed before that came, by the pointer or by keys', () =>
    held(async (page, { letGo }) => {
      await page.getByRole('button', { name: 'Filter' }).focus();
      await page.keyboard.press('ArrowDown');
      letGo();
      await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor();
      await page.getByRole('menuitem', { name: 'Title' }).click();
      await page
        .getByRole('textbox', { name: /Value|Title/ })
        .last()
        .fill('wheelchairs');
      await page.locator('.table-row[data-id]').nth(1).waitFor({ state: 'detached' });
      await page.locator('.table-row', { hasText: 'Route for wheelchairs' }).waitFor();
      await page.waitForURL(/filter=/);
    }));
});
