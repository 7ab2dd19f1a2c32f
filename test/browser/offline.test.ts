import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { serve } from '../../src/server/node/serve.ts';
import { axeFindings } from '../support/browser/application.ts';
import {
  briefly,
  device,
  isKept,
  lost,
  readAndLose,
  setCount,
  showUnsent,
  unsent,
} from '../support/browser/offline.ts';
import { clientAssets, openStock, STOCK, type Stock } from '../support/browser/stock.ts';
import { startServer } from '../support/http/server.ts';

describe('without the server', () => {
  let stock: Stock;
  before(async () => {
    stock = await openStock();
  });
  after(() => stock.stop());

  it('shows cached records, stores writes, and sends them once when the server is back', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      try {
        await readAndLose(page, stock, 'Bolts');
        // The page itself comes from the device, and so does what is asked for first.
        await page.goto(`${stock.url}/items`);
        await lost(page).waitFor();
        await page.getByRole('link', { name: 'Bolts', exact: true }).click();
        await page.getByRole('heading', { name: 'Bolts', exact: true }).waitFor();
        assert.equal(await page.getByRole('button', { name: 'Show', exact: true }).count(), 0);

        await setCount(page, 11);
        await page.getByText('Saved on this device. It is sent when the server is back.').waitFor();
        await page.getByText('1 change is not sent yet.').waitFor();
        await page.locator('.unsent-mark').getByText('Not sent yet').waitFor();
        await page.getByRole('button', { name: 'Count', exact: true }).click();
        await page.getByText('2 changes are not sent yet.').waitFor();
        await page.goto(`${stock.url}/items`);
        await lost(page).waitFor();
        const marked = page.getByRole('link', { name: /^Bolts/ });
        await marked.waitFor();
        await page.waitForFunction(
          (link) => link !== null && getComputedStyle(link, '::after').content === '"Not sent yet"',
          await marked.elementHandle(),
        );
        // A record that was never opened stands whole in the list that was read.
        await page.getByRole('link', { name: 'Nuts', exact: true }).click();
        await page.getByRole('heading', { name: 'Nuts', exact: true }).waitFor();
        assert.equal(await page.locator('.unsent-mark').count(), 0);
        await page.goBack();
        await page.getByRole('link', { name: 'New item' }).click();
        await page.getByLabel('Title').fill('Washers');
        await page.getByLabel('Count').fill('7');
        await page.getByRole('button', { name: 'Create' }).click();
        await page.getByText('3 changes are not sent yet.').waitFor();
        // The new record stands above its list, marked, and opens with what was written.
        const row = page.getByRole('list', { name: 'Not sent yet' }).getByRole('listitem');
        assert.match(await row.innerText(), /^Washers\s+Not sent yet$/);
        await showUnsent(page);
        const list = unsent(page).getByRole('listitem');
        await list.nth(2).waitFor();
        assert.deepEqual(await list.locator('.unsent-title').allInnerTexts(), [
          'Change: Bolts',
          'Count: Bolts',
          'New: Washers',
        ]);
        await list.nth(1).getByText('Waiting for an earlier change to the same record.').waitFor();
        assert.deepEqual(await axeFindings(page), []);

        await stock.up();
        await page.getByText('3 changes were sent.').waitFor();
        await unsent(page).getByText('Everything is sent.').waitFor();
        await page.keyboard.press('Escape');
        await lost(page).waitFor({ state: 'detached' });
        await page.getByRole('link', { name: 'Washers', exact: true }).waitFor();
        assert.equal(await row.count(), 0);
      } finally {
        await stock.up();
      }
      const bolts = await stock.item('Bolts');
      assert.deepEqual([bolts['count'], bolts['state']], [11, 'Counted']);
      const { body } = await (await stock.caller('Ben')).get<{ items: WireRecord[] }>('/api/items');
      assert.equal(body.items.filter(({ title }) => title === 'Washers').length, 1, 'others see it, once');
      assert.deepEqual((await device(page))['unsent'], []);
    }));

  it('does not repeat a write whose answer was lost', () =>
    stock.withPerson('Ann', '/items/new', async (page) => {
      await page.getByLabel('Title').fill('Rivets');
      // The request arrives; what comes back does not.
      await page.route('**/api/items', async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText('Saved on this device').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await page.getByText('1 change was sent.').waitFor();
      const { body } = await (await stock.caller('Ann')).get<{ items: WireRecord[] }>('/api/items');
      assert.equal(body.items.filter(({ title }) => title === 'Rivets').length, 1);
    }));

  it('counts a captive portal as offline: nothing is marked as sent', () =>
    stock.withPerson('Ann', '/items/new', async (page) => {
      await page.getByLabel('Title').fill('Hooks');
      await page.route('**/api/items', (route) =>
        route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in to this network</h1>' }),
      );
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText('Saved on this device').waitFor();
      // It was sent again since, and answered so again.
      await page.waitForResponse('**/api/items');
      await page.waitForResponse('**/api/items');
      await page.getByText('1 change is not sent yet.').waitFor();
      await page.unroute('**/api/items');
      await page.getByText('1 change was sent.').waitFor();
      const { body } = await (await stock.caller('Ann')).get<{ items: WireRecord[] }>('/api/items');
      assert.equal(body.items.filter(({ title }) => title === 'Hooks').length, 1);
    }));

  it('resolves a conflict field by field and loses neither value', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      const nuts = await stock.item('Nuts');
      try {
        await readAndLose(page, stock, 'Nuts');
        await setCount(page, 21);
        await page.getByText('1 change is not sent yet.').waitFor();
        const ben = await stock.caller('Ben');
        const changed = await ben.patch(`/api/items/${nuts.id}`, { count: 22 }, { 'if-match': nuts._.etag });
        assert.equal(changed.status, 200, changed.text);
        await stock.up();
        await page.getByText('1 change was refused.').waitFor();
        assert.equal((await stock.item('Nuts'))['count'], 22, 'nothing is overwritten');
        await showUnsent(page);
        assert.equal(
          await unsent(page)
            .getByRole('button', { name: /^Try again/ })
            .count(),
          0,
        );
        await unsent(page).getByRole('button', { name: 'Open with your input: Change: Nuts' }).click();
        const conflict = page.getByText('You both changed the same');
        await conflict.waitFor();
        await page.getByLabel(/^From you/).check();
        await page.getByRole('button', { name: 'Use these values' }).click();
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Saved.', { exact: true }).waitFor();
        await page.getByText('1 change was refused.').waitFor({ state: 'detached' });
      } finally {
        await stock.up();
      }
      assert.equal((await stock.item('Nuts'))['count'], 21);
      assert.deepEqual((await device(page))['unsent'], []);
    }));

  it('keeps refused writes with their reason, to be corrected or discarded', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      try {
        await readAndLose(page, stock, 'Screws');
        await page.goto(`${stock.url}/items/new`);
        await page.getByLabel('Title').fill('Safe key');
        await page.getByLabel('Count').fill('3');
        await page.getByRole('button', { name: 'Create' }).click();
        await page.getByText('1 change is not sent yet.').waitFor();
        // What the document says of it changes while nobody can be asked.
        await stock.save(STOCK.replace('| LARGEST | 100 |', '| LARGEST | 2 |'));
        await stock.up();
        await page.getByText('1 change was refused.').waitFor();
        await showUnsent(page);
        await unsent(page).getByText('No shelf holds that many. Count again.').waitFor();
        await unsent(page).getByRole('button', { name: 'Open with your input: New: Safe key' }).click();
        assert.equal(await page.getByLabel('Title').inputValue(), 'Safe key');
        await page.getByLabel('Count').fill('2');
        await page.getByRole('button', { name: 'Create' }).click();
        await page.getByRole('heading', { name: 'Safe key' }).waitFor();
        await page.getByText('1 change was refused.').waitFor({ state: 'detached' });
        assert.equal((await stock.item('Safe key'))['count'], 2);
      } finally {
        await stock.save(STOCK);
        await stock.up();
      }
    }));

  it('discards only on request, with undo', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      try {
        await readAndLose(page, stock, 'Screws');
        await page.getByRole('button', { name: 'Count', exact: true }).click();
        await page.getByText('1 change is not sent yet.').waitFor();
        await showUnsent(page);
        await unsent(page).getByRole('button', { name: 'Discard: Count: Screws' }).click();
        await unsent(page).getByText('Everything is sent.').waitFor();
        await page.getByRole('button', { name: 'Undo' }).click();
        await unsent(page).getByText('Count: Screws').waitFor();
        await unsent(page).getByRole('button', { name: 'Discard: Count: Screws' }).click();
        await unsent(page).getByText('Everything is sent.').waitFor();
        await stock.up();
        await lost(page).waitFor({ state: 'detached' });
      } finally {
        await stock.up();
      }
      assert.equal((await stock.item('Screws'))['state'], 'Stored');
    }));

  it('stores no write-only values', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      try {
        await readAndLose(page, stock, 'Screws');
        await page.goto(`${stock.url}/items/new`);
        await page.getByLabel('Title').fill('Vault');
        await page.getByLabel('Pin').fill('pin-9731');
        await page.getByRole('button', { name: 'Create' }).click();
        await page.getByText('The server isn’t responding.').waitFor();
        assert.equal(await page.getByLabel('Pin').inputValue(), 'pin-9731', 'what is typed stays');
        const { unsent: waiting = [], kept = [] } = await device(page);
        assert.deepEqual(waiting, []);
        assert.ok(!kept.join().includes('pin-9731'));
      } finally {
        await stock.up();
      }
    }));
});

