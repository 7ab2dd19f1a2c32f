import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { startServer } from '../support/http/server.ts';

const text = `# Specification: Trips

## 3. Entities

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | role | yes | |

### Trip

- place: text, required, title
- abroad: boolean
- away: boolean, = \`abroad and place != "Ulm"\`
- speed: Slow, Fast, default Slow, shown when \`away\`
- hurry: text, default \`"none"\`, shown when \`speed == Slow\`
- reason: text, default \`"business"\`
- legs: list of Leg

### Leg

Belongs to Trip.

- by: Train, Car, required, default Car
- seat: text, shown when \`by == Train\`
- berth: text, default \`"upper"\`, shown when \`seat != null\`
- bed: text, default \`"soft"\`, shown when \`berth == "upper"\`

### Note

- about: Trip
- tone: text, default \`"calm"\`, shown when \`about.abroad\`
- words: text, required, title

## 4. States and events

### Trip: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Draft | | |
| Draft | plan | Planned | Clerk | create Leg: by = Train, seat = "7"; create Leg: by = Car; create Note: about = this, words = place |

## 6. Permissions

Roles: Clerk

| Entity: operation | Clerk |
| --- | --- |
| Person: read | yes |
| Trip: read | yes |
| Trip: create | yes |
| Trip: change | yes |
| Note: read | yes |
| Note: create | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| short | POST /api/short | create Trip | \`{ "place": text, "abroad": boolean, "legs": [{ "by": text, "seat": text }] }\` | Trip |
| trip | POST /api/trips | create Trip | place, abroad, speed, hurry, reason, legs | Trip |
| trips | GET /api/trips | list Trip | | page of Trip |
| plan | POST /api/trips/:id/plan | plan Trip | | Trip |
| notes | GET /api/notes | list Note | | page of Note |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada Moss | ada@example.com | Clerk |

### Trip

| place | abroad |
| --- | --- |
| Rome | yes |
| Home | no |
`;

interface Trip extends WireRecord {
  readonly speed: string | null;
  readonly hurry: string | null;
  readonly reason: string | null;
  readonly legs: readonly { readonly berth: string | null; readonly bed: string | null }[] | null;
}

interface Note extends WireRecord {
  readonly about: string | null;
  readonly tone: string | null;
}

const given = ({ speed, hurry, reason }: Trip) => [speed, hurry, reason];

test('a default is given only where its field is asked for', async (t) => {
  const server = await startServer(text);
  t.after(() => server.stop());
  const ada = await server.as('Ada');
  const trip = async (input: object, path = '/api/trips') => {
    const { status, body } = await ada.post<Trip>(path, input);
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  assert.deepEqual(given(await trip({ place: 'Oslo', abroad: true })), ['Slow', 'none', 'business']);
  assert.deepEqual(given(await trip({ place: 'Oslo' })), [null, null, 'business']);
  // By way of a computed field, and of another one that is given.
  assert.deepEqual(given(await trip({ place: 'Ulm', abroad: true })), [null, null, 'business']);
  assert.deepEqual(given(await trip({ place: 'Oslo', abroad: true, speed: 'Fast' })), ['Fast', null, 'business']);
  assert.deepEqual(given(await trip({ place: 'Oslo', abroad: true, speed: null })), [null, null, 'business']);
  // A call that does not take these fields makes such records all the same.
  const legs = [{ by: 'Train', seat: '12' }, { by: 'Train' }, {}];
  const short = await trip({ place: 'Oslo', legs }, '/api/short');
  assert.deepEqual(given(short), [null, null, 'business']);
  assert.deepEqual(
    short.legs?.map(({ berth, bed }) => [berth, bed]),
    [
      ['upper', 'soft'],
      [null, null],
      [null, null],
    ],
  );
  const sample = (await ada.get<{ readonly items: readonly Trip[] }>('/api/trips')).body.items;
  const named = (title: string) => sample.find(({ _ }) => _.title === title);
  assert.equal(named('Rome')?.speed, 'Slow');
  assert.equal(named('Home')?.speed, null);
});

test('what is sent where it is not asked for is refused, not left out', async (t) => {
  const server = await startServer(text);
  t.after(() => server.stop());
  const ada = await server.as('Ada');
  const answer = await ada.post<{ readonly failures: readonly { readonly pointer: string }[] }>('/api/trips', {
    place: 'Oslo',
    hurry: 'none',
    legs: [{ by: 'Car', seat: '3' }],
  });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body.failures.map(({ pointer }) => pointer).sort(), ['/hurry', '/legs/0/seat']);
});

test('the same of what the product makes, and of what hangs on another record', async (t) => {
  const server = await startServer(text);
  t.after(() => server.stop());
  const ada = await server.as('Ada');
  const planned = async (abroad: boolean) => {
    const { body } = await ada.post<Trip>('/api/trips', { place: 'Bonn', abroad });
    const { status, body: done } = await ada.post<Trip>(`/api/trips/${body.id}/plan`, {}, { 'If-Match': body._.etag });
    assert.equal(status, 200, JSON.stringify(done));
    assert.deepEqual(
      done.legs?.map(({ berth, bed }) => [berth, bed]),
      [
        ['upper', 'soft'],
        [null, null],
      ],
    );
    const notes = await ada.get<{ readonly items: readonly Note[] }>('/api/notes');
    return notes.body.items.filter(({ about }) => about === body.id).map(({ tone }) => tone);
  };
  assert.deepEqual(await planned(true), ['calm']);
  assert.deepEqual(await planned(false), [null]);
});
