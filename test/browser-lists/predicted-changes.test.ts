import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';

const jobs = `# Specification: Jobs

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Jobs | Job | table: title, status, note | Crew |
| \`/jobs/:id\` | Job | Job | record | Crew |

### Jobs

- Actions: start, finish

## 3. Entities

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | role | yes | |

### Job

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| note | text | no | |

## 4. States

### Job: status

| From | Event | To | Who |
| --- | --- | --- | --- |
| (new) | | Open | |
| Open | start | Going | Crew |
| Going | stop | Open | Crew |
| Open | finish | Done | Crew |
| Done | after 90 days | Open | |

## 6. Permissions

Roles: Crew

| Entity: operation | Crew |
| --- | --- |
| Job: read | yes |
| Job: create | yes |
| Job: change | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Crew |
`;

interface Job {
  readonly id: string;
  readonly status: string;
  readonly _: { readonly etag: string };
}

describe('reversible changes are shown optimistically', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(jobs);
  });
  after(() => app.stop());

  const ada = () => app.server.as('Ada');
  const made = async (title: string): Promise<Job> => (await (await ada()).post<Job>('/api/jobs', { title })).body;
  const stored = async ({ id }: Job): Promise<Job> => (await (await ada()).get<Job>(`/api/jobs/${id}`)).body;
  /** Somebody else writes, so that what was seen is no longer so. */
  const changeElsewhere = async (job: Job) => {
    const { _: info } = await stored(job);
    const answer = await (await ada()).patch(`/api/jobs/${job.id}`, { note: 'Wait' }, { 'if-match': info.etag });
    assert.equal(answer.status, 200);
  };
  const toast = (page: Page, title: RegExp) => page.locator('.toast', { hasText: title });
  /** Keeps an event from the server until it is let go; resolves once it was asked for. */
  const held = async (page: Page, event: string) => {
    const asked = Promise.withResolvers<void>();
    const letGo = Promise.withResolvers<void>();
    await page.route(`**/api/jobs/*/${event}`, async (route) => {
      asked.resolve();
      await letGo.promise;
      await route.continue();
    });
    return { asked: asked.promise, letGo: letGo.resolve };
  };

  it('on the page of a record, and are kept when accepted', async () => {
    const job = await made('Axle');
    await withPerson(app, 'Ada', `/jobs/${job.id}`, async (page) => {
      const { asked, letGo } = await held(page, 'start');
      const state = page.locator('.record-state');
      await state.getByText('Open').waitFor();
      await page.getByRole('button', { name: 'Start' }).click();
      await asked;
      await state.getByText('Going').waitFor();
      assert.equal((await stored(job)).status, 'Open');
      assert.equal(await toast(page, /Going/).count(), 0, 'nothing is told as done before it is');
      letGo();
      await toast(page, /Going/).waitFor();
      await state.getByText('Going').waitFor();
      assert.equal((await stored(job)).status, 'Going');
    });
  });

  it('on the page of a record, and are reverted when refused', async () => {
    const job = await made('Bolt');
    await withPerson(app, 'Ada', `/jobs/${job.id}`, async (page) => {
      await page.route('**/_/live*', (route) => route.abort());
      await page.reload();
      const { asked, letGo } = await held(page, 'start');
      const state = page.locator('.record-state');
      await page.getByRole('button', { name: 'Start' }).click();
      await asked;
      await state.getByText('Going').waitFor();
      await changeElsewhere(job);
      letGo();
      await state.getByText('Open').waitFor();
      await page.locator('.problem').first().waitFor();
      assert.equal((await stored(job)).status, 'Open');
    });
  });

  it('in a row, are kept or reverted, and so are undos', async () => {
    const [crank, drill] = [await made('Crank'), await made('Drill')];
    await withPerson(app, 'Ada', '/', async (page) => {
      const row = (title: string) => page.getByRole('row', { name: new RegExp(title) });
      const pill = (title: string, state: string) => row(title).locator('.pill', { hasText: state });
      await pill('Crank', 'Open').waitFor();
      const start = await held(page, 'start');
      await row('Crank').getByRole('button', { name: 'Start' }).click();
      await start.asked;
      await pill('Crank', 'Going').waitFor();
      await pill('Drill', 'Open').waitFor();
      assert.equal((await stored(crank)).status, 'Open');
      start.letGo();
      await toast(page, /Start/).waitFor();

      const stop = await held(page, 'stop');
      await toast(page, /Start/).getByRole('button', { name: 'Undo' }).click();
      await stop.asked;
      await pill('Crank', 'Open').waitFor();
      assert.equal((await stored(crank)).status, 'Going');
      stop.letGo();
      await toast(page, /Undone/).waitFor();
      assert.equal((await stored(crank)).status, 'Open');

      await page.unrouteAll({ behavior: 'wait' });
      await page.route('**/api/jobs/*/start', (route) => route.abort());
      await row('Drill').getByRole('button', { name: 'Start' }).click();
      await page.locator('.toast[data-tone="danger"]').waitFor();
      await pill('Drill', 'Open').waitFor();
      assert.equal((await stored(drill)).status, 'Open');
    });
  });

  it('are not used for irreversible changes, which wait for the answer', async () => {
    const job = await made('Edge');
    await withPerson(app, 'Ada', `/jobs/${job.id}`, async (page) => {
      await page.getByRole('button', { name: 'Finish' }).click();
      await toast(page, /Finish/)
        .getByRole('button', { name: 'Undo' })
        .waitFor();
      assert.match(await page.locator('.record-state').innerText(), /Open/);
      assert.equal((await stored(job)).status, 'Open');
    });
  });
});
