import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';

const jobs = `# Specification: Jobs

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Jobs | Job | table: title, status | Worker |
| \`/board\` | Board | Job | board by status | Worker |
| \`/jobs/:id\` | Job | Job | record | Worker |

### Jobs

- Actions: drop, begin

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
| price | integer | no | asked on bill |

## 4. States and transitions

### Job: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | drop | Dropped | Worker | | |
| Open | begin | Begun | Worker | | |
| Begun | pause | Open | Worker | | |
| Begun | end | Ended | Worker | | |
| Begun | bill | Begun | Worker | | ask price; call bill |

- Final: Dropped

## 6. Roles and permissions

- Worker: works

| | Worker |
| --- | --- |
| Job: read, create, change | yes |
| Person: read | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends |
| --- | --- | --- | --- |
| bill | POST http://127.0.0.1:9/bills | outside | \`{ "title": title, "price": price }\` |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Worker |

### Job

| title | status |
| --- | --- |
| Axle | Open |
| Bolt | Begun |
| Crank | Open |
| Drum | Open |
| Edge | Open |
`;

describe('an irreversible event', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(jobs);
  });
  after(() => app.stop());

  const statusOf = async (title: string) => {
    const ada = await app.server.as('Ada');
    const { body } = await ada.get<{ items: { title: string; status: string }[] }>('/api/jobs');
    return body.items.find((item) => item.title === title)?.status;
  };
  const question = (page: Page) => page.getByRole('alertdialog');

  it('is not the primary button if there is another event, and asks for confirmation', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await page.getByRole('link', { name: 'Axle' }).click();
      const drop = page.locator('.record-actions').getByRole('button', { name: 'Drop' });
      assert.equal(await drop.getAttribute('data-variant'), 'plain');
      await drop.click();
      await question(page).getByText('It becomes “Dropped”, which is final.').waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.press('Escape');
      await question(page).waitFor({ state: 'detached' });
      assert.equal(await statusOf('Axle'), 'Open');
      await drop.click();
      await question(page).getByRole('button', { name: 'Drop' }).click();
      await page.locator('.record-state', { hasText: 'Dropped' }).waitFor();
      assert.equal(await statusOf('Axle'), 'Dropped');
    }));

  it('asks for confirmation also if it enters a state without transitions that is not marked as final', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await page.getByRole('link', { name: 'Bolt' }).click();
      await page.locator('.record-actions').getByRole('button', { name: 'End' }).click();
      await question(page).getByText('It becomes “Ended”').waitFor();
      await question(page).getByRole('button', { name: 'Cancel' }).click();
      assert.equal(await statusOf('Bolt'), 'Begun');
    }));

  it('says in its dialog that something is sent to another system', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await page.getByRole('link', { name: 'Bolt' }).click();
      await page.locator('.record-actions').getByRole('button', { name: 'Bill' }).click();
      const said = page.getByRole('dialog').locator('.dialog-final');
      assert.equal(await said.innerText(), 'This is sent outside this application. This can’t be undone.');
    }));

  it('asks for confirmation in a list, for one row and for several, and on a board', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      const row = page.getByRole('row', { name: /Crank/ });
      await row.getByRole('button', { name: 'Drop' }).click();
      await question(page).getByRole('button', { name: 'Drop' }).click();
      await row.locator('.pill', { hasText: 'Dropped' }).waitFor();
      await page.goto(`${app.url}/board`);
      await page.getByRole('button', { name: /Move.*Drum/ }).click();
      await page.getByRole('menuitem', { name: /Drop/ }).click();
      await question(page).getByRole('button', { name: 'Drop' }).click();
      await page.waitForTimeout(500);
      assert.equal(await statusOf('Drum'), 'Dropped');
      assert.equal(await statusOf('Edge'), 'Open');
    }));
});
