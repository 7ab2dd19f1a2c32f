import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { parseText } from '../../src/fields/parse/parse-text.ts';
import type { Type } from '../../src/model/types/types.ts';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';
import { typedStock } from '../support/documents/typed-stock.ts';

/** Text that is no value of the field with this label, and what the field then says. */
const REJECTED: readonly (readonly [label: string, text: string, says: RegExp])[] = [
  ['Pieces', '1.234', /Enter a whole number such as 12\./],
  ['Minutes (min)', '90 h', /Enter a whole number of min such as 12\./],
  ['Share (%)', '12 kg', /Enter a number of % such as 12\.50\./],
  ['Price', '12,-', /Enter an amount in EUR such as 12\.50\./],
  ['Price', '12€50', /Enter an amount in EUR/],
  ['Price', '$12', /Enter an amount in EUR/],
  ['Price', '12 USD', /Enter an amount in EUR/],
  ['Price', '90 min', /Enter an amount in EUR/],
  ['Quote', 'EUR', /Enter an amount with its currency, such as 12\.50 EUR\./],
  ['Quote', '12', /Enter an amount with its currency/],
  ['Day', '03 04 26', /Enter a date such as 27\/11\/2026\./],
  ['Day', '27/11', /Enter a date such as/],
  ['Moment', '27/11/2026', /Enter a date and a time such as 27\/11\/2026, 14:30\./],
  ['Start', '14', /Enter a time such as 09:30\./],
  ['Lasts', '90', /Enter a length of time such as 1 h 30 min\./],
];

/** The requests that write or import something. */
function sentFrom(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname !== '/_/here') sent.push(`${request.method()} ${pathname}`);
  });
  return sent;
}

/** Types into an input once it is there: one that comes later takes the place of one that is read only. */
async function type(page: Page, input: Locator, text: string): Promise<void> {
  await input.click();
  await input.and(page.locator(':not([readonly])')).fill(text);
}

describe('unreadable text', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(typedStock.replace('LANGUAGE', 'en'));
  });
  after(() => app.stop());

  it('stays in the input, says what to enter, and is not sent', () =>
    withPerson(app, 'Kim', '/new', async (page) => {
      const sent = sentFrom(page);
      await page.getByRole('textbox', { name: 'Label' }).fill('Table');
      for (const [label, text, says] of REJECTED) {
        const input = page.getByRole('textbox', { name: label, exact: true });
        await type(page, input, text);
        const create = page.getByRole('button', { name: 'Create', exact: true });
        // However often somebody tries.
        await create.click();
        await create.click();
        const field = page.locator('.field', { has: input });
        await field.getByText(says).waitFor();
        assert.equal(await input.inputValue(), text, label);
        assert.deepEqual(sent, [], `${label} ${text}`);
        await input.fill('');
      }
    }));

  it('survives a reload and is not sent', () =>
    withPerson(app, 'Kim', '/new', async (page) => {
      await page.getByRole('textbox', { name: 'Label' }).fill('Table');
      await type(page, page.getByRole('textbox', { name: 'Day', exact: true }), '27/11');
      await page.getByRole('textbox', { name: 'Price' }).fill('12,-');
      await page.reload();
      const sent = sentFrom(page);
      assert.equal(await page.getByRole('textbox', { name: 'Price' }).inputValue(), '12,-');
      assert.equal(await page.getByRole('textbox', { name: 'Day', exact: true }).inputValue(), '27/11');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page
        .getByText(/Enter an amount in EUR/)
        .first()
        .waitFor();
      assert.deepEqual(sent, []);
    }));

  it('includes a typed name that was not chosen, for one reference and for several', () =>
    withPerson(app, 'Kim', '/new', async (page) => {
      const sent = sentFrom(page);
      await page.getByRole('textbox', { name: 'Label' }).fill('Table');
      for (const label of ['Maker', 'Makers']) {
        const box = page.getByRole('combobox', { name: label, exact: true });
        await type(page, box, 'Ac');
        await page.getByRole('option', { name: 'Acme' }).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('textbox', { name: 'Label' }).click();
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await page
          .locator('.field', { has: box })
          .getByText(/Enter a name, and choose it from the list\./)
          .waitFor();
        assert.equal(await box.inputValue(), 'Ac');
        assert.deepEqual(sent, [], label);
        // The whole name is that record.
        await box.fill('Acme');
        await page.getByRole('option', { name: 'Acme' }).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('textbox', { name: 'Label' }).click();
      }
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page
        .getByText('“Table” was created.')
        .or(page.getByText(/Table was created/))
        .first()
        .waitFor();
      assert.equal(sent.length, 1);
    }));

  it('in a line prevents sending the form', () =>
    withPerson(app, 'Kim', '/new', async (page) => {
      const sent = sentFrom(page);
      await page.getByRole('textbox', { name: 'Label' }).fill('Table');
      await page.getByRole('button', { name: 'Add part' }).click();
      await page.getByRole('textbox', { name: 'What, part 1' }).fill('Leg');
      const cost = page.getByRole('textbox', { name: 'Cost, part 1' });
      await cost.fill('12,-');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page
        .getByText(/Enter an amount in EUR/)
        .first()
        .waitFor();
      assert.equal(await cost.inputValue(), '12,-');
      assert.deepEqual(sent, []);
    }));

  it('stays in a table cell and in the dialog of an event', () =>
    withPerson(app, 'Kim', '/', async (page) => {
      const sent = sentFrom(page);
      const row = page.getByRole('row', { name: /Chair/ });
      for (const [column, name, text, says] of [
        ['price', 'Price, Chair', '12 USD', /Enter an amount in EUR/],
        ['day', 'Day, Chair', '3/11', /Enter a date such as/],
        ['moment', 'Moment, Chair', '03/11/2026', /Enter a date and a time/],
      ] as const) {
        await row.locator(`[data-cell="${column}"]`).dblclick();
        const input = page.getByRole('textbox', { name });
        await type(page, input, text);
        await page.keyboard.press('Enter');
        await page.getByText(says).waitFor();
        assert.equal(await input.inputValue(), text);
        await page.keyboard.press('Escape');
        assert.deepEqual(sent, [], column);
      }
      await row.getByRole('button', { name: 'Sell' }).click();
      const dialog = page.getByRole('dialog');
      await type(page, dialog.getByRole('textbox', { name: 'Sold on' }), '03 04 26');
      await dialog.getByRole('textbox', { name: 'Sold for' }).fill('$12');
      await dialog.getByRole('button', { name: 'Sell' }).click();
      await dialog.getByText(/Enter a date such as/).waitFor();
      await dialog.getByText(/Enter an amount in EUR/).waitFor();
      assert.equal(await dialog.getByRole('textbox', { name: 'Sold for' }).inputValue(), '$12');
      assert.deepEqual(sent, []);
    }));

  it('does not filter the list, and is reported in the filter', () =>
    withPerson(app, 'Kim', '/', async (page) => {
      await page
        .getByRole('button', { name: /^Filter/ })
        .first()
        .click();
      await page
        .getByRole('menuitem', { name: 'Day' })
        .or(page.getByRole('option', { name: 'Day' }))
        .first()
        .click();
      const input = page.getByRole('textbox', { name: 'Day: Value' });
      const lists: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/_/list')) lists.push(decodeURIComponent(request.url()));
      });
      await type(page, input, '03 04 26');
      await page.keyboard.press('Tab');
      await page.getByText(/Enter a date such as 27\/11\/2026\./).waitFor();
      assert.equal(await input.inputValue(), '03 04 26');
      assert.ok(
        lists.every((url) => !url.includes('filter=')),
        lists.join('\n'),
      );
    }));

  it('is read when pasted in a known form: a date in the language’s form or in ISO form', () =>
    withPerson(app, 'Kim', '/new', async (page) => {
      const day = page.getByRole('textbox', { name: 'Day', exact: true });
      for (const text of ['2026-11-27', '27/11/2026', '27 Nov 2026', '27 November 2026', '27.11.2026']) {
        await type(page, day, '');
        await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text).catch(() => {});
        await page.keyboard.insertText(text);
        await page.keyboard.press('Tab');
        assert.equal(await day.inputValue(), '27/11/2026', text);
      }
    }));
});

