import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { WireComment, WireRecord } from '../../src/engine/core/wire-format.ts';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { NOTES } from '../support/documents/notes.ts';

const WITH = NOTES.replace('## 3. Entities', '### Note\n\n- Comments: yes\n\n## 3. Entities').replace(
  '## Sample data',
  '## 9. Constants\n\n| Name | Value |\n| --- | --- |\n| Comment length | 300 |\n\n## Sample data',
);

const box = (page: Page) => page.getByRole('textbox', { name: 'Write a comment' });
const said = (page: Page, text: string) => page.locator('.comment-text').filter({ hasText: text });

describe('comments at a record', () => {
  let app: Application;
  let note: WireRecord;
  let path: string;
  before(async () => {
    app = await openApplication(WITH);
  });
  after(() => app.stop());
  const fresh = async () => {
    const ann = await app.server.as('Ann');
    note = (await ann.post<WireRecord>('/api/notes', { title: 'Plan' })).body;
    path = `/notes/${note.id}`;
    return ann;
  };

  it('are written by keys, mention somebody, and stand on the other’s page and in their inbox', async () => {
    await fresh();
    await withPerson(app, 'Ben', path, async (ben) => {
      await box(ben).waitFor();
      await withPerson(app, 'Ann', path, async (ann) => {
        await box(ann).focus();
        await ann.keyboard.type('Ask @');
        const picker = ann.getByRole('combobox', { name: 'Mention somebody' });
        await picker.waitFor();
        // Whom she may not read, and herself, are not among them.
        await ann.getByRole('option', { name: 'Dan' }).waitFor();
        assert.deepEqual(await ann.getByRole('option').allTextContents(), ['Ben', 'Dan']);
        assert.deepEqual(await axeFindings(ann), []);
        // Enter takes the first that is found, also before it is.
        await picker.pressSequentially('be');
        await ann.keyboard.press('Enter');
        await picker.waitFor({ state: 'detached' });
        await ann.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
        assert.equal(await box(ann).inputValue(), 'Ask @Ben ');
        await ann.keyboard.type('about https://x.org.');
        await ann.keyboard.press('Enter');
        await ann.keyboard.type('<b>Now</b>');
        await ann.keyboard.press('Control+Enter');
        await said(ann, 'Ask @Ben about').waitFor();
        assert.equal(await box(ann).inputValue(), '');
        assert.equal(await said(ann, 'Ask').innerText(), 'Ask @Ben about https://x.org.\n<b>Now</b>');
        const link = said(ann, 'Ask').getByRole('link');
        assert.deepEqual(
          [await link.getAttribute('href'), await link.getAttribute('rel')],
          ['https://x.org', 'noopener noreferrer nofollow'],
        );
        assert.deepEqual(await axeFindings(ann), []);
      });
      await said(ben, 'Ask @Ben about').waitFor();
      // What stands there is another's: nothing of it is his to change.
      assert.equal(await ben.getByRole('button', { name: 'Delete this comment' }).count(), 0);
      await ben.getByRole('link', { name: 'Inbox' }).click();
      await ben.getByText('You were mentioned in a comment').waitFor();
      await ben.locator('.inbox-list').getByRole('link', { name: 'Plan' }).click();
      await said(ben, 'Ask @Ben about').waitFor();
    });
  });

  it('are changed and deleted by their writer, and leave a mark', async () => {
    const ann = await fresh();
    await ann.post(`/_/records/Note/${note.id}/comments`, { text: 'Frist' });
    await withPerson(app, 'Ben', path, (ben) =>
      withPerson(app, 'Ann', path, async (page) => {
        await said(ben, 'Frist').waitFor();
        await page.getByRole('button', { name: 'Change this comment' }).click();
        const area = page.getByRole('textbox', { name: 'Change this comment' });
        await area.fill('First');
        // What is changed and not saved is there still after a reload.
        await page.reload();
        assert.equal(await area.inputValue(), 'First');
        await page.getByRole('button', { name: 'Save' }).click();
        await said(page, 'First').waitFor();
        await page.getByText('edited').waitFor();
        await said(ben, 'First').waitFor();
        await page.getByRole('button', { name: 'Delete this comment' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
        await page.getByText('This comment was deleted.').waitFor();
        await ben.getByText('This comment was deleted.').waitFor();
        assert.equal(await said(ben, 'First').count(), 0);
        assert.deepEqual(await axeFindings(page), []);
      }),
    );
  });

  it('that one changes in two tabs are asked about, and neither is written over the other unseen', async () => {
    const ann = await fresh();
    const comments = `/_/records/Note/${note.id}/comments`;
    const { body } = await ann.post<WireComment>(comments, { text: 'One' });
    const elsewhere = async (text: string, etag: string) =>
      (await ann.patch<WireComment>(`${comments}/${body.id}`, { text }, { 'if-match': etag })).body;
    const kept = async () => (await ann.get<{ items: readonly WireComment[] }>(comments)).body.items[0]?.parts;
    await withPerson(app, 'Ann', path, async (page) => {
      const area = page.getByRole('textbox', { name: 'Change this comment' });
      const save = page.getByRole('button', { name: 'Save' });
      const asked = page.getByText('You changed this comment somewhere else in the meantime.');
      await page.getByRole('button', { name: 'Change this comment' }).click();
      await area.fill('Mine');
      const two = await elsewhere('Two', body.etag);
      await asked.waitFor();
      await said(page, 'Two').waitFor();
      assert.deepEqual(await axeFindings(page), []);
      // Whoever does not look is asked by the answer.
      await save.click();
      await page.getByRole('alert').getByText('CHANGED_MEANWHILE').waitFor();
      assert.deepEqual([await kept(), await area.inputValue()], [['Two'], 'Mine']);
      await page.getByRole('button', { name: 'Keep my version' }).click();
      await asked.waitFor({ state: 'detached' });
      await save.click();
      await said(page, 'Mine').waitFor();
      assert.deepEqual(await kept(), ['Mine']);

      await page.getByRole('button', { name: 'Change this comment' }).click();
      await area.fill('Mine again');
      const [now] = (await ann.get<{ items: readonly WireComment[] }>(comments)).body.items;
      assert.notEqual(now?.etag, two.etag);
      await elsewhere('Three', now?.etag ?? '');
      await page.getByRole('button', { name: 'Keep that version' }).click();
      await said(page, 'Three').waitFor();
      assert.equal(await area.count(), 0);
      assert.deepEqual(await kept(), ['Three']);
    });
  });

  it('lose nothing that was typed: when nobody answers, when it is too long, and through a reload', async () => {
    await fresh();
    await withPerson(app, 'Ann', path, async (ann) => {
      await ann.setViewportSize({ width: 390, height: 800 });
      await box(ann).fill('Kept');
      const send = ann.getByRole('button', { name: 'Comment', exact: true });
      const isComment = (url: URL) => url.pathname.endsWith('/comments');
      await ann.route(isComment, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
      await send.click();
      await ann.getByRole('alert').getByText('UNREACHABLE').waitFor();
      assert.equal(await box(ann).inputValue(), 'Kept');
      await ann.unroute(isComment);
      await ann.reload();
      await box(ann).waitFor();
      assert.equal(await box(ann).inputValue(), 'Kept');
      await box(ann).fill('x'.repeat(302));
      await ann.getByText('2 characters too many').waitFor();
      await send.click();
      await ann.getByRole('alert').getByText('TOO_LONG').waitFor();
      assert.equal((await box(ann).inputValue()).length, 302);
      assert.deepEqual(await axeFindings(ann), []);
      await box(ann).fill('Short');
      await send.click();
      await said(ann, 'Short').waitFor();
      assert.equal(await box(ann).inputValue(), '');
      assert.ok(await ann.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it fits a phone');
      await ann.emulateMedia({ media: 'print' });
      assert.equal(await said(ann, 'Short').isVisible(), true);
      assert.equal(await box(ann).isVisible(), false);
    });
  });

  it('come in time with what happened, earlier ones when they are asked for', async () => {
    const ann = await fresh();
    for (let count = 1; count <= 35; count += 1) {
      app.server.clock.now += 1000;
      const answer = await ann.post<WireComment>(`/_/records/Note/${note.id}/comments`, { text: `No ${count}.` });
      assert.equal(answer.status, 201);
    }
    await withPerson(app, 'Ann', path, async (page) => {
      await said(page, 'No 35.').waitFor();
      assert.equal(await page.getByText('Created', { exact: true }).count(), 0);
      await page.getByRole('button', { name: 'Show earlier ones' }).click();
      await said(page, 'No 1.').waitFor();
      const all = await page.locator('.timeline-entry').allInnerTexts();
      assert.equal(all.length, 36);
      assert.match(all[0] ?? '', /No 35\./);
      assert.match(all[35] ?? '', /Created/);
    });
  });
});
