import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPage } from '../support/browser/browser.ts';

test('each page starts with empty storage', async () => {
  const cookies = (page: Parameters<Parameters<typeof withPage>[0]>[0]) => page.context().cookies();
  await withPage(async (page) => {
    await page.context().addCookies([{ name: 'a', value: '1', url: 'http://127.0.0.1' }]);
    assert.equal((await cookies(page)).length, 1);
  });
  assert.deepEqual(await withPage(cookies), []);
});
