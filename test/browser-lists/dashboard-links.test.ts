import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { exampleText } from '../support/http/server.ts';

describe('a dashboard', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('tasks.md'));
  });
  after(() => app.stop());

  it('leads from a number and from a bar to the list of the records that it counts', () =>
    withPerson(app, 'Inês', '/overview', async (page) => {
      await page.getByRole('link', { name: 'Late: 2' }).click();
      await page.waitForURL(/\/jobs\?/);
      await page.getByRole('main').getByText('2 jobs', { exact: true }).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Blocked: 1' }).click();
      await page.waitForURL(/\/jobs\?/);
      await page.getByRole('main').getByText('1 job', { exact: true }).waitFor();
    }));

  it('is used by keyboard: Tab reaches a chart once, arrow keys its bars, Enter opens the records', () =>
    withPerson(app, 'Inês', '/overview', async (page) => {
      const first = page.getByRole('link', { name: 'To do: 6' });
      await first.focus();
      await page.keyboard.press('ArrowDown');
      const second = page.getByRole('link', { name: 'Doing: 3' });
      assert.equal(await second.evaluate((link) => link === document.activeElement), true);
      assert.deepEqual([await first.getAttribute('tabindex'), await second.getAttribute('tabindex')], ['-1', '0']);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/jobs\?/);
      await page.getByRole('main').getByText('3 jobs', { exact: true }).waitFor();
    }));

  it('says “2 of 15 jobs” only where a figure leaves some out, and colors bars of states alone', () =>
    withPerson(app, 'Inês', '/overview', async (page) => {
      await page.getByText('2 of 15 jobs').first().waitFor();
      assert.equal(await page.getByText(/Based on/).count(), 0);
      await page.getByRole('link', { name: 'Urgent: 3' }).waitFor();
      const tones = (chart: string) =>
        page.getByRole('region', { name: chart, exact: true }).locator('.bar-mark[data-tone]').count();
      assert.deepEqual([await tones('By state'), await tones('By priority')], [6, 0]);
      assert.deepEqual(await axeFindings(page), []);
    }));
});

describe('a dashboard of an entity without a list of all records', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('helpdesk.md'));
  });
  after(() => app.stop());

  it('shows the records behind a number itself, and says that the person sees only some', () =>
    withPerson(app, 'Emma', '/reports', async (page) => {
      await page.getByText(/^Based on \d+ tickets you can see$/).waitFor();
      await page.getByRole('link', { name: /^Raised this week: \d+$/ }).click();
      await page.getByRole('heading', { name: 'Behind this number' }).waitFor();
      await page.getByRole('button', { name: 'Show all' }).click();
      await page.getByRole('heading', { name: 'Behind these numbers' }).waitFor();
    }));
});
