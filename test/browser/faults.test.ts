import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Route } from 'playwright-core';
import { type Application, openApplication, withPerson } from '../support/application.ts';
import { createClaim, daysAgo } from '../support/claims-page.ts';
import { exampleText } from '../support/server.ts';

interface Fault {
  readonly what: string;
  readonly answer: (route: Route) => Promise<void>;
  /** What the page says of it. */
  readonly says: string;
}

const NO_ANSWER = 'The server does not answer.';

const refused = (status: number, code: string, detail: string, more: object = {}): Fault => ({
  what: String(status),
  answer: (route) =>
    route.fulfill({
      status,
      headers: { 'content-type': 'application/problem+json', 'retry-after': '2' },
      body: JSON.stringify({ type: `/_/errors/${code}`, title: code, status, detail, code, ...more }),
    }),
  says: detail,
});

const instead = (what: string, status: number, type: string, body: string): Fault => ({
  what,
  answer: (route) => route.fulfill({ status, contentType: type, body }),
  says: NO_ANSWER,
});

/** What may come in the place of an answer. */
const FAULTS: readonly Fault[] = [
  { what: 'nothing', answer: (route) => route.abort('connectionrefused'), says: NO_ANSWER },
  { what: 'a connection that breaks', answer: (route) => route.abort('connectionreset'), says: NO_ANSWER },
  refused(401, 'NOT_SIGNED_IN', 'You are not signed in.', { next: 'Sign in and try again.' }),
  refused(409, 'KEY_USED', 'This key was used for something else.'),
  refused(422, 'UNKNOWN_FIELD', 'There is no field called flavour.', {
    errors: [{ path: ['flavour'], code: 'UNKNOWN_FIELD', detail: 'There is no field called flavour.' }],
  }),
  refused(429, 'TOO_MANY_REQUESTS', 'These were too many requests.', { next: 'Wait two seconds.' }),
  refused(503, 'BUSY', 'The server has too much to do.', { next: 'Try again in two seconds.' }),
  instead('a page of a proxy that failed', 502, 'text/html', '<h1>Bad gateway</h1>'),
  instead('a page of a network that wants one to sign in', 200, 'text/html', '<h1>Sign in to this network</h1>'),
  instead('half of an answer', 200, 'application/json', '{"items": [{"title": "Tr'),
  instead('the answer of another program', 200, 'application/json', '{"ok": true}'),
  instead('an empty answer of another program', 204, 'text/plain', ''),
];

describe('whatever comes in the place of an answer', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('expense-claims.md'));
  });
  after(() => app.stop());

  it('a form says so, keeps what is typed, and does it once when it is sent again', () =>
    withPerson(app, 'Ana', '/claims/new', async (page) => {
      let fault = FAULTS[0];
      await page.route('**/api/claims', (route) =>
        route.request().method() === 'POST' && fault !== undefined ? fault.answer(route) : route.continue(),
      );
      const said = page.getByRole('alert');
      const claim = { title: 'Night train', category: 'Travel', date: daysAgo(2), what: 'Ticket', amount: '18.90' };
      await createClaim(page, claim);
      for (const next of FAULTS) {
        if (fault !== next) {
          fault = next;
          await page.getByRole('button', { name: 'Create', exact: true }).click();
        }
        await said.filter({ hasText: next.says }).filter({ hasText: 'What you typed stays here.' }).waitFor();
        assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), claim.title, next.what);
        assert.equal(await page.getByRole('textbox', { name: 'What, line 1' }).inputValue(), claim.what, next.what);
      }
      fault = undefined;
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: claim.title }).waitFor();
      const { body } = await (await app.server.as('Ana')).get<{ items: { title: string }[] }>('/api/claims');
      assert.equal(body.items.filter(({ title }) => title === claim.title).length, 1);
    }));

  it('a list says so, and shows its rows once it is answered', () =>
    withPerson(app, 'Ana', '/claims/new', async (page) => {
      let fault = FAULTS[0];
      await page.route(
        ({ pathname }) => pathname === '/_/list',
        (route) => (fault === undefined ? route.continue() : fault.answer(route)),
      );
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'My claims' }).click();
      const main = page.getByRole('main');
      for (const next of FAULTS) {
        if (fault !== next) {
          fault = next;
          await main.getByRole('button', { name: 'Try again' }).click();
        }
        await main.getByText(next.says, { exact: true }).waitFor();
        assert.equal(await main.getByRole('row').count(), 0, next.what);
      }
      fault = undefined;
      await main.getByRole('button', { name: 'Try again' }).click();
      await main.getByRole('link', { name: 'Train to Hamburg' }).waitFor();
    }));

  it('what is typed where the browser keeps nothing is not left without a question', () =>
    withPerson(app, 'Ana', '/', async (page) => {
      await page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('The storage is full.', 'QuotaExceededError');
        };
      });
      await page.goto(`${app.url}/claims/new`);
      const asked: string[] = [];
      page.on('dialog', (dialog) => {
        asked.push(dialog.type());
        void dialog.dismiss();
      });
      const title = page.getByRole('textbox', { name: 'Title' });
      await title.fill('Taxi');
      await page.evaluate(() => globalThis.location.reload());
      while (asked.length === 0) await page.waitForTimeout(50);
      assert.deepEqual(asked, ['beforeunload']);
      assert.equal(await title.inputValue(), 'Taxi');
      await title.fill('');
      await page.reload();
      await title.waitFor();
      assert.deepEqual(asked, ['beforeunload'], 'nothing would be lost');
    }));
});
