import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';
import { exampleText } from '../support/http/server.ts';

describe('an empty form', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('tasks.md'));
  });
  after(() => app.stop());

  for (const [person, path, field] of [
    ['Rui', '/jobs/new', 'Title'],
    ['Vera', '/feedback/new', 'Job'],
  ] as const)
    it(`${path}: submitted by keyboard, it shows the errors at the fields each time, and sends nothing`, () =>
      withPerson(app, person, path, async (page) => {
        const sent: string[] = [];
        page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
        await page.locator('form.form').waitFor();
        await page.locator('form.form').getByLabel(field).first().focus();
        for (const _ of [1, 2, 3]) {
          await page.keyboard.press('Control+Enter');
          await page.locator('.form [aria-invalid=true]:focus').waitFor();
          assert.equal(await page.getByText('You don’t have permission to do this').count(), 0);
          assert.ok((await page.locator('.form [aria-invalid=true]').count()) >= 2);
        }
        assert.deepEqual(
          sent.filter((url) => url.includes('/api/')),
          [],
        );
      }));
});
