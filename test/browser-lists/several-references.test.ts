import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { TEAMS } from '../support/documents/teams.ts';

const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
const groupOf = (page: Page, field: string) => page.getByRole('group', { name: new RegExp(`^${field}`) });
const chips = (page: Page, field: string) => groupOf(page, field).locator('.pick-title').allTextContents();

/** Finds a person by typing and takes the first that is found. */
async function pick(page: Page, field: string, name: string): Promise<void> {
  const box = groupOf(page, field).getByRole('combobox');
  await box.fill(name);
  await page.getByRole('option', { name }).waitFor();
  await page.getByRole('option').nth(1).waitFor({ state: 'detached' });
  await box.press('ArrowDown');
  await box.press('Enter');
  await groupOf(page, field).locator('.pick-title', { hasText: name }).waitFor();
  await box.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

describe('fields with several values', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(TEAMS);
  });
  after(() => app.stop());

  it('are filled by keyboard: records are found, reordered and removed, files uploaded in parallel', () =>
    withPerson(app, 'Ann', '/new', async (page) => {
      await page.getByLabel('Title').fill('Dam');
      await pick(page, 'Members', 'Ann');
      await pick(page, 'Members', 'Cyd');
      const members = groupOf(page, 'Members');
      await members.getByRole('combobox').press('Backspace');
      await members.getByRole('button', { name: 'Remove Cyd' }).press('Delete');
      // What is left of them has the focus.
      await page.locator('button:focus[aria-label="Remove Ann"]').waitFor();
      assert.deepEqual(await chips(page, 'Members'), ['Ann']);
      for (const name of ['Dee', 'Ben']) await pick(page, 'Reviewers', name);
      const reviewers = groupOf(page, 'Reviewers');
      await reviewers.getByRole('button', { name: 'Move Ben up' }).press('Enter');
      await page.locator('.pick[data-at="0"]', { hasText: 'Ben' }).waitFor();
      assert.deepEqual(await chips(page, 'Reviewers'), ['Ben', 'Dee']);
      const papers = groupOf(page, 'Papers');
      await papers.locator('input[type=file]').setInputFiles([text('a.txt'), text('bad.png')]);
      await papers.getByText('“bad.png” is not a TXT or CSV file.').waitFor();
      await papers.getByRole('button', { name: 'Remove a.txt' }).waitFor();
      await papers.getByRole('button', { name: 'Dismiss bad.png' }).press('Enter');
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole('button', { name: 'Create' }).press('Enter');
      await page.getByRole('heading', { name: 'Dam' }).waitFor();
      const main = page.getByRole('main');
      for (const name of ['Ben', 'Dee']) await main.getByRole('link', { name, exact: true }).waitFor();
      const file = main.getByRole('link', { name: 'a.txt' });
      assert.match((await file.getAttribute('href')) ?? '', /\/_\/files\/Project\/.+\/papers\/.+/);
      assert.deepEqual(await axeFindings(page), []);
    }));

  it('the form waits for its uploads and is not sent if one was stopped or failed', () =>
    withPerson(app, 'Ann', '/new', async (page) => {
      await page.getByLabel('Title').fill('Weir');
      await pick(page, 'Members', 'Ann');
      const held = new Map<string, { readonly go: () => Promise<void>; readonly fail: () => Promise<void> }>();
      await page.route('**/_/files?*', async (route) => {
        const name = new URL(route.request().url()).searchParams.get('name') ?? '';
        await new Promise<void>((done) => {
          const end = (work: Promise<void>) => work.then(done);
          held.set(name, { go: () => end(route.continue()), fail: () => end(route.abort()) });
        });
      });
      const reached = async (name: string) => {
        while (!held.has(name)) await page.waitForTimeout(20);
        return held.get(name) ?? assert.fail();
      };
      const papers = groupOf(page, 'Papers');
      const create = page.getByRole('button', { name: 'Create' });
      await papers.locator('input[type=file]').setInputFiles([text('a.txt'), text('b.txt')]);
      const [first, second] = [await reached('a.txt'), await reached('b.txt')];
      await first.go();
      await papers.getByRole('button', { name: 'Remove a.txt' }).waitFor();
      await create.press('Enter');
      await page.locator('.form-actions [data-pending]').waitFor();
      await papers.getByRole('button', { name: 'Stop uploading b.txt' }).press('Enter');
      // The focus stays with the files, and nothing is sent.
      await page.locator('fieldset.file button:focus').waitFor();
      await page.locator('.form-actions [data-pending]').waitFor({ state: 'detached' });
      await second.fail().catch(() => undefined);
      assert.equal(new URL(page.url()).pathname, '/new');
      held.clear();
      await papers.locator('input[type=file]').setInputFiles([text('c.txt')]);
      await reached('c.txt');
      await create.press('Enter');
      await (await reached('c.txt')).fail();
      const again = papers.getByRole('button', { name: 'Try c.txt again' });
      await again.waitFor();
      await page.locator('.form-actions [data-pending]').waitFor({ state: 'detached' });
      assert.equal(new URL(page.url()).pathname, '/new');
      assert.equal(await page.getByLabel('Title').inputValue(), 'Weir');
      held.clear();
      await again.press('Enter');
      const third = await reached('c.txt');
      await create.press('Enter');
      await third.go();
      await page.getByRole('heading', { name: 'Weir' }).waitFor();
      const main = page.getByRole('main');
      for (const name of ['a.txt', 'c.txt']) await main.getByRole('link', { name }).waitFor();
    }));

  it('are shown in a row as the first values and a count, and lists can be filtered by them', () =>
    withPerson(app, 'Ann', `/projects?filter=${encodeURIComponent('"Dee" in members.name')}`, async (page) => {
      const row = page.getByRole('row', { name: /Bridge/ });
      await row.waitFor();
      assert.match(await row.innerText(), /Cyd, Ann\s*\+1/);
      assert.equal(await page.getByText('Tunnel').count(), 0);
      await page.getByText('Members contains Dee').waitFor();
      assert.deepEqual(await axeFindings(page), []);
    }));
});
