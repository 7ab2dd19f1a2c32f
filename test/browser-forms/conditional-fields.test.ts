import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openApplication, withPerson } from '../support/browser/application.ts';
import { exampleText } from '../support/http/server.ts';

/** Milliseconds: longer than what opens by itself, a list or a reason, takes. */
const LONG_ENOUGH = 700;

describe('nothing opens unrequested:', () => {
  it('a form whose first field is a picker does not open its list until it is used', async (t) => {
    const app = await openApplication(exampleText('helpdesk.md'));
    t.after(() => app.stop());
    await withPerson(app, 'Emma', '/tickets/new', async (page) => {
      const picker = page.getByRole('combobox', { name: 'Category' });
      await picker.waitFor();
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
      await page.waitForTimeout(LONG_ENOUGH);
      assert.equal(await page.getByRole('option').count(), 0);
      await page.keyboard.press('ArrowDown');
      await page.getByRole('option', { name: 'Hardware' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('option').first().waitFor({ state: 'detached' });
      await page.keyboard.type('sus');
      await page.getByRole('option', { name: 'Suspicious mail' }).waitFor();
      await page.keyboard.press('Escape');
      await picker.click();
      await page.getByRole('option', { name: 'Suspicious mail' }).waitFor();
    });
  });

  it('a reason is shown on hover, but not when a refused button appears under a resting pointer', async (t) => {
    const app = await openApplication(exampleText('expense-claims.md'));
    t.after(() => app.stop());
    await withPerson(app, 'Ana', '/', async (page) => {
      await page.getByRole('link', { name: 'Train to Hamburg' }).click();
      const edit = page.getByRole('button', { name: 'Edit', exact: true });
      const box = await edit.boundingBox();
      assert.ok(box !== null);
      const [x, y] = [box.x + 8, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.up();
      await edit.waitFor({ state: 'detached' });
      const under = () =>
        page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.closest('button')?.ariaDisabled, [
          x,
          y,
        ] as const);
      assert.equal(await under(), 'true', 'no refused button lies where Edit was');
      await page.waitForTimeout(LONG_ENOUGH);
      assert.equal(await page.getByRole('tooltip').count(), 0);
      await page.mouse.move(x + 2, y);
      await page.getByRole('tooltip').waitFor();
    });
  });
});
