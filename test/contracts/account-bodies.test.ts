import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../support/http/server.ts';
import { quick } from '../support/http/sign-in.ts';

const document = (keys: string, sends: string) => `# Specification: Accounts

## 3. Entities and their fields

### User

- name: text, required, title
- email: email, required, unique, sign-in
- password: password

## 6. Roles and permissions

- User: everyone who signs in
- Guest: not signed in

| | User | Guest |
| --- | --- | --- |
| User: read | yes | |
| User: change | \`this == me\` | |
| User: create | | yes |

## 7. The calls it makes

- Sign-in: Authorization: Token
- If-Match: not used
${keys}
| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| sign up | POST /users | sign up User | ${sends} | \`{ "name": name, "token": token }\` |
| sign in | POST /session | sign in User | \`{ "user": { "mail": email, "password": password } }\` | \`{ "token": token }\` |
| change | PATCH /user | change me | ${sends} | \`{ "name": name }\` |
| new password | PUT /password | change password | current, password | |

## 8. The error catalogue

- Body: \`{ "code": code, "entity": entity, "errors": [{ "field": field, "message": message }] }\`
`;

const ANN = { name: 'Ann', email: 'ann@example.com', password: 'correct horse' };

const open = (keys: string, sends: string) => startServer(document(keys, sends), { production: { passwords: quick } });

test('sign-in refuses other members at the names of the body', async () => {
  const server = await open('', 'name, email, password');
  try {
    await server.guest.post('/users', ANN);
    const user = { mail: ANN.email, password: ANN.password };
    const { status, body } = await server.guest.post('/session', { user: { ...user, role: 'Boss' } });
    const message = '“user.role” can’t be sent here.';
    assert.equal(status, 422);
    assert.deepEqual(body, { code: 'NOT_AN_INPUT', entity: 'User', errors: [{ field: 'user.role', message }] });
    assert.equal((await server.guest.post('/session', { user })).status, 200);
  } finally {
    await server.stop();
  }
});

test('calls about the caller ignore unknown members alone if nothing states what they send', async () => {
  const server = await open('- Unknown members: ignored\n', 'not shown.');
  try {
    const made = await server.guest.post<{ token: string }>('/users', { ...ANN, hat: 'red' });
    assert.equal(made.status, 201);
    const headers = { authorization: `Token ${made.body.token}` };
    const changed = await server.guest.patch('/user', { name: 'Anna', hat: 'blue' }, headers);
    assert.deepEqual([changed.status, changed.body], [200, { name: 'Anna' }]);
  } finally {
    await server.stop();
  }
});

test('signing up and changing the password require an Idempotency-Key where it is required', async () => {
  const server = await open('- Idempotency-Key: required\n', 'name, email, password');
  try {
    assert.equal((await server.guest.post('/users', ANN)).status, 400);
    const key = { 'idempotency-key': 'one' };
    const { status, body } = await server.guest.post<{ token: string }>('/users', ANN, key);
    assert.equal(status, 201);
    const headers = { authorization: `Token ${body.token}` };
    const passwords = { current: ANN.password, password: 'another horse' };
    assert.equal((await server.guest.call('PUT', '/password', passwords, headers)).status, 400);
    const user = { mail: ANN.email, password: ANN.password };
    assert.equal((await server.guest.post('/session', { user })).status, 200);
    assert.equal((await server.guest.call('PUT', '/password', passwords, { ...headers, ...key })).status, 204);
  } finally {
    await server.stop();
  }
});
