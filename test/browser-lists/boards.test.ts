import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';

const yard = `# Specification: Yard

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Jobs | Job | board by status: weight, parts, due | Hand |
| \`/worth\` | Worth | Job | board by status: worth | Hand |
| \`/counted\` | Counted | Job | board by status: parts | Hand |
| \`/jobs/:id\` | Job | Job | record | Hand |
| \`/figures\` | Figures | Job | dashboard | Hand |

### Figures

- Chart: Jobs by kind, bar, count by kind

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- roles: Roles

### Job

- name: text, required, title
- kind: Small, Large
- weight: decimal(6,1) kg
- parts: integer
- worth: money(EUR)
- due: date

## 4. States and transitions

### Job: status

| From | Event | To | Who |
| --- | --- | --- | --- |
| (new) | | Open | |
| Open | finish | Done | Hand |

## 6. Roles and permissions

| Role | Description |
| --- | --- |
| Hand | works |

| | Hand |
| --- | --- |
| Person: read | yes |
| Job: read | yes |
| Job: create | yes |

## Sample data

### Person

| name | email | roles |
| --- | --- | --- |
| Ada | ada@example.com | Hand |

### Job

| name | kind | weight | parts | worth | due |
| --- | --- | --- | --- | --- | --- |
| Crane | Small | 12.5 | 3 | 10.00 EUR | 2026-12-01 |
| Lift | Large | 2.5 | 4 | 20.00 EUR | 2026-12-02 |
| Winch | Large | 1.5 | 5 | 30.00 EUR | 2026-12-03 |
`;

describe('boards and figures', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(yard);
  });
  after(() => app.stop());

  it('label a number on a card if it is ambiguous', async () => {
    const shown = (path: string) =>
      withPerson(app, 'Ada', path, async (page) => {
        const card = page.locator('.board-card', { hasText: 'Crane' });
        await card.waitFor();
        assert.deepEqual(await axeFindings(page), []);
        return card.locator('.board-fact-label').allInnerTexts();
      });
    assert.deepEqual((await shown('/')).map((text) => text.trim()).toSorted(), ['Parts:', 'Weight:']);
    assert.deepEqual(await shown('/worth'), []);
    assert.deepEqual(
      (await shown('/counted')).map((text) => text.trim()),
      ['Parts:'],
    );
  });

  it('show keyboard hints where there is room and a keyboard, not on a phone', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      const keys = page.getByText('Arrow keys move between cards');
      await keys.waitFor();
      await page.setViewportSize({ width: 390, height: 800 });
      await keys.waitFor({ state: 'hidden' });
    }));

  it('say that a figure is still being counted, and show it once it is', async (t) => {
    const { store } = app.server;
    const read = store.aggregate;
    const counted = Promise.withResolvers<void>();
    t.mock.method(store, 'aggregate', async (...asked: Parameters<typeof read>) => {
      await counted.promise;
      return read(...asked);
    });
    await withPerson(app, 'Ada', '/figures', async (page) => {
      await page.getByText('Still counting …').waitFor();
      assert.equal(await page.locator('.bar-mark').count(), 0);
      assert.deepEqual(await axeFindings(page), []);
      counted.resolve();
      await page.locator('.bar-mark').first().waitFor();
      assert.equal(await page.getByText('Still counting …').count(), 0);
    });
  });

  it('draw bars from the same baseline as lines', () =>
    withPerson(app, 'Ada', '/figures', async (page) => {
      const sides = async () => {
        await page.locator('.bar-mark').first().waitFor();
        return page.locator('.plot-drawing').evaluate((drawing) => {
          const box = drawing.getBoundingClientRect();
          const of = (name: string) => drawing.querySelector(name)?.getBoundingClientRect() ?? new DOMRect();
          const [mark, label, value] = [of('.bar-mark'), of('.mark-label'), of('.mark-value')];
          const isInside = [mark, label, value].every(
            ({ left, right }) => left >= box.left - 1 && right <= box.right + 1,
          );
          return { isInside, order: label.left < mark.left && mark.left < value.left };
        });
      };
      assert.deepEqual(await sides(), { isInside: true, order: true });
      await page.evaluate(() => localStorage.setItem('ninefold language', 'ar'));
      await page.reload();
      await page.locator('html[dir=rtl]').waitFor();
      assert.deepEqual(await sides(), { isInside: true, order: false });
      assert.deepEqual(await axeFindings(page), []);
    }));

  it('relative times use the clock of the server', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      await page.addInitScript(() => {
        const now = Date.now.bind(Date);
        Date.now = () => now() + 3 * 86_400_000;
      });
      await page.getByRole('link', { name: 'Crane' }).click();
      await page.reload();
      await page.locator('.moment-ago').first().waitFor();
      for (const text of await page.locator('.moment-ago').allInnerTexts()) assert.doesNotMatch(text, /day/);
    }));
});

