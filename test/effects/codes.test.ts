import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contract } from '../support/database/each-store.ts';
import { codes, page, type Written, withLibrary } from '../support/http/library-calls.ts';
import { findings } from '../support/notation/small-document.ts';

/** Tickets with a code of one of two letters, a code of eight characters and a number written with zeros. */
const TICKETS = `# Specification: Tickets

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- role: Role

### Ticket

- title: text, required, title
- number: integer
- letter: text, unique, default \`newToken(1, "AB")\`
- code: text, set by the product, default \`newToken(8, "A-C0-9-")\`
- label: text, = \`"T" + text(number, 3)\`
- seat: text

## 4. States and transitions

### Ticket

| Event | Who | Then |
| --- | --- | --- |
| seat it | member | seat = newToken(3, "XYZ") |

## 6. Roles and permissions

- clerk
- member: everyone who signs in

| | clerk | member |
| --- | --- | --- |
| Person: read | yes | yes |
| Ticket: read | yes | where \`text(number, 3) in ["007", "-005", "12345"]\` |
| Ticket: create, change | yes | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ann | ann@example.com | clerk |
| Ben | ben@example.com | |
`;

const made = (title: string, number: number | null): object => ({ title, number, letter: null });

describe('random codes', () => {
  contract('have the stated length and characters, and none in a unique field that another record has', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      const first: Written = await ann.post('/api/tickets', { title: 'One', number: 7 });
      const second: Written = await ann.post('/api/tickets', { title: 'Two', number: 7 });
      assert.deepEqual([first.status, second.status], [201, 201], second.text);
      assert.deepEqual([first.body['letter'], second.body['letter']].toSorted(), ['A', 'B']);
      const codesMade = [first.body['code'], second.body['code']].map(String);
      for (const code of codesMade) assert.match(code, /^[ABC0-9-]{8}$/);
      assert.notEqual(codesMade[0], codesMade[1]);
      const third: Written = await ann.post('/api/tickets', { title: 'Three', number: 7 });
      assert.deepEqual([third.status, codes(third)], [422, ['NOT_UNIQUE']]);
      const seated: Written = await ann.post(
        `/api/tickets/${first.body.id}/seat-it`,
        {},
        { 'if-match': first.body._.etag },
      );
      assert.equal(seated.status, 200, seated.text);
      assert.match(String(seated.body['seat']), /^[XYZ]{3}$/);
    }, TICKETS),
  );

  for (const call of [
    'newToken(8)',
    'newToken(0, "AB")',
    'newToken(8, "A")',
    'newToken(8, "Z-A")',
    'newToken(101, "AB")',
  ])
    test(`need a written length and characters: ${call}`, () => {
      const found = findings(TICKETS.replace('newToken(1, "AB")', call));
      assert.ok(
        found.some((each) => each.includes('newToken needs a written length from 1 to 100 and characters')),
        found.join('\n'),
      );
    });
});

describe('numbers with zeros', () => {
  contract('are the same in memory and in the database', () =>
    withLibrary(async (server) => {
      const [ann, ben] = [await server.as('Ann'), await server.as('Ben')];
      const numbers = [7, -5, 12345, 70, 123, null];
      for (const [index, number] of numbers.entries()) {
        const { status, text } = await ann.post('/api/tickets', made(`T${index}`, number));
        assert.equal(status, 201, text);
      }
      const all = (await page(ann, '/api/tickets')).items.map(({ label }) => label);
      assert.deepEqual(new Set(all), new Set(['T007', 'T-005', 'T12345', 'T070', 'T123', null]));
      const readable = (await page(ben, '/api/tickets')).items.map(({ number }) => number);
      assert.deepEqual(readable.toSorted(), [-5, 12345, 7]);
      const seven = (await page(ann, '/api/tickets')).items.find(({ number }) => number === 7);
      assert.equal((await ben.get(`/api/tickets/${seven?.id}`)).status, 200);
    }, TICKETS),
  );

  test('have a written number of digits', () => {
    const found = findings(TICKETS.replace('text(number, 3)', 'text(number, number)'));
    assert.ok(found.some((each) => each.includes('text needs a written number of digits from 1 to 40')));
  });
});
