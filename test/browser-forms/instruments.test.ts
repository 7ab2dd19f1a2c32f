import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { switchTo } from '../support/browser/claims-page.ts';

const document = readFileSync(new URL('../documents/instruments.md', import.meta.url), 'utf8');

/** A document with two machines and without owners, money or lines, written from NOTATION.md alone. */
describe('another document in the browser', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(document);
  });
  after(() => app.stop());

  it('moves a record through two state machines whose guards read each other', () =>
    withPerson(app, 'Vera', '/instruments/new', async (page) => {
      await page.getByRole('textbox', { name: 'Label' }).fill('New reflector');
      await page.getByRole('radio', { name: 'Telescope' }).check();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('A telescope has an aperture.').filter({ visible: true }).first().waitFor();
      // What refuses is the rule, not the field that it stands under.
      const failing = page.locator('.failure', { hasText: 'A telescope has an aperture.' });
      assert.match((await failing.first().getAttribute('data-element')) ?? '', /^rule\//);
      await page.getByRole('textbox', { name: 'Aperture' }).fill('400');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'New reflector' }).waitFor();

      await page.getByRole('button', { name: 'Mount', exact: true }).click();
      await page.getByText('Whereabouts: Dome').waitFor();
      await report(page, 'The mirror is dull');
      const repair = page.getByRole('button', { name: 'Repair', exact: true });
      assert.equal(await repair.getAttribute('aria-disabled'), 'true');
      await page.getByRole('button', { name: 'Bring down', exact: true }).click();
      await page.getByText('Whereabouts: Store').waitFor();
      await repair.click();
      await page.getByText('Condition: Working').waitFor();
      assert.deepEqual(await axeFindings(page), []);
    }));

  it('lets every signed-in person report a fault and nothing else, and says why', () =>
    withPerson(app, 'Vera', '/', async (page) => {
      await page.getByText('Old refractor').first().waitFor();
      assert.equal(await page.locator('.table-count').getAttribute('data-element'), 'entity/Instrument');
      await switchTo(page, 'Ole Lund');
      await page.getByText('Old refractor').first().click();
      await page.getByRole('heading', { level: 1, name: 'Old refractor' }).waitFor();
      await report(page, 'It squeaks');
      await page.getByText('It squeaks').first().waitFor();
      await page.goto(`${app.url}/workshop`);
      await page.getByText('You don’t have permission to do this.').filter({ visible: true }).first().waitFor();
    }));
});

async function report(page: Page, fault: string): Promise<void> {
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: /Fault/ }).fill(fault);
  await page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByText('Condition: Faulty').waitFor();
}
