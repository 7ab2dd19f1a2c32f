import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Application, axeFindings, openApplication, withPerson } from '../support/application.ts';

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
| Read Person | yes |
| Read Job | yes |
| Create Job | yes |

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

  it('say what a number on a card is where it does not say so itself', async () => {
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

  it('tell of keys where there is room for them and a keyboard, not on a phone', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      const keys = page.getByText('Arrow keys go from card to card');
      await keys.waitFor();
      await page.setViewportSize({ width: 390, height: 800 });
      await keys.waitFor({ state: 'hidden' });
    }));

  it('begin bars where lines begin', () =>
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

  it('how long ago something was goes by the time of the server', () =>
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
