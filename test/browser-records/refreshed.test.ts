import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';

const works = `# Specification: Yard

## 2. Screens and routes

| Route | Screen | Shows | As |
| --- | --- | --- | --- |
| \`/\` | Jobs | Job | table: title, hours |
| \`/jobs/:id\` | Job | Job | record |

### Jobs

- Refresh: every 1 second

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | yes | |

### Job

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| hours | integer | no | |

## 6. Roles and permissions

- Chief: sees all

| | Chief |
| --- | --- |
| Job: read | yes |
| Job: change | yes |
| Person: read | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada Lovelace | ada@example.com | Chief |

### Job

| title | hours |
| --- | --- |
| Axle | 8 |
| Bolt | 9 |
`;

describe('a list that refreshes by itself', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(works);
  });
  after(() => app.stop());

  /** Each answer takes long enough for whoever looks to see what stands in its place meanwhile. */
  const slowly = (page: Page) =>
    page.route('**/_/list?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue().catch(() => undefined);
    });
  /** Waits for so many answers; gives what was seen on the page meanwhile, each state of the page once. */
  const seenOver = async (page: Page, answers: number): Promise<readonly string[]> => {
    await page.evaluate(() => {
      const seen = new Set<string>();
      const look = () => seen.add(document.querySelector('main')?.innerText ?? '');
      look();
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
      Object.assign(globalThis, { seen });
    });
    for (let count = 0; count < answers; count++) await page.waitForResponse(/\/_\/list\?/);
    return page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
  };

  it('shows why its filter is refused as long as it is', () =>
    withPerson(app, 'Ada', '/?filter=hours%20%3D%3D%20nothing', async (page) => {
      const problem = page
        .getByRole('alert')
        .filter({ hasText: 'filter' })
        .or(page.locator('.filter-text [aria-live]'));
      await problem.first().waitFor();
      await slowly(page);
      await page.waitForResponse(/\/_\/list\?/);
      const seen = await seenOver(page, 3);
      assert.equal(seen.length, 1, seen.join('\n---\n'));
      assert.deepEqual(await axeFindings(page), []);
    }));

  it('shows that it was refused until an answer arrives', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await page.getByRole('row', { name: /Axle/ }).waitFor();
      let isBroken = true;
      await page.route('**/_/list?*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        if (!isBroken) return route.continue().catch(() => undefined);
        const detail = 'It does not work right now.';
        const problem = { type: '/_/errors/FAILED', title: detail, status: 500, detail, instance: '/', code: 'FAILED' };
        await route.fulfill({ status: 500, json: problem }).catch(() => undefined);
      });
      await page.goto(`${app.url}/?q=Axle`);
      await page.getByText('It does not work right now.').waitFor();
      const seen = await seenOver(page, 3);
      assert.equal(seen.length, 1, seen.join('\n---\n'));
      isBroken = false;
      await page.getByRole('row', { name: /Axle/ }).waitFor();
      await page.getByText('It does not work right now.').waitFor({ state: 'detached' });
    }));
});
