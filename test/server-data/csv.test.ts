import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type {
  Problem,
  WireImport,
  WireImportPreview,
  WirePage,
  WireRecord,
} from '../../src/engine/core/wire-format.ts';
import { BYTE_ORDER_MARK, readCsv } from '../../src/fields/text/csv.ts';
import { idOf } from '../../src/model/types/element.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { depotOrders } from '../support/documents/depot-orders.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

async function opened(t: TestContext, text = depotOrders): Promise<TestServer> {
  const { store, done } = await openEmpty();
  const server = await startServer(text, { store });
  t.after(async () => {
    await server.stop();
    await done();
  });
  return server;
}

const at = (route: string) => encodeURIComponent(idOf('screen', route));
const csv = { 'content-type': 'text/csv' };
const columns = (names: readonly (string | null)[]) => `&columns=${encodeURIComponent(JSON.stringify(names))}`;

const exported = (who: Caller, route: string, query = '') => who.get<Problem>(`/_/export?screen=${at(route)}${query}`);

/** The cells of a file that must have been given. */
async function cells(who: Caller, route: string, query = ''): Promise<readonly (readonly string[])[]> {
  const { status, text } = await exported(who, route, query);
  assert.equal(status, 200, text);
  const read = readCsv(text, 1_000);
  assert.ok('rows' in read, text);
  return read.rows.map((row) => row.cells);
}

const imported = (
  who: Caller,
  does: string,
  file: string,
  query = '',
  headers: Readonly<Record<string, string>> = {},
) =>
  who.post<WireImport & WireImportPreview & Problem>(`/_/import?screen=${at('/')}&do=${does}${query}`, file, {
    ...csv,
    ...headers,
  });

async function numbers(who: Caller): Promise<readonly string[]> {
  const { body } = await who.get<WirePage>(`/_/list?screen=${at('/')}`);
  const { body: rest } =
    body.next === null
      ? { body: { items: [] } }
      : await who.get<WirePage>(`/_/list?screen=${at('/')}&page=${encodeURIComponent(body.next)}`);
  return [...body.items, ...rest.items].map((item) => String(item['number']));
}

const tell = ({ body }: { readonly body: WireImport }) =>
  body.refused.map(({ row, failures }) => [row, ...failures.map(({ column, code }) => `${column} ${code}`)]);

