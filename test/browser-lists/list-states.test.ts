import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';

const SHED = `# Specification: Shed

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Tools | Tool | table: name | Keeper |
| \`/shelves\` | Shelves | Shelf | table: name | Keeper |
| \`/open\` | Left open | not shown. | table | Keeper |

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- role: Role, required

### Tool

- name: text, required, title, searchable

### Shelf

- name: text, required, title, searchable

## 6. Roles and permissions

- Keeper

| | Keeper |
| --- | --- |
| Tool: read | yes |
| Shelf: read | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.org | Keeper |

### Tool

| name |
| --- |
| Saw |
`;

/** What stands in the place of rows: each state has words that no other has. */
const WORDS = {
  firstUse: 'No shelves yet',
  nothingFound: 'Nothing found',
  notSpecified: 'Not specified',
  failed: 'The server has too much to do.',
} as const;

async function says(page: Page, state: keyof typeof WORDS): Promise<void> {
  const main = page.getByRole('main');
  await main.getByText(WORDS[state], { exact: true }).waitFor();
  assert.equal(await main.getByRole('row').count(), 0);
  for (const [other, words] of Object.entries(WORDS))
    if (other !== state) assert.equal(await main.getByText(words, { exact: true }).count(), 0, other);
  assert.deepEqual(await axeFindings(page), []);
}

describe('instead of rows, a list shows', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(SHED);
  });
  after(() => app.stop());

  it('that there are no records yet, and what will be listed', () =>
    withPerson(app, 'Ada', '/shelves', async (page) => {
      await says(page, 'firstUse');
      assert.equal(await page.getByRole('button', { name: 'Clear filters and search' }).count(), 0);
    }));

  it('that nothing matches, and how to show all rows', () =>
    withPerson(app, 'Ada', '/?q=hammer', async (page) => {
      await says(page, 'nothingFound');
      await page.getByText('Try another search or filter.').waitFor();
      await page.getByRole('button', { name: 'Clear filters and search' }).click();
      await page.getByRole('gridcell', { name: 'Saw' }).waitFor();
    }));

  it('that it is loading', () =>
    withPerson(app, 'Ada', '/open', async (page) => {
      const gate = Promise.withResolvers<void>();
      await page.route('**/_/list?*', async (route) => {
        await gate.promise;
        await route.continue();
      });
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Tools' }).click();
      const waiting = page.getByRole('main').getByRole('status', { name: 'Loading the list …' });
      await waiting.waitFor();
      for (const words of Object.values(WORDS)) assert.equal(await page.getByText(words, { exact: true }).count(), 0);
      assert.ok((await waiting.locator('.skeleton-row').count()) > 1);
      assert.deepEqual(await axeFindings(page), []);
      gate.resolve();
      await page.getByRole('gridcell', { name: 'Saw' }).waitFor();
      assert.equal(await waiting.count(), 0);
    }));

  it('that loading failed, with a retry that works once the server does', () =>
    withPerson(app, 'Ada', '/open', async (page) => {
      const problem = { status: 500, code: 'FAULT', title: 'Fault', detail: WORDS.failed, type: '/_/errors/FAULT' };
      const fault = { status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) };
      await page.route('**/_/list?*', (route) => route.fulfill(fault));
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Tools' }).click();
      await says(page, 'failed');
      const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
      await again.click();
      await again.and(page.locator(':not([data-pending])')).waitFor();
      await says(page, 'failed');
      await page.unroute('**/_/list?*');
      await again.click();
      await page.getByRole('gridcell', { name: 'Saw' }).waitFor();
      assert.equal(await page.getByText(WORDS.failed).count(), 0);
    }));

  it('that the document does not specify the list', () =>
    withPerson(app, 'Ada', '/open', async (page) => {
      await says(page, 'notSpecified');
      await page.getByText('This list isn’t set up yet').waitFor();
    }));
});
