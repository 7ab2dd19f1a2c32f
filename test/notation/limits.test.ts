import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modelFromJson } from '../../src/define/model-from-json.ts';
import { resolveEnvironment } from '../../src/engine/core/environment.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import type { Constant, Limit } from '../../src/model/types/model.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

const read = (section: string) =>
  readDocument(`# Specification: Shop\n\n## 9. Business constants and limits\n\n${section}\n`);

function tableText({ table }: Constant): string {
  const columns = table?.columns.map(({ name }) => name) ?? [];
  const rows =
    table?.rows.map(({ name }, row) => `${name}: ${table.cells[row]?.map((cell) => cell?.text ?? '?').join(', ')}`) ??
    [];
  return `[${columns.join(', ')}] ${rows.join('; ')}`;
}

function constantText(constant: Constant): string {
  const { name, value, environment, table } = constant;
  const from = environment === null ? '' : `from ${environment} `;
  return `${name} = ${from}${table === null ? (value?.text ?? 'not shown') : tableText(constant)}`;
}

const hoursText = (hours: Limit['hours']) =>
  hours?.map(({ days, from, to }) => `${days.join('')} ${from}-${to}`).join(' ');

const limitText = ({ name, value, per, hours, dates }: Limit) =>
  `${name} = ${hoursText(hours) ?? dates?.join(' ') ?? value ?? 'not shown'}${per === null ? '' : ` per ${per}`}`;

function textsIn(section: string): string[] {
  const { constants, limits } = read(section).model;
  return [...constants.map(constantText), ...limits.map(limitText)];
}

function assertComesBack(section: string): void {
  const { model } = read(section);
  const again = readDocument(printDocument(model)).model;
  assert.deepEqual(withoutPlaces(again), withoutPlaces(model));
  assert.equal(printDocument(again), printDocument(model));
}

const row = (name: string, value: string) => `| Name | Value |\n| --- | --- |\n| ${name} | ${value} |`;

