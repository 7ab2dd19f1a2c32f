import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { createResponseValidator } from '../support/contracts/response-validator.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const LOANS = `# Specification: Loans

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in
- role: Role

### Book

- title: text(1..20), required, title, unique
- pages: integer(1..)

## 4. States and transitions

### Book: state

| From | Event | To | Who |
| --- | --- | --- | --- |
| In | lend | Out | Clerk |
| Out | take back | In | Clerk |

## 5. Validation rules

| Name | Rule | Message |
| --- | --- | --- |
| R1 | Book: \`pages != 13\` | Thirteen pages bring bad luck. |

## 6. Roles and permissions

- Clerk: everyone who signs in
- Guest: not signed in

| | Clerk | Guest |
| --- | --- | --- |
| Person: read | yes | |
| Book: read, create, change | yes | |

## 7. The calls it makes

- If-Match: not used

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| one book | GET /books/:id | read Book | | |
| add | POST /books | create Book | title, pages | |
| put | PUT /books/:id | change Book | title, pages | |
| lend | POST /books/:id/lend | lend Book | | |
| lend again | POST /again/:id | lend Book | | |

## 8. The error catalogue

- Body: \`{ "code": code, "message": message, "errors": [{ "field": field, "code": code }] }\`

| Code | Status | When | Message | Stands for |
| --- | --- | --- | --- | --- |
| GONE | 410 | call one book | This book is gone. | NOT_FOUND |
| NO_BOOK | 404 | | There is no such book. | NOT_FOUND |
| WHO_ARE_YOU | 401 | call one book, call put | Say who you are. | NOT_SIGNED_IN |
| TITLE_TAKEN | 409 | call add | {value} is taken. | NOT_UNIQUE |
| BAD_BOOK | 400 | call put | {count} members are wrong. | INVALID |
| LENT | 418 | call lend again | It is lent. | WRONG_STATE |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Clerk |

### Book

| title | pages |
| --- | --- |
| Emma | 12 |
| Ulysses | 700 |
`;

interface Body {
  readonly code: string;
  readonly message: string;
  readonly errors: readonly { readonly field: string | null; readonly code: string }[];
  readonly id: string;
}

describe('errors for one call', () => {
  let server: TestServer;
  let ada: Caller;
  let validator: ReturnType<typeof createResponseValidator>;
  before(async () => {
    server = await startServer(LOANS);
    ada = await server.as('Ada');
    validator = createResponseValidator(JSON.parse(JSON.stringify(openApiOf(server.runtime.current().compiled))));
  });
  after(() => server.stop());

  /** Returns the status, code and message of an answer, which the OpenAPI document must state. */
  async function answer(caller: Caller, method: string, path: string, body?: unknown): Promise<readonly unknown[]> {
    const { status, headers, text, body: got } = await caller.call<Body>(method, path, body);
    const mediaType = headers.get('content-type');
    assert.deepEqual(
      validator.problems(method, path.replace(/none|01[\w-]{8,}/, '{id}'), { status, mediaType, text }),
      [],
    );
    return [status, got.code, got.message, ...got.errors.map(({ field, code }) => `${field}: ${code}`)];
  }

  test('a standard refusal of the call that a row names has the code, status and text of the row', async () => {
    assert.deepEqual(await answer(ada, 'GET', '/books/none'), [410, 'GONE', 'This book is gone.', 'null: GONE']);
    assert.deepEqual(await answer(server.guest, 'GET', '/books/none'), [
      401,
      'WHO_ARE_YOU',
      'Say who you are.',
      'null: WHO_ARE_YOU',
    ]);
  });

  test('other calls have the row without a cause, or the standard refusal', async () => {
    const missing = [404, 'NO_BOOK', 'There is no such book.', 'null: NO_BOOK'];
    assert.deepEqual(await answer(ada, 'PUT', '/books/none', { title: 'A' }), missing);
    const [status, code] = await answer(server.guest, 'POST', '/books', { title: 'A' });
    assert.deepEqual([status, code], [401, 'NOT_SIGNED_IN']);
  });

  test('failures of members are worded for the call, and keep their values', async () => {
    assert.deepEqual(await answer(ada, 'POST', '/books', { title: 'Emma' }), [
      409,
      'TITLE_TAKEN',
      'Emma is taken.',
      'title: TITLE_TAKEN',
    ]);
    const { id } = (await ada.post<Body>('/books', { title: 'Middlemarch' })).body;
    const other = await answer(ada, 'PUT', `/books/${id}`, { title: 'Ulysses', pages: 3 });
    assert.deepEqual([other[0], other[1], other[3]], [400, 'BAD_BOOK', 'title: NOT_UNIQUE']);
  });

  test('several failures have the row of the call for all of them', async () => {
    const { id } = (await ada.post<Body>('/books', { title: 'Silas Marner' })).body;
    assert.deepEqual(await answer(ada, 'PUT', `/books/${id}`, { title: '', pages: 'x' }), [
      400,
      'BAD_BOOK',
      '2 members are wrong.',
      'pages: WRONG_TYPE',
      'title: REQUIRED',
    ]);
    const [status, code] = await answer(ada, 'POST', '/books', { title: '', pages: 'x' });
    assert.deepEqual([status, code], [422, 'INVALID']);
    const [, one] = await answer(ada, 'POST', '/books', { title: '' });
    assert.equal(one, 'REQUIRED');
  });

  test('two calls of the same event answer differently', async () => {
    const { id } = (await ada.post<Body>('/books', { title: 'Persuasion' })).body;
    await ada.post(`/books/${id}/lend`);
    assert.equal((await answer(ada, 'POST', `/books/${id}/lend`))[1], 'WRONG_STATE');
    assert.deepEqual((await answer(ada, 'POST', `/again/${id}`)).slice(0, 3), [418, 'LENT', 'It is lent.']);
  });
});
