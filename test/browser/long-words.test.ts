import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';
import { LONG_PATHS, longWords } from '../support/browser/long-words.ts';

const phone = { width: 360, height: 740 };

describe('on a phone of 360 px, with a word of 44 letters in every text', () => {
  let app: Application;
  let records: readonly string[] = [];
  before(async () => {
    app = await openApplication(longWords);
    const ada = await app.server.as('Ada');
    const { body } = await ada.get<{ items: { id: string }[] }>('/api/jobs');
    records = body.items.map(({ id }) => `/jobs/${id}`);
  });
  after(() => app.stop());

  it('no screen is wider than the phone', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await page.setViewportSize(phone);
      const forms = records.slice(0, 1).map((path) => `${path}?edit`);
      for (const path of [...LONG_PATHS, ...records, ...forms]) {
        await page.goto(app.url + path);
        await page.getByRole('main').waitFor();
        await page.waitForLoadState('networkidle');
        await fits(page, path);
      }
    }));

  it('the form with errors, messages, dialogs, menus and the why panel are not wider either', () =>
    withPerson(app, 'Ada', '/new', async (page) => {
      await page.setViewportSize(phone);
      await page.getByRole('textbox', { name: /^Name/ }).fill('bad');
      await page.getByRole('button', { name: /^Add/ }).first().click();
      await page.keyboard.press('Control+Enter');
      await page.locator('.form [aria-invalid=true]').first().waitFor();
      await fits(page, 'errors');
      const [record = ''] = records;
      await page.goto(app.url + record);
      await page.locator('.record-actions button').first().click();
      await page.locator('.toast').first().waitFor();
      await fits(page, 'message');
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menu').waitFor();
      await fits(page, 'menu');
      await page.keyboard.press('Escape');
      await page.locator('.page-title').click({ modifiers: ['Alt'] });
      await page.locator('.why-line').waitFor();
      await fits(page, 'trace panel');
      await page.keyboard.press('Escape');
      await page.goto(app.url + (records[1] ?? ''));
      await page.getByRole('button', { name: /frage$/ }).click();
      await page.getByRole('dialog').waitFor();
      await fits(page, 'dialog');
    }));
});

/** Neither does the page scroll sideways, nor does anything begin or end outside of it, unless it scrolls in itself. */
async function fits(page: Page, what: string): Promise<void> {
  const outside = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isClipped = (element: Element): boolean => {
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const { overflowX, clipPath, clip } = getComputedStyle(at);
        if (overflowX !== 'visible' || clipPath !== 'none' || clip !== 'auto') return true;
      }
      return false;
    };
    const beyond = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width: own } = element.getBoundingClientRect();
      return own > 0 && (right > width + 1 || left < -1) && !isClipped(element);
    });
    const wide =
      document.documentElement.scrollWidth > width
        ? [`the page is ${document.documentElement.scrollWidth} px wide`]
        : [];
    return [...wide, ...beyond.slice(0, 5).map((element) => `${element.tagName} ${element.className}`)];
  });
  assert.deepEqual(outside, [], what);
}
