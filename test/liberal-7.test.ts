import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../src/notation/read.ts';

const ORDERS = `## 3. Entities and their fields

- **Order**
  - State: open or closed.
  - Total: a whole number.

`;

function callsIn(text: string, errors = '') {
  const { model, diagnostics } = readDocument(`${ORDERS}## 7. The calls it makes\n\n${text}\n\n${errors}`);
  const calls = model.calls.map((call) => [
    `${call.method} ${call.path}`,
    call.query.map(({ name }) => name).join(', '),
    call.sends?.map(({ name }) => name).join(', ') ?? null,
    call.errors.map(({ name }) => name).join(', '),
  ]);
  const notRead = diagnostics.filter(({ point, code }) => point === 7 && code === 'not-read');
  return { calls, notRead: notRead.map(({ message }) => message) };
}

const CODES = '## 8. The error catalogue\n\n- **TAKEN** (409) "Taken."\n- **TOO_LATE** (409) "Too late."';

const FORMS: Readonly<
  Record<string, { readonly text: string; readonly errors?: string; readonly calls: readonly unknown[] }>
> = {
  'a table with headings of its own': {
    text: `| Verb | Address | Goes in | Comes back | Can go wrong |
|---|---|---|---|---|
| POST | /api/orders | state, total | 201 | TAKEN, TOO_LATE |
| GET | /api/orders?state= | | items | |`,
    calls: [
      ['POST /api/orders', '', 'State, Total', 'TAKEN, TOO_LATE'],
      ['GET /api/orders', 'state', '', ''],
    ].map(([path, query, sends, errors]) => [path, query, sends?.toLowerCase(), errors]),
  },
  'plain lines in columns behind a common path': {
    text: `Basis: /v1

  POST   /orders          state, total      E01, E02
  GET    /orders?q=                         -
  GET    /orders/{no}     -> CSV            E03
  PUT    /orders/{no}     state, total E04`,
    calls: [
      ['POST /v1/orders', '', 'state, total', 'E01, E02'],
      ['GET /v1/orders', 'q', null, ''],
      ['GET /v1/orders/:no', '', null, 'E03'],
      ['PUT /v1/orders/:no', '', 'state, total', 'E04'],
    ],
  },
  'lines with requirement ids and alternatives in the path': {
    text: `FR-1: Prefix /api. JSON.
FR-2: POST /orders {state, total?} -> 201 | E-DUP, E-LATE
FR-3: POST /orders/{id}/{open|close} {reason?} -> 200 | E-LATE`,
    errors: '## 8. The error catalogue\n\n- **E-DUP** (409) "Twice."\n- **E-LATE** (409) "Late."',
    calls: [
      ['POST /api/orders', '', 'State, Total', 'E-DUP, E-LATE'],
      ['POST /api/orders/:id/open', '', 'reason', 'E-LATE'],
      ['POST /api/orders/:id/close', '', 'reason', 'E-LATE'],
    ],
  },
  'sentences about one call or about several': {
    text: `- Everything is under \`/api\`.
- \`GET /orders\` with the parameters \`state\` and \`page\` gives a page of orders.
- \`POST /orders/{id}/take\` sends nothing and \`POST /orders/{id}/give\` sends \`note\`. Both can fail with "taken" and "too late".
- \`POST /orders\`, \`DELETE /orders/{id}\`. They can fail with "taken", and the last one with "too late".`,
    errors:
      '## 8. The error catalogue\n\n- "Taken" is status 409. The message is "Taken."\n- "Too late" is status 409. The message is "Late."',
    calls: [
      ['GET /api/orders', 'state, page', null, ''],
      ['POST /api/orders/:id/take', '', '', 'Taken, Too late'],
      ['POST /api/orders/:id/give', '', 'note', 'Taken, Too late'],
      ['POST /api/orders', '', null, 'Taken'],
      ['DELETE /api/orders/:id', '', null, 'Taken, Too late'],
    ],
  },
  'lines of requests in code': {
    text: `\`\`\`http
POST /v1/session          { login, password } | { badge } -> 200 { token }
PUT  /v1/orders/{id}      { total }                       -> 200 Order       409
\`\`\``,
    calls: [
      ['POST /v1/session', '', 'login, password, badge', ''],
      ['PUT /v1/orders/:id', '', 'Total', ''],
    ],
  },
};

const folded = (calls: readonly unknown[]) => JSON.parse(JSON.stringify(calls).toLowerCase()) as unknown;

for (const [what, { text, errors, calls }] of Object.entries(FORMS))
  test(`calls are read from ${what}`, () => {
    assert.deepEqual(folded(callsIn(text, errors ?? CODES).calls), folded(calls));
  });

test('what a line of code says of statuses alone is reported, as no code of the catalogue', () => {
  const { calls, notRead } = callsIn(
    '```http\nGET /v1/orders       -> 200 Order[]\nPUT /v1/orders/{id}  { total }  409 422\n```',
  );
  assert.deepEqual(
    calls.map((call) => call[3]),
    ['', ''],
  );
  assert.ok(notRead.some((message) => message.includes('409 422')));
});

test('a table that is none of calls is reported row by row', () => {
  const { calls, notRead } = callsIn(
    '- `GET /api/orders`. Gives all.\n\n| Colour | Sound |\n|---|---|\n| red | loud |\n| blue | low |',
  );
  assert.equal(calls.length, 1);
  for (const word of ['loud', 'low'])
    assert.ok(
      notRead.some((message) => message.includes(word)),
      word,
    );
});
