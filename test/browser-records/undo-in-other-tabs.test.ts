import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, openAs, withPerson } from '../support/browser/application.ts';
import { openBrowser, withPage } from '../support/browser/browser.ts';
import { about } from '../support/browser/claims-page.ts';

/** A job that is done stays done, and whoever deletes one can't have it back. */
const works = `# Specification: Yard

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Jobs | Job | table: title, status | Chief |
| \`/board\` | Board | Job | board by status | Chief |
| \`/jobs/:id\` | Job | Job | record | Chief |

### Jobs

- Sort: title
- Actions: finish, scrap

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

## 4. States and transitions

### Job: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | finish | Done | Chief | | |
| Open | scrap | Scrapped | Chief | | |
| Done, Scrapped | after 90 days | Open | | | |

## 6. Roles and permissions

- Chief: sees all, and looks after people

| | Chief |
| --- | --- |
| Job: read | yes |
| Job: create | yes |
| Job: delete | yes |
| Job: restore | no |
| Person: read | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada Lovelace | ada@example.com | Chief |

### Job

| title |
| --- |
| Axle |
| Bolt |
| Crank |
| Drill |
| Easel |
| Gauge |
| Hinge |
| Ingot |
`;

interface Job {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

describe('irreversible actions everywhere', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(works);
  });
  after(() => app.stop());

  const jobs = async (): Promise<readonly Job[]> => {
    const { body } = await (await app.server.as('Ada')).get<{ items: Job[] }>('/api/jobs');
    return body.items;
  };
  const statusOf = async (title: string) => (await jobs()).find((job) => job.title === title)?.status ?? 'gone';
  const row = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(`^(Select )?${title}\\b`) });
  const finish = (page: Page, title: string) => row(page, title).getByRole('button', { name: 'Finish' });
  /** What is written, as far as the page asked for it. */
  const writesOf = (page: Page): string[] => {
    const sent: string[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (request.method() !== 'GET' && path.startsWith('/api/')) sent.push(`${request.method()} ${path}`);
    });
    return sent;
  };

  const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
  const card = (page: Page, title: string) => page.locator('[data-card]', { hasText: title });
  const centre = async (of: Locator) => {
    const box = await of.boundingBox();
    assert.ok(box !== null);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const drag = async (page: Page, title: string, to: string, isMovable = true) => {
    const from = await centre(card(page, title));
    const { x, y } = await centre(column(page, to));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y, { steps: 2 });
    await page.mouse.move(x, y, { steps: 4 });
    if (isMovable) await page.locator(`[data-column="${to}"][data-over]`).waitFor();
    await page.mouse.up();
  };

  it('a dragged card waits in its new column and returns if it is stopped', () =>
    withPerson(app, 'Ada', '/board', async (page) => {
      await card(page, 'Axle').waitFor();
      for (const name of ['Done', 'Scrapped']) await column(page, name).getByText('Nothing here').waitFor();
      const sent = writesOf(page);
      await drag(page, 'Axle', 'Done');
      const message = about(page, 'Finish', 'Axle');
      await message.getByText(/^Finish in \d s$/).waitFor();
      const moved = column(page, 'Done').locator('[data-card]', { hasText: 'Axle' });
      await moved.waitFor();
      assert.equal(await moved.getAttribute('aria-busy'), 'true');
      // It is held while it waits: dragged once more, it stays.
      await drag(page, 'Axle', 'Scrapped', false);
      await message.getByRole('button', { name: 'Undo' }).focus();
      await moved.waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.press('Enter');
      await page.getByText('Finish: cancelled.').waitFor();
      await column(page, 'Open').locator('[data-card]', { hasText: 'Axle' }).waitFor();
      assert.deepEqual(sent, []);

      await drag(page, 'Axle', 'Done');
      await message.getByRole('button', { name: 'Now' }).click();
      await page.getByText('Finish: now Done.').waitFor();
      await column(page, 'Done').locator('[data-card]:not([aria-busy])', { hasText: 'Axle' }).waitFor();
      assert.equal(sent.length, 1);
      assert.equal(await statusOf('Axle'), 'Done');
    }));

  it('a click right after a drop counts, except the one caused by the drop', () =>
    withPerson(app, 'Ada', '/board', async (page) => {
      await card(page, 'Bolt').waitFor();
      // Whatever else is due has to wait, so that the click comes while the drop is still fresh.
      await page.evaluate(() => {
        globalThis.addEventListener('mouseup', () => {
          const button = document.querySelector<HTMLElement>('header button, nav button');
          button?.addEventListener('click', () => document.body.setAttribute('data-clicked', 'elsewhere'));
          button?.click();
        });
      });
      await drag(page, 'Bolt', 'Done');
      await page.locator('body[data-clicked="elsewhere"]').waitFor({ state: 'attached' });
      await about(page, 'Finish', 'Bolt').getByRole('button', { name: 'Undo' }).press('Enter');
      assert.equal(new URL(page.url()).pathname, '/board');
      assert.equal(await statusOf('Bolt'), 'Open');
    }));

  it('are sent when the page navigates away', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await finish(page, 'Bolt').click();
      await about(page, 'Finish', 'Bolt').waitFor();
      await page.goto('about:blank');
      await until(async () => (await statusOf('Bolt')) === 'Done');
    }));

  it('are sent when a phone hides the page, and keep waiting on a computer', async () => {
    const hide = (page: Page) =>
      page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
      });
    await withPage(
      async (page) => {
        await openAs(page, app, 'Ada', '/');
        const item = page.getByRole('listitem').filter({ hasText: 'Crank' });
        await item.getByRole('button', { name: 'Finish' }).click();
        const message = about(page, 'Finish', 'Crank');
        // Else it would be sent some time anyway.
        await message.getByRole('button', { name: 'Undo' }).focus();
        await message.getByText('Finish: paused while you are here').waitFor();
        assert.equal(await statusOf('Crank'), 'Open');
        await hide(page);
        await until(async () => (await statusOf('Crank')) === 'Done');
      },
      { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
    );
    await withPerson(app, 'Ada', '/', async (page) => {
      const sent = writesOf(page);
      await finish(page, 'Drill').click();
      const message = about(page, 'Finish', 'Drill');
      await message.getByRole('button', { name: 'Undo' }).focus();
      await message.getByText('Finish: paused while you are here').waitFor();
      await hide(page);
      await message.getByRole('button', { name: 'Undo' }).press('Enter');
      await page.getByText('Finish: cancelled.').waitFor();
      assert.deepEqual(sent, []);
      assert.equal(await statusOf('Drill'), 'Open');
    });
  });

  it('ask before leaving if another request must be answered first', async () => {
    const context = await (await openBrowser()).newContext({ locale: 'en-GB' });
    try {
      const page = await context.newPage();
      await openAs(page, app, 'Ada', '/');
      const asked: string[] = [];
      page.on('dialog', (dialog) => {
        asked.push(dialog.type());
        void dialog.dismiss();
      });
      // The first is on its way for as long as the test likes.
      let answer: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/jobs/*/finish', async (route) => {
        await held;
        await route.continue();
      });
      await finish(page, 'Easel').click();
      await about(page, 'Finish', 'Easel').waitFor();
      await row(page, 'Easel').getByRole('button', { name: 'Scrap' }).click();
      await about(page, 'Finish', 'Easel').waitFor({ state: 'detached' });
      await page.close({ runBeforeUnload: true });
      await until(async () => asked.length > 0);
      assert.deepEqual(asked, ['beforeunload']);
      answer();
      await until(async () => (await statusOf('Easel')) === 'Done');
    } finally {
      await context.close();
    }
  });

  it('a deletion that cannot be restored is delayed and can be stopped', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      const sent = writesOf(page);
      const remove = async () => {
        await page.getByRole('button', { name: /^More/ }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        const dialog = page.getByRole('alertdialog', { name: /^Delete/ });
        await dialog.getByText('This can’t be undone.').waitFor();
        await dialog.getByRole('button', { name: 'Delete' }).click();
      };
      await row(page, 'Gauge').getByRole('link', { name: 'Gauge' }).press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Gauge' }).waitFor();
      await remove();
      const message = about(page, 'Delete', 'Gauge');
      await message.getByRole('button', { name: 'Undo' }).focus();
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.press('Enter');
      await page.getByText('Delete: cancelled.').waitFor();
      assert.deepEqual(sent, []);
      await page.getByRole('heading', { level: 1, name: 'Gauge' }).waitFor();

      await remove();
      await message.getByRole('button', { name: 'Now' }).click();
      await page.getByText('“Gauge” was deleted.').waitFor();
      await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
      await row(page, 'Gauge').waitFor({ state: 'detached' });
      assert.equal(await statusOf('Gauge'), 'gone');
      assert.equal(sent.length, 1);
    }));

  it('the same for a bulk deletion', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      const sent = writesOf(page);
      const remove = async () => {
        await page.getByRole('button', { name: 'Delete', exact: true }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      };
      for (const title of ['Hinge', 'Ingot']) await row(page, title).getByRole('checkbox').check();
      await remove();
      const message = about(page, 'Delete');
      await message.getByText('2 selected').waitFor();
      await message.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Delete: cancelled.').waitFor();
      assert.deepEqual(sent, []);
      await remove();
      await message.getByRole('button', { name: 'Now' }).click();
      await row(page, 'Hinge').waitFor({ state: 'detached' });
      await row(page, 'Ingot').waitFor({ state: 'detached' });
      const left = (await jobs()).map(({ title }) => title);
      assert.ok(!left.includes('Hinge') && !left.includes('Ingot') && left.includes('Drill'), left.join());
    }));
});

/** Waits for what no page shows. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail('It did not come to that.');
}