describe('a value of point 9', () => {
  for (const [name, value, expected] of [
    ['A', '3,000 €', 'A = 3000 EUR'],
    ['A', '20 %', 'A = 20 %'],
    ['A', '7.5%', 'A = 7.5 %'],
    ['A', '`20 %`', 'A = 20 %'],
    ['A', '[7 %, 19.5%]', 'A = [7 %, 19.5%]'],
    ['A', '15 min', 'A = 15 minutes'],
    ['A', '300 ms', 'A = 300 milliseconds'],
    ['A', '1_048_576 bytes', 'A = 1048576 bytes'],
    ['A', '[0, 7, 19]', 'A = [0, 7, 19]'],
    ['A', "['EUR', 'USD']", "A = ['EUR', 'USD']"],
    ['A', 'B * 2', 'A = B * 2'],
    ['A', 'from environment PAYOUT_URL', 'A = from PAYOUT_URL not shown'],
    ['A', 'from environment RATE, default 5 %', 'A = from RATE 5 %'],
    ['TIMEOUT', '15 s', 'TIMEOUT = 15 seconds'],
    ['Page size', '30 rows', 'page size = 30'],
    ['Largest page', '100', 'largest page = 100'],
    ['Session length', '8 hours', 'session = 28800000'],
    ['Retries', '2', 'retries = 2'],
    ['Timeout', '15 s', 'timeout = 15000'],
    ['Refresh', '60 s', 'refresh = 60000'],
    ['Search from', '3 characters', 'search from = 3'],
    ['Search delay', '300 ms', 'search delay = 300'],
    ['Retention', '30 days', 'retention = 2592000000'],
    ['Comment length', '500 characters', 'comment length = 500'],
    ['Longest comment', '500', 'comment length = 500'],
    ['Holidays', '2026-12-25, 2027-01-01', 'holidays = 2026-12-25 2027-01-01'],
    [
      'Working hours',
      'Monday to Friday 08:00–18:00; Saturday 09:00-12:00',
      'working hours = 12345 08:00-18:00 6 09:00-12:00',
    ],
    ['Opening hours', 'Mon, Wed 9:00 to 17:00', 'working hours = 13 09:00-17:00'],
    ['Business hours', 'Saturday to Monday, Wednesday: 09:00-24:00', 'working hours = 6713 09:00-24:00'],
    ['A', '$20', 'A = 20 USD'],
    ['A', '"07:30"', 'A = "07:30"'],
    ['A', 'https://shop.example/help', 'A = https://shop.example/help'],
    ['A', '5 working days', 'A = 5 working days'],
    ['Export rows', '10,000', 'export rows = 10000'],
    ['Rate limit', '100 per minute', 'requests = 100 per minute'],
  ] as const) {
    test(`“${name}: ${value}” is ${expected}`, () => {
      assert.deepEqual(textsIn(row(name, value)), [expected]);
      assertComesBack(row(name, value));
    });
  }

  test('a percentage means its hundredth, and stays a percentage in print, in JSON and in the environment', () => {
    const { model } = read(row('VAT', '19 %'));
    assert.deepEqual(withoutPlaces(model.constants[0]?.value?.tree), { op: 'number', digits: '0.19', unit: null });
    assert.match(printDocument(model), /\| VAT \| 19 % \|/);
    assert.ok('model' in modelFromJson(JSON.parse(JSON.stringify(model))));
    const rate = read(row('RATE', 'from environment RATE, default 5 %')).model;
    const [set] = resolveEnvironment(rate, () => '7.5 %').constants;
    assert.deepEqual(withoutPlaces(set?.value?.tree), { op: 'number', digits: '0.075', unit: null });
    const [, list] = read(`${row('A', '1')}\n| RATES | [7 %, 19 %] |`).model.constants;
    const seven = { op: 'number', digits: '0.07', unit: null, from: 1, to: 4 };
    const nineteen = { op: 'number', digits: '0.19', unit: null, from: 6, to: 10 };
    assert.deepEqual(list?.value?.tree, { op: 'list', items: [seven, nineteen], from: 0, to: 11 });
  });

  for (const [name, value] of [
    ['Working hours', '18:00–08:00 on Monday'],
    ['Working hours', 'Monday 18:00–08:00'],
    ['Working hours', 'Monday 08:00–18:00, closed on Sundays'],
    ['Working hours', 'weekdays 9–17'],
    ['Holidays', '2026-02-30'],
    ['Holidays', '2026-12-25 and 2026-12-26'],
    ['Session', '2 months'],
    ['Session', 'two weeks'],
    ['Page size', 'many'],
    ['Requests', '100/min'],
  ] as const) {
    test(`“${name}: ${value}” is reported and unknown`, () => {
      const { model, diagnostics } = read(row(name, value));
      const [limit] = model.limits;
      assert.deepEqual(
        [limit?.standing, limit?.value, limit?.hours, limit?.dates, limit?.help],
        ['not shown', null, null, null, ''],
      );
      assert.deepEqual(
        diagnostics.map(({ code }) => code),
        ['value-unknown'],
      );
    });
  }

  for (const value of [
    'two weeks',
    'bread 20, cake 45 minutes',
    '07:30',
    '2026-12-25',
    'white, brown, dark brown',
    'at most 8',
  ]) {
    test(`“${value}” is no value of a constant: it is reported and unknown`, () => {
      const { model, diagnostics } = read(row('A', value));
      assert.equal(model.constants[0]?.value?.tree ?? null, null);
      assert.deepEqual(
        diagnostics.map(({ code }) => code),
        ['value-unknown'],
      );
    });
  }

  test('is unknown where another cell of its row is not read, which may hold its unit', () => {
    const { model, diagnostics } = read(
      '| Name | Value | Unit |\n| --- | --- | --- |\n| LEAD_TIME | 4 | hours |\n| MOST | 5 | |\n| Page size | 50 | rows |',
    );
    assert.deepEqual(
      model.constants.map(({ name, value }) => [name, value?.text ?? null]),
      [
        ['LEAD_TIME', null],
        ['MOST', '5'],
      ],
    );
    assert.equal(model.limits[0]?.value, null);
    assert.equal(diagnostics.filter(({ code }) => code === 'not-read').length, 1);
  });
});

