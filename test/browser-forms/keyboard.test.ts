import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { WirePage } from '../../src/engine/core/wire-format.ts';
import { type Application, openApplication, openAs, withPerson } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';
import { daysAgo } from '../support/browser/claims-page.ts';
import { exampleText } from '../support/http/server.ts';

/** More stops than any of these screens has: whoever needs more walks in a circle. */
const MOST_STOPS = 150;

/** Where the focus is, as somebody who looks finds it. */
interface Stop {
  readonly what: string;
  /** What is wrong with it; empty: it is seen, shown and uncovered. */
  readonly wrong: string;
}

/** The stop at which the focus is; null: it left the page. */
function stopAt(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
    const marks = (globalThis as unknown as { stops?: Map<Element, number> }).stops ?? new Map<Element, number>();
    (globalThis as unknown as { stops?: Map<Element, number> }).stops = marks;
    const number = marks.get(element) ?? marks.size;
    marks.set(element, number);
    const what = `${number} ${element.tagName.toLowerCase()} ${element.getAttribute('role') ?? ''} “${name}”`;
    const box = element.getBoundingClientRect();
    const isInside =
      box.bottom > 0 && box.right > 0 && box.top < window.innerHeight && box.left < window.innerWidth && box.width > 0;
    if (!isInside) return { what, wrong: 'it is outside of what is seen' };
    const within = (low: number, high: number, most: number) => (Math.max(low, 0) + Math.min(high, most)) / 2;
    const [x, y] = [within(box.left, box.right, window.innerWidth), within(box.top, box.bottom, window.innerHeight)];
    const top = document.elementFromPoint(x, y);
    const isCovered = top !== null && !element.contains(top) && !top.contains(element) && top.closest('label') === null;
    if (isCovered) return { what, wrong: `it is covered by ${top.tagName} ${top.className}` };
    // The mark of the focus may stand on what is around an input.
    const isMarked = (each: Element | null, left: number): boolean => {
      if (each === null || left === 0) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      const drawn = getComputedStyle(each, '::after');
      const isDrawn = drawn.content !== 'none' && Number.parseFloat(drawn.borderTopWidth) >= 1;
      const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
      return isOutlined || isDrawn || isMarked(each.parentElement, left - 1);
    };
    return { what, wrong: isMarked(element, 4) ? '' : 'nothing shows that it has the focus' };
  });
}

async function further(page: Page, key: string): Promise<Stop | null> {
  await page.keyboard.press(key);
  return settledStopAt(page);
}

/** The same once what was open before it has closed and what appears has come. */
async function settledStopAt(page: Page): Promise<Stop | null> {
  for (let left = 40; ; left--) {
    const stop = await stopAt(page);
    if (stop === null || stop.wrong === '' || left === 0) return stop;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 25))));
  }
}

/** Tab by Tab through the page until the focus leaves it. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  for (let left = MOST_STOPS; left > 0; left--) {
    await page.keyboard.press(key);
    // Between the two ends of a page lies the browser itself.
    const stop = (await settledStopAt(page)) ?? (stops.length > 0 ? null : await further(page, key));
    if (stop === null || (stops.length > 0 && stop.what === stops[0]?.what)) return stops;
    stops.push(stop);
  }
  assert.fail(
    `The focus does not leave the page: ${stops
      .slice(-6)
      .map(({ what }) => what)
      .join(', ')}`,
  );
}

/** Until nothing more comes: what is drawn once somebody is at work on the page takes the place of what stood in for it. */
async function whole(page: Page): Promise<void> {
  let before = '';
  for (let same = 0; same < 5; await page.waitForTimeout(200)) {
    const now = await page.evaluate(() =>
      [performance.getEntriesByType('resource').length, document.querySelectorAll('main *').length].join(' '),
    );
    same = now === before ? same + 1 : 0;
    before = now;
  }
}

