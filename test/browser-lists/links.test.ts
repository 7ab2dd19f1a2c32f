import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';
import { exampleText } from '../support/http/server.ts';

describe('a record with a link', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('invoices.md'));
  });
  after(() => app.stop());

  it('a sent invoice has a link to copy that opens it for anyone who has it; a draft has none', () =>
    withPerson(app, 'Marta', '/invoices', async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('row').nth(1).waitFor();
      const draft = page.locator('.table-row', { hasText: 'Draft' });
      await draft.locator('a.table-title').first().click();
      await page.getByRole('term').first().waitFor();
      const link = page.locator('.record-given');
      assert.equal(await link.count(), 0);

      // An older one that is sent.
      await page.goto(`${app.url}/invoices?q=&filter=${encodeURIComponent('number == 1002')}`);
      await page.locator('.table-row a.table-title').first().click();
      await link.getByRole('button', { name: 'Copy link' }).click();
      await link.getByText('Copied').waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, `${app.url}${await link.getByRole('link').getAttribute('href')}`);
      assert.deepEqual(await axeFindings(page), []);

      await withPage(async (other) => {
        await other.goto(copied);
        await other.getByRole('heading', { level: 1, name: 'Invoice 1002' }).waitFor();
        await other.getByText('DE02 1203 0000 0000 2020 51').waitFor();
        assert.equal(other.url(), copied, 'the address stays as it was given away');
        assert.equal(await other.getByRole('navigation').count(), 0);
        assert.equal(await other.getByText(/Reminders sent|Public token|History/).count(), 0);
        assert.deepEqual(await axeFindings(other), []);
        await other.reload();
        await other.getByRole('heading', { level: 1, name: 'Invoice 1002' }).waitFor();
        // Another one is not there for them, whatever they try.
        await other.goto(`${app.url}/i/${'x'.repeat(22)}`);
        await other.getByText('There is no such invoice').waitFor();
        await other.setViewportSize({ width: 360, height: 740 });
        await other.goto(copied);
        await other.getByRole('heading', { level: 1, name: 'Invoice 1002' }).waitFor();
        const overflow = await other.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(overflow <= 0, `${overflow} px wider than the window`);
      });
    }));

  it('also opens by its link for signed-in people', () =>
    withPerson(app, 'Ines', '/invoices', async (page) => {
      await page.goto(`${app.url}/i/Rk3vWq9xT1mZb7LpYc5NaQ`);
      await page.getByRole('heading', { level: 1, name: 'Invoice 1001' }).waitFor();
      await page.getByRole('navigation').first().waitFor();
    }));
});