describe('a list as a file', () => {
  test('holds what the person reads: their rows in order, their columns, values of no language', async (t) => {
    const server = await opened(t);
    const [cleo, bo] = [await server.as('Cleo'), await server.as('Bo')];
    const answer = await exported(cleo, '/');
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
    assert.equal(
      (await exported(cleo, '/open')).headers.get('content-disposition'),
      `attachment; filename="Open orders_ now.csv"; filename*=UTF-8''Open%20orders%3A%20now.csv`,
    );
    // A-3 is hidden from clerks, and so is the customer of A-2.
    assert.deepEqual(await cells(bo, '/'), [
      ['Number', 'Customer', 'Kind', 'Total'],
      ['A-1', 'Acme', 'inStock', '12.50'],
      ['A-2', 'Shade', 'Rush', '-4.00'],
      ['A-3', '', 'Rush', ''],
    ]);
    const mine = await cells(cleo, '/');
    assert.deepEqual(
      mine.map(([number]) => number),
      ['Number', 'A-1', 'A-2'],
    );
    assert.doesNotMatch(answer.text, /Shade|A-3/);
    const names = ['number', 'quote', 'marks', 'dueOn', 'callAt', 'count', 'paid', 'note', 'status'];
    assert.deepEqual((await cells(cleo, '/', columns(names)))[1], [
      'A-1',
      'USD -3.00',
      'Glass, Cold',
      '2026-09-01',
      '2026-09-01T08:00:00.000Z',
      '3',
      'true',
      "'=1+1",
      'Open',
    ]);
  });

  test('is narrowed, in order and found as the list is, over all of its pages', async (t) => {
    const server = await opened(t);
    const bo = await server.as('Bo');
    assert.deepEqual(await cells(bo, '/open', '&sort=-number'), [['Number'], ['A-3'], ['A-2'], ['A-1']]);
    assert.deepEqual(await cells(bo, '/open', `&filter=${encodeURIComponent('kind == Rush')}&sort=number`), [
      ['Number'],
      ['A-2'],
      ['A-3'],
    ]);
    assert.deepEqual(await cells(bo, '/open', '&q=a-2'), [['Number'], ['A-2']]);
  });

  test('a column or filter that one may not read is refused in the words of one that there is not', async (t) => {
    const server = await opened(t);
    const cleo = await server.as('Cleo');
    for (const query of [columns(['margin']), '&sort=margin', '&margin=3.00', '&filter=margin%20%3E%201%20EUR']) {
      const hidden = await exported(cleo, '/', query);
      const missing = await exported(cleo, '/', query.replace('margin', 'nothing'));
      assert.equal(hidden.status, 400, query);
      assert.equal(missing.status, 400, query);
      assert.equal(hidden.body.detail.replaceAll('margin', 'nothing'), missing.body.detail);
    }
    for (const query of ['&limit=1', '&page=x', '&total=exact', '&columns=x', '&columns=[]', '&unheard=1'])
      assert.equal((await exported(cleo, '/', query)).status, 400, query);
  });

  test('hidden rows do not count against the limit; more than the limit are refused, never cut off', async (t) => {
    const server = await opened(t, depotOrders.replace('| Export rows | 7 |', '| Export rows | 2 |'));
    const [cleo, bo] = [await server.as('Cleo'), await server.as('Bo')];
    assert.equal((await cells(cleo, '/')).length, 3);
    const refused = await exported(bo, '/');
    assert.deepEqual([refused.status, refused.body.code], [413, 'TOO_MANY_ROWS']);
    assert.deepEqual(
      refused.body.decidedBy?.map(({ element }) => element),
      ['limit/export rows'],
    );
    assert.equal((await exported(bo, '/', '&number.in=A-1,A-3')).status, 200);
  });

  test('is given where the document does not keep it, and to nobody while that is not shown', async (t) => {
    const server = await opened(t);
    const [cleo, bo, gil] = [await server.as('Cleo'), await server.as('Bo'), await server.as('Gil')];
    assert.deepEqual([(await exported(bo, '/sealed')).status, (await exported(bo, '/unsaid')).status], [403, 422]);
    assert.equal((await exported(cleo, '/boss')).status, 403);
    assert.equal((await exported(gil, '/')).status, 403);
    assert.equal((await exported(server.guest, '/')).status, 401);
    assert.equal((await exported(bo, '/nowhere')).status, 404);
  });
});

