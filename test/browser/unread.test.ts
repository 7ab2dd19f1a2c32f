import assert from 'node:assert/strict';
import { it } from 'node:test';
import { axeFindings, openApplication } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';

const GARDEN = `# Specification: Garden shares

## 2. Screens and routes

- Beds at \`/beds\`
  - for members

## 3. Entities and their fields

### Bed

- code: text, title

## 6. Roles and permissions

- Members: may read
  - all beds
`;

it('a document without usable screens opens with the list of what was not read', async (t) => {
  const app = await openApplication(GARDEN);
  t.after(() => app.stop());
  assert.deepEqual(app.server.runtime.status().unread, { lines: 4, comesFirst: true });
  await withPage(async (page) => {
    await page.goto(app.url);
    const list = page.getByRole('region', { name: 'Not read' });
    await list.waitFor();
    await list.getByText('line 5').waitFor();
    await list.getByText(/A screen is a row of a table with the columns Route, Screen/).waitFor();
    await list.getByRole('link', { name: '6. Roles and permissions' }).waitFor();
    for (const [name, colorScheme, width] of [
      ['light', 'light', 1280],
      ['dark', 'dark', 1280],
      ['phone', 'light', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
      if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
    }
    await page.getByText('not read', { exact: true }).first().waitFor();
    assert.deepEqual(await axeFindings(page), []);
  });
});
