import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startServer, type TestServer } from '../support/http/server.ts';

const tickets = (order: string) => `# Specification: Tickets

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- role: Role

### Ticket

- title: text(1..10), required, title
- votes: integer
- isSecret: boolean
- reason: text(1..10)

## 4. States and transitions

### Ticket: status

| From | Event | To | Who | Effects |
| --- | --- | --- | --- | --- |
| (new) | | Open | | |
| Open | close | Closed | Agent | ask reason |

- Final: Closed

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| V1 | Ticket | \`votes <= 5\` | TOO_MANY |

## 6. Roles and permissions

- Agent: answers
- Reader: everyone who signs in
- Blind: sees no states

| | Agent | Reader | Blind |
| --- | --- | --- | --- |
| Person: read | yes | yes | |
| Ticket: read | yes | \`isSecret != true\` | |
| Ticket.status: read | yes | \`title != "Dark"\` | |
| Ticket: create, change, delete | yes | | |

## 7. The calls it makes

- Order of refusals: ${order}

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| tickets | GET /tickets | list Ticket | | \`[{ "id": id, "title": title }]\` |
| add | POST /tickets | create Ticket | title, votes | \`{ "id": id }\` |
| change | PATCH /tickets/:id | change Ticket | title, votes | \`{ "title": title }\` |
| close | POST /tickets/:id/close | close Ticket | reason | \`{ "title": title }\` |
| drop | DELETE /tickets/:id | delete Ticket | | |

## 8. The error catalogue

| Code | Status | Message |
| --- | --- | --- |
| TOO_MANY | 422 | Too many votes. |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Agent |
| Rita | rita@example.com | |

### Ticket

| title | status | isSecret |
| --- | --- | --- |
| Open one | Open | no |
| Closed one | Closed | no |
| Dark | Closed | no |
| Secret | Closed | yes |
`;

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

interface World {
  readonly server: TestServer;
  /** The code of the refusal, or the status of what succeeds. */
  readonly send: (
    who: 'Ada' | 'Rita' | null,
    method: string,
    title: string,
    body?: object,
    etag?: string,
  ) => Promise<string>;
}

async function worldOf(order: string): Promise<World> {
  const server = await startServer(tickets(order));
  const [ada, rita] = [await server.as('Ada'), await server.as('Rita')];
  const { body: all } = await ada.get<readonly { id: string; title: string }[]>('/tickets');
  return {
    server,
    send: async (who, method, title, body, etag) => {
      const caller = who === 'Ada' ? ada : who === 'Rita' ? rita : server.guest;
      const [verb = '', path = ''] = method.split(' ');
      const id = all.find((each) => each.title === title)?.id ?? UNKNOWN;
      const headers: Record<string, string> = etag === undefined ? {} : { 'if-match': etag };
      const answer = await caller.call<{ code?: string } | null>(verb, `/tickets/${id}${path}`, body, headers);
      return answer.body?.code ?? String(answer.status);
    },
  };
}

const WRONG = { title: 'far too long a title' };

describe('the usual order of refusals', async () => {
  const { server, send } = await worldOf('signed in');
  after(() => server.stop());

  test('is permission of the role, record, version, state, then body and rules together', async () => {
    assert.equal(await send(null, 'PATCH', 'None', WRONG), 'NOT_SIGNED_IN');
    assert.equal(await send('Rita', 'PATCH', 'None', WRONG), 'NOT_ALLOWED');
    assert.equal(await send('Ada', 'PATCH', 'None', WRONG), 'NOT_FOUND');
    assert.equal(await send('Ada', 'PATCH', 'Closed one', WRONG), 'PRECONDITION_REQUIRED');
    assert.equal(await send('Ada', 'PATCH', 'Closed one', WRONG, '"x"'), 'CHANGED_MEANWHILE');
    assert.equal(await send('Ada', 'PATCH', 'Closed one', WRONG, '*'), 'WRONG_STATE');
    assert.equal(await send('Ada', 'PATCH', 'Open one', { ...WRONG, votes: 9 }, '*'), 'INVALID');
  });
});

describe('body before found, allowed and version last', async () => {
  const { server, send } = await worldOf('signed in, body, found, allowed, state, rules, version');
  after(() => server.stop());

  test('a wrong body is refused first, whether or not the record exists', async () => {
    assert.equal(await send(null, 'PATCH', 'None', WRONG), 'NOT_SIGNED_IN');
    for (const title of ['None', 'Secret', 'Open one', 'Closed one'])
      assert.equal(await send('Rita', 'PATCH', title, WRONG), 'TOO_LONG');
  });

  test('then the record, and a hidden one is not found', async () => {
    assert.equal(await send('Rita', 'PATCH', 'None', { title: 'Fine' }), 'NOT_FOUND');
    assert.equal(await send('Rita', 'PATCH', 'Secret', { title: 'Fine' }), 'NOT_FOUND');
    assert.equal(await send('Rita', 'PATCH', 'Open one', { title: 'Fine' }), 'NOT_ALLOWED');
  });

  test('then the state and the rules, and the version last', async () => {
    assert.equal(await send('Ada', 'PATCH', 'Closed one', { votes: 9 }), 'WRONG_STATE');
    assert.equal(await send('Ada', 'PATCH', 'Open one', { votes: 9 }), 'TOO_MANY');
    assert.equal(await send('Ada', 'PATCH', 'Open one', { votes: 4 }), 'PRECONDITION_REQUIRED');
    assert.equal(await send('Ada', 'PATCH', 'Open one', { votes: 4 }, '*'), '200');
  });

  test('what an event asks for counts as its body', async () => {
    assert.equal(await send('Ada', 'POST /close', 'None', {}), 'REQUIRED');
    assert.equal(await send('Ada', 'POST /close', 'None', { reason: 'Done' }), 'NOT_FOUND');
    assert.equal(await send('Rita', 'POST /close', 'Open one', { reason: 'Done' }), 'NOT_ALLOWED');
    assert.equal(await send('Ada', 'POST /close', 'Closed one', { reason: 'Done' }), 'WRONG_STATE');
  });
});

describe('the state before permissions', async () => {
  const { server, send } = await worldOf('found, state, allowed');
  after(() => server.stop());

  test('is told to whoever may read it', async () => {
    assert.equal(await send('Rita', 'PATCH', 'Closed one', { title: 'Fine' }), 'WRONG_STATE');
    assert.equal(await send('Rita', 'DELETE', 'Closed one'), 'WRONG_STATE');
    assert.equal(await send('Rita', 'POST /close', 'Closed one', { reason: 'Done' }), 'WRONG_STATE');
    assert.equal(await send('Rita', 'PATCH', 'Open one', { title: 'Fine' }), 'NOT_ALLOWED');
  });

  test('is not told to those who may not read it, nor for a hidden record', async () => {
    for (const [method, body] of [
      ['PATCH', { title: 'Fine' }],
      ['DELETE', undefined],
      ['POST /close', { reason: 'Done' }],
    ] as const) {
      assert.equal(await send('Rita', method, 'Dark', body), 'NOT_ALLOWED');
      assert.equal(await send('Rita', method, 'Secret', body), 'NOT_FOUND');
      assert.equal(await send('Rita', method, 'None', body), 'NOT_FOUND');
    }
  });

  test('still refuses those who are allowed', async () =>
    assert.equal(await send('Ada', 'DELETE', 'Dark', undefined, '*'), 'WRONG_STATE'));
});

test('an impossible order is not followed', async () => {
  const { server, send } = await worldOf('rules, found');
  assert.equal(await send('Rita', 'PATCH', 'None', WRONG), 'NOT_ALLOWED');
  await server.stop();
});
