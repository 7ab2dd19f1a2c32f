import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';

const START = `# Specification: Orders

## 3. Entities and their fields

### Order

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text(1..80) | yes | title |
| customer | Person | | |
| total | money(EUR) | | set by the product |

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| email | email | yes | sign-in |

## 4. States and transitions

### Order: status

| From | Event | To | Who |
| --- | --- | --- | --- |
| (new) | | Open | |
| Open | close | Closed | |
`;

const read = (section: string) => readDocument(`${START}\n${section}\n`);
const callsIn = (section: string) => read(`## 7. The calls it makes\n\n${section}`).model.calls;
const errorsIn = (section: string) => read(`## 8. The error catalogue\n\n${section}`).model.errors;
const notRead = (section: string) =>
  read(section)
    .diagnostics.filter(({ code }) => code === 'not-read' || code === 'not-shown')
    .map(({ message }) => message);
const names = (list: readonly { readonly name: string }[] | null) => list?.map(({ name }) => name) ?? null;

function assertComesBack(section: string): void {
  const { model } = read(section);
  const again = readDocument(printDocument(model)).model;
  assert.deepEqual(withoutPlaces(again), withoutPlaces(model));
  assert.equal(printDocument(again), printDocument(model));
}

const HEAD =
  '| Call | Method and path | Does | Sends | Gets | May fail with | Notes |\n| --- | --- | --- | --- | --- | --- | --- |';

describe('a table of calls', () => {
  const table = `${HEAD}
| orders | GET /api/orders?status=&q= | list Order | filter, sort, page | page of Order | | busy in spring |
| one | GET /api/orders/{id} | read Order | | Order | NOT_FREE (R-07, R-08), GONE | |
| tell | POST {BOARD}/notices | outside | \`[{ "text": title }]\` | | | |`;

  test('has the names of a query behind the path', () => {
    const [first, second] = callsIn(table);
    assert.equal(first?.path, '/api/orders');
    assert.deepEqual(names(first?.query ?? null), ['status', 'q']);
    assert.equal(second?.path, '/api/orders/:id');
  });

  test('has in brackets what raises an error, and notes as help', () => {
    const [first, second] = callsIn(table);
    assert.deepEqual(
      second?.errors.map(({ name, cause }) => [name, cause]),
      [
        ['NOT_FREE', 'R-07, R-08'],
        ['GONE', null],
      ],
    );
    assert.equal(first?.help, 'busy in spring');
  });

  test('takes a list of bodies as one shape', () => {
    assert.equal(callsIn(table)[2]?.sendsShape?.text, '[{ "text": title }]');
    assert.deepEqual(
      read(`## 7. The calls it makes\n\n${table}`).diagnostics.filter(({ severity }) => severity === 'error'),
      [],
    );
  });

  test('takes a body with the names of lines in it, and reports one that does not end', () => {
    const told = (sends: string) => {
      const { model, diagnostics } = read(
        `## 7. The calls it makes\n\n${HEAD}\n| new | POST /api/orders | create Order | \`${sends}\` | | | |`,
      );
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      return [model.calls[0]?.sendsShape?.text, errors.length];
    };
    const body = '{ "name": title, "lines": [{ "what": what, "for": this["the price"] }] }';
    assert.deepEqual(told(body), [body, 0]);
    assert.deepEqual(told('{ "name": title, "lines": [{ "what": what }'), [
      '{ "name": title, "lines": [{ "what": what }',
      1,
    ]);
  });

  test('comes back as it was', () => assertComesBack(`## 7. The calls it makes\n\n${table}`));

  test('keeps what stands under headings of its own, and reads the method and path where no column says more', () => {
    const own =
      '| Method | Endpoint | Request body | Auth |\n|---|---|---|---|\n| POST | /orders | `{ title, customer }` | user |';
    const [call] = callsIn(own);
    assert.deepEqual(call?.does, { kind: 'create', entity: 'Order' });
    assert.deepEqual(names(call?.sends ?? null), ['title', 'customer']);
    assert.equal(call?.help, '> Auth: user');
    assertComesBack(`## 7. The calls it makes\n\n${own}`);
  });
});

describe('a table whose column says in words what a call does', () => {
  const table =
    '| Call | Purpose |\n|---|---|\n| `GET /orders` | Lists all of them |\n| `GET /orders/{id}` | read orders |\n| `POST /orders` | Creates one, only for clerks |';

  test('goes by the method and path, unless the words narrow it', () => {
    assert.deepEqual(
      callsIn(table).map(({ name, does, help }) => [name, does.kind, help]),
      [
        ['GET /orders', 'list', '> Lists all of them'],
        ['GET /orders/:id', 'read', ''],
        ['POST /orders', 'unknown', '> Creates one, only for clerks'],
      ],
    );
    assertComesBack(`## 7. The calls it makes\n\n${table}`);
  });
});

