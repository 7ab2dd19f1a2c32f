import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, openAs } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';
import { exampleText } from '../support/http/server.ts';

const repairs = readFileSync(new URL('../documents/repairs.md', import.meta.url), 'utf8');

/** The words of a page that are looked for, and in which direction they stand. */
const LANGUAGES = [
  {
    tag: 'ar',
    name: 'العربية',
    direction: 'rtl',
    heading: {
      list: 'كل الإصلاحات',
      board: 'على طاولة العمل',
      dates: 'مواعيد التسليم',
      figures: 'أرقام',
      form: 'استلام دراجة',
    },
    required: 'العنوان مطلوب.',
    days: ['ن', 'ث', 'ر', 'خ', 'ج', 'س', 'ح'],
    create: 'إنشاء',
    palette: 'ابحث عن سجل أو اكتب أمرًا',
    remove: { more: 'المزيد', item: 'حذف', cancel: 'إلغاء' },
  },
  {
    tag: 'de',
    name: 'Deutsch',
    direction: 'ltr',
    heading: {
      list: 'Alle Reparaturen',
      board: 'An der Werkbank',
      dates: 'Abgabetermine',
      figures: 'Zahlen',
      form: 'Fahrrad annehmen',
    },
    required: 'Bezeichnung fehlt.',
    days: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'],
    create: 'Anlegen',
    palette: 'Einträge suchen oder Befehl eingeben',
    remove: { more: 'Mehr', item: 'Löschen', cancel: 'Abbrechen' },
  },
] as const;

const PHONE = { width: 390, height: 800 };
const DESK = { width: 1280, height: 1200 };

