import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { startServer } from '../support/http/server.ts';

const projects = `# Specification: Projects

## 3. Entities and their fields

### Person

- name: text, required, title, unique
- email: email, required, unique, sign-in
- role: Role
- isHidden: boolean

### Project

- code: text, required, unique, title
- members: set of Person
- person: Person
- label: text(1..5)
- labels: list of text
- count: integer
- owner: Person

### Place

- town: text, required, unique, title

### Club

- name: text, required, unique, title
- place: Place, required

### Parcel

- what: text, required, title
- place: Place, required
- club: Club

## 4. States and transitions

### Project: status

| From | Event | To | Who | Effects |
| --- | --- | --- | --- | --- |
| (new) | | Open | | |
| Open | add member | Open | Member | ask person; add person to members |
| Open | remove member | Open | Member | ask person; remove person from members |
| Open | tag | Open | Member | ask label; ask count (optional); add label to labels |
| Open | close | Closed | Admin | |

## 6. Roles and permissions

- Admin: sees everything
- Member: everyone who signs in

| | Admin | Member |
| --- | --- | --- |
| Person: read | yes | \`isHidden != true\` |
| Project: read, create | yes | yes |
| Place: read | yes | yes |
| Club: read | yes | yes |
| Parcel: read, create | yes | yes |

## 7. The calls it makes

- If-Match: optional

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| projects | POST /projects | create Project | code | \`{ "id": id }\` |
| project | GET /projects/:code | read Project | | \`{ "members": members as name, "labels": labels, "count": count }\` |
| add | POST /projects/:code/members/:person | add member Project | | \`{ "members": members as name }\` |
| add by name | PUT /projects/:code/people/:person | add member Project | | \`{ "members": members as name }\` |
| drop | DELETE /projects/:code/members/:person | remove member Project | | \`{ "members": members as name }\` |
| tag | PUT /projects/:code/labels/:label/:count | tag Project | | \`{ "labels": labels, "count": count }\` |
| person | GET /people/:name | read Person | | \`{ "id": id }\` |
| club | GET /clubs/:name | read Club | | name |
| parcels | POST /places/:town/parcels | create Parcel | what | \`{ "what": what, "town": place.town }\` |
| in club | POST /places/:town/clubs/:club/parcels | create Parcel | what | \`{ "town": place.town, "club": club.name }\` |

## Sample data

### Person

| name | email | role | isHidden |
| --- | --- | --- | --- |
| Ada | ada@example.com | Admin | no |
| Ben | ben@example.com | | no |
| Cy | cy@example.com | | yes |

### Place

| town |
| --- |
| Bonn |
| Kiel |

### Club

| name | place |
| --- | --- |
| Rowers | Kiel |

### Project

| code |
| --- |
| P1 |
`;

type Body = Record<string, unknown>;

describe('parameters of a path that an event asks for', async () => {
  const server = await startServer(projects);
  after(() => server.stop());
  const ben = await server.as('Ben');
  const ada = await server.as('Ada');
  const idOf = async (name: string) => (await ada.get<{ id: string }>(`/people/${name}`)).body.id;
  const [adaId, benId, cyId] = [await idOf('Ada'), await idOf('Ben'), await idOf('Cy')];
  const codeOf = (body: unknown) => (body as { code?: string }).code;

  test('name a record by its id', async () =>
    assert.deepEqual((await ben.post<Body>(`/projects/P1/members/${adaId}`)).body, { members: ['Ada'] }));

  test('a record that the caller may not read is not found, as one that does not exist', async () => {
    const hidden = await ben.post<Body>(`/projects/P1/members/${cyId}`);
    const unknown = await ben.post<Body>('/projects/P1/members/00000000-0000-7000-8000-000000000000');
    assert.deepEqual([hidden.status, unknown.status, codeOf(hidden.body)], [404, 404, 'NOT_FOUND']);
    assert.equal(hidden.body['detail'], unknown.body['detail']);
    assert.equal((await ada.post(`/projects/P1/members/${cyId}`)).status, 200);
    assert.equal((await ada.delete(`/projects/P1/members/${cyId}`)).status, 200);
  });

  test('a body that contradicts the path is refused, and one that agrees is not', async () => {
    const other = await ben.post<Body>(`/projects/P1/members/${adaId}`, { person: benId });
    assert.equal(other.status, 422);
    assert.equal((await ben.post(`/projects/P1/members/${adaId}`, { person: adaId })).status, 200);
  });

  test('DELETE takes them without a body', async () => {
    const { status, body } = await ben.delete(`/projects/P1/members/${adaId}`);
    assert.deepEqual([status, body], [200, { members: [] }]);
  });

  test('hold texts and numbers of other fields, under their bounds', async () => {
    assert.deepEqual((await ben.call('PUT', '/projects/P1/labels/big%20/3')).body, { labels: ['big'], count: 3 });
    assert.equal((await ben.call('PUT', '/projects/P1/labels/far%20too%20long/3')).status, 422);
    assert.equal((await ben.call('PUT', '/projects/P1/labels/ok/three')).status, 422);
  });

  test('an unknown record of the path comes before what its event asks for', async () =>
    assert.equal((await ben.call('PUT', '/projects/P9/labels/far%20too%20long/3')).status, 404));

  test('are no members of the body in the OpenAPI document', () => {
    const { paths } = openApiOf(server.runtime.current().compiled) as unknown as {
      paths: Record<string, Record<string, { requestBody?: unknown; parameters: readonly { name: string }[] }>>;
    };
    const add = paths['/projects/{code}/members/{person}']?.['post'];
    assert.equal(add?.requestBody, undefined);
    assert.ok(add?.parameters.some(({ name }) => name === 'person'));
  });
});

describe('parameters of a path that a new record refers to', async () => {
  const server = await startServer(projects);
  after(() => server.stop());
  const ben = await server.as('Ben');

  test('fill its references', async () => {
    const made = await ben.post('/places/Kiel/parcels', { what: 'A' });
    assert.deepEqual([made.status, made.body], [201, { what: 'A', town: 'Kiel' }]);
    const inClub = await ben.post('/places/Kiel/clubs/Rowers/parcels', { what: 'B' });
    assert.deepEqual(inClub.body, { town: 'Kiel', club: 'Rowers' });
  });

  test('that are unknown are not found, whatever the body holds', async () => {
    assert.equal((await ben.post('/places/Ulm/parcels', { wrong: 1 })).status, 404);
    assert.equal((await ben.post('/places/Kiel/clubs/Chess/parcels', { wrong: 1 })).status, 404);
  });
});
