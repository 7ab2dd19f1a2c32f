import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { possibleRefusals } from '../../src/export/operations/call-errors.ts';
import { startServer } from '../support/http/server.ts';

const library = (errors: string, calls = '') => `# Specification: Library

## 3. Entities and their fields

### Person

- name: text, required, title, unique, sign-in
- role: Role

### Shelf

- Key: number

- number: number series(0), required
- place: text, title

### Book

- Key: number

- number: integer, required, unique
- name: text, required, title
- shelf: Shelf

## 4. States and transitions

### Book: status

| From | Event | To | Who |
| --- | --- | --- | --- |
| (new) | | In | |
| In | lend | Out | Visitor, Reader |

## 6. Roles and permissions

- Visitor: not signed in
- Reader: everyone who signs in

| | Visitor | Reader |
| --- | --- | --- |
| Shelf: read | yes | yes |
| Shelf: create | no | yes |
| Book: read, create, change | yes | yes |
| Book: delete | no | yes |

## 7. The calls it makes

- If-Match: not used
- Sign-in: Authorization: Token

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| book | GET /books/:id | read Book | | \`{ "name": name }\` |
| books | GET /books | list Book | | \`[{ "name": name }]\` |
| change | PATCH /books/:id | change Book | name | \`{ "name": name }\` |
| drop | DELETE /books/:id | delete Book | | |
| lend | POST /books/:id/lend | lend Book | | \`{ "name": name }\` |
| on shelf | GET /shelves/:shelf/books | list Book | | \`[{ "name": name }]\` |
| put | POST /shelves/:shelf/books | create Book | name | \`{ "name": name }\` |
| leave | GET /leave | sign out | | |
| stay | GET /stay | sign out | | |
${calls}
### leave

- Allowed for: anyone

## 8. The error catalogue

| Code | Status | When | Message | Stands for |
| --- | --- | --- | --- | --- |
| GONE | 404 | | There is none. | NOT_FOUND |
${errors}
`;

const PLACES = [
  ['GET', '/books/abc'],
  ['PATCH', '/books/1.5'],
  ['POST', '/books/abc/lend'],
  ['GET', '/shelves/abc/books'],
  ['POST', '/shelves/-x/books'],
] as const;

describe('a path that names a record by what cannot be its number', async () => {
  const [stated, silent, limited] = await Promise.all(
    [
      '| BAD_ID | | | Not an id: {entity}. | NOT_A_KEY |',
      '',
      '| BAD_SHELF | 422 | Shelf | Not a shelf. | NOT_A_KEY |',
    ].map((row) => startServer(library(row))),
  );
  assert.ok(stated !== undefined && silent !== undefined && limited !== undefined);
  after(() => Promise.all([stated, silent, limited].map((server) => server.stop())));
  const statusOf = async (server: typeof stated, method: string, path: string) =>
    (await server.guest.call(method, path, method === 'GET' ? undefined : { name: 'x' })).status;

  for (const [method, path] of PLACES)
    test(`${method} ${path} is answered by the row that stands for NOT_A_KEY, otherwise as not found`, async () => {
      assert.deepEqual([await statusOf(stated, method, path), await statusOf(silent, method, path)], [400, 404]);
    });
  test('a row for one entity counts for it alone', async () => {
    assert.equal(await statusOf(limited, 'GET', '/shelves/abc/books'), 422);
    assert.equal(await statusOf(limited, 'GET', '/books/abc'), 404);
  });
  test('an unknown number of any length is not found', async () => {
    for (const number of ['7', '007', '-7', '99999999999999999999'])
      assert.equal(await statusOf(stated, 'GET', `/books/${number}`), 404, number);
  });
  test('comes after signing in', async () => {
    const { status } = await stated.guest.delete('/books/abc');
    assert.equal(status, 401);
  });
  test('is a possible refusal of calls with parameters in their path, where a row states it', () => {
    const codesOf = ({ runtime }: typeof stated, name: string) => {
      const { compiled } = runtime.current();
      const call = compiled.calls.get(`call/${name}`);
      return call === undefined ? [] : possibleRefusals(compiled, call).map(({ refusal }) => refusal.code);
    };
    assert.ok(codesOf(stated, 'book').includes('BAD_ID'));
    assert.ok(!codesOf(stated, 'books').includes('BAD_ID'));
    assert.ok(!codesOf(silent, 'book').includes('NOT_A_KEY'));
  });
  test('guests sign out of nothing only where the call is for anyone', async () => {
    assert.equal((await silent.guest.get('/leave')).status, 204);
    assert.equal((await silent.guest.get('/stay')).status, 401);
    const ended = { authorization: 'Token ended' };
    assert.equal((await silent.guest.get('/leave', ended)).status, 204);
    assert.equal((await silent.guest.get('/stay', ended)).status, 401);
  });
});

test('a body in brackets is reported with what takes a list', () => {
  const nextOf = (does: string) =>
    diagnose(library('', `| many | POST /many | ${does} | [name] | |\n`)).diagnostics.flatMap(
      ({ code, message, next }) => (code === 'expression-syntax' ? [`${message} ${next}`] : []),
    );
  assert.deepEqual(nextOf('create Book'), [
    'Only a `bulk` call takes a list. Write the body of one record, as in { "name": title }; for a list of them also `bulk create Task` under Does.',
  ]);
  assert.deepEqual(nextOf('bulk create Book'), [
    'A `bulk` call takes a list by itself. Write the body of one record, without the brackets, as in { "name": title }.',
  ]);
});