describe('calls in words', () => {
  const one = (item: string) => callsIn(`- ${item}`)[0];

  for (const [item, does] of [
    ['`GET /api/orders` gives them.', { kind: 'list', entity: 'Order' }],
    ['`POST /api/orders`', { kind: 'create', entity: 'Order' }],
    ['`GET /api/v1/orders/{id}`', { kind: 'read', entity: 'Order' }],
    ['`PUT /orders/<id>`', { kind: 'change', entity: 'Order' }],
    ['`DELETE /orders/:id`', { kind: 'delete', entity: 'Order' }],
    ['`POST /orders/:id/close`', { kind: 'event', entity: 'Order', event: 'close' }],
    ['`GET /people`', { kind: 'list', entity: 'Person' }],
    ['`POST /orders/:id/reopen`', { kind: 'unknown', text: '' }],
    ['`GET /orders/open`', { kind: 'unknown', text: '' }],
    ['`GET /orders/:id/lines`', { kind: 'unknown', text: '' }],
    ['`GET /report`', { kind: 'unknown', text: '' }],
    ['`DELETE /orders/:id`. Only on the same day.', { kind: 'unknown', text: '' }],
    ['`GET /orders`. Gives the ones where the user is the buyer.', { kind: 'unknown', text: '' }],
  ] as const) {
    test(`“${item}” does ${JSON.stringify(does)}`, () => assert.deepEqual(one(item)?.does, does));
  }

  test('name the fields that they send as point 3 does, and keep other names', () => {
    const call = one('`POST /orders` with `{ Title, customerId, remark }`. Gives 201 and the order.');
    assert.deepEqual(names(call?.sends ?? null), ['title', 'customer', 'remark']);
    assert.equal(call?.gets, '201 and the order');
  });

  test('send the fields that may change where they send the changed ones', () => {
    assert.deepEqual(names(one('`PATCH /orders/:id` with the changed fields and `version`.')?.sends ?? null), [
      'title',
      'customer',
      'version',
    ]);
    assert.deepEqual(names(one('`PATCH /orders/:id` `{ ...fields, version }` → `Order`')?.sends ?? null), [
      'title',
      'customer',
      'version',
    ]);
  });

  test('share what follows them where commas join them, and a semicolon divides', () => {
    const calls = callsIn('- `GET /me`; `POST /a`, `PUT /b/{id}`, `DELETE /b/{id}` -> E01, E02 (delete); `GET /c`');
    assert.deepEqual(
      calls.map(({ name, errors }) => [name, ...errors.map((error) => error.name)]),
      [['GET /me'], ['POST /a', 'E01'], ['PUT /b/:id', 'E01'], ['DELETE /b/:id', 'E01', 'E02'], ['GET /c']],
    );
  });

  test('have a body behind them, in a block of code or in the item', () => {
    const block = '- `POST /orders/:id/close`; E01\n\n      { "note": "late", "lines": [ { "id": 1 } ] }\n';
    assert.deepEqual(names(callsIn(block)[0]?.sends ?? null), ['note', 'lines']);
    const fence = '`POST /orders`\n\n```json\n{ "title": "x" }\n```';
    assert.deepEqual(names(callsIn(fence)[0]?.sends ?? null), ['title']);
  });

  test('begin with what all paths begin with, and may answer what every call may', () => {
    const calls = callsIn(
      'Base path `/api/v2`. Any call with a wrong token gets E01; any call may end in E18.\n\n- `GET /orders`; E03',
    );
    assert.equal(calls[0]?.path, '/api/v2/orders');
    assert.deepEqual(
      calls[0]?.errors.map(({ name, cause }) => [name, cause]),
      [
        ['E03', null],
        ['E01', 'wrong token'],
        ['E18', null],
      ],
    );
  });

  test('do not all have an error from which one is excepted', () => {
    const section = '## 7. The calls it makes\n\n- Every call but sign-in can answer E02.\n- `GET /orders`';
    assert.deepEqual(read(section).model.calls[0]?.errors, []);
    assert.deepEqual(notRead(section), [
      'The note “Every call but sign-in can answer E02.” is kept as help and has no effect.',
    ]);
  });

  test('have the name that stands before them', () => {
    assert.equal(one('**Close an order**: `POST /orders/:id/close`')?.name, 'Close an order');
    assert.deepEqual(
      callsIn('- On `401`: one `POST /session`, then again.\n- `GET /me`').map(({ name }) => name),
      ['GET /me'],
    );
  });

  test('stand under headings of their own, with what is said of them there', () => {
    const calls = callsIn(
      '### GET /orders/{id}\n\nReturns one order.\n\n- Errors: E03\n\n### Closing\n\n- `POST /orders/{id}/close`',
    );
    assert.deepEqual(
      calls.map(({ name, gets, errors }) => [name, gets, ...errors.map((error) => error.name)]),
      [
        ['GET /orders/:id', 'one order', 'E03'],
        ['POST /orders/:id/close', ''],
      ],
    );
  });

  test('are read from requests, curl and YAML', () => {
    const code = [
      '```http\nPATCH /orders/7 HTTP/1.1\n\n{ "title": "New" }\n```',
      '```sh\ncurl -X POST https://a.example/orders \\\n  -d \'{ "title": "x" }\'\n```',
      '```yaml\npaths:\n  /people:\n    get:\n      summary: All people\n      parameters:\n        - name: q\n          in: query\n    post:\n      summary: Add one\n```',
    ];
    assert.deepEqual(
      callsIn(code.join('\n\n')).map(({ name, method, path, query, sends }) => [
        name,
        method,
        path,
        names(query),
        names(sends),
      ]),
      [
        ['PATCH /orders/7', 'PATCH', '/orders/7', [], ['title']],
        ['POST /orders', 'POST', '/orders', [], ['title']],
        ['All people', 'GET', '/people', ['q'], null],
        ['Add one', 'POST', '/people', [], null],
      ],
    );
    assertComesBack(`## 7. The calls it makes\n\n${code.join('\n\n')}`);
  });

  test('report each stretch that is not read, and keep its words', () => {
    const section =
      '## 7. The calls it makes\n\n- `DELETE /orders/:id`. Only on the same day. Errors: E03.\n- Nothing is sent twice.';
    assert.deepEqual(notRead(section), [
      '2 notes are kept as help and have no effect: “Only on the same day”, “Nothing is sent twice.”.',
    ]);
    const { model } = read(section);
    assert.equal(model.calls[0]?.help, '> `DELETE /orders/:id`. Only on the same day. Errors: E03.');
    assert.equal(model.points[6]?.help, '- Nothing is sent twice.');
    assertComesBack(section);
  });
});

