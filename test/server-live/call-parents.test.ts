import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import type { TestServer } from '../support/http/server.ts';
import { agrees, findingsOf, running } from '../support/notation/small-document.ts';

/** Clubs own places, parcels lie at places; some places are hidden from those who are no chiefs. */
const PARCELS = `# Specification: Parcels

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- role: Role

### Club

- name: text, required, title, unique

### Place

- town: text, required, title, unique
- club: Club
- secret: boolean, default no

### Parcel

- label: text, required, title
- place: Place
- weight: integer

## 4. States and transitions

### Parcel: status

| From | Event | To | Who |
| --- | --- | --- | --- |
| (new) | | Packed | |
| Packed | send | Sent | member |

## 6. Roles and permissions

- member: everyone who signs in
- chief: sees all

| | member | chief |
| --- | --- | --- |
| Person: read | yes | yes |
| Club: read | yes | yes |
| Place: read | \`secret == false\` | yes |
| Place: create | | yes |
| Parcel: read, create, change, delete | yes | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends |
| --- | --- | --- | --- |
| pack | POST /api/places/:town/parcels | create Parcel | label, weight |
| pack in | POST /api/clubs/:name/places/:town/parcels | create Parcel | label, place |
| pack by id | POST /api/place/:placeId/parcels | create Parcel | label |
| there | GET /api/places/:town/parcels | list Parcel | filter |
| in club | GET /api/clubs/:name/places/:town/parcels | list Parcel | |
| one | GET /api/places/:town/parcels/:id | read Parcel | |
| change it | PATCH /api/places/:town/parcels/:id | change Parcel | label |
| send it | POST /api/places/:town/parcels/:id/send | send Parcel | |
| drop it | DELETE /api/places/:town/parcels/:id | delete Parcel | |
| anywhere | GET /api/parcels | list Parcel | |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | |
| Cleo | cleo@example.com | chief |

### Club

| name |
| --- |
| North |
| South |

### Place

| town | club | secret |
| --- | --- | --- |
| Ulm | North | no |
| Bonn | South | no |
| Area 51 | North | yes |

### Parcel

| label | place |
| --- | --- |
| Books | Ulm |
| Lamp | Bonn |
| Loose | |
`;

const idOf = async (server: TestServer, entity: string, field: string, value: string): Promise<string> =>
  (await server.store.findBy(entity, field, value))?.id ?? '';

