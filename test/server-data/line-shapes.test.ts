import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { viewOf } from '../../src/engine/view/view.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

/** Parcels that are made and changed with some fields of their stops alone. */
const PARCELS = `# Specification: Parcels

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Parcels | Parcel | table: label | Clerk |
| \`/new\` | New parcel | Parcel | form: label, stops | Clerk |

## 3. Entities and their fields

### Clerk

- name: text, required, title
- email: email, required, sign-in

### Parcel

- label: text, required, title
- stops: list of Stop
- towns: list of Stop

### Stop

Belongs to Parcel.

- town: text(..9), required, title
- until: time, default "12:00"
- note: text
- code: text, write-only

## 6. Roles and permissions

- Clerk: everyone who signs in

| | Clerk |
| --- | --- |
| Parcel: read, create, change | yes |
| Clerk: read | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| new parcel | POST /api/parcels | create Parcel | \`{ "name": label, "route": { "stops": [{ "place": town, "hint": note }] }, "towns": towns }\` | \`{ "id": id, "stops": [{ "place": town, "no": id }] }\` |
| change parcel | PATCH /api/parcels/:id | change Parcel | \`{ "stops": [{ "place": town }] }\` | Parcel |

## Sample data

### Clerk

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

const WHOLE = { accept: 'application/vnd.ninefold.record+json' };
const failures = ({ body }: { readonly body: Problem }) =>
  (body.failures ?? []).map(({ pointer, code }) => `${pointer} ${code}`).toSorted();

type Stop = { readonly [name: string]: unknown };
const stopsOf = (record: WireRecord) => record['stops'] as unknown as readonly Stop[];

async function withParcels(work: (ada: Caller, server: TestServer) => Promise<void>): Promise<void> {
  const server = await startServer(PARCELS);
  try {
    await work(await server.as('Ada'), server);
  } finally {
    await server.stop();
  }
}

const whole = async (ada: Caller, id: string) => (await ada.get<WireRecord>(`/_/records/Parcel/${id}`)).body;

async function made(ada: Caller, stops: readonly object[]) {
  return ada.post<{ id: string; stops: readonly Stop[] } & Problem>('/api/parcels', { name: 'Vase', route: { stops } });
}

const changed = async (ada: Caller, id: string, stops: readonly object[], headers = {}) =>
  ada.patch<WireRecord & Problem>(
    `/api/parcels/${id}`,
    { stops },
    { 'if-match': (await whole(ada, id))._.etag, ...headers },
  );

describe('a call that lists some fields of lines', () => {
  test('takes those under its names, and gives those that its answer lists', async () => {
    await withParcels(async (ada) => {
      const { status, body, text } = await made(ada, [{ place: 'Ulm', hint: 'ring' }, { place: 'Bonn' }]);
      assert.equal(status, 201, text);
      const stored = stopsOf(await whole(ada, body.id));
      assert.deepEqual(
        stored.map(({ town, until, note }) => [town, until, note]),
        [
          ['Ulm', '12:00', 'ring'],
          ['Bonn', '12:00', null],
        ],
      );
      assert.deepEqual(
        body.stops,
        stored.map(({ town, id }) => ({ place: town, no: id })),
      );
    });
  });

  test('refuses every other field of a line, at the name that it was sent under', async () => {
    await withParcels(async (ada) => {
      const refused = await made(ada, [
        { place: 'Ulm' },
        { place: 'far too long', until: '09:00', town: 'Ulm', code: null },
      ]);
      assert.equal(refused.status, 422, refused.text);
      assert.deepEqual(failures(refused), [
        '/route/stops/1/code NOT_AN_INPUT',
        '/route/stops/1/place TOO_LONG',
        '/route/stops/1/town NOT_AN_INPUT',
        '/route/stops/1/until NOT_AN_INPUT',
      ]);
      assert.ok(
        refused.body.failures?.every(({ message }) => !message.includes('[')),
        refused.text,
      );
      const bare = await made(ada, [{ hint: 'ring' }]);
      assert.deepEqual(failures(bare), ['/route/stops/0/place REQUIRED']);
    });
  });

  test('takes a list whole that it names without fields', async () => {
    await withParcels(async (ada) => {
      const sent = { name: 'Vase', towns: [{ town: 'Ulm', until: '09:00', code: 'x' }] };
      const { status, body, text } = await ada.post<{ id: string }>('/api/parcels', sent);
      assert.equal(status, 201, text);
      const [line] = (await whole(ada, body.id))['towns'] as unknown as readonly Stop[];
      assert.deepEqual([line?.['town'], line?.['until']], ['Ulm', '09:00']);
    });
  });

  test('knows a line by its id, and leaves what it does not list as it stands', async () => {
    await withParcels(async (ada) => {
      const { body } = await made(ada, [{ place: 'Ulm', hint: 'ring' }]);
      const [no] = stopsOf(await whole(ada, body.id)).map(({ id }) => id);
      const after = await changed(ada, body.id, [{ id: no, place: 'Bonn' }, { place: 'Kiel' }]);
      assert.equal(after.status, 200, after.text);
      assert.deepEqual(
        stopsOf(after.body).map(({ id, town, note }) => [id === no, town, note]),
        [
          [true, 'Bonn', 'ring'],
          [false, 'Kiel', null],
        ],
      );
      const refused = await changed(ada, body.id, [{ id: no, place: 'Bonn', note: 'ring' }]);
      assert.deepEqual(failures(refused), ['/stops/0/note NOT_AN_INPUT']);
    });
  });

  test('is held to by whoever sends fields by name: the rest of a line comes back as it stands, or not at all', async () => {
    await withParcels(async (ada) => {
      const refused = await ada.post<Problem>(
        '/api/parcels',
        { label: 'Vase', stops: [{ town: 'Ulm', until: null }] },
        WHOLE,
      );
      assert.deepEqual(failures(refused), ['/stops/0/until NOT_AN_INPUT']);
      assert.ok(
        refused.body.failures?.every(({ decidedBy }) =>
          decidedBy?.some(({ element }) => element === 'call/new parcel'),
        ),
        refused.text,
      );
      const { body } = await made(ada, [{ place: 'Ulm', hint: 'ring' }]);
      const [line] = stopsOf(await whole(ada, body.id));
      const same = await changed(ada, body.id, [{ ...line, town: 'Bonn' }], WHOLE);
      assert.equal(same.status, 200, same.text);
      const other = await changed(ada, body.id, [{ ...line, note: 'knock' }], WHOLE);
      assert.deepEqual(failures(other), ['/stops/0/note NOT_AN_INPUT']);
      // What is never given out can't come back.
      const erased = await changed(ada, body.id, [{ ...line, code: null }], WHOLE);
      assert.deepEqual(failures(erased), ['/stops/0/code NOT_AN_INPUT']);
    });
  });

  test('has inputs in its form for those alone', async () => {
    await withParcels(async (_, server) => {
      const view = viewOf(server.runtime.current().compiled, new Set(['Clerk']), { dev: false, person: null });
      const parcel = view.entities.find(({ name }) => name === 'Parcel');
      assert.deepEqual(parcel?.lineInputs, [{ list: 'stops', create: ['town', 'note'], change: ['town'] }]);
    });
  });
});
