import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const clinic = (members: string) => `# Specification: Clinic

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in

### Kind

- Key: number

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| number | number series(0) | | |
| name | text | yes | title |

### Pet

- Key: number

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| number | number series(0) | | |
| name | text | yes | title |
| kind | Kind | yes | |
| other | Kind | | |
| skills | set of Kind | | |
| others | set of Kind | | |

## 6. Roles and permissions

- Anyone: everyone who signs in

| | Anyone |
| --- | --- |
| Person: read | yes |
| Kind: read, create | yes |
| Pet: read, create, change | yes |

## 7. The calls it makes

- If-Match: not used
- Unknown members: ${members}

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| new kind | POST /kinds | create Kind | name | |
| new pet | POST /pets | create Pet | PetInput | PetView |
| change pet | PATCH /pets/:petId | change Pet | PetInput | PetView |
| skills | PUT /pets/:petId/skills | change Pet | \`{ "skills": [{ "id": skills }], "kind": { "id": kind } }\` | \`{ "skills": [{ "id": skills }], "kind": { "id": kind } }\` |

### Shape: KindView

- Of: Kind

| Member | Value |
| --- | --- |
| id | |
| name | |

### Shape: PetInput

- Of: Pet

| Member | Value |
| --- | --- |
| name | |
| kind | \`kind as KindView\` |
| other | \`other as id\` |
| skills | \`skills as KindView\` |
| others | \`others as id\` |

### Shape: PetView

- Of: Pet
- Includes: PetInput

| Member | Value |
| --- | --- |
| id | |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

type Failed = { readonly failures: readonly { readonly pointer: string; readonly code: string }[] };

describe('references in nested members of a request', () => {
  let server: TestServer;
  let ada: Caller;
  before(async () => {
    server = await startServer(clinic('ignored'));
    ada = await server.as('Ada');
    for (const name of ['cat', 'dog', 'hamster']) await ada.post('/kinds', { name });
  });
  after(() => server.stop());

  const failuresOf = async (method: string, path: string, body: object): Promise<readonly string[]> => {
    const answer = await ada.call<Failed>(method, path, body);
    assert.equal(answer.status, 422, JSON.stringify(answer.body));
    return answer.body.failures.map(({ pointer, code }) => `${pointer} ${code}`);
  };

  test('name records by their key, beside members that are ignored', async () => {
    const made = await ada.post<object>('/pets', {
      name: 'Leo',
      kind: { id: '1', name: 'elephant' },
      other: 2,
      skills: [{ id: 2, name: 'x' }, { id: '3' }],
      others: [1],
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { skills, ...rest } = made.body as { readonly skills: readonly { readonly id: number }[] };
    assert.deepEqual(rest, { id: 1, name: 'Leo', kind: { id: 1, name: 'cat' }, other: 2, others: [1] });
    assert.deepEqual(
      [...skills].sort((one, other) => one.id - other.id),
      [
        { id: 2, name: 'dog' },
        { id: 3, name: 'hamster' },
      ],
    );
  });

  test('in braces, empty lists and null empty the field; an absent name leaves it', async () => {
    const put = (body: object) => ada.call<object>('PUT', '/pets/1/skills', body);
    assert.deepEqual((await put({ skills: [{ id: 1 }] })).body, { skills: [{ id: 1 }], kind: { id: 1 } });
    assert.deepEqual((await put({ kind: {} })).body, { skills: [{ id: 1 }], kind: { id: 1 } });
    assert.deepEqual((await put({ skills: [], kind: { id: 2 } })).body, { skills: [], kind: { id: 2 } });
    assert.deepEqual(await failuresOf('PUT', '/pets/1/skills', { kind: { id: null } }), ['/kind/id REQUIRED']);
    const patched = await ada.patch<{ readonly other: unknown }>('/pets/1', { other: null, skills: [] });
    assert.equal(patched.body.other, null);
  });

  test('are refused at the member that names them', async () => {
    const body = { name: 'Mia', kind: { id: 9 }, skills: [{ id: 1 }, { id: 9 }] };
    assert.deepEqual(await failuresOf('POST', '/pets', body), ['/kind/id NO_SUCH_VALUE', '/skills/1/id NO_SUCH_VALUE']);
    assert.deepEqual(await failuresOf('POST', '/pets', { name: 'Mia' }), ['/kind/id REQUIRED']);
    assert.deepEqual(await failuresOf('POST', '/pets', { name: 'Mia', kind: 1 }), ['/kind/id WRONG_TYPE']);
    assert.deepEqual(await failuresOf('POST', '/pets', { name: 'Mia', kind: [{ id: 1 }] }), ['/kind/id WRONG_TYPE']);
  });

  test('have no other members where unknown members are refused', async () => {
    const strict = await startServer(clinic('refused'));
    try {
      const ben = await strict.as('Ada');
      await ben.post('/kinds', { name: 'cat' });
      const answer = await ben.post<Failed>('/pets', { name: 'Leo', kind: { id: 1, name: 'cat' }, skills: [{ x: 1 }] });
      const failures = answer.body.failures.map(({ pointer, code }) => `${pointer} ${code}`);
      assert.deepEqual(failures.slice(0, 2), ['/kind/name NOT_AN_INPUT', '/skills/0/x NOT_AN_INPUT']);
      assert.equal((await ben.post('/pets', { name: 'Leo', kind: { id: 1 } })).status, 201);
    } finally {
      await strict.stop();
    }
  });

  test('need a member that names the record', () => {
    assert.deepEqual(readDocument(clinic('ignored')).diagnostics, []);
    const unnamed = clinic('ignored').replace('| id | |\n| name | |', '| name | |');
    const errors = (text: string) =>
      diagnose(text).diagnostics.flatMap(({ severity, code }) => (severity === 'error' ? code : []));
    assert.deepEqual(errors(clinic('ignored')), []);
    assert.equal(errors(unnamed).includes('call-shape-unknown'), true);
  });
});
