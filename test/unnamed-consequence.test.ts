import assert from 'node:assert/strict';
import { contract } from './support/each-store.ts';
import { type Written, withLibrary } from './support/library-calls.ts';
import type { Caller } from './support/server.ts';

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
