import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const document = (keys: string) => `# Specification: Boxes

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Box

- Key: code

- code: text, required, unique, title
- color: one of red, blue

## 6. Roles and permissions

- Clerk: everyone who signs in

| | Clerk |
| --- | --- |
| Person: read | yes |
| Box: read, create, change, delete | yes |

## 7. The calls it makes

${keys}
| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| boxes | GET /boxes | list Box | | [code] |
| whole boxes | GET /whole | list Box | | page of Box |
| exported | GET /export | list Box | | \`[{ "code": code }]\` |
| colors | GET /colors | values of Box.color | | |
| new boxes | POST /bulk | bulk create Box | code | |
| drop all | DELETE /boxes | delete all Box | | |

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| Export rows | 100 |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |

### Box

| code | color |
| --- | --- |
| zé€ | red |
`;

const part = (name: string, ...keys: readonly string[]) =>
  `### ${name}\n\n${keys.map((key) => `- ${key}\n`).join('')}\n`;

const NO_BODY = ['boxes', 'whole boxes', 'colors', 'new boxes']
  .map((name) => part(name, 'Status: 204'))
  .concat(part('exported', 'Status: 204', 'Media type: text/csv'))
  .join('');

describe('the status 204', () => {
  let server: TestServer;
  let ada: Caller;
  before(async () => {
    server = await startServer(document('').replace('## 9.', `${NO_BODY}## 9.`));
    ada = await server.as('Ada');
  });
  after(() => server.stop());

  test('lists, values and bulk calls answer without a body', async () => {
    for (const path of ['/boxes', '/whole', '/colors', '/export']) {
      const { status, text } = await ada.get(path);
      assert.deepEqual([path, status, text], [path, 204, '']);
    }
    const { status, text } = await ada.post('/bulk', [{ code: 'new' }]);
    assert.deepEqual([status, text], [204, '']);
    assert.equal((await ada.delete('/boxes')).status, 204);
  });
});

test('headers hold values with any characters, percent-encoded like addresses', async () => {
  const keys = part('boxes', 'Headers: Link, X-Last = last id', 'Paging: after after, limit');
  const server = await startServer(document('').replace('## 9.', `${keys}## 9.`));
  try {
    const ada = await server.as('Ada');
    const { status, headers } = await ada.get('/boxes');
    assert.deepEqual([status, headers.get('x-last')], [200, 'z%C3%A9%E2%82%AC']);
    assert.equal((await ada.get(`/boxes?after=${headers.get('x-last')}`)).status, 200);
  } finally {
    await server.stop();
  }
});

describe('a required Idempotency-Key', () => {
  test('is required by deletions of all records, and obeyed', async () => {
    const server = await startServer(document('- Idempotency-Key: required\n'));
    try {
      const ada = await server.as('Ada');
      const missing = await ada.call<{ code: string }>('DELETE', '/boxes');
      assert.deepEqual([missing.status, missing.body.code], [400, 'UNREADABLE']);
      assert.deepEqual((await ada.get('/boxes')).body, ['zé€']);
      assert.equal((await ada.delete('/boxes', { 'idempotency-key': 'one' })).status, 204);
    } finally {
      await server.stop();
    }
  });

  test('is ignored where it is not used', async () => {
    const server = await startServer(document('- Idempotency-Key: not used\n'));
    try {
      const ada = await server.as('Ada');
      for (let time = 0; time < 2; time++) {
        const { status, headers } = await ada.delete('/boxes', { 'idempotency-key': 'one' });
        assert.deepEqual([status, headers.get('idempotency-replayed')], [204, null]);
      }
    } finally {
      await server.stop();
    }
  });
});
