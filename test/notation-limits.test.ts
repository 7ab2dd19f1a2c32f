import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { inEnvironment } from '../src/engine/core/environment.ts';
import { modelFromJson } from '../src/from-json.ts';
import { assume } from '../src/model/defaults/assume.ts';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import type { Constant, Limit } from '../src/model/types/model.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';

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
    ['A', '20 percent', 'A = 20 %'],
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
    ['Requests', '20 per person per hour', 'requests = 20 per hour'],
    ['Rate limit', '100/min', 'requests = 100 per minute'],
    ['Holidays', '2026-12-25, 2027-01-01', 'holidays = 2026-12-25 2027-01-01'],
    [
      'Working hours',
      'Monday to Friday 08:00–18:00; Saturday 09:00-12:00',
      'working hours = 12345 08:00-18:00 6 09:00-12:00',
    ],
    ['Opening hours', 'Mon, Wed 9 am to 5 pm', 'working hours = 13 09:00-17:00'],
    ['Business hours', 'weekdays 9–12 and 13–17', 'working hours = 12345 09:00-12:00 12345 13:00-17:00'],
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
    const [set] = inEnvironment(rate, () => '7.5 %').constants;
    assert.deepEqual(withoutPlaces(set?.value?.tree), { op: 'number', digits: '0.075', unit: null });
    const [, list] = read(`${row('A', '1')}\n| RATES | [7 %, 19 %] |`).model.constants;
    const seven = { op: 'number', digits: '0.07', unit: null, from: 1, to: 4 };
    const nineteen = { op: 'number', digits: '0.19', unit: null, from: 6, to: 10 };
    assert.deepEqual(list?.value?.tree, { op: 'list', items: [seven, nineteen], from: 0, to: 11 });
  });

  for (const [name, value] of [
    ['Working hours', '18:00–08:00 on Monday'],
    ['Working hours', 'Monday 18:00–08:00'],
    ['Working hours', 'Monday 08:00–18:00, closed on Mondays'],
    ['Holidays', '2026-02-30'],
    ['Session', '2 months'],
    ['Page size', 'many'],
  ] as const) {
    test(`“${name}: ${value}” is no value, which is said, and its words stay`, () => {
      const { model, diagnostics } = read(row(name, value));
      assert.deepEqual(
        [model.limits[0]?.standing, model.limits[0]?.value, model.limits[0]?.hours],
        ['not shown', null, null],
      );
      assert.equal(model.limits[0]?.help, `> ${value}`);
      assert.deepEqual(
        diagnostics.map(({ code }) => code),
        ['value-unknown'],
      );
      assertComesBack(row(name, value));
    });
  }
});

describe('a table of values', () => {
  const pairs =
    '### PRIORITY\n\n| | low | high |\n| --- | --- | --- |\n| team | P3 | P2 |\n| company | "P2" | not shown. |';
  const single = '### HOURS\n\nAs agreed.\n\n| Priority | Value |\n| --- | --- |\n| P1 | 4 hours |\n| P2 | 8 hours |';

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
    assert.equal(read(single).model.constants[0]?.help, 'As agreed.\n\n> Priority');
    assertComesBack(single);
  });

  test('stands behind the constants in rows', () => {
    const all = `${pairs}\n\n### More\n\n- LIMIT: 5`;
    assert.deepEqual(
      read(all).model.constants.map(({ name }) => name),
      ['LIMIT', 'PRIORITY'],
    );
    assertComesBack(all);
  });
});

describe('constants in words', () => {
  for (const [item, expected] of [
    ['`PAGE_SIZE = 25`, `SEARCH_DEBOUNCE_MS = 300`', ['PAGE_SIZE = 25', 'SEARCH_DEBOUNCE_MS = 300 milliseconds']],
    ['`LOGO_MAX_BYTES = 1_048_576`', ['LOGO_MAX_BYTES = 1048576 bytes']],
    ['running loans: 2 for students, 4 for staff', ['running loans (students) = 2', 'running loans (staff) = 4']],
    [
      'lead time: at least 3 hours, at most 60 days',
      ['lead time (at least) = 3 hours', 'lead time (at most) = 60 days'],
    ],
    ['extension: 7 days each; 1 for students', ['extension (each) = 7 days', 'extension (students) = 1']],
    ['block: 7 days late -> 30 days', ['block (late) = 7 days', 'block (7 days late) = 30 days']],
    [
      'closing: 10 days without an answer (notice after 7)',
      ['closing (without an answer) = 10 days', 'closing (notice after) = 7'],
    ],
    ['expires: 5 working days', ['expires = 5 working days']],
    ['VAT rates: 7 %, 19 %', ['VAT rates = [7 %, 19 %]']],
    ['Time to answer, in hours: P1 4, P2 8', ['Time to answer = [] P1: 4 hours; P2: 8 hours']],
    ['Shipping: Germany 5 EUR, Austria 8 EUR', ['Shipping = [] Germany: 5 EUR; Austria: 8 EUR']],
    ['Support e-mail: help@shop.example', ['Support e-mail = "help@shop.example"']],
    ['Page size: 25. Queue refresh: 60 seconds.', ['Queue refresh = 60 seconds', 'page size = 25']],
    ['Files: 15 MB each, 10 per ticket.', ['Files (per ticket) = 10', 'upload size = 15000000']],
    ['Search text: at least 3 characters, sent 400 ms after the last key.', ['search from = 3', 'search delay = 400']],
    [
      'opening hours: Monday–Thursday 09:00–18:00, Friday 09:00–15:00, closed on weekends',
      ['working hours = 1234 09:00-18:00 5 09:00-15:00'],
    ],
    ['people search from 3 characters', ['people search from (characters) = 3']],
    ['at most 3 toasts at once', ['toasts at once (at most) = 3']],
    ['Number of orders a day: not shown.', ['Number of orders a day = not shown']],
    ['Session length: not shown.', ['session = not shown']],
  ] as const) {
    test(`reads “${item}”`, () => {
      assert.deepEqual(textsIn(`- ${item}`), expected);
      assertComesBack(`- ${item}`);
    });
  }

  test('stand in blocks of code, a line each', () => {
    const block = '```\nMAX_ITEMS = 50 # per order\nconst WAIT_MINUTES = 30;\n```';
    assert.deepEqual(textsIn(block), ['MAX_ITEMS = 50', 'WAIT_MINUTES = 30 minutes']);
    assert.equal(read(block).model.constants[0]?.help, 'per order');
    assertComesBack(block);
  });

  test('stand in sentences too', () =>
    assert.deepEqual(textsIn('The page size is 25. An order has at most 50 lines.'), [
      'order has at most (lines) = 50',
      'page size = 25',
    ]));

  test('report each stretch that holds no value, and keep its words', () => {
    const { model, diagnostics } = read('- photos: 5 per report, JPG or PNG\n- Dates look nice.');
    assert.deepEqual(
      diagnostics.map(({ code, at, also, message }) => [code, at.line, also.map(({ line }) => line), message]),
      [['not-read', 5, [6], '2 notes are kept as help and have no effect: “JPG or PNG”, “Dates look nice.”.']],
    );
    assert.equal(model.constants[0]?.help, '> photos: 5 per report, JPG or PNG');
    assert.equal(model.points[8]?.help, '- Dates look nice.');
  });
});

