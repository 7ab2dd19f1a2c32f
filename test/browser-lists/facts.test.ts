import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page, Request } from 'playwright-core';
import type { Labels } from '../../src/client/data/records.ts';
import type { WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import { addPerson } from '../../src/server/auth/add-person.ts';
import { nodePasswords } from '../../src/server/node/passwords.ts';
import { type Application, openApplication, openAs, withPerson } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';
import { exampleText } from '../support/http/server.ts';

const PASSWORD = 'plum orbit forty-two';

/** The help desk on a day of which all is known: its holidays are not shown. */
const HELPDESK = exampleText('helpdesk.md').replace('| Holidays | not shown. |', '| Holidays | 2001-01-01 |');

/** Of a workspace that is made by whoever is there first: the first person needs none. */
const INVOICES = exampleText('invoices.md').replace(
  '| workspace | Workspace | yes | fixed |',
  '| workspace | Workspace | no | fixed |',
);

const OWNER: ReadonlyMap<string, string> = new Map([
  ['name', 'Kim Lee'],
  ['role', 'owner'],
]);

const STARTING: readonly (readonly [string, string, ReadonlyMap<string, string>, string, string, string])[] = [
  [
    'the help desk',
    HELPDESK,
    new Map([
      ['name', 'Kim Lee'],
      ['site', 'London'],
    ]),
    '/login',
    '/tickets/new',
    'Raise a ticket',
  ],
  [
    'lending',
    exampleText('lending.md'),
    new Map([
      ['name', 'Kim Lee'],
      ['kind', 'student'],
    ]),
    '/auth/start',
    '/loans',
    'My loans',
  ],
  ['the invoices', INVOICES, OWNER, '/login', '/clients', 'Clients'],
];

const passwords = nodePasswords({ memory: 8, passes: 1, parallelism: 1 });

describe('what the documents state of signing in', () => {
  for (const [what, text, values, door, wanted, heading] of STARTING) {
    it(`of ${what}: a guest who opens another address signs in and is then shown that address`, async () => {
      const app = await openApplication(text, { dev: false, production: { passwords } });
      try {
        await withPage(async (page) => {
          const added = await addPerson(app.server.runtime, app.url, 'kim@example.com', values);
          assert.ok(added.added, JSON.stringify(added));
          await choosePassword(page, added.link);
          await page.context().clearCookies();
          await page.goto(`${app.url}${wanted}?q=a`);
          await page.waitForURL(`${app.url}${door}?next=${encodeURIComponent(`${wanted}?q=a`)}`);
          await signIn(page, 'kim@example.com');
          await page.getByRole('heading', { level: 1, name: heading }).waitFor();
          assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, `${wanted}?q=a`);
          await hasNoWordsOfDocument(page);
          await page.context().clearCookies();
          await page.goto(`${app.url}${door}?next=//example.com${wanted}&next=https://example.com${wanted}`);
          await signIn(page, 'kim@example.com');
          await page.getByRole('navigation').first().waitFor();
          assert.equal(new URL(page.url()).origin, app.url);
          assert.notEqual(new URL(page.url()).pathname, wanted);
        });
      } finally {
        await app.stop();
      }
    });
  }

  it('a forgotten password is answered alike for known and unknown names, and reported if the server does not answer', async () => {
    const app = await openApplication(INVOICES, { dev: false, production: { passwords } });
    try {
      const added = await addPerson(app.server.runtime, app.url, 'kim@example.com', OWNER);
      assert.ok(added.added);
      await withPage(async (page) => {
        const ask = async (email: string) => {
          await page.goto(`${app.url}/forgot-password`);
          await page.getByLabel('Email').fill(email);
          await page.getByRole('button', { name: 'Create', exact: true }).click();
        };
        const messages = page.getByRole('region', { name: 'Messages' });
        for (const email of ['kim@example.com', 'nobody@example.com']) {
          await ask(email);
          await messages.getByText('If that address is known, a link is on its way.').waitFor();
        }
        await page.route('**/api/auth/forgot', (route) => route.abort());
        await ask('kim@example.com');
        await page.getByRole('alert').getByText('The server isn’t responding.').waitFor();
      });
    } finally {
      await app.stop();
    }
  });
});