describe('data stored on the device', () => {
  let stock: Stock;
  before(async () => {
    stock = await openStock();
  });
  after(() => stock.stop());

  it('is deleted on sign-out, after asking if something is unsent', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      try {
        await readAndLose(page, stock, 'Bolts');
        await page.goto(`${stock.url}/items/new`);
        await page.getByLabel('Title').fill('Lost');
        await page.getByRole('button', { name: 'Create' }).click();
        await page.getByText('1 change is not sent yet.').waitFor();
      } finally {
        // The server answers, and takes nothing.
        await page.route('**/api/items', (route) => route.abort('connectionreset'));
        await stock.up();
      }
      await lost(page).waitFor({ state: 'detached' });
      const signOut = async () => {
        await page.getByRole('button', { name: 'Ann' }).click();
        await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
      };
      await signOut();
      await page.getByText('1 change was not sent.').waitFor();
      assert.equal((await device(page))['unsent']?.length, 1);
      await page.getByRole('button', { name: 'Sign out and delete' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      assert.deepEqual(await device(page), { kept: [], own: [], unsent: [] });
      await stock.down();
      try {
        await page.reload();
        await page.getByText('The application could not be loaded.').waitFor();
      } finally {
        await stock.up();
      }
    }));

  it('belongs to the signed-in person only', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      await page.getByRole('link', { name: 'Safe', exact: true }).click();
      await isKept(page, 'kept', 'Safe');
      await stock.become(page, 'Ben');
      await page.goto(`${stock.url}/items`);
      await page.getByRole('link', { name: 'Bolts', exact: true }).waitFor();
      await isKept(page, 'own', '"Ben"');
      await isKept(page, 'kept', 'Bolts');
      const all = Object.values(await device(page))
        .flat()
        .join('\n');
      assert.ok(!all.includes('Safe'), 'what Ben may not read is gone');
      assert.ok(!all.includes('"title":"Ann"'));
      await stock.down();
      try {
        await page.reload();
        await lost(page).waitFor();
        await page.getByRole('link', { name: 'Bolts', exact: true }).waitFor();
        assert.equal(await page.getByText('Safe', { exact: true }).count(), 0);
      } finally {
        await stock.up();
      }
    }));

  it('is deleted when the session ends, roles change, or the document disables offline use', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      await page.getByRole('link', { name: 'Bolts', exact: true }).waitFor();
      await isKept(page, 'kept', 'Bolts');
      const views = (await device(page))['own']?.map((each) => each.split(' ')[1]);
      await stock.save(STOCK.replace('| Item: delete | yes | yes |', '| Item: delete | no | no |'));
      await page.getByRole('link', { name: 'Bolts', exact: true }).waitFor();
      await isKept(page, 'kept', 'Bolts');
      for (let tries = 0; ; tries++) {
        const { kept = [], own = [] } = await device(page);
        const [view] = own.map((each) => each.split(' ')[1]);
        if (view !== views?.[0] && kept.length > 0 && kept.every((each) => each.includes(view ?? ''))) break;
        assert.ok(tries < 200, `What was read under another document is still there: ${briefly(kept)}`);
        await page.waitForTimeout(50);
      }
      await stock.save(STOCK.replace('- Time zone', '- Offline: no\n- Time zone'));
      for (let tries = 0; ; tries++) {
        const { kept = [], own = [] } = await device(page);
        const workers = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
        if (kept.length + own.length + workers === 0) break;
        assert.ok(
          tries < 200,
          `It is still there although the document says no: ${workers} ${briefly([...own, ...kept])}`,
        );
        await page.waitForTimeout(50);
      }
      await stock.save(STOCK);
      await isKept(page, 'kept', 'Bolts');
      await stock.become(page, null);
      await page.goto(`${stock.url}/items`);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      for (let tries = 0; ; tries++) {
        const { kept = [], own = [] } = await device(page);
        if (kept.length + own.length === 0) break;
        assert.ok(tries < 200, 'It is still there although nobody is signed in.');
        await page.waitForTimeout(50);
      }
    }));

  it('no longer contains what the person may not read any more', () =>
    stock.withPerson('Ben', '/items', async (page) => {
      const bolts = await stock.item('Bolts');
      await page.getByRole('link', { name: 'Bolts', exact: true }).click();
      await page.getByRole('heading', { name: 'Bolts', exact: true }).waitFor();
      await isKept(page, 'kept', '"record","Item"', bolts.id);
      const ann = await stock.caller('Ann');
      await ann.patch(`/api/items/${bolts.id}`, { title: 'Safe' }, { 'if-match': bolts._.etag });
      await page.getByRole('heading', { name: 'Item', exact: true }).waitFor();
      for (let tries = 0; ; tries++) {
        const { kept = [] } = await device(page);
        if (!kept.some((each) => each.includes(bolts.id))) break;
        assert.ok(tries < 200, `It is still named: ${briefly(kept)}`);
        await page.waitForTimeout(50);
      }
    }));

  it('is not used in development, which deletes what production stored at the same address', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      await page.getByRole('link', { name: 'Nuts', exact: true }).waitFor();
      await isKept(page, 'kept', 'Nuts');
      await stock.down();
      const development = await startServer(STOCK, { now: Date.now(), assets: clientAssets(), read: diagnose });
      const serving = await serve({ fetch: development.fetch, port: Number(new URL(stock.url).port), tries: 0 });
      try {
        assert.equal((await fetch(`${stock.url}/_/service-worker.js`)).status, 404);
        await page.goto(`${stock.url}/items`);
        await page.getByRole('main').waitFor();
        for (let tries = 0; ; tries++) {
          const { kept = [], own = [] } = await device(page);
          const left = await page.evaluate(async () => [
            ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
            ...(await caches.keys()),
          ]);
          if (kept.length + own.length + left.length === 0) break;
          assert.ok(tries < 200, `It is still there: ${left.join()} ${briefly(kept)}`);
          await page.waitForTimeout(50);
        }
      } finally {
        await serving.stop(0);
        await development.stop();
        await stock.up();
      }
    }));
});

