import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { View } from '../../src/engine/view/view.ts';
import { startServer, type TestServer } from '../support/http/server.ts';

const TEXT = `# Specification: Fair

## 1. What the product does and for whom

Stalls of a fair.

## 2. Screens and routes

| Route | Screen | For | Shows | As |
| --- | --- | --- | --- | --- |
| /stalls | Stalls | Visitor | Stall | table: title, open |
| /stalls/:id | Stall | Visitor | Stall | record |
| /desk | Desk | Keeper | Stall | table |
| /help | Help | | page | |
| /welcome | Welcome | Visitor | page | |
| /login | Log in | Visitor | sign-in | |
| /enter | Enter | | sign in | |

## 3. Entities and their fields

### Keeper

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | |
| email | email | yes | sign-in |
| role | Role | yes | |

### Stall

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | |
| rent | integer | no | |
| open | yes/no | no | |
| owner | Keeper | no | |

### Note

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| words | text(3..40) | yes | |

## 4. States and transitions

not shown.

## 5. Validation rules

not shown.

## 6. Roles and permissions

| Role | Description |
| --- | --- |
| Visitor | not signed in |
| Keeper | keeps the fair |

| | Visitor | Keeper |
| --- | --- | --- |
| Stall: read | title, open where \`open\` | yes |
| Stall: create | no | yes |
| Stall: change | no | yes |
| Note: read | no | yes |
| Note: create | yes | no |
| Keeper: read | no | yes |

## 7. The calls it makes

not shown.

## 8. The error catalogue

not shown.

## 9. Business constants and limits

not shown.

## Sample data

### Keeper

| name | email | role |
| --- | --- | --- |
| Kim | kim@example.com | Keeper |

### Stall

| title | rent | open | owner |
| --- | --- | --- | --- |
| Cheese | 20 | yes | Kim |
| Locked | 90 | no | Kim |
`;

interface Page {
  readonly items: readonly Record<string, unknown>[];
  readonly total: { readonly count: number } | number;
}

async function fair(t: TestContext): Promise<TestServer> {
  const server = await startServer(TEXT);
  t.after(server.stop);
  return server;
}

test('a guest reads what their role reads: those rows, those fields, those screens', async (t) => {
  const { guest, as } = await fair(t);
  const { body } = await guest.get<{ view: View }>('/_/app');
  assert.equal(body.view.person, null);
  assert.deepEqual([...body.view.roles], ['Visitor']);
  // The form is one of those assumed for what no screen shows.
  assert.deepEqual(body.view.screens.map(({ route }) => route).sort(), [
    '/enter',
    '/login',
    '/notes/new',
    '/stalls',
    '/stalls/:id',
    '/welcome',
  ]);
  const page = await guest.get<Page>('/api/stalls');
  assert.equal(page.status, 200);
  assert.deepEqual(
    page.body.items.map(({ title, rent, owner }) => [title, rent, owner]),
    [['Cheese', undefined, undefined]],
  );
  const kim = await as('Kim');
  const all = await kim.get<Page>('/api/stalls');
  const locked = all.body.items.find(({ title }) => title === 'Locked');
  const one = await guest.get(`/api/stalls/${String(locked?.['id'])}`);
  const none = await guest.get('/api/stalls/019a0000-0000-7000-8000-000000000000');
  assert.deepEqual(
    [one.status, one.text.replaceAll(/stalls\/[0-9a-f-]+/g, '')],
    [404, none.text.replaceAll(/stalls\/[0-9a-f-]+/g, '')],
  );
  const filtered = await guest.get('/api/stalls?rent=20');
  assert.equal(filtered.status, 400);
});

test('whatever no guest may do is answered as not signed in', async (t) => {
  const { guest } = await fair(t);
  for (const [method, path, body] of [
    ['GET', '/api/notes', undefined],
    ['GET', '/api/keepers', undefined],
    ['POST', '/api/stalls', { title: 'Mine' }],
    ['GET', '/_/inbox', undefined],
    ['GET', '/_/programs', undefined],
    ['POST', '/_/files?entity=Stall&field=title&name=a.txt', undefined],
    ['GET', '/_/open?path=/desk', undefined],
    ['GET', '/_/open?path=/help', undefined],
  ] as const) {
    const answer = await guest.call<{ code: string }>(method, path, body);
    assert.deepEqual([path, answer.status, answer.body.code], [path, 401, 'NOT_SIGNED_IN']);
  }
});

test('a guest creates where their role may, under the same rules as anybody, and reads nothing of it', async (t) => {
  const { guest, as } = await fair(t);
  const short = await guest.post<{ errors: unknown[] }>('/api/notes', { words: 'x' });
  assert.equal(short.status, 422, short.text);
  const made = await guest.post('/api/notes', { words: 'Where is the cheese?' });
  assert.equal(made.status, 204, made.text);
  const kim = await as('Kim');
  const notes = await kim.get<Page>('/api/notes');
  assert.deepEqual(
    notes.body.items.map(({ words, createdBy }) => [words, createdBy ?? null]),
    [['Where is the cheese?', null]],
  );
  assert.equal((await kim.post('/api/notes', { words: 'Here it is' })).status, 403);
});

test('whoever signs in opens what is public, and holds no role of those who did not', async (t) => {
  const { as } = await fair(t);
  const kim = await as('Kim');
  const { body } = await kim.get<{ view: View }>('/_/app');
  assert.deepEqual([...body.view.roles], ['Keeper']);
  const open = new Set(body.view.screens.map(({ route }) => route));
  for (const route of ['/desk', '/help', '/stalls', '/stalls/:id']) assert.ok(open.has(route), route);
});

test('screens for guests are open to guests, and to whoever signed in', async (t) => {
  const { guest, as, runtime } = await fair(t);
  const kinds = new Map(runtime.current().model.screens.map(({ route, kind }) => [route, kind]));
  assert.deepEqual([kinds.get('/help'), kinds.get('/login'), kinds.get('/enter')], ['page', 'sign-in', 'sign-in']);
  for (const caller of [guest, await as('Kim')]) {
    for (const path of ['/login', '/enter', '/welcome', '/stalls']) {
      const answer = await caller.get<{ leads: unknown }>(`/_/open?path=${path}`);
      assert.deepEqual([path, answer.status, answer.body.leads], [path, 200, null]);
    }
  }
});
