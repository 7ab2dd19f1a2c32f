import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { restFrom, splitFile } from '../../src/client/screens/import/split-file.ts';
import { readCsv } from '../../src/fields/text/csv.ts';

const read = (text: string) => {
  const found = readCsv(text, Number.POSITIVE_INFINITY);
  assert.ok('rows' in found, text.slice(0, 200));
  return found.rows;
};

/** Rows with quoted line ends, blank lines between them, and letters of several bytes. */
const rowsOf = (count: number, end: string): string =>
  ['\ufeffName,"No', `te"${end}`, end]
    .concat(
      Array.from({ length: count }, (_, at) => {
        const blank = at % 7 === 0 ? end : '';
        return at % 5 === 0 ? `"é;${at}","a${end}""b"${end}${blank}` : `é${at},x${end}${blank}`;
      }),
    )
    .join('');

describe('a file that is divided', () => {
  for (const [name, end] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ] as const) {
    test(`has every row in one part, with its row and line in the file (${name})`, async () => {
      const text = rowsOf(10_500, end);
      const whole = read(text).slice(1);
      const parts = await splitFile(new Blob([text]));
      assert.equal(parts.length, 11);
      let rows = 0;
      for (const { bytes, rows: count, rowsBefore, linesBefore } of parts) {
        const [, ...own] = read(await bytes.text());
        assert.deepEqual([own.length, rowsBefore], [count, rows]);
        for (const [at, { line, cells }] of own.entries()) {
          const expected = whole[rowsBefore + at];
          assert.deepEqual([line + linesBefore, cells], [expected?.line, expected?.cells]);
        }
        rows += count;
      }
      assert.equal(rows, 10_500);
      const [, ...rest] = read(await restFrom(new Blob([text]), parts, 9).text());
      assert.deepEqual(
        rest.map(({ cells }) => cells),
        whole.slice(9_000).map(({ cells }) => cells),
      );
    });
  }

  test('is one part, unchanged, if it is small or has no rows', async () => {
    for (const text of ['', 'a,b\n', rowsOf(10_000, '\r\n')]) {
      const parts = await splitFile(new Blob([text]));
      assert.equal(parts.length, 1);
      assert.equal(await parts[0]?.bytes.text(), await new Blob([text]).text());
      assert.equal(parts[0]?.rowsBefore, 0);
    }
  });

  test('has few rows in a part if they are long or wide', async () => {
    const long = `a\n${`${'x'.repeat(1_000_000)}\n`.repeat(12)}`;
    for (const { bytes } of await splitFile(new Blob([long]))) assert.ok(bytes.size <= 6_100_000, String(bytes.size));
    const wide = `${'h,'.repeat(999)}h\n${`${','.repeat(999)}\n`.repeat(10_500)}`;
    for (const { rows } of await splitFile(new Blob([wide]))) assert.ok(rows <= 401, String(rows));
  });
});
