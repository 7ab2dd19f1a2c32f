import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { type Caller, startServer } from '../support/http/server.ts';

/** Articles of people. `errors`: point 8. */
const articles = (errors: string): string => `# Specification: Articles

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- pin: text(4..), write-only

### Article

- title: text(..20), required, title
- slug: text, unique
- words: integer
- tags: list of Tag
- owner: Person

### Tag

Belongs to Article.

- label: text(..5), required

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| R1 | Article | \`words == null or words < 100\` | TOO_LONG_TO_READ |

## 6. Roles and permissions

- Author: everyone who signs in

| | Author |
| --- | --- |
| Article: read | where \`owner == null or owner == me\` |
| Article: create, change | yes |
| Person: read, change | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends |
| --- | --- | --- | --- |
| new article | POST /api/articles | create Article | title, slug, words, tags |
| article | GET /api/articles/:id | read Article | |
| set | PATCH /api/people/:id | change Person | \`{ "person": { "login": email, "secret": pin } }\` |

## 8. The error catalogue

${errors}

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
| Bea | bea@example.com |

### Article

| title | slug | owner |
| --- | --- | --- |
| One | one | |
| Hidden | hidden | Bea |
`;

const NO_ROWS = '| Code | Status | Message |\n| --- | --- | --- |\n| TOO_LONG_TO_READ | 422 | is too long |';

interface Given {
  readonly ada: Caller;
  readonly guest: Caller;
  readonly create: (body: unknown) => Promise<readonly [status: number, body: unknown]>;
  readonly none: () => Promise<readonly [status: number, body: unknown]>;
}

async function withArticles(errors: string, work: (given: Given) => Promise<void>): Promise<void> {
  const server = await startServer(articles(errors));
  try {
    const ada = await server.as('Ada');
    const told = ({ status, body }: { readonly status: number; readonly body: unknown }) => [status, body] as const;
    await work({
      ada,
      guest: server.guest,
      create: async (body) => told(await ada.post('/api/articles', body)),
      none: async () => told(await ada.get('/api/articles/nothing')),
    });
  } finally {
    await server.stop();
  }
}

