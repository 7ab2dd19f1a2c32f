import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { workshop } from '../support/documents/screens-workshop.ts';

/** The workshop with its days around the present, which the browser shares. */
function workshopToday(): string {
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
  return workshop
    .replace('| Bench | 2026-08-01', `| Bench | ${day(-13)}`)
    .replace('| Chair | 2026-08-10', `| Chair | ${day(-4)}`)
    .replace('| Door | 2026-08-13', `| Door | ${day(-1)}`)
    .replace('| Lamp | 2026-08-20', `| Lamp | ${day(0)}`)
    .replace('| `/rules` |', '| `/fire` | In case of fire | | page | Hand |\n| `/rules` |');
}

describe('what a document states about its screens:', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(workshopToday());
  });
  after(() => app.stop());

  it('filters and switches are chips stored in the address, and narrow the list', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      const rows = page.getByRole('row');
      const late = page.getByRole('button', { name: 'Late' });
      const done = page.getByRole('switch', { name: 'Show done' });
      await page.getByRole('link', { name: 'Door' }).waitFor();
      assert.equal(await late.getAttribute('aria-pressed'), 'true');
      assert.equal(await done.getAttribute('aria-checked'), 'false');
      assert.equal(await rows.count(), 3);
      await late.click();
      await page.getByRole('link', { name: 'Lamp' }).waitFor();
      assert.match(page.url(), /filters=/);
      await done.click();
      await page.getByRole('link', { name: 'Bench' }).waitFor();
      await page.reload();
      await page.getByRole('link', { name: 'Bench' }).waitFor();
      assert.equal(await done.getAttribute('aria-checked'), 'true');
      assert.equal(await late.getAttribute('aria-pressed'), 'false');
      await page.goBack();
      await page.getByRole('link', { name: 'Bench' }).waitFor({ state: 'detached' });
      assert.deepEqual(await axeFindings(page), []);
    }));

  it('links open their targets', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await page
        .getByRole('navigation', { name: 'Related screens' })
        .getByRole('link', { name: 'House rules' })
        .click();
      await page.getByRole('heading', { name: 'House rules' }).waitFor();
      assert.equal(await page.getByText('Not specified').count(), 0);
    }));

  it('a page without content says so', () =>
    withPerson(app, 'Ada', '/fire', async (page) => {
      await page.getByRole('heading', { name: 'In case of fire' }).waitFor();
      await page.getByText('No text yet.').waitFor();
    }));

  it('a conditional field appears and disappears while typing, and is required while it is shown', () =>
    withPerson(app, 'Ada', '/jobs/new', async (page) => {
      const invoice = page.getByLabel('Invoice');
      await page.getByLabel('Title').fill('Table');
      assert.equal(await invoice.count(), 0);
      await page.getByRole('checkbox', { name: 'Billed' }).check();
      await invoice.waitFor();
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText('is required here').first().waitFor();
      await invoice.fill('R-7');
      await page.getByRole('checkbox', { name: 'Billed' }).uncheck();
      assert.equal(await invoice.count(), 0);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: 'Table' }).waitFor();
      const { body } = await (await app.server.as('Ada')).get<{ items: { title: string; invoice: unknown }[] }>(
        '/_/list?screen=screen%2F%252F&filters=,',
      );
      assert.equal(body.items.find(({ title }) => title === 'Table')?.invoice, null);
    }));

  it('a form shows warnings, asks for fields of lines, and replaces write-only values', () =>
    withPerson(app, 'Ada', '/racks/new', async (page) => {
      const colour = page.getByRole('columnheader', { name: 'Colour' });
      await page.getByLabel('Name').fill('Tall');
      await page.getByLabel('Pin').fill('pin-4711');
      await page.getByLabel('Height').fill('300');
      // Said as one leaves the field, and not before the click that leaves it has met what it was meant for.
      await page.getByRole('button', { name: 'Add plank' }).click();
      await page.getByText('That needs a ladder.').waitFor();
      await page.getByLabel('What, plank 1').fill('Top');
      assert.equal(await colour.count(), 0);
      await page.getByLabel('Painted, plank 1').check();
      await colour.waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: 'Tall' }).waitFor();
      await page.keyboard.press('e');
      const replace = page.getByRole('button', { name: 'Replace Pin' });
      await replace.waitFor();
      assert.ok(!(await page.content()).includes('pin-4711'));
      await replace.click();
      await page.keyboard.type('pin-0815');
      assert.ok(!(await page.evaluate(() => JSON.stringify(sessionStorage))).includes('pin-0815'));
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      // The button is called "Working Save" while the answer is awaited.
      await page.getByText('Saved.', { exact: true }).waitFor();
      const { store } = app.server;
      const { id } = await app.server.as('Ada').then(async (ada) => {
        const { body } = await ada.get<{ items: { id: string }[] }>('/api/racks');
        return body.items[0] ?? { id: '' };
      });
      const needs = { rows: [{ entity: 'Rack', id, paths: [] }], unique: [], files: [], referrers: [] };
      assert.equal((await store.load(needs)).row('Rack', id)?.values['pin'], 'pin-0815');
    }));

  it('dashboard figures follow the filters', () =>
    withPerson(app, 'Ada', '/figures', async (page) => {
      const behind = page.getByRole('region', { name: 'Behind these numbers' });
      await page.getByRole('heading', { name: 'What it comes to' }).waitFor();
      await behind.getByRole('link', { name: 'Door' }).waitFor();
      assert.equal(await behind.getByRole('link', { name: 'Chair' }).count(), 0);
      await page.getByRole('button', { name: 'Mine' }).click();
      await behind.getByRole('link', { name: 'Chair' }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
    }));

  it('sections have headings and are shown to their roles', () =>
    withPerson(app, 'Ada', '/?filters=,', async (page) => {
      await page.getByRole('link', { name: 'Door' }).click();
      await page.getByRole('heading', { name: 'Money' }).waitFor();
      await page.getByRole('heading', { name: 'Where it is' }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
    }));

  it('a screen condition redirects with a message; a redirect loop ends with a message', () =>
    withPerson(app, 'Ben', '/masters', async (page) => {
      await page.getByText('That is for the master.').waitFor();
      assert.equal(new URL(page.url()).pathname, '/rules');
      await page.goto(`${app.url}/one`);
      await page.getByText('redirects in a circle').waitFor();
    }));

  it('a screen with Refresh is fetched again at its interval', () =>
    withPerson(app, 'Ada', '/?filters=,', async (page) => {
      await page.getByRole('link', { name: 'Door' }).waitFor();
      await page.waitForRequest((request) => request.url().includes('/_/list?'), { timeout: 6000 });
    }));

  it('a list shows its records below each other', () =>
    withPerson(app, 'Ada', '/cards', async (page) => {
      await page.getByRole('list', { name: /Cards/ }).getByRole('link', { name: 'Door' }).waitFor();
      assert.equal(await page.getByRole('grid').count(), 0);
      assert.deepEqual(await axeFindings(page), []);
    }));

  it('a calendar shows a month, is operated by keyboard, and announces what is on a day', () =>
    withPerson(app, 'Ada', '/week', async (page) => {
      const grid = page.getByRole('grid');
      const lamp = grid.getByRole('link', { name: 'Lamp' });
      await lamp.waitFor();
      // The day that its sample was made on, though another has begun since.
      const today = await lamp.evaluate((link) => link.closest('[data-day]')?.getAttribute('data-day') ?? '');
      assert.match(today, /^\d{4}-\d\d-\d\d$/);
      await grid.locator(`[data-day="${today}"]`).focus();
      await page.keyboard.press('ArrowRight');
      const next = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
      await page.waitForFunction((day) => document.activeElement?.getAttribute('data-day') === day, next);
      await page.keyboard.press('ArrowLeft');
      await page.waitForFunction((day) => document.activeElement?.getAttribute('data-day') === day, today);
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.textContent === 'Lamp');
      assert.deepEqual(await axeFindings(page), []);
      const before = page.url();
      await page.getByRole('button', { name: 'Next month' }).click();
      await page.waitForFunction((url) => location.href !== url, before);
    }));
});
