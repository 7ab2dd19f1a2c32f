import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { wideLines } from '../support/documents/wide-lines.ts';

describe('values', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(wideLines.replace('- Language: de', '- Language: en'));
  });
  after(() => app.stop());

  it('an identifying integer is shown without digit grouping, a counting one with it', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await page
        .getByRole('cell', { name: '1003', exact: true })
        .or(page.getByText('1003', { exact: true }))
        .first()
        .waitFor();
      await page.getByRole('link', { name: 'Chairs' }).click();
      const main = page.getByRole('main');
      await main.getByText('1003', { exact: true }).first().waitFor();
      await main.getByText('1,003', { exact: true }).first().waitFor();
      assert.equal(await main.getByText('1,003', { exact: true }).count(), 1);
      await page.getByRole('button', { name: 'Edit' }).click();
      const number = page.getByRole('textbox', { name: 'Number' });
      await number.waitFor();
      assert.equal(await number.inputValue(), '1003');
      assert.equal(await page.getByRole('textbox', { name: 'Amount' }).inputValue(), '1,003');
    }));

  it('a calendar shows the stated fields next to the title, also on a phone', () =>
    withPerson(app, 'Ada', '/days', async (page) => {
      const entry = page.locator('.month-entry', { hasText: 'Chairs' }).first();
      await entry.waitFor();
      assert.match(await entry.innerText(), /Draft.*Cellar/s);
      assert.deepEqual(await axeFindings(page), []);
      await page.setViewportSize({ width: 360, height: 740 });
      const row = page.locator('.agenda .month-entry', { hasText: 'Chairs' });
      assert.match(await row.innerText(), /Draft.*Cellar/s);
      // Nothing where the record has nothing.
      assert.doesNotMatch(await page.locator('.agenda .month-entry', { hasText: 'Tables' }).innerText(), /Place/);
    }));

  it('no tooltip covers the panel that shows the line of the document', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await page.getByRole('button', { name: 'Export' }).or(page.locator('.table-tools .icon-button')).first().hover();
      await page.mouse.move(0, 0);
      const button = page.locator('.icon-button').last();
      await button.hover();
      await page.locator('.tip').waitFor();
      await page.keyboard.press('Alt+Shift+?');
      await page.locator('.why-note').waitFor();
      assert.equal(await page.locator('.tip').isVisible(), false);
      const onTop = await page.evaluate(() => {
        const note = document.querySelector('.why-note')?.getBoundingClientRect();
        if (note === undefined) return false;
        const at = document.elementFromPoint(note.left + note.width / 2, note.top + note.height / 2);
        return at?.closest('.why-note') !== null;
      });
      assert.ok(onTop);
    }));
});
