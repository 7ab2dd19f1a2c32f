import assert from 'node:assert/strict';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { contract } from '../support/database/each-store.ts';
import { found, type Written, withLibrary } from '../support/http/library-calls.ts';
import type { Caller } from '../support/http/server.ts';

/** Anybody may leave an order; a fee is made with it, which only the office reads. */
const ORDERS = `# Specification: Orders

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | Role | no | |

### Order

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| code | text | no | |

### Fee

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| bookedUnder | text | yes | title, unique |
| order | Order | yes | |

## 4. States and transitions

### Order: status

| From | Event | To | Then |
| --- | --- | --- | --- |
| (new) | | Open | create Fee: bookedUnder = code, order = this |

## 6. Roles and permissions

- Guest: not signed in
- Member: everyone who signs in
- Office: keeps the books

| | Guest | Member | Office |
| --- | --- | --- | --- |
| Person: read | | yes | yes |
| Order: read | | yes | yes |
| Order: create | yes | yes | yes |
| Fee: read | | | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ann | ann@example.com | |
| Eva | eva@example.com | Office |
`;

contract(
  'what stands in the way of what is made along is not named to who reads none of it, a guest least of all',
  () =>
    withLibrary(async (server) => {
      const [ann, eva] = [await server.as('Ann'), await server.as('Eva')];
      const order = (who: Caller, code: string | null) =>
        who.post('/api/orders', { title: 'Tea', code }) as Promise<Written>;
      assert.equal((await order(ann, 'K1')).status, 201);
      for (const who of [ann, server.guest])
        for (const [code, why] of [
          ['K1', 'NOT_UNIQUE'],
          [null, 'REQUIRED'],
        ] as const) {
          const refused = await order(who, code);
          assert.deepEqual([refused.status, refused.body.code], [422, why], refused.text);
          assert.ok(!/booked|Fee\b/i.test(refused.text), refused.text);
        }
      assert.match((await order(eva, 'K1')).text, /This booked under is already taken/);
    }, ORDERS),
);

/** Of a rack everybody reads the name, and the office alone its mark, which packing an order writes. */
const RACKS = ORDERS.replace(
  '### Fee\n',
  '### Rack\n\n- name: text, required, title\n- seal: text, unique\n\n### Fee\n',
)
  .replace('| code | text | no | |', '| code | text | no | |\n| rack | Rack | no | |')
  .replace(
    '| (new) | | Open | create Fee: bookedUnder = code, order = this |',
    '| (new) | | Open | |\n| Open | pack | Packed | rack.seal = code |',
  )
  .replace(
    '| Fee: read |',
    '| Order: change | | yes | yes |\n| Rack: read | | yes | yes |\n| Rack.seal: read | | | yes |\n| Fee: read |',
  )
  .concat('\n### Rack\n\n| name | seal |\n| --- | --- |\n| Left | K1 |\n| Right | |\n');

contract('nor is a field of a record that they read, where they do not read the field', () =>
  withLibrary(async (server) => {
    const [ann, eva] = [await server.as('Ann'), await server.as('Eva')];
    const rack = await found(ann, '/api/racks', 'Right');
    const { body: order } = await ann.post<WireRecord>('/api/orders', { title: 'Tea', code: 'K1', rack: rack.id });
    const pack = (who: Caller) =>
      who.post(`/api/orders/${order.id}/pack`, {}, { 'if-match': order._.etag }) as Promise<Written>;
    const refused = await pack(ann);
    assert.deepEqual([refused.status, refused.body.code], [422, 'NOT_UNIQUE'], refused.text);
    assert.ok(!/seal|Left/i.test(refused.text), refused.text);
    assert.match((await pack(eva)).text, /This seal is already taken/);
  }, RACKS),
);
