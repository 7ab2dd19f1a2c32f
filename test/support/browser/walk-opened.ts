import type { Locator, Page } from 'playwright-core';
import type { Model } from '../../../src/model/types/model.ts';

/** Shows what a page has, under a name for it. */
type Show = (what: string) => Promise<void>;

/**
 * Opens all that opens on a press: menus, panels beside a button, and the questions of events. `seen`: what was opened
 * before, on a page of the same kind; it is not opened again.
 */
export async function showOpened(
  page: Page,
  model: Model,
  { kind, what }: { readonly kind: string; readonly what: string },
  seen: Set<string>,
  show: Show,
): Promise<void> {
  const isNew = (name: string) => {
    const key = `${kind} ${name}`;
    const known = seen.has(key);
    seen.add(key);
    return !known;
  };
  const buttons = page.locator(
    'button[aria-haspopup]:not([aria-disabled="true"], [disabled], .table-row *, [data-card] *)',
  );
  for (const button of await buttons.all()) {
    if (!(await button.isVisible()) || !isNew(await nameOf(button))) continue;
    await opened(page, button, () => show(`${what}, opened`));
  }
  for (const { id, event, effects } of model.machines.flatMap(({ transitions }) => transitions)) {
    const asks = effects.some((effect) => effect.kind === 'ask');
    const button = page.locator(`.record-actions button[data-element="${id}"]:not([aria-disabled="true"])`);
    if (!asks || (await button.count()) === 0 || !isNew(id)) continue;
    await opened(page, button.first(), () => show(`${what}, asked for ${event}`));
  }
  const deletion = page.locator('[role="menuitem"][data-danger]:not([aria-disabled="true"])');
  const more = page.locator('.record-actions button[aria-haspopup="menu"]');
  if ((await more.count()) === 0 || !isNew('deletion')) return;
  await more.first().click();
  await page.getByRole('menu').waitFor();
  if ((await deletion.count()) > 0) await opened(page, deletion.first(), () => show(`${what}, about to be deleted`));
  else await closed(page);
}

const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

async function opened(page: Page, button: Locator, show: () => Promise<void>): Promise<void> {
  await button.click();
  await page.locator(OVER).first().waitFor();
  await show();
  await closed(page);
}

/** A panel in a panel closes first. */
async function closed(page: Page): Promise<void> {
  for (let left = 3; left > 0 && (await page.locator(OVER).count()) > 0; left -= 1) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(200);
  }
}

const nameOf = (button: Locator): Promise<string> =>
  button.evaluate((element) => element.getAttribute('aria-label') ?? element.className + element.textContent);