describe('a file as records', () => {
  contract('what was had as a file is read back, every kind of value as it was', async (t) => {
    const server = await opened(t, depotOrders.replace('< 2`', '< 9`').replace('rows | 7 |', 'rows | 8 |'));
    const bo = await server.as('Bo');
    const parts = [
      { what: '=Lid', pieces: 2 },
      { what: 'Box; "big"', pieces: 3 },
    ];
    const made = await bo.post('/api/orders', { number: 'B-1', note: "'=x", parts, total: '-0.05' });
    assert.equal(made.status, 201, made.text);
    const names = ['number', 'customer', 'kind', 'total', 'quote', 'marks', 'dueOn', 'callAt', 'count', 'paid', 'note'];
    const asked = columns([...names, 'parts']);
    const out = (await exported(bo, '/', asked)).text;
    const again = out.replaceAll(/^(\ufeff?)([AB])-/gm, '$1Z$2-');
    const done = await imported(bo, 'all', `${BYTE_ORDER_MARK}${again}`);
    assert.equal(done.status, 200, done.text);
    assert.deepEqual([done.body.rows, done.body.good, done.body.written], [4, 4, 4]);
    const back = await cells(bo, '/', `${asked}&sort=number`);
    const before = back.slice(1, 5).map(([, ...rest]) => rest);
    assert.deepEqual(
      back.slice(5).map(([, ...rest]) => rest),
      before,
    );
    assert.equal(JSON.parse(before[3]?.at(-1) ?? '')[0].what, '=Lid');
  });

  test('its columns are known by name and label, its rows counted, and nothing is decided yet', async (t) => {
    const server = await opened(t);
    const cleo = await server.as('Cleo');
    const { status, body } = await imported(cleo, 'look', 'NUMBER;due-on;Called at;left;label\r\nB1;;x;9;f\r\n;;y;;');
    assert.equal(status, 200);
    assert.equal(body.rows, 2);
    assert.deepEqual(
      body.columns.map(({ heading, field, samples }) => [heading, field, ...samples]),
      [
        ['NUMBER', 'number', 'B1'],
        ['due-on', 'dueOn'],
        ['Called at', null, 'x', 'y'],
        // Computed, and a file: neither is sent as text.
        ['left', null, '9'],
        ['label', null, 'f'],
      ],
    );
    assert.ok(body.fields.includes('number') && !body.fields.includes('left') && !body.fields.includes('label'));
  });

  contract('a check tells every rule of each row by the decision itself, and writes nothing', async (t) => {
    const server = await opened(t);
    const cleo = await server.as('Cleo');
    const file = [
      'Number,Customer,Kind,Total,Count,Paid,Note',
      'B-1,AC,Rush,600,,,',
      'A-1,Acme,nope,many,12,,',
      'B-1,acme,in stock,,,yes,"a',
      'b"',
      'B-3,,inStock,1,,,',
      'B-4,ac,inStock,1,,,',
    ].join('\r\n');
    const { status, body } = await imported(cleo, 'check', file);
    assert.equal(status, 200);
    assert.deepEqual([body.rows, body.good, body.written], [5, 2, 0]);
    assert.deepEqual(tell({ body }), [
      [2, 'Kind NOT_A_CHOICE', 'Total WRONG_TYPE', 'Count TOO_BIG', 'Number NOT_UNIQUE'],
      // A title counts letter by letter; the number is taken by the first row of this very file.
      [3, 'Customer NO_SUCH_VALUE', 'Note WRONG_TYPE', 'Number NOT_UNIQUE', 'Total NOT_VALID'],
      // A-1 is in stock already, and so is B-3 by then.
      [5, 'Kind NOT_VALID'],
    ]);
    assert.deepEqual(
      body.refused.map(({ line }) => line),
      [3, 4, 7],
    );
    assert.deepEqual(
      body.warned.map(({ row, failures }) => [row, failures[0]?.message]),
      [[1, 'That is much.']],
    );
    assert.deepEqual(await numbers(cleo), ['A-1', 'A-2']);
  });

  test('a number as a spreadsheet writes it is read as an input reads it', async (t) => {
    const server = await opened(t, depotOrders.replace('rows | 7 |', 'rows | 99 |'));
    const cleo = await server.as('Cleo');
    let made = 0;
    const read = async (field: string, cell: string, language = 'de') => {
      const file = `number\t${field}\nB-1\t${cell}`;
      const { body } = await imported(cleo, 'check', file, '', { 'ninefold-language': language });
      const [failed] = body.refused[0]?.failures ?? [];
      if (failed === undefined) {
        made += 1;
        await imported(cleo, 'all', file.replace('B-1', `N-${made}`), '', { 'ninefold-language': language });
        const { body: list } = await cleo.get<WirePage>(`/_/list?screen=${at('/')}&number=N-${made}`);
        return list.items[0]?.[field];
      }
      return `${failed.code}: ${failed.message} ${failed.next}`;
    };
    // The plain form means what it always meant.
    for (const language of ['de', 'en', 'ar'])
      assert.deepEqual(
        [await read('total', '12.5', language), await read('total', '-4.00', language)],
        ['12.50', '-4.00'],
      );
    const money = ['12,50', '1.234,56', '1 234,56', '1,234.56', '-0,5', '−3,00 €', 'EUR 7,00', '1.234.567'];
    const amounts = ['12.50', '1234.56', '1234.56', '1234.56', '-0.50', '-3.00', '7.00', '1234567.00'];
    for (const [index, cell] of money.entries()) assert.equal(await read('total', cell), amounts[index], cell);
    assert.equal(await read('total', '1,50', 'en'), '1.50');
    assert.deepEqual(await read('quote', '3,25 USD'), { amount: '3.25', currency: 'USD' });
    assert.equal(await read('count', '٣', 'ar'), 3);
    // One separator before three digits is read as the language reads it, and never as the other number.
    assert.equal(await read('total', '1.234'), '1234.00');
    assert.equal(await read('total', '1,234', 'en'), '1234.00');
    assert.match(
      String(await read('total', '1.234', 'en')),
      /^WRONG_TYPE: Enter an amount in EUR such as 12\.50, with/,
    );
    assert.match(String(await read('total', '1,234')), /^WRONG_TYPE: Bitte eingeben: ein Betrag in EUR wie 12,50, mit/);
    // Where both would fit, which one is meant has to be written.
    assert.match(
      String(await read('quote', '1,234 KWD', 'en')),
      /Enter 1234 or 1\.2340, since this can be read as either/,
    );
    for (const cell of [
      '12,5,0',
      '12 50',
      '5,',
      '1.23,4',
      '1,50 USD',
      '$1,50',
      '1,2345',
      '12,-',
      '12€50',
      '90 min',
      'many',
    ])
      assert.match(String(await read('total', cell, 'en')), /^WRONG_TYPE: Enter an amount in EUR such as/, cell);
    assert.match(String(await read('count', '1,5', 'en')), /^WRONG_TYPE: Enter a whole number/);
  });

  test('dates, times and truths of a file are read in the language of the page, as in an input', async (t) => {
    const server = await opened(t, depotOrders.replace('rows | 7 |', 'rows | 99 |'));
    const cleo = await server.as('Cleo');
    const check = async (field: string, cell: string, language: string) => {
      const file = `number\t${field}\nB-1\t${cell}`;
      const { body } = await imported(cleo, 'check', file, '', { 'ninefold-language': language });
      return body.refused[0]?.failures.find(({ code }) => code === 'WRONG_TYPE')?.message ?? 'read';
    };
    for (const cell of ['27.11.2026', '2026-11-27', '27. November 2026', '7.1.2026'])
      assert.equal(await check('dueOn', cell, 'de'), 'read', cell);
    for (const cell of ['03 04 26', '27.11.26', '27.11.', '11/27/2026', '31.2.2026'])
      assert.equal(await check('dueOn', cell, 'de'), 'Bitte eingeben: ein Datum wie 27.11.2026.', cell);
    assert.equal(await check('dueOn', '27/11/26', 'en'), 'Enter a date such as 27/11/2026.');
    assert.equal(await check('callAt', '27.11.2026, 14:30', 'de'), 'read');
    assert.match(
      await check('callAt', '27.11.2026', 'de'),
      /^Bitte eingeben: ein Datum mit Uhrzeit wie 27\.11\.2026, 14:30\.$/,
    );
    for (const cell of ['ja', 'Nein', 'yes', 'نعم']) assert.equal(await check('paid', cell, 'de'), 'read', cell);
    assert.equal(await check('paid', 'vielleicht', 'de'), 'Bitte eingeben: ja oder nein.');
  });

  contract('all rows are written or none; or, where one asks for that, those that nothing is against', async (t) => {
    const server = await opened(t);
    const cleo = await server.as('Cleo');
    const file = 'number,kind,total\nB-1,Rush,1\nA-1,Rush,1\nB-2,inStock,2';
    const none = await imported(cleo, 'all', file);
    assert.deepEqual([none.status, none.body.code, none.body.import?.written], [422, 'INVALID', 0]);
    assert.deepEqual(tell({ body: none.body.import ?? assert.fail() }), [[2, 'number NOT_UNIQUE']]);
    assert.deepEqual(await numbers(cleo), ['A-1', 'A-2']);
    const some = await imported(cleo, 'valid', file);
    assert.deepEqual([some.status, some.body.good, some.body.written], [200, 2, 2]);
    assert.deepEqual(await numbers(cleo), ['A-1', 'A-2', 'B-1', 'B-2']);
    // Each is a record that somebody made, as by the form.
    const { body } = await cleo.get<WirePage>(`/_/list?screen=${at('/open')}&number=B-2`);
    const [record] = body.items;
    assert.deepEqual([record?.['createdBy'], record?.['status'], record?.['total']], [cleo.id, 'Open', '2.00']);
    const history = await cleo.get<readonly { event: string }[]>(`/_/records/Order/${record?.id}/history`);
    assert.match(history.text, /"event":"create"/);
  });

  contract('under a key it happens once, and is answered alike', async (t) => {
    const server = await opened(t);
    const cleo = await server.as('Cleo');
    const key = { 'idempotency-key': 'one' };
    const file = 'number\nB-1\nA-1';
    const [one, two] = await Promise.all([
      imported(cleo, 'valid', file, '', key),
      imported(cleo, 'valid', file, '', key),
    ]);
    assert.deepEqual([one.status, two.status], [200, 200]);
    assert.deepEqual(two.body, one.body);
    assert.deepEqual([one.body.written, one.body.refused.length], [1, 1]);
    assert.equal((await imported(cleo, 'valid', 'number\nB-2', '', key)).body.code, 'IDEMPOTENCY_MISMATCH');
    assert.deepEqual(await numbers(cleo), ['A-1', 'A-2', 'B-1']);
    // A check is no import: it leaves the key free.
    const free = { 'idempotency-key': 'two' };
    await imported(cleo, 'check', 'number\nB-3', '', free);
    assert.equal((await imported(cleo, 'all', 'number\nB-3', '', free)).body.written, 1);
  });

  test('who may not create may not import; the document may keep it from everybody', async (t) => {
    const server = await opened(t);
    const [bo, gil] = [await server.as('Bo'), await server.as('Gil')];
    const post = (who: Caller, route: string) =>
      who.post<Problem>(`/_/import?screen=${at(route)}&do=look`, 'number\nB-1', csv);
    assert.deepEqual([(await post(gil, '/')).status, (await post(server.guest, '/')).status], [403, 401]);
    assert.deepEqual([(await post(bo, '/sealed')).status, (await post(bo, '/unsaid')).status], [403, 422]);
    assert.equal((await post(bo, '/nowhere')).status, 404);
  });

  test('a hidden record is answered as one that is not there, and a key that it has as the form answers', async (t) => {
    const server = await opened(t);
    const cleo = await server.as('Cleo');
    const { body } = await imported(cleo, 'check', 'number,customer\nB-1,Shade\nB-2,Nobody\nB-3,SH\nB-4,Twin\nA-3,T1');
    const [hidden, missing, byKey, twins, taken] = body.refused;
    assert.deepEqual(hidden?.failures, missing?.failures);
    assert.deepEqual(byKey?.failures, missing?.failures);
    assert.equal(twins?.failures[0]?.message, 'Several records are called “Twin”.');
    // One of those that have a title in common is meant by the id, as each record may be.
    const { items } = (await cleo.get<{ items: { id: string }[] }>('/_/labels/Customer?q=Twin')).body;
    const byId = await imported(cleo, 'check', `number,customer\nB-4,${items[0]?.id}`);
    assert.deepEqual([items.length, byId.body.good], [2, 1]);
    const form = await cleo.post<Problem>('/api/orders', { number: 'A-3' });
    assert.deepEqual(
      taken?.failures.map(({ column: _, ...rest }) => rest),
      form.body.failures,
    );
  });

  test('what can’t be read is refused with its place, before anything is decided', async (t) => {
    const server = await opened(t);
    const cleo = await server.as('Cleo');
    const refused = async (file: string, query = '', headers = {}) => {
      const { status, body } = await imported(cleo, 'check', file, query, headers);
      return [status, body.code, body.detail];
    };
    const unreadable = (reason: string) => [400, 'UNREADABLE', `This request can’t be read: ${reason}.`];
    const file = (reason: string) => [400, 'UNREADABLE', `This file can’t be read: ${reason}.`];
    assert.deepEqual(await refused(''), file('it has no headings'));
    assert.deepEqual(await refused('number\n"B'), file('line 2: the quote that opens a cell is not closed'));
    assert.deepEqual(await refused('number\nB', columns(['left'])), unreadable('“left” can’t be imported here'));
    assert.deepEqual(await refused('number\nB', columns(['other'])), unreadable('“other” can’t be imported here'));
    assert.deepEqual(
      await refused('number,x\nB,C', columns(['number', 'number'])),
      unreadable('two columns fill “number”'),
    );
    assert.deepEqual((await refused('number\nB', '', { 'content-type': 'application/json' }))[0], 415);
    assert.deepEqual((await refused('number\n1\n2\n3\n4\n5\n6')).slice(0, 2), [413, 'TOO_MANY_ROWS']);
    const odd = await imported(cleo, 'all', 'number,note\nB-1,x\nB-2');
    assert.deepEqual(
      [odd.status, odd.body.import?.refused[0]?.message],
      [422, 'This row has 1 cells, but there are 2 headings.'],
    );
    const latin = await cleo.post<Problem>(`/_/import?screen=${at('/')}&do=look`, Uint8Array.of(0x6e, 0xe4, 0x0a), csv);
    assert.deepEqual([latin.status, latin.body.code], [400, 'UNREADABLE']);
    assert.deepEqual(await numbers(cleo), ['A-1', 'A-2']);
  });
});

