import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addPerson } from '../../src/server/auth/add-person.ts';
import { nodePasswords } from '../../src/server/node/passwords.ts';
import { openApplication } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';

const text = readFileSync(join(import.meta.dirname, '..', 'documents', 'start-for.md'), 'utf8');

test('a link pasted over the sign-in page opens, and signing in leads to the start screen', async (t) => {
  const passwords = nodePasswords({ memory: 8, passes: 1, parallelism: 1 });
  const app = await openApplication(text, { dev: false, production: { passwords } });
  t.after(() => app.stop());
  await withPage(async (page) => {
    const added = await addPerson(app.server.runtime, app.url, 'ana@example.com', new Map([['name', 'Ana']]));
    assert.ok(added.added);
    await page.goto(`${app.url}/_/sign-in`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // Only what follows the # differs, so the browser does not load the page again.
    await page.goto(added.link);
    await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
    await page.getByLabel('New password').fill('plum orbit forty-two');
    await page.keyboard.press('Enter');
    await isAtStart(page);
    await page.context().clearCookies();
    await page.goto(`${app.url}/_/sign-in`);
    await page.getByLabel(/e-?mail/i).fill('ana@example.com');
    await page.getByLabel('Password').fill('plum orbit forty-two');
    await page.keyboard.press('Enter');
    await isAtStart(page);
  });
});

async function isAtStart(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
  const { pathname, hash } = new URL(page.url());
  assert.equal(pathname + hash, '/mine');
}
