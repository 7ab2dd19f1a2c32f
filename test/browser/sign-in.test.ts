import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addPerson } from '../../src/server/add-person.ts';
import { nodePasswords } from '../../src/server/node/passwords.ts';
import { type Application, axeFindings, openApplication } from '../support/application.ts';
import { withPage } from '../support/browser.ts';
import { exampleText } from '../support/server.ts';

describe('signing in, in the browser', () => {
  let app: Application;
  before(async () => {
    const passwords = nodePasswords({ memory: 8, passes: 1, parallelism: 1 });
    app = await openApplication(exampleText('expense-claims.md'), { dev: false, production: { passwords } });
  });
  after(() => app.stop());

  it('goes from the link to a password, in, to the account, out and in again, by keyboard', () =>
    withPage(async (page) => {
      const values = new Map([
        ['name', 'Ana Brandt'],
        ['role', 'Employee'],
      ]);
      const added = await addPerson(app.server.runtime, app.url, 'ana@example.com', values);
      assert.ok(added.added);
      await page.goto(added.link);
      await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.type('short');
      await page.keyboard.press('Enter');
      await page.getByText('at least 10 characters; this has 5').waitFor();
      await page.getByLabel('New password').fill('plum orbit forty-two');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'My claims' }).waitFor();
      assert.ok(!page.url().includes('link='), page.url());

      await page.goto(`${app.url}/-/account`);
      await page.getByLabel('What the program is').fill('nightly');
      await page.getByRole('button', { name: 'Make a token' }).click();
      await page.getByText(/ninefold_[0-9a-f]{64}/).waitFor();
      assert.deepEqual(await axeFindings(page), []);

      await page.getByRole('button', { name: 'Ana Brandt' }).click();
      await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.type('ana@example.com');
      await page.keyboard.press('Tab');
      await page.keyboard.type('not the password');
      await page.keyboard.press('Enter');
      await page.getByText('do not belong together').waitFor();
      await page.getByLabel('Password').fill('plum orbit forty-two');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    }));
});