describe('in another language', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(repairs);
  });
  after(() => app.stop());

  for (const { tag, name, direction, heading, required, days, create, palette, remove } of LANGUAGES) {
    it(`${tag}: can be chosen, and is used on every screen, on desktop and phone`, () =>
      withPage(
        async (page) => {
          page.setDefaultTimeout(60_000);
          await openAs(page, app, 'Rami Saad');
          await page.getByRole('button', { name: 'Appearance' }).click();
          await page.getByRole('menuitemradio', { name }).or(page.getByRole('menuitem', { name })).click();
          await standsAt(page, heading.list);
          assert.deepEqual(await root(page), { lang: tag, dir: direction });
          for (const [size, path, title] of [
            [DESK, '/bench', heading.board],
            [DESK, '/due', heading.dates],
            [PHONE, '/figures', heading.figures],
            [PHONE, '/', heading.list],
          ] as const) {
            await page.setViewportSize(size);
            await page.goto(app.url + path);
            await standsAt(page, title);
            await isWhole(page, path);
          }
          await page.goto(`${app.url}/repairs/new`);
          await standsAt(page, heading.form);
          await page.getByRole('button', { name: create, exact: true }).click();
          await page.getByText(required).first().waitFor();
          await isWhole(page, 'a form with failures');
          await page.locator('.date-picker button').last().click();
          await page.locator('.calendar-grid th').first().waitFor();
          assert.deepEqual(await page.locator('.calendar-grid th').allTextContents(), days);
          await isWhole(page, 'a calendar');
          await page.keyboard.press('Escape');
          await page.setViewportSize(DESK);
          await page.goto(app.url);
          await page.getByRole('link', { name: 'Blue city bike' }).click();
          await standsAt(page, 'Blue city bike');
          await isWhole(page, 'a record');
          await page.getByRole('button', { name: remove.more, exact: true }).click();
          await page.getByRole('menuitem', { name: remove.item }).click();
          const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
          await dialog.getByRole('button', { name: remove.cancel }).waitFor();
          await isWhole(page, 'a dialog');
          await page.keyboard.press('Escape');
          await dialog.waitFor({ state: 'detached' });
          await page.keyboard.press('Control+k');
          await page.getByPlaceholder(palette).fill(heading.figures);
          await page
            .getByRole('option', { name: heading.figures })
            .or(page.getByRole('menuitem', { name: heading.figures }))
            .waitFor();
          await isWhole(page, 'the palette');
        },
        { colorScheme: tag === 'ar' ? 'dark' : 'light', viewport: DESK },
      ));
  }

  it('arrow keys follow their direction, also in right-to-left languages', () =>
    withPage(async (page) => {
      page.setDefaultTimeout(60_000);
      await page.addInitScript(() => localStorage.setItem('ninefold language', 'ar'));
      await openAs(page, app, 'Rami Saad', '/bench');
      await page.getByRole('link', { name: 'Blue city bike' }).focus();
      // The next column stands to the left.
      await page.keyboard.press('ArrowLeft');
      await page.waitForFunction(() => document.activeElement?.textContent?.includes('Racing bike') === true);
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction(() =>
        ['Cargo bike', 'Blue city bike'].includes(document.activeElement?.textContent ?? ''),
      );

      await page.goto(`${app.url}/due`);
      const onDay = (day: string) =>
        page.waitForFunction((wanted) => document.activeElement?.getAttribute('data-day') === wanted, day);
      const today = await page.locator('[aria-current="date"]').getAttribute('data-day');
      assert.ok(today);
      assert.equal(today, new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format());
      // From whichever day has the focus: first from one that keys would not have moved from, then through today.
      await page.locator(`[data-day="${today.slice(0, 8)}10"]`).focus();
      await page.keyboard.press('ArrowLeft');
      await onDay(`${today.slice(0, 8)}11`);
      await page.locator(`[data-day="${today}"]`).focus();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowRight');
      await onDay(today);
    }));

  it('words of another language keep their direction in right-to-left text', async () => {
    const tasks = await openApplication(exampleText('tasks.md'));
    try {
      await withPage(async (page) => {
        await page.addInitScript(() => localStorage.setItem('ninefold language', 'ar'));
        // How far the last letter of a text stands to the right of the one before it.
        const stepTo = (where: Locator) =>
          where.evaluate((element) => {
            const text = element.firstChild;
            const { length } = text?.textContent ?? '';
            const rightOf = (index: number) => {
              const range = document.createRange();
              range.setStart(element.firstChild ?? element, index);
              range.setEnd(element.firstChild ?? element, index + 1);
              return range.getBoundingClientRect().right;
            };
            return rightOf(length - 1) - rightOf(length - 2);
          });
        await openAs(page, tasks, 'Inês', '/overview');
        const figure = page.locator('.tile-number', { hasText: /\sh$/ }).first();
        assert.match((await figure.textContent()) ?? '', /^[\d.]+\sh$/);
        assert.ok((await stepTo(figure)) > 0);
        await page.goto(`${tasks.url}/-/about`);
        assert.ok((await stepTo(page.locator('.about-purpose p'))) > 0);
        await page.goto(`${tasks.url}/board`);
        assert.ok((await stepTo(page.locator('.page-help'))) > 0);
        // What leads to the form is called alike wherever it stands.
        await page.getByRole('link', { name: 'New job' }).waitFor();
      });
    } finally {
      await tasks.stop();
    }
  });

  it('the browser’s language is used before the first render if nobody chose one and the document states none', async () => {
    const unstated = await openApplication(repairs.replace('- Language: en\n', ''));
    try {
      await withPage(
        async (page) => {
          page.setDefaultTimeout(60_000);
          // Whatever was ever on the page is remembered, from the first element on.
          await page.addInitScript(() => {
            const seen = new Set<string>();
            Object.assign(globalThis, { seen });
            new MutationObserver(() => {
              for (const line of (document.body?.innerText ?? '').split('\n')) seen.add(line.trim());
            }).observe(document, { childList: true, subtree: true, characterData: true });
          });
          await page.goto(unstated.url);
          await page.getByRole('heading', { name: 'Wer bin ich?' }).waitFor();
          assert.deepEqual(await root(page), { lang: 'de', dir: 'ltr' });
          const seen = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
          assert.ok(seen.includes('Wer bin ich?'));
          assert.deepEqual(
            seen.filter((line) => ['Who am I?', 'Loading …', 'Bicycle repairs'].includes(line)),
            [],
          );
        },
        { locale: 'de-AT' },
      );
    } finally {
      await unstated.stop();
    }
  });
});

async function standsAt(page: Page, title: string | null): Promise<void> {
  const headings = page.getByRole('heading', { level: 1 });
  await (title === null ? headings : page.getByRole('heading', { level: 1, name: title })).first().waitFor();
}

const root = (page: Page) =>
  page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }));

/** Nothing that axe finds, and nothing beside the page. */
async function isWhole(page: Page, where: string): Promise<void> {
  assert.deepEqual(await axeFindings(page), [], where);
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(beside <= 0, `${where} is ${beside} px wider than the window`);
}
