import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, openAs, withPerson } from '../support/browser/application.ts';
import { leave } from '../support/documents/leave.ts';

const chip = (page: Page) => page.getByRole('button', { name: 'Travel' });
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
const open = (page: Page, name: string) => tab(page, name).and(page.locator('[aria-current]'));

describe('saved views of boards and calendars', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(leave());
  });
  after(() => app.stop());

  it('a board is saved with its search and filters, shared, and opened by default', () =>
    withPerson(app, 'Ada', '/kinds', async (page) => {
      const card = (title: string) => page.locator('.board-card', { hasText: title });
      await card('Dentist').waitFor();
      await chip(page).click();
      await card('Dentist').waitFor({ state: 'detached' });
      await page.getByRole('searchbox').fill('audit');
      await card('Fair in Kiel').waitFor({ state: 'detached' });
      await keep(page, 'Audits', 'For Hand');
      await open(page, 'Audits').waitFor();
      assert.match(page.url(), /saved=/);
      assert.deepEqual(await axeFindings(page), []);

      await tab(page, 'Default').click();
      await card('Dentist').waitFor();
      await page.reload();
      await card('Dentist').waitFor();
      await tab(page, 'Audits').click();
      await card('Dentist').waitFor({ state: 'detached' });
      await card('Audit').waitFor();
      // What is changed of it is said, and saved.
      await page.getByRole('searchbox').fill('');
      await card('Fair in Kiel').waitFor();
      await page.getByText('changed', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('changed', { exact: true }).waitFor({ state: 'detached' });

      await page.context().clearCookies();
      await openAs(page, app, 'Bo', '/kinds');
      await card('Dentist').waitFor();
      await tab(page, 'Audits').click();
      await card('Dentist').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Views of this screen' }).click();
      await page.getByRole('menuitem', { name: /Open this screen with this view/ }).click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Kinds' }).first().click();
      await open(page, 'Audits').waitFor();
      await card('Fair in Kiel').waitFor();
      assert.equal(await card('Dentist').count(), 0);
    }));

  it('a calendar is saved with its filters and shows the current month', () =>
    withPerson(app, 'Bo', '/?view=2026-03', async (page) => {
      const bar = (title: string) => page.getByRole('grid').getByRole('link', { name: title });
      await bar('Ski week').waitFor();
      await chip(page).click();
      await bar('Ski week').waitFor({ state: 'detached' });
      await keep(page, 'On the road');
      await open(page, 'On the road').waitFor();
      await tab(page, 'Default').click();
      await bar('Ski week').waitFor();
      assert.match(page.url(), /view=2026-03/);
      await tab(page, 'On the road').click();
      await bar('Ski week').waitFor({ state: 'detached' });
      await bar('Fair in Kiel').first().waitFor();
      assert.match(page.url(), /view=2026-03/);
      assert.deepEqual(await axeFindings(page), []);
      // It is theirs alone.
      await page.context().clearCookies();
      await openAs(page, app, 'Ada', '/?view=2026-03');
      await bar('Ski week').waitFor();
      await page.getByRole('button', { name: 'Views of this screen' }).waitFor();
      assert.equal(await tab(page, 'On the road').count(), 0);
    }));

  it('an unknown sort, group or filter in the address is reported with a way to continue', () =>
    withPerson(app, 'Ada', '/leaves?sort=-gone', async (page) => {
      await page.getByText('This list can’t be sorted by “gone”').waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole('button', { name: 'Show the default order' }).click();
      await page.getByRole('row', { name: /Audit/ }).waitFor();
      await page.goto(`${app.url}/leaves?group=gone`);
      await page.getByText('This list can’t be grouped by “gone”').waitFor();
      await page.getByRole('button', { name: 'Show without groups' }).click();
      await page.getByRole('row', { name: /Audit/ }).waitFor();
      await page
        .getByRole('searchbox')
        .fill('an e-mail of so many words that nobody would look for all of them at once in it');
      await page.getByText('Too many search words').waitFor();
      await page.getByRole('searchbox').fill('audit');
      await page.getByRole('row', { name: /Audit/ }).waitFor();
    }));
});

/** Keeps the screen as it is under a name, for oneself or for somebody else. */
async function keep(page: Page, name: string, whom: string | null = null): Promise<void> {
  await page.getByRole('button', { name: 'Views of this screen' }).click();
  await page.getByRole('menuitem', { name: /Save as a new view/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this screen as a view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  assert.equal(await dialog.getByText('Rows', { exact: true }).count(), 0);
  if (whom !== null) {
    await dialog.getByRole('button', { name: /Only me/ }).click();
    await page.getByRole('option', { name: whom }).click();
  }
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}
