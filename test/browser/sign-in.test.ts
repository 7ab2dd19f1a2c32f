import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { formatter } from '../../src/fields/text/format.ts';
import { addPerson } from '../../src/server/auth/add-person.ts';
import { loadAssets } from '../../src/server/node/load-client-assets.ts';
import { oidcProvider } from '../../src/server/node/oidc.ts';
import { nodePasskeys } from '../../src/server/node/passkeys.ts';
import { nodePasswords } from '../../src/server/node/passwords.ts';
import { type RunningServer, serve } from '../../src/server/node/serve.ts';
import type { Runtime } from '../../src/server/runtime/runtime.ts';
import { type Application, axeFindings, openApplication } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';
import { createClaim, daysAgo } from '../support/browser/claims-page.ts';
import { freePort } from '../support/http/free-port.ts';
import { CLIENT, type OidcProvider, startOidcProvider } from '../support/http/oidc.ts';
import { exampleText, startServer, type TestServer } from '../support/http/server.ts';

describe('signing in, in the browser', () => {
  let app: Application;
  before(async () => {
    const passwords = nodePasswords({ memory: 8, passes: 1, parallelism: 1 });
    app = await openApplication(exampleText('expense-claims.md'), {
      dev: false,
      production: { passwords, passkeys: nodePasskeys() },
    });
  });
  after(() => app.stop());

  it('goes from an invitation to a password, the account page, sign-out and sign-in, by keyboard', () =>
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
      await page.getByText('at least 10 characters; this one has 5').waitFor();
      await page.getByLabel('New password').fill('plum orbit forty-two');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'My claims' }).waitFor();
      assert.ok(!page.url().includes('link='), page.url());

      await page.goto(`${app.url}/-/account`);
      await page.getByLabel('Name of the program').fill('nightly');
      await page.getByRole('button', { name: 'Create a token' }).click();
      await page.getByText(/ninefold_[0-9a-f]{64}/).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      // Dates read as everywhere else: in the form and the time zone of the document, not of the browser.
      const { language, zone } = { language: 'en', zone: 'Europe/Berlin' };
      const today = formatter({ language, zone }).instant(Date.now()).split(',')[0] ?? '';
      for (const heading of ['Where you are signed in', 'API tokens'])
        await page.locator('section', { hasText: heading }).last().getByText(today).first().waitFor();

      // While the page to sign in at is on its way, a main landmark stands in its place.
      const held = Promise.withResolvers<void>();
      await page.getByRole('button', { name: 'Ana Brandt' }).click();
      const signOut = page.getByRole('menuitem', { name: 'Sign out', exact: true });
      await signOut.waitFor();
      await page.route('**/_/assets/*.js', (route) => held.promise.then(() => route.continue()));
      await signOut.click();
      await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor({ state: 'detached' });
      assert.equal(await page.getByRole('main').count(), 1);
      held.resolve();
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.type('ana@example.com');
      await page.keyboard.press('Tab');
      await page.keyboard.type('not the password');
      await page.keyboard.press('Enter');
      await page.getByText('Wrong name or password.').waitFor();
      await page.getByLabel('Password').fill('plum orbit forty-two');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    }));

  it('returns to the page where the session ended, with the form input restored', () =>
    withPage(async (page) => {
      await signedInWithPassword(page, app.url, app.server.runtime, 'ida@example.com', 'Ida');
      const signInHere = async () => {
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByLabel(/e-?mail/i).fill('ida@example.com');
        await page.getByLabel('Password').fill(PASSWORD);
        await page.keyboard.press('Enter');
      };
      await page.context().clearCookies();
      await page.getByRole('searchbox').fill('train');
      await page.getByRole('alert').getByText('You are not signed in.').waitFor();
      await signInHere();
      await page.getByText('Try another search or filter.').waitFor();
      assert.match(page.url(), /q=train/);

      await page.goto(`${app.url}/claims/new`);
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      await page.context().clearCookies();
      await createClaim(page, { title: 'Ferry', category: 'Travel', date: daysAgo(2), what: 'Deck', amount: '18.90' });
      await page.getByRole('alert').getByText('You are not signed in.').waitFor();
      await signInHere();
      await page.getByText('Your input was restored.').waitFor();
      assert.equal(await page.getByRole('textbox', { name: 'What, line 1' }).inputValue(), 'Deck');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Ferry' }).waitFor();
    }));

  it('adds a passkey, signs in with it alone, and removes it', () =>
    withPage(async (page) => {
      const url = app.url.replace('127.0.0.1', 'localhost');
      await virtualAuthenticator(page);
      await signedInWithPassword(page, url, app.server.runtime, 'bo@example.com', 'Bo Fischer');
      await page.goto(`${url}/-/account`);
      const passkeys = page.getByRole('region', { name: 'Passkeys' });
      await passkeys.getByLabel('Name of the passkey').fill('Work laptop');
      await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
      await passkeys.getByText('Work laptop', { exact: false }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
      await passkeys.getByText('This device already has a passkey for your account.').waitFor();

      await page.getByRole('button', { name: 'Bo Fischer' }).click();
      await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
      await page.getByRole('button', { name: 'Remove Work laptop' }).click();
      await passkeys.getByText('None.').waitFor();

      await page.getByRole('button', { name: 'Bo Fischer' }).click();
      await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByText('This passkey was not accepted').waitFor();
    }));

  it('opens a password link for its person, whoever is signed in', () =>
    withPage(async (page) => {
      await signedInWithPassword(page, app.url, app.server.runtime, 'eli@example.com', 'Eli Novak');
      const added = await addPerson(app.server.runtime, app.url, 'fay@example.com', valuesOf('Fay Olsen'));
      assert.ok(added.added);
      await page.goto(added.link);
      await page.getByLabel('New password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Fay Olsen' }).waitFor();
    }));

  it('lists the sessions of the person and ends another one', () =>
    withPage(async (page) => {
      await signedInWithPassword(page, app.url, app.server.runtime, 'cleo@example.com', 'Cleo Hart');
      const other = await fetch(`${app.url}/_/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (iPhone) CriOS/140 Safari/604' },
        body: JSON.stringify({ name: 'cleo@example.com', password: PASSWORD }),
      });
      const cookie = (other.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      const title = async () => {
        const answer = await fetch(`${app.url}/_/session`, { headers: { cookie } });
        return ((await answer.json()) as { person: { title: string } | null }).person?.title ?? null;
      };
      assert.equal(await title(), 'Cleo Hart');
      await page.goto(`${app.url}/-/account`);
      const sessions = page.getByRole('region', { name: 'Where you are signed in' });
      await sessions.getByText('this device').waitFor();
      await sessions.getByRole('button', { name: 'Sign out of Chrome on iPhone' }).click();
      await sessions.getByText('Chrome on iPhone').waitFor({ state: 'detached' });
      assert.equal(await title(), null);
      await sessions.getByText('this device').waitFor();
    }));
});

describe('signing in with a provider, in the browser', () => {
  let provider: OidcProvider;
  let server: TestServer;
  let serving: RunningServer;
  let url: string;
  before(async () => {
    provider = await startOidcProvider();
    const port = await freePort();
    url = `http://localhost:${port}`;
    const known = oidcProvider({ issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret });
    server = await startServer(exampleText('expense-claims.md'), {
      now: Date.now(),
      dev: false,
      assets: loadAssets(join(import.meta.dirname, '..', '..', 'dist', 'client')),
      production: { provider: known, origin: url },
    });
    serving = await serve({ fetch: server.fetch, port, tries: 0 });
  });
  after(async () => {
    await server.runtime.close();
    await serving.stop(200);
    await server.stop();
    await provider.stop();
  });

  it('returns from the provider to the requested page, and reports an unknown person', () =>
    withPage(async (page) => {
      const name = new URL(provider.issuer).host;
      await page.goto(`${url}/-/account`);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      assert.equal(await page.getByLabel('Password').count(), 0);
      assert.deepEqual(await axeFindings(page), []);
      provider.saying.claims = { email: 'dora@example.com', email_verified: true };
      await page.getByRole('button', { name: `Sign in with ${name}` }).click();
      await page.getByText('there is no account here with your verified e-mail address').waitFor();
      assert.deepEqual(await axeFindings(page), []);

      await addPerson(server.runtime, url, 'dora@example.com', valuesOf('Dora Klein'));
      await page.goto(`${url}/-/account`);
      await page.getByRole('button', { name: `Sign in with ${name}` }).click();
      await page.getByText('Signed in as Dora Klein').waitFor();
      assert.equal(new URL(page.url()).pathname, '/-/account');
    }));
});

