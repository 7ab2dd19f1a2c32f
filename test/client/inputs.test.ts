import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptOf, endingOf, fileProblem, smallerLimit } from '../../src/client/file-inputs/file-check.ts';
import { currencySign, editedNumber, shownNumber } from '../../src/client/input-parts/number-text.ts';
import { titleIn } from '../../src/client/input-parts/reference-titles.ts';
import {
  cellOf,
  failuresByCell,
  linesOf,
  moved,
  removed,
  withCell,
} from '../../src/client/line-inputs/change-lines.ts';
import type { Json } from '../../src/engine/core/intent.ts';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { parseInstantText, typedInstant } from '../../src/fields/parse/parse-instant.ts';
import { parseNumber } from '../../src/fields/parse/parse-number.ts';
import { formatter } from '../../src/fields/text/format.ts';

const decimal = { kind: 'decimal', precision: 15, scale: 2, min: null, max: null, unit: null } as const;
const open = { kind: 'money', currency: null, scale: 2, min: null, max: null } as const;

test('a number shown while typing and after leaving the field reads back as the same number, in every language', () => {
  for (const language of ['en', 'de', 'fr', 'de-CH', 'sv', 'hi', 'ar-EG', 'fa']) {
    const format = formatter({ language, zone: 'UTC' });
    for (const value of ['0.00', '7.00', '-7.00', '1234.50', '0.05', '-1234567.89']) {
      for (const text of [editedNumber(value, language), shownNumber(value, decimal, format)])
        assert.deepEqual(parseNumber(text, decimal, language), { value }, `${language} ${text}`);
    }
    const amount = { amount: '-1234.50', currency: 'USD' };
    for (const text of [editedNumber(amount, language), shownNumber(amount, open, format)])
      assert.deepEqual(parseNumber(text, open, language), { value: amount }, `${language} ${text}`);
  }
});

test('a number is shown with digit grouping and its full scale; other text is unchanged', () => {
  const format = formatter({ language: 'en', zone: 'UTC' });
  assert.equal(shownNumber('1234.5', decimal, format), '1,234.50');
  assert.equal(shownNumber(1234, { kind: 'integer', min: null, max: null, step: null, unit: null }, format), '1,234');
  assert.equal(shownNumber('abc', decimal, format), 'abc');
  assert.equal(shownNumber(null, decimal, format), '');
});

test('a currency is shown by its sign, and by its code where it has none', () => {
  assert.equal(currencySign('EUR', 'en'), '€');
  assert.equal(currencySign('KWD', 'en'), 'KWD');
  assert.equal(currencySign('??', 'en'), '??');
});

const berlin = { language: 'en', zone: 'Europe/Berlin' };
const instant = (text: string) => parseInstantText(text, berlin);

test('an instant is shown in local time and read back unchanged', () => {
  assert.equal(typedInstant('2026-07-01T07:30:00.000Z', berlin), '01/07/2026, 09:30');
  assert.equal(typedInstant('2026-12-31T23:30:00.000Z', berlin), '01/01/2027, 00:30');
  assert.deepEqual(instant('01/01/2027, 00:30'), { value: '2026-12-31T23:30:00.000Z' });
  assert.equal(typedInstant('soon', berlin), 'soon');
});

test('a local time skipped by daylight saving is rejected; of a repeated one the first is used', () => {
  assert.ok('expected' in instant('2026-03-29 02:30'));
  assert.deepEqual(instant('2026-03-29 03:30'), { value: '2026-03-29T01:30:00.000Z' });
  assert.deepEqual(instant('2026-10-25 02:30'), { value: '2026-10-25T00:30:00.000Z' });
});

test('lines keep fields of any name while one is changed', () => {
  const line = withCell(withCell({ id: 'a' }, '__proto__', 'x'), 'constructor', 'y');
  assert.equal(cellOf(line, '__proto__'), 'x');
  assert.equal(cellOf(line, 'constructor'), 'y');
  assert.equal(cellOf({}, 'toString'), null);
  assert.equal(JSON.stringify(line), '{"id":"a","__proto__":"x","constructor":"y"}');
});

test('lines can be moved and removed; moves stop at the ends', () => {
  assert.deepEqual(moved(['a', 'b', 'c'], 1, -1), ['b', 'a', 'c']);
  assert.deepEqual(moved(['a', 'b', 'c'], 1, 1), ['a', 'c', 'b']);
  assert.deepEqual(moved(['a', 'b'], 0, -1), ['a', 'b']);
  assert.deepEqual(moved(['a', 'b'], 1, 1), ['a', 'b']);
  assert.deepEqual(removed(['a', 'b', 'c'], 1), ['a', 'c']);
});

test('a value that is no list has no lines, and a line that is no object is an empty one', () => {
  const none: readonly Json[] = [null, '', 'x', { a: 1 }];
  for (const value of none) assert.deepEqual(linesOf(value), []);
  assert.deepEqual(linesOf([{ a: 1 }, 'x', null]), [{ a: 1 }, {}, {}]);
});

test('failures are assigned to their line and field', () => {
  const at = failuresByCell([
    { pointer: '/lines/0/amount' },
    { pointer: '/lines/1' },
    { pointer: '/lines' },
    { pointer: '/lines/0/a~1b' },
  ]);
  assert.deepEqual(at(0, 'amount'), [{ pointer: '/lines/0/amount' }]);
  assert.deepEqual(at(0, 'a/b'), [{ pointer: '/lines/0/a~1b' }]);
  assert.deepEqual(at(1, ''), [{ pointer: '/lines/1' }]);
  assert.deepEqual(at(1, 'amount'), []);
});

test('before sending, a file is refused only for its ending or size', () => {
  const bounds = { endings: ['pdf', 'jpg'], maxBytes: 100 };
  assert.equal(fileProblem({ name: 'a.PDF', size: 100 }, bounds), null);
  assert.equal(fileProblem({ name: 'a.jpeg', size: 1 }, bounds), null);
  assert.equal(fileProblem({ name: 'a.exe', size: 1 }, bounds), 'kind');
  assert.equal(fileProblem({ name: 'pdf', size: 1 }, bounds), 'kind');
  assert.equal(fileProblem({ name: 'a.pdf', size: 101 }, bounds), 'size');
  assert.equal(fileProblem({ name: 'a.exe', size: 1e9 }, { endings: [], maxBytes: null }), null);
  assert.equal(endingOf('.pdf'), '');
  assert.equal(acceptOf(['pdf', 'jpg']), '.pdf,.jpg,.jpeg');
  assert.equal(smallerLimit(5, 3), 3);
  assert.equal(smallerLimit(null, 3), 3);
  assert.equal(smallerLimit(5, null), 5);
});

test('the title of a reference is found anywhere in a record', () => {
  const record = {
    id: '1',
    manager: 'p1',
    lines: [{ id: 'l', product: 'p2' }],
    _: { labels: { manager: 'Ada', 'lines/0/product': 'Pen' } },
  } as unknown as WireRecord;
  assert.equal(titleIn(record, 'p1'), 'Ada');
  assert.equal(titleIn(record, 'p2'), 'Pen');
  assert.equal(titleIn(record, 'p3'), undefined);
  assert.equal(titleIn(null, 'p1'), undefined);
});
