import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Stock } from './stock.ts';

/** Everything that lies on the device, as text by shelf. */
export const device = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Record<string, string[]>>((resolve, reject) => {
        const shelves = ['kept', 'own', 'unsent'];
        const request = indexedDB.open('ninefold device');
        request.onerror = () => reject(request.error);
        // Nothing was ever kept here.
        request.onupgradeneeded = () => request.transaction?.abort();
        request.onsuccess = () => {
          const transaction = request.result.transaction(shelves);
          const found = shelves.map((shelf) => transaction.objectStore(shelf).getAll());
          transaction.oncomplete = () => {
            request.result.close();
            resolve(
              Object.fromEntries(
                shelves.map((shelf, index) => [
                  shelf,
                  (found[index]?.result ?? []).map(
                    (each) => `${each.key} ${each.view ?? ''} ${each.text ?? JSON.stringify(each)}`,
                  ),
                ]),
              ),
            );
          };
        };
      }),
  );

export const briefly = (texts: readonly string[]) => texts.map((each) => each.slice(0, 300)).join('\n');

/** Waits until the page is kept, and until what lies on a shelf says this. */
export async function isKept(page: Page, shelf: string, ...texts: readonly string[]): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (let tries = 0; ; tries++) {
    const found = (await device(page))[shelf] ?? [];
    if (texts.every((text) => found.some((each) => each.includes(text)))) return;
    if (tries > 200) assert.fail(`Nothing on the shelf “${shelf}” says ${texts.join(' and ')}: ${briefly(found)}`);
    await page.waitForTimeout(50);
  }
}

export const lost = (page: Page) => page.getByText(/^No connection\. You see the state of \d\d:\d\d\./);
export const unsent = (page: Page) => page.getByRole('dialog', { name: 'Not sent yet' });
export const showUnsent = async (page: Page) => {
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await unsent(page).waitFor();
};

/** Reads the list and the record of an item, then the server goes. */
export async function readAndLose(page: Page, stock: Stock, title: string): Promise<void> {
  await page.getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await isKept(page, 'kept', `"record","Item"`, `"page","Item"`, `"history","Item"`);
  await stock.down();
}

export async function setCount(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Count').fill(String(count));
  await page.getByRole('button', { name: 'Save' }).click();
}
