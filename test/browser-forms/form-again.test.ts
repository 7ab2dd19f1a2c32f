import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';

const text = readFileSync(new URL('../documents/clean/recruitment.md', import.meta.url), 'utf8');

describe('after a form is saved', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(text.replace('### Apply\n', '### New job\n\n- Then: `/jobs/new`\n\n### Apply\n'));
  });
  after(() => app.stop());

  it('a form that leads to itself opens empty and without errors', () =>
    withPerson(app, 'Lars', '/jobs/new', async (page) => {
      await page.getByLabel('Title').fill('Baker');
      await page.getByLabel('Town').fill('Lund');
      await page.getByRole('textbox', { name: 'Closes on' }).fill('2030-12-01');
      await page.getByRole('combobox', { name: 'Team' }).click();
      await page.getByRole('option', { name: 'Mia Member' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('Baker', { exact: false }).first().waitFor();
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('form.form input')?.value === '');
      assert.equal(await page.locator('.form [aria-invalid=true]').count(), 0);
      assert.equal(new URL(page.url()).pathname, '/jobs/new');
    }));

  it('also for people who may not read the record they created', () =>
    withPage(async (page) => {
      await page.goto(`${app.url}/apply`);
      await page.getByRole('button', { name: /^Guest/ }).click();
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByRole('combobox', { name: 'Vacancy' }).click();
      await page.getByRole('option').first().click();
      await page.locator('input[type=file]').setInputFiles({
        name: 'papers.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
      });
      await page.getByText('papers.pdf', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.waitForURL('**/thanks');
      await page.getByText('We have got your papers').waitFor();
    }));
});
