import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const zoo = `# Specification: Zoo

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in
- role: Role

### Keeper

- Key: number

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| number | number series(0) | | |
| name | text | yes | title |
| secret | boolean | | |

### Tag

- Key: slug

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| slug | text | yes | unique |

### Animal

- Key: code

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| code | integer | yes | unique |
| name | text | yes | title |
| keeper | Keeper | | |
| tags | set of Tag | | |
| meals | list of Meal | | |

### Meal

Belongs to Animal.

- food: text, required
- by: Keeper

## 6. Roles and permissions

- Chief: sees everything
- Helper: everyone who signs in

| | Chief | Helper |
| --- | --- | --- |
| Person: read | yes | yes |
| Keeper: read | yes | \`secret == null\` |
| Keeper: create, change, delete | yes | yes |
| Tag: read, create | yes | yes |
| Animal: read, create, change | yes | yes |

## 7. The calls it makes

- If-Match: not used

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| keepers | GET /keepers | list Keeper | | \`{ "items": [{ "id": id, "name": name }], "first": first id, "last": last id, "next": next }\` |
| keeper | GET /keepers/:keeperId | read Keeper | | |
| new keeper | POST /keepers | create Keeper | name, secret | |
| drop keeper | DELETE /keepers/:keeperId | delete Keeper | | |
| new tag | POST /tags | create Tag | slug | |
| animals | GET /animals?keeper=&keeper.in= | list Animal | | \`[AnimalView]\` |
| animal | GET /animals/:animalId | read Animal | | AnimalView |
| new animal | POST /animals | create Animal | code, name, keeper, tags, meals | |
| change animal | PATCH /animals/:animalId | change Animal | keeper, tags, meals | |
| of keeper | GET /keepers/:keeperId/animals | list Animal | | \`[name]\` |
| found animals | GET /found | list Animal | | \`[name]\` |

### keepers

- Paging: after starting_after, before ending_before, limit
- Sort: number

### found animals

| Parameter | Filters by |
| --- | --- |
| keeper | keeper |
| tag | tags |
| number | \`keeper.id\` |
| code | \`id\` |

### Shape: AnimalView

- Of: Animal

| Member | Value |
| --- | --- |
| id | |
| keeperId | keeper |
| sameKeeper | \`keeper.id\` |
| computed | \`name == "x" ? null : keeper\` |
| tags | |
| meals | |
| keeper | \`keeper as KeeperView\` |

### Shape: KeeperView

- Of: Keeper

| Member | Value |
| --- | --- |
| id | |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Chief |
| Ben | ben@example.com | Helper |
`;

type Failures = { readonly failures: readonly { readonly pointer?: string; readonly code: string }[] };

