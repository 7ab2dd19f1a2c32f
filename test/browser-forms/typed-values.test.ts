import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openStock, STOCK, type Stock } from '../support/browser/stock.ts';

/** With comments, and an event that asks. */
const ASKING = STOCK.replace('## 3. Entities', '### Item\n\n- Comments: yes\n\n## 3. Entities')
  .replace('| From | Event | To |\n| --- | --- | --- |', '| From | Event | To | Then |\n| --- | --- | --- | --- |')
  .replace('| scrap | Scrapped |', '| scrap | Scrapped | ask why (optional) |');

/** Puts into the storage where typing is kept whatever it still takes. */
const fill = (page: Page) =>
  page.evaluate(() => {
    for (let size = 1_000_000, n = 0; size >= 1; size = Math.floor(size / 2))
      try {
        for (;;) sessionStorage.setItem(`filled ${n++}`, 'x'.repeat(size));
      } catch {
        // Less still fits, perhaps.
      }
  });

const empty = (page: Page) =>
  page.evaluate(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('filled')) sessionStorage.removeItem(key);
  });

/** What the browser asks before the page goes; each time one stays. */
function askedOf(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  return asked;
}

const triesToReload = (page: Page) =>
  Promise.all([page.waitForEvent('dialog'), page.evaluate(() => globalThis.location.reload())]);

interface Place {
  readonly what: string;
  readonly open: (page: Page) => Promise<void>;
  readonly box: (page: Page) => ReturnType<Page['getByRole']>;
}

const PLACES: readonly Place[] = [
  {
    what: 'a comment',
    open: (page) => page.getByRole('textbox', { name: 'Write a comment' }).waitFor(),
    box: (page) => page.getByRole('textbox', { name: 'Write a comment' }),
  },
  {
    what: 'the dialog of an event',
    open: async (page) => {
      await page.getByRole('button', { name: 'Scrap', exact: true }).click();
      await page.getByRole('dialog').getByLabel('Why').waitFor();
    },
    box: (page) => page.getByRole('dialog').getByLabel('Why'),
  },
];

describe('text typed outside of forms', () => {
  let stock: Stock;
  before(async () => {
    stock = await openStock(ASKING);
  });
  after(() => stock.stop());

  for (const { what, open, box } of PLACES) {
    it(`in ${what} survives a reload without a question`, () =>
      stock.withPerson('Ann', `/items`, async (page) => {
        await page.goto(`${stock.url}/items/${(await stock.item('Bolts')).id}`);
        const asked = askedOf(page);
        await open(page);
        await box(page).fill('It is bent.');
        await page.reload();
        await open(page);
        assert.equal(await box(page).inputValue(), 'It is bent.');
        assert.deepEqual(asked, []);
      }));

    it(`in ${what} is not discarded without a question if the storage is full`, () =>
      stock.withPerson('Ann', `/items`, async (page) => {
        await page.goto(`${stock.url}/items/${(await stock.item('Bolts')).id}`);
        const asked = askedOf(page);
        await open(page);
        await box(page).fill('It');
        await fill(page);
        await box(page).fill('It is bent beyond repair, on both of its sides.');
        await triesToReload(page);
        assert.deepEqual(asked, ['beforeunload']);
        assert.equal(await box(page).inputValue(), 'It is bent beyond repair, on both of its sides.');
        // There is room again: typing on is kept, and nobody is asked.
        await empty(page);
        await box(page).fill('It is bent.');
        await page.reload();
        await open(page);
        assert.equal(await box(page).inputValue(), 'It is bent.');
        assert.deepEqual(asked, ['beforeunload']);
      }));
  }

  it('is asked about also after navigating elsewhere in the application', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      await page.getByRole('link', { name: 'Nuts', exact: true }).click();
      const comment = page.getByRole('textbox', { name: 'Write a comment' });
      await comment.waitFor();
      await fill(page);
      await comment.fill('Count them again.');
      await page.goBack();
      await page.getByRole('link', { name: 'Bolts', exact: true }).waitFor();
      const asked = askedOf(page);
      await triesToReload(page);
      await page.getByRole('link', { name: 'Nuts', exact: true }).click();
      await comment.waitFor();
      assert.equal(await comment.inputValue(), 'Count them again.');
      // Once it is sent, nothing would be lost.
      await page.getByRole('button', { name: 'Comment', exact: true }).click();
      await page.locator('.comment-text').filter({ hasText: 'Count them again.' }).waitFor();
      await page.waitForFunction(() => document.querySelector('textarea')?.value === '');
      await page.reload();
      await comment.waitFor();
      assert.deepEqual(asked, ['beforeunload']);
    }));
});
