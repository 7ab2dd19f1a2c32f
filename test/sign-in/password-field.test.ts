import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem, WireHistory, WireRecord } from '../../src/engine/core/wire-format.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';
import { quick } from '../support/http/sign-in.ts';

/** People whom an administrator adds with a password, and who change it themselves. */
const PEOPLE = `# Specification: People

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | Role | no | |
| password | password(8..72) | yes | pattern \`.*[0-9].*\` |

## 5. Rules

| Rule | On | Must hold | Message |
| --- | --- | --- | --- |
| R-01 | Person, change | \`size(password) >= 12\` | A new password has 12 characters. |

## 6. Roles and permissions

- Member: everyone who signs in
- Admin: looks after the people

| | Member | Admin |
| --- | --- | --- |
| Person: read | yes | yes |
| Person: create | | yes |
| Person: change | \`this == me\` | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Admin |
| Bob | bob@example.com | |
`;

async function withPeople(work: (server: TestServer, ada: Caller) => Promise<void>): Promise<void> {
  const { store, done } = await openEmpty();
  const server = await startServer(PEOPLE, { store, production: { passwords: quick } });
  try {
    await work(server, await server.as('Ada'));
  } finally {
    await server.stop();
    await done();
  }
}

const EVE = { name: 'Eve', email: 'eve@example.com', password: ' correct horse 7' };

async function addEve(ada: Caller): Promise<WireRecord> {
  const { status, body, text } = await ada.post<WireRecord>('/api/persons', EVE);
  assert.equal(status, 201, text);
  return body;
}

const signIn = ({ fetch }: TestServer, password: string): Promise<Response> =>
  fetch(
    new Request('http://localhost:4000/_/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: EVE.email, password }),
    }),
  );

contract('a password given on creation lets the person sign in, and no answer contains it', () =>
  withPeople(async (server, ada) => {
    const made = await addEve(ada);
    assert.equal('password' in made, false);
    assert.equal((await signIn(server, EVE.password)).status, 204);
    assert.equal((await signIn(server, EVE.password.trim())).status, 401);
    const history = await ada.get<WireHistory>(`/_/records/Person/${made.id}/history`);
    const list = await ada.get('/api/persons?name=Eve');
    const exported = await ada.get('/_/export/Person');
    for (const { text } of [history, list, exported]) assert.doesNotMatch(text, /correct horse/);
    assert.equal((await ada.get('/api/persons?password=x')).status, 400);
  }),
);

contract('a missing, short or unfit password is refused, and nobody is created', () =>
  withPeople(async (server, ada) => {
    const { password, ...nobody } = EVE;
    const codes = async (input: object) =>
      (await ada.post<Problem>('/api/persons', input)).body.failures?.map(({ pointer, code }) => `${pointer} ${code}`);
    assert.deepEqual(await codes(nobody), ['/password REQUIRED']);
    assert.deepEqual(await codes({ ...nobody, password: null }), ['/password REQUIRED']);
    assert.deepEqual(await codes({ ...nobody, password: 'short' }), ['/password TOO_SHORT']);
    assert.deepEqual(await codes({ ...nobody, password: 'without digits' }), ['/password WRONG_TYPE']);
    assert.equal((await signIn(server, password)).status, 401);
  }),
);

contract('a change of the password replaces it, ends other sessions, and obeys the rules about changes', () =>
  withPeople(async (server, ada) => {
    const made = await addEve(ada);
    const eve = await server.as('Eve');
    const cookie = ((await signIn(server, EVE.password)).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const change = (who: Caller, password: string | null, more = {}) =>
      who.patch<WireRecord & Problem>(`/api/persons/${made.id}`, { password, ...more }, { 'if-match': made._.etag });
    const weak = await change(eve, 'too short 1');
    assert.deepEqual(
      [weak.status, weak.body.failures?.map(({ message }) => message)],
      [422, ['A new password has 12 characters.']],
    );
    assert.equal((await change(eve, '')).status, 422);
    const other = await (await server.as('Bob')).patch(`/api/persons/${made.id}`, { password: 'another horse 8' });
    assert.equal(other.status, 403);
    assert.equal((await change(eve, 'another horse 8')).status, 200);
    assert.equal((await signIn(server, EVE.password)).status, 401);
    assert.equal((await signIn(server, 'another horse 8')).status, 204);
    const before = await server.fetch(new Request('http://localhost:4000/api/persons', { headers: { cookie } }));
    assert.equal(before.status, 401);
    const kept = await ada.patch(`/api/persons/${made.id}`, { name: 'Eva' }, { 'if-match': '*' });
    assert.ok(kept.status === 200 || kept.status === 412, kept.text);
  }),
);

test('a new password is hashed before the transaction and refused without its hash', async () => {
  const server = await startServer(PEOPLE);
  try {
    const { body } = await (await server.as('Ada')).post<Problem>('/api/persons', EVE);
    assert.deepEqual(
      body.failures?.map(({ pointer, code }) => `${pointer} ${code}`),
      ['/password NOT_AN_INPUT'],
    );
  } finally {
    await server.stop();
  }
});
