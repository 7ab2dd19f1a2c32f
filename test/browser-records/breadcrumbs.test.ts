import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, openAs } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';
import { wideLines } from '../support/documents/wide-lines.ts';

const works = `# Specification: Yard

## 3. Entities and their fields

### Job

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada Lovelace | ada@example.com |

### Job

| title |
| --- |
| A title that is far longer than the bar above a page on any telephone |
`;

const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

describe('where one is, above the page', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(works);
  });
  after(() => app.stop());

  const opened = async (page: Page) => {
    await openAs(page, app, 'Ada', '/jobs');
    await page.getByRole('link', { name: /^A title/ }).press('Enter');
    await page.getByRole('heading', { level: 1, name: /^A title/ }).waitFor();
    const crumbs = page.locator('.frame-crumbs');
    const [list, arrow] = [crumbs.getByRole('link'), crumbs.locator('svg')];
    const whole = await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
    const [one, other] = [await list.boundingBox(), await arrow.boundingBox()];
    assert.ok(whole && one !== null && other !== null);
    assert.deepEqual(await axeFindings(page), []);
    return { list, isArrowLeft: other.x < one.x, here: crumbs.locator('[aria-current]') };
  };
  const at = (options: BrowserContextOptions, work: (page: Page) => Promise<void>) => withPage(work, options);

  it('is the way back on a telephone, whole, in the direction that one reads in', async () => {
    for (const locale of ['en-GB', 'ar'])
      await at({ ...phone, locale }, async (page) => {
        const { list, isArrowLeft, here } = await opened(page);
        assert.equal(isArrowLeft, locale === 'en-GB', locale);
        // Nobody sees a letter of its name; readers hear all of it.
        const box = await here.boundingBox();
        assert.ok(box !== null && box.width < 12);
        assert.match((await here.textContent()) ?? '', /^A title/);
        await list.click();
        await page.waitForURL('**/jobs');
      });
  });

  it('is the list and the page where there is room', () =>
    at({}, async (page) => {
      const { isArrowLeft, here } = await opened(page);
      assert.equal(isArrowLeft, false);
      const box = await here.boundingBox();
      assert.ok(box !== null && box.width > 200);
    }));

  it('is the same from wherever one comes: the list whose address begins the address of the page', async () => {
    const orders = await openApplication(wideLines);
    try {
      await withPage(async (page) => {
        for (const from of ['/late', '/']) {
          await openAs(page, orders, 'Ada', from);
          await page.getByRole('link', { name: 'Chairs' }).click();
          await page.getByRole('heading', { level: 1, name: 'Chairs' }).waitFor();
          assert.equal(await page.locator('.frame-crumbs').getByRole('link').textContent(), 'Orders', from);
          // As after a reload, when nobody came from anywhere.
          await page.reload();
          await page.getByRole('heading', { level: 1, name: 'Chairs' }).waitFor();
          assert.equal(await page.locator('.frame-crumbs').getByRole('link').textContent(), 'Orders', from);
        }
      });
    } finally {
      await orders.stop();
    }
  });
});
