import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const notes = `# Specification: Notes

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in

### Note

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| body | text | | |
| due | date | | |
| tags | list of text | | |
| rank | integer | | |
| owner | Person | | |
| lines | list of Line | | |
| reason | text | | asked on close |
| by | Person | | asked on close |

### Line

Belongs to Note.

- what: text, required

## 4. States and transitions

### Note

| Event | Who | Then |
| --- | --- | --- |
| close | Writer | ask reason (optional); ask by (optional) |

## 6. Roles and permissions

- Writer: everyone who signs in

| | Writer |
| --- | --- |
| Person: read | yes |
| Note: read, create | yes |
| Note: change | title, body, due, tags, owner, lines where true |

## 7. The calls it makes

- If-Match: not used
- Empty texts: refused

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| note | GET /notes/:id | read Note | | View |
| new note | POST /notes | create Note | View | View |
| full note | POST /full-notes | create Note | View | View |
| full notes | POST /full-notes/bulk | bulk create Note | View | View |
| replace note | PUT /notes/:id | change Note | View | View |
| patch note | PATCH /notes/:id | change Note | View | View |
| mixed note | PUT /notes/:id/mixed | change Note | View | View |
| close | POST /notes/:id/close | close Note | \`{ "why": reason, "by": by }\` | \`{ "why": reason, "by": by }\` |
| close fully | POST /notes/:id/close-fully | close Note | reason, by | \`{ "why": reason }\` |
| complete note | PUT /notes/:id/complete | change Note | \`{ "head": { "title": title }, "body": body }\` | View |

### new note

- Null members: ignored

### full note

- Absent members: kept; refused: tags, due, title

### full notes

- Absent members: kept; refused: tags

### replace note

- Absent members: cleared

### patch note

- Null members: refused
- Empty texts: ignored

### mixed note

- Absent members: kept; cleared: due, tags; refused: title
- Null members: refused; cleared: due
- Empty texts: ignored; refused: title

### close

- Absent members: kept; cleared: reason

### close fully

- Absent members: refused

### complete note

- Absent members: refused

### Shape: View

- Of: Note

| Member | Value |
| --- | --- |
| title | |
| text | body |
| due | |
| tags | |
| rank | |
| lines | |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

type Body = Record<string, unknown>;
type Failed = { readonly failures: readonly { readonly pointer: string; readonly code: string }[] };

describe('members of a request that are absent, null or empty', () => {
  let server: TestServer;
  let ada: Caller;
  let path = '';
  before(async () => {
    server = await startServer(notes);
    ada = await server.as('Ada');
    const made = await ada.post<Body>('/notes', {
      title: 'One',
      text: 'b',
      due: null,
      rank: 3,
      lines: [{ what: 'x' }],
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    path = made.headers.get('location') ?? '';
  });
  after(() => server.stop());

  const failures = async (method: string, to: string, body: object) => {
    const answer = await ada.call<Failed>(method, to, body);
    assert.equal(answer.status, 422, JSON.stringify(answer.body));
    return answer.body.failures.map(({ pointer, code }) => `${pointer} ${code}`);
  };

  test('are kept, cleared or refused if they are absent, as the call states', async () => {
    const patched = await ada.patch<Body>(path, { text: 'c' });
    assert.deepEqual([patched.body['title'], patched.body['text'], patched.body['rank']], ['One', 'c', 3]);
    assert.deepEqual(await failures('PUT', path, { text: 'd' }), ['/title REQUIRED']);
    assert.deepEqual(await failures('PUT', `${path}/complete`, { head: { title: 'T' } }), ['/body REQUIRED']);
    assert.deepEqual(await failures('PUT', `${path}/complete`, { body: 'd' }), ['/head/title REQUIRED']);
    assert.equal((await ada.get<Body>(path)).body['text'], 'c');
    const put = await ada.call<Body>('PUT', path, { title: 'Two', tags: ['a'] });
    const { title, text, due, tags, lines } = put.body;
    assert.deepEqual([title, text, due, tags, lines], ['Two', null, null, ['a'], []]);
  });

  test('are refused in a creation for the fields that the call states', async () => {
    assert.deepEqual(await failures('POST', '/full-notes', { text: 'b' }), [
      '/title REQUIRED',
      '/due REQUIRED',
      '/tags REQUIRED',
    ]);
    assert.deepEqual(await failures('POST', '/full-notes', { title: 'Full', due: null }), ['/tags REQUIRED']);
    const { status, body } = await ada.post<Body>('/full-notes', { title: 'Full', due: null, tags: [] });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual([body['title'], body['due'], body['tags']], ['Full', null, []]);
    // The general word is about changes.
    assert.equal((await ada.post('/notes', { title: 'Plain' })).status, 201);
    const items = [{ title: 'A' }, { title: 'B', tags: [] }];
    const { results } = (await ada.post<{ results: readonly { status: number }[] }>('/full-notes/bulk', items)).body;
    assert.deepEqual(
      results.map((each) => each.status),
      [422, 201],
    );
  });

  test('that a creation needs are required in the OpenAPI description', () => {
    const { paths } = openApiOf(server.runtime.current().compiled);
    const required = (path: string) => {
      const text = JSON.stringify(paths[path]?.post?.requestBody ?? {});
      return [...(/"required":\[([^\]]*)\]/.exec(text)?.[1] ?? '').matchAll(/\w+/g)].map(String).sort();
    };
    assert.deepEqual(required('/full-notes'), ['due', 'tags', 'title']);
    assert.deepEqual(required('/notes'), ['title']);
  });

  test('are kept if the caller may not change them', async () =>
    assert.equal((await ada.call<Body>('PUT', path, { title: 'Two' })).body['rank'], 3));

  test('are refused or ignored if they are null or an empty text', async () => {
    assert.deepEqual(await failures('PATCH', path, { due: null }), ['/due REQUIRED']);
    assert.deepEqual((await ada.patch<Body>(path, { title: ' ', text: 'e' })).body['title'], 'Two');
    assert.deepEqual(await failures('PUT', path, { title: 'Two', text: '' }), ['/text REQUIRED']);
    assert.deepEqual(await failures('POST', '/notes', { title: '' }), ['/title REQUIRED']);
    assert.deepEqual(await failures('POST', '/notes', { title: null }), ['/title REQUIRED']);
  });

  test('mean something else for certain fields', async () => {
    const mixed = `${path}/mixed`;
    await ada.patch<Body>(path, { title: 'Two', text: 'm', due: '2026-12-01', tags: ['a'] });
    assert.deepEqual(await failures('PUT', mixed, { text: 'n' }), ['/title REQUIRED']);
    const { body } = await ada.call<Body>('PUT', mixed, { title: 'Mix' });
    assert.deepEqual([body['title'], body['text'], body['due'], body['tags']], ['Mix', 'm', null, []]);
    const later = await ada.call<Body>('PUT', mixed, { title: 'Mix', due: '2026-12-02', text: ' ' });
    assert.deepEqual([later.body['due'], later.body['text']], ['2026-12-02', 'm']);
    assert.equal((await ada.call<Body>('PUT', mixed, { title: 'Mix', due: null })).body['due'], null);
    assert.deepEqual(await failures('PUT', mixed, { title: ' ', text: null }), ['/title REQUIRED', '/text REQUIRED']);
  });

  test('of an event are kept, cleared or refused too', async () => {
    const { id: by } = ada;
    const close = async (body: object) => (await ada.post<Body>(`${path}/close`, body)).body;
    assert.deepEqual(await close({ why: 'done', by }), { why: 'done', by });
    assert.deepEqual(await close({}), { why: null, by });
    assert.deepEqual(await failures('POST', `${path}/close-fully`, { by }), ['/reason REQUIRED']);
    assert.deepEqual((await ada.post<Body>(`${path}/close-fully`, { reason: 'late', by })).body, { why: 'late' });
  });

  test('of a field that does not exist are reported', () => {
    const broken = notes
      .replace('cleared: due, tags', 'cleared: dew, tags')
      .replace('Empty texts: ignored;', 'Empty texts: lost;');
    const found = diagnose(broken).diagnostics.filter(({ severity }) => severity === 'error' || severity === 'warning');
    assert.deepEqual(
      found.map(({ message }) => message).filter((message) => /lost|dew/.test(message)),
      ['Note has no field “dew”.', '“lost” is not a valid Empty texts.'],
    );
  });

  test('have their usual meaning for clients that send whole records', async () => {
    const whole = { accept: 'application/vnd.ninefold.record+json' };
    assert.equal((await ada.call<Body>('PUT', path, { title: 'Three', body: '' }, whole)).status, 200);
    assert.equal((await ada.call<Body>('PATCH', path, { due: null }, whole)).status, 200);
  });

  test('are read and printed', () => {
    const { model, diagnostics } = readDocument(notes);
    assert.deepEqual(diagnostics, []);
    const again = readDocument(printDocument(model)).model;
    const options = again.calls.map(({ options: { absentMembers, nullMembers, emptyTexts } }) => [
      absentMembers,
      nullMembers,
      emptyTexts,
    ]);
    assert.deepEqual(options, [
      [null, null, null],
      [null, 'ignored', null],
      ['kept', null, null],
      ['kept', null, null],
      ['cleared', null, null],
      [null, 'refused', 'ignored'],
      ['kept', 'refused', 'ignored'],
      ['kept', null, null],
      ['refused', null, null],
      ['refused', null, null],
    ]);
    assert.equal(again.api.options.emptyTexts, 'refused');
    const rules = again.calls.flatMap(({ options }) => options.memberRules ?? []);
    assert.deepEqual(
      rules.map(({ on, rule, fields }) => [on, rule, ...fields.map(({ name }) => name)]),
      [
        ['absent', 'refused', 'tags', 'due', 'title'],
        ['absent', 'refused', 'tags'],
        ['absent', 'cleared', 'due', 'tags'],
        ['absent', 'refused', 'title'],
        ['null', 'cleared', 'due'],
        ['empty', 'refused', 'title'],
        ['absent', 'cleared', 'reason'],
      ],
    );
  });
});
