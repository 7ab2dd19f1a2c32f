import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';
import { exampleText } from '../support/http/server.ts';

describe('a field that is required on a condition', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('helpdesk.md'));
  });
  after(() => app.stop());

  it('is marked as required once the chosen record meets the condition, and no longer when it does not', () =>
    withPerson(app, 'Aisha', '/tickets/new', async (page) => {
      const tag = page.locator('[data-field="deviceTag"]');
      await tag.waitFor();
      assert.equal(await tag.locator('.field-required').count(), 0);
      await choose(page, 'Laptop');
      await tag.locator('.field-required').waitFor();
      await choose(page, 'New screen');
      await tag.locator('.field-required').waitFor({ state: 'detached' });
    }));
});

async function choose(page: Page, title: string): Promise<void> {
  const box = page.locator('[data-field="category"]').getByRole('combobox');
  await box.fill(title);
  await page.getByRole('option', { name: title, exact: true }).first().click();
}
