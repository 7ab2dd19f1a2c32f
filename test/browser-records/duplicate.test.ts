import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { exampleText } from '../support/http/server.ts';

/** Opens a record of one's list. */
async function open(page: Page, title: string): Promise<void> {
  const to = await page.getByRole('link', { name: title, exact: true }).getAttribute('href');
  await page.goto(new URL(to ?? '', page.url()).href);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** Opens the form that begins with the values of a record. */
async function duplicate(page: Page, title: string): Promise<void> {
  await open(page, title);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByText(`Copied from “${title}”.`).waitFor();
}

const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title' });

describe('a new record that begins with the values of another', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('expense-claims.md'));
  });
  after(() => app.stop());

  it('copies lines but not files or states, and is a new record once created', () =>
    withPerson(app, 'Ana', '/', async (page) => {
      await duplicate(page, 'Headphones');
      assert.match(page.url(), /\?from=/);
      assert.equal(await titleOf(page).inputValue(), 'Headphones');
      const lines = page.getByRole('group', { name: 'Lines' });
      assert.deepEqual(await lines.getByRole('textbox', { name: 'What' }).inputValue(), 'Headphones');
      assert.match(await page.getByText('Not copied, because every record has its own:').innerText(), /own: Receipt\./);
      assert.deepEqual(await axeFindings(page), []);
      await titleOf(page).fill('Headphones for the other ear');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: 'Headphones for the other ear' }).waitFor();
      await page.locator('.record-state', { hasText: 'Draft' }).waitFor();
      assert.equal(await page.getByText('Bought without asking first').count(), 0);
      const ana = await app.server.as('Ana');
      const { body } = await ana.get<{ items: { title: string; status: string }[] }>('/api/claims');
      assert.deepEqual(
        body.items
          .filter(({ title }) => title.startsWith('Headphones'))
          .map(({ title, status }) => [title, status])
          .sort(),
        [
          ['Headphones for the other ear', 'Draft'],
          ['Headphones', 'Rejected'],
        ],
      );
    }));

  it('survives a reload, asks before input is discarded, and cancels to the original record', () =>
    withPerson(app, 'Ana', '/', async (page) => {
      await duplicate(page, 'Keyboard');
      await titleOf(page).fill('Mouse');
      await page.reload();
      await page.getByText('Your input was restored.').waitFor();
      assert.equal(await titleOf(page).inputValue(), 'Mouse');
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.waitForFunction(() =>
        [...document.querySelectorAll('input')].some(({ value }) => value === 'Keyboard'),
      );
      await titleOf(page).fill('Mouse');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Leave and discard' }).click();
      await page.getByRole('heading', { level: 1, name: 'Keyboard' }).waitFor();
    }));

  it('is an empty form with a message if the original may not be read', () =>
    withPerson(app, 'Ana', '/', async (page) => {
      const jonas = await app.server.as('Jonas');
      const { body } = await jonas.get<{ items: { id: string; title: string }[] }>('/api/claims');
      const taxi = body.items.find(({ title }) => title === 'Taxi');
      await page.goto(`${app.url}/claims/new?from=${taxi?.id}`);
      await page.getByText('The record to copy does not exist').waitFor();
      assert.equal(await titleOf(page).inputValue(), '');
      assert.equal(await page.getByText('Taxi').count(), 0);
    }));

  it('is offered in the command palette of the record', () =>
    withPerson(app, 'Ana', '/', async (page) => {
      await open(page, 'Headphones');
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Search and commands' });
      await palette.getByRole('searchbox').fill('dupl');
      await palette.getByRole('menuitem', { name: 'Duplicate' }).click();
      await page.getByText('Copied from “Headphones”.').waitFor();
      assert.match(page.url(), /\?from=/);
    }));

  it('can be disabled by the document, also by its address', async () => {
    const text = exampleText('expense-claims.md').replace(
      /^### To approve$/m,
      '### Claim\n\n- Duplicate: no\n\n### To approve',
    );
    const closed = await openApplication(text);
    try {
      await withPerson(closed, 'Ana', '/', async (page) => {
        await open(page, 'Train to Hamburg');
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
        assert.equal(await page.getByRole('menuitem', { name: 'Duplicate' }).count(), 0);
        const id = new URL(page.url()).pathname.split('/').at(-1);
        await page.goto(`${closed.url}/claims/new?from=${id}`);
        await titleOf(page).waitFor();
        assert.equal(await titleOf(page).inputValue(), '');
      });
    } finally {
      await closed.stop();
    }
  });
});
