import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { parseExpression } from '../../src/expressions/syntax/parse.ts';
import { POINTS } from '../../src/model/types/element.ts';
import type { Model } from '../../src/model/types/model.ts';
import { gapDescription, templateForPoint } from '../../src/model/types/point-templates.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { LEDGER } from '../../src/notation/reference/ledger.ts';
import { referenceTables, shortTables } from '../../src/notation/reference/reference.ts';
import { COLUMN_GROUPS, WORD_GROUPS } from '../../src/notation/reference/vocabulary.ts';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('NOTATION.md', root), 'utf8');
const sheet = readFileSync(new URL('CHEATSHEET.md', root), 'utf8');

const tablesIn = (text: string) => [...text.matchAll(/<!-- table: ([^>]+) -->\n([\s\S]*?)\n<!-- \/table -->/g)];

const findingsOf = (text: string) => readDocument(text).diagnostics.filter(({ severity }) => severity !== 'gap');

/** The ids of everything in a Model that has one. */
function idsOf(model: Model): Set<string> {
  const ids = new Set<string>();
  JSON.stringify(model, (key, value) => {
    if (key === 'id' && typeof value === 'string') ids.add(value);
    return value;
  });
  return ids;
}

describe('NOTATION.md', () => {
  const tables = tablesIn(page);

  test('has less than 90 kB', () => assert.ok(Buffer.byteLength(page) < 90_000, String(Buffer.byteLength(page))));

  test('holds each table that the reader reads by, once', () => {
    assert.deepEqual(tables.map((table) => table[1]).toSorted(), [...referenceTables().keys()].toSorted());
  });

  for (const [, name = '', text = ''] of tables) {
    test(`the table “${name}” says what the reader reads by`, () => assert.equal(text, referenceTables().get(name)));
  }

  const examples = [...page.matchAll(/(?:<!-- expect: ([^>]+) -->\n)?```markdown\n([\s\S]*?)```/g)];

  test('has an example for each point', () => {
    for (const point of POINTS)
      assert.ok(
        examples.some((example) => example[2]?.startsWith(`## ${point}. `)),
        `point ${point}`,
      );
  });

  for (const [index, [, expected = '', text = '']] of examples.entries()) {
    test(`example ${index + 1} is read without a finding, and its elements are in the Model`, () => {
      assert.deepEqual(
        findingsOf(text).filter(({ code }) => code !== 'not-yet'),
        [],
      );
      const ids = idsOf(readDocument(text).model);
      for (const id of expected.split(', ').filter((part) => part !== ''))
        assert.ok(ids.has(id), `${id} is not in the Model`);
    });
  }

  test('its expressions parse', () => {
    const table = page.slice(page.indexOf('| Expression | Meaning |'), page.indexOf('**Names** are looked up'));
    const expressions = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? '');
    assert.ok(expressions.length > 8);
    for (const expression of expressions) assert.deepEqual(parseExpression(expression).problems, [], expression);
  });
});

describe('CHEATSHEET.md', () => {
  test('has at most 12 kB', () => assert.ok(Buffer.byteLength(sheet) <= 12_000, String(Buffer.byteLength(sheet))));

  test('holds the short tables as they are generated, each once', () => {
    assert.deepEqual(new Map(tablesIn(sheet).map(([, name = '', text = '']) => [name, text])), shortTables());
  });

  test('its document is read without a finding and states every point', () => {
    const text = /```markdown\n([\s\S]*?)```/.exec(sheet)?.[1] ?? '';
    const { model, diagnostics } = readDocument(text);
    assert.deepEqual(diagnostics, []);
    assert.ok(model.points.every(({ standing }) => standing === 'stated'));
  });
});

describe('the ledger', () => {
  const elements = [
    ...COLUMN_GROUPS.flatMap((group) =>
      group.columns.map((column) => `point ${group.point} · ${group.name}: ${column.name}`),
    ),
    ...WORD_GROUPS.flatMap((group) =>
      group.words.map(
        (word) => `${group.point === null ? 'everywhere' : `point ${group.point} · ${group.name}`}: ${word.name}`,
      ),
    ),
  ];

  test('has an entry for each column, key and word, and for nothing else', () => {
    assert.deepEqual(
      LEDGER.map(({ element }) => element),
      elements,
    );
  });

  test('names files that exist', () => {
    for (const { element, enforced, test: proof } of LEDGER) {
      if (enforced !== null) assert.ok(existsSync(new URL(`src/${enforced}`, root)), `${element}: src/${enforced}`);
      if (proof !== null) assert.ok(existsSync(new URL(`test/${proof}`, root)), `${element}: test/${proof}`);
    }
  });
});

describe('the first line for a point that is not shown', () => {
  for (const point of POINTS) {
    test(`of point ${point} is read without a finding and states the point`, () => {
      const text = `# Specification: Test\n\n## ${point}. ${readDocument('').model.points[point - 1]?.title}\n\n${templateForPoint(point)}\n`;
      assert.deepEqual(readDocument(text).diagnostics, []);
      assert.equal(readDocument(text).model.points[point - 1]?.standing, 'stated');
      assert.match(gapDescription(point), /^[A-Z].*\.$/);
    });
  }
});