describe('a table of values', () => {
  const pairs =
    '### PRIORITY\n\n| | low | high |\n| --- | --- | --- |\n| team | P3 | P2 |\n| company | "P2" | not shown. |';
  const single = '### HOURS\n\nAs agreed.\n\n| | Value |\n| --- | --- |\n| P1 | 4 hours |\n| P2 | 8 hours |';

  test('has a value for each row and column', () => {
    assert.deepEqual(textsIn(pairs), ['PRIORITY = [low, high] team: "P3", "P2"; company: "P2", ?']);
    assert.deepEqual(
      read(pairs).diagnostics.map(({ code }) => code),
      ['not-shown'],
    );
    assertComesBack(pairs);
  });

  test('has a value for each row alone', () => {
    assert.deepEqual(textsIn(single), ['HOURS = [] P1: 4 hours; P2: 8 hours']);
    assert.equal(read(single).model.constants[0]?.help, 'As agreed.');
    assertComesBack(single);
  });

  test('stands behind the constants in rows', () => {
    const all = `- LIMIT: 5\n\n${pairs}`;
    assert.deepEqual(
      read(all).model.constants.map(({ name }) => name),
      ['LIMIT', 'PRIORITY'],
    );
    assertComesBack(all);
  });

  test('has nothing from the words in its corner, which are reported', () => {
    const { model, diagnostics } = read('### HOURS\n\n| Priority | Value |\n| --- | --- |\n| P1 | 4 hours |');
    assert.deepEqual(model.constants.map(constantText), ['HOURS = [] P1: 4 hours']);
    assert.deepEqual(
      diagnostics.map(({ code, message }) => [code, message]),
      [['not-read', '“Priority” in the corner of this table is not read.']],
    );
  });

  test('has no value in a row with a cell behind the last column', () => {
    const section = '### HOURS\n\n| | Value |\n| --- | --- |\n| P1 | 4 hours | 5 hours |\n| P2 | 8 hours |';
    assert.deepEqual(textsIn(section), ['HOURS = [] P1: ?; P2: 8 hours']);
  });
});

describe('a list of constants', () => {
  test('has a name before the colon and a value behind it', () => {
    assert.deepEqual(textsIn('- MAX_ITEMS: 50\n- Lead time: 4 hours\n- Page size: 25\n- FEE: not shown.'), [
      'MAX_ITEMS = 50',
      'Lead time = 4 hours',
      'FEE = not shown',
      'page size = 25',
    ]);
  });

  test('has unknown values where words stand, which are one finding', () => {
    const { model, diagnostics } = read('- loans: 2 for students, 4 for staff\n- photos: 5 per report\n- MOST: 7');
    assert.deepEqual(
      model.constants.map(({ name, value }) => [name, value?.tree === null]),
      [
        ['loans', true],
        ['photos', true],
        ['MOST', false],
      ],
    );
    assert.deepEqual(
      diagnostics.map(({ code, message }) => [code, message]),
      [['value-unknown', '2 values are not a valid value: “2 for students, 4 for staff”, “5 per report”.']],
    );
  });
});

describe('what is no constant', () => {
  for (const [what, section, code] of [
    ['a sentence with a number', 'The page size is 25, at most.', 'not-read'],
    ['an item without a colon', '- An order has at most 50 lines.\n- at most 3 toasts at once', 'not-read'],
    ['a block of code', '```\nMAX_ITEMS = 50\nconst WAIT_MINUTES = 30;\n```', 'not-read'],
    ['a table with other columns', '| Knob | Set to |\n| --- | --- |\n| A | 1 |\n| B | 2 |', 'not-read'],
    ['what stands under a heading that names nothing', '### More\n\n- LIMIT: 5\n- OTHER: 6', 'name-unknown'],
  ] as const) {
    test(`${what} states nothing, and is one finding`, () => {
      const { model, diagnostics } = read(section);
      assert.deepEqual([model.constants, model.limits], [[], []]);
      assert.deepEqual(
        diagnostics.filter(({ point }) => point === 9).map((found) => found.code),
        [code],
      );
    });
  }
});

describe('assumed limits', () => {
  test('are what a constant of a telling name says', () => {
    const { limits } = assume(read('- PAGE_SIZE: 25\n- SEARCH_DEBOUNCE_MS: 300 ms').model);
    assert.deepEqual(limits.map(limitText), [
      'page size = 25',
      'search delay = 300',
      'upload size = 10000000',
      'requests = 600 per minute',
      'export rows = 10000',
      'import rows = 1000',
    ]);
    assert.ok(limits.every(({ standing, assumption }) => standing === 'assumed' && assumption === 'A-LIMITS'));
  });

  test('leave alone what is stated or not shown', () => {
    const { limits } = assume(read(`${row('Page size', 'not shown.')}\n| PAGE_SIZE | 25 |`).model);
    assert.deepEqual(limits.filter(({ name }) => name === 'page size').map(limitText), ['page size = not shown']);
  });
});
