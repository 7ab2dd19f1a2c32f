import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

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

  for (const [sends, expected] of [
    ['title, customer', ['title', 'customer']],
    ['', []],
    ['not shown.', null],
    ['`{ title, customer }`', []],
  ] as const) {
    test(`sends “${sends}”`, () => {
      const [call] = callsIn(`${HEAD}\n| new | POST /api/orders | create Order | ${sends} | | | |`);
      assert.deepEqual(names(call?.sends ?? null), expected);
      assert.equal(call?.sendsShape?.text ?? null, sends.startsWith('`') ? '{ title, customer }' : null);
    });
  }

  for (const [does, expected] of [
    ['list Order', { kind: 'list', entity: 'Order' }],
    ['search Order', { kind: 'list', entity: 'Order' }],
    ['update Order', { kind: 'change', entity: 'Order' }],
    ['close Order', { kind: 'event', event: 'close', entity: 'Order' }],
    ['outside call', { kind: 'outside' }],
    ['', { kind: 'unknown', text: '' }],
    ['not shown.', { kind: 'unknown', text: '' }],
    ['Lists', { kind: 'unknown', text: 'Lists' }],
  ] as const) {
    test(`does “${does}”`, () =>
      assert.deepEqual(callsIn(`${HEAD}\n| a | GET /api/orders | ${does} | | | | |`)[0]?.does, expected));
  }

  test('does nothing that is known where no column says it, whatever its path', () => {
    const [call] = callsIn('| Method | Endpoint |\n| --- | --- |\n| POST | /orders |');
    assert.deepEqual([call?.name, call?.does], ['POST /orders', { kind: 'unknown', text: '' }]);
  });

  test('is read without its other columns, which are one finding', () => {
    const table =
      '| Method | Endpoint | Does | Auth | Since |\n| --- | --- | --- | --- | --- |\n| POST | /orders | create Order | user | 2.1 |';
    const section = `## 7. The calls it makes\n\n${table}`;
    assert.deepEqual(
      callsIn(table).map(({ name, does, help }) => [name, does.kind, help]),
      [['POST /orders', 'create', '']],
    );
    const found = read(section).diagnostics.filter(({ code }) => code === 'not-read');
    assert.equal(found.length, 1);
    assert.match(found[0]?.next ?? '', /Method and path/);
  });

  for (const path of ['GET /orders, POST /orders', 'GET and PATCH /orders/:id', '/orders', 'FETCH /orders', 'GET']) {
    test(`has no call at “${path}”, which is reported`, () => {
      const section = `## 7. The calls it makes\n\n${HEAD}\n| a | ${path} | list Order | | | | |`;
      const { model, diagnostics } = read(section);
      assert.deepEqual(model.calls, []);
      assert.ok(diagnostics.some(({ code, point }) => code === 'value-unknown' && point === 7));
    });
  }

  test('reads no values behind the names of a query, and says so', () => {
    const section = `## 7. The calls it makes\n\n${HEAD}\n| a | GET /orders?status=open&q= | list Order | | | | |`;
    assert.deepEqual(names(read(section).model.calls[0]?.query ?? null), ['status', 'q']);
    assert.deepEqual(notRead(section), ['The value in “status=open” is not read.']);
  });

  test('has notes as help; one that sounds like a rule is reported', () => {
    const section = `## 7. The calls it makes\n\n${HEAD}\n| a | GET /orders | list Order | | | | only on weekdays |`;
    assert.equal(read(section).model.calls[0]?.help, 'only on weekdays');
    assert.equal(notRead(section).length, 1);
  });
});

describe('what is no table of calls', () => {
  for (const [what, section] of [
    ['a list', '- `GET /orders` gives them.\n- `POST /orders`. Errors: E01.\n- Base path `/api`.'],
    ['a block of code', '```http\nPATCH /orders/7 HTTP/1.1\n\n{ "title": "New" }\n```'],
    ['a table with other columns', '| Verb | Goes in |\n| --- | --- |\n| POST | title |\n| GET | |'],
  ] as const) {
    test(`${what} states no call, and is one finding`, () => {
      const { model, diagnostics } = read(`## 7. The calls it makes\n\n${section}`);
      assert.deepEqual(model.calls, []);
      assert.equal(diagnostics.filter(({ point, code }) => point === 7 && code !== 'not-shown').length, 1);
    });
  }

  test('what stands under a heading that names no call is one finding', () => {
    const { model, diagnostics } = read(
      `## 7. The calls it makes\n\n### Orders\n\n${HEAD}\n| a | GET /orders | list Order | | | | |\n\n- and more`,
    );
    assert.deepEqual(model.calls, []);
    assert.deepEqual(
      diagnostics.filter(({ point, code }) => point === 7 && code !== 'not-shown').map(({ code }) => code),
      ['name-unknown'],
    );
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

  for (const [status, expected] of [
    ['422', 422],
    ['', null],
    ['200', null],
    ['500 and above', null],
    ['none', null],
  ] as const) {
    test(`a status of “${status}” is ${expected}`, () => {
      const section = `## 8. The error catalogue\n\n| Code | Status |\n| --- | --- |\n| A | ${status} |`;
      const { model, diagnostics } = read(section);
      assert.deepEqual(
        model.errors.map((error) => error.status),
        [expected],
      );
      const isUnread = diagnostics.some(({ code, point }) => code === 'value-unknown' && point === 8);
      assert.equal(isUnread, status !== '' && expected === null);
    });
  }

  test('has no entry for a row without a code or with several, which is reported', () => {
    const section = '| Code | Status |\n| --- | --- |\n| `TOO_LARGE`, `NO_PICTURE` | 413 |\n| | 401 |';
    const { model, diagnostics } = read(`## 8. The error catalogue\n\n${section}`);
    assert.deepEqual(model.errors, []);
    assert.deepEqual(
      diagnostics.filter(({ point, code }) => point === 8 && code !== 'not-shown').map(({ code }) => code),
      ['value-unknown', 'name-missing'],
    );
  });

  for (const [what, section] of [
    ['a list', '- **E01** (401) "Wrong password."\n- `409 VERSION_CONFLICT` → "Changed."\n- 5xx, try later'],
    ['a table with other columns', '| Situation | Reaction |\n| --- | --- |\n| E01 | wait |\n| E02 | go |'],
    ['a block of code', '```\nE01 401 Wrong password.\n```'],
  ] as const) {
    test(`${what} states no error, and is one finding`, () => {
      const { model, diagnostics } = read(`## 8. The error catalogue\n\n${section}`);
      assert.deepEqual(model.errors, []);
      assert.equal(diagnostics.filter(({ point, code }) => point === 8 && code !== 'not-shown').length, 1);
    });
  }
});
