import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import type { Json } from '../../src/fields/text/json.ts';
import { documentFromOpenApi } from '../../src/import/openapi/document-text.ts';
import { readSourceText } from '../../src/import/openapi/source-text.ts';
import { origin, startServer, type TestServer } from '../support/http/server.ts';

/** A contract of shelves, books on them and tags, as others write it. */
const LIBRARY = `
openapi: 3.0.3
info: { title: Library, version: '1' }
servers: [{ url: 'https://library.example/v1/' }]
paths:
  /shelves:
    get:
      operationId: listShelves
      parameters:
        - { name: place, in: query, schema: { type: string } }
      responses: { 200: { description: Found., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Shelf' } } } } } }
    post:
      operationId: addShelf
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/ShelfFields' } } } }
      responses:
        201:
          description: Made.
          headers: { Cache-Control: { schema: { type: string, enum: [no-store] } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } }
        400: { description: Wrong., content: { application/json: { schema: { type: object } } } }
  /shelves/{shelfId}:
    parameters: [{ name: shelfId, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getShelf
      responses: { 200: { $ref: '#/components/responses/Shelf' } }
    put:
      operationId: renameShelf
      requestBody: { $ref: '#/components/requestBodies/Shelf' }
      responses: { 204: { description: Done. } }
    delete:
      operationId: removeShelf
      responses: { 204: { description: Done. } }
  /shelves/{shelfId}/books:
    post:
      operationId: addBook
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/BookFields' } } } }
      responses: { 200: { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } }
  /shelves/{shelfId}/books/{bookId}:
    get:
      operationId: getBook
      responses: { 200: { description: Found., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } }
  /shelves/{shelfId}/move:
    post:
      operationId: moveShelf
      requestBody: { $ref: '#/components/requestBodies/Shelf' }
      responses: { 200: { $ref: '#/components/responses/Shelf' } }
  /shelves/{shelfId}/copy:
    post:
      operationId: copyShelf
      requestBody: { $ref: '#/components/requestBodies/Shelf' }
      responses: { 201: { $ref: '#/components/responses/Shelf' } }
  /lend:
    post:
      operationId: lendBook
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/BookFields' } } } }
      responses: { 200: { description: Lent., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } }
  /tags:
    get:
      operationId: listTags
      responses: { 200: { description: Found., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Tag' } } } } } }
  /tags/{tagId}/books:
    get:
      operationId: listTagged
      responses: { 200: { description: Found., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } } } } }
  /pages:
    get:
      operationId: listPages
      responses: { 200: { description: Found., content: { application/json: { schema: { type: object, properties: { items: { type: array, items: { $ref: '#/components/schemas/Book' } } } } } } } }
components:
  responses:
    Shelf: { description: Found., content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }
  requestBodies:
    Shelf: { content: { application/json: { schema: { $ref: '#/components/schemas/ShelfFields' } } } }
  schemas:
    ShelfFields:
      type: object
      required: [place]
      properties: { place: { type: string, maxLength: 20, pattern: '^[A-Z]+$' } }
    Shelf:
      allOf:
        - $ref: '#/components/schemas/ShelfFields'
        - type: object
          properties:
            id: { type: integer }
            books: { type: array, readOnly: true, items: { $ref: '#/components/schemas/Book' } }
    BookFields:
      type: object
      required: [title]
      properties:
        title: { type: string }
        tags: { type: array, items: { $ref: '#/components/schemas/Tag' } }
    Book:
      allOf:
        - $ref: '#/components/schemas/BookFields'
        - type: object
          properties: { id: { type: integer }, shelfId: { type: integer, readOnly: true }, weight: { type: number } }
    Tag:
      type: object
      required: [word]
      properties: { id: { type: integer }, word: { type: string } }
`;

function imported(text: string): { readonly text: string; readonly notes: readonly string[] } {
  const read = readSourceText(text);
  const document = 'value' in read ? documentFromOpenApi(read.value) : null;
  assert.ok(document !== null);
  return document;
}

/** Returns the lines of a document between two others. */
const between = (text: string, from: string, to: string): readonly string[] =>
  (text.split(`${from}\n`)[1]?.split(`\n${to}`)[0] ?? '').split('\n').filter((line) => line !== '');

