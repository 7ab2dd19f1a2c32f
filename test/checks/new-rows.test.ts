import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { agrees, findingsOf, running } from '../support/notation/small-document.ts';

const shelves = (rows: string, rest = '', fields = '') => `# Specification: Shelves

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Thing

- name: text, required, title
- rare: boolean, required, default no
- note: text
- keeper: Person
- parts: list of Part
${fields}
### Part

Belongs to Thing.

- what: text, required
- small: boolean, required, default no

## 4. States and transitions

### Thing: state

| From | Event | To | Who | Only if | Then | Error |
| --- | --- | --- | --- | --- | --- | --- |
${rows}
| Kept | lose | Lost | member | | | |

- Final: Lost
${rest}
## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
| Thing: read, create, change | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| new thing | POST /api/things | create Thing | name, rare, note, keeper, parts | |
| things | GET /api/things | list Thing | filter, sort, page | |

## 8. The error catalogue

| Code | Status | Message |
| --- | --- | --- |
| TOO_PLAIN | 409 | Only rare things are kept. |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |

### Thing

| name | rare |
| --- | --- |
| Ruby | yes |
| Brick | no |
`;

const TWO = shelves(`| (new) | | Kept | | \`rare == true\` | note = "rare" | |
| (new) | | Kept | | | note = "common" | |`);

const APART = shelves(`| (new) | | Kept | | \`rare\` | note = "rare" | |
| (new) | | Stored | | | note = "common" | |
| Stored | take out | Kept | member | | | |`);

const GAP = shelves(`| (new) | | Kept | | \`rare\` | note = "rare" | TOO_PLAIN |
| (new) | | Kept | | \`note == "old"\` | | |`);

describe('several (new) rows', () => {
  test('the first row whose guard holds counts, for people and for sample rows', async () => {
    await running(TWO, async (server) => {
      const ada = await server.as('Ada');
      const rare = await ada.post<WireRecord>('/api/things', { name: 'Gold', rare: true });
      const common = await ada.post<WireRecord>('/api/things', { name: 'Tin' });
      assert.deepEqual([rare.status, rare.body.note, common.status, common.body.note], [201, 'rare', 201, 'common']);
      const { body } = await ada.get<{ items: WireRecord[] }>('/api/things?sort=name');
      const notes = body.items.map(({ name, note }) => `${name}: ${note}`);
      assert.deepEqual(notes, ['Brick: common', 'Gold: rare', 'Ruby: rare', 'Tin: common']);
    });
    assert.deepEqual(findingsOf(TWO, 'guards-overlap'), []);
  });

  test('the row that counts decides in which state the record begins', async () => {
    await running(APART, async (server) => {
      const ada = await server.as('Ada');
      const { body } = await ada.get<{ items: WireRecord[] }>('/api/things?sort=name');
      assert.deepEqual(
        body.items.map(({ name, state }) => `${name}: ${state}`),
        ['Brick: Stored', 'Ruby: Kept'],
      );
      const stored = await ada.post<WireRecord>('/api/things', { name: 'Tin' });
      assert.deepEqual([stored.body.state, stored.body.note], ['Stored', 'common']);
    });
    assert.deepEqual(findingsOf(APART, 'guards-overlap'), []);
    assert.deepEqual(findingsOf(APART, 'state-unreachable'), []);
  });

  test('where no guard holds, the creation is refused by the first row, with its error', async () => {
    await running(GAP, async (server) => {
      const ada = await server.as('Ada');
      const refused = await ada.post<Problem>('/api/things', { name: 'Tin' });
      assert.deepEqual([refused.status, refused.body.code], [409, 'TOO_PLAIN']);
      const old = await ada.post<WireRecord>('/api/things', { name: 'Tin', note: 'old' });
      assert.deepEqual([old.status, old.body.note], [201, 'old']);
    });
  });

  test('a row may be for some people alone, by Who or by what the guard says of them', async () => {
    const text = shelves(`| (new) | | Kept | keeper | | note = "mine" | |
| (new) | | Kept | | \`keeper != me\` | note = "theirs" | |`);
    await running(text, async (server) => {
      const ada = await server.as('Ada');
      const mine = await ada.post<WireRecord>('/api/things', { name: 'Cup', keeper: ada.id });
      const theirs = await ada.post<WireRecord>('/api/things', { name: 'Jug' });
      assert.deepEqual([mine.body.note, theirs.body.note], ['mine', 'theirs']);
    });
    await agrees(text);
  });

  test('lines and records that effects make begin by the first row whose guard holds too', async () => {
    const text = shelves(
      '| (new) | | Kept | | | create Log: rare = rare | |',
      `
### Part: state

| From | Event | To | Only if |
| --- | --- | --- | --- |
| (new) | | Tray | \`small\` |
| (new) | | Rack | |

### Log: state

| From | Event | To | Only if | Then |
| --- | --- | --- | --- | --- |
| (new) | | Loud | \`rare\` | |
| (new) | | Quiet | | |
`,
      `
### Log

- rare: boolean
`,
    ).replace('| Person: read | yes |', '| Person: read | yes |\n| Log: read | yes |');
    await running(text, async (server) => {
      const ada = await server.as('Ada');
      const parts = [{ what: 'lid', small: true }, { what: 'base' }];
      const made = await ada.post<WireRecord>('/api/things', { name: 'Jug', rare: true, parts });
      assert.equal(made.status, 201, made.text);
      const states = (made.body.parts as unknown as WireRecord[]).map(({ state }) => state);
      assert.deepEqual(states, ['Tray', 'Rack']);
      await ada.post('/api/things', { name: 'Cup' });
      const logs = await ada.get<{ items: WireRecord[] }>('/api/logs');
      assert.deepEqual(logs.body.items.map(({ state }) => state).sort(), ['Loud', 'Quiet']);
    });
    await agrees(text);
  });

  test('rows that can both apply are a finding, and so are rows that leave cases out', () => {
    const overlap = shelves(`| (new) | | Kept | | | note = "all" | |
| (new) | | Kept | | \`rare\` | note = "rare" | |`);
    assert.deepEqual(findingsOf(overlap, 'guards-overlap'), [
      'The start of a Thing never uses this row: the row above always applies.',
    ]);
    const both = shelves(`| (new) | | Kept | | \`rare\` | note = "rare" | |
| (new) | | Stored | | \`note == null\` | | |
| Stored | take out | Kept | member | | | |`);
    assert.deepEqual(findingsOf(both, 'guards-overlap'), [
      'The start of a Thing can lead to Kept and to Stored: both guards can hold, and the first row applies.',
    ]);
  });

  for (const [name, text] of Object.entries({ TWO, APART, GAP }))
    test(`the oracle judges ${name} as the server does`, () => agrees(text));
});
