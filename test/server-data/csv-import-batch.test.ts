import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Problem, WireImport, WirePage } from '../../src/engine/core/wire-format.ts';
import { idOf } from '../../src/model/types/element.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

/** A box takes three items: a computed field counts them, and the permission to create items reads it through the reference. */
const boxes = `# Specification: Boxes

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Items | Item | table: code, box | Clerk |
| \`/boxes\` | Boxes | Box | table: name, items | Clerk, Guard |

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- role: Role

### Box

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..20) | yes | title, unique |
| isSecret | boolean | no | |
| items | integer | | = \`count(Item where box == this)\` |

### Item

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| code | text(1..20) | yes | title, unique, ignoring case |
| number | integer | no | unique |
| box | Box | no | |
| weight | integer(1..9) | no | |

## 6. Roles and permissions

- Clerk: packs
- Guard: looks on

| | Clerk | Guard |
| --- | --- | --- |
| Person: read | yes | yes |
| Box: read | \`isSecret != true\` | yes |
| Item: read | yes | yes |
| Item: create | \`box is empty or box.items < 3\` | no |

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| Page size | 50 |
| Largest page | 200 |
| Requests | 100000 per minute |
| Import rows | 20000 |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Cleo | cleo@example.com | Clerk |
| Gus | gus@example.com | Guard |

### Box

| name | isSecret |
| --- | --- |
| Red | |
| Blue | |
| Dark | yes |

### Item

| code | number | box |
| --- | --- | --- |
| Old | 7 | |
`;

async function opened(t: TestContext): Promise<TestServer> {
  const { store, done } = await openEmpty();
  const server = await startServer(boxes, { store });
  t.after(async () => {
    await server.stop();
    await done();
  });
  return server;
}

const screen = (route: string) => encodeURIComponent(idOf('screen', route));

const imported = (who: Caller, does: string, lines: readonly string[], query = '') =>
  who.post<WireImport & Problem>(`/_/import?screen=${screen('/')}&do=${does}${query}`, lines.join('\n'), {
    'content-type': 'text/csv',
  });

const HEADINGS = 'code,number,box,weight';

/** More rows than are loaded at once. */
const MANY = 250;

/** Rows without a fault, of which some are replaced; by their number from 1. */
const rowsWith = (others: Readonly<Record<number, string>>, count = MANY) => [
  HEADINGS,
  ...Array.from({ length: count }, (_, index) => others[index + 1] ?? `C-${index + 1},${1000 + index},,1`),
];

const told = ({ refused }: WireImport) =>
  refused.map(
    ({ row, code, failures }) => `${row} ${failures.map((one) => `${one.column}:${one.code}`).join() || code}`,
  );

const countOf = async (who: Caller) =>
  (await who.get<WirePage>(`/_/list?screen=${screen('/')}&total=exact`)).body.total?.count;

