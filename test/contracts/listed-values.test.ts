import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { documentFromOpenApi } from '../../src/import/openapi/document-text.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { exportedJson } from '../support/contracts/exported.ts';
import { createResponseValidator } from '../support/contracts/response-validator.ts';
import { contract } from '../support/database/each-store.ts';
import { withLibrary } from '../support/http/library-calls.ts';
import type { TestServer } from '../support/http/server.ts';
import { findingsOf } from '../support/notation/small-document.ts';

const BLOG = `# Specification: Blog

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in
- role: Role

### Blog

- name: text, required, title, unique

### Post

- title: text, required, title
- blog: Blog
- tags: list of text
- draft: boolean, default no
- stars: integer
- mood: Merry, Sad, Angry
- days: several of Mon, Tue, Wed
- on: date
- price: decimal(6,2)
- notes: list of text
- secret: text
- code: text, write-only
- at: date and time

## 6. Roles and permissions

- Editor: sees everything
- Reader: everyone who signs in
- Guest: not signed in

| | Editor | Reader | Guest |
| --- | --- | --- | --- |
| Person: read | yes | yes | |
| Blog: read, create | yes | yes | yes |
| Post: read | yes | \`draft != true\` | \`draft != true\` |
| Post: create | yes | | |
| Post.notes: read | yes | \`stars == 5\` | |
| Post.secret: read | yes | | |

## 7. The calls it makes

- Decimals: number
- Times: Unix seconds

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| tags | GET /tags | values of Post.tags | | \`{ "tags": tags }\` |
| plain tags | GET /plain-tags | values of Post.tags | | |
| tags of blog | GET /blogs/:name/tags | values of Post.tags | | [tags] |
| sad tags | GET /sad-tags | values of Post.tags where \`mood == Sad\` | | \`{ "object": "list", "data": { "tags": [tags], "n": total } }\` |
| titles | GET /titles | values of Post.title | | |
| stars | GET /stars | values of Post.stars | | |
| moods | GET /moods | values of Post.mood | | |
| days | GET /days | values of Post.days | | |
| dates | GET /dates | values of Post.on | | |
| prices | GET /prices | values of Post.price | | |
| drafts | GET /drafts | values of Post.draft | | |
| notes | GET /notes | values of Post.notes | | |
| secrets | GET /secrets | values of Post.secret | | |
| codes | GET /codes | values of Post.code | | |
| times | GET /times | values of Post.at | | |
| blogs | GET /blogs | list Blog | | [name] |
| add blog | POST /blogs | create Blog | name | \`{ "id": id }\` |
| add post | POST /posts | create Post | title, blog, tags, draft, stars, mood, days, on, price, notes, secret, code, at | Post |

### titles

- Allowed for: Editor

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Eva | eva@example.com | Editor |
| Rob | rob@example.com | |
`;

/** Creates posts by name: what a reader may not see is only in the draft. */
async function write(server: TestServer): Promise<void> {
  const eva = await server.as('Eva');
  const { body } = await eva.post<{ id: string }>('/blogs', { name: 'home' });
  const posts = [
    { title: 'b10', blog: body.id, tags: ['rust', 'äpfel', 'go'], stars: 10, mood: 'Sad', days: ['Tue', 'Mon'] },
    { title: 'b9', tags: ['go', 'zig', 'a"b'], stars: 9, mood: 'Merry', on: '2026-02-01', price: 2.5, secret: 's' },
    {
      title: 'B9',
      stars: 9,
      on: '2025-12-31',
      price: 10,
      days: ['Wed'],
      notes: ['hidden'],
      code: 'c',
      at: 1_700_000_000,
    },
    { title: 'five', stars: 5, notes: ['open', 'clear'] },
    { title: 'draft', tags: ['unseen'], draft: true, stars: 1, mood: 'Angry', notes: ['draft'] },
  ];
  for (const post of posts) {
    const { status, text } = await eva.post('/posts', post);
    assert.equal(status, 201, text);
  }
}

