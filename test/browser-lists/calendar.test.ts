import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, openAs, withPerson } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';
import { leave } from '../support/documents/leave.ts';
import { exampleText } from '../support/http/server.ts';

const MARCH = '/?view=2026-03';
const bars = (page: Page, name: string | RegExp) => page.getByRole('grid').getByRole('link', { name });
const day = (page: Page, date: string) => page.locator(`[data-day="${date}"]`);

describe('a calendar with records that span days', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(leave());
  });
  after(() => app.stop());

  it('draws one bar per week, from the first to the last day', () =>
    withPerson(app, 'Ada', MARCH, async (page) => {
      await bars(page, 'Fair in Kiel').first().waitFor();
      await reaches(page, bars(page, 'Ski week'), '2026-03-09', '2026-03-13');
      await reaches(page, bars(page, 'Fair in Kiel').first(), '2026-03-11', '2026-03-15');
      await reaches(page, bars(page, 'Fair in Kiel').nth(1), '2026-03-16', '2026-03-17');
      // It began long before the month.
      await reaches(page, bars(page, 'Sabbatical').first(), '2026-02-23', '2026-03-01');
      assert.equal(await bars(page, 'Sabbatical').count(), 2);
      assert.match((await bars(page, 'Sabbatical').first().textContent()) ?? '', /12 Jan\s*–\s*4 Mar/);
      assert.match((await day(page, '2026-03-13').textContent()) ?? '', /13 Mar 2026, 3 entries.*Ski week.*Audit/s);
      assert.deepEqual(await axeFindings(page), []);
    }));

  it('shows hidden records on request, and a day opens the records that reach into it', () =>
    withPerson(app, 'Ada', MARCH, async (page) => {
      await bars(page, 'Ski week').waitFor();
      assert.equal(await bars(page, 'Dentist').count(), 0);
      await day(page, '2026-03-12').getByRole('button', { name: '2 more' }).click();
      await bars(page, 'Dentist').waitFor();
      await bars(page, 'Moving house').waitFor();
      await day(page, '2026-03-12').getByRole('button', { name: 'Fewer' }).click();
      await bars(page, 'Dentist').waitFor({ state: 'detached' });

      await day(page, '2026-03-17').focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Fair in Kiel'));
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => document.activeElement?.getAttribute('data-day') === '2026-03-17');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.tagName === 'A');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Fair in Kiel' }).waitFor();
    }));

  it('shows each period once on a phone', () =>
    withPage(
      async (page) => {
        await openAs(page, app, 'Ada', MARCH);
        const fair = page.getByRole('link', { name: /Fair in Kiel/ });
        await fair.waitFor();
        assert.match((await fair.textContent()) ?? '', /11\s*–\s*17 Mar/);
        assert.equal(await fair.count(), 1);
        assert.match((await page.getByRole('link', { name: /Sabbatical/ }).textContent()) ?? '', /12 Jan\s*–\s*4 Mar/);
        assert.deepEqual(await axeFindings(page), []);
      },
      { viewport: { width: 390, height: 800 } },
    ));
});

it('all controls of a calendar fit a phone', async () => {
  const app = await openApplication(exampleText('tasks.md'));
  try {
    await withPage(
      async (page) => {
        await openAs(page, app, 'Inês', '/calendar');
        await page.getByRole('heading', { level: 2 }).waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.equal(wide, 320);
        for (const button of await page.locator('.month-bar').getByRole('button').all()) {
          const { x, width } = await boxOf(button);
          assert.ok(x >= 0 && x + width <= 320, `${await button.getAttribute('aria-label')} ends at ${x + width}`);
        }
      },
      { viewport: { width: 320, height: 700 }, hasTouch: true },
    );
  } finally {
    await app.stop();
  }
});

it('a calendar is mirrored in right-to-left languages', async () => {
  const app = await openApplication(leave('ar'));
  try {
    await withPage(
      async (page) => {
        await openAs(page, app, 'Ada', MARCH);
        await bars(page, /Ski week/).waitFor();
        const [bar, first, last] = await Promise.all(
          [bars(page, /Ski week/), day(page, '2026-03-09'), day(page, '2026-03-13')].map(boxOf),
        );
        assert.ok(bar !== undefined && first !== undefined && last !== undefined && first.x > last.x);
        assert.ok(
          near(bar.x + bar.width, first.x + first.width) && near(bar.x, last.x),
          JSON.stringify([bar, first, last]),
        );
      },
      { locale: 'ar' },
    );
  } finally {
    await app.stop();
  }
});

/** The bar goes from inside one day to inside another, and not a pixel into the next. */
async function reaches(page: Page, bar: ReturnType<typeof bars>, from: string, last: string): Promise<void> {
  const [own, first, end] = await Promise.all([bar, day(page, from), day(page, last)].map(boxOf));
  assert.ok(own !== undefined && first !== undefined && end !== undefined);
  const told = `${JSON.stringify(own)} over ${JSON.stringify(first)} to ${JSON.stringify(end)}`;
  assert.ok(near(own.x, first.x) && near(own.x + own.width, end.x + end.width), told);
  assert.ok(own.x >= first.x - 1 && own.x + own.width <= end.x + end.width + 1, told);
}

const near = (one: number, other: number): boolean => Math.abs(one - other) <= 8;

async function boxOf(of: ReturnType<typeof bars>) {
  const box = await of.boundingBox();
  assert.ok(box !== null);
  return box;
}
