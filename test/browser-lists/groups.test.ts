import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { groupedJobs } from '../support/documents/grouped-jobs.ts';

const grid = (page: Page) => page.getByRole('treegrid');
const head = (page: Page, name: RegExp) => grid(page).getByRole('row', { name, expanded: true });
const folded = (page: Page, name: RegExp) => grid(page).getByRole('row', { name, expanded: false });
const job = (page: Page, title: string) => grid(page).getByRole('row', { name: title });
const waitFor = (page: Page, test: () => boolean) => page.waitForFunction(test);

describe('a list in groups', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(groupedJobs);
  });
  after(() => app.stop());

  it('shows group headings with counts and sums; collapsed groups fetch nothing', () =>
    withPerson(app, 'Zoe', '/', async (page) => {
      const open = head(page, /^Open 44/);
      await open.waitFor();
      assert.match((await open.textContent()) ?? '', /€/);
      await job(page, 'J000').waitFor();
      assert.equal(await open.getAttribute('aria-level'), '1');
      assert.equal(await job(page, 'J000').getAttribute('aria-level'), '2');
      assert.equal(await job(page, 'J000').getAttribute('aria-rowindex'), '3');
      assert.equal(await grid(page).getAttribute('aria-rowcount'), String(1 + 3 + 130));
      assert.deepEqual(await axeFindings(page), []);

      await page.getByRole('button', { name: 'Collapse all', exact: true }).click();
      await folded(page, /^Done 43/).waitFor();
      assert.equal(await grid(page).getByRole('row').count(), 1 + 3);
      await page.reload();
      await folded(page, /^Done 43/).waitFor();
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/_/groups/rows')) asked.push(new URL(request.url()).searchParams.get('keys') ?? '');
      });
      await folded(page, /^Done 43/).click();
      await job(page, 'J002').waitFor();
      assert.deepEqual([...new Set(asked)], ['Done']);
      assert.equal(await job(page, 'J000').count(), 0);
      await page.getByRole('button', { name: 'Expand all' }).click();
      await job(page, 'J000').waitFor();
    }));

  it('is operated by keyboard: headings expand and collapse, a row leads to its heading', () =>
    withPerson(app, 'Zoe', '/', async (page) => {
      await job(page, 'J000').waitFor();
      await head(page, /^Open 44/).focus();
      await page.keyboard.press('ArrowLeft');
      await folded(page, /^Open 44/).waitFor();
      await page.keyboard.press('ArrowDown');
      await waitFor(page, () => document.activeElement?.textContent?.startsWith('Doing') === true);
      await job(page, 'J001').waitFor();
      await page.keyboard.press('ArrowDown');
      await waitFor(page, () => document.activeElement?.textContent?.includes('J001') === true);
      await page.keyboard.press('ArrowLeft');
      await waitFor(page, () => document.activeElement?.textContent?.startsWith('Doing') === true);
      await page.keyboard.press('Enter');
      await folded(page, /^Doing 43/).waitFor();
      await page.keyboard.press('ArrowRight');
      await head(page, /^Doing 43/).waitFor();
      await page.keyboard.press('Home');
      await waitFor(page, () => document.activeElement?.textContent?.startsWith('Open') === true);
      await page.keyboard.press(' ');
      await head(page, /^Open 44/).waitFor();
    }));

  it('is grouped by the chosen field, which the address contains; or not at all', () =>
    withPerson(app, 'Zoe', '/', async (page) => {
      await job(page, 'J000').waitFor();
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('button', { name: /Group by/ }).click();
      await page.getByRole('option', { name: 'Due' }).click();
      await head(page, /^Nov 2026/).waitFor();
      assert.equal(new URL(page.url()).searchParams.get('group'), 'due');
      await page.getByRole('button', { name: /Interval/ }).click();
      await page.getByRole('option', { name: 'quarter' }).click();
      await head(page, /2026.*\d+/)
        .first()
        .waitFor();
      await page.waitForURL(/group=quarter\+of\+due/);
      await page.getByRole('button', { name: /Group by/ }).click();
      await page.getByRole('option', { name: 'No groups' }).click();
      await page.getByRole('grid').waitFor();
      await page.waitForURL(/group=%2C/);
      assert.equal(await grid(page).count(), 0);
    }));

  it('shows rows without a value under a heading of their own', () =>
    withPerson(app, 'Ben', '/?group=priority', async (page) => {
      await head(page, /^urgent/i).waitFor();
      const names = await grid(page)
        .locator('[aria-expanded]')
        .evaluateAll((rows) => rows.map((row) => row.textContent ?? ''));
      assert.match(names[0] ?? '', /^urgent/i);
      await grid(page).getByRole('row').first().waitFor();
      await page.getByRole('button', { name: 'Collapse all', exact: true }).click();
      await folded(page, /^Empty/).waitFor();
    }));

  it('is shown on a phone as cards under collapsible headings', () =>
    withPerson(app, 'Zoe', '/', async (page) => {
      await page.setViewportSize({ width: 390, height: 800 });
      const toggle = page.getByRole('button', { name: /Open.*44/, expanded: true });
      await toggle.waitFor();
      await page.getByText('J000').first().waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await toggle.click();
      await page.getByRole('button', { name: /Open.*44/, expanded: false }).waitFor();
      await page.getByText('J001').first().waitFor();
      assert.equal(await page.getByText('J000').count(), 0);
    }));
});
