import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { readCsv } from '../../src/fields/text/csv.ts';
import { type Application, axeFindings, openApplication, openAs, withPerson } from '../support/browser/application.ts';
import { exampleText } from '../support/http/server.ts';

const tasks = Array.from(
  { length: 64 },
  (_, index) => `| Task ${index + 1} | ${index % 2 === 0 ? 'Ben Okri' : ''} | ${index % 8} |`,
);

const works = `# Specification: Works

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Tasks | Task | table: title, status, owner, hours | Chief, Hand |
| \`/tasks/new\` | New task | Task | form: title, owner | Chief |
| \`/tasks/:id\` | Task | Task | record | Chief, Hand |
| \`/by-owner\` | By owner | Task where \`hours == 7\` | board by owner | Chief |

### Tasks

- Actions: finish, reopen, hand over

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | yes | |

### Task

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title, searchable |
| owner | Person | no | |
| hours | integer | no | |

## 4. States and transitions

### Task: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | finish | Done | Chief | \`hours != 5\` | |
| Done | reopen | Open | Chief | | |
| Open | hand over | Open | Chief | | ask owner |

## 6. Roles and permissions

- Chief: sees all, and looks after people
- Hand: sees all

| | Chief | Hand |
| --- | --- | --- |
| Task: read | yes | yes |
| Task: create | yes | |
| Task: change | yes | |
| Person: read | yes | yes |
| Person: change | name, role (any) | |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada Lovelace | ada@example.com | Chief |
| Ben Okri | ben@example.com | Hand |

### Task

| title | owner | hours |
| --- | --- | --- |
${tasks.join('\n')}
`;

const heads = async (page: Page): Promise<string[]> =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter((text) => text !== '');

