import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import type { Json, Request, World } from '../../src/verify/evaluator/world.ts';
import { oracle } from '../../src/verify/oracle/oracle.ts';
import { contract } from '../support/database/each-store.ts';
import { found, patch, type Written, withLibrary } from '../support/http/library-calls.ts';
import type { Caller, TestServer } from '../support/http/server.ts';

/** What no two records share, where it follows from other fields. */

const SHELVES = `# Specification: Shelves

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| roles | Roles | yes | |

### Item

- Unique: full, kind
- Unique: owner where \`live\`
- Unique: spot where \`due\`

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| a | text | yes | title |
| b | text | yes | |
| kind | text | no | |
| full | text | | = \`a + b\` |
| code | text | | unique, = \`kind + coalesce(mark, "")\` |
| mark | text | no | |
| owner | Person | no | |
| n | integer | no | |
| live | boolean | | = \`n > 0\` |
| spot | integer | no | |
| until | date | no | |
| due | boolean | | = \`until < today\` |

### Call

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| what | text | yes | title |
| item | Item | no | |

## 4. States and transitions

### Item: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Open | | |
| Open | name | Named | Staff | ask a |

### Call: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Open | | |
| Open | rename | Done | Staff | item.a = "x" |

## 6. Roles and permissions

- Staff: staff

| | Staff |
| --- | --- |
| Person: read | yes |
| Item: read, create, change, delete, restore | yes |
| Call: read, create | yes |

## Sample data

### Person

| name | email | roles |
| --- | --- | --- |
| Ada | ada@example.com | Staff |
`;

const AT = '/api/items';
const make = async (who: Caller, values: object): Promise<WireRecord> => {
  const made: Written = await who.post(AT, { b: 'y', ...values });
  assert.equal(made.status, 201, made.text);
  return made.body;
};
const told = ({ status, body }: Written) => [
  status,
  ...(body.failures ?? []).map(({ pointer, code }) => `${pointer} ${code}`),
];
const shelves = (title: string, work: (ada: Caller, server: TestServer) => Promise<void>) =>
  contract(title, () => withLibrary(async (server) => work(await server.as('Ada'), server), SHELVES));

shelves('a key over a computed field is kept on every change of what that follows from', async (ada) => {
  await make(ada, { a: 'x', kind: 'K' });
  const other = await make(ada, { a: 'z', kind: 'K', mark: '1' });
  assert.deepEqual(told(await patch(ada, AT, other, { a: 'x' })), [422, '/a NOT_UNIQUE']);
  assert.equal((await found(ada, AT, 'z'))['full'], 'zy');
  // Of no kind it is like no other, until it is of one.
  const bare = await make(ada, { a: 'x' });
  assert.deepEqual(told(await patch(ada, AT, bare, { kind: 'K', mark: '2' })), [422, '/kind NOT_UNIQUE']);
  assert.deepEqual(told(await patch(ada, AT, bare, { n: 1 })), [200]);
});

shelves('so is one among the records of which a computed field says that they count', async (ada) => {
  await make(ada, { a: '1', n: 1, owner: ada.id });
  const other = await make(ada, { a: '2', n: 0, owner: ada.id });
  assert.deepEqual(told(await patch(ada, AT, other, { n: 2 })), [422, '/n NOT_UNIQUE']);
  // The clock alone makes two alike; a change of what it is compared with is asked.
  await make(ada, { a: '3', spot: 1, until: '2026-08-01' });
  const later = await make(ada, { a: '4', spot: 1, until: '2027-08-01' });
  assert.deepEqual(told(await patch(ada, AT, later, { until: '2026-08-02' })), [422, '/until NOT_UNIQUE']);
});

