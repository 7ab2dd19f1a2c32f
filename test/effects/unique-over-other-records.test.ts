import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import type { Json, Request, World } from '../../src/verify/evaluator/world.ts';
import { oracle } from '../../src/verify/oracle/oracle.ts';
import { contract } from '../support/database/each-store.ts';
import { found, page, patch, type Written, withLibrary } from '../support/http/library-calls.ts';
import type { Caller } from '../support/http/server.ts';

/** What no two records share, where it is worked out of other records. */

const STORES = `# Specification: Stores

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| roles | Roles | yes | |

### Rack

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| room | text | yes | title |
| floor | integer | no | |
| note | text | no | |

### Item

- Unique: level, kind

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| spot | text | no | |
| kind | text | no | |
| rack | Rack | no | |
| place | text | | unique, = \`rack.room + spot\` |
| level | integer | | = \`rack.floor\` |

## 6. Roles and permissions

- Staff: staff
- Porter: porters

| | Staff | Porter |
| --- | --- | --- |
| Person: read | yes | yes |
| Rack: read, create, change, delete | yes | yes |
| Item: read, create, change, delete | yes | no |

## Sample data

### Person

| name | email | roles |
| --- | --- | --- |
| Ada | ada@example.com | Staff |
| Bob | bob@example.com | Porter |
`;

const AT = '/api/racks';
const make = async (who: Caller, path: string, values: object): Promise<WireRecord> => {
  const made: Written = await who.post(path, values);
  assert.equal(made.status, 201, made.text);
  return made.body;
};
const told = ({ status, body }: Written) => [
  status,
  ...(body.failures ?? []).map(({ pointer, code, message }) => `${pointer} ${code} ${message}`),
];

interface Stand {
  readonly ada: Caller;
  readonly bob: Caller;
  readonly east: WireRecord;
  readonly west: WireRecord;
}

const stores = (title: string, work: (stand: Stand) => Promise<void>) =>
  contract(title, () =>
    withLibrary(async (server) => {
      const ada = await server.as('Ada');
      const east = await make(ada, AT, { room: 'E' });
      const west = await make(ada, AT, { room: 'W' });
      await work({ ada, bob: await server.as('Bob'), east, west });
      assert.deepEqual(
        server.logged.filter(({ level }) => level === 'error'),
        [],
      );
    }, STORES),
  );

stores('a change that would make two records alike elsewhere is refused whole, at what was sent', async (stand) => {
  const { ada, east, west } = stand;
  await make(ada, '/api/items', { name: 'Lamp', spot: '1', rack: east.id });
  await make(ada, '/api/items', { name: 'Rug', spot: '1', rack: west.id });
  const refused = await patch(ada, AT, west, { note: 'Moved', room: 'E' });
  assert.deepEqual(told(refused), [422, '/room NOT_UNIQUE This place of Rug is already taken.']);
  const still = await found(ada, AT, 'W');
  assert.deepEqual([still['note'], still._.etag], [null, west._.etag]);
  assert.equal((await found(ada, '/api/items', 'Rug'))['place'], 'W1');
  assert.deepEqual(told(await patch(ada, AT, west, { note: 'Stays', room: 'N' })), [200]);
  assert.equal((await found(ada, '/api/items', 'Rug'))['place'], 'N1');
});

stores('so is one by which a key of several fields would stand twice', async ({ ada, east, west }) => {
  await make(ada, '/api/items', { name: 'Lamp', kind: 'K', rack: east.id });
  await make(ada, '/api/items', { name: 'Rug', kind: 'K', rack: west.id });
  assert.deepEqual(told(await patch(ada, AT, east, { floor: 1 })), [200]);
  assert.deepEqual(told(await patch(ada, AT, west, { floor: 1 })), [
    422,
    '/floor NOT_UNIQUE This level and kind of Rug is already taken.',
  ]);
  assert.deepEqual(told(await patch(ada, AT, west, { floor: 2 })), [200]);
});

stores('whoever does not read those records hears that it is refused, and of none of them', async (stand) => {
  const { ada, bob, east, west } = stand;
  await make(ada, '/api/items', { name: 'Lamp', spot: '1', rack: east.id });
  await make(ada, '/api/items', { name: 'Rug', spot: '1', rack: west.id });
  const refused = await patch(bob, AT, west, { room: 'E' });
  assert.deepEqual(told(refused), [422, '/room NOT_UNIQUE This something that you may not see is already taken.']);
  assert.ok(!/Rug|Lamp|place/i.test(refused.text), refused.text);
});

stores('what is alike only while it is worked out anew is not refused', async ({ ada, east }) => {
  await make(ada, '/api/items', { name: 'Lamp', spot: 'a', rack: east.id });
  await make(ada, '/api/items', { name: 'Rug', spot: 'aa', rack: east.id });
  await make(ada, '/api/items', { name: 'Vase', spot: 'aaa', rack: east.id });
  const longer = await patch(ada, AT, east, { room: 'Ea' });
  assert.deepEqual(told(longer), [200]);
  assert.deepEqual(told(await patch(ada, AT, longer.body, { room: 'E' })), [200]);
  const places = (await page(ada, '/api/items?limit=50')).items.map(({ place }) => String(place));
  assert.deepEqual(places.toSorted(), ['Ea', 'Eaa', 'Eaaa']);
});

stores('of two changes at once that would together make two alike only one is done', async ({ ada, east, west }) => {
  await make(ada, '/api/items', { name: 'Lamp', spot: '1', rack: east.id });
  await make(ada, '/api/items', { name: 'Rug', spot: '1', rack: west.id });
  const both = await Promise.all([patch(ada, AT, east, { room: 'N' }), patch(ada, AT, west, { room: 'N' })]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 422]);
});

test('the oracle says so too, and at the same places', () => {
  const model = assume(readDocument(STORES).model);
  const of = (entity: string, id: string, values: { readonly [name: string]: Json }) =>
    [id, { entity, id, values: new Map<string, Json>(Object.entries(values)) }] as const;
  const saysOf = (input: Json, kind = ''): readonly string[] => {
    const world: World = new Map([
      of('Person', 'ada', { name: 'Ada', email: 'ada@example.com', roles: ['Staff'] }),
      of('Rack', 'east', { room: 'E', floor: 1 }),
      of('Rack', 'west', { room: 'W', floor: 2 }),
      of('Item', 'lamp', { name: 'Lamp', spot: '1', kind: 'K', rack: 'east' }),
      of('Item', 'rug', { name: 'Rug', spot: '1', kind: kind || 'K', rack: 'west' }),
    ]);
    const asked = { kind: 'change', entity: 'Rack', id: 'west', call: null, match: 'current', input } as Request;
    const answer = oracle(model, world, 'ada', asked, Date.UTC(2026, 7, 14, 10));
    assert.equal(world.get('west')?.values.get('room'), answer.allowed ? (Object(input).room ?? 'W') : 'W');
    return answer.allowed ? [] : answer.faults.map(({ path, code }) => `${path} ${code}`);
  };
  assert.deepEqual(saysOf({ note: 'Moved', room: 'E' }), ['room NOT_UNIQUE']);
  assert.deepEqual(saysOf({ room: 'N' }), []);
  assert.deepEqual(saysOf({ floor: 1 }), ['floor NOT_UNIQUE']);
  assert.deepEqual(saysOf({ floor: 1 }, 'L'), []);
});
