import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyFixes } from '../../src/notation/document/edits.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

describe('one fault has one finding', () => {
  const table = `# Specification: X\n\n## 4. States and transitions\n\n### Task: status\n\n| Event from | Event | To |\n| --- | --- | --- |\n${lines(10, (at) => `| S${at} | go | S${at + 1} |`)}\n`;

  test('a column that every row needs and that has another name is one error, with the rows and an edit', () => {
    const found = readDocument(table).diagnostics;
    assert.deepEqual(
      found.map(({ code, message, next, at, also }) => [code, message, next, at.line, also.length]),
      [
        [
          'name-missing',
          'Column “Event from” is not recognised; 10 rows were not read.',
          'Did you mean “From”?',
          7,
          10,
        ],
      ],
    );
    const mended = applyFixes(table, (text) => readDocument(text).diagnostics);
    assert.match(mended.text, /\| From \| Event \| To \|/);
    assert.equal(readDocument(mended.text).model.machines[0]?.transitions.length, 10);
  });

  test('notes of one table that have no effect are one finding, each with its place', () => {
    const text = `# Specification: X\n\n## 3. Entities and their fields\n\n### Task\n\n| Field | Type | Notes |\n| --- | --- | --- |\n${lines(12, (at) => `| f${at} | text | at least ${at + 2} words here |`)}\n`;
    const found = readDocument(text).diagnostics;
    assert.equal(found.length, 1);
    assert.match(found[0]?.message ?? '', /^12 notes are not read: “at least 2 words here”, .* and 8 more\.$/);
    assert.deepEqual(
      found.flatMap(({ at, also }) => [at, ...also].map(({ line }) => line)),
      Array.from({ length: 12 }, (_, at) => at + 9),
    );
  });
});
