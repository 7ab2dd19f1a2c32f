import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';
import { quick } from '../support/http/sign-in.ts';

/** A published contract: people sign up, get a token, and send it in a header. */
const BLOG = `# Specification: Blog

## 3. Entities and their fields

### Person

- username: text(1..20), required, unique, title
- email: email, required, unique, sign-in
- password: password(8..72), required
- bio: text

### Article

- title: text, required, title
- author: Person, default \`me\`

## 6. Roles and permissions

- Author: everyone who signs in
- Visitor: not signed in

| | Author | Visitor |
| --- | --- | --- |
| Person: read | \`this == me\` | |
| Person: create | | yes |
| Person: change | bio, password where \`this == me\` | |
| Person: delete | \`this == me\` | |
| Article: read | yes | yes |
| Article: create | yes | |

## 7. The calls it makes

- Sign-in: Authorization: Token

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| register | POST /users | sign up Person | \`{ "user": { "username": username, "email": email, "password": password } }\` | \`{ "user": { "email": email, "username": username, "bio": bio, "token": token } }\` |
| log in | POST /users/login | sign in Person | \`{ "user": { "email": email, "password": password } }\` | \`{ "user": { "email": email, "username": username, "token": token } }\` |
| log out | DELETE /users/login | sign out | | |
| current user | GET /user | read me | | \`{ "user": { "email": email, "bio": bio, "token": token } }\` |
| change user | PUT /user | change me | \`{ "user": { "bio": bio, "password": password } }\` | \`{ "user": { "bio": bio, "token": token } }\` |
| new password | POST /user/password | change password | \`{ "old": current, "new": password }\` | |
| delete user | DELETE /user | delete me | | |
| articles | GET /articles | list Article | | page of Article |

## 8. The error catalogue

| Code | Status | Message | What to do | Stands for |
| --- | --- | --- | --- | --- |
| BAD_LOGIN | 403 | Email or password is invalid. | | NOT_RECOGNISED |
`;

interface User {
  readonly user: { readonly email: string; readonly bio: string | null; readonly token: string };
}

type Answered = User & Problem;

async function withBlog(work: (server: TestServer) => Promise<void>, text = BLOG): Promise<void> {
  const { store, done } = await openEmpty();
  const server = await startServer(text, { store, production: { passwords: quick } });
  try {
    await work(server);
  } finally {
    await server.stop();
    await done();
  }
}

const EVE = { username: 'eve', email: 'eve@example.com', password: 'correct horse 7' };
const token = (text: string) => ({ authorization: `Token ${text}` });
const logIn = ({ guest }: { readonly guest: Caller }, password: string, email = EVE.email) =>
  guest.post<Answered>('/users/login', { user: { email, password } });

async function register({ guest }: TestServer): Promise<string> {
  const made = await guest.post<Answered>('/users', { user: EVE });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(made.body.user, { email: EVE.email, username: 'eve', bio: null, token: made.body.user.token });
  assert.match(made.body.user.token, /^[0-9a-f]{64}$/);
  return made.body.user.token;
}

contract('signing up and in answers with a token, by which "read me" knows its caller', () =>
  withBlog(async (server) => {
    const first = await register(server);
    const who = await server.guest.get<Answered>('/user', token(first));
    assert.deepEqual([who.status, who.body], [200, { user: { email: EVE.email, bio: null, token: first } }]);
    const second = (await logIn(server, EVE.password)).body.user.token;
    assert.notEqual(second, first);
    assert.equal((await server.guest.get('/user', token(second))).status, 200);
    assert.equal((await server.guest.call('DELETE', '/users/login', undefined, token(second))).status, 204);
    assert.equal((await server.guest.get('/user', token(second))).status, 401);
    assert.equal((await server.guest.get('/user', token(first))).status, 200);
  }),
);

contract('a wrong name and a wrong password get the same answer, which the catalogue words', () =>
  withBlog(async (server) => {
    await register(server);
    const [wrong, unknown] = [await logIn(server, 'wrong horse 77'), await logIn(server, 'x', 'nobody@example.com')];
    assert.deepEqual(
      [wrong.status, wrong.body.code, wrong.body.detail],
      [403, 'BAD_LOGIN', 'Email or password is invalid.'],
    );
    assert.deepEqual(unknown.body, wrong.body);
    const blank = await logIn(server, '');
    assert.deepEqual(
      blank.body.failures?.map(({ pointer, code }) => `${pointer} ${code}`),
      ['/user/password REQUIRED'],
    );
    for (let tries = 0; tries < 12; tries += 1) await logIn(server, 'wrong horse 77');
    assert.equal((await logIn(server, EVE.password)).status, 429);
  }),
);

contract('a token that is missing, malformed or unknown is refused alike; one that is sent counts for guests too', () =>
  withBlog(async ({ guest }) => {
    const refused = await Promise.all(
      [{}, token('f'.repeat(64)), token('x'), { authorization: 'Bearer x' }, { authorization: 'Token' }].map(
        async (headers) => (await guest.get<Problem>('/user', headers)).body,
      ),
    );
    for (const body of refused) assert.deepEqual(body, refused[0]);
    assert.equal(refused[0]?.code, 'NOT_SIGNED_IN');
    assert.equal((await guest.get('/articles')).status, 200);
    assert.equal((await guest.get('/articles', token('f'.repeat(64)))).status, 401);
    assert.equal((await guest.get('/articles', token('x'))).status, 401);
  }),
);

