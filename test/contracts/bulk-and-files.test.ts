import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { responseOf } from '../../src/export/openapi/shared-responses.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const LIBRARY = `# Specification: Library

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in
- role: Role

### Book

- title: text(1..20), required, title
- shelf: text
- price: decimal(8,2)
- scan: file(txt), at most 1 kB
- photo: file

## 4. States and transitions

### Book: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Here | | |
| Here | lend | Lent | Owner | ask shelf |

## 6. Roles and permissions

- Owner: sees everything
- Reader: everyone who signs in

| | Owner | Reader |
| --- | --- | --- |
| Person: read | yes | yes |
| Book: read | yes | yes |
| Book.scan: read | yes | |
| Book: create, change, delete | yes | |

## 7. The calls it makes

- If-Match: optional

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| new book | POST /books | create Book | \`{ "name": title, "cost": price }\` | Line |
| new books | POST /books/bulk | bulk create Book | \`{ "name": title, "cost": price }\` | Line |
| change books | PATCH /books/bulk | bulk change Book | title, shelf | [Line] |
| lend books | POST /books/lend | bulk lend Book | shelf | Line |
| delete books | POST /books/delete | bulk delete Book | | |
| send scan | PUT /books/:id/scan | upload Book.scan | | Line |
| get scan | GET /books/:id/scan | download Book.scan | | |
| send photo | PUT /books/:id/photo | upload Book.photo | | Line |
| get photo | GET /books/:id/photo | download Book.photo | | |
| all books | GET /books.ndjson | list Book | | [Line] |
| table | GET /books.csv?title= | list Book | | Line |
| title file | GET /titles | upload Book.title | | |

### all books

- Media type: application/x-ndjson
- Sort: title

### table

- Media type: text/csv
- Sort: title

### Shape: Line

- Of: Book

| Member | Value |
| --- | --- |
| id | |
| name | title |
| cost | price |
| state | status |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Olga | olga@example.com | Owner |
| Rita | rita@example.com | Reader |
`;

interface Line {
  readonly id: string;
  readonly name: string;
  readonly cost: string | null;
  readonly state: string;
}

interface Results {
  readonly results: readonly {
    readonly status: number;
    readonly record?: Line;
    readonly error?: { readonly code: string; readonly failures?: readonly { readonly pointer: string }[] };
  }[];
}

