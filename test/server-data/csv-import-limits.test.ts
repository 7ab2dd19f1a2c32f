import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Facts } from '../../src/engine/core/needs-and-facts.ts';
import { readCsv } from '../../src/fields/text/csv.ts';
import type { Row } from '../../src/fields/text/value.ts';
import { isRows } from '../../src/fields/types/list.ts';
import { idOf } from '../../src/model/types/element.ts';
import { MAX_BYTES_IN_MEMORY } from '../../src/server/internal-api/export.ts';
import type { Store } from '../../src/store/core/store.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { origin, startServer } from '../support/http/server.ts';

const NOTES = `# Specification: Notes

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Notes | Note | table: title, text, parts | Clerk |

### Notes

- Sort: title

## 3. Entities and their fields

### Clerk

- name: text, required, title
- email: email, required, sign-in

### Note

- title: text(..20), required, title
- text: long text(..60000)
- parts: list of Part

### Part

Belongs to Note.

- text: long text(..60000)

## 6. Roles and permissions

- Clerk: everyone who signs in

| | Clerk |
| --- | --- |
| Note: read, create | yes |
| Clerk: read | yes |

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| Page size | 50 |
| Largest page | 200 |
| Requests | 100000 per minute |

## Sample data

### Clerk

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

/** What each question for whole records gave: how many, and how much text. */
interface Held {
  readonly rows: number;
  readonly bytes: number;
}

/** The same store, which writes down what is held at once of the records that are asked for. */
function watched(store: Store, held: Held[]): Store {
  const load: Store['load'] = async (needs, more) => {
    const facts: Facts = await store.load(needs, more);
    const rows = needs.rows.flatMap(({ entity, id }) => (entity === 'Note' ? (facts.row(entity, id) ?? []) : []));
    if (rows.length > 0) held.push({ rows: rows.length, bytes: rows.reduce((sum, row) => sum + bytesIn(row), 0) });
    return facts;
  };
  return { ...store, load };
}

function bytesIn({ values }: Row): number {
  return Object.values(values).reduce<number>((sum, value) => {
    if (typeof value === 'string') return sum + Buffer.byteLength(value);
    return isRows(value) ? sum + value.reduce((all, line) => all + bytesIn(line), 0) : sum;
  }, 0);
}

describe('a file of rows with long texts', () => {
  contract('is read by as many rows at once as hold so much text, whatever a page has', async () => {
    const { store, done } = await openEmpty();
    const held: Held[] = [];
    const server = await startServer(NOTES, { store: watched(store, held) });
    try {
      const ada = await server.as('Ada');
      // Signs of two bytes, in the record and in its lines; and short ones before and behind.
      const long = 'é'.repeat(15_000);
      const title = (index: number) => `N${String(index).padStart(3, '0')}`;
      for (let index = 0; index < 130; index += 1) {
        const isLong = index >= 40 && index < 120;
        const body = { title: title(index), text: isLong ? long : 'short', parts: isLong ? [{ text: long }] : [] };
        const { status, text } = await ada.post('/api/notes', body);
        assert.equal(status, 201, text);
      }
      held.length = 0;
      const { status, text } = await ada.get(`/_/export?screen=${encodeURIComponent(idOf('screen', '/'))}`);
      assert.equal(status, 200);
      const read = readCsv(text, 1_000);
      assert.ok('rows' in read);
      assert.deepEqual(
        read.rows.slice(1).map(({ cells }) => cells[0]),
        Array.from({ length: 130 }, (_, index) => title(index)),
      );
      assert.ok(text.includes(long));
      assert.equal(
        held.reduce((sum, { rows }) => sum + rows, 0),
        130,
      );
      // Eighty rows of 60,000 bytes, and no more than a million at once; short ones come together.
      assert.ok(
        held.every(({ bytes }) => bytes <= MAX_BYTES_IN_MEMORY),
        JSON.stringify(held),
      );
      assert.ok(held.length >= 5 && held.length <= 8, JSON.stringify(held));
    } finally {
      await server.stop();
      await done();
    }
  });

  contract('is read as it is taken, and no further', async () => {
    const { store, done } = await openEmpty();
    const held: Held[] = [];
    const server = await startServer(NOTES, { store: watched(store, held) });
    try {
      const ada = await server.as('Ada');
      for (let index = 0; index < 60; index += 1)
        await ada.post('/api/notes', { title: `N${index}`, text: 'x'.repeat(50_000) });
      held.length = 0;
      const answer = await server.fetch(
        new Request(`${origin}/_/export?screen=${encodeURIComponent(idOf('screen', '/'))}`, {
          headers: { cookie: ada.cookie },
        }),
      );
      const reader = answer.body?.getReader();
      assert.ok(reader !== undefined);
      await reader.read();
      // Whatever goes on by itself would have gone on while others are answered.
      const others = async () => {
        for (let index = 0; index < 10; index += 1) await ada.get(`/_/records/Clerk/${ada.id}`);
      };
      await others();
      // What was taken, and what stands ready behind it.
      const taken = held.length;
      assert.ok(taken >= 1 && taken <= 2, JSON.stringify(held));
      await reader.cancel();
      await others();
      assert.ok(held.length <= taken + 1, JSON.stringify(held));
    } finally {
      await server.stop();
      await done();
    }
  });
});