/** Production shows neither the page about the document nor codes of errors; a missing field is reported once. */
async function hasNoWordsOfDocument(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'About', exact: true }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'The document' }).count(), 0);
  const create = page.getByRole('main').getByRole('button', { name: 'Create', exact: true });
  if ((await create.count()) === 0) return;
  await create.click();
  const failure = page.locator('.failure').first();
  await failure.waitFor();
  assert.match((await failure.innerText()).trim(), /^\S.* is required\.$/);
  assert.doesNotMatch(await page.getByRole('main').innerText(), /REQUIRED|[A-Z]{3,}_[A-Z]+/);
}

async function choosePassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').first().waitFor();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

describe('what the help desk states of its screens', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(HELPDESK);
  });
  after(() => app.stop());

  for (const [name, start] of [
    ['Aisha Khan', '/my'],
    ['Liam Walsh', '/queue'],
    ['Emma Frost', '/queue'],
    ['Ivan Petrov', '/queue'],
  ] as const) {
    it(`${name} starts at ${start}`, () =>
      withPerson(app, name, '/', async (page) => {
        await page.waitForURL(`${app.url}${start}`);
      }));
  }

  it('finished tickets are listed only on request', () =>
    withPerson(app, 'Sean Byrne', '/my', async (page) => {
      const rows = page.getByRole('main').getByRole('link', { name: /^HD-/ });
      const finished = page.getByRole('switch', { name: 'Show finished' });
      await rows.filter({ hasText: 'HD-00002' }).waitFor();
      assert.equal(await finished.getAttribute('aria-checked'), 'false');
      assert.equal(await rows.filter({ hasText: 'HD-00008' }).count(), 0);
      await finished.click();
      await rows.filter({ hasText: 'HD-00008' }).waitFor();
    }));

  it('only managers have the approvals in their menu', async () => {
    for (const [name, finds] of [
      ['Oliver Hart', 1],
      ['Aisha Khan', 0],
    ] as const)
      await withPerson(app, name, '/my', async (page) => {
        const menu = page.getByRole('navigation', { name: 'Screens' });
        await menu.getByRole('link', { name: 'My tickets' }).waitFor();
        assert.equal(await menu.getByRole('link', { name: 'Approvals' }).count(), finds, name);
      });
  });

  it('the queue is sorted by due date, 25 rows a page, and refreshed every 60 seconds', () =>
    withPage(async (page) => {
      const aisha = await app.server.as('Aisha');
      const category = await categoryOf(app, 'Password and sign-in');
      for (let each = 1; each <= 26; each += 1) {
        const words = { subject: `Locked out again, ${each}`, description: 'Please unlock it.' };
        const asked = { ...words, category, impact: each === 26 ? 'company' : 'one person', urgency: 'low' };
        assert.equal((await aisha.post('/api/tickets', asked)).status, 201);
      }
      const asked: URL[] = [];
      page.on('request', (request) => void (isList(request) && asked.push(new URL(request.url()))));
      await page.clock.install({ time: app.server.clock.now });
      await openAs(page, app, 'Liam Walsh', '/queue');
      const subjects = page.getByRole('main').getByText(/^Locked out again, /);
      await subjects.first().waitFor();
      // P2 is due before the others of these, which are P4.
      assert.equal((await subjects.allInnerTexts())[0], 'Locked out again, 26');
      const [first] = asked;
      assert.ok(first !== undefined);
      const { body } = await (await app.server.as('Liam')).get<WirePage>(first.pathname + first.search);
      const due = body.items.map((item) => String(item['dueAt']));
      assert.equal(due.length, 25);
      assert.deepEqual(due, due.toSorted());
      assert.ok(new Set(due).size > 1);
      // So long after it was opened at the latest it was asked for, by the clock of the page.
      const opened = (await page.evaluate(() => Date.now())) - app.server.clock.now;
      assert.ok(opened >= 0 && opened < 30_000, `${opened} ms`);
      await page.clock.pauseAt(app.server.clock.now + 30_000);
      const before = asked.length;
      await page.clock.runFor(25_000);
      await page.evaluate(() => fetch('/_/app').then(() => undefined));
      assert.equal(asked.length, before);
      const again = page.waitForRequest(isList);
      await page.clock.runFor(10_000 + opened);
      await again;
    }));

  it('dropping a card in an agent’s column assigns the ticket, and in the column "None" unassigns it', () =>
    withPerson(app, 'Tomas Reed', '/team', async (page) => {
      const tomas = await app.server.as('Tomas');
      const { body } = await tomas.get<WirePage>('/api/tickets?q=second%20floor');
      const [ticket] = body.items;
      assert.ok(ticket !== undefined);
      const read = async () => (await tomas.get<WireRecord>(`/_/records/Ticket/${ticket.id}`)).body;
      const column = (name: RegExp) => page.getByRole('region', { name });
      const card = page.locator('[data-card]:not([data-pending])', { hasText: ticket._.title });
      const drop = async (name: RegExp) => {
        const [from, to] = [await card.boundingBox(), await column(name).boundingBox()];
        assert.ok(from !== null && to !== null);
        await page.mouse.move(from.x + 20, from.y + from.height - 4);
        await page.mouse.down();
        await page.mouse.move(to.x + to.width / 2, to.y + 80, { steps: 8 });
        await page.mouse.up();
      };
      await column(/No assignee/)
        .locator(card)
        .waitFor();
      // She answers no tickets.
      await drop(/Aisha Khan/);
      await page.getByText('was not moved').waitFor();
      await column(/No assignee/)
        .locator(card)
        .waitFor();
      await drop(/Chloe Adams/);
      await column(/Chloe Adams/)
        .locator(card)
        .waitFor();
      const given = await read();
      assert.deepEqual([given['state'], given['assignee']], ['Assigned', (await app.server.as('Chloe')).id]);
      await drop(/No assignee/);
      await column(/No assignee/)
        .locator(card)
        .waitFor();
      const back = await read();
      assert.deepEqual([back['state'], back['assignee'] ?? null], ['New', null]);
    }));
});

