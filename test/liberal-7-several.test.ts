import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runChecks } from '../src/checks/run.ts';
import { assume } from '../src/model/defaults/assume.ts';
import { readDocument } from '../src/notation/read.ts';

const BOATS = `## 3. Entities and their fields

### Boat

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| berth | text | | |

### Pier

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |

## 4. States and transitions

### Boat: state

| From | Event | To |
| --- | --- | --- |
| (new) | | Ashore |
| Ashore | launch | Afloat |
| Afloat | moor | Moored |
| Moored | haul | Ashore |
`;

function callsIn(text: string) {
  const { model, diagnostics } = readDocument(`${BOATS}\n## 7. The calls it makes\n\n${text}\n`);
  const left = diagnostics.filter(
    ({ point, code }) => point === 7 && (code === 'not-read' || code === 'value-unknown'),
  );
  return {
    calls: model.calls.map(({ method, path }) => `${method} ${path}`),
    does: model.calls.map(({ does }) =>
      'entity' in does ? `${does.kind === 'event' ? does.event : does.kind} ${does.entity}` : does.kind,
    ),
    sends: model.calls.map(({ sends }) => sends?.map(({ name }) => name).join(', ') ?? null),
    query: model.calls.map(({ query }) => query.map(({ name }) => name).join(', ')),
    left: left.map(({ message }) => message),
  };
}

/** What stands in a cell or at the beginning of an item, and the calls it is. */
const ADDRESSES: readonly (readonly [string, readonly string[]])[] = [
  ['`GET /boats`, `POST /boats`', ['GET /boats', 'POST /boats']],
  ['`GET /boats?name=` · `PATCH /boats/:id`', ['GET /boats', 'PATCH /boats/:id']],
  ['`GET` / `PATCH /boats/{id}`', ['GET /boats/:id', 'PATCH /boats/:id']],
  ['`GET` and `PATCH /boats/:id`', ['GET /boats/:id', 'PATCH /boats/:id']],
  ['`GET|DELETE /boats/:id`', ['GET /boats/:id', 'DELETE /boats/:id']],
  ['`GET, DELETE /boats/:id`', ['GET /boats/:id', 'DELETE /boats/:id']],
  ['GET and DELETE /boats/:id', ['GET /boats/:id', 'DELETE /boats/:id']],
  ['`GET` and `POST` on `/boats`, `/piers`', ['GET /boats', 'POST /boats', 'GET /piers', 'POST /piers']],
  [
    '`POST /boats/:id/launch` · `/moor` · `/haul`',
    ['POST /boats/:id/launch', 'POST /boats/:id/moor', 'POST /boats/:id/haul'],
  ],
  [
    '`POST /boats/{id}/launch`, `/moor` and `/haul`',
    ['launch', 'moor', 'haul'].map((each) => `POST /boats/:id/${each}`),
  ],
  ['POST /boats/:id/launch, /moor', ['POST /boats/:id/launch', 'POST /boats/:id/moor']],
  ['`GET /boats`, `/boats/:id`', ['GET /boats', 'GET /boats/:id']],
  ['`GET /yard/boats/:id`, `/yard/piers`', ['GET /yard/boats/:id', 'GET /yard/piers']],
  [
    '`GET /boats/:id`, `POST …/launch`, `POST …/moor`',
    ['GET /boats/:id', 'POST /boats/:id/launch', 'POST /boats/:id/moor'],
  ],
];

describe('several calls in one place', () => {
  for (const [written, calls] of ADDRESSES) {
    test(`a row: ${written}`, () => {
      const found = callsIn(`| Endpoint | Used for |\n|---|---|\n| ${written.replace('|', '\\|')} | The harbour |`);
      assert.deepEqual([found.calls, found.left], [calls, []]);
    });
    test(`an item: ${written}`, () => {
      const found = callsIn(`- ${written}`);
      assert.deepEqual([found.calls, found.left], [calls, []]);
    });
  }

  test('each does what its own path says', () => {
    const { does } = callsIn(
      '| Call | Used for |\n|---|---|\n| `GET` and `PATCH /boats/:id`, `POST /boats/:id/moor` | A boat |',
    );
    assert.deepEqual(does, ['read Boat', 'change Boat', 'moor Boat']);
  });

  test('words that keep something away make what they do unknown', () => {
    const { does } = callsIn(
      '| Call | Used for |\n|---|---|\n| `GET /boats`, `POST /boats` | Members cannot see the old ones. |',
    );
    assert.deepEqual(does, ['unknown', 'unknown']);
  });
});