describe('the values of a field', () => {
  contract('are answered once each, in order, from what the caller may read', () =>
    withLibrary(async (server) => {
      const [eva, rob] = [await server.as('Eva'), await server.as('Rob')];
      assert.deepEqual((await rob.get('/tags')).body, { tags: [] });
      await write(server);
      assert.deepEqual((await rob.get('/tags')).body, { tags: ['a"b', 'äpfel', 'go', 'rust', 'zig'] });
      assert.deepEqual((await eva.get('/plain-tags')).body, ['a"b', 'äpfel', 'go', 'rust', 'unseen', 'zig']);
      assert.deepEqual((await server.guest.get('/plain-tags')).body, ['a"b', 'äpfel', 'go', 'rust', 'zig']);
      assert.deepEqual((await rob.get('/sad-tags')).body, {
        object: 'list',
        data: { tags: ['äpfel', 'go', 'rust'], n: 3 },
      });
      assert.deepEqual((await rob.get('/blogs/home/tags')).body, ['äpfel', 'go', 'rust']);
      assert.equal((await rob.get('/blogs/away/tags')).status, 404);
      assert.deepEqual((await eva.get('/titles')).body, ['B9', 'b9', 'b10', 'draft', 'five']);
      assert.deepEqual((await rob.get('/stars')).body, [5, 9, 10]);
      assert.deepEqual((await rob.get('/moods')).body, ['Merry', 'Sad']);
      assert.deepEqual((await eva.get('/moods')).body, ['Merry', 'Sad', 'Angry']);
      assert.deepEqual((await rob.get('/days')).body, ['Mon', 'Tue', 'Wed']);
      assert.deepEqual((await rob.get('/dates')).body, ['2025-12-31', '2026-02-01']);
      assert.deepEqual((await rob.get('/prices')).body, [2.5, 10]);
      assert.deepEqual((await eva.get('/drafts')).body, [false, true]);
      assert.deepEqual((await rob.get('/drafts')).body, [false]);
      assert.deepEqual((await rob.get('/times')).body, [1_700_000_000]);
    }, BLOG),
  );

  contract('are those that the caller may read in each record', () =>
    withLibrary(async (server) => {
      await write(server);
      const [eva, rob] = [await server.as('Eva'), await server.as('Rob')];
      assert.deepEqual((await eva.get('/notes')).body, ['clear', 'draft', 'hidden', 'open']);
      assert.deepEqual((await rob.get('/notes')).body, ['clear', 'open']);
      assert.deepEqual((await eva.get('/secrets')).body, ['s']);
      for (const path of ['/secrets', '/codes', '/titles']) {
        const { status, text } = await rob.get(path);
        assert.ok(status === 403 || status === 404, `${path}: ${status}`);
        assert.doesNotMatch(text, /"s"|"c"|b10/);
      }
      assert.equal((await server.guest.get('/notes')).status, 401);
      assert.equal((await server.guest.get('/secrets')).status, 401);
    }, BLOG),
  );

  contract('take no parameters, and are refused beyond 5,000', () =>
    withLibrary(async (server) => {
      const eva = await server.as('Eva');
      assert.equal((await eva.get('/tags?limit=1')).status, 400);
      const many = (from: number, count: number) => Array.from({ length: count }, (_, index) => `t${from + index}`);
      for (let at = 0; at < 5_000; at += 1_000) {
        const { status, text } = await eva.post('/posts', { title: 'many', tags: many(at, 1_000) });
        assert.equal(status, 201, text);
      }
      const { tags } = (await eva.get<{ tags: string[] }>('/tags')).body;
      assert.deepEqual([tags.length, tags[0], tags[2], tags.at(-1)], [5_000, 't0', 't2', 't4999']);
      await eva.post('/posts', { title: 'more', tags: ['t2', 'one more'] });
      const { status, body } = await eva.get<{ code: string }>('/tags');
      assert.deepEqual([status, body.code], [422, 'TOO_MANY_RECORDS']);
    }, BLOG),
  );

  contract('are described in OpenAPI', () =>
    withLibrary(async (server) => {
      await write(server);
      const eva = await server.as('Eva');
      const validator = createResponseValidator(
        JSON.parse(JSON.stringify(openApiOf(server.runtime.current().compiled))),
      );
      for (const path of ['/tags', '/plain-tags', '/sad-tags', '/stars', '/days', '/prices', '/times']) {
        const { status, text } = await eva.get(path);
        const problems = validator.problems('GET', path, { status, mediaType: 'application/json', text });
        assert.deepEqual(problems, [], path);
        const wrong = validator.problems('GET', path, { status, mediaType: 'application/json', text: '[null]' });
        assert.notDeepEqual(wrong, [], path);
      }
    }, BLOG),
  );
});

test('calls for values are printed, exported and imported as they were read', () => {
  const { model } = readDocument(BLOG);
  const does = model.calls.map((call) => call.does);
  assert.deepEqual(does[0], { kind: 'values', entity: 'Post', field: 'tags' });
  const printed = readDocument(printDocument(model)).model.calls;
  assert.deepEqual(
    printed.map((call) => call.does),
    does,
  );
  const exported = documentFromOpenApi(exportedJson(BLOG));
  const imported = readDocument(exported?.text ?? '').model.calls;
  const statedIn = (calls: typeof model.calls) =>
    calls.map((call) => [call.path, JSON.stringify(call.does), call.gets, call.where?.text ?? null].join(' ')).sort();
  assert.deepEqual(statedIn(imported), statedIn(model.calls));
});

test('a member of the answer that is not the field is reported', () => {
  const wrong = BLOG.replace('`{ "tags": tags }`', '`{ "tags": labels, "next": next }`');
  assert.deepEqual(findingsOf(wrong, 'call-shape-unknown'), [
    'The call tags returns next, which is not a field of Post.',
    'The call tags returns tags, which is not a field of Post.',
  ]);
});