const GUESTS = `# Specification: Fair

## 2. Screens and routes

| Route | Screen | For | Shows |
| --- | --- | --- | --- |
| /hello | Hello | Visitor | page |
| /login | Log in | Visitor | sign-in |
| /stalls | Stalls | Keeper | Stall |

## 3. Entities and their fields

### Keeper

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | |
| email | email | yes | sign-in |
| role | Role | | |

### Stall

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | |

## 6. Roles and permissions

| Role | Description |
| --- | --- |
| Visitor | not signed in |
| Keeper | keeps the fair |

| | Visitor | Keeper |
| --- | --- | --- |
| Stall: read | | yes |
`;

describe('a document with screens for guests, in the browser', () => {
  let app: Application;
  before(async () => {
    const passwords = nodePasswords({ memory: 8, passes: 1, parallelism: 1 });
    app = await openApplication(GUESTS, { dev: false, production: { passwords } });
  });
  after(() => app.stop());

  it('opens public screens to guests, asks to sign in at others, and then shows the requested address', () =>
    withPage(async (page) => {
      const values = new Map([
        ['name', 'Kim'],
        ['role', 'Keeper'],
      ]);
      const added = await addPerson(app.server.runtime, app.url, 'kim@example.com', values);
      assert.ok(added.added);
      await page.goto(`${app.url}/hello`);
      await page.getByRole('heading', { level: 1, name: 'Hello' }).waitFor();
      await page.goto(`${app.url}/login`);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.goto(`${app.url}/nowhere`);
      await page.getByRole('link', { name: 'Go to the first screen' }).waitFor();
      await page.goto(added.link);
      await page.getByLabel('New password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      const signOut = async () => {
        await page.getByRole('button', { name: 'Kim' }).click();
        await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
      };
      await page.route('**/_/session', (route) => route.abort());
      await signOut();
      await page.getByText('You are still signed in.').waitFor();
      await page.unroute('**/_/session');
      await signOut();
      await page.getByRole('button', { name: 'Kim' }).waitFor({ state: 'detached' });
      await page.goto(`${app.url}/stalls`);
      await page.getByLabel('Email').fill('kim@example.com');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Stalls' }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/stalls');
      // Whoever is in already has nothing to do where people sign in.
      await page.goto(`${app.url}/login`);
      await page.waitForURL(/\/(hello|stalls)$/);
      assert.equal(await page.getByLabel('Password').count(), 0);
    }));
});

const PASSWORD = 'plum orbit forty-two';

const valuesOf = (name: string): ReadonlyMap<string, string> =>
  new Map([
    ['name', name],
    ['role', 'Employee'],
  ]);

async function signedInWithPassword(page: Page, url: string, runtime: Runtime, signIn: string, name: string) {
  const added = await addPerson(runtime, url, signIn, valuesOf(name));
  assert.ok(added.added);
  await page.goto(added.link);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'My claims' }).waitFor();
}

/** A passkey holder that Chromium plays: always there, always unlocked. */
async function virtualAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
