import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { device, isKept, lost, readAndLose, setCount, showUnsent, unsent } from '../support/browser/offline.ts';
import { openStock, STOCK, type Stock } from '../support/browser/stock.ts';

/** Another tab of the same browser. */
async function besides(page: Page, stock: Stock, path: string): Promise<Page> {
  const other = await page.context().newPage();
  other.setDefaultTimeout(30_000);
  await other.goto(`${stock.url}${path}`);
  await other.getByRole('main').waitFor();
  return other;
}

async function create(page: Page, stock: Stock, title: string, count: number): Promise<void> {
  await page.goto(`${stock.url}/items/new`);
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Count').fill(String(count));
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Saved on this device').waitFor();
}

/** Every write that reaches the server, by its key. */
function writesTo(stock: Stock): { readonly what: string; readonly key: string | null }[] {
  const writes: { what: string; key: string | null }[] = [];
  stock.instead((request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' && pathname.startsWith('/api/'))
      writes.push({ what: `${request.method} ${pathname}`, key: request.headers.get('idempotency-key') });
    return null;
  });
  return writes;
}

const isOnline = (...pages: readonly Page[]) =>
  Promise.all(pages.map((page) => page.evaluate(() => void dispatchEvent(new Event('online')))));

const called = async (stock: Stock, title: string) => {
  const { body } = await (await stock.caller('Ann')).get<{ items: WireRecord[] }>('/api/items');
  return body.items.filter((each) => each['title'] === title).length;
};

describe('two pages of one browser', () => {
  let stock: Stock;
  before(async () => {
    stock = await openStock();
  });
  after(() => stock.stop());

  it('show the same outbox, and send each write once and in order when both reconnect', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      const bolts = await stock.item('Bolts');
      const other = await besides(page, stock, '/items');
      const writes = writesTo(stock);
      try {
        await readAndLose(page, stock, 'Bolts');
        await setCount(page, 11);
        await other.getByText('1 change is not sent yet.').waitFor();
        await create(other, stock, 'Washers', 7);
        await page.getByText('2 changes are not sent yet.').waitFor();
        await page.getByRole('button', { name: 'Count', exact: true }).click();
        await other.getByText('3 changes are not sent yet.').waitFor();
        await Promise.all([showUnsent(page), showUnsent(other)]);
        for (const each of [page, other])
          assert.deepEqual(await unsent(each).locator('.unsent-title').allInnerTexts(), [
            'Change: Bolts',
            'New: Washers',
            'Count: Bolts',
          ]);
        await stock.up();
        await isOnline(page, other);
        await Promise.all([page, other].map((each) => unsent(each).getByText('Everything is sent.').waitFor()));
      } finally {
        stock.instead(null);
        await stock.up();
      }
      assert.deepEqual(
        writes.map(({ what }) => what),
        [`PATCH /api/items/${bolts.id}`, 'POST /api/items', `POST /api/items/${bolts.id}/count`],
      );
      assert.equal(new Set(writes.map(({ key }) => key)).size, 3);
      assert.equal(await called(stock, 'Washers'), 1);
      const now = await stock.item('Bolts');
      assert.deepEqual([now['count'], now['state']], [11, 'Counted']);
    }));

  it('show an entry as being sent in both, and do not allow discarding it meanwhile', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      const other = await besides(page, stock, '/items');
      const arrived = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      try {
        await readAndLose(page, stock, 'Screws');
        await create(page, stock, 'Rivets', 5);
        await other.getByText('1 change is not sent yet.').waitFor();
        await showUnsent(other);
        await unsent(other).getByText('Waiting for the server.').waitFor();
        stock.instead((request) => {
          if (request.method !== 'POST' || !request.url.endsWith('/api/items')) return null;
          arrived.resolve();
          return release.promise.then(() => stock.server.fetch(request, { address: '127.0.0.1' }));
        });
        await stock.up();
        await isOnline(page);
        await arrived.promise;
        await unsent(other).getByText('Sending …').waitFor();
        assert.equal(
          await unsent(other)
            .getByRole('button', { name: /^Discard/ })
            .count(),
          0,
        );
        // One that is opened only now was not told.
        const third = await besides(page, stock, '/items');
        await showUnsent(third);
        await unsent(third).getByRole('button', { name: 'Discard: New: Rivets' }).click();
        await third.getByText('Sending …').waitFor();
        assert.equal((await device(page))['unsent']?.length, 1, 'nothing is discarded that is done anyway');
        release.resolve();
        for (const each of [other, third]) await unsent(each).getByText('Everything is sent.').waitFor();
        assert.equal(await third.getByText('Discarded: New: Rivets').count(), 0);
      } finally {
        release.resolve();
        stock.instead(null);
        await stock.up();
      }
      assert.equal(await called(stock, 'Rivets'), 1);
    }));

  it('both show a refused entry, which can be corrected or discarded in either', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      const other = await besides(page, stock, '/items');
      try {
        await isKept(page, 'kept', `"page","Item"`);
        await stock.down();
        await create(page, stock, 'Front key', 3);
        await create(page, stock, 'Back key', 3);
        await create(other, stock, 'Spare key', 3);
        await stock.save(STOCK.replace('| LARGEST | 100 |', '| LARGEST | 2 |'));
        await stock.up();
        await isOnline(page, other);
        for (const each of [page, other]) {
          await each.getByText('3 changes were refused.').waitFor();
          await lost(each).waitFor({ state: 'detached' });
          await showUnsent(each);
        }
        // What one page mends is gone from both.
        await unsent(other).getByRole('button', { name: 'Open with your input: New: Front key' }).click();
        assert.equal(await other.getByLabel('Title').inputValue(), 'Front key');
        await other.getByLabel('Count').fill('2');
        await other.getByRole('button', { name: 'Create' }).click();
        await other.getByRole('heading', { name: 'Front key' }).waitFor();
        await unsent(page).getByText('New: Front key').waitFor({ state: 'detached' });
        // So is what one of them discards, whoever wrote it where.
        await unsent(page).getByRole('button', { name: 'Discard: New: Spare key' }).click();
        await other.getByText('1 change was refused.').waitFor();
        await showUnsent(other);
        // And what is tried again here stands as tried there.
        await stock.save(STOCK);
        await unsent(other).getByRole('button', { name: 'Try again: New: Back key' }).click();
        for (const each of [page, other]) await unsent(each).getByText('Everything is sent.').waitFor();
      } finally {
        await stock.save(STOCK);
        await stock.up();
      }
      assert.deepEqual(
        await Promise.all(['Front key', 'Back key', 'Spare key'].map((title) => called(stock, title))),
        [1, 1, 0],
      );
    }));
});
