import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { keepBack, refuseLater } from '../support/browser/later-files.ts';

const camp = `# Specification: Camp

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Stays | Stay | list: place, kind, key, pegs, guest, site | Clerk |
| \`/new\` | New stay | Stay | form | Clerk |
| \`/stays/:id\` | Stay | Stay | record | Clerk |

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | yes | |

### Stay

- place: text, required, title
- kind: Tent, Hut, required, default Tent
- pegs: integer, shown when \`kind == Tent\`
- key: text, shown when \`kind == Hut\`, default \`"hook"\`
- nights: integer, default 2
- total: integer, = \`nights * 10\`
- guest: Person, default \`me\`
- site: Lake, Hill, Road, Wood, Meadow, default Road
- far: integer, = \`sum(walks.km)\`
- from: date
- plan: file(pdf), at most 2 MB
- walks: list of Walk, at most 3

### Walk

Belongs to Stay.

- to: text, required
- km: integer, default 5
- leader: Person, default \`me\`
- pole: integer, default 2, shown when \`km > 9\`

## 6. Roles and permissions

| | Clerk |
| --- | --- |
| Person: read | yes |
| Stay: read | yes |
| Stay: create | yes |
| Stay: change | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ana | ana@camp.example | Clerk |
| Bo | bo@camp.example | Clerk |
`;

const place = (page: Page) => page.getByRole('textbox', { name: 'Place' });
const create = (page: Page) => page.getByRole('button', { name: 'Create', exact: true });
interface Walk {
  readonly to: string;
  readonly km?: number | null;
  readonly pole?: number | null;
}

interface Stay {
  readonly place: string;
  readonly kind: string;
  readonly key: string | null;
  readonly pegs: number | null;
  readonly walks: readonly Walk[];
}

describe('a form before its engine and inputs are loaded', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(camp);
  });
  after(() => app.stop());

  const stay = async (wanted: string): Promise<Stay | undefined> => {
    const ana = await app.server.as('Ana');
    const id = (await ana.get<{ items: { id: string; place: string }[] }>('/api/stays')).body.items.find(
      (each) => each.place === wanted,
    )?.id;
    return id === undefined ? undefined : (await ana.get<Stay>(`/api/stays/${id}`)).body;
  };
  /** The form with the rest kept back. */
  const held = (work: (page: Page, later: Awaited<ReturnType<typeof keepBack>>) => Promise<void>) =>
    withPerson(app, 'Ana', '/-/about', async (page) => {
      const later = await keepBack(page);
      await page.goto(`${app.url}/new`);
      await place(page).waitFor();
      await work(page, later);
    });

  it('is sent only once it is known which fields it asks for', () =>
    held(async (page, { letGo }) => {
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('stays')) sent.push(request.postData() ?? '');
      });
      await place(page).fill('On the roof');
      await page.getByRole('radio', { name: 'Hut' }).check();
      await create(page).click();
      await page.locator('.form-actions [data-pending]').waitFor();
      assert.deepEqual(sent, []);
      letGo();
      await page.getByRole('heading', { level: 1, name: 'On the roof' }).waitFor();
      assert.equal(sent.length, 1);
      assert.equal((await stay('On the roof'))?.key, 'hook');
    }));

  it('says what could not be loaded, and still takes and sends what is typed', () =>
    withPerson(app, 'Ana', '/-/about', async (page) => {
      await refuseLater(page, 'aborted');
      await page.goto(`${app.url}/new`);
      const note = page.getByText('Part of this page could not be loaded.', { exact: true }).first();
      await note.waitFor();
      await page.getByText('Your input is checked only when you save it').waitFor();
      await page.getByText('Your input is kept.').waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await create(page).click();
      // The server says it.
      await page.locator('.form-field[data-field="place"] .failure').waitFor();
      await place(page).fill('Nowhere');
      await page.getByRole('combobox', { name: 'Site' }).selectOption('Hill');
      await page.getByRole('textbox', { name: 'Pegs' }).fill('12');
      await create(page).click();
      await page.getByRole('heading', { level: 1, name: 'Nowhere' }).waitFor();
      assert.equal((await stay('Nowhere'))?.pegs, 12);
    }));

  it('shows an error with “Try again” when the form itself cannot be loaded', () =>
    withPerson(app, 'Ana', '/-/about', async (page) => {
      await refuseLater(page, 'aborted', ['src/client/screens/form/form-screen.tsx']);
      await page.goto(`${app.url}/new`);
      const told = page.getByRole('alert').filter({ hasText: 'The server isn’t responding.' });
      await told.waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.unrouteAll();
      await told.getByRole('button', { name: 'Try again' }).click();
      await place(page).waitFor();
    }));

  it('a new line starts with the defaults of its entity; an emptied value stays empty', () =>
    withPerson(app, 'Ana', '/new', async (page) => {
      await place(page).fill('By the ford');
      const add = page.getByRole('button', { name: 'Add walk' });
      await add.click();
      await page.getByRole('textbox', { name: 'To, walk 1' }).fill('the inn');
      const km = (line: number) => page.getByLabel(`Km, walk ${line}`);
      assert.equal(await km(1).inputValue(), '5');
      assert.equal(await page.getByRole('combobox', { name: 'Leader, walk 1' }).inputValue(), 'Ana');
      assert.equal(await page.getByLabel('Pole, walk 1').count(), 0);
      await km(1).fill('10');
      assert.equal(await page.getByLabel('Pole, walk 1').inputValue(), '2');
      await add.click();
      await page.getByRole('textbox', { name: 'To, walk 2' }).fill('the mill');
      assert.equal(await km(2).inputValue(), '5');
      // What is emptied stays empty.
      await km(2).fill('');
      await add.click();
      await page.getByRole('textbox', { name: 'To, walk 3' }).fill('the weir');
      assert.equal(await km(2).inputValue(), '');
      assert.equal(await page.locator('.form-calculated', { hasText: 'Far' }).locator('output').textContent(), '15');
      await create(page).click();
      await page.getByRole('heading', { level: 1, name: 'By the ford' }).waitFor();
      const saved = await (await app.server.as('Ana')).get<{ items: Stay[] }>('/api/stays');
      assert.deepEqual(
        saved.body.items.flatMap(({ walks }) => walks.map(({ km: far, pole }) => [far, pole])),
        [
          [10, 2],
          [null, null],
          [5, null],
        ],
      );
    }));
});
