import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Application, openApplication, withPerson } from '../support/application.ts';
import { exampleText } from '../support/server.ts';

describe('taking back what was done to a row', () => {
  let app: Application;
  before(async () => {
    const text = exampleText('expense-claims.md');
    const withActions = text.replace(
      /^### To approve$/m,
      '### My claims\n\n- Actions: submit, withdraw\n\n### To approve',
    );
    assert.notEqual(withActions, text);
    app = await openApplication(withActions);
  });
  after(() => app.stop());

  it('is offered where the states lead back, and leads there', () =>
    withPerson(app, 'Ana', '/', async (page) => {
      const row = page.getByRole('row', { name: /Keyboard/ });
      await row.getByRole('button', { name: 'Withdraw' }).click();
      await row.locator('.pill', { hasText: 'Draft' }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await row.locator('.pill', { hasText: 'Submitted' }).waitFor();
      await page.getByText('Taken back.').waitFor();
    }));
});
