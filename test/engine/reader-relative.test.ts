import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WireGroups, WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import { idOf } from '../../src/model/types/element.ts';
import { contract } from '../support/database/each-store.ts';
import { codes, patch, withLibrary } from '../support/http/library-calls.ts';
import type { Caller } from '../support/http/server.ts';
import { agrees, findings } from '../support/notation/small-document.ts';

/** Books of which some fields differ from reader to reader. */
const BOOKS = `# Specification: Library

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Books | Book | table: name, mine, forWhom, code | member, visitor |
| \`/mine\` | My books | Book where mine | table: name | member |

### Books

- Sort: -mine, name

### My books

- Sort: name

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- boss: Person
- books: integer, = \`count(Book where reader == this)\`

### Book

- name: text, required, title, searchable
- pages: integer, default 1
- note: text
- reader: Person
- mine: boolean, = \`reader == me\`
- forWhom: text, = \`me.name\`
- ofBoss: boolean, = \`reader == me.boss\`
- code: integer, = \`mine ? pages : 0\`

### Shelf

- name: text, required, title
- own: integer, = \`count(Book where mine)\`
- lent: integer, = \`count(Book where reader != null)\`

## 4. States and transitions

### Book: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Lent | | | |
| Lent | return | Back | member | \`mine\` | note = forWhom |
| Lent | lose | Lost | member | | |

- Final: Back, Lost

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| V1 | Book, change | \`pages < 100 or mine\` | TOO_LONG |

## 6. Roles and permissions

- member: everyone who signs in
- visitor: not signed in

| | member | visitor |
| --- | --- | --- |
| Person: read | yes | no |
| Shelf: read | yes | no |
| Book: read | yes | yes |
| Book: create | yes | no |
| Book: change | yes | no |
| Book: delete | where \`mine\` | no |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| books | GET /api/books | list Book | filter, sort, page | page of Book |
| shelves | GET /api/shelves | list Shelf | filter, sort, page | page of Shelf |
| books in short | GET /api/short | list Book | | \`[{ "name": name, "mine": mine, "forWhom": forWhom }]\` |

## 8. The error catalogue

| Code | Status | Message |
| --- | --- | --- |
| TOO_LONG | 422 | Too long for somebody else. |

## Sample data

### Person

| name | email | boss |
| --- | --- | --- |
| Ann | ann@example.com | |
| Bo | bo@example.com | Ann |

### Book

| name | reader | pages |
| --- | --- | --- |
| Dune | Bo | 7 |
| Emma | Ann | 5 |
| Faust | | 3 |

### Shelf

| name |
| --- |
| Top |
`;

const screen = (route: string) => `screen=${encodeURIComponent(idOf('screen', route))}`;
const told = (items: readonly WireRecord[], ...fields: readonly string[]) =>
  items.map((item) => fields.map((field) => item[field] ?? null));

async function listed(who: Caller, path: string): Promise<WirePage> {
  const answer = await who.get<WirePage>(path);
  assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  return answer.body;
}

const named = async (who: Caller, path: string) => told((await listed(who, path)).items, 'name').flat();