describe('importing OpenAPI that others wrote', () => {
  const { text, notes } = imported(LIBRARY);

  test('states what calls do where their paths and bodies say so, and leaves the others open', () => {
    assert.deepEqual(between(text, '## 7. The calls it makes', '### '), [
      '- If-Match: not used',
      '- Unknown members: ignored',
      '- Paging: none',
      '| Call | Method and path | Does | Sends | Gets |',
      '| --- | --- | --- | --- | --- |',
      '| listShelves | GET /v1/shelves | list Shelf |  | `[Shelf]` |',
      '| addShelf | POST /v1/shelves | create Shelf | place | Shelf |',
      '| getShelf | GET /v1/shelves/:shelf | read Shelf |  | Shelf |',
      '| renameShelf | PUT /v1/shelves/:shelf | change Shelf | place |  |',
      '| removeShelf | DELETE /v1/shelves/:shelf | delete Shelf |  |  |',
      '| addBook | POST /v1/shelves/:shelf/books | create Book | `{ "title": title, "tags": [{ "id": tags }] }` | Book |',
      '| getBook | GET /v1/shelves/:shelf/books/:book | read Book |  | Book |',
      '| moveShelf | POST /v1/shelves/:shelf/move | not shown. |  |  |',
      '| copyShelf | POST /v1/shelves/:shelf/copy | not shown. |  |  |',
      '| lendBook | POST /v1/lend | not shown. |  |  |',
      '| listTags | GET /v1/tags | list Tag |  | `[Tag]` |',
      '| listTagged | GET /v1/tags/:tag/books | not shown. |  |  |',
      '| listPages | GET /v1/pages | not shown. |  |  |',
    ]);
  });

  test('states fields, references and keys', () => {
    const head = [
      '| Field | Type | Required | Notes |',
      '| --- | --- | --- | --- |',
      '| number | number series(0) | yes |  |',
    ];
    assert.deepEqual(between(text, '### Shelf', '### '), [
      '- Key: number',
      ...head,
      '| place | text(..20) | yes | pattern `/^[A-Z]+$/` |',
    ]);
    assert.deepEqual(between(text, '### Book', '### '), [
      '- Key: number',
      ...head,
      '| title | text | yes |  |',
      '| tags | set of Tag | no |  |',
      '| shelf | Shelf | yes |  |',
    ]);
  });

  test('states statuses, fixed headers and shapes', () => {
    assert.deepEqual(between(text, '### addShelf', '### '), ['- Headers: Cache-Control = "no-store"']);
    assert.deepEqual(between(text, '### renameShelf', '### '), ['- Status: 204']);
    assert.deepEqual(between(text, '### addBook', '### '), ['- Status: 200']);
    const rows = [
      '- Of: Shelf',
      '| Member | Value |',
      '| --- | --- |',
      '| place |  |',
      '| id |  |',
      '| books | `Book by shelf as Book` |',
    ];
    assert.deepEqual(between(text, '### Shape: Shelf', '### '), rows);
  });

  test('notes what is left open, and check reports the same places and no errors', () => {
    assert.deepEqual(notes, [
      'GET /v1/shelves: what the parameter place does is not stated; write it in the part listShelves.',
      'POST /v1/shelves/{shelfId}/move: what it does is not certain; write it under Does, and what it takes and answers.',
      'POST /v1/shelves/{shelfId}/copy: what it does is not certain; write it under Does, and what it takes and answers.',
      'POST /v1/lend: what it does is not certain; write it under Does, and what it takes and answers.',
      'GET /v1/tags/{tagId}/books: what it does is not certain; write it under Does, and what it takes and answers.',
      'GET /v1/pages: what it does is not certain; write it under Does, and what it takes and answers.',
      'What is answered when something is refused is not stated; write the key Body and the codes in point 8.',
      'Book.weight: how many digits it has is not stated; write a type such as decimal(10,2).',
    ]);
    const { diagnostics } = diagnose(text);
    assert.deepEqual(
      diagnostics.filter(({ severity }) => severity === 'error'),
      [],
    );
    const open = diagnostics.filter(
      ({ code, element }) => code === 'not-shown' && /^(?:call|parameter)/.test(element ?? ''),
    );
    assert.deepEqual(
      open.map(({ message }) => /moveShelf|copyShelf|lendBook|listTagged|listPages|place/.exec(message)?.[0]),
      ['moveShelf', 'copyShelf', 'lendBook', 'listTagged', 'listPages', 'place'],
    );
  });

  test('a body that a schema limits keeps unknown members refused', () => {
    const limited = LIBRARY.replace(
      '      required: [place]\n',
      '      required: [place]\n      additionalProperties: false\n',
    );
    assert.doesNotMatch(imported(limited).text, /Unknown members/);
  });

  test('the formats of bodies are kept: of most calls for all, of the others in their parts', () => {
    const forms = LIBRARY.replaceAll(
      'requestBody: { content: { application/json:',
      'requestBody: { content: { application/x-www-form-urlencoded:',
    );
    const one = imported(forms.replace('application/x-www-form-urlencoded:', 'application/json:')).text;
    assert.match(imported(forms).text, /^- Bodies: form$/m);
    assert.deepEqual(
      between(one, '### addBook', '### ').filter((line) => line.startsWith('- Bodies')),
      ['- Bodies: form'],
    );
    assert.deepEqual(between(one, '### Book', '### '), between(imported(LIBRARY).text, '### Book', '### '));
  });

  test('a field is required if every request that creates a record must state it', () => {
    const optional = LIBRARY.replace(
      '    BookFields:\n      type: object\n      required: [title]',
      '    BookFields:\n      type: object',
    );
    const answered = optional.replace(
      "- $ref: '#/components/schemas/BookFields'\n        - type: object",
      "- $ref: '#/components/schemas/BookFields'\n        - type: object\n          required: [title]",
    );
    assert.ok(between(imported(answered).text, '### Book', '### ').includes('| title | text | no |  |'));
  });

  test('a member named after the record under which others are created refers to it', () => {
    for (const member of ['shelf', 'shelf_id', 'shelfId']) {
      const other = LIBRARY.replaceAll('{shelfId}', '{id}')
        .replaceAll('name: shelfId', 'name: id')
        .replace('shelfId:', `${member}:`);
      const { text: document } = imported(other);
      assert.ok(between(document, '### Book', '### ').includes('| shelf | Shelf | yes |  |'), document);
      const row = member === 'shelf' ? '| shelf |  |' : `| ${member} | shelf |`;
      assert.ok(between(document, '### Shape: Book', '### ').includes(row), document);
    }
  });

  test('a number by which calls name records, and that no request states, is given by the product', () => {
    const numbered = LIBRARY.replaceAll('shelfId', 'code').replace(
      'id: { type: integer }\n            books',
      'code: { type: integer }\n            books',
    );
    const fields = between(imported(numbered).text, '### Shelf', '### ');
    assert.ok(
      fields.includes('- Key: code') && fields.includes('| code | number series(0) | yes | unique |'),
      fields.join('\n'),
    );
  });

  test('a body with other members than the record is not taken for its change', () => {
    const other = LIBRARY.replace(
      '      properties: { place: {',
      '      properties: { reason: { type: string }, place: {',
    ).replace(
      "Shelf:\n      allOf:\n        - $ref: '#/components/schemas/ShelfFields'\n        - type: object\n          properties:",
      'Shelf:\n      allOf:\n        - type: object\n          properties:\n            place: { type: string }',
    );
    assert.match(imported(other).text, /^\| renameShelf \| PUT \/v1\/shelves\/:shelf \| not shown\. \|/m);
  });
});

