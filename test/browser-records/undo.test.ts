import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';
import { exampleText } from '../support/http/server.ts';

describe('undoing an action on a row', () => {
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

  it('is offered if an inverse transition exists, and takes it', () =>
    withPerson(app, 'Ana', '/', async (page) => {
      const row = page.getByRole('row', { name: /Keyboard/ });
      await row.getByRole('button', { name: 'Withdraw' }).click();
      await row.locator('.pill', { hasText: 'Draft' }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await row.locator('.pill', { hasText: 'Submitted' }).waitFor();
      await page.getByText('Undone.').waitFor();
    }));
});

const jobs = `# Specification: Jobs

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Jobs | Job | table: title, status, note | Crew |
| \`/board\` | Board | Job | board by status | Crew |
| \`/jobs/:id\` | Job | Job | record | Crew |

### Jobs

- Actions: start, stop

## 3. Entities

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | role | yes | |

### Job

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| note | text | no | |

## 4. States

### Job: status

| From | Event | To | Who |
| --- | --- | --- | --- |
| (new) | | Open | |
| Open | start | Going | Crew |
| Going | stop | Open | Crew |

## 6. Permissions

Roles: Crew

| Entity: operation | Crew |
| --- | --- |
| Job: read | yes |
| Job: create | yes |
| Job: change | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Crew |
`;

interface Job {
  readonly id: string;
  readonly title: string;
  readonly note: string | null;
  readonly status: string;
  readonly _: { readonly etag: string };
}

describe('undo after a later change by the same person', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(jobs);
  });
  after(() => app.stop());

  const made = async (...titles: readonly string[]): Promise<Job[]> => {
    const ada = await app.server.as('Ada');
    return Promise.all(titles.map(async (title) => (await ada.post<Job>('/api/jobs', { title })).body));
  };
  const stored = async (job: Job | undefined): Promise<readonly [string, string | null]> => {
    const ada = await app.server.as('Ada');
    const { body } = await ada.get<Job>(`/api/jobs/${job?.id}`);
    return [body.status, body.note];
  };
  const message = (page: Page, title: RegExp) => page.locator('.toast', { hasText: title });
  /** Fills in the note of a row, in its cell. */
  const noteOf = async (page: Page, title: string, note: string) => {
    await page
      .getByRole('row', { name: new RegExp(title) })
      .locator('[data-cell="note"]')
      .dblclick();
    await page.getByRole('textbox', { name: `Note, ${title}` }).fill(note);
    await page.keyboard.press('Enter');
    await message(page, /Saved/).waitFor();
  };

  it('undoing an event of a record keeps later changes', async () => {
    const [job] = await made('Axle');
    await withPerson(app, 'Ada', `/jobs/${job?.id}`, async (page) => {
      await page.getByRole('button', { name: 'Start' }).click();
      await message(page, /Going/).waitFor();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByRole('textbox', { name: 'Note' }).fill('By noon');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('By noon').first().waitFor();
      await message(page, /Going/).getByRole('button', { name: 'Undo' }).click();
      await message(page, /Undone/).waitFor();
      assert.deepEqual(await stored(job), ['Open', 'By noon']);
    });
  });

  it('undoing an event of one or many rows keeps later cell changes', async () => {
    const [bolt, crank, drill] = await made('Bolt', 'Crank', 'Drill');
    await withPerson(app, 'Ada', '/', async (page) => {
      const row = (title: string) => page.getByRole('row', { name: new RegExp(title) });
      await row('Bolt').getByRole('button', { name: 'Start' }).click();
      const started = message(page, /Start/);
      await started.getByText('Bolt').waitFor();
      await noteOf(page, 'Bolt', 'Mind the thread');
      await started.getByRole('button', { name: 'Undo' }).click();
      await message(page, /Undone/).waitFor();
      assert.deepEqual(await stored(bolt), ['Open', 'Mind the thread']);

      for (const title of ['Crank', 'Drill']) await row(title).getByRole('checkbox').click();
      await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Start' }).click();
      await row('Drill').locator('.pill', { hasText: 'Going' }).waitFor();
      await noteOf(page, 'Crank', 'Oil it');
      await message(page, /2/).getByRole('button', { name: 'Undo' }).click();
      await row('Crank').locator('.pill', { hasText: 'Open' }).waitFor();
      await row('Drill').locator('.pill', { hasText: 'Open' }).waitFor();
      assert.deepEqual(await stored(crank), ['Open', 'Oil it']);
      assert.deepEqual(await stored(drill), ['Open', null]);
    });
  });

  it('undoing a card move does not overwrite a change by somebody else', async () => {
    const [edge, file] = await made('Edge', 'File');
    await withPerson(app, 'Ada', '/board', async (page) => {
      const column = (name: string) => page.getByRole('region', { name: new RegExp(name) });
      const start = async (title: string) => {
        await page.locator('[data-card]', { hasText: title }).getByRole('button', { name: /Move/ }).click();
        await page.getByRole('menuitem', { name: 'Going' }).click();
        await column('Going').getByText(title).waitFor();
      };
      await start('Edge');
      await message(page, /Going/).getByRole('button', { name: 'Undo' }).click();
      await column('Open').getByText('Edge').waitFor();
      // As with the move itself, the board shows it before it is stored.
      await message(page, /Undone/).waitFor();
      assert.deepEqual(await stored(edge), ['Open', null]);

      await start('File');
      // The board shows the move before it is stored.
      await message(page, /Going.*File/).waitFor();
      const ada = await app.server.as('Ada');
      const { body } = await ada.get<Job>(`/api/jobs/${file?.id}`);
      const stopped = await ada.post(`/api/jobs/${file?.id}/stop`, {}, { 'if-match': body._.etag });
      assert.equal(stopped.status, 200, stopped.text);
      await column('Open').getByText('File').waitFor();
      await message(page, /Going/).getByRole('button', { name: 'Undo' }).click();
      await message(page, /could not be undone/).waitFor();
      assert.deepEqual(await stored(file), ['Open', null]);
    });
  });
});