describe('many rows at once', () => {
  contract(
    'each is deleted or refused by its own decision and version, with code, message and what to do',
    async (t) => {
      const server = await opened(t);
      const cleo = await server.as('Cleo');
      const { body } = await cleo.get<WirePage>(`/_/list?screen=${at('/')}`);
      const [first, second] = body.items;
      const rows = [
        { id: first?.id, etag: first?._.etag },
        { id: second?.id, etag: '"stale"' },
        { id: 'never-was', etag: '"x"' },
      ];
      const ask = (more: object, headers = {}) =>
        cleo.post<{ outcomes: { status: number; record?: WireRecord; problem?: Problem }[] } & Problem>(
          '/_/bulk',
          { entity: 'Order', delete: true, ...more },
          headers,
        );
      const answer = await ask({ rows });
      // A-1 is no rush order, which clerks may not delete.
      assert.deepEqual(
        answer.body.outcomes.map(({ status, problem }) => [status, problem?.code]),
        [
          [403, 'NOT_ALLOWED'],
          [412, 'CHANGED_MEANWHILE'],
          [404, 'NOT_FOUND'],
        ],
      );
      assert.ok(answer.body.outcomes.every(({ problem }) => problem !== undefined && problem.detail !== ''));
      const done = await ask({ rows: [{ id: second?.id, etag: second?._.etag }] });
      assert.deepEqual(
        done.body.outcomes.map(({ status }) => status),
        [204],
      );
      assert.deepEqual(await numbers(cleo), ['A-1']);
      assert.equal((await ask({ rows }, { 'idempotency-key': ' '.repeat(3) })).status, 400);
    },
  );
});
