import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';
import { exampleText } from '../support/http/server.ts';

/** What React drew since the page was opened, as it tells the browser's tools: parts the first time, and parts once more. */
function countDrawn(): void {
  interface Fiber {
    readonly tag: number;
    readonly flags: number;
    readonly alternate: Fiber | null;
    readonly child: Fiber | null;
    readonly sibling: Fiber | null;
  }
  const drawn = { first: 0, again: 0, last: 0 };
  const FUNCTIONS = [0, 11, 15];
  const PERFORMED_WORK = 1;
  const count = (fiber: Fiber | null, isNew: boolean): void => {
    for (let each = fiber; each !== null; each = each.sibling) {
      const before = isNew ? null : each.alternate;
      if (FUNCTIONS.includes(each.tag) && (each.flags & PERFORMED_WORK) !== 0)
        drawn[before === null ? 'first' : 'again'] += 1;
      // What was passed over has the children that it had.
      if (before === null || before.child !== each.child) count(each.child, before === null);
    }
  };
  Object.assign(globalThis, {
    drawn,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      isDisabled: false,
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberRoot: (_id: number, { current }: { readonly current: Fiber }) => {
        drawn.last = Date.now();
        count(current.child, current.alternate === null || current.alternate.child === null);
      },
    },
  });
}

interface Drawn {
  readonly first: number;
  readonly again: number;
  /** When anything was drawn last, in UTC milliseconds. */
  readonly last: number;
}

const drawn = (page: Page) => page.evaluate(() => (globalThis as unknown as { drawn: Drawn }).drawn);

describe('unaffected components do not re-render:', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('expense-claims.md'));
  });
  after(() => app.stop());

  const SIZES = [
    { width: 1280, height: 800 },
    { width: 390, height: 800 },
  ];
  for (const size of SIZES)
    it(`a list and a record, ${size.width} wide`, () =>
      withPerson(app, 'Ana', '/-/about', async (page) => {
        /** All that is drawn of a page that nobody touches, until nothing more has come for a second. */
        const opened = async (path: string) => {
          await page.goto(`${app.url}${path}`);
          await page.locator('main h1').waitFor();
          while (Date.now() - (await drawn(page)).last < 1000) await setTimeout(100);
          return drawn(page);
        };
        await page.addInitScript(countDrawn);
        await page.setViewportSize(size);
        const list = await opened('/');
        const path = await page
          .locator('main a[href^="/claims/"]:not([href="/claims/new"])')
          .first()
          .getAttribute('href');
        const record = await opened(path ?? '');
        for (const [name, { first, again }] of Object.entries({ list, record })) {
          assert.ok(first > 100, `${name}: ${first} drawn`);
          assert.ok(again < first / 2, `${name}: ${first} drawn, ${again} once more`);
        }
      }));
});
