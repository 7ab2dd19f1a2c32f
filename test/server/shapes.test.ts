import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

/** Parcels whose calls have bodies, answers and queries of their own. */
const PARCELS = `# Specification: Parcels

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Parcels | Parcel | table: label, weight | Clerk |

### Parcels

- Filter: Too heavy where \`weight > 20\`
- Filter: Dear where \`worth > 50 EUR\`

## 3. Entities and their fields

### Clerk

- name: text, required, title
- email: email, required, sign-in
- role: Role

### Parcel

- label: text, required, title
- weight: integer(..99)
- dueOn: date
- worth: money(EUR)
- owner: Clerk
- stops: list of Stop

### Stop

Belongs to Parcel.

- town: text, required

## 4. States and transitions

### Parcel: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | send | Sent | Clerk | | ask weight |

## 6. Roles and permissions

- Clerk: everyone who signs in
- Chief: sees what they are worth

| | Clerk | Chief |
| --- | --- | --- |
| Parcel: read, create, change | yes | yes |
| Parcel.worth: read | | yes |
| Clerk: read | yes | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| new parcel | POST /api/parcels | create Parcel | \`{ "name": label, "due": { "on": dueOn }, "worth": text, "stops": [{ "town": text }] }\` | \`{ "id": text, "name": label, "due": { "on": dueOn }, "worth": text }\` |
| parcel | GET /api/parcels/:id | read Parcel | | \`{ "parcel": { "name": label, "state": status, "worth": text }, "places": stops }\` |
| change parcel | PATCH /api/parcels/:id | change Parcel | \`{ "name": label, "due": { "on": dueOn } }\` | \`{ "name": label }\` |
| send | POST /api/parcels/:id/send | send Parcel | \`{ "grams": weight }\` | \`{ "state": status }\` |
| parcels | GET /api/parcels?search=&state=&maxWeight=&due_from=&ownerId=&tooHeavy=&dear=&pageSize= | list Parcel | | \`{ "data": [{ "name": label }], "total": 3 }\` |
| all parcels | GET /api/all | list Parcel | | \`[{ "label": text, "worth": text }]\` |

## Sample data

### Clerk

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | |
| Cleo | cleo@example.com | Chief |

### Parcel

| label | weight | dueOn | worth | owner |
| --- | --- | --- | --- | --- |
| Books | 25 | 2026-08-01 | 60 EUR | Ada |
| Lamp | 3 | 2026-08-20 | 10 EUR | Cleo |
| Piano | 90 | | 900 EUR | Cleo |
`;

