import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { documentFromOpenApi } from '../../src/import/openapi/document-text.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { exportedJson } from '../support/contracts/exported.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const tolls = `# Specification: Tolls

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in

### Crossing

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| plate | text | yes | title |
| at | date and time | | |
| weight | decimal(8,3) | | unique |
| fee | money(EUR) | | |
| tip | money | | |
| day | date | | |
| doubled | money(EUR) | | = \`fee + fee\` |
| legs | list of Leg | | |

### Leg

Belongs to Crossing.

- begun: date and time, required
- share: decimal(5,2)

## 6. Roles and permissions

- Clerk: everyone who signs in

| | Clerk |
| --- | --- |
| Person: read | yes |
| Crossing: read, create, change | yes |

## 7. The calls it makes

- If-Match: not used
- Times: Unix seconds
- Decimals: number

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| crossing | GET /crossings/:id | read Crossing | | |
| shaped | GET /shaped/:id | read Crossing | | View |
| crossings | GET /crossings?at.min= | list Crossing | | \`[View]\` |
| since | GET /since | list Crossing | | \`[plate]\` |
| new crossing | POST /crossings | create Crossing | \`{ "plate": plate, "when": { "at": at }, "weight": weight, "fee": fee, "tip": tip, "day": day, "legs": [{ "begun": begun, "share": share }] }\` | View |
| change crossing | PATCH /crossings/:id | change Crossing | plate, at, weight, fee | |
| precise | GET /precise/:id | read Crossing | | View |
| place precise | PATCH /precise/:id | change Crossing | at | View |
| usual | GET /usual/:id | read Crossing | | View |
| place usual | PATCH /usual/:id | change Crossing | at, fee | View |

### since

| Parameter | Filters by | Type |
| --- | --- | --- |
| at | | |
| from | \`at >= value\` | date and time |

### precise

- Times: Unix milliseconds

### place precise

- Times: Unix milliseconds

### usual

- Times: ISO 8601
- Decimals: text

### place usual

- Times: ISO 8601
- Decimals: text

### Shape: View

- Of: Crossing

| Member | Value |
| --- | --- |
| plate | |
| at | |
| later | \`at + 1 h\` |
| weight | |
| fee | |
| twice | \`fee + fee\` |
| tip | |
| day | |
| legs | |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

type Body = Readonly<Record<string, unknown>>;
type Failed = { readonly failures: readonly { readonly pointer: string; readonly code: string; message: string }[] };

describe('forms of values in bodies', () => {
  let server: TestServer;
  let ada: Caller;
  let id = '';
  // 2026-11-27T13:30:00Z
  const at = 1_795_786_200;
  const sent = {
    plate: 'B-AD 1',
    when: { at },
    weight: 12.5,
    fee: 89.9,
    tip: { amount: 0.5, currency: 'EUR' },
    day: '2026-11-27',
    legs: [{ begun: at - 60, share: 0.07 }],
  };
  before(async () => {
    server = await startServer(tolls);
    ada = await server.as('Ada');
    const made = await ada.post<Body>('/crossings', sent);
    assert.equal(made.status, 201, made.text);
    id = made.headers.get('location')?.split('/').at(-1) ?? '';
  });
  after(() => server.stop());

  const failures = async (method: string, path: string, body: object) => {
    const answer = await ada.call<Failed>(method, path, body);
    assert.equal(answer.status, 422, answer.text);
    return answer.body.failures.map(({ pointer, code }) => `${pointer} ${code}`);
  };
  const body = async (path: string, headers = {}) => {
    const answer = await ada.get<Body>(path, headers);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };

  test('are those that are stated, in shapes, lines, computed members and lists', async () => {
    const { legs, ...rest } = await body(`/shaped/${id}`);
    assert.deepEqual(rest, {
      plate: 'B-AD 1',
      at,
      later: at + 3600,
      weight: 12.5,
      fee: 89.9,
      twice: 179.8,
      tip: { amount: 0.5, currency: 'EUR' },
      day: '2026-11-27',
    });
    const [leg] = legs as readonly Body[];
    assert.deepEqual([leg?.['begun'], leg?.['share']], [at - 60, 0.07]);
    const [listed] = (await body('/crossings')) as unknown as readonly Body[];
    assert.equal(listed?.['at'], at);
  });

  test('are those that are stated in whole records, without the members of the product', async () => {
    const whole = await body(`/crossings/${id}`);
    assert.deepEqual([whole['at'], whole['weight'], whole['doubled'], '_' in whole], [at, 12.5, 179.8, false]);
    assert.equal(whole['createdAt'], Math.floor(server.clock.now / 1000));
  });

  test('of one call take precedence', async () => {
    assert.equal((await body(`/precise/${id}`))['at'], at * 1000);
    const usual = await body(`/usual/${id}`);
    assert.deepEqual([usual['at'], usual['weight'], usual['fee']], ['2026-11-27T13:30:00.000Z', '12.500', '89.90']);
    const changed = await ada.patch<Body>(`/precise/${id}`, { at: at * 1000 + 7 });
    assert.equal(changed.body['at'], at * 1000 + 7, changed.text);
    assert.equal((await ada.patch<Body>(`/usual/${id}`, { at: '2026-11-27T13:30:00Z' })).status, 200);
  });

  test('refuse any other form at the member', async () => {
    const path = `/crossings/${id}`;
    assert.deepEqual(await failures('PATCH', path, { at: '2026-11-27T13:30:00Z' }), ['/at WRONG_TYPE']);
    assert.deepEqual(await failures('PATCH', path, { at: 1.5 }), ['/at WRONG_TYPE']);
    assert.deepEqual(await failures('PATCH', path, { at: 1e15 }), ['/at WRONG_TYPE']);
    assert.deepEqual(await failures('PATCH', path, { weight: '12.5' }), ['/weight WRONG_TYPE']);
    assert.deepEqual(await failures('PATCH', path, { weight: 12.5001 }), ['/weight WRONG_TYPE']);
    assert.deepEqual(await failures('PATCH', path, { weight: 1e-7 }), ['/weight WRONG_TYPE']);
    assert.deepEqual(await failures('PATCH', path, { fee: 1e30 }), ['/fee TOO_BIG']);
    assert.deepEqual(await failures('PATCH', `/usual/${id}`, { at }), ['/at WRONG_TYPE']);
    assert.deepEqual(await failures('PATCH', `/usual/${id}`, { fee: 1 }), ['/fee WRONG_TYPE']);
    const other = { ...sent, weight: null, when: { at: 'now' }, tip: { amount: '1', currency: 'EUR' } };
    assert.deepEqual(await failures('POST', '/crossings', { ...other, legs: [{ begun: '2026-11-27T13:30:00Z' }] }), [
      '/when/at WRONG_TYPE',
      '/tip WRONG_TYPE',
      '/legs/0/begun WRONG_TYPE',
    ]);
    const wrong = await ada.patch<Failed>(path, { at: 'x' });
    assert.match(wrong.body.failures[0]?.message ?? '', /seconds since 1970/);
  });

  test('do not change what is unique, empty or exact', async () => {
    assert.deepEqual(await failures('POST', '/crossings', { ...sent, weight: 12.5 }), ['/weight NOT_UNIQUE']);
    const path = `/crossings/${id}`;
    assert.equal((await ada.patch<Body>(path, { weight: null })).body['weight'], null);
    assert.equal((await ada.patch<Body>(path, { weight: 12345.678 })).body['weight'], 12345.678);
    assert.equal((await ada.patch<Body>(path, { weight: 12.5 })).status, 200);
  });

  test('hold for parameters', async () => {
    const plates = (query: string) => body(`/since?${query}`);
    assert.deepEqual(await plates(`from=${at}`), ['B-AD 1']);
    assert.deepEqual(await plates(`from=${at + 1}`), []);
    assert.deepEqual(await plates(`at=${at}`), ['B-AD 1']);
    const wrong = await ada.get('/since?from=2026-11-27T13:30:00Z');
    assert.equal(wrong.status, 400, wrong.text);
    assert.equal(((await body(`/crossings?at.min=${at}`)) as unknown as readonly Body[]).length, 1);
    assert.equal(((await body(`/crossings?at.min=${at + 1}`)) as unknown as readonly Body[]).length, 0);
    assert.equal((await ada.get('/crossings?at.min=2026-11-27T13:30:00Z')).status, 400);
  });

  test('are the usual ones for clients that send whole records', async () => {
    const whole = { accept: 'application/vnd.ninefold.record+json' };
    const record = await body(`/shaped/${id}`, whole);
    assert.deepEqual([record['at'], record['fee']], ['2026-11-27T13:30:00.000Z', '89.90']);
    const changed = await ada.call<Body>(
      'PATCH',
      `/crossings/${id}`,
      { at: '2026-11-27T13:30:00Z', fee: '89.90' },
      whole,
    );
    assert.equal(changed.status, 200, changed.text);
  });

  test('are described', () => {
    const { paths } = JSON.parse(JSON.stringify(openApiOf(compile(readDocument(tolls).model, '')))) as {
      paths: Record<
        string,
        Record<string, { requestBody: { content: Record<string, { schema: { properties: Body } }> } }>
      >;
    };
    const sends = (path: string) => paths[path]?.['patch']?.requestBody.content['application/json']?.schema.properties;
    const text = JSON.stringify([sends('/crossings/{id}'), sends('/precise/{id}'), sends('/usual/{id}')]);
    assert.match(text, /^\[.*"at":\{"type":\["integer","null"\],"format":"unix-time".*"int64".*"date-time"/);
    assert.match(JSON.stringify(sends('/crossings/{id}')?.['fee']), /^\{"type":\["number","null"\]/);
  });

  test('are imported', () => {
    const text = documentFromOpenApi(exportedJson(tolls))?.text ?? '';
    const { model } = readDocument(text);
    assert.deepEqual([model.api.options.times, model.api.options.decimals], ['Unix seconds', 'number']);
    assert.equal(model.calls.find(({ name }) => name === 'precise')?.options.times, 'Unix milliseconds');
    assert.match(text, /^\| begun \| date and time \|/m);
  });

  test('are read and printed', () => {
    const { model, diagnostics } = readDocument(tolls);
    assert.deepEqual(diagnostics, []);
    const again = readDocument(printDocument(model)).model;
    assert.deepEqual([again.api.options.times, again.api.options.decimals], ['Unix seconds', 'number']);
    const precise = again.calls.find(({ name }) => name === 'precise')?.options;
    assert.deepEqual([precise?.times, precise?.decimals], ['Unix milliseconds', null]);
  });
});
