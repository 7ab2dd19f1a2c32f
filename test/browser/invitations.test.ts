import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addPerson } from '../../src/server/auth/add-person.ts';
import { nodePasskeys } from '../../src/server/node/passkeys.ts';
import { nodePasswords } from '../../src/server/node/passwords.ts';
import { type Application, axeFindings, openApplication } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';
import { exampleText } from '../support/http/server.ts';

const PASSWORD = 'plum orbit forty-two';

describe('an invitation', () => {
  let app: Application;
  before(async () => {
    const passwords = nodePasswords({ memory: 8, passes: 1, parallelism: 1 });
    app = await openApplication(exampleText('expense-claims.md'), {
      dev: false,
      production: { passwords, passkeys: nodePasskeys() },
    });
  });
  after(() => app.stop());

  it('is shown on the record of a new person as a link that signs them in, until they have a password', () =>
    withPage(async (page) => {
      const values = new Map([
        ['name', 'Root'],
        ['role', 'Administrator'],
      ]);
      const added = await addPerson(app.server.runtime, app.url, 'root@example.com', values);
      assert.ok(added.added);
      const choose = async () => {
        await page.getByLabel('New password').fill(PASSWORD);
        await page.keyboard.press('Enter');
      };
      await page.goto(added.link);
      await choose();
      await page.getByRole('button', { name: 'Root' }).waitFor();

      await page.goto(`${app.url}/people/new`);
      await page.getByLabel('Name').fill('Ida Holm');
      await page.getByLabel('Email').fill('ida@example.com');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Ida Holm' }).waitFor();
      const record = page.url();
      await page.getByRole('button', { name: 'Show invitation link' }).click();
      const invitation = page.getByRole('region', { name: 'Invitation' });
      const link = await invitation.locator('code').innerText();
      assert.match(link, /\/_\/sign-in#link=[0-9a-f]{64}$/);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await invitation.getByRole('button', { name: 'Copy' }).click();
      await invitation.getByRole('button', { name: 'Copied' }).waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
      assert.deepEqual(await axeFindings(page), []);

      await page.context().clearCookies();
      await page.goto(link);
      await choose();
      await page.getByRole('button', { name: 'Ida Holm' }).waitFor();

      await page.context().clearCookies();
      await page.goto(record);
      await page.getByLabel('Email').fill('root@example.com');
      await page.getByLabel('Password').fill(PASSWORD);
      const asked = page.waitForResponse(/\/_\/invitations\//);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Ida Holm' }).waitFor();
      await asked;
      assert.equal(await page.getByRole('button', { name: 'Show invitation link' }).count(), 0);
    }));
});
