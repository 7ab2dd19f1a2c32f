import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { openApplication, withPerson } from '../support/browser/application.ts';
import { exampleText } from '../support/http/server.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const boxesOf = async (each: Locator): Promise<readonly Box[]> => {
  const boxes = await Promise.all((await each.all()).map((one) => one.boundingBox()));
  return boxes.map((box) => box ?? assert.fail('It is not drawn.'));
};

describe('what is laid out', () => {
  it('stacks fields in the dialog of an event at full width', async () => {
    const app = await openApplication(exampleText('expense-claims.md'));
    try {
      await withPerson(app, 'Miro', '/queue', async (page) => {
        const shown = async () => {
          const form = page.getByRole('dialog').locator('form');
          await form.getByRole('textbox', { name: 'Refusal' }).waitFor();
          const [around] = await boxesOf(form);
          const parts = await boxesOf(form.locator(':scope > *'));
          assert.ok(around !== undefined && parts.length > 1);
          for (const [index, { x, y, width }] of parts.entries()) {
            assert.ok(Math.abs(x - around.x) < 1 && Math.abs(width - around.width) < 1, `${index} is ${width} px wide`);
            const above = parts[index - 1];
            assert.ok(above === undefined || y >= above.y + above.height, `${index} stands beside the one before`);
          }
          await page.keyboard.press('Escape');
        };
        await page.getByRole('button', { name: 'Reject' }).first().click();
        await shown();
        await page.getByRole('checkbox').first().click();
        await page.locator('.bulk-bar').getByRole('button', { name: 'Reject' }).click();
        await shown();
      });
    } finally {
      await app.stop();
    }
  });

  it('gives text columns of lines more room than numbers and choices', async () => {
    const app = await openApplication(exampleText('invoices.md'));
    try {
      await withPerson(app, 'Marta', '/invoices/new', async (page) => {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.getByRole('button', { name: 'Add line item' }).click();
        const cells = page.locator('.lines-table tbody tr').first().locator('.lines-cell');
        await cells.nth(4).waitFor();
        const [text = 0, ...others] = (await boxesOf(cells)).map(({ width }) => width);
        assert.ok(text >= 192 && text > Math.max(...others), `${text} px beside ${others.join(', ')}`);
        const heads = await page
          .locator('.lines-table th:not(.lines-tools)')
          .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
        assert.ok(Math.max(...heads) < 40, 'A head stands in two lines');
      });
    } finally {
      await app.stop();
    }
  });

  it('focuses the text form of a filter, with an example for the list', async () => {
    const app = await openApplication(exampleText('tasks.md'));
    try {
      await withPerson(app, 'Inês', '/jobs', async (page) => {
        await page.getByRole('button', { name: 'Advanced filter' }).click();
        const text = page.getByRole('textbox', { name: 'Advanced filter' });
        await text.and(page.locator(':focus')).waitFor();
        const example = (await text.getAttribute('placeholder'))?.replace(/^For example: /, '') ?? '';
        assert.notEqual(example, '');
        await page.keyboard.type(example);
        await page.keyboard.press('Enter');
        await page.waitForURL(/filter=/);
        await page.locator('.table-hint').first().waitFor();
        assert.equal(await text.getAttribute('aria-invalid'), null);
      });
    } finally {
      await app.stop();
    }
  });
});
