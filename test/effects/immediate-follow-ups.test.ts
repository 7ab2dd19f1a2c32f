import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { contract } from '../support/database/each-store.ts';
import { patch, withLibrary } from '../support/http/library-calls.ts';
import { agrees } from '../support/notation/small-document.ts';

/** Orders that go on by themselves as soon as they may. */
const ORDERS = `# Specification: Orders

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Order

- name: text, required, title
- amount: integer, required
- paid: boolean
- steps: integer
- askedOn: date

## 4. States and transitions

### Order: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Draft | | | |
| Draft | when \`amount < 100\` | Approved | | | steps = 1 |
| Draft | approve | Approved | member | | |
| Draft | after 1 day from askedOn | Late | | | |
| Approved | when \`paid\` | Closed | | \`amount > 0\` | steps = 2 |
| Closed | reopen | Draft | member | | paid = false |

- Final: Late

## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
| Order: read, create, change | yes |

## Sample data

### Person

| name | email |
| --- | --- |
| Ann | ann@example.com |
`;

describe('a write is answered with the state after what follows at once', () => {
  contract('a new record, a change and an event', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      const make = async (values: object): Promise<WireRecord> => {
        const answer = await ann.post<WireRecord>('/api/orders', { name: 'One', amount: 500, ...values });
        assert.equal(answer.status, 201, answer.text);
        const read = await ann.get<WireRecord>(`/api/orders/${answer.body.id}`);
        assert.deepEqual(read.body, answer.body);
        return answer.body;
      };
      const stateOf = (order: WireRecord) => [order['status'], order['steps']];
      assert.deepEqual(stateOf(await make({})), ['Draft', null]);
      assert.deepEqual(stateOf(await make({ amount: 5 })), ['Approved', 1]);
      assert.deepEqual(stateOf(await make({ amount: 5, paid: true })), ['Closed', 2]);
      // The guard of what would follow holds it up.
      assert.deepEqual(stateOf(await make({ amount: 0, paid: true })), ['Approved', 1]);
      assert.deepEqual(stateOf(await make({ askedOn: '2020-01-01' })), ['Late', null]);
      // What was due first goes first.
      assert.deepEqual(stateOf(await make({ amount: 5, askedOn: '2020-01-01' })), ['Late', null]);

      const order = await make({});
      const changed = await patch(ann, '/api/orders', order, { amount: 50, paid: true });
      assert.deepEqual([changed.status, ...stateOf(changed.body)], [200, 'Closed', 2], changed.text);
      const etag = { 'if-match': changed.body._.etag };
      const reopened = await ann.post<WireRecord>(`/api/orders/${order.id}/reopen`, {}, etag);
      assert.deepEqual([reopened.status, ...stateOf(reopened.body)], [200, 'Approved', 1], reopened.text);
    }, ORDERS),
  );

  test('the second reading agrees', () => agrees(ORDERS));
});
