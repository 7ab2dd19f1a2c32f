import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { MOST_RELATED } from '../../src/engine/query/shape-records.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { startServer, type TestServer } from '../support/http/server.ts';

const blog = `# Specification: Blog

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in
- secret: text

### Article

- title: text(1..80), required, title
- slug: text, unique
- author: Person, required, default me
- tags: list of text
- fans: set of Person
- draft: boolean

### Comment

- body: text, required
- article: Article, required, on delete: cascade
- by: Person, default me
- hidden: boolean

## 6. Roles and permissions

- Reader: everyone who signs in
- Guest: not signed in

| | Reader | Guest |
| --- | --- | --- |
| Person: read | name, email where true | |
| Article: read | yes | \`draft == null\` |
| Article: create, change, delete | yes | |
| Comment: read | \`hidden == null or by == me\` | |
| Comment: create | yes | |

## 7. The calls it makes

- If-Match: not used

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| articles | GET /articles | list Article | page, limit | \`{ "articles": [Listed], "articlesCount": total }\` |
| article | GET /articles/:slug | read Article | | \`{ "article": Detail }\` |
| new article | POST /articles | create Article | \`{ "article": Input }\` | \`{ "article": Detail }\` |
| change article | PUT /articles/:slug | change Article | \`{ "article": Input }\` | Listed |
| comment | POST /articles/:slug/comments | create Comment | \`{ "comment": { "body": body, "hidden": hidden } }\` | \`{ "comment": Remark }\` |

### new article

- Status: 200

### Shape: Profile

- Of: Person

| Member | Value |
| --- | --- |
| username | name |
| secret | secret |

### Shape: Listed

- Of: Article

| Member | Value |
| --- | --- |
| slug | |
| tagList | tags |
| favorited | \`me in fans\` |
| fanNames | \`fans as name\` |
| secrets | \`count(fans where secret != null)\` |
| ownSecret | \`author.secret == null ? "none" : "some"\` |
| commentsCount | \`count(Comment where article == this)\` |
| author | \`author as Profile\` |
| kind | "article" |

### Shape: Detail

- Of: Article
- Includes: Listed

| Member | Value |
| --- | --- |
| comments | \`Comment by article where body != "spam" sorted by -body as Remark\` |
| kind | "detail" |

### Shape: Remark

- Of: Comment

| Member | Value |
| --- | --- |
| body | |
| author | \`by as Profile\` |

### Shape: Input

- Of: Article

| Member | Value |
| --- | --- |
| title | |
| slug | |
| tagList | tags |
| fans | |

## Sample data

### Person

| name | email | secret |
| --- | --- | --- |
| Ada | ada@example.com | hidden |
| Ben | ben@example.com | |
`;

describe('a contract with shapes', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer(blog);
    const ada = await server.as('Ada');
    await ada.post('/articles', { article: { title: 'One', slug: 'one', tagList: ['a', 'b'], fans: [ada.id] } });
    await ada.post('/articles/one/comments', { comment: { body: 'first' } });
    await ada.post('/articles/one/comments', { comment: { body: 'mine', hidden: true } });
    await ada.post('/articles/one/comments', { comment: { body: 'spam' } });
  });
  after(() => server.stop());

  const ada = { username: 'Ada', secret: null };
  const listed = {
    slug: 'one',
    tagList: ['a', 'b'],
    fanNames: ['Ada'],
    secrets: 0,
    ownSecret: 'none',
    author: ada,
    kind: 'article',
  };

  test('answers exactly the stated members, with values for the caller', async () => {
    const page = (await (await server.as('Ada')).get('/articles')).body;
    assert.deepEqual(page, { articles: [{ ...listed, favorited: true, commentsCount: 3 }], articlesCount: 1 });
    const other = (await (await server.as('Ben')).get('/articles')).body;
    assert.deepEqual(other, { articles: [{ ...listed, favorited: false, commentsCount: 2 }], articlesCount: 1 });
  });

  test('lists the records that refer to the record, as far as the caller may read them', async () => {
    const detail = { ...listed, favorited: false, commentsCount: 2, kind: 'detail' };
    const comments = [{ body: 'first', author: ada }];
    const { body, headers } = await (await server.as('Ben')).get('/articles/one');
    assert.deepEqual(body, { article: { ...detail, comments } });
    assert.deepEqual(Object.keys((body as { article: object }).article).at(-1), 'comments');
    assert.equal(headers.get('etag')?.includes('.'), false, 'it has a tag of the response alone');
    const own = await (await server.as('Ada')).get<{ article: { comments: object[] } }>('/articles/one');
    assert.deepEqual(own.body.article.comments, [{ body: 'mine', author: ada }, ...comments]);
  });

  test('gives a guest nothing that they may not read', async () => {
    const { body, status } = await server.guest.get('/articles/one');
    assert.equal(status, 200);
    const guest = {
      ...listed,
      fanNames: [],
      secrets: 0,
      author: null,
      favorited: false,
      commentsCount: null,
      kind: 'detail',
    };
    assert.deepEqual(body, { article: { ...guest, comments: [] } });
  });

  test('takes a body in a named shape and answers with the stated status', async () => {
    const caller = await server.as('Ada');
    const made = await caller.post<{ article: { favorited: boolean } }>('/articles', {
      article: { title: 'Two', slug: 'two', tagList: [] },
    });
    assert.equal(made.status, 200);
    assert.equal(made.body.article.favorited, false, 'nobody is in an empty set');
    assert.deepEqual((made.body as unknown as { article: { slug: string } }).article.slug, 'two');
    const changed = await caller.call('PUT', '/articles/two', { article: { slug: 'zwei' } });
    assert.equal((changed.body as { slug: string }).slug, 'zwei');
    const refused = await caller.call('PUT', '/articles/zwei', { article: { slug: 'x', author: caller.id } });
    assert.deepEqual(
      (refused.body as { failures: { pointer: string }[] }).failures.map(({ pointer }) => pointer),
      ['/article/author'],
    );
  });

  for (const value of ['Comment by article where body != as Remark', 'Comment by article sorted by nothing as Remark'])
    test(`reports a member that is not completely understood: ${value}`, () => {
      const broken = blog.replace('Comment by article where body != "spam" sorted by -body as Remark', value);
      assert.notEqual(broken, blog);
      const found = diagnose(broken).diagnostics.filter(({ severity }) => severity === 'error');
      assert.deepEqual([...new Set(found.map(({ code }) => code))], ['call-shape-unknown']);
    });

  test('is read and checked without errors, and printed without loss', () => {
    assert.deepEqual(
      diagnose(blog).diagnostics.filter(({ severity }) => severity === 'error'),
      [],
    );
    const printed = printDocument(readDocument(blog).model);
    assert.equal(printDocument(readDocument(printed).model), printed);
    assert.match(printed, /### Shape: Detail/);
  });
});

test('the members of a response list a bounded number of records together', async () => {
  const many = Array.from({ length: MOST_RELATED / 2 + 1 }, (_, at) => `| note ${at} | One |`).join('\n');
  const text = `${blog.replace('| kind | "detail" |', '| again | `Comment by article as body` |').replace('sorted by -body ', '')}
### Article

| title | slug | author |
| --- | --- | --- |
| One | one | Ada |

### Comment

| body | article |
| --- | --- |
${many}
`;
  const server = await startServer(text);
  try {
    const caller = await server.as('Ada');
    assert.equal((await caller.get('/articles')).status, 200);
    const { status, body } = await caller.get<{ code: string }>('/articles/one');
    assert.deepEqual([status, body.code], [422, 'TOO_MANY_RECORDS']);
  } finally {
    await server.stop();
  }
});
