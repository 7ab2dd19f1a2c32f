import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';

const hires = `# Specification: Boats

- Language: en
- Time zone: UTC

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Hires | Hire | table: name, at | Member |
| \`/hires/:id\` | Hire | Hire | record | Member |

### Hires

- Actions: move

## 3. Entities and their fields

### Member

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| email | email | yes | sign-in, title, unique |

### Opening

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| at | date | yes | title |

### Hire

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| at | date | yes | |
| newAt | date | no | asked on move |

## 4. States and transitions

### Hire: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Booked | | | |
| Booked | move | Booked | Member | | ask newAt; at = newAt |
| Booked | end | Over | Member | | |

- Final: Over

## 5. Validation rules

| Rule | On | Must hold | Message |
| --- | --- | --- | --- |
| V1 | Hire, move | \`exists(Opening where at == this.at)\` | We are closed on that day. |
| V2 | Hire, move | \`at > today - 9000 days\` | That is too long ago. |

## 6. Roles and permissions

- Member: everyone who signs in

| | Member |
| --- | --- |
| Hire: read, create | yes |
| Hire: change, delete | no |
| Opening: read | yes |
| Opening: create, change, delete | no |
| Member: read | yes |
| Member: create, change, delete | no |

## Sample data

### Member

| email |
| --- |
| ann@example.com |

### Opening

| at |
| --- |
| 2030-05-02 |

### Hire

| name | at | status |
| --- | --- | --- |
| Ann | 2000-05-01 | Booked |
| Ben | 2000-05-01 | Booked |
`;

describe('an event that fills a required field from what it asks for', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(hires);
  });
  after(() => app.stop());

  const dateOf = async (name: string) => {
    const ann = await app.server.as('ann');
    const { body } = await ann.get<{ items: { name: string; at: string }[] }>('/api/hires');
    return body.items.find((item) => item.name === name)?.at;
  };

  const answered = async (page: Page) => {
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: 'Move' });
    const date = dialog.getByRole('textbox', { name: 'New at' });
    await date.waitFor();
    await send.click();
    await dialog.getByText('New at is required.').waitFor();
    // Rules are judged over the record as it stands once the answer is filled in.
    await date.fill('01/05/1999');
    await send.click();
    await dialog.getByText('That is too long ago.').waitFor();
    await date.fill('03/05/2030');
    await page.keyboard.press('Tab');
    await dialog.getByText('That is too long ago.').waitFor({ state: 'detached' });
    await send.click();
    await dialog.getByText('We are closed on that day.').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await date.fill('02/05/2030');
    await send.click();
    await dialog.waitFor({ state: 'detached' });
  };

  it('is offered on the record and validated with the entered value', () =>
    withPerson(app, 'ann@example.com', '/', async (page) => {
      await page.getByRole('link', { name: 'Ann', exact: true }).click();
      await page.getByRole('button', { name: 'Move' }).click();
      await answered(page);
      await page.getByText('2 May 2030').first().waitFor();
      assert.equal(await dateOf('Ann'), '2030-05-02');
    }));

  it('is offered in a list', () =>
    withPerson(app, 'ann@example.com', '/', async (page) => {
      await page.getByRole('row', { name: /Ben/ }).getByRole('button', { name: 'Move' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'New at' }).fill('02/05/2030');
      await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
      await page.getByRole('row', { name: /Ben.*2 May 2030/ }).waitFor();
      assert.equal(await dateOf('Ben'), '2030-05-02');
    }));
});
