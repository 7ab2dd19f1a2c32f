import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { type Caller, origin, startServer, type TestServer } from '../support/http/server.ts';
import { findingsOf } from '../support/notation/small-document.ts';

const FILMS = `# Specification: Films

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in
- role: Role

### Studio

- Key: code

- code: text, required, unique, title
- isHidden: boolean

### Film

- title: text, required, title, unique
- studio: Studio
- slug: text, unique

## 6. Roles and permissions

- Clerk: everyone who signs in
- Boss: sees everything

| | Boss | Clerk |
| --- | --- | --- |
| Person: read | yes | yes |
| Studio: read, create | yes | \`isHidden != true\` |
| Film: read, create | yes | yes |

## 7. The calls it makes

| Call | Method and path | Does | Gets |
| --- | --- | --- | --- |
| one film | GET /films/:id | read Film | FilmView |
| film by slug | GET /slugs/:slug | read Film | FilmView |
| film of a studio | GET /studios/:studio/films/:film | read Film | |
| one studio | GET /studios/:studio | read Studio | StudioView |
| films | GET /films | list Film | [FilmView] |

### Shape: FilmView

- Of: Film

| Member | Value |
| --- | --- |
| self | url of one film |
| slugged | url of film by slug |
| inside | url of film of a studio |
| studio | \`studio as StudioView\` |

### Shape: StudioView

- Of: Studio

| Member | Value |
| --- | --- |
| self | url of one studio |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Boss |
| Ben | ben@example.com | Clerk |

### Studio

| code | isHidden |
| --- | --- |
| north star | no |
| hush | yes |

### Film

| title | studio | slug |
| --- | --- | --- |
| One | north star | one/1 |
| Two | hush | |
`;

interface Film {
  readonly self: string;
  readonly slugged: string | null;
  readonly inside: string | null;
  readonly studio: { readonly self: string } | null;
}

describe('the absolute addresses of records in answers', () => {
  let server: TestServer;
  let ada: Caller;
  let ben: Caller;
  before(async () => {
    server = await startServer(FILMS);
    ada = await server.as('Ada');
    ben = await server.as('Ben');
  });
  after(() => server.stop());

  const films = async (as: Caller) => {
    const { body, status, text } = await as.get<readonly Film[]>('/films?sort=title');
    assert.equal(status, 200, text);
    return body;
  };

  test('lead to the record, under the path of the call', async () => {
    const [one] = await films(ada);
    assert.ok(one !== undefined);
    const id = one.self.replace(`${origin}/films/`, '');
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.equal(one.slugged, `${origin}/slugs/one%2F1`);
    assert.equal(one.inside, `${origin}/studios/north%20star/films/${id}`);
    assert.equal(one.studio?.self, `${origin}/studios/north%20star`);
    for (const address of [one.self, one.slugged, one.inside, one.studio?.self ?? ''])
      assert.equal((await ada.get(address.slice(origin.length))).status, 200, address);
  });

  test('are null where the caller may not read what the path names, or it is empty', async () => {
    const [, two] = await films(ben);
    assert.equal(two?.slugged, null);
    assert.equal(two?.inside, null);
    assert.equal(two?.studio, null);
    assert.equal((await films(ada))[1]?.inside?.includes('/studios/hush/films/'), true);
  });

  test('are on the host that people use', async () => {
    const proxied = await startServer(FILMS, { production: { origin: 'https://films.example' } });
    try {
      const person = await proxied.as('Ada');
      const { body } = await person.get<readonly Film[]>('/films?sort=title');
      assert.match(body[0]?.self ?? '', /^https:\/\/films\.example\/films\//);
    } finally {
      await proxied.stop();
    }
  });

  test('are addresses in the OpenAPI document', () => {
    const document = JSON.stringify(openApiOf(server.runtime.current().compiled));
    assert.match(document, /"self":\{"type":\["string","null"\],"format":"uri"/);
  });

  test('of a call that reads no such record are reported', () => {
    for (const name of ['one studio', 'no call', 'films']) {
      const text = FILMS.replace('| self | url of one film |', `| self | url of ${name} |`);
      const found = findingsOf(text, 'call-shape-unknown');
      assert.ok(
        found.length > 0 && found.every((message) => message.includes(`the address of ${name}, which`)),
        found.join('\n'),
      );
    }
    assert.deepEqual(findingsOf(FILMS, 'call-shape-unknown'), []);
    assert.deepEqual(
      diagnose(FILMS).diagnostics.filter(({ severity }) => severity === 'error'),
      [],
    );
  });
});
