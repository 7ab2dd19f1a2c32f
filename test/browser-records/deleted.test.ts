import assert from 'node:assert/strict';
import { after, before, describe, it, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { ALLOTMENTS } from '../support/documents/allotments.ts';
import { type Caller, exampleText } from '../support/http/server.ts';

const row = (page: Page, title: string) => page.locator('.deleted-row').filter({ hasText: title });

async function made(who: Caller, name: string): Promise<WireRecord> {
  const { status, body, text } = await who.post<WireRecord>('/api/plots', { name });
  assert.equal(status, 201, text);
  return body;
}

async function gone(who: Caller, { id }: WireRecord): Promise<void> {
  const { body } = await who.get<WireRecord>(`/_/records/Plot/${id}`);
  assert.equal((await who.delete(`/api/plots/${id}`, { 'if-match': body._.etag })).status, 204);
}

describe('deleted records', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(ALLOTMENTS);
  });
  after(() => app.stop());

  it('can be undone at once, and are found from their list and restored, as long as nothing prevents it', async () => {
    const ann = await app.server.as('Ann');
    const [north, south] = [await made(ann, 'North'), await made(ann, 'South')];
    await withPerson(app, 'Ann', `/plots/${north.id}`, async (page) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByText('You can restore it for 20 days.').waitFor();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'Plot list' }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { name: 'North' }).waitFor();
      await page.getByText('Restored', { exact: true }).waitFor();

      await page.getByRole('link', { name: 'Plot list' }).first().click();
      for (const title of ['North', 'South'])
        await page.getByRole('checkbox', { name: `Select ${title}` }).check({ force: true });
      const bulk = page.getByRole('region', { name: 'Selected rows' });
      await bulk.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      await page.getByRole('button', { name: 'Deleted plots' }).click();
      await page.getByRole('heading', { name: 'Deleted plots' }).waitFor();
      await row(page, 'South').waitFor();
      assert.match(await row(page, 'South').innerText(), /Deleted by Ann · .*20 days left/s);
      assert.deepEqual(await axeFindings(page), []);

      await made(await app.server.as('Ben'), 'North');
      await page.getByRole('checkbox', { name: 'Select all loaded' }).check({ force: true });
      await page.getByRole('group', { name: 'Selected records' }).getByRole('button', { name: 'Restore' }).click();
      await page.getByText('“South” was restored.').waitFor();
      await row(page, 'South').waitFor({ state: 'detached' });
      await row(page, 'North').getByRole('alert').getByText('This name is already taken.').waitFor();

      // What somebody deletes elsewhere comes in by itself, and what they bring back goes.
      await gone(ann, south);
      await row(page, 'South').waitFor();
      await ann.post(`/_/records/Plot/${south.id}/restore`, undefined, { 'if-match': '*' });
      await row(page, 'South').waitFor({ state: 'detached' });

      await page.goto(`${app.url}/seeds`);
      await page.getByRole('heading', { name: 'Seed list' }).waitFor();
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog');
      await palette.getByRole('searchbox').fill('deleted seeds');
      await palette.getByRole('menuitem', { name: 'Deleted seeds' }).click();
      await page.getByText('No deleted records').waitFor();
      assert.deepEqual(await axeFindings(page), []);
    });
  });

  it('say why a record may not be restored by this person', async () => {
    const [ann, eva] = [await app.server.as('Ann'), await app.server.as('Eva')];
    const owing = await made(ann, 'Owing');
    const { body } = await eva.get<WireRecord>(`/_/records/Plot/${owing.id}`);
    await eva.patch(`/api/plots/${owing.id}`, { debt: 5 }, { 'if-match': body._.etag });
    await gone(ann, owing);
    await withPerson(app, 'Eva', '/-/deleted/Plot', async (page) => {
      const button = row(page, 'Owing').getByRole('button', { name: 'Restore' });
      assert.equal(await button.getAttribute('aria-disabled'), 'true');
      await button.focus();
      await page.getByRole('tooltip').getByText('You don’t have permission to do this.').waitFor();
    });
  });
});

it('a bulk deletion is undone from its message, once', async () => {
  const app = await openApplication(exampleText('tasks.md'));
  try {
    await withPerson(app, 'Bruno', '/jobs', async (page) => {
      await page.getByRole('checkbox', { name: 'Select Route for wheelchairs' }).press('Space');
      await page.getByRole('checkbox', { name: 'Select Audio player' }).press('Space');
      await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).press('Enter');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
      const outcome = page.getByRole('dialog', { name: 'Delete: result' });
      await outcome.getByText('1 done, 1 refused').waitFor();
      await page.getByRole('checkbox', { name: 'Select Route for wheelchairs' }).waitFor({ state: 'detached' });
      await outcome.getByRole('button', { name: 'Undo' }).press('Enter');
      // What it told is no longer so.
      await outcome.waitFor({ state: 'detached' });
      await page.getByRole('checkbox', { name: 'Select Route for wheelchairs' }).waitFor();
    });
  } finally {
    await app.stop();
  }
});

test('restoring a record moves the focus to the next one, or to the page if none is left', async (t) => {
  const app = await openApplication(ALLOTMENTS);
  t.after(() => app.stop());
  const ann = await app.server.as('Ann');
  for (const name of ['East', 'West', 'Middle']) await gone(ann, await made(ann, name));
  await withPerson(app, 'Ann', '/-/deleted/Plot', async (page) => {
    const restore = (title: string) => row(page, title).getByRole('button', { name: 'Restore' });
    await restore('West').press('Enter');
    await row(page, 'West').waitFor({ state: 'detached' });
    await page.locator('.deleted-row .deleted-back :focus').waitFor();
    for (const box of await page.getByRole('checkbox', { name: 'Select all loaded' }).all())
      await box.check({ force: true });
    await page.getByRole('group', { name: 'Selected records' }).getByRole('button', { name: 'Restore' }).press('Enter');
    await page.getByText('No deleted records').waitFor();
    await page.locator('.deleted:focus').waitFor();
  });
});