/** A path alone that may go on from the one before in two ways, or from none. */
const OPEN: readonly (readonly [string, readonly string[], string])[] = [
  ['`GET /boats/:id`, `/log`', ['GET /boats/:id'], '/log'],
  ['`GET /piers/:id/boats`, `/piers-list/all`', ['GET /piers/:id/boats'], '/piers-list/all'],
  ['`GET /piers/:id/log`, `/boats`', ['GET /piers/:id/log'], '/boats'],
  ['`GET /harbour/boats`, `POST …/launch`', ['GET /harbour/boats'], '…/launch'],
  ['`GET /boats` (the fast ones), `/piers`', ['GET /boats'], '/piers'],
];

describe('a path that may be meant in two ways is reported', () => {
  for (const [written, calls, left] of OPEN) {
    test(`a row: ${written}`, () => {
      const found = callsIn(`| Endpoint | Used for |\n|---|---|\n| ${written} | The harbour |`);
      assert.deepEqual(found.calls, calls);
      assert.ok(found.left.some((message) => message.includes(left)));
    });
    test(`an item: ${written}`, () => {
      const found = callsIn(`- ${written}`);
      assert.deepEqual(found.calls, calls);
      assert.ok(found.left.some((message) => message.includes(left)));
    });
  }

  test('a method with other words behind it is none of a call', () => {
    const { calls } = callsIn('- `GET /boats` gives all; `POST` to the same path adds one.');
    assert.deepEqual(calls, ['GET /boats']);
  });
});

describe('what calls of one row send', () => {
  const row = (endpoints: string, request: string) =>
    callsIn(`| Endpoint | Request | Response and notes |\n|---|---|---|\n| ${endpoints} | ${request} | the boat |`);

  test('a body goes to those that write', () => {
    const found = row('`GET /boats`, `PATCH /boats/:id`', '`{ name?, berth? }`');
    assert.deepEqual([found.sends, found.left], [[null, 'name, berth'], []]);
  });

  test('a query goes to the one that lists', () => {
    const found = row('`GET /boats`, `POST /boats`, `GET /boats/:id`', '`?name=&berth=`; `Boat` fields');
    assert.deepEqual([found.query, found.left], [['name, berth', '', ''], []]);
  });

  test('bodies go to the paths that they name', () => {
    const found = row('`POST /boats/:id/moor`, `/launch`, `/haul`', 'moor `{ berth }`, launch `{ name }`');
    assert.deepEqual([found.sends, found.left], [['berth', 'name', null], []]);
  });

  test('a query alone is that of the call', () => {
    const found = row('`GET /boats`', '`?name=`');
    assert.deepEqual([found.query, found.left], [['name'], []]);
  });

  for (const request of ['`{ name }`; `{ berth }`', 'moor `{ berth }`, sink `{ name }`', '`?name=`', 'what they like'])
    test(`what may belong to one or another is reported: ${request}`, () => {
      const found = row('`POST /boats/:id/moor`, `/launch`', request);
      assert.deepEqual(found.sends, [null, null]);
      assert.ok(found.left.length > 0);
    });

  test('a form with a file', () => {
    assert.deepEqual(row('`PUT /boats/:id/picture`', 'multipart `picture`').sends, ['picture']);
  });
});

describe('calls to sign in and out', () => {
  const found = (text: string) => {
    const { model, diagnostics } = readDocument(`${BOATS}\n## 7. The calls it makes\n\n${text}\n`);
    const told = diagnostics.filter(({ message }) => message.includes('signs people in or out')).length;
    const gaps = runChecks(assume(model)).filter(({ message }) => message.includes('so it answers nobody')).length;
    return { told, gaps };
  };

  for (const call of ['POST /session', 'POST /api/v1/auth/login', 'DELETE /sessions/current', 'POST /logout'])
    test(`${call} is the product's own`, () => assert.deepEqual(found(`- \`${call}\``), { told: 1, gaps: 0 }));

  for (const call of ['GET /session', 'POST /sessions/:id/extend', 'POST /login-reports'])
    test(`${call} is a call like others`, () => assert.deepEqual(found(`- \`${call}\``), { told: 0, gaps: 1 }));
});
