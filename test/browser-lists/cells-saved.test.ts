import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';

const works = `# Specification: Yard

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Jobs | Job | table: title, owner, hours | Chief, Hand, Guest |
| \`/jobs/:id\` | Job | Job | record | Chief, Hand, Guest |

### Jobs

- Sort: title

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
| note | text | no | |

## 5. Validation rules

| Rule | On | Condition | Message | Field |
| --- | --- | --- | --- | --- |
| V1 | Job | \`hours == null or hours <= 40\` | Nobody works more than 40 hours. | hours |

## 6. Roles and permissions

- Chief: sees all, and looks after people
- Hand: sees all
- Guest: sees all

| | Chief | Hand | Guest |
| --- | --- | --- | --- |
| Job: read | yes | yes | yes |
| Job: create | yes | | |
| Job: change | yes | hours where \`owner == null or owner == me\` | |
| Job: delete | yes | | |
| Person: read | yes | yes | yes |
| Person: change | name, role (any) | | |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada Lovelace | ada@example.com | Chief |
| Ben Okri | ben@example.com | Hand |

### Job

| title | owner | hours |
| --- | --- | --- |
| Axle | Ada Lovelace | 8 |
| Bolt | | 8 |
| Crank | | 8 |
| Drill | | 8 |
| Easel | | 8 |
`;

interface Job {
  readonly id: string;
  readonly title: string;
  readonly hours: number | null;
  readonly note: string | null;
  readonly owner: string | null;
  readonly _: { readonly etag: string };
}

const row = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(`^(Select )?${title}\\b`) });
const cell = (page: Page, title: string, name: string) => row(page, title).locator(`[data-cell="${name}"]`);
const has = (page: Page, title: string, name: string, text: string) =>
  cell(page, title, name)
    .filter({ hasText: text })
    .filter({ hasNot: page.locator('.cell-editor') })
    .waitFor();
const hoursOf = (page: Page, title: string) => page.getByRole('textbox', { name: `Hours, ${title}` });
const message = (page: Page, name: string) => page.getByRole('alertdialog', { name });

async function type(page: Page, title: string, hours: string): Promise<void> {
  await cell(page, title, 'hours').dblclick();
  await hoursOf(page, title).fill(hours);
  await page.keyboard.press('Enter');
}

interface Person {
  readonly id: string;
  readonly name: string;
  readonly _: { readonly etag: string };
}