describe('the body of a refusal, as point 8 states it', () => {
  test('groups the messages by field, and names the member of errors about no field', async () => {
    const errors = `- Body: \`{ "errors": { "{field}": [message] } }\`
- At: body

| Code | Status | When | Message | At |
| --- | --- | --- | --- | --- |
| REQUIRED | 422 | | can't be empty | |
| TOO_LONG_TO_READ | 422 | | is too long | |
| NOT_FOUND | 404 | Article | not found | article |
| TOO_LONG | 422 | | is longer than {max} characters | |`;
    await withArticles(errors, async ({ create, none, ada, guest }) => {
      const long = 'x'.repeat(21);
      const both = await create({ title: long, words: 200, tags: [{ label: 'longer' }, {}] });
      assert.deepEqual(both, [
        422,
        {
          errors: {
            title: ['is longer than 20 characters'],
            'tags[0].label': ['is longer than 5 characters'],
            'tags[1].label': ["can't be empty"],
            words: ['is too long'],
          },
        },
      ]);
      assert.deepEqual(await none(), [404, { errors: { article: ['not found'] } }]);
      const unknown = await ada.get<{ errors: object }>('/api/nowhere');
      assert.deepEqual([unknown.status, Object.keys(unknown.body.errors)], [404, ['body']]);
      assert.equal(unknown.headers.get('content-type'), 'application/json');
      const unsigned = await guest.get<{ errors: object }>('/api/articles');
      assert.deepEqual([unsigned.status, Object.keys(unsigned.body.errors)], [401, ['body']]);
    });
  });

  test('repeats an object for each failure, with constants, quoted texts and the value that was sent', async () => {
    const errors = `- Body: \`{ "message": message, "errors": [{ "resource": entity, "field": field, "code": code, "value": value }], "documentation_url": "https://docs.example/{code}", "docs": [{ "version": 3, "beta": false }] }\`
- Media type: application/vnd.example+json

${NO_ROWS}`;
    await withArticles(errors, async ({ create, ada }) => {
      const [status, body] = await create({ title: 'x'.repeat(21), words: 200 });
      assert.equal(status, 422);
      assert.deepEqual((body as { errors: unknown }).errors, [
        { resource: 'Article', field: 'title', code: 'TOO_LONG', value: 'x'.repeat(21) },
        { resource: 'Article', field: 'words', code: 'TOO_LONG_TO_READ', value: 200 },
      ]);
      const { body: missing, headers } = await ada.get<object>('/api/articles/nothing');
      assert.equal(headers.get('content-type'), 'application/vnd.example+json');
      assert.deepEqual(Object.entries(missing).slice(1), [
        ['errors', [{ resource: 'Article', field: null, code: 'NOT_FOUND', value: null }]],
        ['documentation_url', 'https://docs.example/NOT_FOUND'],
        ['docs', [{ version: 3, beta: false }]],
      ]);
    });
  });

  test('a body without a list states the first failure; with an error for all of them, that', async () => {
    const body =
      '- Body: `{ "error": { "type": "invalid_request", "code": code, "message": message, "param": field } }`';
    const sent = { title: '', words: 200 };
    await withArticles(`${body}\n\n${NO_ROWS}`, async ({ create }) => {
      const [, first] = await create(sent);
      assert.deepEqual(first, {
        error: { type: 'invalid_request', code: 'REQUIRED', message: 'Title is required.', param: 'title' },
      });
    });
    await withArticles(`${body}\n\n${NO_ROWS}\n| INVALID | 400 | Correct it. |`, async ({ create }) => {
      const [status, all] = await create(sent);
      assert.deepEqual([status, (all as { error: { code: string } }).error.code], [400, 'INVALID']);
    });
  });

  test('fills in the request, the status and its usual name, the time and the id of the request', async () => {
    const errors = `- Body: \`{ "timestamp": time, "status": status, "error": title, "path": url path, "method": method, "call": call, "count": count, "text": "{status}" }\`

${NO_ROWS}`;
    await withArticles(errors, async ({ none }) => {
      assert.deepEqual(await none(), [
        404,
        {
          timestamp: '2026-08-14T10:00:00.000Z',
          status: 404,
          error: 'Not Found',
          path: '/api/articles/nothing',
          method: 'GET',
          call: 'article',
          count: 1,
          text: '404',
        },
      ]);
    });
  });

  test('may be a list, pointers, an empty body, and another one for an entry', async () => {
    const list = `- Body: \`[{ "status": "{status}", "source": { "pointer": pointer }, "path": path, "next": next }]\`

| Code | Status | Message | Body |
| --- | --- | --- | --- |
| TOO_LONG_TO_READ | 422 | is too long | \`{ "detail": message }\` |
| NOT_FOUND | 404 | Nothing here. | none |`;
    await withArticles(list, async ({ create, ada }) => {
      assert.deepEqual(await create({ title: 'A', words: 'many' }), [
        422,
        [{ status: '422', source: { pointer: '/words' }, path: ['words'], next: '' }],
      ]);
      assert.deepEqual(await create({ title: 'A', words: 200 }), [422, { detail: 'is too long' }]);
      const nothing = await ada.get('/api/articles/nothing');
      assert.deepEqual([nothing.status, nothing.text], [404, '']);
      assert.equal(nothing.headers.get('content-type'), null);
    });
  });

  test('names members as they were sent, and never repeats the value of a write-only field', async () => {
    const errors = `- Body: \`{ "errors": [{ "field": field, "value": value }] }\`\n\n${NO_ROWS}`;
    await withArticles(errors, async ({ ada }) => {
      const sent = { person: { login: 'nobody', secret: 'abc', other: 'x' } };
      const refused = await ada.patch<{ errors: readonly object[] }>(`/api/people/${ada.id}`, sent, {
        'if-match': '*',
      });
      assert.deepEqual(refused.body.errors, [
        { field: 'person.login', value: 'nobody' },
        { field: 'person.secret', value: null },
        { field: 'person.other', value: null },
      ]);
    });
  });

  test('the client’s own endpoints and clients of the product’s own media type get problem details', async () => {
    await withArticles(`- Body: \`{ "detail": message }\`\n\n${NO_ROWS}`, async ({ ada }) => {
      const accept = 'application/vnd.ninefold.record+json, application/json';
      const own = await ada.get<Problem>('/api/articles/nothing', { accept });
      const internal = await ada.get<Problem>('/_/records/Article/nothing');
      assert.deepEqual([own.body.code, internal.body.code], ['NOT_FOUND', 'NOT_FOUND']);
      assert.equal(own.headers.get('content-type'), 'application/problem+json');
    });
  });
});
