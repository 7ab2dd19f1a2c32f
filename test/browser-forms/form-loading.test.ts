import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { refuseModules } from '../support/browser/refuse-modules.ts';

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

interface Stay {
  readonly walks: readonly { readonly km: number | null; readonly pole: number | null }[];
}

describe('a form', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(camp);
  });
  after(() => app.stop());

  for (const [part, module] of [
    ['form', 'src/client/screens/form/form-screen.tsx'],
    ['engine', 'src/client/view/browser-engine.ts'],
  ] as const)
    it(`shows an error with “Try again” if the ${part} cannot be loaded`, () =>
      withPerson(app, 'Ana', '/-/about', async (page) => {
        await refuseModules(page, [module]);
        await page.goto(`${app.url}/new`);
        const error = page.getByRole('alert').filter({ hasText: 'The server isn’t responding.' });
        await error.waitFor();
        assert.deepEqual(await axeFindings(page), []);
        await page.unrouteAll();
        await error.getByRole('button', { name: 'Try again' }).click();
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
