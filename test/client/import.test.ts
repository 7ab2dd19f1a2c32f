import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refusedFile } from '../../src/client/screens/import/refused-file.ts';
import type { WireRefusedRow } from '../../src/engine/core/wire-format.ts';
import { readCsv } from '../../src/fields/text/csv.ts';

const WHY = 'Reason (not imported)';

const refused = (row: number, ...faults: readonly (readonly [string | null, string])[]): WireRefusedRow => ({
  row,
  line: row + 1,
  code: 'INVALID',
  message: 'This row can’t be read.',
  next: 'Mend it.',
  failures: faults.map(([column, message]) => ({
    code: 'X',
    path: [],
    pointer: '',
    message,
    next: 'Correct it.',
    column,
  })),
});

const rowsOf = (text: string) => {
  const read = readCsv(text, 20_000);
  assert.ok('rows' in read, text);
  return { separator: read.separator, rows: read.rows.map(({ cells }) => cells) };
};

describe('the refused rows of a file as a file', () => {
  test('are written unchanged, with headings and separator, each after its reasons', () => {
    const file = `\ufeffNumber;Note;Total\r\nA;"one; ""two""\n=three";-4,00\r\nB;;1\r\n\r\nC; 'x ;nope\r\n`;
    const text = refusedFile(file, [
      refused(1, ['Number', 'This is taken.'], [null, 'This is required.']),
      refused(3, ['Total', 'This must be an amount.']),
    ]);
    assert.ok(text.startsWith('\ufeff'));
    assert.deepEqual(rowsOf(text), {
      separator: ';',
      rows: [
        [WHY, 'Number', 'Note', 'Total'],
        ['Number: This is taken. Correct it. · This is required. Correct it.', 'A', 'one; "two"\n=three', '-4,00'],
        ['Total: This must be an amount. Correct it.', 'C', " 'x ", 'nope'],
      ],
    });
  });

  test('a row with a wrong number of cells keeps them, so it is refused until corrected', () => {
    const text = refusedFile('a,b\n1\n1,2,3', [refused(1), refused(2)]);
    const why = 'This row can’t be read. Mend it.';
    assert.deepEqual(rowsOf(text).rows, [
      [WHY, 'a', 'b'],
      [why, '1'],
      [why, '1', '2', '3'],
    ]);
  });

  test('of a corrected file have new reasons instead of the old ones', () => {
    const once = refusedFile('a\n1\n2', [refused(1, ['a', 'No.']), refused(2, ['a', 'No.'])]);
    const twice = refusedFile(once, [refused(2, ['a', 'Still not.'])]);
    assert.deepEqual(rowsOf(twice).rows, [
      [WHY, 'a'],
      ['a: Still not. Correct it.', '2'],
    ]);
  });

  test('are complete, and no reason is executed as a formula', () => {
    const count = 9_000;
    const file = ['=x', ...Array.from({ length: count }, (_, at) => `n${at}`)].join('\n');
    const all = Array.from({ length: count }, (_, at) => refused(at + 1, ['=x', 'No.']));
    const { rows } = rowsOf(refusedFile(file, all));
    assert.equal(rows.length, count + 1);
    assert.deepEqual(rows.at(-1), ["'=x: No. Correct it.", `n${count - 1}`]);
  });
});