describe('the error catalogue', () => {
  const table = `| Code | Status | When | Message | What to do | Stands for | Notes |
| --- | --- | --- | --- | --- | --- | --- |
| E07 | 422 | | Correct the marked fields. | | INVALID, required | rings a bell |
| BUSY | 429 | R-07, close | Later. | | | |
| BUSY | 429 | | Too much. | Wait. | | |`;

  test('has several rows of one code, and entries that stand for ours', () => {
    const errors = errorsIn(table);
    assert.deepEqual(errors[0]?.standsFor, ['INVALID', 'REQUIRED']);
    assert.equal(errors[0]?.help, 'rings a bell');
    assert.deepEqual(names(errors[1]?.causes ?? null), ['R-07', 'close']);
    assert.deepEqual(
      errors.map(({ id }) => id),
      ['error/E07', 'error/BUSY', 'error/BUSY#2'],
    );
    assertComesBack(`## 8. The error catalogue\n\n${table}`);
  });

  test('takes a message out of its quotes', () => {
    const quoted = '| Code | Message |\n| --- | --- |\n| A | "No." |\n| B | \\"No.\\" |';
    assert.deepEqual(
      errorsIn(quoted).map(({ message }) => message),
      ['No.', '"No."'],
    );
    assertComesBack(`## 8. The error catalogue\n\n${quoted}`);
  });

  test('says so where something stands for no refusal of ours', () => {
    const section =
      '## 8. The error catalogue\n\n| Code | Message | Stands for |\n| --- | --- | --- |\n| A | No. | WRONG |';
    assert.ok(
      read(section).diagnostics.some(({ code, message }) => code === 'value-unknown' && message.includes('WRONG')),
    );
  });

  for (const [item, code, status, message, next] of [
    ['**E01** (401) "Wrong password." The field is emptied.', 'E01', 401, 'Wrong password.', ''],
    ['`409 VERSION_CONFLICT` → modal "Changed." with "Reload"', 'VERSION_CONFLICT', 409, 'Changed.', 'with "Reload"'],
    ['`401` otherwise → toast "Sign in again."', '401', 401, 'Sign in again.', ''],
    ['5xx → "Try later."', '5xx', null, 'Try later.', ''],
    ['E02 – 403 – You may not do this.', 'E02', 403, 'You may not do this', ''],
    ['NOT_FOUND (404): "Gone." Reload the page.', 'NOT_FOUND', 404, 'Gone.', 'Reload the page'],
    ['`RATE_LIMITED`: Slow down. (429)', 'RATE_LIMITED', 429, 'Slow down', ''],
    ['**E18** (503) Message: not shown.', 'E18', 503, '', ''],
  ] as const) {
    test(`reads “${item}”`, () => {
      const [error] = errorsIn(`- ${item}`);
      assert.deepEqual([error?.code, error?.status, error?.message, error?.next], [code, status, message, next]);
      assertComesBack(`## 8. The error catalogue\n\n- ${item}`);
    });
  }

  test('keeps what the screens do as help, and says that nothing obeys it', () => {
    const section = '## 8. The error catalogue\n\n- **E01** (401) "Wrong password." The field is emptied.';
    assert.deepEqual(notRead(section), ['The note “The field is emptied” is kept as help and has no effect.']);
    assert.equal(read(section).model.errors[0]?.help, '> **E01** (401) "Wrong password." The field is emptied.');
  });
});
