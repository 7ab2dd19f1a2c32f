import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';

const works = `# Specification: Yard

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Jobs | Job | table: title, status, owner, hours, level, urgent, due, note, parts | Chief, Hand |
| \`/open\` | Open jobs | Job where \`status == Open\` | table: title, hours | Chief |
| \`/quiet\` | Quiet | Job | table: title, hours | Chief |
| \`/jobs/:id\` | Job | Job | record | Chief, Hand |

### Jobs

- Sort: title
- Actions: close

### Quiet

- Edit in place: no

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
| owner | Person | no | |
| hours | integer | no | |
| level | Low, High | no | |
| urgent | boolean | no | |
| due | date | no | |
| note | long text | no | |
| parts | list of Part | no | |

### Part

Belongs to Job.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | |

## 4. States and transitions

### Job: status

- Editable in: Open

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | close | Closed | Chief | | |
| Closed | open | Open | Chief | | |

## 5. Validation rules

| Rule | On | Condition | Message | Field |
| --- | --- | --- | --- | --- |
| V1 | Job | \`hours == null or hours <= 40\` | Nobody works more than 40 hours. | hours |

## 6. Roles and permissions

- Chief: sees all, and looks after people
- Hand: sees all

| | Chief | Hand |
| --- | --- | --- |
| Job: read | yes | yes |
| Job: create | yes | |
| Job: change | yes | hours |
| Person: read | yes | yes |
| Person: change | name, role (any) | |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada Lovelace | ada@example.com | Chief |
| Ben Okri | ben@example.com | Hand |

### Job

| title | hours | level |
| --- | --- | --- |
| Axle | 8 | Low |
| Bolt | 8 | Low |
| Crank | 8 | Low |
`;

interface Job {
  readonly id: string;
  readonly title: string;
  readonly hours: number | null;
  readonly _: { readonly etag: string };
}