shelves('a unique computed field refuses at what was sent, on create and on change', async (ada) => {
  await make(ada, { a: '1', kind: 'K', mark: '1' });
  const created: Written = await ada.post(AT, { a: '2', b: 'y', kind: 'K1' });
  assert.deepEqual(told(created), [422, '/kind NOT_UNIQUE']);
  const other = await make(ada, { a: '3', kind: 'K', mark: '2' });
  const changed = await patch(ada, AT, other, { mark: '1' });
  assert.deepEqual(told(changed), [422, '/mark NOT_UNIQUE']);
  assert.equal(changed.body.detail, 'This code is already taken.');
  assert.deepEqual(told(await patch(ada, AT, other, { mark: '3' })), [200]);
});

shelves('neither an event, an effect at another record nor a restored record makes two alike', async (ada) => {
  const first = await make(ada, { a: 'x', kind: 'K', mark: '1' });
  const other = await make(ada, { a: 'z', kind: 'K', mark: '2' });
  const match = { 'if-match': other._.etag };
  const named: Written = await ada.post(`${AT}/${other.id}/name`, { a: 'x' }, match);
  assert.deepEqual(told(named), [422, '/a NOT_UNIQUE']);
  const call: Written = await ada.post('/api/calls', { what: 'Name it', item: other.id });
  const raised: Written = await ada.post(`/api/calls/${call.body.id}/rename`, {}, { 'if-match': call.body._.etag });
  assert.deepEqual(told(raised), [422, ' NOT_UNIQUE']);
  const gone = await ada.delete(`${AT}/${first.id}`, { 'if-match': first._.etag });
  assert.equal(gone.status, 204);
  assert.equal((await patch(ada, AT, other, { a: 'x' })).status, 200);
  const back: Written = await ada.post(`/_/records/Item/${first.id}/restore`, undefined, { 'if-match': '*' });
  assert.deepEqual([back.status, back.body.code], [422, 'NOT_UNIQUE']);
});

test('the oracle says so too, and at the same places', () => {
  const model = assume(readDocument(SHELVES).model);
  const of = (entity: string, id: string, values: { readonly [name: string]: Json }) =>
    [id, { entity, id, values: new Map<string, Json>(Object.entries(values)) }] as const;
  const saysOf = (request: object): readonly string[] => {
    const world: World = new Map([
      of('Person', 'ada', { name: 'Ada', email: 'ada@example.com', roles: ['Staff'] }),
      of('Item', 'one', {
        a: 'x',
        b: 'y',
        kind: 'K',
        mark: '1',
        n: 1,
        owner: 'ada',
        spot: 1,
        until: '2026-08-01',
        status: 'Open',
      }),
      of('Item', 'two', {
        a: 'z',
        b: 'y',
        kind: 'K',
        mark: '2',
        n: 0,
        owner: 'ada',
        spot: 1,
        until: '2027-08-01',
        status: 'Open',
      }),
    ]);
    const asked = { entity: 'Item', id: 'two', call: null, match: 'current', ...request } as Request;
    const answer = oracle(model, world, 'ada', asked, Date.UTC(2026, 7, 14, 10));
    return answer.allowed ? [] : answer.faults.map(({ path, code }) => `${path} ${code}`);
  };
  const changed = (input: Json) => saysOf({ kind: 'change', input });
  assert.deepEqual(changed({ a: 'x' }), ['a NOT_UNIQUE']);
  assert.deepEqual(changed({ n: 2 }), ['n NOT_UNIQUE']);
  assert.deepEqual(changed({ until: '2026-08-02' }), ['until NOT_UNIQUE']);
  assert.deepEqual(changed({ mark: '1' }), ['mark NOT_UNIQUE']);
  assert.deepEqual(changed({ mark: '3' }), []);
  assert.deepEqual(saysOf({ kind: 'create', id: 'new', input: { a: '2', b: 'y', kind: 'K1' } }), ['kind NOT_UNIQUE']);
  assert.deepEqual(saysOf({ kind: 'event', event: 'name', input: { a: 'x' } }), ['a NOT_UNIQUE']);
});