describe('parents in the path of a call', () => {
  test('a new record belongs with what its path names', async () => {
    await running(PARCELS, async (server) => {
      const ada = await server.as('Ada');
      const ulm = await idOf(server, 'Place', 'town', 'Ulm');
      for (const path of [
        '/api/places/Ulm/parcels',
        '/api/clubs/North/places/Ulm/parcels',
        `/api/place/${ulm}/parcels`,
      ]) {
        const made = await ada.post<WireRecord>(path, { label: 'New' });
        assert.deepEqual([made.status, made.body.place], [201, ulm], path);
      }
    });
  });

  test('what is not there, is hidden, or does not belong where the path says is not found, on every method', async () => {
    await running(PARCELS, async (server) => {
      const ada = await server.as('Ada');
      const books = await idOf(server, 'Parcel', 'label', 'Books');
      const loose = await idOf(server, 'Parcel', 'label', 'Loose');
      const nowhere = '0190a6a0-0000-7000-8000-000000000000';
      const asked = [
        ['POST', '/api/places/Nowhere/parcels'],
        ['POST', '/api/places/Area%2051/parcels'],
        ['POST', '/api/clubs/South/places/Ulm/parcels'],
        ['POST', '/api/clubs/Nowhere/places/Ulm/parcels'],
        ['POST', `/api/place/${nowhere}/parcels`],
        ['GET', '/api/places/Nowhere/parcels'],
        ['GET', '/api/places/Area%2051/parcels'],
        ['GET', '/api/clubs/South/places/Ulm/parcels'],
        ['GET', `/api/places/Bonn/parcels/${books}`],
        ['GET', `/api/places/Ulm/parcels/${loose}`],
        ['PATCH', `/api/places/Bonn/parcels/${books}`],
        ['POST', `/api/places/Bonn/parcels/${books}/send`],
        ['DELETE', `/api/places/Bonn/parcels/${books}`],
        ['DELETE', `/api/places/Nowhere/parcels/${books}`],
      ] as const;
      for (const [method, path] of asked) {
        const body =
          method === 'POST' || method === 'PATCH' ? (path.endsWith('send') ? {} : { label: 'New' }) : undefined;
        const answer = await ada.call<Problem>(method, path, body, { 'if-match': '"x"' });
        assert.deepEqual([answer.status, answer.body?.code], [404, 'NOT_FOUND'], `${method} ${path} ${answer.text}`);
      }
      const hidden = await ada.post<Problem>('/api/places/Area%2051/parcels', { label: 'New' });
      const missing = await ada.post<Problem>('/api/places/Area%2052/parcels', { label: 'New' });
      assert.equal(hidden.text.replace('51', '52'), missing.text);
      assert.equal((await server.as('Cleo').then((cleo) => cleo.get('/api/places/Area%2051/parcels'))).status, 200);
    });
  });

  test('what belongs there is found, changed, sent and deleted', async () => {
    await running(PARCELS, async (server) => {
      const ada = await server.as('Ada');
      const books = await idOf(server, 'Parcel', 'label', 'Books');
      const one = await ada.get<WireRecord>(`/api/places/Ulm/parcels/${books}`);
      assert.equal(one.body.label, 'Books');
      const list = await ada.get<{ items: WireRecord[] }>('/api/clubs/North/places/Ulm/parcels');
      assert.deepEqual(
        list.body.items.map(({ label }) => label),
        ['Books'],
      );
      const ifMatch = { 'if-match': one.body._.etag };
      const changed = await ada.patch<WireRecord>(`/api/places/Ulm/parcels/${books}`, { label: 'Maps' }, ifMatch);
      assert.deepEqual([changed.status, changed.body.label], [200, 'Maps']);
      const sent = await ada.post<WireRecord>(
        `/api/places/Ulm/parcels/${books}/send`,
        {},
        {
          'if-match': changed.body._.etag,
        },
      );
      assert.deepEqual([sent.status, sent.body.status], [200, 'Sent']);
      const gone = await ada.delete(`/api/places/Ulm/parcels/${books}`, { 'if-match': sent.body._.etag });
      assert.equal(gone.status, 204);
    });
  });

  test('a body that names another parent than the path is refused, the same one is not', async () => {
    await running(PARCELS, async (server) => {
      const ada = await server.as('Ada');
      const [ulm, bonn] = [await idOf(server, 'Place', 'town', 'Ulm'), await idOf(server, 'Place', 'town', 'Bonn')];
      const path = '/api/clubs/North/places/Ulm/parcels';
      assert.equal((await ada.post(path, { label: 'New', place: ulm })).status, 201);
      const other = await ada.post<Problem>(path, { label: 'New', place: bonn });
      assert.deepEqual(
        [other.status, other.body.failures?.map(({ code, pointer }) => [code, pointer])],
        [422, [['NO_SUCH_VALUE', '/place']]],
      );
    });
  });

  test('every parameter of the paths decides something, so that none is reported', () => {
    assert.deepEqual(findingsOf(PARCELS, 'call-ignores-parameter'), []);
  });

  test('whoever may not fill the reference may not do so by the path', async () => {
    const text = PARCELS.replace(
      '| Parcel: read, create, change, delete | yes | yes |',
      '| Parcel: read, change, delete | yes | yes |\n| Parcel: create | label | yes |',
    );
    await running(text, async (server) => {
      const refused = await (await server.as('Ada')).post<Problem>('/api/places/Ulm/parcels', { label: 'New' });
      assert.deepEqual([refused.status, refused.body.code], [403, 'NOT_ALLOWED']);
    });
  });

  test('the oracle judges such calls as the server does', async () => {
    await agrees(PARCELS);
    await agrees(PARCELS.replace('| pack |', '| zz pack |').replace(/\| pack in \|.*\n/, ''), 2);
    await agrees(PARCELS.replace(/\| pack \|.*\n/, ''), 3);
  });
});