test('query parameters of a call that writes are inputs if they are named after fields', () => {
  const query = 'parameters: [{ name: place, in: query }, { name: dry, in: query }]';
  const { text, notes } = imported(
    LIBRARY.replace('operationId: renameShelf\n', `operationId: renameShelf\n      ${query}\n`),
  );
  assert.match(text, /^\| renameShelf \| PUT \/v1\/shelves\/:shelf\?place= \| change Shelf \|/m);
  assert.ok(
    notes.includes('PUT /v1/shelves/{shelfId}: the parameter dry is left out, because what it does is not stated.'),
    notes.join('\n'),
  );
});

describe('an imported document with permissions', () => {
  let server: TestServer;
  before(async () => {
    const rows = ['Shelf', 'Book', 'Tag'].map((name) => `| ${name}: read, create, change, delete | yes |`);
    const roles = ['- Program: not signed in', '', '| | Program |', '| --- | --- |', ...rows].join('\n');
    const { text } = imported(LIBRARY);
    server = await startServer(
      text.replace('## 6. Roles and permissions\n\nnot shown.', `## 6. Roles and permissions\n\n${roles}`),
    );
  });
  after(() => server.stop());

  async function send(method: string, path: string, data?: Json): Promise<readonly [number, Json]> {
    const headers = data === undefined ? {} : { 'content-type': 'application/json' };
    const body = data === undefined ? {} : { body: JSON.stringify(data) };
    const answer = await server.fetch(new Request(`${origin}/v1${path}`, { method, headers, ...body }));
    const text = await answer.text();
    return [answer.status, text === '' ? null : (JSON.parse(text) as Json)];
  }

  test('answers as the contract says', async () => {
    assert.deepEqual(await send('POST', '/shelves', { place: 'NORTH', more: 1 }), [
      201,
      { place: 'NORTH', id: 1, books: [] },
    ]);
    const book = { title: 'Emma', tags: [], id: 1, shelfId: 1 };
    assert.deepEqual(await send('POST', '/shelves/1/books', { title: 'Emma' }), [200, book]);
    assert.deepEqual(await send('GET', '/shelves/1/books/1'), [200, book]);
    assert.deepEqual(await send('PUT', '/shelves/1', { place: 'SOUTH' }), [204, null]);
    assert.deepEqual(await send('GET', '/shelves'), [200, [{ place: 'SOUTH', id: 1, books: [book] }]]);
    const [status] = await send('POST', '/shelves', { place: 'north' });
    assert.equal(status, 422);
  });
});
