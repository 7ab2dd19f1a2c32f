import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page, Request, Route } from 'playwright-core';
import { type Application, openApplication, openAs, withPerson } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';
import { createClaim, daysAgo } from '../support/browser/claims-page.ts';
import { exampleText } from '../support/http/server.ts';

interface Fault {
  readonly what: string;
  readonly answer: (route: Route) => Promise<void>;
  /** What the page says of it. */
  readonly says: string;
  /** Lists ask again by themselves where there was no answer or a fault, which takes some seconds: not all are tried there. */
  readonly inLists?: true;
}

const NO_ANSWER = 'The server isn’t responding.';

const refused = (status: number, code: string, detail: string, more: object = {}): Fault => ({
  what: String(status),
  answer: (route) =>
    route.fulfill({
      status,
      headers: { 'content-type': 'application/problem+json', 'retry-after': '2' },
      body: JSON.stringify({ type: `/_/errors/${code}`, title: code, status, detail, code, ...more }),
    }),
  says: detail,
  inLists: true,
});

const instead = (what: string, status: number, type: string, body: string): Fault => ({
  what,
  answer: (route) => route.fulfill({ status, contentType: type, body }),
  says: NO_ANSWER,
});

const OTHER_PROGRAM: Fault = {
  ...instead('the answer of another program', 200, 'application/json', '{"ok": true}'),
  inLists: true,
};

/** What may come in the place of an answer. */
const FAULTS: readonly Fault[] = [
  { what: 'nothing', answer: (route) => route.abort('connectionrefused'), says: NO_ANSWER, inLists: true },
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
  OTHER_PROGRAM,
  instead('an empty answer of another program', 204, 'text/plain', ''),
];

/** Answers some of what a page asks by a fault, until it works. */
async function faultyAt(page: Page, isMeant: (request: Request) => boolean) {
  let current: { readonly fault: Fault; left: number; readonly answered: () => void } | null = null;
  await page.route('**', async (route) => {
    if (current === null || !isMeant(route.request())) return route.fallback();
    await current.fault.answer(route);
    current.left -= 1;
    if (current.left === 0) current.answered();
  });
  return {
    /** Resolves once so many were answered by it. */
    next: (fault: Fault, left = 1): Promise<void> =>
      new Promise((resolve) => {
        current = { fault, left, answered: resolve };
      }),
    works: () => {
      current = null;
    },
  };
}

describe('malformed or missing answers', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('expense-claims.md'));
  });
  after(() => app.stop());

  it('a form reports the failure, keeps the input, and writes once when sent again', () =>
    withPerson(app, 'Ana', '/claims/new', async (page) => {
      const server = await faultyAt(
        page,
        (request) => request.method() === 'POST' && request.url().endsWith('/api/claims'),
      );
      const said = page.getByRole('alert');
      await page.setViewportSize({ width: 1000, height: 420 });
      const claim = { title: 'Night train', category: 'Travel', date: daysAgo(2), what: 'Ticket', amount: '18.90' };
      for (const [index, fault] of FAULTS.entries()) {
        const answered = server.next(fault);
        await (index === 0
          ? createClaim(page, claim)
          : page.getByRole('button', { name: 'Create', exact: true }).click());
        await answered;
        const note = said.filter({ hasText: fault.says }).filter({ hasText: 'Your input is kept.' });
        await note.waitFor();
        // In sight, though it stands above the fields and the button below them: under the bar, above the end.
        await page.waitForFunction(() => {
          const { top = -1, bottom = 0 } = document.querySelector('[role="alert"]')?.getBoundingClientRect() ?? {};
          return top >= 48 && bottom <= innerHeight;
        });
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), claim.title, fault.what);
        assert.equal(await page.getByRole('textbox', { name: 'What, line 1' }).inputValue(), claim.what, fault.what);
      }
      server.works();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: claim.title }).waitFor();
      const { body } = await (await app.server.as('Ana')).get<{ items: { title: string }[] }>('/api/claims');
      assert.equal(body.items.filter(({ title }) => title === claim.title).length, 1);
    }));

  it('a list reports the failure after its own retry, and shows rows once it is answered', () =>
    withPerson(app, 'Ana', '/claims/new', async (page) => {
      const server = await faultyAt(page, (request) => new URL(request.url()).pathname === '/_/list');
      const main = page.getByRole('main');
      for (const [index, fault] of FAULTS.filter(({ inLists }) => inLists).entries()) {
        const asksAgain = fault.says === NO_ANSWER || fault.what === '503';
        const answered = server.next(fault, asksAgain ? 3 : 1);
        const open = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'My claims' });
        await (index === 0 ? open : main.getByRole('button', { name: 'Try again' })).click();
        await answered;
        await main.getByText(fault.says, { exact: true }).waitFor();
        assert.equal(await main.getByRole('row').count(), 0, fault.what);
      }
      server.works();
      await main.getByRole('button', { name: 'Try again' }).click();
      await main.getByRole('link', { name: 'Train to Hamburg' }).waitFor();
    }));

  it('an upload and an export report the failure, and work once they are answered', () =>
    withPerson(app, 'Ana', '/claims/new', async (page) => {
      const server = await faultyAt(page, (request) => /\/_\/(?:files|export)\?/.test(request.url()));
      const receipt = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
      const main = page.getByRole('main');
      void server.next(OTHER_PROGRAM);
      await main.locator('input[type=file]').setInputFiles(receipt);
      await main.getByText(NO_ANSWER).waitFor();
      server.works();
      await main.locator('input[type=file]').setInputFiles(receipt);
      await main.getByText('receipt.pdf uploaded.').waitFor();

      void server.next(OTHER_PROGRAM);
      await page.goto(`${app.url}/`);
      const download = async () => {
        await page.getByRole('button', { name: 'Export and import' }).click();
        await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
      };
      await download();
      await page.getByText(NO_ANSWER).first().waitFor();
      server.works();
      await Promise.all([page.waitForEvent('download'), download()]);
    }));

  it('a device whose clock is a day off uses the time of the server', () =>
    withPage(async (page) => {
      await page.addInitScript(() => {
        const Right = Date;
        const off = -86_400_000;
        globalThis.Date = class extends Right {
          constructor(...given: [] | [number]) {
            super(...((given.length === 0 ? [Right.now() + off] : given) as [number]));
          }
          static override now() {
            return Right.now() + off;
          }
        } as DateConstructor;
      });
      await openAs(page, app, 'Ana', '/claims/new');
      const claim = { title: 'Tram', category: 'Travel', date: daysAgo(0), what: 'Ticket', amount: '3.20' };
      await createClaim(page, claim);
      await page.getByRole('heading', { level: 1, name: claim.title }).waitFor();
    }));

  it('leaving a form with input asks first, also without browser storage', () =>
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
      await Promise.all([page.waitForEvent('dialog'), page.evaluate(() => globalThis.location.reload())]);
      assert.deepEqual(asked, ['beforeunload']);
      assert.equal(await title.inputValue(), 'Taxi');
      await title.fill('');
      await page.reload();
      await title.waitFor();
      assert.deepEqual(asked, ['beforeunload'], 'nothing would be lost');
    }));
});
