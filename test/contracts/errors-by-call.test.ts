import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { operationsIn, responseOf } from '../../src/export/openapi/shared-responses.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
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

describe('the errors in an OpenAPI description', () => {
  const folder = join(import.meta.dirname, '..', '..', 'examples');
  const examples = ['.', 'apis'].flatMap((each) =>
    readdirSync(join(folder, each)).flatMap((name) => (name.endsWith('.md') ? join(each, name) : [])),
  );
  const described = (text: string) => openApiOf(compile(assume(readDocument(text).model), ''));

  test('have complete texts in every example', () => {
    for (const name of examples) {
      const gaps = textsIn(JSON.parse(JSON.stringify(described(readFileSync(join(folder, name), 'utf8')))))
        .filter((text) => /“”|„“|«»|""| {2}| [.,;:]|: *\.?$/.test(text))
        .map((text) => text.slice(0, 100));
      assert.deepEqual(gaps, [], name);
    }
  });

  test('of a call are those that it can raise', () => {
    const document = described(`# Specification: Shop

## 3. Entities and their fields

### User

- name: text(1..80), required, title, unique, sign-in
- email: email
- password: password
- role: Role

### Pet

- name: text(1..20), required, title
- photo: file
- age: integer

## 6. Roles and permissions

- Member: everyone who signs in

| | Member |
| --- | --- |
| User: read, create | yes |
| Pet: read, create, change, delete | yes |

## 7. The calls it makes

- Sign-in: bearer
- If-Match: not used
- Idempotency-Key: not used
- Paging: none

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| login | POST /login | sign in User | name, password | \`{ "token": token }\` |
| logout | POST /logout | sign out | | |
| pets | GET /pets | list Pet | | \`[{ "name": name }]\` |
| pet | GET /pets/:id | read Pet | | \`{ "name": name }\` |
| add | POST /pets | create Pet | name, age | \`{ "name": name }\` |
| photo | PUT /pets/:id/photo | upload Pet.photo | | |
`);
    const codesOf = (call: string): readonly string[] => {
      const [operation] = operationsIn(document).filter((each) => each['x-ninefold-call'] === call);
      assert.ok(operation, call);
      return Object.keys(operation.responses)
        .filter((status) => status >= '400')
        .flatMap((status) => textsIn(JSON.parse(JSON.stringify(responseOf(document, operation, status)))));
    };
    const [login, logout, pets, pet, add, photo] = ['login', 'logout', 'pets', 'pet', 'add', 'photo'].map(codesOf);
    for (const code of ['NOT_RECOGNISED', 'REQUIRED', 'TOO_MANY_REQUESTS']) assert.ok(login?.includes(code), code);
    for (const code of ['TOO_MANY_RECORDS', 'NOT_UNIQUE', 'WRONG_FILE', 'NO_SUCH_VALUE', 'TOO_SMALL'])
      assert.ok(!login?.includes(code), code);
    assert.ok(!logout?.includes('NOT_RECOGNISED'));
    assert.ok(pets?.includes('TOO_MANY_RECORDS'));
    assert.ok(!pet?.includes('TOO_MANY_RECORDS'));
    for (const code of ['WRONG_STATE', 'NOT_MET', 'IN_USE', 'IDEMPOTENCY_MISMATCH', 'NOT_UNIQUE', 'LINE_STAYS'])
      assert.ok(!add?.includes(code), code);
    assert.ok(add?.includes('REQUIRED'));
    assert.ok(photo?.includes('WRONG_FILE'));
  });
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
