import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';

const DESK = `# Specification: Desk

## 2. Screens and routes

| Route | Screen | Shows | As |
| --- | --- | --- | --- |
| \`/\` | Tickets | Ticket | table: number, subject |
| \`/tickets/:id\` | Ticket | Ticket | record |
| \`/rooms\` | Rooms | Room | table |
| \`/rooms/:id\` | Room | Room | record |

### Room

- Section: Size: seats, area
- Section: Texts: notes

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in |

### Ticket

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| number | number series(HD-000) | no | title |
| subject | text(1..120) | yes | |
| answer | text(1..3000) | no | |
| description | long text | yes | |
| site | text | no | |
| cause | text | no | |
| assignee | Person | no | |
| owner | Person | no | set by the product |
| points | integer | yes | default 0 |
| fee | integer | no | = \`points * RATE\` |
| parts | list of Part | no | |

### Part

Belongs to: Ticket

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| what | text | yes | |

### Room

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title, fixed |
| floor | integer | no | |
| seats | integer | no | |
| area | integer | no | |
| notes | long text | no | |

## 9. Limits

| Name | Value |
| --- | --- |
| RATE | not shown. |

## Sample data

### Person

| name | email |
| --- | --- |
| Ann | ann@example.com |

### Ticket

| subject | description | site | parts |
| --- | --- | --- | --- |
| Broken key | The letter e sticks. | Leeds | Keyboard |

### Room

| name | floor | seats | notes |
| --- | --- | --- | --- |
| Blue | 2 | 8 | Quiet. |
`;

const side = (page: Page) => page.getByRole('region', { name: 'Details' });
const main = (page: Page) => page.locator('.record-main');

async function openTicket(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^HD-/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Broken key' }).waitFor();
}

describe('the layout of a record', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(DESK);
  });
  after(() => app.stop());

  it('is headed by the subject with the number, followed by long texts and lines, with short fields in the panel', () =>
    withPerson(app, 'Ann', '/', async (page) => {
      await page.setViewportSize({ width: 1360, height: 900 });
      await openTicket(page);
      const heading = page.getByRole('heading', { level: 1, name: 'Broken key' });
      assert.match(await heading.innerText(), /^Broken key HD-\d+$/);
      assert.deepEqual(await side(page).locator('dt').allInnerTexts(), ['Site', 'Assignee', 'Points', 'Fee']);
      assert.deepEqual(await main(page).locator('dt').allInnerTexts(), ['Description']);
      assert.equal(await main(page).getByRole('heading', { name: 'Parts' }).isVisible(), true);
      const [panel, column] = await Promise.all([side(page).boundingBox(), main(page).boundingBox()]);
      assert.ok(
        panel !== null && column !== null && panel.x > column.x + column.width,
        'the panel is beside the column',
      );
      assert.equal(panel.width, 320);
      assert.deepEqual(await axeFindings(page), []);

      await page.setViewportSize({ width: 360, height: 760 });
      const [above, below] = await Promise.all([side(page).boundingBox(), main(page).boundingBox()]);
      assert.ok(above !== null && below !== null && above.y + above.height < below.y, 'the panel is below the heading');
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    }));

  it('hides empty fields behind a button, which is remembered for the entity', () =>
    withPerson(app, 'Ann', '/', async (page) => {
      await openTicket(page);
      // Answer, cause and owner; the assignee can be chosen, and the fee is left open by the document.
      await page.getByRole('button', { name: 'Show 3 empty fields' }).press('Enter');
      assert.deepEqual(await side(page).locator('dt').allInnerTexts(), [
        'Site',
        'Cause',
        'Assignee',
        'Owner',
        'Points',
        'Fee',
      ]);
      assert.deepEqual(await main(page).locator('dt').allInnerTexts(), ['Answer', 'Description']);
      await page.reload();
      await page.getByRole('button', { name: 'Hide empty fields' }).waitFor();
      assert.equal(await side(page).getByText('Cause').isVisible(), true);
      await page.goto(`${app.url}/rooms`);
      await page.getByRole('link', { name: 'Blue' }).click();
      await page.getByRole('button', { name: 'Show 1 empty field', exact: true }).waitFor();
    }));

  it('keeps stated sections in the main column', () =>
    withPerson(app, 'Ann', '/rooms', async (page) => {
      await page.getByRole('link', { name: 'Blue' }).click();
      await page.getByRole('heading', { level: 2, name: 'Size' }).waitFor();
      assert.deepEqual(await side(page).locator('dt').allInnerTexts(), ['Floor']);
      assert.deepEqual(await page.locator('.record-section').allInnerTexts(), [
        'Size\nSeats\n8',
        'Texts\nNotes\nQuiet.',
      ]);
    }));

  it('omits what the document leaves open outside development', () =>
    withPerson(app, 'Ann', '/', async (page) => {
      await openTicket(page);
      await side(page).getByText('not shown').waitFor();
      await page.route('**/_/app', async (route) => {
        const { 'if-none-match': _, ...headers } = await route.request().allHeaders();
        const response = await route.fetch({ headers });
        const answer = await response.json();
        await route.fulfill({ response, json: { ...answer, view: { ...answer.view, dev: false } } });
      });
      await page.reload();
      await side(page).getByText('Site').waitFor();
      assert.deepEqual(await side(page).locator('dt').allInnerTexts(), ['Site', 'Assignee', 'Points']);
      assert.equal(await page.getByText('not shown').count(), 0);
      await page.unrouteAll();
    }));
});
