import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';
import { workshop } from '../support/documents/screens-workshop.ts';

/** Records what the browser reports as a layout shift in `main`. */
function watchShifts(): void {
  interface Shift extends PerformanceEntry {
    readonly sources: readonly {
      readonly node: Node | null;
      readonly previousRect: DOMRect;
      readonly currentRect: DOMRect;
    }[];
  }
  const shifts: string[] = [];
  Object.assign(globalThis, { shifts });
  const place = ({ x, y, width, height }: DOMRect) => `${x} ${y}, ${width} × ${height}`;
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as Shift[])
      for (const { node, previousRect, currentRect } of sources)
        if (node?.parentElement?.closest('main'))
          shifts.push(`${node.nodeName} ${node.textContent}: ${place(previousRect)} → ${place(currentRect)}`);
  }).observe({ type: 'layout-shift', buffered: true });
}

const shifts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (globalThis as unknown as { shifts: readonly string[] }).shifts);

describe('layout shifts', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(workshop);
  });
  after(() => app.stop());

  it('a list with filters, a dashboard, a calendar and a form load without layout shifts', () =>
    withPerson(app, 'Ada', '/rules', async (page) => {
      await page.addInitScript(watchShifts);
      let count = 0;
      let latest = Date.now();
      // Each file comes later than the one before it.
      await page.route(/\.(js|css)$/, async (route) => {
        count += 1;
        await setTimeout(count * 20);
        latest = Date.now();
        await route.continue();
      });
      for (const path of ['/?filters=,', '/figures', '/week', '/jobs/new']) {
        count = 0;
        await page.goto(`${app.url}${path}`);
        await page.locator('main h1').waitFor();
        while (Date.now() - latest < 1000) await setTimeout(100);
        assert.deepEqual(await shifts(page), [], path);
      }
      await page.unrouteAll({ behavior: 'wait' });
    }));
});
