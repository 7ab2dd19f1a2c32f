import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { untilTrue } from '../support/browser/browser.ts';
import { exampleText } from '../support/http/server.ts';

const text = exampleText('expense-claims.md');

/** The same document with a further optional field, in the form too, and another name for the list. */
const grown = text
  .replace(
    '| note | long text(..2000) | no | |',
    '| note | long text(..2000) | no | |\n| project | text(..40) | no | |',
  )
  .replace(
    'form: title, category, spentOn, lines, receipt, note',
    'form: title, category, spentOn, project, lines, receipt, note',
  )
  .replace(
    '| new claim | POST /api/claims | create Claim | title,',
    '| new claim | POST /api/claims | create Claim | project, title,',
  )
  .replace('| `/` | My claims |', '| `/` | Claims of mine |');

describe('the document changes while it runs', () => {
  let app: Application;
  beforeEach(async () => {
    app = await openApplication(text);
  });
  afterEach(() => app.stop());

  it('a half-filled form keeps its values, focus, selection and scroll position, and shows the new field', () =>
    withPerson(app, 'Ana', '/claims/new', async (page) => {
      await page.setViewportSize({ width: 900, height: 420 });
      const title = page.getByRole('textbox', { name: 'Title' });
      await title.fill('Half a title');
      await page.getByRole('textbox', { name: 'Note' }).fill('and a note');
      await title.evaluate((input: HTMLInputElement) => {
        input.focus();
        input.setSelectionRange(2, 6);
      });
      await page.evaluate(() => window.scrollTo(0, 60));
      const before = await page.evaluate(() => Math.round(window.scrollY));
      await page.evaluate(() => Object.assign(window, { sameProgram: true }));
      await app.save(grown);
      await page.getByRole('textbox', { name: 'Project' }).waitFor();
      assert.equal(await title.inputValue(), 'Half a title');
      assert.equal(await page.getByRole('textbox', { name: 'Note' }).inputValue(), 'and a note');
      const state = await title.evaluate((input: HTMLInputElement) => ({
        focused: document.activeElement === input,
        selection: [input.selectionStart, input.selectionEnd],
        scroll: Math.round(window.scrollY),
        sameProgram: 'sameProgram' in window,
      }));
      assert.deepEqual(state, { focused: true, selection: [2, 6], scroll: before, sameProgram: true });
    }));

  it('a broken document keeps the last valid application running and shows its findings', () =>
    withPerson(app, 'Ana', '/', async (page) => {
      await page.getByText('Keyboard').first().waitFor();
      await app.save(text.replace('| V1 | Claim | `spentOn <= today`', '| V1 | Claim | `spentOn <= tomorow`'));
      await page
        .getByText(/tomorow/)
        .filter({ visible: true })
        .first()
        .waitFor();
      await page.getByText('Keyboard').first().waitFor();
      const { status } = await (await app.server.as('Ana')).get('/api/claims');
      assert.equal(status, 200);
      await app.save(text);
      await page
        .getByText(/tomorow/)
        .first()
        .waitFor({ state: 'detached' });
    }));

  it('the error panel starts as one line, covers no button when opened, and stays open or closed', () =>
    withPerson(app, 'Ana', '/claims/new', async (page) => {
      await page.setViewportSize({ width: 900, height: 500 });
      const create = page.getByRole('button', { name: 'Create', exact: true });
      await create.waitFor();
      const broken = (word: string) => text.replace('| V1 | Claim | `spentOn <= today`', `| V1 | Claim | \`${word}\``);
      const told = page.getByRole('region', { name: 'The document on disk can’t be run' });
      // What comes later into the form, and how high the message is, move it until all is there.
      const isInSight = () => {
        const [button] = [...document.querySelectorAll('button')].filter((each) => each.textContent === 'Create');
        const side = document.querySelector('.frame-side');
        const message = document.querySelector('.overlay');
        if (button === undefined || side === null || message === null) return false;
        const bottom = Math.max(...[button, side].map((each) => each.getBoundingClientRect().bottom));
        return bottom <= message.getBoundingClientRect().top;
      };
      const list = told.locator('.overlay-list');
      await app.save(broken('spentOn <= tomorow'));
      await told
        .getByText(/tomorow/)
        .filter({ visible: true })
        .waitFor();
      await list.waitFor({ state: 'hidden' });
      await untilTrue(
        page,
        'The height of the panel is not known.',
        async () => document.documentElement.style.cssText !== '',
        null,
      );
      await page.waitForFunction(isInSight);
      await told.getByRole('button', { name: 'Show' }).click();
      await list.getByText(/tomorow/).waitFor();
      await page.waitForFunction(isInSight);
      await page.reload();
      await list.getByText(/tomorow/).waitFor();
      await page.waitForFunction(isInSight);
      await app.save(broken('spentOn <= yesterdy'));
      await list.getByText(/yesterdy/).waitFor();
      await page.setViewportSize({ width: 390, height: 700 });
      await app.save(broken('spentOn <= tomorow'));
      await list.getByText(/tomorow/).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      // A dialog stands at the foot of a phone.
      await told.getByRole('button', { name: 'Hide' }).click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Train');
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await page.waitForFunction(() => {
        const [sheet, message] = ['.dialog', '.overlay'].map((each) => document.querySelector(each));
        if (!sheet || !message) return false;
        return sheet.getBoundingClientRect().bottom <= message.getBoundingClientRect().top;
      });
    }));

  it('a document that would lose data is refused with counts and examples', () =>
    withPerson(app, 'Ana', '/', async (page) => {
      await page.getByText('Keyboard').first().waitFor();
      await app.save(
        text.replace('| title | text(3..120) | yes | title, searchable |', '| title | integer | yes | title |'),
      );
      await page.getByText('This change to the document would lose data').waitFor();
      await page.getByRole('button', { name: 'Show' }).click();
      const [loss] = app.server.runtime.status().losses;
      await page
        .getByText(loss?.message ?? 'no loss')
        .first()
        .waitFor();
      assert.ok(loss !== undefined && loss.count >= 6 && loss.examples.length > 0);
      const shown = await page.locator('body').innerText();
      assert.ok(
        loss.examples.every((example) => shown.includes(example)),
        shown,
      );
      assert.ok(app.server.runtime.status().losses.length > 0);
      assert.notEqual(app.server.runtime.status().running, app.server.runtime.status().read);
    }));

  it('holding Alt over a value shows the line that it comes from', () =>
    withPerson(app, 'Ana', '/claims/new', async (page) => {
      const label = page.getByText('Spent on').first();
      await label.waitFor();
      const line = page
        .getByText(/\| spentOn \| date \| yes/)
        .filter({ visible: true })
        .first();
      await page.keyboard.down('Alt');
      // What explains is loaded after the page; until then a pointer that rests over the label tells it nothing.
      for (let move = 0; move < 50 && !(await line.isVisible()); move++) {
        await label.hover({ position: { x: 4 + (move % 2), y: 4 } });
        await page.waitForTimeout(100);
      }
      await line.waitFor();
      await page.keyboard.up('Alt');
    }));
});