describe('lists people work with', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(works);
  });
  after(() => app.stop());

  it('columns are rearranged, saved as a view, shared, and opened by default', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await page.getByRole('row', { name: /Task 64/ }).waitFor();
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('button', { name: 'Hours: move up' }).click();
      await page.getByText('Hours is column 3 of 4 now.').waitFor();
      await page.getByRole('checkbox', { name: 'Owner' }).click();
      await page.getByRole('button', { name: 'Hours: wider' }).click();
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.press('Escape');
      await page.getByRole('columnheader', { name: 'Owner' }).waitFor({ state: 'detached' });
      assert.deepEqual((await heads(page)).slice(0, 3), ['Title', 'Status', 'Hours']);

      const status = page.getByRole('columnheader', { name: 'Status' });
      const width = async () => Math.round((await status.boundingBox())?.width ?? 0);
      const [edge, was] = [await status.locator('.table-edge').boundingBox(), await width()];
      assert.ok(edge);
      await page.mouse.move(edge.x + 4, edge.y + 10);
      await page.mouse.down();
      // The drag begins once its part of the program is there.
      await page.locator('.table-edge[data-held]').waitFor();
      await page.mouse.move(edge.x + 84, edge.y + 10, { steps: 4 });
      await page.mouse.up();
      assert.equal(await width(), was + 80);

      await page.getByRole('button', { name: 'Views of this list' }).click();
      await page.getByRole('menuitem', { name: /Save as a new view/ }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('By hours');
      await page.getByRole('button', { name: /Only me/ }).click();
      await page.getByRole('option', { name: 'For Hand' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('link', { name: 'By hours' }).waitFor();
      assert.match(page.url(), /saved=/);
      await page.getByRole('columnheader', { name: 'Hours' }).getByRole('button').click();
      await page.getByText('changed', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('changed', { exact: true }).waitFor({ state: 'detached' });
      // What was tried out went into the view: the list itself stands as the document states it.
      await page.getByRole('link', { name: 'Default' }).click();
      await page.getByRole('columnheader', { name: 'Owner' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('searchbox').fill('view by');
      await page.getByRole('menuitem', { name: /View: By hours/ }).click();
      await page.getByRole('columnheader', { name: 'Hours' }).and(page.locator('[aria-sort="ascending"]')).waitFor();

      // Whom it is for opens with it on any device, and changes it for nobody else.
      await page.context().clearCookies();
      await page.evaluate(() => localStorage.clear());
      await openAs(page, app, 'Ben', '/');
      await page.getByRole('link', { name: 'By hours' }).click();
      await page.getByRole('columnheader', { name: 'Owner' }).waitFor({ state: 'detached' });
      assert.equal(await width(), was + 80);
      await page.getByRole('button', { name: 'Views of this list' }).click();
      const rename = page.getByRole('menuitem', { name: /Rename or share/ });
      assert.match(
        (await rename.innerText()).replaceAll('\n', ' '),
        /You don’t have permission to change shared views/,
      );
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole('menuitem', { name: /Open this list with this view/ }).click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Tasks' }).first().click();
      await page.getByRole('link', { name: 'By hours' }).and(page.locator('[aria-current]')).waitFor();
      await page.getByRole('columnheader', { name: 'Hours' }).and(page.locator('[aria-sort="ascending"]')).waitFor();
    }));

  it('bulk actions by keyboard reach rows beyond the loaded ones, and can be undone', () =>
    withPerson(app, 'Ada', '/?saved=-', async (page) => {
      const row = (title: string) => page.getByRole('row', { name: new RegExp(`${title}\\b`) });
      await row('Task 64').waitFor();
      const bar = page.getByRole('region', { name: 'Selected rows' });
      for (const title of ['Task 64', 'Task 63']) {
        await page.keyboard.press('j');
        await row(title).and(page.locator(':focus')).waitFor();
        await page.keyboard.press('x');
      }
      await bar.getByText('2 selected').waitFor();
      await bar.getByRole('button', { name: 'Finish' }).click();
      await row('Task 63').locator('.pill', { hasText: 'Done' }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await row('Task 63').locator('.pill', { hasText: 'Open' }).waitFor();

      await page.getByRole('checkbox', { name: 'Select all loaded' }).click();
      await bar.getByRole('button', { name: 'Select all 64' }).click();
      await bar.getByText('All 64 matches selected').waitFor();
      await bar.getByRole('button', { name: 'Finish' }).click();
      await page
        .getByRole('alertdialog', { name: 'Finish: 64 tasks?' })
        .getByRole('button', { name: 'Finish' })
        .click();
      const outcome = page.getByRole('dialog', { name: /Finish: result/ });
      await outcome.getByText('56 done, 8 refused').waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await outcome.getByRole('button', { name: 'Undo (56)' }).click();
      const undone = page.getByRole('dialog', { name: /Undo: result/ });
      await undone.getByText('56 done, 0 refused').waitFor();
      await undone.getByRole('button', { name: 'Close' }).last().click();
      await row('Task 63').locator('.pill', { hasText: 'Open' }).waitFor();

      // What an event asks for is a record: its list is readable in a window as on the page.
      await row('Task 63').getByRole('button', { name: 'Hand over' }).click();
      const box = page.getByRole('dialog').getByRole('combobox', { name: /Owner/ });
      await box.click();
      await page.getByRole('option', { name: 'Ada Lovelace' }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole('option', { name: 'Ada Lovelace' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click();
      await row('Task 63').getByText('Ada Lovelace').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await row('Task 63').focus();
      await page.keyboard.press('Shift+E');
      await page.waitForURL(/\/tasks\/.*edit/);
      const owner = page.getByRole('combobox', { name: /Owner/ });
      await owner.click();
      await page.getByRole('option').first().waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole('textbox', { name: /Title/ }).click();
      await page.getByRole('option').first().waitFor({ state: 'detached' });
    }));

  it('returning to a list by any way continues at the row that was left', () =>
    withPerson(app, 'Ada', '/?saved=-', async (page) => {
      const focused = (title: string) =>
        page
          .getByRole('row', { name: new RegExp(`${title}\\b`) })
          .and(page.locator(':focus'))
          .waitFor();
      const heading = page.getByRole('heading', { level: 1, name: /Task \d+/ });
      await page.getByRole('row', { name: /Task 64\b/ }).waitFor();
      for (const _ of '123') await page.keyboard.press('j');
      await focused('Task 62');
      await page.keyboard.press('Enter');
      await heading.waitFor();
      await page.goBack();
      await focused('Task 62');
      await page.keyboard.press('ArrowDown');
      await focused('Task 61');
      await page.keyboard.press('Enter');
      await heading.waitFor();
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Tasks' }).click();
      await focused('Task 61');
    }));

  it('refused rows of a bulk action can be downloaded; rows without an answer are reported as unknown', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await page.getByRole('row', { name: /Task 64/ }).waitFor();
      const problem = (title: string) => ({
        ...{
          type: 'x',
          title: 'No.',
          status: 409,
          detail: `Not ${title}.`,
          next: 'Wait.',
          instance: 'x',
          code: 'WAIT',
        },
      });
      const outcome = (at: number) => ({
        id: `r${at}`,
        status: 409,
        title: `=Row ${at}`,
        states: [],
        problem: problem(`${at}`),
      });
      const steps = [
        {
          status: 200,
          json: { outcomes: Array.from({ length: 250 }, (_, at) => outcome(at)), next: null, total: 250 },
        },
        { status: 403, json: { ...problem('now'), status: 403 } },
        { status: 200, json: { outcomes: [outcome(1)], next: 'more', total: 64 } },
        null,
        null,
      ];
      await page.route('**/_/bulk/matching', async (route) => {
        const step = steps.shift() ?? null;
        if (step === null) return route.abort();
        const headers = { 'ninefold-document': 'any' };
        return route.fulfill({ ...step, headers });
      });
      const ended = async () => {
        await page.getByRole('checkbox', { name: 'Select all loaded' }).click();
        const bar = page.getByRole('region', { name: 'Selected rows' });
        await bar.getByRole('button', { name: 'Select all 64' }).click();
        await bar.getByRole('button', { name: 'Finish' }).click();
        const sure = page.getByRole('alertdialog', { name: 'Finish: 64 tasks?' });
        await sure.getByRole('button', { name: 'Finish' }).click();
        return page.getByRole('dialog', { name: /Finish: result/ });
      };
      const close = async () => {
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      const many = await ended();
      await many.getByText('0 done, 250 refused').waitFor();
      await many.getByText('and 50 more').waitFor();
      assert.equal(await many.getByRole('listitem').count(), 200);
      assert.deepEqual(await axeFindings(page), []);
      const save = many.getByRole('button', { name: 'Save all 250 with the reasons' });
      const [download] = await Promise.all([page.waitForEvent('download'), save.press('Enter')]);
      const read = readCsv(readFileSync(await download.path(), 'utf8'), 1_000);
      assert.ok('rows' in read && read.rows.length === 251);
      assert.deepEqual(read.rows[0]?.cells, ['Record', 'Reason', 'What to do', 'Code', 'Address']);
      assert.deepEqual(read.rows[250]?.cells, ["'=Row 249", 'Not 249.', 'Wait.', 'WAIT', `${app.url}/tasks/r249`]);
      await close();
      // Refused as a whole; then broken off behind an answer, and before any.
      await (await ended()).getByText('Nothing was done.').waitFor();
      await close();
      await (await ended()).getByText('the remaining 63 may or may not be done').waitFor();
      await close();
      await (await ended())
        .getByText('Interrupted before the server answered: up to 100 may or may not be done')
        .waitFor();
    }));

  it('row actions and headings stay visible while a wide list scrolls', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await page.setViewportSize({ width: 645, height: 700 });
      await page.getByRole('row', { name: /Task 64/ }).waitFor();
      const shown = () => {
        const table = document.querySelector('.table-scroll');
        const head = table?.querySelector('.table-head .table-actions');
        if (!table || !head || table.scrollWidth <= table.clientWidth + 40) return 'is not wide';
        const { left, right, top, bottom } = head.getBoundingClientRect();
        const under = [left + 2, (left + right) / 2, right - 4].map((x) =>
          document.elementFromPoint(x, (top + bottom) / 2),
        );
        const isBeside = Math.abs(right - table.getBoundingClientRect().right) <= 2;
        return isBeside && under.every((each) => each === head || head.contains(each)) ? 'in sight' : 'covered or away';
      };
      assert.equal(await page.evaluate(shown), 'in sight');
      await page.locator('.table-scroll').evaluate((table) => table.scrollBy(60, 0));
      assert.equal(await page.evaluate(shown), 'in sight');
    }));

  it('a list works if a module fails to load, and shows others’ changes while more rows load', () =>
    withPerson(app, 'Ada', '/?saved=-', async (page) => {
      const row = (title: string) => page.getByRole('row', { name: new RegExp(`${title}\\b`) });
      const bar = page.getByRole('region', { name: 'Selected rows' });
      await row('Task 61').getByRole('checkbox').click();
      await row('Task 60').getByRole('checkbox').click();
      await bar.getByText('2 selected').waitFor();
      await page.route(/\/_\/assets\//, (route) => route.abort());
      await bar.getByRole('button', { name: 'Finish' }).click();
      await page.getByText('Finish: 2 done').waitFor();
      await row('Task 61').locator('.pill', { hasText: 'Done' }).waitFor();
      await page.unroute(/\/_\/assets\//);

      // What is fetched anew because of somebody else is not given up for the next page.
      const [came, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route(/\/_\/list\?/, async (route) => {
        if (!route.request().url().includes('page=')) {
          came.resolve();
          await gate.promise;
        }
        await route.continue().catch(() => undefined);
      });
      const ada = await app.server.as('Ada');
      const { body } = await ada.get<{ items: { id: string; title: string; _: { etag: string } }[] }>('/api/tasks');
      const task = body.items.find(({ title }) => title === 'Task 57');
      assert.ok(task);
      const answer = await ada.post(`/api/tasks/${task.id}/finish`, {}, { 'if-match': task._.etag });
      assert.equal(answer.status, 200);
      await came.promise;
      const scroll = (to: number) =>
        page.locator('.table-scroll').evaluate((element, top) => element.scrollTo({ top }), to);
      await scroll(1_000_000);
      await row('Task 15').waitFor();
      gate.resolve();
      await row('Task 14').waitFor({ state: 'attached' });
      await scroll(0);
      await row('Task 57').locator('.pill', { hasText: 'Done' }).waitFor();
    }));

  it('a board whose columns are records: moving a card changes its record', () =>
    withPerson(app, 'Ada', '/by-owner', async (page) => {
      const column = (name: RegExp) => page.getByRole('region', { name });
      await column(/No owner/)
        .getByText('Task 64')
        .waitFor();
      assert.deepEqual(await page.locator('.column-words').allInnerTexts(), ['No owner', 'Ada Lovelace', 'Ben Okri']);
      assert.deepEqual(await axeFindings(page), []);
      const card = page.locator('[data-card]', { hasText: 'Task 64' });
      await card.getByRole('button', { name: /Move/ }).click();
      await page.getByRole('menuitem', { name: 'Ada Lovelace' }).click();
      await column(/Ada/).getByText('Task 64').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await column(/No owner/)
        .getByText('Task 64')
        .waitFor();
    }));
});

describe('a list with enough room', () => {
  it('does not scroll sideways, whatever is rendered in its last column', async () => {
    const claims = await openApplication(exampleText('expense-claims.md'));
    try {
      await withPerson(claims, 'Ana', '/', async (page) => {
        await page.getByRole('row', { name: /Headphones/ }).waitFor();
        assert.equal(await page.locator('.table-edge').count(), 4);
        const beyond = (table: Element) => table.scrollWidth - table.clientWidth;
        assert.equal(await page.locator('.table-scroll').evaluate(beyond), 0);
      });
    } finally {
      await claims.stop();
    }
  });
});