describe('calls about several records, files and whole lists', () => {
  let server: TestServer;
  let olga: Caller;
  before(async () => {
    server = await startServer(LIBRARY);
    olga = await server.as('Olga');
  });
  after(() => server.stop());

  const created = async (name: string): Promise<Line> => {
    const { body, status } = await olga.post<Line>('/books', { name });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  const statuses = ({ results }: Results) => results.map(({ status }) => status);

  test('creates each item of a list on its own, in order, and says what is wrong with an item', async () => {
    const sent = [
      { name: 'Emma', cost: '9.50' },
      { name: '' },
      { name: 'Persuasion', price: '1' },
      { name: 'Sanditon' },
    ];
    const { body, status } = await olga.post<Results>('/books/bulk', sent);
    assert.equal(status, 200);
    assert.deepEqual(statuses(body), [201, 422, 422, 201]);
    const [emma, empty, unknown, sanditon] = body.results;
    assert.deepEqual(Object.keys(emma?.record ?? {}), ['id', 'name', 'cost', 'state']);
    assert.equal(emma?.record?.name, 'Emma');
    assert.equal(sanditon?.record?.name, 'Sanditon');
    assert.deepEqual(
      empty?.error?.failures?.map(({ pointer }) => pointer),
      ['/name'],
    );
    assert.deepEqual(
      unknown?.error?.failures?.map(({ pointer }) => pointer),
      ['/price'],
    );
  });

  test('repeats nothing under the same idempotency key', async () => {
    const headers = { 'idempotency-key': 'two books' };
    const sent = [{ name: 'First' }, { name: 'Second' }];
    const once = await olga.post<Results>('/books/bulk', sent, headers);
    const again = await olga.post<Results>('/books/bulk', sent, headers);
    assert.deepEqual(
      again.body.results.map(({ record }) => record?.id),
      once.body.results.map(({ record }) => record?.id),
    );
    const other = await olga.post<Results>('/books/bulk', [{ name: 'Third' }], headers);
    assert.deepEqual(
      other.body.results.map(({ error }) => error?.code),
      ['IDEMPOTENCY_MISMATCH'],
    );
  });

  test('changes, moves and deletes records by their ids', async () => {
    const [one, two] = [await created('One'), await created('Two')];
    const changes = [{ id: one.id, title: 'Uno' }, { id: two.id, title: 'Dos', etag: '"old"' }, { title: 'x' }];
    const changed = (await olga.patch<Results>('/books/bulk', changes)).body;
    assert.deepEqual(statuses(changed), [200, 412, 400]);
    assert.equal(changed.results[0]?.record?.name, 'Uno');
    const lent = (
      await olga.post<Results>('/books/lend', [
        { id: one.id, shelf: 'A' },
        { id: one.id, shelf: 'B' },
      ])
    ).body;
    assert.deepEqual(statuses(lent), [200, 409]);
    assert.equal(lent.results[0]?.record?.state, 'Lent');
    const gone = (await olga.post<Results>('/books/delete', [one.id, { id: two.id }, 'nothing'])).body;
    assert.deepEqual(statuses(gone), [204, 204, 404]);
  });

  test('refuses what somebody may not do, item by item, and bodies that are no list', async () => {
    const rita = await server.as('Rita');
    const { body } = await rita.post<Results>('/books/bulk', [{ name: 'Mine' }]);
    assert.deepEqual(statuses(body), [403]);
    for (const sent of [{ name: 'Mine' }, [], 'x', Array.from({ length: 201 }, () => ({ name: 'x' }))])
      assert.equal((await olga.post('/books/bulk', sent)).status, 400);
    assert.equal((await server.guest.post('/books/bulk', [{ name: 'Mine' }])).status, 401);
  });

  const send = (path: string, caller: Caller, body: BodyInit, headers: Readonly<Record<string, string>>) =>
    server.fetch(
      new Request(`http://localhost:4000${path}`, {
        method: 'PUT',
        body,
        headers: { cookie: caller.cookie, origin: 'http://localhost:4000', ...headers },
      }),
    );

  test('stores the bytes of a file in a field and answers with them', async () => {
    const book = await created('Scanned');
    const path = `/books/${book.id}/scan`;
    assert.equal((await olga.get(path)).status, 404);
    const headers = { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="page.txt"' };
    const sent = await send(path, olga, 'one page', headers);
    assert.equal(sent.status, 200, await sent.clone().text());
    assert.equal(((await sent.json()) as Line).name, 'Scanned');
    const got = await olga.get(path);
    assert.equal(got.status, 200);
    assert.equal(got.text, 'one page');
    assert.match(got.headers.get('content-disposition') ?? '', /page\.txt/);
    const keyed = { ...headers, 'idempotency-key': 'one page' };
    assert.equal((await send(path, olga, 'one page', keyed)).headers.get('idempotency-replayed'), null);
    assert.equal((await send(path, olga, 'one page', keyed)).headers.get('idempotency-replayed'), 'true');
    // Other bytes of the same length under the same key are another request.
    assert.equal((await send(path, olga, 'two page', keyed)).status, 422);
    const form = new FormData();
    form.set('file', new File(['two pages'], 'pages.txt', { type: 'text/plain' }));
    assert.equal((await send(path, olga, form, {})).status, 200);
    assert.equal((await olga.get(path)).text, 'two pages');
  });

  test('refuses files that are too large, of another kind, or by somebody who may not', async () => {
    const book = await created('Guarded');
    const path = `/books/${book.id}/scan`;
    const named = (name: string) => ({ 'content-disposition': `attachment; filename=${name}` });
    assert.equal((await send(path, olga, 'x'.repeat(2_000), named('page.txt'))).status, 413);
    assert.equal((await send(path, olga, 'x', named('page.exe'))).status, 422);
    assert.equal((await send(path, await server.as('Rita'), 'x', named('page.txt'))).status, 403);
    assert.equal((await send(path, olga, 'secret page', named('page.txt'))).status, 200);
    assert.equal((await (await server.as('Rita')).get(path)).status, 404);
    assert.equal((await send('/books/nothing/scan', olga, 'x', named('page.txt'))).status, 404);
  });

  test('names a file that has no name after its content', async () => {
    const book = await created('Unnamed');
    const path = `/books/${book.id}/photo`;
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    for (const [type, bytes, name, kind] of [
      ['application/octet-stream', png, 'file.png', 'image/png'],
      ['image/png', png, 'file.png', 'image/png'],
      ['text/csv', 'a,b', 'file.csv', 'text/csv'],
      ['application/octet-stream', 'a,b', 'file', 'application/octet-stream'],
      ['text/csv', Buffer.from([1, 0, 2]), 'file', 'application/octet-stream'],
    ] as const) {
      const sent = await send(path, olga, bytes, { 'content-type': type });
      assert.equal(sent.status, 200, await sent.clone().text());
      const { headers } = await olga.get(path);
      assert.match(headers.get('content-disposition') ?? '', new RegExp(`filename="${name}"`));
      assert.equal(headers.get('content-type'), kind);
    }
    // A name without an ending says nothing that the content could contradict.
    const plain = { 'content-disposition': 'attachment; filename=cover' };
    assert.equal((await send(path, olga, png, plain)).status, 200);
    assert.match((await olga.get(path)).headers.get('content-disposition') ?? '', /filename="cover"/);
    // The field for texts takes a body that is stated to be one.
    const scan = `/books/${book.id}/scan`;
    assert.equal((await send(scan, olga, 'one page', { 'content-type': 'text/plain; charset=utf-8' })).status, 200);
    assert.equal((await send(scan, olga, png, { 'content-type': 'image/png' })).status, 422);
  });

  test('refuses a wrong file after the record, and says what is accepted', async () => {
    const book = await created('Contradicted');
    const named = { 'content-disposition': 'attachment; filename=cover.pdf' };
    const wrong = await send(`/books/${book.id}/photo`, olga, 'no pdf', named);
    assert.equal(wrong.status, 422);
    const problem = (await wrong.json()) as { code: string; next: string; failures: { pointer: string }[] };
    assert.equal(problem.code, 'WRONG_FILE');
    assert.equal(problem.next, 'Accepted: files whose content is what their ending says.');
    assert.deepEqual(
      problem.failures.map(({ pointer }) => pointer),
      ['/photo'],
    );
    const listed = await send(`/books/${book.id}/scan`, olga, 'x', named);
    assert.equal(((await listed.json()) as { next: string }).next, 'Accepted: txt.');
    assert.equal((await send('/books/nothing/photo', olga, 'no pdf', named)).status, 404);
    assert.equal((await send('/books/nothing/scan', olga, 'x', named)).status, 404);
    const outdated = await send(`/books/${book.id}/photo`, olga, 'no pdf', { ...named, 'if-match': '"x"' });
    assert.equal(outdated.status, 412);
    assert.equal((await send(`/books/${book.id}/photo`, await server.as('Rita'), 'no pdf', named)).status, 403);
  });

  test('sends all records of a list as lines, one after the other', async () => {
    for (let at = 100; at < 550; at += 1) await created(`Volume ${at}`);
    const { text, headers, status } = await olga.get('/books.ndjson');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/x-ndjson');
    const lines = text.split('\n').filter((line) => line !== '');
    const names = lines.map((line) => (JSON.parse(line) as Line).name).filter((name) => name.startsWith('Volume'));
    assert.deepEqual(
      names,
      Array.from({ length: 450 }, (_, at) => `Volume ${at + 100}`),
    );
    const table = (await olga.get('/books.csv?title=Volume 100')).text;
    assert.match(table, /^id,name,cost,state\r\n[0-9a-f-]{36},Volume 100,,Here\r\n$/);
  });

  test('states that a call about a field without a file does nothing', async () => {
    assert.equal((await olga.get<{ code: string }>('/titles')).body.code, 'NOT_SHOWN');
  });

  test('is described in OpenAPI and read again as printed', () => {
    const { model } = readDocument(LIBRARY);
    const again = readDocument(printDocument(model)).model;
    const meaning = ({ calls }: typeof model) => calls.map(({ does, options }) => ({ does, type: options.mediaType }));
    assert.deepEqual(meaning(again), meaning(model));
    const document = openApiOf(server.runtime.current().compiled);
    const operation = (path: string, method: 'get' | 'post') => {
      const found = document.paths[path]?.[method];
      assert.ok(found);
      return found;
    };
    const many = operation('/books/bulk', 'post');
    const scan = operation('/books/{id}/scan', 'get');
    const table = operation('/books.csv', 'get');
    assert.match(JSON.stringify(many.requestBody), /"type":"array"/);
    assert.match(JSON.stringify(responseOf(document, many, '200')), /"results"/);
    assert.match(JSON.stringify(responseOf(document, scan, '200')), /application\/octet-stream/);
    assert.match(JSON.stringify(responseOf(document, table, '200')), /text\/csv/);
  });
});