describe('a computed field that speaks of me is worked out for whoever reads it', () => {
  contract('in lists and records; of a guest nothing is theirs', () =>
    withLibrary(async (server) => {
      const [ann, bo] = [await server.as('Ann'), await server.as('Bo')];
      const fields = ['name', 'mine', 'forWhom', 'ofBoss', 'code'] as const;
      for (const _ of [1, 2]) {
        assert.deepEqual(told((await listed(ann, '/api/books?sort=name')).items, ...fields), [
          ['Dune', false, 'Ann', false, 0],
          ['Emma', true, 'Ann', false, 5],
          ['Faust', false, 'Ann', true, 0],
        ]);
        assert.deepEqual(told((await listed(bo, '/api/books?sort=name')).items, ...fields), [
          ['Dune', true, 'Bo', false, 7],
          ['Emma', false, 'Bo', true, 0],
          ['Faust', false, 'Bo', false, 0],
        ]);
        const ofGuest = told(
          (await listed(server.guest, '/api/books?sort=name')).items,
          'name',
          'mine',
          'forWhom',
          'code',
        );
        assert.deepEqual(ofGuest, [
          ['Dune', false, null, 0],
          ['Emma', false, null, 0],
          ['Faust', false, null, 0],
        ]);
      }
      const emma = (await listed(ann, '/api/books?sort=name')).items[1];
      assert.equal((await ann.get<WireRecord>(`/api/books/${emma?.id}`)).body['mine'], true);
      assert.equal((await bo.get<WireRecord>(`/api/books/${emma?.id}`)).body['mine'], false);
    }, BOOKS),
  );

  contract('in filters, sort, groups, shapes and files', () =>
    withLibrary(async (server) => {
      const [ann, bo] = [await server.as('Ann'), await server.as('Bo')];
      for (const [who, name, rest] of [
        [ann, 'Emma', ['Dune', 'Faust']],
        [bo, 'Dune', ['Emma', 'Faust']],
      ] as const) {
        assert.deepEqual(await named(who, `/api/books?filter=${encodeURIComponent('mine')}`), [name]);
        assert.deepEqual(await named(who, `/api/books?filter=${encodeURIComponent('code > 0')}`), [name]);
        assert.deepEqual(await named(who, '/api/books?sort=-mine,name'), [name, ...rest]);
        assert.deepEqual(await named(who, '/api/books?sort=-code,name'), [name, ...rest]);
        assert.deepEqual(await named(who, `/_/list?${screen('/mine')}`), [name]);
        assert.deepEqual(await named(who, `/_/list?${screen('/')}&sort=-mine,name`), [name, ...rest]);
        const groups = await who.get<WireGroups>(`/_/groups?${screen('/')}&by=mine`);
        assert.equal(groups.status, 200, groups.text);
        const short = await who.get<readonly WireRecord[]>('/api/short');
        assert.deepEqual(
          told(short.body, 'name', 'mine').filter(([, mine]) => mine === true),
          [[name, true]],
        );
        const file = await who.get(`/_/export?${screen('/')}&sort=-mine,name`);
        const [head = '', first = ''] = file.text.split(/\r?\n/);
        assert.match(head, /mine/i);
        assert.match(first, new RegExp(`^${name},(yes|true)`, 'i'));
      }
      assert.deepEqual(await named(server.guest, `/api/books?filter=${encodeURIComponent('mine')}`), []);
    }, BOOKS),
  );

  contract('in queries of other computed fields, beside those that are stored', () =>
    withLibrary(async (server) => {
      const [ann, bo] = [await server.as('Ann'), await server.as('Bo')];
      const shelf = async (who: Caller) => told((await listed(who, '/api/shelves')).items, 'own', 'lent');
      assert.deepEqual([await shelf(ann), await shelf(bo)], [[[1, 2]], [[1, 2]]]);
      const made = await bo.post<WireRecord>('/api/books', { name: 'Gambler', reader: bo.id });
      assert.deepEqual([made.status, made.body['mine'], made.body['forWhom']], [201, true, 'Bo'], made.text);
      assert.deepEqual([await shelf(ann), await shelf(bo)], [[[1, 3]], [[2, 3]]]);
    }, BOOKS),
  );

  contract('in guards, permissions, rules and effects, for whoever acts', () =>
    withLibrary(async (server) => {
      const [ann, bo] = [await server.as('Ann'), await server.as('Bo')];
      const emma = async (who: Caller) =>
        (await listed(who, `/api/books?filter=${encodeURIComponent('name == "Emma"')}`)).items[0] as WireRecord;
      const tag = async (who: Caller) => ({ 'if-match': (await emma(who))._.etag });
      const { id } = await emma(ann);
      assert.equal((await emma(ann))._.can.events['return'], null);
      assert.notEqual((await emma(bo))._.can.events['return'], null);
      assert.equal((await bo.post(`/api/books/${id}/return`, {}, await tag(bo))).status, 403);
      assert.deepEqual(codes(await patch(bo, '/api/books', await emma(bo), { pages: 200 })), ['TOO_LONG']);
      assert.equal((await patch(ann, '/api/books', await emma(ann), { pages: 200 })).status, 200);
      const returned = await ann.post<WireRecord>(`/api/books/${id}/return`, {}, await tag(ann));
      assert.deepEqual([returned.status, returned.body['note']], [200, 'Ann'], returned.text);
      const made = await ann.post<WireRecord>('/api/books', { name: 'Hamlet', reader: ann.id });
      assert.notEqual((await bo.delete(`/api/books/${made.body.id}`, { 'if-match': '*' })).status, 204);
      assert.equal((await ann.delete(`/api/books/${made.body.id}`, { 'if-match': made.body._.etag })).status, 204);
    }, BOOKS),
  );

  test('the second reading agrees', async () => {
    await agrees(BOOKS);
    await agrees(BOOKS, 2);
  });

  test('it is clean', () =>
    assert.deepEqual(
      findings(BOOKS).filter((each) => !each.startsWith('note')),
      [],
    ));
});
