import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { idOf } from '../../src/model/types/place.ts';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';
import { keepBack } from '../support/browser/later-files.ts';
import { workshop } from '../support/documents/screens-workshop.ts';

/** Notes what moved in the page of what was already painted, as the browser sees it. */
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

describe('whoever presses meets what they saw: nothing moves as a screen fills,', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(workshop);
  });
  after(() => app.stop());

  /** Opens it with each file later than the one that was asked for before it, and waits until nothing more comes. */
  const fill = async (page: Page, path: string) => {
    await page.addInitScript(watchShifts);
    let asked = 0;
    let latest = Date.now();
    await page.route(/\.(js|css)$/, async (route) => {
      asked += 1;
      await setTimeout(asked * 20);
      latest = Date.now();
      await route.continue();
    });
    await page.goto(`${app.url}${path}`);
    await page.locator('main h1').waitFor();
    while (Date.now() - latest < 1000) await setTimeout(100);
    await page.unrouteAll({ behavior: 'wait' });
  };

  for (const path of [
    '/?filters=,',
    '/?filters=,&filter=title%20!%3D%20%22Lamp%22',
    '/figures',
    '/week',
    '/cards',
    '/desks',
    '/jobs/new',
  ])
    it(`at ${path}`, () =>
      withPerson(app, 'Ada', '/rules', async (page) => {
        await fill(page, path);
        assert.deepEqual(await shifts(page), []);
      }));

  it('and the rows of a list do not wait for its filters', () =>
    withPerson(app, 'Ada', '/rules', async (page) => {
      const { letGo } = await keepBack(page, ['src/client/screens/list-parts/saved-filters.tsx']);
      await page.goto(`${app.url}/?filters=,`);
      await page.getByRole('link', { name: 'Door' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Late' }).count(), 0);
      letGo();
      await page.getByRole('button', { name: 'Late' }).waitFor();
    }));

  it('at a list with others that were kept, from the second time on', () =>
    withPerson(app, 'Ada', '/rules', async (page) => {
      const ada = await app.server.as('Ada');
      const kept = await ada.post('/_/views', {
        screen: idOf('screen', '/cards'),
        name: 'All of them',
        state: { q: 'o' },
      });
      assert.equal(kept.status, 201);
      await page.goto(`${app.url}/cards`);
      await page.getByRole('link', { name: 'All of them' }).waitFor();
      await page.goto(`${app.url}/rules`);
      await fill(page, '/cards');
      await page.getByRole('link', { name: 'All of them' }).waitFor();
      assert.deepEqual(await shifts(page), []);
    }));
});
