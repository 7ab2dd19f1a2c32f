import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { rooms } from '../support/documents/rooms.ts';

describe('the filter of a list', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(rooms);
  });
  after(() => app.stop());

  it('offers contains, any of and none of for a field of several choices', () =>
    withPerson(app, 'Ada', '/rooms', async (page) => {
      await titlesAre(page, ['Attic', 'Barn', 'Cellar']);
      const panel = await begin(page, 'Days');
      await choose(page, panel.getByRole('button', { name: /^Value|Days: Value/ }), 'Monday');
      await titlesAre(page, ['Attic']);
      await choose(page, panel.getByRole('button', { name: /Comparison/ }), 'contains any of');
      await panel.getByText('Late Friday', { exact: true }).click();
      await titlesAre(page, ['Attic', 'Cellar']);
      assert.deepEqual(await axeFindings(page), []);
      await page.reload();
      await page.getByText('Days contains any of Monday or Late Friday').first().waitFor();
      await titlesAre(page, ['Attic', 'Cellar']);
    }));
});

async function begin(page: Page, field: string) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: field, exact: true }).click();
  return page.locator('.filter-editor').first();
}

async function choose(page: Page, button: ReturnType<Page['locator']>, option: string): Promise<void> {
  await button.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const titlesAre = (page: Page, titles: readonly string[]) =>
  page.waitForFunction((wanted) => {
    const found = [...document.querySelectorAll('main [role="row"] a, main tbody a')].map((each) => each.textContent);
    return JSON.stringify(found.toSorted()) === JSON.stringify(wanted);
  }, titles);
