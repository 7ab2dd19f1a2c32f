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
- from: date
- plan: file(pdf), at most 2 MB
- walks: list of Walk, at most 3

### Walk

Belongs to Stay.

- to: text, required

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

/** The same with more in its walks. */
const farCamp = camp.replace('- from: date\n', '- far: integer, = `sum(walks.km)`\n- from: date\n').replace(
  '- to: text, required\n',
  `- to: text, required
- km: integer, default 5
- leader: Person, default \`me\`
- pole: integer, default 2, shown when \`km > 9\`
`,
);

const place = (page: Page) => page.getByRole('textbox', { name: 'Place' });
const create = (page: Page) => page.getByRole('button', { name: 'Create', exact: true });
const unknown = (page: Page) => page.locator('.form-unknown');
const boxes = (page: Page) =>
  page.locator('.form-field, .form-calculated, .form-actions').evaluateAll((all) =>
    all.map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return [each.getAttribute('data-field'), x, y + scrollY, width, height].join(' ');
    }),
  );

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

describe('a form before what judges it, and its large inputs, are there', () => {
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

  it('stands as it will: what is shown, given and computed, and nothing moves when the rest comes', () =>
    held(async (page, { letGo, asked }) => {
      assert.equal(await unknown(page).count(), 0);
      assert.equal(await page.getByRole('textbox', { name: 'Pegs' }).count(), 1);
      assert.equal(await page.getByRole('textbox', { name: 'Key' }).count(), 0);
      assert.equal(await page.getByRole('textbox', { name: 'Nights' }).inputValue(), '2');
      assert.equal(await page.locator('.form-calculated-value').innerText(), '20');
      assert.equal(await page.getByRole('textbox', { name: 'Guest' }).inputValue(), 'Ana');
      await page.getByRole('button', { name: /^Road/ }).waitFor();
      assert.equal(await place(page).evaluate((at) => at === document.activeElement), true);
      assert.deepEqual(await axeFindings(page), []);
      const early = await boxes(page);
      letGo();
      await page.mouse.move(5, 5);
      await page.getByRole('combobox', { name: 'Guest' }).waitFor();
      await page.getByRole('button', { name: 'Calendar, From' }).waitFor();
      await page.locator('.file-choose input').waitFor({ state: 'attached' });
      assert.ok(asked() > 3);
      assert.deepEqual(await boxes(page), early);
      assert.deepEqual(await axeFindings(page), []);
    }));

  it('draws the rest with the first sign that somebody is at work, and not before', () =>
    withPerson(app, 'Ana', '/-/about', async (page) => {
      await page.goto(`${app.url}/new`);
      // Whatever is asked of a page through its debugger is taken for somebody at work.
      await new Promise((done) => setTimeout(done, 2000));
      await place(page).waitFor();
      const guest = page.getByRole('combobox', { name: 'Guest' });
      assert.equal(await guest.count(), 0);
      await page.mouse.move(5, 5);
      await guest.waitFor();
    }));

  it('draws the rest by itself where nobody gives a sign, as where a screen reader reads it', () =>
    withPerson(app, 'Ana', '/-/about', async (page) => {
      await page.goto(`${app.url}/new`);
      await new Promise((done) => setTimeout(done, 2000));
      const guest = page.getByRole('combobox', { name: 'Guest' });
      assert.equal(await guest.count(), 0);
      await guest.waitFor();
    }));

  it('takes what is typed; what follows from it is drawn once it is known, and never before', () =>
    held(async (page, { letGo }) => {
      await place(page).fill('By the sea');
      assert.equal(await unknown(page).count(), 0);
      await page.getByRole('radio', { name: 'Hut' }).check();
      await page.locator('.form-unknown[data-field="key"]').waitFor();
      assert.equal(await page.locator('.form-unknown[data-field="pegs"]').count(), 1);
      assert.equal(await page.getByRole('textbox', { name: /Key|Pegs/ }).count(), 0);
      await page.getByRole('textbox', { name: 'Nights' }).fill('3');
      assert.equal(await page.locator('.form-calculated-value').innerText(), '…');
      assert.deepEqual(await axeFindings(page), []);
      letGo();
      await page.getByRole('textbox', { name: 'Key' }).waitFor();
      assert.equal(await unknown(page).count(), 0);
      assert.equal(await page.getByRole('textbox', { name: 'Pegs' }).count(), 0);
      assert.equal(await page.locator('.form-calculated-value').innerText(), '30');
      assert.equal(await place(page).inputValue(), 'By the sea');
      await create(page).click();
      await page.getByRole('heading', { level: 1, name: 'By the sea' }).waitFor();
      const made = await stay('By the sea');
      assert.deepEqual([made?.kind, made?.key, made?.pegs], ['Hut', 'hook', null]);
    }));

  it('is sent where nothing else can follow, and is left with its draft', () =>
    held(async (page) => {
      await place(page).fill('In the wood');
      await page.getByRole('link', { name: 'Stays' }).first().click();
      await page.getByRole('button', { name: 'Leave and keep draft' }).click();
      await page.getByRole('heading', { level: 1, name: 'Stays' }).waitFor();
      await page.goto(`${app.url}/new`);
      await page.getByText('Your input was restored.').waitFor();
      assert.equal(await place(page).inputValue(), 'In the wood');
      await create(page).click();
      await page.getByRole('heading', { level: 1, name: 'In the wood' }).waitFor();
      assert.equal((await stay('In the wood'))?.key, null);
    }));

  it('waits with sending where it is not known what is asked for', () =>
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

  it('hands the focus, and the press, on to what comes in the place of what was pressed', () =>
    held(async (page, { letGo }) => {
      await place(page).fill('Under the bridge');
      await page.getByRole('button', { name: 'Add walk' }).click();
      letGo();
      const to = page.getByRole('textbox', { name: 'To, walk 1' });
      await to.waitFor();
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'To, walk 1');
      await page.keyboard.type('the mill');
      assert.equal(await to.inputValue(), 'the mill');
      await create(page).click();
      await page.getByRole('heading', { level: 1, name: 'Under the bridge' }).waitFor();
      assert.deepEqual(
        (await stay('Under the bridge'))?.walks.map((walk) => walk.to),
        ['the mill'],
      );
    }));

  it('takes a press in the very moment in which it comes', () =>
    withPerson(app, 'Ana', '/-/about', async (page) => {
      await page.addInitScript(() => {
        // Right after what comes is in the page, before anything else is done.
        const watch = new MutationObserver(() => {
          const add = document.querySelector<HTMLElement>('[data-tool="add"] button');
          if (add === null) return;
          watch.disconnect();
          add.click();
        });
        watch.observe(document, { childList: true, subtree: true });
      });
      await page.goto(`${app.url}/new`);
      await place(page).waitFor();
      await page.mouse.move(5, 5);
      await page.getByRole('textbox', { name: 'To, walk 1' }).waitFor();
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'To, walk 1');
    }));

  it('opens the list that was pressed before it was there', () =>
    held(async (page, { letGo }) => {
      await page.getByRole('button', { name: /^Road/ }).click();
      letGo();
      await page.getByRole('option', { name: 'Hill' }).click();
      await page.getByRole('button', { name: /Hill/ }).waitFor();
      await page.getByRole('combobox', { name: 'Guest' }).waitFor();
      // Who goes on with Tab goes where they would have gone, from the field that they are at.
      await page.waitForFunction(
        () => document.activeElement?.matches('.select button') && document.activeElement.textContent.includes('Hill'),
      );
      await page.keyboard.press('Tab');
      await page.waitForFunction(() => document.activeElement?.closest('.date-picker') != null);
    }));

  for (const how of [503, 'aborted'] as const)
    it(`says what is missing, takes what is typed and sends it, where the rest does not come: ${how}`, () =>
      withPerson(app, 'Ana', '/-/about', async (page) => {
        await refuseLater(page, how);
        await page.goto(`${app.url}/new`);
        const note = page.getByText('Part of this page could not be loaded.', { exact: true }).first();
        await note.waitFor();
        await page.getByText('Your input is checked only when you save it').waitFor();
        await page.getByText('Your input is kept.').waitFor();
        assert.deepEqual(await axeFindings(page), []);
        await create(page).click();
        // The server says it.
        await page.locator('.form-field[data-field="place"] .failure').waitFor();
        await place(page).fill(`Nowhere ${how}`);
        await page.getByRole('combobox', { name: 'Site' }).selectOption('Hill');
        await page.getByRole('textbox', { name: 'Pegs' }).fill('12');
        await create(page).click();
        await page.getByRole('heading', { level: 1, name: `Nowhere ${how}` }).waitFor();
        assert.equal((await stay(`Nowhere ${how}`))?.pegs, 12);
      }));

  it('that does not come itself is told as what it is, and opens once it comes', () =>
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
});

describe('a form whose lines have values that they start with', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(farCamp);
  });
  after(() => app.stop());

  it('starts a new line with what a new record of its kind starts with', () =>
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
