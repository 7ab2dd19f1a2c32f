import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Application, openApplication, withPerson } from '../support/application.ts';
import { wideLines } from '../support/wide-lines.ts';

describe('a second click', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(wideLines.replace('- Language: de', '- Language: en'));
  });
  after(() => app.stop());

  const statusOf = async (title: string) => {
    const ada = await app.server.as('Ada');
    const { body } = await ada.get<{ items: { title: string; status: string }[] }>('/api/orders');
    return body.items.find((item) => item.title === title)?.status;
  };

  it('400 ms after an event does not raise the event that took its place; a second later one may', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await page.getByRole('link', { name: 'Chairs' }).click();
      const submit = page.getByRole('button', { name: 'Submit', exact: true });
      const box = (await submit.boundingBox()) ?? assert.fail();
      const at = [box.x + box.width / 2, box.y + box.height / 2] as const;
      await page.mouse.click(...at);
      await page.getByRole('button', { name: 'Withdraw' }).waitFor();
      await page.mouse.click(...at);
      await page.waitForTimeout(1_000);
      assert.equal(await statusOf('Chairs'), 'Submitted');
      await page.mouse.click(...at);
      await page
        .getByRole('button', { name: 'Submit', exact: true })
        .and(page.locator('[data-variant=primary]'))
        .waitFor();
      await page.waitForTimeout(300);
      assert.equal(await statusOf('Chairs'), 'Draft');
    }));

  it('is taken at once after a click elsewhere', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await page.getByRole('link', { name: 'Chairs' }).click();
      const submit = page.getByRole('button', { name: 'Submit', exact: true });
      const box = (await submit.boundingBox()) ?? assert.fail();
      const at = [box.x + box.width / 2, box.y + box.height / 2] as const;
      await page.mouse.click(...at);
      await page.getByRole('button', { name: 'Withdraw' }).waitFor();
      await page.getByRole('heading', { level: 1, name: 'Chairs' }).click();
      await page.mouse.click(...at);
      await submit.waitFor();
      await page.waitForTimeout(300);
      assert.equal(await statusOf('Chairs'), 'Draft');
    }));
});
