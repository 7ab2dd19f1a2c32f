import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findings, findingsOf, running } from '../support/notation/small-document.ts';

const parcels = (does: string, sends: string, gets: string) => `# Specification: Parcels

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Parcel

- label: text, required, title
- marks: list of text
- weight: integer
- stops: list of Stop
- watchers: set of Person

### Stop

Belongs to Parcel.

- town: text, required
- note: text

## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
| Parcel: read, create, change, delete | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| it | ${does} Parcel | ${sends} | ${gets} |
| made | POST /api/made | create Parcel | label, marks, weight, stops, watchers | |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

const BOOKS = { label: 'Books', marks: ['red', 'old'], weight: 3, stops: [{ town: 'Ulm' }, { town: 'Bonn' }] };

/** What a call answers about Books, which were there before a list is asked. */
async function answered(does: string, gets: string): Promise<unknown> {
  const isList = does.includes('list');
  const text = parcels(does, isList ? 'filter, page' : 'label, marks, weight, stops', gets);
  assert.deepEqual(
    findings(text).filter((each) => each.startsWith('error')),
    [],
    gets,
  );
  let body: unknown;
  await running(text, async (server) => {
    const ada = await server.as('Ada');
    if (isList) {
      assert.equal((await ada.post('/api/made', BOOKS)).status, 201);
      body = (await ada.get('/api/it')).body;
    } else body = (await ada.post('/api/it', BOOKS)).body;
  });
  return body;
}

describe('the answer of a call that states a shape', () => {
  for (const [gets, expected] of [
    ['`{ "name": label, "marks": marks, "weight": weight }`', { name: 'Books', marks: ['red', 'old'], weight: 3 }],
    ['`{ "names": [label], "marks": [marks] }`', { names: ['Books'], marks: ['red', 'old'] }],
    ['`{ "in": { "name": label }, "all": [{ "kg": weight }] }`', { in: { name: 'Books' }, all: [{ kg: 3 }] }],
    ['`{ "stops": [{ "town": town }] }`', { stops: [{ town: 'Ulm' }, { town: 'Bonn' }] }],
    ['`{ "watchers": [watchers] }`', { watchers: [] }],
    ['`[{ "name": label }]`', [{ name: 'Books' }]],
    ['`[label]`', ['Books']],
    ['`label, weight`', { label: 'Books', weight: 3 }],
    ['label', { label: 'Books' }],
  ] as const)
    test(`of one record: ${gets}`, async () => {
      assert.deepEqual(await answered('POST /api/it | create', gets), expected);
    });

  for (const [gets, expected] of [
    ['`[{ "name": label }]`', [{ name: 'Books' }]],
    ['`[label]`', ['Books']],
    ['`[marks]`', [['red', 'old']]],
    ['`{ "parcels": [{ "name": label }], "total": 3 }`', { parcels: [{ name: 'Books' }], total: 1 }],
    ['`{ "parcels": [label] }`', { parcels: ['Books'] }],
    ['`{ "names": [label], "next": text }`', { names: ['Books'], next: null }],
    ['`{ "items": [weight], "count": 1 }`', { items: [3], count: 1 }],
    ['`page of { "name": label }`', { items: [{ name: 'Books' }], next: null, total: 1 }],
    ['label, weight', { items: [{ label: 'Books', weight: 3 }], next: null, total: 1 }],
  ] as const)
    test(`of a list: ${gets}`, async () => {
      assert.deepEqual(await answered('GET /api/it | list', gets), expected);
    });

  test('of a list of whole records: without what the screens alone need', async () => {
    for (const gets of ['`[Parcel]`', '`{ "parcels": [Parcel] }`']) {
      const body = await answered('GET /api/it | list', gets);
      const [first = {}] = Array.isArray(body) ? (body as object[]) : (body as { parcels: object[] }).parcels;
      assert.deepEqual(Object.keys(first).sort(), [
        ...['createdAt', 'createdBy', 'id', 'label', 'marks', 'stops', 'watchers', 'weight'],
      ]);
    }
  });
});

describe('shapes that nothing can fill', () => {
  for (const [does, sends, gets, message] of [
    [
      'GET /api/it | list',
      'filter',
      '`[label, weight]`',
      'The call it returns [label, weight], which is not a field of Parcel.',
    ],
    [
      'POST /api/it | create',
      'label',
      '`{ "watchers": [{ "name": name }] }`',
      'The call it returns watchers, which is not a field of Parcel.',
    ],
    [
      'POST /api/it | create',
      '`{ "labels": [label] }`',
      '',
      'The call it is sent several labels, but a Parcel has one label.',
    ],
    [
      'DELETE /api/it/:id | delete',
      '',
      '`{ "id": id, "gone": gone }`',
      'The call it returns gone, which is not a field of Parcel.',
    ],
  ] as const)
    test(`are reported: ${does} ${sends} ${gets}`, () => {
      assert.deepEqual(findingsOf(parcels(does, sends, gets), 'call-shape-unknown'), [message]);
    });
});