/** As the server says it where something of its own failed. */
const FAULT = { type: '/_/errors/FAULT', title: 'Fault', status: 500, detail: 'Something failed.', code: 'FAULT' };

const isList = (request: Request): boolean => new URL(request.url()).pathname === '/_/list';

async function categoryOf({ server }: Application, name: string): Promise<string> {
  const { body } = await (await server.as('Ivan')).get<{ items: { id: string; name: string }[] }>('/api/categories');
  const found = body.items.find((each) => each.name === name);
  assert.ok(found !== undefined, name);
  return found.id;
}

describe('what the invoices state of their screens', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('invoices.md'));
  });
  after(() => app.stop());
  const invoice = async (number: number): Promise<WireRecord> => {
    const { body } = await (await app.server.as('Marta')).get<WirePage>(`/api/invoices?filter=number%20==%20${number}`);
    const [found] = body.items;
    assert.ok(found !== undefined);
    return found;
  };

  it('a payment is sent with an idempotency key, and repeated with the same key if no answer came', () =>
    withPerson(app, 'Ines', '/payments/new', async (page) => {
      const keys: (string | undefined)[] = [];
      await page.route('**/api/invoices/*/payments', (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        return keys.length === 1 ? route.abort() : route.fallback();
      });
      // They have no title, so that they are told apart by their places alone.
      const { id } = await invoice(1003);
      const offered = await (await app.server.as('Ines')).get<Labels>('/_/labels/Invoice');
      const at = offered.body.items.findIndex((item) => item.id === id);
      await page.getByRole('combobox', { name: 'Invoice' }).press('ArrowDown');
      await page.getByRole('option').nth(at).click();
      await page.getByRole('textbox', { name: 'Amount' }).fill('84.80');
      const create = page.getByRole('button', { name: 'Create', exact: true });
      await create.click();
      await page.getByRole('alert').getByText('The server isn’t responding.').waitFor();
      await create.click();
      await page.waitForURL(/\/payments\/[0-9a-f-]{36}$/);
      assert.equal(keys.length, 2);
      assert.match(keys[0] ?? '', /^[0-9a-f-]{36}$/);
      assert.equal(keys[0], keys[1]);
    }));

  it('a payment whose answer was lost is not made twice, even if it was edited before the retry', () =>
    withPerson(app, 'Ines', '/payments/new', async (page) => {
      const keys: (string | undefined)[] = [];
      await page.route('**/api/invoices/*/payments', async (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        if (keys.length > 1) return route.fallback();
        assert.equal((await route.fetch()).status(), 201);
        await route.abort();
      });
      const { id } = await invoice(1003);
      const ines = await app.server.as('Ines');
      const offered = await ines.get<Labels>('/_/labels/Invoice');
      const at = offered.body.items.findIndex((item) => item.id === id);
      await page.getByRole('combobox', { name: 'Invoice' }).press('ArrowDown');
      await page.getByRole('option').nth(at).click();
      const amount = page.getByRole('textbox', { name: 'Amount' });
      await amount.fill('1.10');
      const create = page.getByRole('button', { name: 'Create', exact: true });
      await create.click();
      await page.getByRole('alert').getByText('The server isn’t responding.').waitFor();
      await amount.fill('1.20');
      await create.click();
      await page.getByRole('alert').getByText('What you sent earlier was saved, with different content').waitFor();
      // Whoever has looked, and wants it all the same, presses once more.
      await create.click();
      await page.waitForURL(/\/payments\/[0-9a-f-]{36}$/);
      assert.equal(keys.length, 3);
      assert.equal(keys[0], keys[1], 'one form, one key');
      assert.notEqual(keys[1], keys[2]);
    }));

  it('the edit address of an invoice that is no draft redirects to the invoice with a message', async () => {
    const { id } = await invoice(1002);
    await withPerson(app, 'Marta', `/invoices/${id}/edit`, async (page) => {
      await page.getByRole('region', { name: 'Messages' }).getByText('Only drafts can be edited.').waitFor();
      assert.equal(new URL(page.url()).pathname, `/invoices/${id}`);
    });
  });

  it('a failed read is retried twice', () =>
    withPerson(app, 'Ines', '/clients', async (page) => {
      let asked = 0;
      let fault: 'abort' | 'status' = 'abort';
      await page.route('**/_/list?*', (route) => {
        asked += 1;
        return fault === 'abort' ? route.abort() : route.fulfill({ status: 500, json: FAULT });
      });
      const main = page.getByRole('main');
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Payments' }).click();
      await main.getByRole('button', { name: 'Try again' }).waitFor();
      assert.equal(asked, 3);
      fault = 'status';
      await main.getByRole('button', { name: 'Try again' }).click();
      // What was refused stays until there is an answer.
      await main.locator('[data-pending]').waitFor();
      await main.locator('[data-pending]').waitFor({ state: 'detached' });
      await main.getByRole('button', { name: 'Try again' }).waitFor();
      assert.equal(asked, 6);
    }));

  it('a filter starts at the first page, newest first', () =>
    withPage(async (page) => {
      const marta = await app.server.as('Marta');
      const { client } = await invoice(1002);
      const items = [{ description: 'Design', quantity: '1', unitPrice: '10.00' }];
      for (let each = 1; each <= 30; each += 1) {
        const issueDate = `2020-01-${String(each).padStart(2, '0')}`;
        const made = await marta.post('/api/invoices', { client, issueDate, dueDate: '2020-02-10', items });
        assert.equal(made.status, 201, made.text);
      }
      const asked: URLSearchParams[] = [];
      page.on('request', (request) => void (isList(request) && asked.push(new URL(request.url()).searchParams)));
      const more = page.waitForRequest((request) => isList(request) && request.url().includes('page='));
      await openAs(page, app, 'Marta', '/invoices');
      const rows = page.getByRole('main').getByRole('row');
      await rows.nth(5).waitFor();
      await rows.last().scrollIntoViewIfNeeded();
      await more;
      await page.getByRole('group').getByRole('button', { name: 'Overdue' }).click();
      await rows
        .filter({ hasText: '1,001' })
        .or(rows.filter({ hasText: '1001' }))
        .first()
        .waitFor();
      const last = asked.at(-1);
      assert.deepEqual([last?.get('filters') ?? '', last?.get('page') ?? null], ['Overdue', null]);
      const { body } = await marta.get<WirePage>(`/_/list?screen=${encodeURIComponent(asked[0]?.get('screen') ?? '')}`);
      const dates = body.items.map((item) => String(item['issueDate']));
      assert.ok(new Set(dates).size > 5);
      assert.deepEqual(dates, dates.toSorted().toReversed());
    }));

  it('a saved invoice shows the figures of the server', async () => {
    const marta = await app.server.as('Marta');
    const { client } = await invoice(1002);
    const items = [{ description: 'Poster', quantity: '1', unitPrice: '10.00' }];
    const made = await marta.post<WireRecord>('/api/invoices', {
      client,
      dueDate: '2100-01-01',
      issueDate: '2099-12-31',
      items,
    });
    assert.equal(made.status, 201, made.text);
    await withPerson(app, 'Marta', `/invoices/${made.body.id}/edit`, async (page) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByRole('textbox', { name: 'Notes' }).fill('Thank you');
      await page.route(/\/(?:api\/invoices|_\/records\/Invoice)\/[0-9a-f-]{36}$/, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), total: '777.77' } });
      });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('777.77').first().waitFor();
      await page.unrouteAll({ behavior: 'wait' });
    });
  });
});