describe('fields are changed in their row', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(works);
  });
  after(() => app.stop());

  const row = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(`^(Select )?${title}\\b`) });
  const cell = (page: Page, title: string, name: string) => row(page, title).locator(`[data-cell="${name}"]`);
  const has = (page: Page, title: string, name: string, text: string) =>
    cell(page, title, name)
      .filter({ hasText: text })
      .filter({ hasNot: page.locator('.cell-editor') })
      .waitFor();
  const job = async (title: string) => {
    const ada = await app.server.as('Ada');
    const { body } = await ada.get<{ items: Job[] }>('/api/jobs');
    const found = body.items.find((each) => each.title === title);
    assert.ok(found);
    return { ada, found };
  };

  it('by keyboard and pointer, with the input of the field’s type, one request at a time', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await row(page, 'Axle').waitFor();
      const sent: { readonly match: string | undefined; readonly body: string | null }[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PATCH') sent.push({ match: request.headers()['if-match'], body: request.postData() });
      });
      const { found } = await job('Axle');

      // From the row: its first cell. Escape leaves it as it was, Enter saves it.
      await page.keyboard.press('j');
      await page.keyboard.press('F2');
      const title = page.getByRole('textbox', { name: 'Title, Axle' });
      await title.and(page.locator(':focus')).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await title.fill('Nothing');
      await page.keyboard.press('Escape');
      await cell(page, 'Axle', 'title').and(page.locator(':focus')).waitFor();
      assert.deepEqual(sent, []);
      await page.keyboard.press('e');
      await title.fill('Axle one');
      await page.keyboard.press('Enter');
      await cell(page, 'Axle one', 'title').and(page.locator(':focus')).waitFor();
      assert.deepEqual(sent, [{ match: found._.etag, body: '{"title":"Axle one"}' }]);
      await page.getByRole('alertdialog', { name: 'Title, Axle: Saved.' }).waitFor();

      // Tab saves and goes on, over what is never typed in a row; with Shift it goes back.
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Title, Axle one' }).fill('Axle');
      await page.keyboard.press('Tab');
      const owner = page.getByRole('combobox', { name: 'Owner, Axle' });
      await owner.and(page.locator(':focus')).waitFor();
      await has(page, 'Axle', 'title', 'Axle');
      await page.keyboard.type('Ben');
      await page.getByRole('option', { name: 'Ben Okri' }).waitFor();
      await page.getByRole('option', { name: 'Ada Lovelace' }).waitFor({ state: 'detached' });
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await has(page, 'Axle', 'owner', 'Ben Okri');
      await cell(page, 'Axle', 'owner').and(page.locator(':focus')).waitFor();
      await page.keyboard.press('e');
      await owner.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Tab');
      const hours = page.getByRole('textbox', { name: 'Hours, Axle' });
      await hours.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Shift+Tab');
      await owner.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Tab');
      await hours.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Tab');

      // What is chosen is saved at once.
      const level = page.getByRole('button', { name: /Level, Axle/ });
      await level.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('option', { name: 'High' }).click();
      await has(page, 'Axle', 'level', 'High');
      await cell(page, 'Axle', 'level').and(page.locator(':focus')).waitFor();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('e');
      await page.getByRole('checkbox', { name: 'Urgent, Axle' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Space');
      await page.keyboard.press('Tab');
      await has(page, 'Axle', 'urgent', 'yes');
      const due = page.getByRole('textbox', { name: 'Due, Axle' });
      await due.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('24/12/2026');
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.press('Enter');
      await has(page, 'Axle', 'due', '24 Dec 2026');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('e');
      const note = page.getByRole('textbox', { name: 'Note, Axle' });
      await note.and(page.locator(':focus')).waitFor();
      await page.keyboard.type('one');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('two');
      await page.keyboard.press('Enter');
      await has(page, 'Axle', 'note', 'one');
      // Lines have no input in a row.
      assert.equal(await cell(page, 'Axle', 'parts').count(), 0);

      // A press opens no record where fields are changed; a second one changes. A press elsewhere saves.
      await cell(page, 'Bolt', 'hours').dblclick();
      await page.getByRole('textbox', { name: 'Hours, Bolt' }).fill('9');
      await cell(page, 'Crank', 'hours').click();
      await has(page, 'Bolt', 'hours', '9');
      await cell(page, 'Crank', 'hours').and(page.locator(':focus')).waitFor();
      await page.keyboard.press('ArrowUp');
      await cell(page, 'Bolt', 'hours').and(page.locator(':focus')).waitFor();
      assert.equal(new URL(page.url()).pathname, '/');

      await page.goto(`${app.url}/quiet`);
      await row(page, 'Axle').waitFor();
      assert.equal(await page.locator('[data-cell]').count(), 0);
      await page.keyboard.press('j');
      await page.keyboard.press('e');
      await page.waitForURL(/\/jobs\/.*edit/);
    }));

  it('a refusal is shown at the cell with the input; a read-only cell says why', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await row(page, 'Crank').waitFor();
      const hours = page.getByRole('textbox', { name: 'Hours, Crank' });
      const refused = page.locator('.cell-editor').getByRole('alert');
      await cell(page, 'Crank', 'hours').focus();
      await page.keyboard.press('e');
      await hours.fill('99');
      await page.keyboard.press('Tab');
      await refused.getByText('Nobody works more than 40 hours.').waitFor();
      assert.equal(await hours.inputValue(), '99');
      assert.equal(await hours.getAttribute('aria-invalid'), 'true');
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await has(page, 'Crank', 'hours', '8');
      await page.keyboard.press('e');
      await hours.fill('99');
      await page.keyboard.press('Enter');
      await refused.getByText('Nobody works more than 40 hours.').waitFor();
      await hours.fill('12');
      await page.keyboard.press('Enter');
      await has(page, 'Crank', 'hours', '12');

      // Somebody else changed the same meanwhile: it says so, and is replaced by whoever wants that.
      await page.keyboard.press('e');
      await hours.fill('13');
      const { ada, found } = await job('Crank');
      await ada.patch(`/api/jobs/${found.id}`, { hours: 20 }, { 'if-match': found._.etag });
      await page.keyboard.press('Enter');
      await refused.getByText('The value is now “20”.').waitFor();
      assert.equal(await hours.inputValue(), '13');
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole('button', { name: 'Try again' }).click();
      await has(page, 'Crank', 'hours', '13');
      assert.equal((await job('Crank')).found.hours, 13);

      // What is typed stays, though the record is closed meanwhile.
      await cell(page, 'Crank', 'note').focus();
      await page.keyboard.press('e');
      const note = page.getByRole('textbox', { name: 'Note, Crank' });
      await note.fill('Too late');
      const now = await job('Crank');
      await now.ada.post(`/api/jobs/${found.id}/close`, {}, { 'if-match': now.found._.etag });
      await row(page, 'Crank').locator('.pill', { hasText: 'Closed' }).waitFor();
      await page.keyboard.press('Enter');
      await refused.getByText('This is closed').waitFor();
      assert.equal(await note.inputValue(), 'Too late');
      await page.keyboard.press('Escape');
      await cell(page, 'Crank', 'note').and(page.locator(':focus')).waitFor();

      // Closed: each cell is there, and says why when somebody wants to change it.
      await page.keyboard.press('ArrowLeft');
      const due = cell(page, 'Crank', 'due');
      await due.and(page.locator(':focus')).waitFor();
      assert.equal(await due.getAttribute('aria-disabled'), 'true');
      const why = await due.evaluate((element) =>
        document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent?.trim(),
      );
      assert.match(why ?? '', /closed/);
      await page.keyboard.press('e');
      await page.getByRole('tooltip').filter({ hasText: 'closed' }).waitFor();
      assert.equal(await page.locator('.cell-editor').count(), 0);
      assert.deepEqual(await axeFindings(page), []);
    }));

  it('input is reported if its row leaves the list', () =>
    withPerson(app, 'Ada', '/open', async (page) => {
      await cell(page, 'Axle', 'hours').dblclick();
      await page.getByRole('textbox', { name: 'Hours, Axle' }).fill('31');
      const { ada, found } = await job('Axle');
      await ada.post(`/api/jobs/${found.id}/close`, {}, { 'if-match': found._.etag });
      await page.getByText('Axle: not saved').waitFor();
      await page.getByText('Hours: 31').waitFor();
      assert.equal((await job('Axle')).found.hours, found.hours);
    }));

  it('only where the server allows it for each field', () =>
    withPerson(app, 'Ben', '/', async (page) => {
      await row(page, 'Bolt').waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('e');
      const hours = page.getByRole('textbox', { name: 'Hours, Bolt' });
      await hours.fill('11');
      await page.keyboard.press('Enter');
      await has(page, 'Bolt', 'hours', '11');
      assert.equal(await cell(page, 'Bolt', 'due').getAttribute('aria-disabled'), 'true');
      // What can't be changed still leads to the record.
      assert.equal(await cell(page, 'Bolt', 'title').getAttribute('aria-readonly'), 'true');
      assert.ok(await cell(page, 'Bolt', 'title').getByRole('link').isEnabled());
      // It is disabled, and takes the press all the same.
      await cell(page, 'Bolt', 'due').dblclick({ force: true });
      await page.getByRole('tooltip').filter({ hasText: 'Chief' }).waitFor();
    }));
});
