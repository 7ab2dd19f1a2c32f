import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';
import { createClaim, daysAgo, raise, switchTo } from '../support/browser/claims-page.ts';
import { exampleText } from '../support/http/server.ts';

describe('a claim in the browser', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('expense-claims.md'));
  });
  after(() => app.stop());

  it('goes from its first line to payment, each step by the right person', () =>
    withPerson(app, 'Ana', '/claims/new', async (page) => {
      await createClaim(page, {
        title: 'Bus to Kiel',
        category: 'Travel',
        date: daysAgo(2),
        what: 'Ticket',
        amount: '19.40',
      });
      await page.getByRole('heading', { level: 1, name: 'Bus to Kiel' }).waitFor();
      await page.getByText('Status: Draft').waitFor();
      await raise(page, 'Submit', 'Submitted');
      const claim = page.url();

      await switchTo(page, 'Miro Kolb');
      await page.goto(`${app.url}/-/inbox`);
      await page
        .getByRole('link', { name: /Bus to Kiel/ })
        .first()
        .click();
      await raise(page, 'Approve', 'Approved');

      await switchTo(page, 'Lena Fuchs');
      await page.goto(claim);
      // Nothing leads on from there, and the bank is told: it is asked first.
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Pay', exact: true }).click();
      await page.getByText('Status: Paid').waitFor();
      await page
        .getByText(/PAYOUT_URL is not shown/)
        .first()
        .waitFor();

      await switchTo(page, 'Ana Brandt');
      await page.goto(claim);
      await page.getByText('Status: Paid').waitFor();
      const history = page.getByRole('region', { name: 'History' });
      await history.getByText('Lena Fuchs').first().waitFor();
      assert.match((await history.textContent()) ?? '', /Lena Fuchs[\s\S]*Miro Kolb[\s\S]*Ana Brandt/);
    }));

  it('is rejected with a required reason and reopened', () =>
    withPerson(app, 'Miro', '/', async (page) => {
      const { body } = await (await app.server.as('Miro')).get<{ items: { id: string; _: { title: string } }[] }>(
        '/api/claims',
      );
      const id = body.items.find((item) => item._.title === 'Keyboard')?.id ?? '';
      await page.goto(`${app.url}/claims/${id}`);
      await page.getByRole('button', { name: 'Reject', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
      await dialog.getByText('Say why you reject it.').first().waitFor();
      await dialog.getByRole('textbox', { name: /Refusal/ }).fill('We have keyboards in the store room');
      await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
      await page.getByText('Status: Rejected').waitFor();

      await switchTo(page, 'Ana Brandt');
      await page.goto(`${app.url}/claims/${id}`);
      await page.getByText('We have keyboards in the store room').first().waitFor();
      await raise(page, 'Reopen', 'Draft');
    }));

  it('says next to the button why it cannot be submitted, and pressing it does nothing', () =>
    withPerson(app, 'Ana', '/', async (page) => {
      const { body } = await (await app.server.as('Ana')).get<{ items: { id: string; _: { title: string } }[] }>(
        '/api/claims',
      );
      const id = body.items.find((item) => item._.title === 'Train to Hamburg')?.id ?? '';
      await page.goto(`${app.url}/claims/${id}`);
      const submit = page.getByRole('button', { name: 'Submit', exact: true });
      assert.equal(await submit.getAttribute('aria-disabled'), 'true');
      assert.equal(await submit.getAttribute('disabled'), null);
      await submit.focus();
      await page.keyboard.press('Enter');
      await page.getByText('Claims over €25.00 need a receipt.').filter({ visible: true }).first().waitFor();
      await page.getByText('Status: Draft').waitFor();
    }));

  it('changed in another tab shows both values and overwrites nothing', () =>
    withPerson(app, 'Jonas', '/claims/new', async (page) => {
      await createClaim(page, { title: 'Parking', category: 'Travel', date: daysAgo(1), what: 'Garage', amount: '12' });
      await page.getByRole('heading', { level: 1, name: 'Parking' }).waitFor();
      const other = await page.context().newPage();
      await other.goto(page.url());
      for (const tab of [page, other]) {
        await tab.bringToFront();
        await tab.getByRole('button', { name: 'Edit', exact: true }).click();
        await tab.getByRole('textbox', { name: 'Title' }).waitFor();
      }
      await other.getByRole('textbox', { name: 'Title' }).fill('Parking in Bremen');
      await page.bringToFront();
      await page.getByRole('textbox', { name: 'Title' }).fill('Parking in Kiel');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Parking in Kiel' }).waitFor();
      await other.bringToFront();
      await other.getByText('Parking in Kiel').filter({ visible: true }).first().waitFor();
      assert.match(await valuesShown(other), /Parking in Bremen/);
      const { body } = await (await app.server.as('Jonas')).get<{ items: { _: { title: string } }[] }>('/api/claims');
      const titles = body.items.map((item) => item._.title);
      assert.ok(titles.includes('Parking in Kiel') && !titles.includes('Parking in Bremen'));
    }));

  it('changed in several fields in another tab can be resolved for all at once', () =>
    withPerson(app, 'Jonas', '/claims/new', async (page) => {
      await createClaim(page, { title: 'Tram', category: 'Travel', date: daysAgo(1), what: 'Ticket', amount: '3' });
      await page.getByRole('heading', { level: 1, name: 'Tram' }).waitFor();
      const other = await page.context().newPage();
      await other.goto(page.url());
      for (const [tab, town] of [
        [page, 'Kiel'],
        [other, 'Bremen'],
      ] as const) {
        await tab.bringToFront();
        await tab.getByRole('button', { name: 'Edit', exact: true }).click();
        await tab.getByRole('textbox', { name: 'Title' }).fill(`Tram in ${town}`);
        await tab.getByRole('textbox', { name: 'Note' }).fill(`Of ${town}.`);
      }
      await page.bringToFront();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Tram in Kiel' }).waitFor();
      await other.bringToFront();
      const both = other.getByRole('alert').filter({ hasText: 'You both changed the same' });
      await both.getByRole('heading', { name: 'You both changed the same fields' }).waitFor();
      await both
        .getByRole('radio', { name: /From you, in another tab.*Kiel/s })
        .first()
        .waitFor();
      const chosen = () => both.getByRole('radio', { checked: true }).count();
      await both.getByRole('button', { name: 'All from you' }).click();
      assert.equal(await both.getByRole('radio').count(), 4);
      assert.equal(await both.getByRole('radio', { name: /From you.*Bremen/s, checked: true }).count(), 2);
      await both
        .getByRole('button', { name: /All from / })
        .first()
        .click();
      assert.equal(await both.getByRole('radio', { name: /Kiel/, checked: true }).count(), 2);
      await both.getByRole('button', { name: 'All from you' }).click();
      assert.equal(await chosen(), 2);
      await both.getByRole('button', { name: 'Use these values' }).click();
      await other.getByRole('button', { name: 'Save', exact: true }).click();
      await other.getByRole('heading', { level: 1, name: 'Tram in Bremen' }).waitFor();
      // Its history says the same, once that is there.
      await other.getByText('Of Bremen.').first().waitFor();
    }));

  it('leaves no data of the previous person in the page after switching', () =>
    withPerson(app, 'Miro', '/queue', async (page) => {
      await page.getByText('Taxi').first().waitFor();
      await switchTo(page, 'Tom Reiter');
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.doesNotMatch(await page.content(), /Taxi|Jonas Weber(?![^<]*<\/)/);
      const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      assert.doesNotMatch(kept, /Taxi/);
    }));
});

/** All text of the page, and what stands in its inputs. */
async function valuesShown(page: Page): Promise<string> {
  const typed = await page
    .locator('input, textarea')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  return `${await page.locator('main').innerText()} ${typed.join(' ')}`;
}
