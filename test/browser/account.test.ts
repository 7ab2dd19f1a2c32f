import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { formatter } from '../../src/fields/text/format.ts';
import { addPerson } from '../../src/server/auth/add-person.ts';
import { nodePasskeys } from '../../src/server/node/passkeys.ts';
import { nodePasswords } from '../../src/server/node/passwords.ts';
import { type Application, axeFindings, openApplication } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';
import { exampleText } from '../support/http/server.ts';

const PASSWORD = 'plum orbit forty-two';

describe('the account page', () => {
  let app: Application;
  before(async () => {
    const passwords = nodePasswords({ memory: 8, passes: 1, parallelism: 1 });
    // A zone that is a day ahead of most browsers, so that a time of theirs reads differently.
    const text = exampleText('expense-claims.md').replace('Europe/Berlin', 'Pacific/Kiritimati');
    assert.match(text, /Kiritimati/);
    app = await openApplication(text, { dev: false, production: { passwords, passkeys: nodePasskeys() } });
  });
  after(() => app.stop());

  const linkFor = async (email: string, name: string) => {
    const values = new Map([
      ['name', name],
      ['role', 'Employee'],
    ]);
    const added = await addPerson(app.server.runtime, app.url, email, values);
    assert.ok(added.added);
    return added.link;
  };
  const signedIn = async (page: Page, email: string, name: string) => {
    await page.goto(await linkFor(email, name));
    await page.getByLabel('New password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'My claims' }).waitFor();
  };

  it('lists every credential, with times in the form and zone of the document', () =>
    withPage(async (page) => {
      await signedIn(page, 'ana@example.com', 'Ana Brandt');
      // Another link, and an account with a provider.
      await linkFor('ana@example.com', 'Ana Brandt');
      const { store, clock, current } = app.server.runtime;
      const { people } = current().compiled;
      assert.ok(people);
      const ana = await store.findBy(people.entity, people.signIn, 'ana@example.com');
      assert.ok(ana);
      const now = clock();
      const key = { person: ana.id, value: 'https://login.example.org', made: now, used: now, expires: null };
      await store.keys.put({ kind: 'subject', name: 'subject of ana', ...key });

      await page.goto(`${app.url}/-/account`);
      const others = page.getByRole('region', { name: 'Other ways to sign in' });
      await others.getByRole('listitem').nth(2).waitFor();
      const listed = await others.getByRole('listitem').allInnerTexts();
      for (const each of [
        /^Password\s+chosen /,
        /^Link to choose a password\s+until /,
        /^Account with login\.example\.org\s+last used /,
      ])
        assert.ok(
          listed.some((text) => each.test(text)),
          `${each}: ${listed.join(' | ')}`,
        );
      const format = formatter({ language: 'en', zone: 'Pacific/Kiritimati' });
      const days = [format.instant(now), format.instant(now + 86_400_000)].map((text) => text.split(',')[0] ?? '');
      for (const text of listed)
        assert.ok(
          days.some((day) => text.includes(day)),
          `${text}: ${days.join(' or ')}`,
        );
      const [row] = listed.filter((text) => text.startsWith('Account'));
      assert.ok(row?.includes(format.instant(now)), `${row}: ${format.instant(now)}`);
      assert.deepEqual(await axeFindings(page), []);
    }));

  it('removes each of them: a link, an account with a provider, and the password', () =>
    withPage(async (page) => {
      await signedIn(page, 'bo@example.com', 'Bo Fischer');
      const link = await linkFor('bo@example.com', 'Bo Fischer');
      await page.goto(`${app.url}/-/account`);
      const others = page.getByRole('region', { name: 'Other ways to sign in' });
      await others.getByRole('button', { name: 'Remove Link to choose a password' }).click();
      await others.getByRole('button', { name: 'Remove Link to choose a password' }).waitFor({ state: 'detached' });
      await others.getByRole('button', { name: 'Remove Password' }).click();
      await others.waitFor({ state: 'detached' });

      await page.context().clearCookies();
      await page.goto(link);
      await page.getByLabel('New password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByText('This link has expired or was already used.').waitFor();
      await page.goto(`${app.url}/-/account`);
      await page.getByLabel('Email').fill('bo@example.com');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByText('Wrong name or password.').waitFor();
    }));

  it('revokes a program token', () =>
    withPage(async (page) => {
      await signedIn(page, 'cleo@example.com', 'Cleo Hart');
      await page.goto(`${app.url}/-/account`);
      const programs = page.getByRole('region', { name: 'API tokens' });
      await programs.getByLabel('Name of the program').fill('nightly');
      await programs.getByRole('button', { name: 'Create a token' }).click();
      const token = await programs.locator('code').innerText();
      const asks = async () =>
        (await fetch(`${app.url}/api/claims`, { headers: { authorization: `Bearer ${token}` } })).status;
      assert.equal(await asks(), 200);
      await programs.getByRole('button', { name: 'Revoke nightly' }).click();
      await programs.getByText('None.').waitFor();
      assert.equal(await asks(), 401);
    }));
});
