import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, openAs, withPerson } from '../support/browser/application.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { about, switchTo } from '../support/browser/claims-page.ts';
import { exampleText } from '../support/http/server.ts';

/** Nothing leads an approved claim back: approving it waits before it counts. */
describe('delayed actions', () => {
  let app: Application;
  before(async () => {
    const titles = ['Keyboard', 'Taxi', 'Lamp', 'Desk', 'Chair', 'Screen', 'Cable', 'Mouse', 'Bag', 'Phone', 'Shelf'];
    const text = exampleText('expense-claims.md');
    const row = /^\| Keyboard \|.*$/m.exec(text)?.[0] ?? '';
    assert.notEqual(row, '');
    const rows = titles.map((title) => row.replace('Keyboard', title));
    app = await openApplication(text.replace(/^\| Taxi \|.*\n/m, '').replace(row, rows.join('\n')));
  });
  after(() => app.stop());

  /** What history says was done to a claim, newest first. */
  const events = async (title: string): Promise<readonly string[]> => {
    const ana = await app.server.as('Ana');
    const { body } = await ana.get<{ items: { id: string; _: { title: string } }[] }>('/api/claims');
    const id = body.items.find((item) => item._.title === title)?.id ?? '';
    const history = await ana.get<{ items: { event: string }[] }>(`/_/records/Claim/${id}/history`);
    return history.body.items.map(({ event }) => event);
  };
  const row = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) });
  const approve = (page: Page, title: string) => row(page, title).getByRole('button', { name: 'Approve' });

  it('the countdown continues under a resting pointer and pauses once the pointer moves', () =>
    withPerson(app, 'Miro', '/queue', async (page) => {
      const buttons = page.getByRole('row').getByRole('button', { name: 'Approve' });
      await buttons.first().waitFor();
      // As many rows as there are: the last button is where messages are drawn.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      const last = await buttons.last().boundingBox();
      assert.ok(last !== null && last.y + 80 > height - 80, `the last button at ${last?.y} of ${height}`);
      await buttons.last().click();
      await about(page, 'Approve')
        .getByText(/^Approve in [1-4] s$/)
        .waitFor();
      await page.mouse.move(last.x + 12, last.y + 12);
      await page.mouse.move(last.x + 14, last.y + 14);
      await page.getByText('Approve: paused while you are here').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Approve: cancelled.').waitFor();
    }));

  it('are not sent if stopped in time', () =>
    withPerson(app, 'Miro', '/queue', async (page) => {
      await approve(page, 'Lamp').click();
      const message = about(page, 'Approve', 'Lamp');
      await message.getByText(/^Approve in \d s$/).waitFor();
      assert.equal(await approve(page, 'Lamp').getAttribute('aria-disabled'), 'true');
      await message.getByRole('button', { name: 'Undo' }).focus();
      await message.getByText('Approve: paused while you are here').waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.press('Enter');
      await page.getByText('Approve: cancelled.').waitFor();
      await page.locator('button:not([aria-disabled])', { hasText: 'Approve' }).first().waitFor();
      // One that is let pass began after it: had the first been sent, it would have been by then.
      await approve(page, 'Desk').click();
      await page.mouse.move(10, 10);
      await page.getByText('Approve: Desk').waitFor();
      assert.deepEqual(await events('Lamp'), await events('Chair'));
      assert.deepEqual(
        (await events('Desk')).filter((event) => event === 'approve'),
        ['approve'],
      );
    }));

  it('are sent at once on request, and only once if pressed twice', () =>
    withPerson(app, 'Miro', '/queue', async (page) => {
      await approve(page, 'Chair').dblclick();
      await about(page, 'Approve', 'Chair').getByRole('button', { name: 'Now' }).click();
      await page.getByText('Approve: Chair').waitFor();
      assert.deepEqual(
        (await events('Chair')).filter((event) => event === 'approve'),
        ['approve'],
      );
    }));

  it('keep waiting after navigation and are shown on their record', () =>
    withPerson(app, 'Miro', '/queue', async (page) => {
      await approve(page, 'Screen').click();
      await about(page, 'Approve', 'Screen').waitFor();
      await row(page, 'Screen').getByRole('link', { name: 'Screen' }).press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Screen' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled'), 'true');
      await about(page, 'Approve', 'Screen').waitFor();
      await page.mouse.move(10, 10);
      await page.getByText('Status: Approved').waitFor();
      assert.deepEqual(
        (await events('Screen')).filter((event) => event === 'approve'),
        ['approve'],
      );
    }));

  it('are sent when the tab is closed', async () => {
    const context = await (await openBrowser()).newContext({ locale: 'en-GB' });
    try {
      const page = await context.newPage();
      await openAs(page, app, 'Miro', '/queue');
      await approve(page, 'Cable').click();
      await about(page, 'Approve', 'Cable').waitFor();
      await page.close({ runBeforeUnload: true });
      await until(async () => (await events('Cable')).includes('approve'));
    } finally {
      await context.close();
    }
  });

  it('are sent before the person is switched, also in another tab', () =>
    withPerson(app, 'Miro', '/queue', async (page) => {
      const other = await page.context().newPage();
      await other.goto(`${app.url}/queue`);
      await approve(other, 'Bag').click();
      await about(other, 'Approve', 'Bag').waitFor();
      await page.bringToFront();
      await approve(page, 'Mouse').click();
      await about(page, 'Approve', 'Mouse').waitFor();
      await switchTo(page, 'Ana Brandt');
      for (const title of ['Mouse', 'Bag']) assert.ok((await events(title)).includes('approve'), title);
      const history = await (await app.server.as('Ana')).get<{ items: { person: string | null }[] }>(
        `/_/records/Claim/${await idOf('Bag')}/history`,
      );
      assert.match(JSON.stringify(history.body.items[0]), /Miro Kolb/);
    }));

  it('report a refusal on any page, with a link to the record', () =>
    withPerson(app, 'Miro', '/queue', async (page) => {
      await approve(page, 'Phone').click();
      const message = about(page, 'Approve', 'Phone');
      await message.waitFor();
      await page.getByRole('link', { name: 'My claims' }).click();
      await page.getByRole('heading', { level: 1, name: 'My claims' }).waitFor();
      const ana = await app.server.as('Ana');
      const id = await idOf('Phone');
      const { body } = await ana.get<{ _: { etag: string } }>(`/api/claims/${id}`, ours);
      const withdrawn = await ana.post(`/api/claims/${id}/withdraw`, {}, { 'if-match': body._.etag });
      assert.equal(withdrawn.status, 200);
      await message.getByRole('button', { name: 'Now' }).click();
      await page.getByText('Approve: not done.').waitFor();
      assert.deepEqual(await axeFindings(page), []);
      assert.ok(!(await events('Phone')).includes('approve'));
    }));

  it('are not reported as undone if no answer came', () =>
    withPerson(app, 'Miro', '/queue', async (page) => {
      await page.route('**/approve', (route) => route.abort());
      await approve(page, 'Lamp').click();
      await about(page, 'Approve', 'Lamp').getByRole('button', { name: 'Now' }).click();
      const message = page.locator('.toast', { hasText: 'Lamp: The server isn’t responding.' });
      await message.waitFor();
      assert.equal(await message.locator('.toast-title').innerText(), 'Approve');
      await page.unrouteAll();
    }));

  it('are sent before another action on the same record', () =>
    withPerson(app, 'Miro', '/queue', async (page) => {
      await approve(page, 'Shelf').click();
      await about(page, 'Approve', 'Shelf').waitFor();
      await row(page, 'Shelf').getByRole('button', { name: 'Reject' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('This can’t be undone.').waitFor();
      await dialog.getByRole('textbox', { name: /Refusal/ }).fill('Too late');
      await dialog.getByRole('button', { name: 'Reject' }).click();
      await dialog.getByText('is Approved').first().waitFor();
      assert.ok((await events('Shelf')).includes('approve'));
      assert.ok(!(await events('Shelf')).includes('reject'));
    }));

  const ours = { accept: 'application/vnd.ninefold.record+json, application/json' };
  const idOf = async (title: string) => {
    const { body } = await (await app.server.as('Ana')).get<{ items: { id: string; _: { title: string } }[] }>(
      '/api/claims',
    );
    return body.items.find((item) => item._.title === title)?.id ?? '';
  };
});

/** Waits for what no page shows. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail('It did not come to that.');
}