describe('keys of records', () => {
  let server: TestServer;
  let ada: Caller;
  let ben: Caller;
  before(async () => {
    server = await startServer(zoo);
    ada = await server.as('Ada');
    ben = await server.as('Ben');
    await ada.post('/keepers', { name: 'Kim' });
    await ada.post('/keepers', { name: 'Lou', secret: true });
    await ada.post('/keepers', { name: 'Max' });
    await ada.post('/tags', { slug: 'big, old' });
    await ada.post('/tags', { slug: 'calm' });
    const made = await ada.post<object>('/animals', {
      code: 7,
      name: 'Leo',
      keeper: 2,
      tags: ['calm', 'big, old'],
      meals: [{ food: 'hay', by: '2' }],
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.equal(made.headers.get('location'), '/animals/7');
    const other = await ada.post<object>('/animals', { code: 8, name: 'Mia', keeper: '1' });
    assert.equal(other.status, 201, JSON.stringify(other.body));
  });
  after(() => server.stop());

  test('are the ids in shapes, references, lines and expressions', async () => {
    const { body } = await ada.get<{ readonly meals: readonly { readonly by: number }[] }>('/animals/7');
    const { meals, ...others } = body;
    assert.deepEqual(
      { ...others, tags: [...(others as unknown as { tags: string[] }).tags].sort() },
      { id: 7, keeperId: 2, sameKeeper: 2, computed: 2, tags: ['big, old', 'calm'], keeper: { id: 2 } },
    );
    assert.equal(meals[0]?.by, 2);
  });

  test('are the ids in whole records, which have no members of the product', async () => {
    const created = await ada.post<Record<string, unknown>>('/keepers', { name: 'Nia' });
    assert.equal(created.body['id'], 4);
    assert.equal(created.headers.get('location'), '/keepers/4');
    assert.equal('_' in created.body, false);
    assert.equal((await ada.get<{ readonly id: number }>('/keepers/4')).body.id, 4);
    assert.equal((await ada.delete('/keepers/4')).status, 204);
    assert.equal((await ada.get('/keepers/4')).status, 404);
  });

  test('of hidden records are null in answers, and unknown in paths, parameters and bodies', async () => {
    const { body } = await ben.get<Record<string, unknown>>('/animals/7');
    assert.deepEqual(
      [body['keeperId'], body['sameKeeper'], body['computed'], body['keeper']],
      [null, null, null, null],
    );
    assert.equal((body['meals'] as { by: unknown }[])[0]?.by, null);
    assert.equal((await ben.get('/keepers/2')).status, 404);
    assert.deepEqual((await ben.get('/found?keeper=2')).body, []);
    assert.deepEqual((await ben.get('/animals?keeper=2')).body, []);
    const hidden = await ben.patch<Failures>('/animals/8', { keeper: 2 });
    const unknown = await ben.patch<Failures>('/animals/8', { keeper: 99 });
    assert.deepEqual([hidden.status, unknown.status], [422, 422]);
    assert.deepEqual(
      hidden.body.failures.map(({ pointer, code }) => [pointer, code]),
      [['/keeper', 'NO_SUCH_VALUE']],
    );
    assert.deepEqual({ ...hidden.body, instance: '' }, { ...unknown.body, instance: '' });
  });

  test('alone name records in paths and bodies', async () => {
    const whole = { accept: 'application/vnd.ninefold.record+json' };
    const { body } = await ada.get<{ readonly items: readonly { readonly id: string; readonly name: string }[] }>(
      '/keepers',
      whole,
    );
    const id = body.items.find(({ name }) => name === 'Kim')?.id ?? '';
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.equal((await ada.get(`/keepers/${id}`)).status, 404);
    assert.equal((await ada.get(`/keepers/${id}`, whole)).status, 200);
    assert.equal((await ada.get('/keepers/01')).status, 404);
    assert.equal((await ada.patch('/animals/8', { keeper: id })).status, 422);
    assert.equal((await ada.patch('/animals/8', { keeper: { id: 1 } })).status, 422);
    assert.equal((await ada.call('PATCH', `/animals/${await idOf('Mia')}`, { keeper: id }, whole)).status, 200);
  });

  const idOf = async (name: string): Promise<string> => {
    const whole = { accept: 'application/vnd.ninefold.record+json' };
    const { body } = await ada.get<{ readonly items: readonly { readonly id: string; readonly name: string }[] }>(
      '/animals',
      whole,
    );
    return body.items.find((each) => each.name === name)?.id ?? '';
  };

  test('name records in parameters and paths of lists', async () => {
    assert.deepEqual((await ada.get('/found?keeper=2')).body, ['Leo']);
    assert.deepEqual((await ada.get('/found?number=1')).body, ['Mia']);
    assert.deepEqual((await ada.get('/found?tag=calm')).body, ['Leo']);
    assert.deepEqual((await ada.get('/found?code=8')).body, ['Mia']);
    assert.equal((await ada.get('/found?code=x')).status, 400);
    assert.deepEqual((await ada.get('/keepers/2/animals')).body, ['Leo']);
    assert.equal((await ada.get('/keepers/99/animals')).status, 404);
    const filtered = await ada.get<readonly { readonly id: number }[]>('/animals?keeper.in=1,2');
    assert.deepEqual(filtered.body.map(({ id }) => id).sort(), [7, 8]);
  });

  test('name the records around a page', async () => {
    const first = await ada.get<object>('/keepers?limit=2');
    const pageOf = (...names: readonly string[]) =>
      names.map((name) => ({ id: ['Kim', 'Lou', 'Max'].indexOf(name) + 1, name }));
    assert.deepEqual(first.body, { items: pageOf('Kim', 'Lou'), first: 1, last: 2, next: 2 });
    const second = await ada.get<object>('/keepers?limit=2&starting_after=2');
    assert.deepEqual(second.body, { items: pageOf('Max'), first: 3, last: 3, next: null });
    assert.deepEqual((await ada.get<{ first: number }>('/keepers?ending_before=3')).body.first, 1);
    assert.equal((await ben.get('/keepers?starting_after=2')).status, 400);
    assert.equal((await ben.get('/keepers?starting_after=99')).status, 400);
  });

  test('are read, printed and checked', () => {
    const { model, diagnostics } = readDocument(zoo);
    assert.deepEqual(diagnostics, []);
    assert.equal(
      readDocument(printDocument(model)).model.entities.find(({ name }) => name === 'Tag')?.key?.name,
      'slug',
    );
    assert.deepEqual(
      diagnose(zoo).diagnostics.filter(({ severity }) => severity === 'error'),
      [],
    );
    for (const [stated, other] of [
      ['- Key: slug', '- Key: other'],
      ['| slug | text | yes | unique |', '| slug | text | yes | |'],
      ['| slug | text | yes | unique |', '| slug | text | no | unique |'],
    ] as const)
      assert.equal(readDocument(zoo.replace(stated, other)).diagnostics[0]?.code, 'value-unknown', other);
  });
});