describe('the service worker', () => {
  let stock: Stock;
  before(async () => {
    stock = await openStock();
  });
  after(() => stock.stop());

  it('is served for the whole application, never cached, and may only request its own server', async () => {
    const answer = await fetch(`${stock.url}/_/service-worker.js`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /javascript/);
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
    assert.equal(answer.headers.get('service-worker-allowed'), '/');
    assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'; connect-src 'self'");
    const named = [...(await answer.text()).matchAll(/\/_\/assets\/[\w.-]+/g)].map(([path]) => path);
    assert.ok(named.length > 50);
    for (const path of named.filter((_, index) => index % 10 === 0))
      assert.equal((await fetch(`${stock.url}${path}`)).status, 200, path);
  });

  it('caches only the page and its files, and prefers the page of the server', () =>
    stock.withPerson('Ann', '/items', async (page) => {
      await isKept(page, 'kept', 'Bolts');
      await page.getByRole('link', { name: 'Bolts', exact: true }).click();
      await page.getByRole('heading', { name: 'Bolts', exact: true }).waitFor();
      const paths = await page.evaluate(async () => {
        const kept = await caches.open('ninefold files');
        return (await kept.keys()).map(({ url }) => new URL(url).pathname);
      });
      assert.ok(paths.includes('/'));
      assert.deepEqual(
        paths.filter((path) => path !== '/' && !path.startsWith('/_/assets/')),
        [],
      );
      const text = await page.evaluate(async () => (await caches.match('/'))?.text() ?? '');
      assert.ok(!text.includes('Ann') && !text.includes('Bolts'), 'no data');
      // A title that is another one by now.
      await stock.save(STOCK.replace('# Specification: Stock', '# Specification: Depot'));
      const answer = await page.goto(`${stock.url}/items`);
      assert.match((await answer?.text()) ?? '', /<title>Depot<\/title>/);
    }));
});
