import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const BLOG = `# Specification: Blog

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in

### Article

- slug: text, required, unique, title
- tags: list of text
- fans: set of Person
- secret: list of text

### Comment

- article: Article
- text: text, title
- hidden: boolean

### Line

- article: Article
- word: text, title

## 4. States and transitions

### Comment

| Event | Who | Then |
| --- | --- | --- |
| hide | Reader | hidden = true |

### Article

| Event | Then |
| --- | --- |
| on change | delete Line where \`article == this\`; create Line for tag in tags: article = this, word = tag |

## 6. Roles and permissions

- Reader: everyone who signs in

| | Reader |
| --- | --- |
| Person: read | yes |
| Article: read, create, change | yes |
| Article.secret: read | no |
| Comment: read, create, change, delete | yes |
| Line: read | yes |

## 7. The calls it makes

- If-Match: not used

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| new article | POST /articles | create Article | slug, tags, fans | Detail |
| article | GET /articles/:slug | read Article | | Detail |
| change article | PATCH /articles/:slug | change Article | tags, fans | Detail |
| fans | GET /articles/:slug/fans | read Article | | \`fans as Fan\` |
| set words | PUT /articles/:slug/words | change Article | tags | \`[Line by article as word]\` |
| odd | GET /articles/:slug/odd | read Article | | \`nothing as Fan\` |
| prose | GET /articles/:slug/prose | read Article | | the article as readers see it |
| comment | GET /articles/:slug/comments/:comment | read Comment | | \`{ "text": text }\` |
| new comment | POST /articles/:slug/comments | create Comment | text | \`{ "id": id, "text": text }\` |
| change comment | PATCH /articles/:slug/comments/:comment | change Comment | text | \`{ "text": text }\` |
| hide comment | POST /articles/:slug/comments/:comment/hide | hide Comment | | \`{ "text": text }\` |
| delete comment | DELETE /articles/:slug/comments/:comment | delete Comment | | |

### Shape: Detail

- Of: Article

| Member | Value |
| --- | --- |
| slug | |
| tags | |
| fans | |
| secret | |
| words | \`Line by article as word\` |

### Shape: Fan

- Of: Person

| Member | Value |
| --- | --- |
| name | |

## 8. The error catalogue

- Body: \`{ "errors": message }\`

| Code | Status | Message | Stands for |
| --- | --- | --- | --- |
| GONE | 404 | {entity} | NOT_FOUND |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

type Json = Readonly<Record<string, unknown>>;

describe('lists in answers, and parents in paths', () => {
  let server: TestServer;
  let ada: Caller;
  before(async () => {
    server = await startServer(BLOG);
    ada = await server.as('Ada');
  });
  after(() => server.stop());

  test('an empty list is a list, whether it was never set, sent empty or emptied', async () => {
    const made = await ada.post<Json>('/articles', { slug: 'bare' });
    assert.deepEqual(made.body, { slug: 'bare', tags: [], fans: [], secret: null, words: [] });
    const filled = await ada.patch<Json>('/articles/bare', { tags: ['a'], fans: [ada.id] });
    assert.deepEqual([filled.body['tags'], filled.body['fans']], [['a'], [ada.id]]);
    await ada.patch('/articles/bare', { tags: [], fans: [] });
    const { body } = await ada.get<Json>('/articles/bare');
    assert.deepEqual([body['tags'], body['fans'], body['words']], [[], [], []]);
  });

  test('a call about one record may answer with a list that it has', async () => {
    await ada.post('/articles', { slug: 'listed', fans: [ada.id] });
    assert.deepEqual((await ada.get('/articles/listed/fans')).body, [{ name: 'Ada' }]);
    assert.deepEqual((await ada.call('PUT', '/articles/listed/words', { tags: ['b', 'a'] })).body, ['b', 'a']);
    // What is not read discloses nothing.
    assert.deepEqual((await ada.get('/articles/listed/odd')).body, {});
    assert.deepEqual((await ada.get('/articles/listed/prose')).body, {});
    const { paths } = openApiOf(server.runtime.current().compiled);
    const [answer] = Object.values(
      (paths['/articles/{slug}/fans']?.get?.responses['200']?.['content'] ?? {}) as object,
    );
    assert.equal((answer as { schema: { type: string } }).schema.type, 'array');
  });

  test('records that one request created are listed in the order of their creation', async () => {
    const tags = Array.from({ length: 30 }, (_, at) => `tag ${at}`);
    await ada.post('/articles', { slug: 'many' });
    for (const sent of [tags, tags.toReversed()]) {
      const { body } = await ada.patch<Json>('/articles/many', { tags: sent });
      assert.deepEqual(body['words'], sent);
    }
  });

  test('a parent that does not exist is not found before the record', async () => {
    await ada.post('/articles', { slug: 'one' });
    await ada.post('/articles', { slug: 'two' });
    const { id } = (await ada.post<{ id: string }>('/articles/one/comments', { text: 'Hi' })).body;
    const answers = async (path: string) => {
      const all = [
        await ada.get<Json>(path),
        await ada.patch<Json>(path, { text: 'x' }),
        await ada.post<Json>(`${path}/hide`, {}),
        await ada.delete<Json>(path),
      ];
      return all.map(({ status, body }) => [status, body['errors']]);
    };
    const missing = (entity: string) => Array.from({ length: 4 }, () => [404, entity]);
    assert.deepEqual(await answers(`/articles/none/comments/${id}`), missing('article'));
    assert.deepEqual(await answers('/articles/none/comments/none'), missing('article'));
    assert.deepEqual(await answers('/articles/one/comments/none'), missing('comment'));
    assert.deepEqual(await answers(`/articles/two/comments/${id}`), missing('comment'));
    assert.equal((await ada.delete(`/articles/one/comments/${id}`)).status, 204);
  });
});
