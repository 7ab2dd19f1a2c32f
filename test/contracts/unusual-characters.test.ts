import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { contract } from '../support/database/each-store.ts';
import { withLibrary } from '../support/http/library-calls.ts';

const PARCELS = `# Specification: Parcels

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Town

- name: text, required, title, unique

### Parcel

- town: Town
- towns: set of Town
- label: text, unique
- scans: files(pdf)
- stops: list of Stop

### Stop

Belongs to Parcel.

- town: Town

## 6. Roles and permissions

- clerk: everyone who signs in

| | clerk |
| --- | --- |
| Person: read | yes |
| Town: read, create | yes |
| Parcel: read, create, change | yes |

## 7. The calls it makes

- If-Match: not used

| Call | Method and path | Does | Sends |
| --- | --- | --- | --- |
| parcels | GET /parcels?town=&label= | list Parcel | filter, sort, page |
| parcel | GET /parcels/:id | read Parcel | |
| add | POST /parcels | create Parcel | town, towns, label, scans, stops |
| change | PATCH /parcels/:id | change Parcel | town |

## Sample data

### Person

| name | email |
| --- | --- |
| Ann | ann@example.com |
`;

describe('characters that a database cannot hold', () => {
  contract('never make a request fail with a fault', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      for (const odd of ['\0', 'a\0b', '\ud800']) {
        const statuses = [
          await ann.post('/parcels', { town: odd }),
          await ann.post('/parcels', { towns: [odd, 'x'] }),
          await ann.post('/parcels', { label: odd }),
          await ann.post('/parcels', { scans: [odd, 'f'] }),
          await ann.post('/parcels', { stops: [{ town: odd }, { town: 'y' }] }),
        ].map(({ status }) => status);
        assert.deepEqual(statuses, [422, 422, 422, 422, 422], JSON.stringify(odd));
        const sent = encodeURIComponent(odd.toWellFormed());
        assert.equal((await ann.get(`/parcels/${sent}`)).status, 404);
        assert.equal((await ann.patch(`/parcels/${sent}`, { town: null })).status, 404);
        for (const query of [`town=${sent}`, `town.in=${sent},x`, `label=${sent}`, `q=${sent}`])
          assert.ok((await ann.get(`/parcels?${query}`)).status < 500, query);
      }
    }, PARCELS),
  );
});