describe('a file of many rows', () => {
  contract('is listed in the order of its rows, which are created at one moment', async (t) => {
    const server = await opened(t);
    const cleo = await server.as('Cleo');
    assert.equal((await imported(cleo, 'all', rowsWith({}, 40))).status, 200);
    const { body } = await cleo.get<WirePage>(`/_/list?screen=${screen('/')}&sort=createdAt`);
    const codes = body.items.map((item) => item['code']).filter((code) => code !== 'Old');
    assert.deepEqual(
      codes,
      Array.from({ length: 40 }, (_, index) => `C-${index + 1}`),
    );
  });

  contract('errors in the first and the last row name them; nothing or all others are written', async (t) => {
    const server = await opened(t);
    const cleo = await server.as('Cleo');
    const lines = rowsWith({ 1: 'C-1,1,,12', [MANY]: ',2,,' });
    const expected = ['1 weight:TOO_BIG', `${MANY} code:REQUIRED`];
    const all = await imported(cleo, 'all', lines);
    assert.equal(all.status, 422);
    const report = (all.body as unknown as { import: WireImport }).import;
    assert.deepEqual(told(report), expected);
    assert.equal(report.refused.at(-1)?.line, MANY + 1);
    assert.equal(await countOf(cleo), 1);
    const valid = await imported(cleo, 'valid', lines);
    assert.deepEqual([valid.body.written, told(valid.body)], [MANY - 2, expected]);
    assert.equal(await countOf(cleo), MANY - 1);
  });

  contract('a value that is stored, or in any row before, is taken; one of a refused row is free', async (t) => {
    const server = await opened(t);
    const cleo = await server.as('Cleo');
    const lines = rowsWith({
      2: 'OLD,2,,',
      5: 'Same,5,,',
      // Of the rows that are loaded together, and of later ones.
      6: 'sAME,6,,',
      150: 'same,150,,',
      7: 'Free,7,,',
      8: 'free,8,,',
      9: 'Nine,5,,',
      249: 'Last,9,,',
      250: 'LAST,10,,',
    });
    const expected = [
      '2 code:NOT_UNIQUE',
      '6 code:NOT_UNIQUE',
      '7 number:NOT_UNIQUE',
      '9 number:NOT_UNIQUE',
      '150 code:NOT_UNIQUE',
      '250 code:NOT_UNIQUE',
    ];
    for (const does of ['check', 'valid']) assert.deepEqual(told((await imported(cleo, does, lines)).body), expected);
  });

  contract('each row is decided over what the rows before it changed in other records', async (t) => {
    const server = await opened(t);
    const cleo = await server.as('Cleo');
    const inBox = (code: string, box: string) => `${code},,${box},`;
    const lines = rowsWith({
      1: inBox('a', 'Red'),
      2: inBox('b', 'Red'),
      3: inBox('c', 'Blue'),
      4: inBox('d', 'Red'),
      5: inBox('e', 'Red'),
      120: inBox('f', 'Red'),
      121: inBox('g', 'Blue'),
      240: inBox('h', 'Blue'),
      241: inBox('i', 'Blue'),
    });
    const { body } = await imported(cleo, 'valid', lines);
    assert.deepEqual(
      body.refused.map(({ row }) => row),
      [5, 120, 241],
    );
    const { items } = (await cleo.get<WirePage>(`/_/list?screen=${screen('/boxes')}`)).body;
    assert.deepEqual(
      new Map(items.map((box) => [box['name'], box['items']])),
      new Map([
        ['Red', 3],
        ['Blue', 3],
      ]),
    );
  });

  contract('a reference that one may not read is refused like one that there is not', async (t) => {
    const server = await opened(t);
    const cleo = await server.as('Cleo');
    const { body } = await imported(cleo, 'check', rowsWith({ 3: 'x,,Dark,', 200: 'y,,Nowhere,' }));
    assert.deepEqual(told(body), ['3 box:NO_SUCH_VALUE', '200 box:NO_SUCH_VALUE']);
    const [hidden, missing] = body.refused.map(({ failures }) => failures[0]?.message.replace(/Dark|Nowhere/, '…'));
    assert.equal(hidden, missing);
    const gus = await server.as('Gus');
    assert.equal((await imported(gus, 'all', rowsWith({}))).status, 403);
  });

  contract('others are answered while it is imported', async (t) => {
    const server = await opened(t);
    const [cleo, gus] = [await server.as('Cleo'), await server.as('Gus')];
    const working = { isOver: false };
    const importing = imported(cleo, 'all', rowsWith({}, 2_000)).finally(() => {
      working.isOver = true;
    });
    let answered = 0;
    while (!working.isOver) {
      const { status, text } = await gus.get(`/_/list?screen=${screen('/boxes')}`);
      assert.equal(status, 200, text);
      answered += 1;
      // A request over a network begins in a turn of its own.
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal((await importing).body.written, 2_000);
    assert.ok(answered >= 5, `${answered} answers meanwhile`);
    assert.equal(await countOf(cleo), 2_001);
  });
});

describe('a part of a file', () => {
  test('numbers its rows and lines as in the file, and counts the rows before it for the limit', async (t) => {
    const server = await opened(t);
    const cleo = await server.as('Cleo');
    const part = '&rowsBefore=10000&linesBefore=10005';
    const { body } = await imported(cleo, 'check', [HEADINGS, 'a,1,,', ',2,,'], part);
    assert.deepEqual(
      body.refused.map(({ row, line }) => [row, line]),
      [[10_002, 10_008]],
    );
    const unreadable = await imported(cleo, 'check', [HEADINGS, 'a,1,,', 'b"c,2,,'], part);
    assert.match(unreadable.body.detail, /10,?008/);
    const last = await imported(cleo, 'look', [HEADINGS, 'a,1,,', 'b,2,,'], '&rowsBefore=19998');
    assert.equal(last.status, 200);
    const tooMany = await imported(cleo, 'look', [HEADINGS, 'a,1,,', 'b,2,,'], '&rowsBefore=19999');
    assert.deepEqual([tooMany.status, tooMany.body.code], [413, 'TOO_MANY_ROWS']);
    assert.match(tooMany.body.detail, /20,?000/);
    assert.equal((await imported(cleo, 'check', [HEADINGS], '&rowsBefore=-1')).status, 400);
  });
});