describe('a cell that was saved', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(works);
  });
  after(() => app.stop());

  const job = async (title: string) => {
    const ada = await app.server.as('Ada');
    const { body } = await ada.get<{ items: Job[] }>('/api/jobs');
    const found = body.items.find((each) => each.title === title);
    assert.ok(found);
    return { ada, found };
  };

  it('can be undone, against the saved version', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await row(page, 'Axle').waitFor();
      const sent: { readonly match: string | undefined; readonly body: string | null }[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PATCH') sent.push({ match: request.headers()['if-match'], body: request.postData() });
      });
      const first = await job('Axle');
      await type(page, 'Axle', '9');
      await message(page, 'Hours, Axle: Saved.').waitFor();
      assert.deepEqual(await axeFindings(page), []);
      const second = await job('Axle');
      await page.getByRole('button', { name: 'Undo' }).click();
      await message(page, 'Undone.').getByText('Hours, Axle').waitFor();
      await has(page, 'Axle', 'hours', '8');
      assert.deepEqual(sent, [
        { match: first.found._.etag, body: '{"hours":9}' },
        { match: second.found._.etag, body: '{"hours":8}' },
      ]);
      assert.equal((await job('Axle')).found.hours, 8);

      // A reference goes back to the record, and what was empty is empty again; by keys, one is back in the cell.
      const owner = (await job('Axle')).found.owner;
      await cell(page, 'Axle', 'owner').dblclick();
      const input = page.getByRole('combobox', { name: 'Owner, Axle' });
      await input.fill('Ben');
      await page.getByRole('option', { name: 'Ben Okri' }).click();
      await has(page, 'Axle', 'owner', 'Ben Okri');
      await page.getByRole('button', { name: 'Undo' }).click();
      await has(page, 'Axle', 'owner', 'Ada Lovelace');
      assert.equal((await job('Axle')).found.owner, owner);
      await cell(page, 'Bolt', 'owner').focus();
      await page.keyboard.press('e');
      await page.getByRole('combobox', { name: 'Owner, Bolt' }).fill('Ben');
      await page.getByRole('option', { name: 'Ben Okri' }).click();
      await message(page, 'Owner, Bolt: Saved.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).focus();
      await page.keyboard.press('Enter');
      await has(page, 'Bolt', 'owner', '–');
      assert.equal((await job('Bolt')).found.owner, null);
      await cell(page, 'Bolt', 'owner').and(page.locator(':focus')).waitFor();
    }));

  it('shows one message at a time, and undo does not overwrite a later change by somebody else', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await row(page, 'Crank').waitFor();
      await type(page, 'Crank', '9');
      await message(page, 'Hours, Crank: Saved.').waitFor();
      await type(page, 'Drill', '9');
      await message(page, 'Hours, Drill: Saved.').waitFor();
      await message(page, 'Hours, Crank: Saved.').waitFor({ state: 'detached' });
      assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 1);

      const { ada, found } = await job('Drill');
      const changed = await ada.patch(`/api/jobs/${found.id}`, { hours: 20 }, { 'if-match': found._.etag });
      assert.equal(changed.status, 200);
      await page.getByRole('button', { name: 'Undo' }).click();
      const refused = message(page, 'This could not be undone.');
      await refused.getByText('Hours, Drill').waitFor();
      assert.match((await refused.textContent()) ?? '', /changed/);
      assert.deepEqual(await axeFindings(page), []);
      await has(page, 'Drill', 'hours', '20');
      assert.equal((await job('Drill')).found.hours, 20);
    }));

  /** Changes fields of a record on its own page, to which one comes from the list. */
  const changeOnPage = async (page: Page, title: string, label: string, value: string) => {
    await page.getByRole('link', { name: title, exact: true }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  };

  it('undo does not overwrite one’s own later change, and says so', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await row(page, 'Bolt').waitFor();
      await type(page, 'Bolt', '9');
      const saved = message(page, 'Hours, Bolt: Saved.');
      await saved.waitFor();
      await changeOnPage(page, 'Bolt', 'Hours', '12');
      await saved.getByRole('button', { name: 'Undo' }).click();
      const refused = message(page, 'This could not be undone.');
      await refused.getByText('Hours, Bolt: It has been changed since, so it was not undone.').waitFor();
      assert.equal(await refused.getAttribute('data-tone'), 'info');
      assert.equal((await job('Bolt')).found.hours, 12);
    }));

  it('undo keeps one’s own later change of another field', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await row(page, 'Axle').waitFor();
      await type(page, 'Axle', '9');
      const saved = message(page, 'Hours, Axle: Saved.');
      await saved.waitFor();
      await changeOnPage(page, 'Axle', 'Note', 'Oiled');
      await saved.getByRole('button', { name: 'Undo' }).click();
      await message(page, 'Undone.').waitFor();
      const { found } = await job('Axle');
      assert.deepEqual([found.hours, found.note], [8, 'Oiled']);
    }));

  it('can be undone once with the keyboard, but not while typing', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await row(page, 'Easel').waitFor();
      await type(page, 'Easel', '9');
      await message(page, 'Hours, Easel: Saved.').waitFor();
      await cell(page, 'Easel', 'hours').and(page.locator(':focus')).waitFor();
      await page.keyboard.press('e');
      await hoursOf(page, 'Easel').and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Escape');
      await has(page, 'Easel', 'hours', '9');
      const sent: (string | null)[] = [];
      page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postData()));
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      await message(page, 'Undone.').waitFor();
      await has(page, 'Easel', 'hours', '8');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('?');
      await page.getByRole('dialog').getByText('Undo the last saved cell').waitFor();
      assert.deepEqual(sent, ['{"hours":8}']);
    }));
});

