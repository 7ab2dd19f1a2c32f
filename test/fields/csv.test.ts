import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { csvRow, plainText, readCsv, safeText } from '../../src/fields/text/csv.ts';

/** Numbers that look random and are the same each time. */
function* dice(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

const LETTERS = ['a', 'ß', '"', ',', ';', '\t', '\r', '\n', '\r\n', "'", '=', '-', '@', '+', ' ', '🌱', ''];

describe('CSV', () => {
  test('whatever is written is read back, cell by cell', () => {
    const numbers = dice(7);
    const pick = (most: number) => Math.floor(numbers.next().value * most);
    for (let round = 0; round < 400; round += 1) {
      const width = 1 + pick(4);
      const cell = () => Array.from({ length: pick(6) }, () => LETTERS[pick(LETTERS.length)]).join('');
      // The heading says what separates the rest.
      const heading = Array.from({ length: width }, (_, at) => `h${at}`);
      const rows = [heading, ...Array.from({ length: pick(5) }, () => Array.from({ length: width }, cell))];
      const read = readCsv(rows.map(csvRow).join(''), 100);
      assert.ok('rows' in read, JSON.stringify(rows));
      assert.deepEqual(
        read.rows.map(({ cells }) => cells),
        rows,
      );
    }
  });

  test('no text begins as a formula does, and each comes back as it was', () => {
    const numbers = dice(11);
    const pick = (most: number) => Math.floor(numbers.next().value * most);
    for (let round = 0; round < 2_000; round += 1) {
      const text = Array.from({ length: pick(5) }, () => LETTERS[pick(LETTERS.length)]).join('');
      assert.ok(!/^[=+\-@\t\r]/.test(safeText(text)), JSON.stringify(text));
      assert.equal(plainText(safeText(text)), text);
    }
    assert.equal(safeText('=1+1'), "'=1+1");
    // Spreadsheets for languages that write in full width take these for the same.
    for (const text of ['＝1+1', '＋1', '－1', '＠SUM(A1)', '\n=1']) {
      assert.equal(safeText(text), `'${text}`);
      assert.equal(plainText(safeText(text)), text);
    }
    assert.equal(safeText("O'Neill"), "O'Neill");
    assert.equal(plainText("'til then"), "'til then");
  });

  test('quotes, separators and line ends are those of RFC 4180', () => {
    assert.equal(csvRow(['a', 'b,c', 'say "so"', 'two\nlines', '']), 'a,"b,c","say ""so""","two\nlines",\r\n');
    assert.equal(csvRow(['']), '""\r\n');
    const rows = [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', 'x\r\ny'] },
      { line: 5, cells: ['2', 'z'] },
    ];
    assert.deepEqual(readCsv('\ufeffa;b\r\n1;"x\r\ny"\r\n\r\n2;z', 9), { separator: ';', rows, more: false });
    assert.deepEqual(readCsv('a\tb\rc\td', 1), { separator: '\t', rows: [{ line: 1, cells: ['a', 'b'] }], more: true });
  });

  test('a quote that stands anywhere else is refused with its line', () => {
    const problem = (text: string) => {
      const read = readCsv(text, 9);
      return 'problem' in read ? [read.line, read.problem] : null;
    };
    assert.deepEqual(problem('a,b\n1,x"y'), [2, 'quoteInsideCell']);
    assert.deepEqual(problem('a,b\n1,"x"y'), [2, 'textAfterQuote']);
    assert.deepEqual(problem('a,b\n\n1,"x\n2,y'), [3, 'unclosedQuote']);
  });
});
