import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { NOTES } from '../support/documents/notes.ts';

const also = (page: Page) => page.getByRole('list', { name: 'Also here' });

describe('two people at one record', () => {
  let app: Application;
  let path: string;
  before(async () => {
    app = await openApplication(NOTES);
    const ann = await app.server.as('Ann');
    const { body } = await ann.post<WireRecord>('/api/notes', { title: 'Plan' });
    path = `/notes/${body.id}`;
  });
  after(() => app.stop());

  it('see each other and who is editing, are notified once, and can save', () =>
    withPerson(app, 'Ann', path, async (ann) => {
      await ann.setViewportSize({ width: 390, height: 800 });
      const edit = ann.getByRole('button', { name: 'Edit', exact: true });
      const alone = await edit.boundingBox();
      await withPerson(app, 'Ben', path, async (ben) => {
        await also(ann).getByText('Ben', { exact: true }).waitFor();
        assert.deepEqual(await edit.boundingBox(), alone, 'nothing moves under a finger');
        await also(ben).getByText('Ann', { exact: true }).waitFor();
        await ben.getByRole('button', { name: 'Edit', exact: true }).click();
        await ben.getByLabel('Title').fill('Plan B');
        await also(ann).getByText('Ben is editing').waitFor();
        const said = ann.getByRole('status').filter({ hasText: 'Ben is editing' });
        assert.equal(await said.count(), 1);
        assert.deepEqual(await axeFindings(ann), []);
        await ann.emulateMedia({ colorScheme: 'dark' });
        assert.deepEqual(await axeFindings(ann), []);
        assert.ok(await ann.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it fits a phone');
        // It locks nothing.
        await edit.click();
        await ann.getByLabel('Title').fill('Plan A');
        await also(ben).getByText('Ann is editing').waitFor();
        await ann.getByRole('button', { name: 'Save' }).click();
        await ann.getByRole('heading', { name: 'Plan A' }).waitFor();
        await also(ben).getByText('Ann', { exact: true }).waitFor();
        await ben.getByText('You both changed the same').waitFor();
        await ben.getByRole('button', { name: 'Discard' }).click();
        await also(ann).getByText('Ben', { exact: true }).waitFor();
        // A cell of a list is a place to type as well.
        await ben.goto(`${app.url}/notes`);
        await ben.locator('[data-cell="title"]').focus();
        await ben.keyboard.press('F2');
        await ben.locator('.cell-editor input').fill('Plan C');
        await also(ann).getByText('Ben is editing').waitFor();
        await ben.keyboard.press('Escape');
        await also(ann).waitFor({ state: 'detached' });
        await ben.goBack();
        await also(ann).getByText('Ben', { exact: true }).waitFor();
      });
      // Ben's page is closed.
      await also(ann).waitFor({ state: 'detached' });
    }));
});
