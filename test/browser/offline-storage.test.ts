import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { axeFindings } from '../support/browser/application.ts';
import { device, isKept, readAndLose, showUnsent, unsent } from '../support/browser/offline.ts';
import { openStock, STOCK, type Stock } from '../support/browser/stock.ts';

const NOT_KEPT =
  'It could not be saved on this device either: its storage is full, or this browser does not allow storage.';

/** Room for the client and for what is read, and for little else. */
const ROOM = 12_000_000;

/** The browser gives this site so little that it can be filled. */
async function narrow(page: Page, stock: Stock): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: stock.url, quotaSize: ROOM });
}

/** Puts into a storage of this site whatever it still takes. */
const fill = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const request = indexedDB.open('filled');
        request.onupgradeneeded = () => request.result.createObjectStore('all', { autoIncrement: true });
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const put = (size: number) => {
            const transaction = request.result.transaction('all', 'readwrite');
            // What repeats itself is packed.
            const bytes = new Uint8Array(size);
            for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
            transaction.objectStore('all').add(bytes);
            transaction.oncomplete = () => put(size);
            transaction.onabort = () => {
              const { name = '' } = transaction.error ?? {};
              if (size > 16) return put(Math.floor(size / 2));
              request.result.close();
              resolve(name);
            };
          };
          put(1_000_000);
        };
      }),
  );

const empty = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.deleteDatabase('filled').onsuccess = () => resolve();
      }),
  );

const called = async (stock: Stock, title: string) => {
  const { body } = await (await stock.caller('Ann')).get<{ items: WireRecord[] }>('/api/items');
  return body.items.filter((each) => each['title'] === title).length;
};

async function fillNew(page: Page, title: string, count = '4'): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Count').fill(count);
}

/** It is said, and nothing says that it is kept. */
async function saysItIsNot(page: Page): Promise<void> {
  await page.getByRole('alert').filter({ hasText: NOT_KEPT }).waitFor();
  assert.equal(await page.getByText('Saved on this device.').count(), 0);
  assert.equal(await page.getByText(/not sent yet/i).count(), 0);
}

const create = (page: Page) => page.getByRole('button', { name: 'Create', exact: true }).click();

/** From now on, and in every page that is opened, this browser keeps nothing new. */
type Refusing = typeof globalThis & { isFull?: boolean };

describe('a device that is full', () => {
  let stock: Stock;
  before(async () => {
    stock = await openStock();
  });
  after(() => stock.stop());

  it('is reported as not storing anything: input stays and is sent as soon as possible', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      await narrow(page, stock);
      try {
        await readAndLose(page, stock, 'Bolts');
        await page.goto(`${stock.url}/items/new`);
        await fillNew(page, 'Washers');
        assert.equal(await fill(page), 'QuotaExceededError');
        await create(page);
        await saysItIsNot(page);
        await page.getByText('Your input is kept.').waitFor();
        assert.equal(await page.getByLabel('Title').inputValue(), 'Washers');
        assert.equal(await page.getByLabel('Count').inputValue(), '4');
        assert.deepEqual((await device(page))['unsent'], []);
        assert.deepEqual(await axeFindings(page), []);
        await empty(page);
        await create(page);
        await page.getByText('1 change is not sent yet.').waitFor();
        assert.equal((await device(page))['unsent']?.length, 1);
        await stock.up();
        await page.getByText('1 change was sent.').waitFor();
      } finally {
        await stock.up();
      }
      assert.equal(await called(stock, 'Washers'), 1);
    }));

  it('is reported also if a write to storage is aborted afterwards', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      await page.addInitScript(() => {
        const { add } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.add = function (...told) {
          const request = add.apply(this, told);
          if ((globalThis as Refusing).isFull) request.addEventListener('success', () => this.transaction.abort());
          return request;
        };
      });
      await page.reload();
      try {
        await readAndLose(page, stock, 'Bolts');
        await page.evaluate(() => Object.assign(globalThis, { isFull: true }));
        await page.getByRole('button', { name: 'Count', exact: true }).click();
        await saysItIsNot(page);
        assert.deepEqual((await device(page))['unsent'], []);
        await page.evaluate(() => Object.assign(globalThis, { isFull: false }));
        await page.getByRole('button', { name: 'Count', exact: true }).click();
        await page.getByText('1 change is not sent yet.').waitFor();
        // What waits about this record goes first: nothing is tried before it, and that is no fault of the server's.
        await page.evaluate(() => Object.assign(globalThis, { isFull: true }));
        await page.getByRole('button', { name: 'Count', exact: true }).click();
        await page.getByText('An earlier change to the same record has to be sent first.').waitFor();
        assert.equal((await device(page))['unsent']?.length, 1);
        await stock.up();
        await page.getByText('1 change was sent.').waitFor();
      } finally {
        await stock.up();
      }
      assert.equal((await stock.item('Bolts'))['state'], 'Counted');
    }));

  it('cannot store a decision of the server, which is shown, requested once and can be acted on', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      await page.addInitScript(() => {
        const { update } = IDBCursor.prototype;
        IDBCursor.prototype.update = function (...told) {
          const request = update.apply(this, told);
          const { transaction } = this.source as IDBObjectStore;
          if ((globalThis as Refusing).isFull) request.addEventListener('success', () => transaction.abort());
          return request;
        };
      });
      let asked = 0;
      try {
        await readAndLose(page, stock, 'Screws');
        await page.goto(`${stock.url}/items/new`);
        await fillNew(page, 'Safe key');
        await create(page);
        await page.getByText('1 change is not sent yet.').waitFor();
        await page.evaluate(() => Object.assign(globalThis, { isFull: true }));
        await stock.save(STOCK.replace('| LARGEST | 100 |', '| LARGEST | 2 |'));
        stock.instead((request) => {
          if (request.method === 'POST' && request.url.endsWith('/api/items')) asked += 1;
          return null;
        });
        await stock.up();
        await page.getByText('1 change was refused.').waitFor();
        await showUnsent(page);
        await unsent(page).getByText('No shelf holds that many. Count again.').waitFor();
        await page.evaluate(() => void dispatchEvent(new Event('online')));
        await unsent(page).getByRole('button', { name: 'Open with your input: New: Safe key' }).click();
        assert.equal(await page.getByLabel('Title').inputValue(), 'Safe key');
        assert.equal(asked, 1);
        await page.getByLabel('Count').fill('2');
        await create(page);
        await page.getByRole('heading', { name: 'Safe key' }).waitFor();
        await page.getByText('1 change was refused.').waitFor({ state: 'detached' });
      } finally {
        stock.instead(null);
        await stock.save(STOCK);
        await stock.up();
      }
      assert.equal(await called(stock, 'Safe key'), 1);
      assert.deepEqual((await device(page))['unsent'], []);
    }));

  it('that cannot delete a sent entry still sends it only once', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      await page.addInitScript(() => {
        IDBObjectStore.prototype.delete = () => {
          throw new DOMException('The disk is full.', 'UnknownError');
        };
      });
      const keys: (string | null)[] = [];
      try {
        await readAndLose(page, stock, 'Screws');
        await page.goto(`${stock.url}/items/new`);
        await fillNew(page, 'Hooks');
        await create(page);
        await page.getByText('1 change is not sent yet.').waitFor();
        stock.instead((request) => {
          if (request.method === 'POST' && request.url.endsWith('/api/items'))
            keys.push(request.headers.get('idempotency-key'));
          return null;
        });
        await stock.up();
        await page.getByText('1 change was sent.').waitFor();
        await page.getByText('1 change is not sent yet.').waitFor({ state: 'detached' });
        assert.equal(keys.length, 1);
        // Where nobody knows any more, it is sent again as the same.
        await page.reload();
        await page.getByText('1 change was sent.').waitFor();
        assert.equal(keys.length, 2);
        assert.equal(keys[0], keys[1]);
      } finally {
        stock.instead(null);
        await stock.up();
      }
      assert.equal(await called(stock, 'Hooks'), 1);
    }));
});

