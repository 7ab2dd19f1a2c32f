import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const letters = `# Specification: Letters

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in

### Letter

- text: text, required, title

## 6. Roles and permissions

- Writer: everyone who signs in

| | Writer |
| --- | --- |
| Person: read | yes |
| Letter: read, create | yes |

## 7. The calls it makes

- Headers: Deprecation = "true", Cache-Control = "private, max-age=60"

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| letters | GET /letters | list Letter | | \`[text]\` |
| letter | GET /letters/:id | read Letter | | \`{ "text": text }\` |
| new letter | POST /letters | create Letter | text | \`{ "text": text }\` |

### letters

- Headers: X-Total-Count = total, X-Note = "a = b", Cache-Control = "no-store"

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

describe('headers with fixed texts', () => {
  let server: TestServer;
  let ada: Caller;
  before(async () => {
    server = await startServer(letters);
    ada = await server.as('Ada');
  });
  after(() => server.stop());

  test('are in the answers of all calls, or of the call that states them', async () => {
    const made = await ada.post('/letters', { text: 'a' });
    assert.deepEqual(
      [made.status, made.headers.get('deprecation'), made.headers.get('cache-control')],
      [201, 'true', 'private, max-age=60'],
    );
    const { headers } = await ada.get('/letters');
    assert.deepEqual(
      ['x-total-count', 'x-note', 'cache-control', 'deprecation'].map((name) => headers.get(name)),
      ['1', 'a = b', 'no-store', null],
    );
  });

  test('do not let refusals be cached', async () => {
    const { status, headers } = await ada.get('/letters/none');
    assert.equal(status, 404);
    assert.deepEqual([headers.get('deprecation'), headers.get('cache-control')], ['true', 'private, no-cache']);
  });

  test('are not for clients that send whole records', async () => {
    const { headers } = await ada.get('/letters', { accept: 'application/vnd.ninefold.record+json' });
    assert.deepEqual([headers.get('x-note'), headers.get('cache-control')], [null, 'private, no-cache']);
  });

  test('are described', () => {
    const { paths } = openApiOf(compile(readDocument(letters).model, ''));
    const found = paths['/letters']?.get?.responses['200'];
    assert.match(JSON.stringify(found), /"X-Note":\{"description":"Always `a = b`\."/);
  });

  test('are read and printed, but not those of the server and of shared caches', () => {
    const { model, diagnostics } = readDocument(letters);
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(readDocument(printDocument(model)).model.api.options.headers, model.api.options.headers);
    for (const wrong of [
      'Set-Cookie = "a=b"',
      'Content-Security-Policy = "none"',
      'Cache-Control = "public, max-age=60"',
      'Cache-Control = "private, s-maxage=60"',
      'X-Note = nothing',
    ]) {
      const read = readDocument(letters.replace('Deprecation = "true", Cache-Control = "private, max-age=60"', wrong));
      assert.deepEqual(
        read.diagnostics.map(({ code }) => code),
        ['value-unknown'],
        wrong,
      );
      assert.deepEqual(read.model.api.options.headers, [], wrong);
    }
  });
});
