import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { WirePage } from '../../src/engine/core/wire-format.ts';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { OFFICE } from '../support/documents/related-office.ts';

const tabOf = (page: Page, name: RegExp): Locator => page.getByRole('tab', { name });

const listOf = (page: Page, name: RegExp): Locator => page.getByRole('tabpanel', { name });

const jobs = (page: Page): Locator => listOf(page, /^Jobs/);

async function openClient(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

const titlesIn = (list: Locator) => list.locator('tbody th').allInnerTexts();

describe('related records', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(OFFICE);
  });
  after(() => app.stop());

  it('are listed on the record, with more on request and a link to the full list', () =>
    withPerson(app, 'Lea', '/', async (page) => {
      await openClient(page, 'Acme "Ltd"');
      const list = jobs(page);
      await list.getByRole('link', { name: 'J7' }).waitFor();
      assert.deepEqual(await titlesIn(list), ['J7', 'J6', 'J5', 'J4', 'J3']);
      assert.match(await tabOf(page, /^Jobs/).innerText(), /^Jobs\s*7$/);
      assert.deepEqual(await list.locator('thead th').allInnerTexts(), ['Title', 'Worker', 'Hours', 'Done', 'Due']);
      await list.getByRole('button', { name: 'Show more' }).click();
      await list.getByRole('link', { name: 'J1', exact: true }).waitFor();
      assert.deepEqual(await titlesIn(list), ['J7', 'J6', 'J5', 'J4', 'J3', 'J2', 'J1']);
      assert.equal(await list.getByRole('button', { name: 'Show more' }).count(), 0);
      assert.deepEqual(await axeFindings(page), []);
      // The list keeps what is done away at first: here it does not, or it would not be all of it.
      await list.getByRole('link', { name: 'As a list' }).click();
      await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
      await page.getByText('J2', { exact: true }).waitFor();
      assert.equal(await page.getByRole('grid').getByRole('row').count(), 1 + 7);
      await page.goBack();
      await list.getByRole('link', { name: 'J7' }).click();
      await page.getByRole('heading', { level: 1, name: 'J7' }).waitFor();
    }));

  it('are filtered correctly for a field with several references', () =>
    withPerson(app, 'Lea', '/', async (page) => {
      await openClient(page, 'Bolt');
      await tabOf(page, /^Tags/).click();
      const tags = listOf(page, /^Tags/);
      await tags.getByRole('link', { name: 'As a list' }).click();
      await page.getByRole('grid').getByText('Slow').waitFor();
      assert.equal(await page.getByRole('grid').getByRole('row').count(), 1 + 2);
    }));

  it('are created from the record with the reference filled in, and listed afterwards; cancelling returns', () =>
    withPerson(app, 'Lea', '/', async (page) => {
      await openClient(page, 'Bolt');
      const url = page.url();
      await jobs(page).getByRole('link', { name: 'New job' }).click();
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      const client = page.getByRole('combobox', { name: 'Client' });
      assert.equal(await client.inputValue(), 'Bolt');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.waitForURL(url);
      await jobs(page).getByRole('link', { name: 'New job' }).click();
      await page.getByRole('textbox', { name: 'Title' }).fill('J9');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: 'J9' }).waitFor();
      await page.getByRole('link', { name: 'Bolt' }).click();
      await jobs(page).getByRole('link', { name: 'J9' }).waitFor();
      assert.match(await tabOf(page, /^Jobs/).innerText(), /2$/);
    }));

  it('are tabs, of which the keyboard opens one after the other', () =>
    withPerson(app, 'Lea', '/', async (page) => {
      await openClient(page, 'Bolt');
      await tabOf(page, /^Jobs/).focus();
      assert.equal(await tabOf(page, /^Jobs/).getAttribute('aria-selected'), 'true');
      await page.keyboard.press('End');
      await listOf(page, /^Tags/).getByText('Slow').waitFor();
      assert.equal(await jobs(page).isVisible(), false);
      assert.deepEqual(await axeFindings(page), []);
    }));

  it('that are empty have no tab, and a button where the person can add to them', async () => {
    const quiet = await openApplication(OFFICE.replace('| Hidden | |\n', '| Hidden | |\n| Quiet | |\n'));
    try {
      await withPerson(quiet, 'Lea', '/', async (page) => {
        await openClient(page, 'Quiet');
        const add = page.locator('.related-additions').getByRole('link');
        await add.first().waitFor();
        assert.deepEqual(await add.allInnerTexts(), ['New job']);
        assert.equal(await page.getByRole('tab').count(), 0);
        await add.click();
        await page.getByRole('textbox', { name: 'Title' }).fill('J11');
        await page.getByRole('button', { name: 'Create' }).click();
        await page.getByRole('heading', { level: 1, name: 'J11' }).waitFor();
        await page.getByRole('link', { name: 'Quiet' }).click();
        await jobs(page).getByRole('link', { name: 'J11' }).waitFor();
        assert.equal(await add.count(), 0);
      });
    } finally {
      await quiet.stop();
    }
  });

  it('omit the column that refers to the record itself, even if it is their title', async () => {
    const visited = await openApplication(
      OFFICE.replace(
        '### Tag\n',
        '### Visit\n\n| Field | Type | Required | Notes |\n| --- | --- | --- | --- |\n| client | Client | yes | title |\n| place | text | yes | |\n\n### Tag\n',
      )
        .replace('| Tag: read |', '| Visit: read | yes | no |\n| Tag: read |')
        .replace(
          '\n### Job\n\n| title | client | w',
          '\n### Visit\n\n| client | place |\n| --- | --- |\n| Bolt | Porto |\n\n### Job\n\n| title | client | w',
        ),
    );
    try {
      await withPerson(visited, 'Lea', '/', async (page) => {
        await openClient(page, 'Bolt');
        await tabOf(page, /^Visits/).click();
        const visits = listOf(page, /^Visits/);
        assert.deepEqual(await visits.locator('thead th').allInnerTexts(), ['Place']);
        await visits.getByRole('link', { name: 'Porto' }).click();
        await page.getByRole('heading', { level: 1, name: 'Bolt' }).waitFor();
        assert.match(page.url(), /visit/i);
      });
    } finally {
      await visited.stop();
    }
  });

  it('have a heading over every column, including built-in fields', async () => {
    const stamped = await openApplication(OFFICE.replace('client, hours, done, due |', 'client, hours, createdAt |'));
    try {
      await withPerson(stamped, 'Lea', '/', async (page) => {
        await openClient(page, 'Bolt');
        await jobs(page).locator('thead').waitFor();
        assert.deepEqual(await jobs(page).locator('thead th').allInnerTexts(), [
          'Title',
          'Worker',
          'Hours',
          'Created at',
        ]);
      });
    } finally {
      await stamped.stop();
    }
  });

  it('can be created by an address that names the record, even if its screen lists none', async () => {
    const quiet = await openApplication(OFFICE.replace('### Jobs\n', '### Client\n\n- Related: no\n\n### Jobs\n'));
    try {
      await withPerson(quiet, 'Lea', '/', async (page) => {
        await openClient(page, 'Bolt');
        const id = page.url().split('/').at(-1) ?? '';
        assert.equal(await page.locator('.related').count(), 0);
        await page.goto(`${quiet.url}/jobs/new?by=client&of=${id}`);
        await page.waitForFunction(() => [...document.querySelectorAll('input')].some(({ value }) => value === 'Bolt'));
        // What the form does not take is not begun with.
        await page.goto(`${quiet.url}/jobs/new?by=checker&of=${id}`);
        await page.getByRole('combobox', { name: 'Client' }).waitFor();
        assert.equal(await page.getByRole('combobox', { name: 'Client' }).inputValue(), '');
      });
    } finally {
      await quiet.stop();
    }
  });

  it('follow changes by others', () =>
    withPerson(app, 'Lea', '/', async (page) => {
      await openClient(page, 'Bolt');
      await jobs(page).getByRole('link', { name: 'J8' }).waitFor();
      const cem = await app.server.as('Cem');
      const { body } = await cem.get<WirePage>('/_/list?screen=screen%2F%252F');
      const bolt = body.items.find(({ _: { title } }) => title === 'Bolt');
      const { status, text } = await cem.post('/api/jobs', { title: 'J10', client: bolt?.id });
      assert.equal(status, 201, text);
      await jobs(page).getByRole('link', { name: 'J10' }).waitFor();
    }));

  it('contain only what the person may read, and fit a phone', () =>
    withPerson(app, 'Cem', '/', async (page) => {
      await page.setViewportSize({ width: 320, height: 700 });
      await openClient(page, 'Acme "Ltd"');
      await tabOf(page, /^Letters/).click();
      const letters = listOf(page, /^Letters/);
      await letters.getByRole('link', { name: 'L1' }).waitFor();
      assert.deepEqual(await titlesIn(letters), ['L1']);
      assert.equal(await page.getByText('Tags').count(), 0);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
      assert.deepEqual(await axeFindings(page), []);
    }));
});