describe('assumed limits', () => {
  test('are what a constant of a telling name says', () => {
    const { limits } = assume(read('- `PAGE_SIZE = 25`, `SEARCH_DEBOUNCE_MS = 300`').model);
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

/** Point 9 of the document alone. */
function pointNine(name: string): string[] {
  const text = readFileSync(new URL(`documents/as-people-write/${name}.md`, import.meta.url), 'utf8');
  return textsIn(text.slice(text.indexOf('\n', text.indexOf('## 9.'))));
}

describe('constants of documents that people wrote', () => {
  test('all of the helpdesk are read, and no others', () =>
    assert.deepEqual(pointNine('helpdesk'), [
      'At risk (under, of the target left) = 20 %',
      'Automatic closing (after resolving) = 5 working days',
      'Automatic closing (without an answer) = 10 working days',
      'Automatic closing (notice after) = 7',
      'Approval expires = 5 working days',
      'Reopening (times at most) = 2',
      'Files (per ticket) = 10',
      'New tickets (per person per hour) = 20',
      'Queue refresh = 60 seconds',
      'Open ticket refresh = 30 seconds',
      'Time to resolve = [] P1: 4 hours; P2: 8 hours; P3: 24 hours; P4: 40 hours',
      'Time to first response = [] P1: 0.5 hours; P2: 2 hours; P3: 8 hours; P4: 16 hours',
      'working hours = 12345 08:00-18:00',
      'holidays = not shown',
      'upload size = 15000000',
      'page size = 25',
      'search from = 3',
      'search delay = 400',
      'session = not shown',
    ]));

  test('all of the lending service are read, and no others', () =>
    assert.deepEqual(pointNine('lending'), [
      'closing days of the university = not shown',
      'lines per loan = 8',
      'running loans (students) = 2',
      'running loans (staff) = 4',
      'reservation lead time (at least) = 3 hours',
      'reservation lead time (at most) = 60 days',
      'turnaround between two loans of a unit = 4 hours',
      'early hand-out (up to, before pickupAt) = 2 hours',
      'no pick-up (expires after) = 24 hours',
      'grace on return = 2 hours',
      'late charge (per line and started day) = 2.00 EUR',
      'late charge (at most, per line) = 40.00 EUR',
      'open charges above which borrowing stops = 20.00 EUR',
      'approval without a person (up to) = 500 EUR',
      'by the desk (up to) = 3000 EUR',
      'extension (at most, each) = 7 days',
      'extension (students) = 1',
      'extension (staff) = 2',
      'asked for (before dueAt at the latest) = 4 hours',
      'block after a late return (late) = 7 days',
      'block after a late return (7 days late) = 30 days',
      'lost (after dueAt) = 30 days',
      'loss charge (minus, per full year) = 10 %',
      'loss charge (floor, of the value) = 20 %',
      'photos (per damage report) = 5',
      'photos (each) = 6 MB',
      'people search from (characters) = 3',
      'desk screen refresh (every) = 20 seconds',
      'reminder mails before dueAt = not shown',
      'working hours = 1234 09:00-18:00 5 09:00-15:00',
      'page size = 30',
    ]));

  test('all of the invoices are read, and no others', () =>
    assert.deepEqual(pointNine('invoices'), [
      'PAGE_SIZE = 25',
      'SEARCH_DEBOUNCE_MS = 300 milliseconds',
      'MAX_LINE_ITEMS = 100',
      'MAX_DUE_DAYS = 180 days',
      'TAX_RATES = [0, 7, 19]',
      "CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF']",
      'MAX_REMINDERS = 3',
      'REMINDER_COOLDOWN_HOURS = 72 hours',
      'LOGO_MAX_BYTES = 1048576 bytes',
      'AUTOSAVE_DELAY_MS = 2000 milliseconds',
      'REQUEST_TIMEOUT_MS = 15000 milliseconds',
      'PDF_POLL_MS = 1500 milliseconds',
      'PDF_POLL_MAX = 20',
      'TOAST_MS = 5000 milliseconds',
      'toasts at once (at most) = 3',
      'FREE_PLAN_CLIENTS = 3',
      'Limit on invoices per month on the free plan = not shown',
      'Report years offered (from, to the current year) = 2019',
    ]));
});