async function withParcels(work: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startServer(PARCELS);
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

const WHOLE = { accept: 'application/vnd.ninefold.record+json' };
const failures = ({ body }: { readonly body: Problem }) =>
  (body.failures ?? []).map(({ pointer, code }) => `${pointer} ${code}`).toSorted();

describe('a call of a shape of its own', () => {
  test('takes what it lists, under its names, and gives that alone, as far as the person reads it', async () => {
    await withParcels(async (server) => {
      const [ada, cleo] = [await server.as('Ada'), await server.as('Cleo')];
      const body = { name: 'Vase', due: { on: '2026-09-01' }, worth: '12.00', stops: [{ town: 'Ulm' }] };
      const made = await cleo.post<{ id: string }>('/api/parcels', body);
      const { id } = made.body;
      assert.deepEqual(
        [made.status, made.body],
        [201, { id, name: 'Vase', due: { on: '2026-09-01' }, worth: '12.00' }],
      );
      const seen = async (who: Caller) => (await who.get<object>(`/api/parcels/${id}`)).body;
      const places = (await cleo.get<WireRecord>(`/_/records/Parcel/${id}`)).body['stops'];
      assert.deepEqual(await seen(cleo), { parcel: { name: 'Vase', state: 'Open', worth: '12.00' }, places });
      assert.deepEqual(await seen(ada), { parcel: { name: 'Vase', state: 'Open', worth: null }, places });
      const tag = (await ada.get(`/api/parcels/${id}`)).headers.get('etag') ?? '';
      const changed = await ada.patch(`/api/parcels/${id}`, { due: { on: null }, name: 'Urn' }, { 'if-match': tag });
      assert.deepEqual([changed.status, changed.body], [200, { name: 'Urn' }]);
      const stale = await ada.patch<Problem>(`/api/parcels/${id}`, { name: 'Jug' }, { 'if-match': '"old"' });
      assert.deepEqual([stale.status, Object.hasOwn(stale.body, 'current')], [412, false]);
      const sent = await ada.post(
        `/api/parcels/${id}/send`,
        { grams: 4 },
        { 'if-match': changed.headers.get('etag') ?? '' },
      );
      assert.deepEqual([sent.status, sent.body], [200, { state: 'Sent' }]);
      const { body: whole } = await cleo.get<WireRecord>(`/api/parcels/${id}`, WHOLE);
      assert.deepEqual([whole['label'], whole['weight'], whole['dueOn'], whole._.title], ['Urn', 4, null, 'Urn']);
    });
  });

  test('refuses what it does not list, and names what is wrong as it was sent', async () => {
    await withParcels(async (server) => {
      const ada = await server.as('Ada');
      const sent = { label: 'Vase', name: '', due: { on: 'soon', at: 1 }, weight: 3, nothing: 0 };
      const refused = await ada.post<Problem>('/api/parcels', sent);
      assert.equal(refused.status, 422, refused.text);
      assert.deepEqual(failures(refused), [
        '/due/at NOT_AN_INPUT',
        '/due/on WRONG_TYPE',
        '/label NOT_AN_INPUT',
        '/name REQUIRED',
        '/nothing NOT_AN_INPUT',
        '/weight NOT_AN_INPUT',
      ]);
      assert.ok(
        refused.body.failures?.every(({ message }) => !message.includes('[')),
        refused.text,
      );
    });
  });

  test('is one of fields by name for whoever asks for whole records, and takes no more than it lists', async () => {
    await withParcels(async (server) => {
      const ada = await server.as('Ada');
      const made = await ada.post<WireRecord & Problem>('/api/parcels', { label: 'Vase' }, WHOLE);
      assert.deepEqual([made.status, made.body._?.title], [201, 'Vase'], made.text);
      const refused = await ada.post<Problem>('/api/parcels', { label: 'Urn', weight: 3 }, WHOLE);
      assert.deepEqual(failures(refused), ['/weight NOT_AN_INPUT']);
    });
  });

  test('of a list gives the page in its shape, counted whole, or the records alone', async () => {
    await withParcels(async (server) => {
      const [ada, cleo] = [await server.as('Ada'), await server.as('Cleo')];
      const page = await ada.get('/api/parcels?pageSize=2&state=Open');
      assert.deepEqual(page.body, { data: [{ name: 'Piano' }, { name: 'Lamp' }], total: 3 });
      const all = async (who: Caller) => (await who.get('/api/all?limit=1')).body;
      assert.deepEqual(await all(ada), [{ label: 'Piano', worth: null }]);
      assert.deepEqual(await all(cleo), [{ label: 'Piano', worth: '900.00' }]);
    });
  });
});

describe('a name in the query of a call', () => {
  test('asks for a field in another spelling, an end of a span, or what a filter of a screen holds', async () => {
    await withParcels(async (server) => {
      const [ada, cleo] = [await server.as('Ada'), await server.as('Cleo')];
      const asked = async (who: Caller, query: string) => {
        const { body, text } = await who.get<{ data?: { name: string }[] }>(`/api/parcels?${query}`);
        return body.data?.map(({ name }) => name).toSorted() ?? text;
      };
      assert.deepEqual(await asked(ada, 'search=la'), ['Lamp']);
      assert.deepEqual(await asked(ada, 'state=Sent'), []);
      assert.deepEqual(await asked(ada, 'maxWeight=25'), ['Books', 'Lamp']);
      assert.deepEqual(await asked(ada, 'due_from=2026-08-02'), ['Lamp']);
      assert.deepEqual(await asked(ada, `ownerId=${ada.id}`), ['Books']);
      assert.deepEqual(await asked(ada, 'tooHeavy=true'), ['Books', 'Piano']);
      assert.deepEqual(await asked(ada, 'tooHeavy=false'), ['Books', 'Lamp', 'Piano']);
      assert.deepEqual(await asked(ada, 'tooHeavy=true&maxWeight=25'), ['Books']);
      assert.deepEqual(await asked(cleo, 'dear=true'), ['Books', 'Piano']);
      const refused = await Promise.all(
        ['tooHeavy=2', 'dear=true', 'weather=wet', 'state=Open&state=Sent'].map(
          async (query) => (await ada.get<Problem>(`/api/parcels?${query}`)).body.code,
        ),
      );
      // A filter over what Ada reads nowhere is to her a name like any other.
      assert.deepEqual(refused, ['UNREADABLE', 'UNKNOWN_PARAMETER', 'UNKNOWN_PARAMETER', 'UNREADABLE']);
    });
  });
});

/** Tasks whose guard speaks of what stands in them. */
const TASKS = `# Specification: Tasks

## 3. Entities and their fields

### Member

- name: text, required, title
- email: email, required, sign-in
- role: Role

### Task

- title: text, required, title
- hours: integer
- fee: money(EUR)
- owner: Member

## 4. States and transitions

### Task: status

| From | Event | To | Who | Only if | Error |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | finish | Done | Member | \`hours > 5\` | TOO_LITTLE |

## 6. Roles and permissions

- Member: everyone who signs in
- Board: sees what things cost

| | Member | Board |
| --- | --- | --- |
| Task: read, create, change | yes | yes |
| Task.fee: read | | yes |
| Member: read | yes | yes |

## 8. The error catalogue

| Code | Status | Message | What to do |
| --- | --- | --- | --- |
| TOO_LITTLE | 409 | {title} of {owner} has {hours} hours for {fee} and is {status}. | {event} it later. |

## Sample data

### Member

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | |
| Bo | bo@example.com | Board |
`;

test('the text of a guard speaks of the record, as far as the person reads it', async () => {
  const server = await startServer(TASKS);
  try {
    const [ada, bo] = [await server.as('Ada'), await server.as('Bo')];
    const told = async (who: Caller, { id, _ }: WireRecord) => {
      const { status, body } = await who.post<Problem>(`/api/tasks/${id}/finish`, {}, { 'if-match': _.etag });
      return `${status} ${body.detail} ${body.next}`;
    };
    const seen = async (who: Caller, id: string) => (await who.get<WireRecord>(`/api/tasks/${id}`)).body;
    const made = await bo.post<WireRecord>('/api/tasks', { title: 'Paint', hours: 3, fee: '8.00', owner: bo.id });
    const bare = await bo.post<WireRecord>('/api/tasks', { title: 'Mow' });
    const { id } = made.body;
    assert.equal(await told(bo, made.body), '409 Paint of Bo has 3 hours for €8.00 and is Open. Finish it later.');
    assert.equal(
      await told(ada, await seen(ada, id)),
      '409 Paint of Bo has 3 hours for something that you may not see and is Open. Finish it later.',
    );
    assert.equal(await told(bo, bare.body), '409 Mow of none has none hours for none and is Open. Finish it later.');
    // Before anybody tries it says the same.
    assert.match((await seen(ada, id))._.can.events['finish']?.message ?? '', /^Paint of Bo has 3 hours for something/);
  } finally {
    await server.stop();
  }
});