describe('a browser without storage', () => {
  let stock: Stock;
  before(async () => {
    stock = await openStock();
  });
  after(() => stock.stop());

  const ways: readonly (readonly [what: string, script: () => void])[] = [
    ['has no such storage', () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined })],
    [
      'refuses to open it',
      () => {
        const { open } = IDBFactory.prototype;
        IDBFactory.prototype.open = function (name) {
          // That of a page before may be there: one that never was is made ready first, which is refused.
          const request = open.call(this, `${name} anew`);
          // Behind whoever asked.
          queueMicrotask(() => request.addEventListener('upgradeneeded', () => request.transaction?.abort()));
          return request;
        };
      },
    ],
    [
      'forbids all of it',
      () => {
        const forbidden = () => {
          throw new DOMException('It is forbidden.', 'SecurityError');
        };
        IDBFactory.prototype.open = forbidden;
        for (const name of ['localStorage', 'sessionStorage'])
          Object.defineProperty(globalThis, name, { get: forbidden });
      },
    ],
  ];
  for (const [index, [what, script]] of ways.entries())
    it(`works online and says offline that nothing is stored, if it ${what}`, () =>
      stock.withPerson('Ann', '/items', async (page) => {
        const title = `Nails ${index}`;
        await page.addInitScript(script);
        await page.goto(`${stock.url}/-/about`);
        await page.getByText('Nothing is stored on this device: ').waitFor();
        await page.goto(`${stock.url}/items/new`);
        await fillNew(page, `${title} before`);
        await create(page);
        await page.getByRole('heading', { name: `${title} before` }).waitFor();
        await page.getByRole('button', { name: 'Count', exact: true }).click();
        await page.getByText('Counted', { exact: true }).first().waitFor();
        await page.goto(`${stock.url}/items/new`);
        await fillNew(page, title);
        // What says so is there.
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        try {
          await stock.down();
          await page.getByText(/^No connection\./).waitFor();
          await create(page);
          await saysItIsNot(page);
          assert.equal(await page.getByLabel('Title').inputValue(), title);
        } finally {
          await stock.up();
        }
        await page.getByText(/^No connection\./).waitFor({ state: 'detached' });
        await create(page);
        await page.getByRole('heading', { name: title, exact: true }).waitFor();
        assert.equal(await called(stock, title), 1);
      }));

  it('does not say so if storage works', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      await isKept(page, 'kept', 'Bolts');
      await page.goto(`${stock.url}/-/about`);
      await page.getByText('What you open stays on this device for up to 7 days').waitFor();
    }));
});
