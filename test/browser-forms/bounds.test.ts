import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';

const stock = (language: string) => `# Specification: Stock

## 1. What the product does and for whom

- Language: ${language}

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/new\` | New | Item | form | Clerk |

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Item

- title: text(3..1200), required, title
- pieces: integer(-2000..1000000)
- weight: decimal(12,1), ..2500.5
- price: money(EUR), ..9999.50
- code: integer(1000..2100), unique

## 6. Roles and permissions

- Clerk: everyone who signs in

| | Clerk |
| --- | --- |
| Person: read | yes |
| Item: read, create | yes |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

const tooMuch = { title: 'x'.repeat(1201), pieces: 1_000_001, weight: '2500.6', code: 2101 };

/** The numbers in what is answered, by field. */
const told = (body: Problem) =>
  Object.fromEntries(
    (body.failures ?? []).map(({ pointer, message }) => [pointer, message.match(/[\d.,]*\d/g)?.join(' ')]),
  );

describe('bounds in messages', () => {
  let german: Application;
  before(async () => {
    german = await openApplication(stock('de'));
  });
  after(() => german.stop());

  it('are formatted in the language of the page, in answers of the server', async () => {
    const english = await openApplication(stock('en'));
    try {
      const ask = async (app: Application, input: object) =>
        told((await (await app.server.as('Ada')).post<Problem>('/api/items', input)).body);
      assert.deepEqual(await ask(english, tooMuch), {
        '/title': '1,200 1,201',
        '/pieces': '1,000,000',
        '/weight': '2,500.5',
        '/code': '2100',
      });
      assert.deepEqual(await ask(german, tooMuch), {
        '/title': '1.201 1.200',
        '/pieces': '1.000.000',
        '/weight': '2.500,5',
        '/code': '2100',
      });
      assert.deepEqual(await ask(german, { title: 'xxx', pieces: -2001, price: '9999.51' }), {
        '/pieces': '2.000',
        '/price': '9.999,50',
      });
    } finally {
      await english.stop();
    }
  });

  it('read the same in a form', () =>
    withPerson(german, 'Ada', '/new', async (page) => {
      await page.getByLabel('Title').fill('x'.repeat(1201));
      await page.getByLabel('Pieces').fill('1000001');
      await page.getByLabel('Weight').fill('2500,6');
      await page.getByLabel('Weight').press('Enter');
      for (const [name, number] of [
        ['title', '1.200'],
        ['pieces', '1.000.000'],
        ['weight', '2.500,5'],
      ] as const)
        await page.locator(`[data-field="${name}"] .failure`).getByText(number).first().waitFor();
    }));
});
