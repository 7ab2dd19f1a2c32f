import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { depotOrders } from '../support/documents/depot-orders.ts';

const csv = (text: string) => ({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

describe('lists as files', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(depotOrders);
  });
  after(() => app.stop());

  it('the export contains the current list and is named after it', () =>
    withPerson(app, 'Cleo', '/?sort=-number', async (page) => {
      await page.getByRole('button', { name: 'Export and import' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
      ]);
      assert.equal(download.suggestedFilename(), 'Orders.csv');
      const rows = readFileSync(await download.path(), 'utf8').split('\r\n');
      assert.equal(rows[0], '\ufeffNumber,Customer,Kind,Total');
      assert.deepEqual(
        rows.slice(1).map((row) => row.split(',')[0]),
        ['A-2', 'A-1', ''],
      );
    }));

  it('the import dialog names the required fields that no column provides', async () => {
    const strict = depotOrders
      .replace('| total | money(EUR) | no |', '| total | money(EUR) | yes |')
      .replace('| A-3 | | Rush | |', '| A-3 | | Rush | 1.00 EUR |');
    const other = await openApplication(strict);
    const offered = async (person: string, path: string) =>
      withPerson(other, person, path, async (page) => {
        await page.getByRole('button', { name: 'Export and import' }).click();
        const items = page.getByRole('menuitem', { name: 'Export' });
        await items.nth(1).waitFor();
        await clean(page);
        return items.allInnerTexts();
      });
    try {
      assert.deepEqual(await offered('Cleo', '/open'), [
        'Export as CSV\nRows and columns as the list shows them; an import also needs: Total',
        'Export all fields\nThe same rows, with every field you can see and all that an import needs',
      ]);
      assert.deepEqual(await offered('Cleo', '/'), [
        'Export as CSV\nRows and columns as the list shows them',
        'Export all fields\nThe same rows, with every field you can see',
      ]);
    } finally {
      await other.stop();
    }
  });

  it('are not offered if the document disables export and import', () =>
    withPerson(app, 'Cleo', '/sealed', async (page) => {
      await page.getByText('A-1').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Export and import' }).count(), 0);
    }));

  it('import by keyboard: map columns, see the failures of each row, write the valid rows', () =>
    withPerson(app, 'Cleo', '/', async (page) => {
      await page.getByRole('button', { name: 'Export and import' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Import from CSV' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Import orders' });
      await dialog.getByRole('button', { name: 'Choose a file' }).waitFor();
      await clean(page);
      const file = dialog.locator('input[type=file]');
      await file.setInputFiles(csv('"Number'));
      assert.match(await dialog.getByRole('alert').innerText(), /the quote that opens a cell is not closed/);
      await file.setInputFiles(csv('No,Kind,Total\nC-1,Rush,5\nA-1,Rush,many\n'));
      await dialog.getByText('Required fields without a column: Number.').waitFor();
      await clean(page);
      const number = dialog.getByRole('button', { name: 'Field for “No”' });
      await number.press('Enter');
      await page.getByRole('option', { name: 'Number' }).press('Enter');
      await dialog.getByRole('button', { name: 'Check the rows' }).press('Enter');
      const problems = dialog.getByRole('region', { name: 'Rows that can’t be imported' });
      await problems.waitFor();
      // A step that is new has the focus.
      await dialog.locator('.import[data-step=rows]:focus').waitFor();
      assert.match(await problems.innerText(), /Row 2, line 3.*Total.*Enter an amount in EUR.*No.*already taken/s);
      await clean(page);
      await dialog.getByRole('button', { name: 'Import the valid row' }).press('Enter');
      await page.getByRole('grid').getByText('C-1').waitFor();
      await page.getByText('1 row not imported.').waitFor();
      assert.equal(await dialog.count(), 0);
    }));

  it('refused rows can be downloaded with their reasons, corrected and imported again', () =>
    withPerson(app, 'Cleo', '/', async (page) => {
      const saved = async (press: () => Promise<void>) => {
        const [download] = await Promise.all([page.waitForEvent('download'), press()]);
        return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')] as const;
      };
      await page.getByRole('button', { name: 'Export and import' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Import from CSV' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Import orders' });
      const file = dialog.locator('input[type=file]');
      await file.setInputFiles(csv('Number;Kind;Total\r\nD-1;Rush;1.005,50\r\nA-1;Rush;1,234\r\n'));
      await dialog.getByRole('button', { name: 'Check the rows' }).press('Enter');
      const save = dialog.getByRole('button', { name: 'Save these rows with the reasons' });
      const [name, text] = await saved(() => save.press('Enter'));
      assert.equal(name, 'orders-refused.csv');
      // Euros have no third digit behind the point, so “1,234” is read as thousands and only the number is wrong.
      assert.match(
        text,
        /^\ufeffReason \(not imported\);Number;Kind;Total\r\n"?Number: This number is already taken\./,
      );
      assert.match(text, /;A-1;Rush;"1,234"\r\n$/);
      await clean(page);
      // They are had as well once the others are written.
      await dialog.getByRole('button', { name: 'Import the valid row' }).press('Enter');
      const again = await saved(() => page.getByRole('button', { name: 'Save them' }).press('Enter'));
      assert.deepEqual(again, [name, text]);
      await page.getByRole('button', { name: 'Export and import' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Import from CSV' }).press('Enter');
      await file.setInputFiles(csv(text.replace('A-1;Rush;"1,234"', 'D-2;Rush;6')));
      await dialog.getByRole('button', { name: 'Field for “Reason (not imported)”' }).waitFor();
      await dialog.getByRole('button', { name: 'Check the rows' }).press('Enter');
      await dialog.getByRole('button', { name: 'Import 1 order' }).press('Enter');
      await page.getByRole('grid').getByText('D-2').waitFor();
    }));

  it('a large file is imported in parts; one that is refused ends it, and the others can follow', async () => {
    const large = await openApplication(
      depotOrders.replace('| Import rows | 5 |', '| Import rows | 20000 |\n| Requests | 10000 per minute |'),
    );
    try {
      await withPerson(large, 'Cleo', '/', async (page) => {
        await page.getByRole('button', { name: 'Export and import' }).press('Enter');
        await page.getByRole('menuitem', { name: 'Import from CSV' }).press('Enter');
        const dialog = page.getByRole('dialog', { name: 'Import orders' });
        // The last row repeats the first, which another part has.
        const numbers = Array.from({ length: 10_050 }, (_, at) => `N-${at === 10_049 ? 0 : at}`);
        await dialog.locator('input[type=file]').setInputFiles(csv(`Number\n${numbers.join('\n')}\n`));
        await dialog.getByText('orders.csv: 10,050 rows').waitFor();
        await dialog.getByText('in parts of 1,000 rows').waitFor();
        await dialog.getByRole('button', { name: 'Check the rows' }).press('Enter');
        await dialog.getByRole('button', { name: 'Import 10,050 orders' }).press('Enter', { timeout: 60_000 });
        await dialog
          .getByText('10,000 orders imported, up to row 10,000 of the file. The rows after it are not imported.')
          .waitFor({ timeout: 60_000 });
        await dialog.getByText('Row 10,050, line 10,051').waitFor();
        await clean(page);
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          dialog.getByRole('button', { name: 'Save the rows after it' }).press('Enter'),
        ]);
        assert.equal(download.suggestedFilename(), 'orders-rest.csv');
        const rest = readFileSync(await download.path(), 'utf8');
        assert.equal(rest, `Number\n${numbers.slice(10_000).join('\n')}\n`);
        await dialog.getByRole('button', { name: 'Import the other rows' }).press('Enter');
        await page.getByText('10,049 orders imported').waitFor({ timeout: 60_000 });
        await page.getByText('1 row not imported.').waitFor();
      });
    } finally {
      await large.stop();
    }
  });

  it('several rows are deleted at once, with a reason for each refused one', () =>
    withPerson(app, 'Cleo', '/', async (page) => {
      await page.getByRole('checkbox', { name: 'Select A-1' }).press('Space');
      await page.getByRole('checkbox', { name: 'Select A-2' }).press('Space');
      await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).press('Enter');
      const asked = page.getByRole('alertdialog', { name: 'Delete 2 orders?' });
      await asked.getByRole('button', { name: 'Delete' }).press('Enter');
      const outcome = page.getByRole('dialog', { name: 'Delete: result' });
      assert.match(
        await outcome.innerText(),
        /1 done, 1 refused.*A-1.*You don’t have permission to do this\. Ask Boss to do it\. NOT_ALLOWED/s,
      );
      await clean(page);
      await outcome.getByRole('button', { name: 'Close' }).last().press('Enter');
      await page.getByText('A-2').waitFor({ state: 'detached' });
    }));
});

/** Nothing for axe to find, and nothing beside the window. */
async function clean(page: Page): Promise<void> {
  assert.deepEqual(await axeFindings(page), []);
}