/** Tab by Tab to the one of this role and name, which nothing but keys may reach. */
async function tabTo(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string | RegExp,
  inside: Page | Locator = page,
): Promise<void> {
  const wanted = inside.getByRole(role, { name, exact: typeof name === 'string' }).first();
  await wanted.waitFor();
  for (let left = MOST_STOPS; left > 0; left--) {
    if (
      await wanted.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))
    )
      return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not lead to ${role} ${name}.`);
}

describe('by the keyboard alone', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('expense-claims.md'));
  });
  after(() => app.stop());

  const WALKS = [
    ['Ana', ['/', '/claims/new', 'Train to Hamburg', '/-/inbox']],
    ['Miro', ['/queue', '/spending']],
    ['Tom', ['/people', '/people/new']],
  ] as const;
  for (const [person, paths] of WALKS) {
    it(`Tab reaches every control of each screen of ${person}, leaves it again and shows the focus`, () =>
      withPage(async (page) => {
        page.setDefaultTimeout(30_000);
        await openAs(page, app, person);
        const { body } = await (await app.server.as(person)).get<WirePage>('/api/claims');
        for (const path of paths) {
          const record = body?.items?.find((each) => each['title'] === path);
          await page.goto(app.url + (record === undefined ? path : `/claims/${record.id}`));
          await page.getByRole('heading', { level: 1 }).first().waitFor();
          await page.waitForLoadState('networkidle').catch(() => undefined);
          // A form begins in its first field, once more where all of it came late: only after the end all of it is walked.
          await walk(page, 'Tab');
          await whole(page);
          await walk(page, 'Tab');
          const back = await walk(page, 'Shift+Tab');
          const forth = await walk(page, 'Tab');
          assert.ok(forth.length > 3, `${path}: ${forth.length} stops`);
          assert.deepEqual(
            forth.filter(({ wrong }) => wrong !== ''),
            [],
            path,
          );
          const names = new Set(forth.map(({ what }) => what));
          assert.equal(names.size, forth.length, `${path}: the same stop comes twice`);
          assert.equal(back.length, forth.length, `${path}: another way back`);
        }
      }));
  }

  it('a claim is created with errors at its fields, submitted, and rejected with a reason', async () => {
    const at = await withPerson(app, 'Ana', '/', async (page) => {
      await tabTo(page, 'link', /New claim/);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'New claim' }).waitFor();
      await tabTo(page, 'textbox', /^Title/);
      await page.keyboard.type('Ferry to Oslo');
      await tabTo(page, 'button', 'Create');
      await page.keyboard.press('Enter');
      // What is missing is said at its field, and the focus is led there.
      await page.waitForFunction(
        () => document.activeElement?.closest('[data-invalid], :has([aria-invalid="true"])') != null,
      );
      await tabTo(page, 'radio', /.*/);
      await page.keyboard.press('Space');
      await tabTo(page, 'textbox', /^Spent on/);
      const [year, month, day] = daysAgo(2).split('-');
      await page.keyboard.type(`${day}/${month}/${year}`);
      await tabTo(page, 'button', 'Add line');
      await page.keyboard.press('Enter');
      await tabTo(page, 'textbox', /^What, line 1/);
      await page.keyboard.type('Ticket');
      await tabTo(page, 'textbox', /^Amount, line 1/);
      await page.keyboard.type('19.40');
      await tabTo(page, 'button', 'Create');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Ferry to Oslo' }).waitFor();
      await tabTo(page, 'button', 'Submit');
      await page.keyboard.press('Enter');
      await page.getByText('Status: Submitted').waitFor();
      return new URL(page.url()).pathname;
    });
    await withPerson(app, 'Miro', at, async (page) => {
      await tabTo(page, 'button', 'Reject');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await tabTo(page, 'button', 'Cancel', dialog);
      assert.ok(
        await dialog.evaluate((element) => element.contains(document.activeElement)),
        'the dialog keeps the focus',
      );
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      // Back where it was opened from.
      const reject = page.getByRole('button', { name: 'Reject', exact: true });
      await reject.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      await tabTo(page, 'textbox', /Refusal/, dialog);
      await page.keyboard.type('There is a bridge');
      await tabTo(page, 'button', 'Reject', dialog);
      await page.keyboard.press('Enter');
      await page.getByText('Status: Rejected').waitFor();
    });
  });
});
