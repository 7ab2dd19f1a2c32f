import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { axeFindings } from '../support/browser/application.ts';
import { briefly, device, isKept } from '../support/browser/offline.ts';
import { openStock, STOCK, type Stock } from '../support/browser/stock.ts';

const LEFT = '1 change made in this browser is not sent yet.';

async function create(page: Page, stock: Stock, title: string): Promise<void> {
  await page.goto(`${stock.url}/items/new`);
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('1 change is not sent yet.').waitFor();
}

const called = async (stock: Stock, title: string) => {
  const { body } = await (await stock.caller('Ann')).get<{ items: WireRecord[] }>('/api/items');
  return body.items.filter((each) => each['title'] === title).length;
};

const signOut = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
};

describe('unsent writes on a shared device', () => {
  let stock: Stock;
  /** The server takes no new items. */
  const refuse = () =>
    stock.instead((request) =>
      request.method === 'POST' && request.url.endsWith('/api/items')
        ? Promise.resolve(new Response('', { status: 503 }))
        : null,
    );
  before(async () => {
    stock = await openStock();
  });
  beforeEach(() => stock.instead(null));
  after(() => stock.stop());

  it('are neither shown to nor sent by the next person, survive signing out, and are sent when their author returns', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      await isKept(page, 'kept', `"page","Item"`);
      await stock.down();
      try {
        await create(page, stock, 'Washers');
      } finally {
        refuse();
        await stock.up();
      }
      // The session runs out. Whoever comes next is told that there is something, and neither what nor whose.
      await stock.become(page, null);
      await page.goto(`${stock.url}/items`);
      await page.getByText(LEFT).waitFor();
      const shown = await page.locator('body').innerText();
      assert.ok(!shown.includes('Washers') && !shown.includes('Ann'), shown);
      assert.deepEqual(await axeFindings(page), []);

      await stock.become(page, 'Ben');
      stock.instead(null);
      await page.goto(`${stock.url}/items`);
      await page.getByRole('link', { name: 'Bolts', exact: true }).waitFor();
      await isKept(page, 'kept', `"page","Item"`);
      await stock.down();
      try {
        await create(page, stock, 'Rivets');
        await page.getByRole('button', { name: 'Show', exact: true }).click();
        await page.getByText('New: Rivets').waitFor();
        assert.equal(await page.getByText('New: Washers').count(), 0);
        await page.keyboard.press('Escape');
      } finally {
        await stock.up();
      }
      await page.getByText('1 change was sent.').waitFor();
      assert.deepEqual([await called(stock, 'Rivets'), await called(stock, 'Washers')], [1, 0]);
      await signOut(page, 'Ben');
      await page.getByText(LEFT).waitFor();
      assert.equal((await device(page))['unsent']?.length, 1);

      // Its writer is asked about it again, as before.
      refuse();
      await stock.become(page, 'Ann');
      await page.goto(`${stock.url}/items`);
      await page.getByText('1 change is not sent yet.').waitFor();
      await signOut(page, 'Ann');
      await page.getByText('1 change was not sent.').waitFor();
      stock.instead(null);
      await page.evaluate(() => void dispatchEvent(new Event('online')));
      await page.getByText('1 change was sent.').waitFor();
      assert.equal(await called(stock, 'Washers'), 1);
      assert.deepEqual((await device(page))['unsent'], []);
    }));

  it('can be deleted by the next person after two confirmations', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      await isKept(page, 'kept', `"page","Item"`);
      await stock.down();
      try {
        await create(page, stock, 'Hooks');
      } finally {
        refuse();
        await stock.up();
      }
      await stock.become(page, null);
      await page.goto(`${stock.url}/items`);
      await page.getByText(LEFT).waitFor();
      await page.getByRole('button', { name: 'Delete unsent changes' }).click();
      const asking = page.getByRole('alertdialog', { name: 'Delete unsent changes?' });
      // For a second, what stands where a button was pressed is not taken.
      const settled = () => page.waitForTimeout(1_500);
      await asking.waitFor();
      await settled();
      await asking.getByRole('button', { name: 'Cancel' }).click();
      await asking.waitFor({ state: 'detached' });
      assert.equal((await device(page))['unsent']?.length, 1);
      await settled();
      await page.getByRole('button', { name: 'Delete unsent changes' }).click();
      await asking.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText(LEFT).waitFor({ state: 'detached' });
      assert.deepEqual((await device(page))['unsent'], []);
      assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => /unsent/.test(key))), []);
    }));

  it('are asked about on every sign-out of their author on this device', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      await isKept(page, 'kept', `"page","Item"`);
      await stock.down();
      try {
        await create(page, stock, 'Chains');
      } finally {
        refuse();
        await stock.up();
      }
      await page.goto(`${stock.url}/-/account`);
      await page.getByRole('listitem').filter({ hasText: 'this device' }).getByRole('button').click();
      const asking = page.getByRole('alertdialog', { name: '1 change was not sent.' });
      await asking.getByRole('button', { name: 'Cancel' }).click();
      await asking.waitFor({ state: 'detached' });
      assert.equal((await device(page))['unsent']?.length, 1);
      await page.getByRole('listitem').filter({ hasText: 'this device' }).getByRole('button').click();
      await asking.getByRole('button', { name: 'Sign out and delete' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      assert.deepEqual(await device(page), { kept: [], own: [], unsent: [] });
    }));
});

describe('data deleted while it is being written', () => {
  let stock: Stock;
  before(async () => {
    stock = await openStock();
  });
  after(() => stock.stop());

  /** Whatever is done on the device takes so long, in milliseconds; a page says how often it began. */
  const slowly = (page: Page, long: number) =>
    page.evaluate((takes) => {
      const asked = IDBDatabase.prototype.transaction;
      Object.assign(globalThis, { begun: 0 });
      IDBDatabase.prototype.transaction = function (shelves, mode, options) {
        const transaction = asked.call(this, shelves, mode, options);
        (globalThis as unknown as { begun: number }).begun += 1;
        const until = Date.now() + takes;
        const shelf = transaction.objectStore(transaction.objectStoreNames[0] ?? '');
        const busy = () => {
          if (Date.now() < until) shelf.count().onsuccess = busy;
        };
        busy();
        return transaction;
      };
    }, long);

  it('does not reappear', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      await page.getByRole('link', { name: 'Bolts', exact: true }).waitFor();
      await isKept(page, 'kept', 'Bolts');
      await slowly(page, 700);
      const bolts = await stock.item('Bolts');
      const ann = await stock.caller('Ann');
      await ann.patch(`/api/items/${bolts.id}`, { count: 11 }, { 'if-match': bolts._.etag });
      await page.waitForFunction(() => (globalThis as unknown as { begun: number }).begun > 0);
      await stock.save(STOCK.replace('- Time zone', '- Offline: no\n- Time zone'));
      await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistrations()).length === 0);
      // All that had begun by then is over.
      await page.waitForTimeout(5_000);
      const { kept = [], own = [] } = await device(page);
      assert.equal(briefly([...own, ...kept]), '');
    }));
});
