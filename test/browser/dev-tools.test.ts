import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { nodeSend } from '../../src/server/node/send.ts';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { switchTo } from '../support/browser/claims-page.ts';
import { startBank } from '../support/documents/bank.ts';
import { paidClaim, withBankAddress } from '../support/documents/paid-claim.ts';
import { FOLLOW_UPS } from '../support/effects/follow-ups.ts';

describe('tools of development', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(FOLLOW_UPS);
  });
  after(() => app.stop());

  it('the switcher offers a guest and every person', () =>
    withPerson(app, 'Ana', '/', async (page) => {
      await page.getByRole('button', { name: 'Acting as Ana' }).click();
      await page.getByRole('menuitem', { name: 'Guest' }).click();
      // Nothing of this document is for guests: they are asked to sign in, as in production.
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await switchTo(page, 'Ana');
    }));

  it('the clock can be moved to the next timer', () =>
    withPerson(app, 'Ana', '/', async (page) => {
      const made = await (await app.server.as('Ana')).post('/api/tasks', { name: 'Call back' });
      assert.equal(made.status, 201, made.text);
      await page.getByText('Call back').first().waitFor();
      await page.getByRole('button', { name: 'Clock' }).click();
      await page.getByRole('menuitem', { name: 'At the next timer' }).click();
      await page.getByText('Late').first().waitFor();
      await page.getByRole('button', { name: 'Acting as Ana' }).waitFor();
    }));
});

describe('the outbox of development', () => {
  it('shows waiting entries and sends them on request', async (t) => {
    const bank = await startBank(t);
    const app = await openApplication(withBankAddress().replace('https://bank.example', bank.url), {
      production: { send: nodeSend(['127.0.0.1']) },
    });
    t.after(() => app.stop());
    await paidClaim(app.server);
    await withPerson(app, 'Ana', '/', async (page) => {
      await page.getByRole('link', { name: 'Outbox' }).click();
      await page.getByRole('heading', { name: 'Outbox' }).waitFor();
      await page.getByText(`POST ${bank.url}/api/transfers`).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole('button', { name: 'Send now' }).click();
      await page.getByText(/^Sent ·/).waitFor();
      assert.deepEqual(bank.received, ['POST /api/transfers']);
    });
  });
});