describe('a cell that was refused', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(works);
  });
  after(() => app.stop());

  const refused = (page: Page) => page.locator('.cell-editor').getByRole('alert');
  const keeps = async (page: Page, title: string, words: string) => {
    await refused(page).getByText(words).waitFor();
    assert.equal(await hoursOf(page, title).inputValue(), '9');
    await hoursOf(page, title).and(page.locator(':focus')).waitFor();
    assert.deepEqual(await axeFindings(page), []);
  };

  it('keeps the input if the server does not answer, and saves it once it does', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await row(page, 'Axle').waitFor();
      await page.route('**/api/jobs/*', (route) => route.abort());
      await type(page, 'Axle', '9');
      await keeps(page, 'Axle', 'The server isn’t responding. Try again when you are back online.');
      await page.unroute('**/api/jobs/*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await has(page, 'Axle', 'hours', '9');
    }));

  it('keeps the input if the record now belongs to somebody else, with the server’s message', () =>
    withPerson(app, 'Ben', '/', async (page) => {
      await cell(page, 'Easel', 'hours').dblclick();
      await hoursOf(page, 'Easel').fill('9');
      const ada = await app.server.as('Ada');
      const { body } = await ada.get<{ items: Job[] }>('/api/jobs');
      const [axle, easel] = ['Axle', 'Easel'].map((name) => body.items.find(({ title }) => title === name));
      const taken = await ada.patch(
        `/api/jobs/${easel?.id}`,
        { owner: axle?.owner },
        { 'if-match': easel?._.etag ?? '' },
      );
      assert.equal(taken.status, 200);
      await has(page, 'Easel', 'owner', 'Ada Lovelace');
      const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await page.keyboard.press('Enter');
      assert.equal((await answer).status(), 403);
      await keeps(page, 'Easel', 'You don’t have permission to do this.');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await has(page, 'Easel', 'hours', '8');
      assert.equal(await cell(page, 'Easel', 'hours').getAttribute('aria-disabled'), 'true');
    }));

  it('keeps the input if the field may no longer be changed; the cell is then read-only', () =>
    withPerson(app, 'Ben', '/', async (page) => {
      await cell(page, 'Bolt', 'hours').dblclick();
      await hoursOf(page, 'Bolt').fill('9');
      const ada = await app.server.as('Ada');
      const { body } = await ada.get<{ items: Person[] }>('/api/persons');
      const ben = body.items.find(({ name }) => name === 'Ben Okri');
      const demoted = await ada.patch(`/api/persons/${ben?.id}`, { role: 'Guest' }, { 'if-match': ben?._.etag ?? '' });
      assert.equal(demoted.status, 200);
      // The page has heard of it; what is typed stays open.
      await cell(page, 'Axle', 'hours').waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      await keeps(page, 'Bolt', 'You don’t have permission to do this.');
      await page.keyboard.press('Escape');
      await row(page, 'Bolt').getByRole('gridcell', { name: '8', exact: true }).waitFor();
      assert.equal(await cell(page, 'Bolt', 'hours').count(), 0);
    }));

  it('keeps the input if the session has ended', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await row(page, 'Drill').waitFor();
      await page.context().clearCookies();
      await type(page, 'Drill', '9');
      await keeps(page, 'Drill', 'You are not signed in. Sign in and try again.');
    }));

  it('keeps the input if the record was deleted, which then leaves the list', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      // Nobody tells the page of it, as on a network that lets no such connection through.
      await page.route('**/_/live*', (route) => route.abort());
      await page.reload();
      await cell(page, 'Crank', 'hours').dblclick();
      await hoursOf(page, 'Crank').fill('9');
      const ada = await app.server.as('Ada');
      const { body } = await ada.get<{ items: Job[] }>('/api/jobs');
      const crank = body.items.find(({ title }) => title === 'Crank');
      const gone = await ada.delete(`/api/jobs/${crank?.id}`, { 'if-match': crank?._.etag ?? '' });
      assert.equal(gone.status, 204);
      await page.keyboard.press('Enter');
      await keeps(page, 'Crank', 'There is no such job.');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await row(page, 'Crank').waitFor({ state: 'detached' });
      await row(page, 'Drill').and(page.locator(':focus')).waitFor();
    }));
});
