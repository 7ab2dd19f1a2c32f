import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { axeFindings, openApplication, withPerson } from '../support/browser/application.ts';

/** Whatever stands on the rate is unknown; `more` merely holds nothing where there is no amount. */
const SHED = `# Specification: Shed

## 2. Screens and routes

| Route | Screen | Shows | As |
| --- | --- | --- | --- |
| \`/\` | Jobs | Job | table: title, fee, more |
| \`/jobs/new\` | New job | Job | form |
| \`/jobs/:id\` | Job | Job | record |

## 3. Entities and their fields

### Job

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| amount | integer | no | |
| fee | integer | no | = \`amount * RATE\` |
| more | integer | no | = \`amount + 1\` |
| parts | list of Part | no | |

### Part

Belongs to: Job

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| what | text | yes | |
| price | integer | no | = \`2 * RATE\` |

## 9. Limits

| Name | Value |
| --- | --- |
| RATE | not shown. |
`;

const isHatched = (where: Locator) =>
  where.evaluate((one) => getComputedStyle(one, '::before').backgroundImage.includes('repeating'));

describe('a value computed from something not shown', () => {
  it('is hatched and labelled; an empty value is not', async () => {
    const app = await openApplication(SHED);
    try {
      await withPerson(app, 'First', '/jobs/new', async (page) => {
        const fee = page.locator('.form-calculated').filter({ hasText: 'Fee' });
        assert.equal(await isHatched(fee.locator('.not-shown')), true);
        await page.getByRole('textbox', { name: 'Title' }).fill('Shelf');
        await page.getByRole('button', { name: 'Add part' }).click();
        await page.getByRole('textbox', { name: 'What, part 1' }).fill('Board');
        await page.getByRole('button', { name: 'Create' }).click();
        await page.getByRole('heading', { level: 1, name: 'Shelf' }).waitFor();
        const marks = page.getByRole('main').locator('.not-shown');
        assert.deepEqual(await marks.allInnerTexts(), ['not shown', 'not shown']);
        for (const mark of await marks.all()) assert.equal(await isHatched(mark), true);
        assert.deepEqual(await axeFindings(page), []);

        await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Jobs' }).click();
        const cell = page.getByRole('gridcell', { name: 'not shown' });
        await cell.waitFor();
        assert.deepEqual([await cell.count(), await isHatched(cell.locator('.not-shown'))], [1, true]);
        assert.equal(await page.getByRole('gridcell', { name: 'empty' }).count(), 1);
        assert.deepEqual(await axeFindings(page), []);

        await page.setViewportSize({ width: 390, height: 800 });
        const card = page.locator('.row-card .not-shown');
        await card.waitFor();
        assert.deepEqual([await card.count(), await isHatched(card)], [1, true]);
      });
    } finally {
      await app.stop();
    }
  });
});