describe('a refused file', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(typedStock.replace('LANGUAGE', 'en'));
  });
  after(() => app.stop());

  it('prevents sending the form until it is removed', () =>
    withPerson(app, 'Kim', '/new', async (page) => {
      const sent = sentFrom(page);
      await page.getByRole('textbox', { name: 'Label' }).fill('Shelf');
      await page.getByRole('button', { name: 'Choose a file' }).click({ trial: true });
      await page.getByRole('textbox', { name: 'Label' }).press('Tab');
      await page.locator('.file input[type=file]').setInputFiles({
        name: 'notes.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('notes'),
      });
      const fault = page.getByText(/“notes.txt” is not a PDF file/);
      await fault.waitFor();
      const create = page.getByRole('button', { name: 'Create', exact: true });
      await create.click();
      await create.click();
      await fault.waitFor();
      await page.locator('.file button:focus').first().waitFor();
      assert.deepEqual(sent, []);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await create.click();
      await page
        .getByText(/Shelf.* was created/)
        .first()
        .waitFor();
      assert.equal(sent.length, 1);
    }));
});

describe('the same text is read alike everywhere:', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(typedStock.replace('LANGUAGE', 'de'));
  });
  after(() => app.stop());

  it('in an input as in a file', () =>
    withPerson(app, 'Kim', '/new', async (page) => {
      const place = { language: 'de', zone: 'Europe/Berlin' };
      const euro: Type = { kind: 'money', currency: 'EUR', scale: 2, min: null, max: null };
      const texts: readonly (readonly [label: string, type: Type, text: string])[] = [
        ...['1.234', '1,5', '12,-', '1.234,5 €', '٣', '12²', '-3', '1’234,50', '12 EUR'].map(
          (text) => ['Price', euro, text] as const,
        ),
        ...['1.2.2026', '01.02.26', '2026-02-01', '1. Februar 2026', '31.2.2026', '1.2'].map(
          (text) => ['Day', { kind: 'date' }, text] as const,
        ),
      ];
      for (const [label, kind, text] of texts) {
        const input = page.getByRole('textbox', { name: label, exact: true });
        await type(page, input, text);
        await page.getByRole('textbox', { name: 'Label' }).click();
        const isRejected = (await input.getAttribute('aria-invalid')) === 'true';
        assert.equal(isRejected, !('value' in parseText(text, kind, place)), text);
        if (isRejected) assert.equal(await input.inputValue(), text);
      }
    }));
});
