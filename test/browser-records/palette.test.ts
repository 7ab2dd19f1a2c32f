import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { now } from '../support/browser/claims-page.ts';
import { exampleText } from '../support/http/server.ts';

describe('the command palette', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('expense-claims.md'));
  });
  after(() => app.stop());

  it('finds a record, runs its actions, and gives the reason for refused ones', () =>
    withPerson(app, 'Miro', '/queue', async (page) => {
      const palette = await opened(page);
      assert.deepEqual(await axeFindings(page), []);
      await palette.getByRole('searchbox').fill('taxi');
      await palette.getByRole('menuitem', { name: 'Taxi Claim' }).waitFor();
      await chosenFirst(page);
      await page.getByRole('heading', { name: 'Taxi' }).waitFor();
      await palette.waitFor({ state: 'detached' });

      await opened(page);
      const edit = palette.getByRole('menuitem', { name: /^Edit/ });
      assert.equal(await edit.getAttribute('aria-disabled'), 'true');
      assert.match(await edit.innerText(), /You don’t have permission to do this\. Ask somebody else to do it\./);
      await edit.click({ force: true });
      // Only the owner submits, in whatever state the claim is.
      assert.equal(await palette.getByRole('menuitem', { name: /^Submit/ }).count(), 0);
      await palette.getByRole('searchbox').fill('app');
      // What the record offers stands before the places to go to.
      assert.match((await palette.getByRole('menuitem').first().innerText()).trim(), /^Approve$/);
      await chosenFirst(page);
      await now(page, 'Approve');
      await page.locator('.record-state', { hasText: 'Approved' }).waitFor();
    }));

  it('scrolls with the keyboard if it is longer than the window', () =>
    withPerson(app, 'Miro', '/queue', async (page) => {
      await page.setViewportSize({ width: 900, height: 320 });
      const palette = await opened(page);
      const list = palette.locator('.palette-list');
      assert.ok(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 20));
      assert.deepEqual(await axeFindings(page), []);
      // What is marked by the arrows is in sight.
      await page.keyboard.press('ArrowUp');
      await palette.getByRole('menuitem').last().and(page.locator('[data-focused]')).waitFor();
      // The list follows what is marked a frame later.
      const isInSight = () => {
        const box = document.querySelector('.palette-list');
        const [at, of] = [box?.querySelector('[data-focused]'), box].map((each) => each?.getBoundingClientRect());
        return at !== undefined && of !== undefined && at.top >= of.top - 1 && at.bottom <= of.bottom + 1;
      };
      await page.waitForFunction(isInSight);
      await page.keyboard.press('ArrowDown');
      await palette.getByRole('menuitem').first().and(page.locator('[data-focused]')).waitFor();
      await page.waitForFunction(isInSight);
      // Tab leads there; whoever types on is back where one types.
      await page.keyboard.press('Tab');
      await list.and(page.locator(':focus')).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.type('taxi');
      await palette.getByRole('menuitem', { name: 'Taxi Claim' }).waitFor();
      assert.equal(await palette.getByRole('searchbox').inputValue(), 'taxi');
    }));

  it('runs the command for the typed text, however fast, and not the previously focused one', () =>
    withPerson(app, 'Miro', '/queue', async (page) => {
      const palette = await opened(page);
      const slow = await page.context().newCDPSession(page);
      await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      await palette.getByRole('searchbox').fill('in');
      await page.locator('.palette-list [data-focused]').waitFor();
      // One burst: nothing is waited for between the keys.
      await page.keyboard.press('Control+a');
      await page.keyboard.type('new cl');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/claims/new');
      await palette.waitFor({ state: 'detached' });
      // A record, which the server has to be asked for, is gone to once it is found.
      await opened(page);
      await page.keyboard.type('keybo');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Keyboard' }).waitFor();
      // What was chosen by hand is what is meant.
      await opened(page);
      await page.keyboard.type('claim');
      const second = page.locator('.palette-list [role=menuitem]').nth(1);
      // The list of before may still be drawn, in which an arrow means another.
      const first = page.locator('.palette-list [role=menuitem]').first().filter({ hasText: 'New claim' });
      await first.and(page.locator('[data-focused]')).waitFor();
      await page.keyboard.press('ArrowDown');
      await second.and(page.locator('[data-focused]')).waitFor();
      const name = (await second.locator('.menu-label').innerText()).trim();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }));

  it('lists exactly the screens of the person', () =>
    withPerson(app, 'Ana', '/', async (page) => {
      const palette = await opened(page);
      const names = await palette.getByRole('menuitem').allInnerTexts();
      assert.ok(names.includes('New claim') && names.includes('My claims') && names.includes('About'));
      assert.ok(!names.includes('To approve'));
      await palette.getByRole('searchbox').fill('nothing like it');
      await palette.getByText('No results for “nothing like it”').waitFor();
      await palette.getByRole('searchbox').fill('new cl');
      await chosenFirst(page);
      await page.waitForURL('**/claims/new');
    }));

  it('offers all actions of the active row, with reasons for refused ones', () =>
    withPerson(app, 'Ana', '/', async (page) => {
      await page.getByRole('link', { name: 'Train to Hamburg', exact: true }).waitFor();
      const to = await page.getByRole('link', { name: 'Train to Hamburg', exact: true }).getAttribute('href');
      await page.goto(new URL(to ?? '', page.url()).href);
      await page.getByRole('heading', { level: 1, name: 'Train to Hamburg' }).waitFor();
      const there = await offeredFor(page, 'Train to Hamburg');
      await page.goBack();
      await page.getByRole('row', { name: /Train to Hamburg/ }).waitFor();
      for (let row = 0; row < 20 && !(await isAtRow(page, 'Train to Hamburg')); row++) await page.keyboard.press('j');
      assert.ok(await isAtRow(page, 'Train to Hamburg'));
      const here = await offeredFor(page, 'Train to Hamburg');
      assert.deepEqual(here, there);
      assert.ok(here.some((offer) => /^Reopen\n.*draft/s.test(offer)) && here.includes('Duplicate'), here.join('|'));
      const palette = await opened(page);
      await palette.getByRole('searchbox').fill('edit');
      await chosenFirst(page);
      await page.getByRole('heading', { level: 1, name: 'Train to Hamburg' }).waitFor();
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      assert.equal(new URL(page.url()).pathname, to);
    }));

  it('runs bulk actions on the selected rows and restores the focus', () =>
    withPerson(app, 'Miro', '/queue', async (page) => {
      await page.getByRole('checkbox', { name: 'Select Keyboard' }).press('Space');
      await page.getByRole('button', { name: 'Search and commands' }).click();
      const palette = page.getByRole('dialog', { name: 'Search and commands' });
      await palette.getByRole('menuitem', { name: 'Approve', exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await palette.waitFor({ state: 'detached' });
      await page.locator('.palette-opener:focus').waitFor();
    }));
});

const isAtRow = (page: Page, title: string): Promise<boolean> =>
  page.evaluate(
    (words) => document.querySelector('.table-row[data-active]')?.textContent?.includes(words) === true,
    title,
  );

/** What is offered by name for a record, each with the reason against it. */
async function offeredFor(page: Page, title: string): Promise<string[]> {
  const palette = await opened(page);
  const group = palette.getByRole('group', { name: title });
  await group.getByRole('menuitem', { name: 'Delete' }).waitFor();
  const found = await group.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  return found.map((text) => text.trim());
}

async function opened(page: Page) {
  // What is drawn last is there: whoever listens for keys does by now.
  await page.locator('main h1').first().waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('searchbox').waitFor();
  return palette;
}

/** What fits best has the focus by itself, whatever had it before: Enter does it. */
async function chosenFirst(page: Page): Promise<void> {
  const first = page.locator('.palette-list [role=menuitem]').first();
  await first.and(page.locator('[data-focused]')).waitFor();
  await page.keyboard.press('Enter');
}
