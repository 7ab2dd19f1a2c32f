import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';
import { exampleText } from '../support/http/server.ts';

describe('in production', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('tasks.md'), { dev: false });
  });
  after(() => app.stop());

  it('nobody is led to the document', () =>
    withPerson(app, 'Inês', '/jobs', async (page) => {
      await page.getByRole('link', { name: 'About' }).waitFor();
      assert.equal(await page.getByRole('link', { name: 'The document' }).count(), 0);
      await page.goto(`${app.url}/-/about`);
      await page.getByRole('heading', { name: 'Your roles' }).waitFor();
      assert.equal(await page.getByText(/document|assum/i).count(), 0);
    }));

  it('a missing field is reported once, without a code', () =>
    withPerson(app, 'Inês', '/jobs/new', async (page) => {
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const failure = page.locator('.failure').first();
      await failure.waitFor();
      assert.match((await failure.innerText()).trim(), /^\S.* is required\.$/);
      assert.doesNotMatch(await page.locator('body').innerText(), /[A-Z]{3,}_[A-Z]+|REQUIRED/);
    }));
});
