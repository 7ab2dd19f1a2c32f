import assert from 'node:assert/strict';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import type { Json, World } from '../../src/verify/evaluator/world.ts';
import { oracle } from '../../src/verify/oracle/oracle.ts';
import { contract } from '../support/database/each-store.ts';
import { found, withLibrary } from '../support/http/library-calls.ts';
import type { TestServer } from '../support/http/server.ts';

/** What is in a final state is changed by nobody, and not by the product either. */

const TICKETS = `# Specification: Tickets

## 3. Entities and their fields

### Hand

- name: text, required, title
- email: email, required, sign-in, unique

### Ticket

- title: text, required, title
- notes: integer, default 0

### Note

- text: text, required, title
- ticket: Ticket, required

## 4. States and transitions

### Ticket: state

| From | Event | To | Who |
| --- | --- | --- | --- |
| (new) | | Open | |
| Open | close | Closed | Hand |

- Final: Closed

### Note: state

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Written | | |
| Written | count | Counted | Hand | ticket.notes = ticket.notes + 1 |
| Written | reset | Reset | Hand | ticket.notes = 0 |

## 6. Roles and permissions

- Hand: everyone who signs in

| | Hand |
| --- | --- |
| Ticket: read, create | yes |
| Note: read, create | yes |
| Hand: read | yes |

## Sample data

### Hand

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

const model = assume(readDocument(TICKETS).model);

async function raised(server: TestServer, ticket: WireRecord, event: string): Promise<number> {
  const ada = await server.as('Ada');
  const made = await ada.post<WireRecord>('/api/notes', { text: 'N', ticket: ticket.id });
  assert.equal(made.status, 201, made.text);
  const me = await found(ada, '/api/hands', 'Ada');
  const now = await ada.get<WireRecord>(`/api/tickets/${ticket.id}`);
  const world: World = new Map();
  for (const [entity, record] of [
    ['Hand', me],
    ['Ticket', now.body],
    ['Note', made.body],
  ] as const) {
    const values = Object.entries(record).filter(([name]) => name !== '_') as [string, Json][];
    world.set(record.id, { entity, id: record.id, values: new Map(values) });
  }
  const request = { kind: 'event', entity: 'Note', id: made.body.id, event, call: null, input: {} } as const;
  const foretold = oracle(model, world, me.id, { ...request, match: 'current' }, server.clock.now);
  const answer = await ada.post(`/api/notes/${made.body.id}/${event}`, {}, { 'if-match': made.body._.etag });
  assert.equal(answer.status, foretold.allowed ? 200 : foretold.status, answer.text);
  return answer.status;
}

contract('an effect changes no field of a record in a final state, and nothing of the event is done', () =>
  withLibrary(async (server) => {
    const ada = await server.as('Ada');
    const open = await ada.post<WireRecord>('/api/tickets', { title: 'T' });
    assert.equal(await raised(server, open.body, 'count'), 200);
    assert.equal(await raised(server, open.body, 'reset'), 200);
    const seen = await ada.get<WireRecord>(`/api/tickets/${open.body.id}`);
    const closed = await ada.post(`/api/tickets/${open.body.id}/close`, {}, { 'if-match': seen.body._.etag });
    assert.equal(closed.status, 200, closed.text);
    assert.equal(await raised(server, open.body, 'count'), 409);
    const notes = await ada.get<{ items: readonly WireRecord[] }>('/api/notes');
    assert.deepEqual(notes.body.items.map((note) => note['state']).sort(), ['Counted', 'Reset', 'Written']);
    assert.equal((await ada.get<WireRecord>(`/api/tickets/${open.body.id}`)).body['notes'], 0);
    // What stands there already is no change.
    assert.equal(await raised(server, open.body, 'reset'), 200);
  }, TICKETS),
);