contract('a person changes and deletes their own record without its key', () =>
  withBlog(async (server) => {
    const [mine, other] = [await register(server), (await logIn(server, EVE.password)).body.user.token];
    const match = { 'if-match': '*', ...token(mine) };
    const etag = (await server.guest.get('/user', token(mine))).headers.get('etag') ?? '';
    const sent = { user: { bio: 'Writes.', password: 'another horse 8' } };
    const changed = await server.guest.call<Answered>('PUT', '/user', sent, { ...token(mine), 'if-match': etag });
    assert.deepEqual([changed.status, changed.body], [200, { user: { bio: 'Writes.', token: mine } }], changed.text);
    assert.equal((await server.guest.get('/user', token(other))).status, 401);
    assert.equal((await logIn(server, EVE.password)).status, 403);
    const next = { old: 'another horse 8', new: 'yet another horse' };
    assert.equal((await server.guest.post('/user/password', { ...next, old: 'x' }, token(mine))).status, 403);
    const renewed = await server.guest.post('/user/password', next, token(mine));
    assert.equal(renewed.status, 204, renewed.text);
    assert.equal((await logIn(server, next.new)).status, 200);
    assert.equal((await server.guest.call('DELETE', '/user', undefined)).status, 401);
    const now = (await server.guest.get('/user', token(mine))).headers.get('etag') ?? '';
    const gone = await server.guest.call('DELETE', '/user', undefined, { ...match, 'if-match': now });
    assert.equal(gone.status, 204, gone.text);
    assert.equal((await server.guest.get('/user', token(mine))).status, 401);
  }),
);

test('a bearer token, a header and a cookie are read as the document states', async () => {
  const text = BLOG.replace('Authorization: Token', 'Authorization: Bearer, X-Auth-Token, cookie sid');
  await withBlog(async (server) => {
    const first = await register(server);
    for (const headers of [{ authorization: `Bearer ${first}` }, { 'x-auth-token': first }, { cookie: `sid=${first}` }])
      assert.equal((await server.guest.get('/user', headers)).status, 200, JSON.stringify(headers));
    assert.equal((await server.guest.get('/user', token(first))).status, 401);
    assert.equal((await server.guest.get('/articles', { cookie: 'sid=old' })).status, 200);
  }, text);
});

test('without the key no header carries a session', () =>
  withBlog(
    async (server) => {
      const first = await register(server);
      assert.equal((await server.guest.get('/user', token(first))).status, 401);
      assert.equal((await server.guest.get('/user', { authorization: `Bearer ${first}` })).status, 401);
    },
    BLOG.replace('- Sign-in: Authorization: Token\n', ''),
  ));

test('the calls about their caller are read without findings and printed as they are read', () => {
  const { model, diagnostics } = readDocument(BLOG);
  assert.deepEqual(
    diagnostics.filter(({ point, severity }) => point === 7 && severity === 'error'),
    [],
  );
  assert.deepEqual(
    model.calls.flatMap(({ does }) => (does.kind === 'account' ? does.act : [])),
    ['sign up', 'sign in', 'sign out', 'read me', 'change me', 'change password', 'delete me'],
  );
  const again = readDocument(printDocument(model)).model;
  assert.deepEqual(again.api.signIn, model.api.signIn);
  assert.deepEqual(
    again.calls.map(({ does }) => does),
    model.calls.map(({ does }) => does),
  );
});

/** People may change the address with which they sign in, without a tag of the version that they read. */
const MOVING = BLOG.replace('- Sign-in: Authorization: Token', '- Sign-in: Authorization: Token\n- If-Match: not used')
  .replace('bio, password where', 'bio, email, password where')
  .replace('change me | `{ "user": { "bio": bio,', 'change me | `{ "user": { "bio": bio, "email": email,');

contract('people change the name with which they sign in by a call that lists it, and stay signed in', () =>
  withBlog(async (server) => {
    const first = await register(server);
    const moved = await server.guest.call<Answered>(
      'PUT',
      '/user',
      { user: { email: 'eve@new.example' } },
      token(first),
    );
    assert.equal(moved.status, 200, moved.text);
    assert.equal(moved.body.user.token, first);
    assert.equal((await server.guest.get('/user', token(first))).status, 200);
    assert.equal((await logIn(server, EVE.password, 'eve@new.example')).status, 200);
    assert.equal((await logIn(server, EVE.password)).status, 403);
  }, MOVING),
);

contract('people do not change it by a call that does not list it', () =>
  withBlog(
    async (server) => {
      const first = await register(server);
      const moved = await server.guest.call('PUT', '/user', { user: { email: 'eve@new.example' } }, token(first));
      assert.equal(moved.status, 422);
    },
    MOVING.replace('"bio": bio, "email": email, "password"', '"bio": bio, "password"'),
  ),
);
