import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { wideLines } from '../support/documents/wide-lines.ts';

describe('lines in a form', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(wideLines.replace('- Language: de', '- Language: en'));
  });
  after(() => app.stop());

  it('scroll sideways within their own frame if they have too many columns', () =>
    withPerson(app, 'Ada', '/new', async (page) => {
      for (const width of [1280, 900, 700]) {
        await page.setViewportSize({ width, height: 800 });
        const add = page.getByRole('button', { name: 'Add line' });
        if ((await page.locator('.lines-cell').count()) === 0) await add.click();
        const table = page.locator('.lines-table');
        await table.waitFor();
        const sizes = await page.evaluate(() => {
          const main = document.querySelector('.form')?.getBoundingClientRect();
          const lines = document.querySelector('.lines')?.getBoundingClientRect();
          return { page: document.documentElement.scrollWidth, main: main?.right ?? 0, lines: lines?.right ?? 0 };
        });
        assert.equal(sizes.page, width);
        assert.ok(
          sizes.lines <= sizes.main + 1,
          `${width}: the lines end at ${sizes.lines}, the form at ${sizes.main}`,
        );
        // Each cell has room for what is typed in it.
        for (const cell of await page.locator('.lines-cell .control').all())
          assert.ok(((await cell.boundingBox())?.width ?? 0) >= 64, await cell.evaluate(({ outerHTML }) => outerHTML));
      }
      assert.deepEqual(await axeFindings(page), []);
    }));

  it('an empty line is not sent and does not prevent saving', () =>
    withPerson(app, 'Ada', '/new', async (page) => {
      await page.getByRole('textbox', { name: /^Title/ }).fill('Shelves');
      const add = page.getByRole('button', { name: 'Add line' });
      for (const _ of [1, 2, 3]) await add.click();
      await page.getByRole('textbox', { name: 'What, line 2' }).fill('Board');
      const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/orders'));
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(((await sent).postDataJSON() as { lines: unknown }).lines, [{ what: 'Board' }]);
      await page.getByRole('heading', { level: 1, name: 'Shelves' }).waitFor();
    }));

  it('an error is shown at the right line although an empty line before it is not sent', () =>
    withPerson(app, 'Ada', '/new', async (page) => {
      await page.getByRole('textbox', { name: /^Title/ }).fill('Shelves');
      const add = page.getByRole('button', { name: 'Add line' });
      for (const _ of [1, 2]) await add.click();
      await page.getByRole('textbox', { name: 'Note, line 2' }).fill('Oak');
      await page.keyboard.press('Control+Enter');
      await page.locator('tr[data-line="1"] [aria-invalid=true]').first().waitFor();
      assert.equal(await page.locator('tr[data-line="0"] [aria-invalid=true]').count(), 0);
    }));
});
