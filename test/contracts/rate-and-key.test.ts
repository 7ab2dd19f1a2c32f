import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import { openApiOf } from '../../src/export/openapi/document.ts';
import type { Json } from '../../src/fields/text/json.ts';
import { documentFromOpenApi } from '../../src/import/openapi/document-text.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { exportedJson } from '../support/contracts/exported.ts';
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
| Letter: read, create, change, delete | yes |

## 7. The calls it makes

- If-Match: not used
- Rate limit: 3 per minute
- Idempotency-Key: required

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| letters | GET /letters | list Letter | | \`[text]\` |
| other letters | GET /others | list Letter | | \`[text]\` |
| rare | GET /rare | list Letter | | \`[text]\` |
| new letter | POST /letters | create Letter | text | \`{ "text": text }\` |
| many letters | POST /bulk | bulk create Letter | text | |
| free letter | POST /free | create Letter | text | \`{ "text": text }\` |
| loose letter | POST /loose | create Letter | text | \`{ "text": text }\` |

### rare

- Rate limit: 1 per hour

### new letter

- Rate limit: 100 per minute

### many letters

- Rate limit: 100 per minute

### free letter

- Rate limit: 100 per minute
- Idempotency-Key: not used
- Order of refusals: body, allowed

### loose letter

- Rate limit: 100 per minute
- Idempotency-Key: optional

## 8. The error catalogue

- Body: \`{ "error": { "code": code, "text": message } }\`

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
| Ben | ben@example.com |
`;

type Failed = { readonly error: { readonly code: string; readonly text: string } };

describe('limits of requests and idempotency keys of calls', () => {
  let server: TestServer;
  let ada: Caller;
  before(async () => {
    server = await startServer(letters);
    ada = await server.as('Ada');
  });
  after(() => server.stop());

  const count = async () => {
    server.clock.now += 60_000;
    return (await ada.get<readonly string[]>('/letters')).body.length;
  };

  test('calls without a limit of their own share that of all calls, which each caller has for themselves', async () => {
    const statuses: number[] = [];
    for (const path of ['/letters', '/others', '/letters', '/others']) statuses.push((await ada.get(path)).status);
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    const refused = await ada.get<Failed>('/letters');
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'TOO_MANY_REQUESTS']);
    assert.equal(refused.headers.get('retry-after'), '20');
    assert.equal((await (await server.as('Ben')).get('/letters')).status, 200);
    server.clock.now += 20_000;
    assert.equal((await ada.get('/letters')).status, 200);
    assert.equal((await ada.get('/letters')).status, 429);
  });

  test('a limit of a call is not consumed by others, nor consumes theirs', async () => {
    assert.equal((await ada.get('/rare')).status, 200);
    assert.equal((await ada.get('/rare')).status, 429);
    server.clock.now += 60_000;
    const before = await ada.get('/rare');
    assert.deepEqual([before.status, Number(before.headers.get('retry-after')) > 3000], [429, true]);
    for (let sent = 0; sent < 3; sent += 1) assert.equal((await ada.get('/letters')).status, 200);
    const whole = { accept: 'application/vnd.ninefold.record+json' };
    assert.equal((await ada.get('/letters', whole)).status, 429);
  });

  test('a required key that is missing is refused, and nothing is written', async () => {
    const before = await count();
    const missing = await ada.post<Failed>('/letters', { text: 'a' });
    assert.equal(missing.status, 400);
    assert.match(missing.body.error.text, /Idempotency-Key is missing/);
    assert.equal((await ada.post('/bulk', [{ text: 'a' }])).status, 400);
    assert.equal(await count(), before);
    const key = { 'idempotency-key': 'k1' };
    for (let sent = 0; sent < 2; sent += 1) assert.equal((await ada.post('/letters', { text: 'a' }, key)).status, 201);
    assert.equal(await count(), before + 1);
    assert.equal((await ada.post('/bulk', [{ text: 'b' }], { 'idempotency-key': 'k2' })).status, 200);
    assert.equal(await count(), before + 2);
  });

  test('a key is optional or ignored if the call states it', async () => {
    const before = await count();
    const key = { 'idempotency-key': 'k3' };
    assert.equal((await ada.post('/loose', { text: 'c' })).status, 201);
    for (let sent = 0; sent < 2; sent += 1) assert.equal((await ada.post('/loose', { text: 'c' }, key)).status, 201);
    assert.equal(await count(), before + 2);
    for (let sent = 0; sent < 2; sent += 1) assert.equal((await ada.post('/free', { text: 'd' }, key)).status, 201);
    assert.equal(await count(), before + 4);
  });

  test('are described, imported, read and printed', () => {
    const { model, diagnostics } = readDocument(letters);
    assert.deepEqual(diagnostics, []);
    const document = JSON.parse(JSON.stringify(openApiOf(compile(model, '')))) as Json;
    const { paths } = document as unknown as {
      paths: Record<string, { post: { parameters?: readonly { name: string; required: boolean }[] } }>;
    };
    const keys = ['/letters', '/free', '/loose'].map(
      (path) => paths[path]?.post.parameters?.find(({ name }) => name === 'Idempotency-Key')?.required,
    );
    assert.deepEqual(keys, [true, undefined, false]);
    for (const text of [printDocument(model), documentFromOpenApi(exportedJson(letters))?.text ?? '']) {
      const again = readDocument(text).model;
      assert.deepEqual(again.api.options.rateLimit, { count: 3, per: 'minute' });
      const free = again.calls.find(({ name }) => name === 'free letter')?.options;
      assert.deepEqual(free?.refusals, ['body', 'allowed']);
      assert.deepEqual([free?.rateLimit, free?.idempotencyKey], [{ count: 100, per: 'minute' }, 'not used']);
    }
  });

  test('a limit that cannot be read is reported', () => {
    const { diagnostics, model } = readDocument(letters.replace('3 per minute', 'often'));
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['value-unknown'],
    );
    assert.equal(model.api.options.rateLimit, null);
  });
});
