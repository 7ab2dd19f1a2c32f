import assert from 'node:assert/strict';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { startServer } from '../support/http/server.ts';

const JOBS = `# Specification: Jobs

## 3. Entities and their fields

### Hand

- name: text, required, title
- email: email, required, sign-in

### Job

- title: text, required, title
- steps: list of Step

### Step

Belongs to Job.

- what: text, required
- doer: Hand

## 4. States and transitions

### Step: state

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Waiting | | | notify doer |
| Waiting | finish | Done | Hand | | |

## 6. Roles and permissions

- Hand: everyone who signs in

| | Hand |
| --- | --- |
| Job: read, create, change | yes |
| Hand: read | yes |

## Sample data

### Hand

| name | email |
| --- | --- |
| Ada | ada@example.com |
| Bob | bob@example.com |
| Cleo | cleo@example.com |
`;

contract(
  'whoever a line names is told of it when it is new, and not when it is saved again beside another',
  async () => {
    const { store, done } = await openEmpty();
    const server = await startServer(JOBS, { store });
    try {
      const [ada, bob, cleo] = [await server.as('Ada'), await server.as('Bob'), await server.as('Cleo')];
      const hands = (await ada.get<{ items: readonly WireRecord[] }>('/api/hands')).body.items;
      const idOf = (name: string) => hands.find((hand) => hand._.title === name)?.id ?? '';
      const told = async () =>
        Promise.all(
          [bob, cleo].map(
            async (who) => (await who.get<{ items: readonly { record: string }[] }>('/_/inbox')).body.items.length,
          ),
        );
      const made = await ada.post<WireRecord>('/api/jobs', {
        title: 'Roof',
        steps: [{ what: 'Look', doer: idOf('Bob') }],
      });
      assert.equal(made.status, 201, made.text);
      assert.deepEqual(await told(), [1, 0]);
      const steps = [...(made.body['steps'] as readonly object[]), { what: 'Mend', doer: idOf('Cleo') }];
      const saved = await ada.patch(`/api/jobs/${made.body.id}`, { steps }, { 'if-match': made.body._.etag });
      assert.equal(saved.status, 200, saved.text);
      assert.deepEqual(await told(), [1, 1]);
    } finally {
      await server.stop();
      await done();
    }
  },
);
