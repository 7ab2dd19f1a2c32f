import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { exampleText } from '../support/http/server.ts';

describe('a record picked by its name', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('tasks.md'));
  });
  after(() => app.stop());

  it('is the first match if Enter follows the typing immediately, even if the answer is slow', () =>
    withPerson(app, 'Inês', '/jobs/new', async (page) => {
      const project = page.getByRole('combobox', { name: 'Project' });
      await project.waitFor();
      await page.route('**/_/labels/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 400));
        await route.continue();
      });
      await project.click();
      await page.keyboard.type('bak');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.matches('input[value="Bakery shop"]'));
      assert.equal(await project.getAttribute('aria-expanded'), 'false');
      // Nothing was sent by it.
      assert.equal(await page.getByRole('alert').count(), 0);
    }));

  it('that does not exist can be created from the picker, and typed values stay', () =>
    withPerson(app, 'Inês', '/jobs/new', async (page) => {
      const project = page.getByRole('combobox', { name: 'Project' });
      await project.fill('zoo');
      const list = page.locator('.combo-list');
      await list.getByText('Nothing found').waitFor();
      const link = list.getByRole('link', { name: /New project/ });
      assert.match((await link.getAttribute('href')) ?? '', /\/projects\/new$/);
      await page.keyboard.press('Enter');
      assert.equal(await project.inputValue(), 'zoo');
      assert.deepEqual(await axeFindings(page), []);
      const [made] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
      await made.getByRole('heading', { name: 'New project' }).waitFor();
    }));

  it('that was deleted is reported as not found when it is chosen', () =>
    withPerson(app, 'Inês', '/jobs/new', async (page) => {
      const project = page.getByRole('combobox', { name: 'Project' });
      await project.click();
      await page.keyboard.type('bak');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.matches('input[value="Bakery shop"]'));
      await project.fill('zoo');
      const list = page.locator('.combo-list');
      await list.getByText('Nothing found').waitFor();
      assert.equal(await list.getByRole('link', { name: /New project/ }).count(), 1);
    }));
});