const shed = `# Specification: Shed

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Kinds | Tool | board by kind | Hand |
| \`/places\` | Places | Tool | board by place | Hand |
| \`/known\` | Known kinds | Tool where \`kind != null\` | board by kind | Hand |
| \`/tools\` | Tools | Tool | table: name, kind, place | Hand |

### Tools

- Group by: kind

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- roles: Roles

### Tool

- name: text, required, title
- kind: Small, Large
- place: Left, Right, required

## 6. Roles and permissions

| Role | Description |
| --- | --- |
| Hand | works |

| | Hand |
| --- | --- |
| Person: read | yes |
| Tool: read | yes |
| Tool: change | yes |

## Sample data

### Person

| name | email | roles |
| --- | --- | --- |
| Ada | ada@example.com | Hand |

### Tool

| name | kind | place |
| --- | --- | --- |
| Saw | Small | Left |
| Rope | | Right |
`;

describe('a board by an optional choice', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(shed);
  });
  after(() => app.stop());

  const kindOf = async (name: string) => {
    const ada = await app.server.as('Ada');
    const { body } = await ada.get<{ items: { name: string; kind: string | null }[] }>('/api/tools');
    return body.items.find((item) => item.name === name)?.kind;
  };
  const columnsAt = (path: string) =>
    withPerson(app, 'Ada', path, async (page) => {
      await page.locator('[data-card]').first().waitFor();
      return page.locator('.column').evaluateAll((all) => all.map((each) => each.getAttribute('data-column')));
    });

  it('holds records without a value in a column "None"; moving a card there clears the value', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      const column = (name: RegExp) => page.getByRole('region', { name });
      const card = (name: string) => page.locator('[data-card]', { hasText: name });
      await column(/^None/).getByText('Rope').waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await card('Saw').hover();
      await page.mouse.down();
      await column(/^None/).hover();
      await page.mouse.up();
      await column(/^None/).getByText('Saw').waitFor();
      await page.getByText('Kind: None').waitFor();
      assert.equal(await kindOf('Saw'), null);
      await card('Rope').getByRole('button', { name: /Move/ }).click();
      await page.getByRole('menuitem', { name: 'Large' }).click();
      await column(/^Large/)
        .getByText('Rope')
        .waitFor();
      await page.getByText('Kind: Large').waitFor();
      assert.equal(await kindOf('Rope'), 'Large');
    }));

  it('has no such column where every record has a value', async () => {
    assert.deepEqual(await columnsAt('/places'), ['Left', 'Right']);
    assert.deepEqual(await columnsAt('/known'), ['Small', 'Large']);
  });

  it('shows records without a value although the field has become required, until they have one', async () => {
    const open = await openApplication(shed);
    try {
      await open.save(shed.replace('- kind: Small, Large', '- kind: Small, Large, required'));
      await withPerson(open, 'Ada', '/', async (page) => {
        await page.getByRole('region', { name: /^None/ }).getByText('Rope').waitFor();
        await page.locator('[data-card]', { hasText: 'Saw' }).getByRole('button', { name: /Move/ }).click();
        await page.getByRole('menuitem', { name: 'Large' }).waitFor();
        assert.equal(await page.getByRole('menuitem', { name: 'None' }).count(), 0);
        await page.keyboard.press('Escape');
        await page.locator('[data-card]', { hasText: 'Rope' }).getByRole('button', { name: /Move/ }).click();
        await page.getByRole('menuitem', { name: 'Small' }).click();
        await page.getByRole('region', { name: /^None/ }).waitFor({ state: 'detached' });
      });
    } finally {
      await open.stop();
    }
  });

  it('matches the groups of a list, in the language of the reader', async () => {
    await withPerson(app, 'Ada', '/tools', (page) => page.locator('.group-label[data-empty]').waitFor());
    await withPerson(app, 'Ada', '/', async (page) => {
      await page.evaluate(() => localStorage.setItem('ninefold language', 'de'));
      await page.reload();
      await page.getByRole('region', { name: /^Ohne Angabe/ }).waitFor();
    });
  });
});
