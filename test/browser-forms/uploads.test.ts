import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';
import { sites } from '../support/documents/sites.ts';
import type { Caller } from '../support/http/server.ts';

const proof = { name: 'proof.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };

describe('what an event asks for', () => {
  let app: Application;
  let ada: Caller;
  before(async () => {
    app = await openApplication(sites);
    ada = await app.server.as('Ada');
  });
  after(() => app.stop());
  beforeEach(async () => {
    for (const { id, _ } of await visits())
      assert.equal((await ada.delete(`/api/visits/${id}`, { 'if-match': _.etag })).status, 204);
    for (const title of ['North', 'South']) assert.equal((await ada.post('/api/visits', { title })).status, 201);
  });

  const visits = async () => {
    const { body } = await ada.get<{ items: readonly WireRecord[] }>('/api/visits');
    return body.items;
  };
  const standing = async () =>
    (await visits()).map(({ status, proof: file }) => [status, (file as { name?: string } | null)?.name ?? null]);

  /** Uploads that are held until they are let go, and what was asked of the server besides. */
  async function held(page: Page) {
    const gate = Promise.withResolvers<void>();
    const asked: string[] = [];
    await page.route('**/_/files?*', async (route) => {
      asked.push('upload');
      await gate.promise;
      await route.continue().catch(() => {});
    });
    page.on('request', (request) => {
      if (request.method() === 'POST' && /bulk|finish/.test(request.url())) asked.push('event');
    });
    return { asked, letGo: gate.resolve };
  }

  for (const many of [false, true])
    it(`for ${many ? 'several rows' : 'a row'} waits for a file that is still uploading`, () =>
      withPerson(app, 'Ada', '/', async (page) => {
        const { asked, letGo } = await held(page);
        await ask(page, many);
        const dialog = page.getByRole('dialog');
        await dialog.locator('input[type=file]').setInputFiles(proof);
        await until(async () => asked.length === 1);
        await dialog.getByRole('button', { name: 'Finish' }).click();
        await dialog.getByRole('button', { name: 'Finish' }).and(page.locator('[data-pending]')).waitFor();
        assert.deepEqual(asked, ['upload']);
        letGo();
        await dialog.waitFor({ state: 'detached' });
        const wanted = many ? 2 : 1;
        const finished = async () => (await standing()).filter(([status]) => status === 'Finished');
        await until(async () => (await finished()).length === wanted);
        assert.deepEqual(await finished(), Array(wanted).fill(['Finished', 'proof.pdf']));
        assert.deepEqual(asked, ['upload', 'event']);
      }));

  it('shows the progress of its upload', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      const network = await page.context().newCDPSession(page);
      await network.send('Network.enable');
      await ask(page, false);
      const dialog = page.getByRole('dialog');
      const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 300_000 };
      await network.send('Network.emulateNetworkConditions', slow);
      const large = { ...proof, buffer: Buffer.concat([proof.buffer, Buffer.alloc(1_200_000, ' ')]) };
      await dialog.locator('input[type=file]').setInputFiles(large);
      const bar = dialog.getByRole('progressbar', { name: 'Uploading proof.pdf' });
      await bar.waitFor();
      const shares = new Set<number>();
      await until(async () => {
        const [now] = await bar.evaluateAll((all) => all.map((each) => Number(each.getAttribute('aria-valuenow'))));
        if (now !== undefined) shares.add(now);
        return now === undefined;
      });
      const between = [...shares].filter((share) => share > 0 && share < 100);
      assert.ok(between.length >= 2, `It was seen at ${[...shares].join(', ')}.`);
      assert.deepEqual(
        [...shares],
        [...shares].sort((one, other) => one - other),
      );
      await dialog.getByText('proof.pdf', { exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Finish' }).click();
      await dialog.waitFor({ state: 'detached' });
      await until(async () =>
        (await standing()).some(([status, name]) => status === 'Finished' && name === 'proof.pdf'),
      );
    }));

  it('is not sent if the upload is stopped, and is sent without the file when it is submitted again', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      const { asked, letGo } = await held(page);
      await ask(page, true);
      const dialog = page.getByRole('dialog');
      await dialog.locator('input[type=file]').setInputFiles(proof);
      await until(async () => asked.length === 1);
      await dialog.getByRole('button', { name: 'Finish' }).click();
      await dialog.getByRole('button', { name: 'Stop' }).click();
      const finish = dialog.getByRole('button', { name: 'Finish' });
      await finish.and(page.locator(':not([data-pending])')).waitFor();
      assert.deepEqual(await standing(), Array(2).fill(['Open', null]));
      await finish.click();
      await dialog.waitFor({ state: 'detached' });
      await until(async () => (await standing()).every(([status]) => status === 'Finished'));
      assert.deepEqual(asked, ['upload', 'event']);
      letGo();
    }));
});

/** Opens what the event asks for, of the first row or of both. */
async function ask(page: Page, many: boolean): Promise<void> {
  if (!many) return page.getByRole('row', { name: /North/ }).getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('checkbox', { name: /Select all/ }).check();
  await page.locator('.bulk-bar').getByRole('button', { name: 'Finish' }).click();
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const last = Date.now() + 30_000; !(await isSo()); await pause(50))
    assert.ok(Date.now() < last, 'It did not come about.');
}
