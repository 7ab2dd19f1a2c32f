import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import { printDocument } from '../src/notation/print.ts';
import { openSession, readDocument } from '../src/notation/read.ts';
import { COLUMN_GROUPS, WORD_GROUPS } from '../src/notation/vocabulary.ts';
import { documents } from './support/documents.ts';
import { garden } from './support/ledger-garden.ts';

const root = new URL('../', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8');
const files = ['examples/', 'test/documents/'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => folder + name),
);

/** Words as people read them: without the marks of code, quotes and escapes, numeric characters resolved. */
function wordsOf(text: string): string[] {
  const plain = text
    .replaceAll(/&#(\d{1,7});/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/[`'\\]/g, '');
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** What the notation itself writes, and may write in other words of its own. */
const OURS: ReadonlySet<string> = new Set(
  [
    ...COLUMN_GROUPS.flatMap(({ columns }) => columns.flatMap(({ name, aliases }) => [name, ...aliases])),
    ...WORD_GROUPS.flatMap(({ words }) => words.flatMap(({ write, aliases }) => [write, ...aliases])),
    'no none not shown point section',
  ].flatMap(wordsOf),
);

function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The words that the print holds less often than the text, those of the notation left out. */
function missing(text: string, print: string): string[] {
  const kept = counted(print);
  return [...counted(text)].flatMap(([word, count]) =>
    OURS.has(word) || count <= (kept.get(word) ?? 0) ? [] : [word],
  );
}

const printed = (text: string) => printDocument(readDocument(text).model);

function assertSame(text: string): void {
  const { model } = readDocument(text);
  const print = printDocument(model);
  const again = readDocument(print).model;
  assert.deepEqual(withoutPlaces(again), withoutPlaces(model));
  assert.equal(printDocument(again), print);
}

describe('printing a document drops no word', () => {
  test('of the examples and the document of the ledger', () => {
    const ours = garden.replace('3 kB', '3 MB');
    for (const text of [textOf('examples/expense-claims.md'), textOf('examples/seed.md'), ours])
      assert.deepEqual(missing(text, printed(text)), []);
  });

  test('of documents that are damaged', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const text = documents(seed);
      assert.deepEqual(missing(text, printed(text)), [], `documents(${seed})`);
    }
  });

  for (const path of files) {
    test(`of points 1 and 2 and the appendices of ${path}, and reads back the same`, () => {
      const text = textOf(path);
      assertSame(text);
      const [before = '', behind = ''] = text.split(/^## 3\..*$/m);
      const appendices = /^## [^1-9][\s\S]*$/m.exec(behind)?.[0] ?? '';
      assert.deepEqual(missing(before, printed(text)), []);
      assert.deepEqual(missing(appendices, printed(text)), []);
    });

    test(`of what is not read in ${path}`, () => {
      const text = textOf(path);
      const { model, diagnostics } = readDocument(text);
      const kept = new Set(wordsOf(printDocument(model)));
      const lost = diagnostics
        .filter(({ code }) => code === 'not-read')
        .flatMap(({ at }) => wordsOf(text.slice(at.from, at.to)).filter((word) => !OURS.has(word) && !kept.has(word)));
      assert.deepEqual(lost, []);
    });
  }
});

describe('what a point has no place for', () => {
  const point = (number: number, body: string) => `# Specification: Club\n\n## ${number}. Anything\n\n${body}\n`;
  const helpOf = (text: string, number: number) => readDocument(text).model.points[number - 1]?.help ?? '';

  test('stays in its help: the heading in other words, a table, a row without a name, a part that names nothing', () => {
    const unread = [
      '| Colour | Shade |\n| --- | --- |\n| Rust | deep |',
      '### Nowhere\n\nDust and moths.',
      '### Elsewhere\n\n| Lamp |\n| --- |\n| dim |',
    ].join('\n\n');
    for (const number of [2, 5, 6, 7, 8]) {
      const text = point(number, unread);
      const help = helpOf(text, number);
      assert.deepEqual(
        missing('Anything Colour Shade Rust deep Nowhere Dust moths Elsewhere Lamp dim', printed(text)),
        [],
        `${number}`,
      );
      assert.match(help, /^> Anything/, `${number}`);
      assertSame(text);
    }
  });

  test('stays behind the key that it hangs on', () => {
    const text =
      '## 1. What the product does and for whom\n\nTo mow.\n\n- Language: de\n\n  Spoken in the shed.\n\n  - nested dust\n';
    const { model } = readDocument(text);
    assert.equal(model.product.language.value, 'de');
    assert.match(model.product.purpose, /> Spoken in the shed\.\n>\n> - nested dust/);
    assertSame(text);
  });

  test('is an appendix where it is a section of its own, word for word', () => {
    const text =
      '# Specification: Club\n\n## 1. What the product does and for whom\n\nTo mow.\n\n# Glossary\n\n- **Mower**: a machine\n\n### Old words\n\n    code\n\n## Sample data\n\nA word before.\n\n### Task\n\nA word between.\n\n| title | |\n| --- | --- |\n| Mow | extra | more |\n';
    const { appendices, samples } = readDocument(text).model;
    assert.deepEqual(
      appendices.map(({ title, text: under }) => [title, under]),
      [
        ['Glossary', '- **Mower**: a machine\n\n### Old words\n\n    code'],
        ['Notes on the sample data', '> A word before.\n\n> ### Task\n\n> A word between.\n\n> more'],
      ],
    );
    assert.equal(samples.length, 1);
    assertSame(text);
    assert.deepEqual(missing(text, printed(text)), []);
  });

  test('comes back from a session as from a first reading', () => {
    const { read } = openSession();
    const one =
      '# Specification: Club\n\n## 8. Errors\n\n| Code | Status | Mood |\n| --- | --- | --- |\n| A | 422 | sour |\n| | 409 | sweet |\n\n## 9. Limits\n\n| Name | Value |\n| --- | --- |\n| LIMIT | 3 |\n';
    const two = one.replace('| LIMIT | 3 |', '| LIMIT | 4 |');
    for (const text of [one, two, one]) {
      assert.deepEqual(withoutPlaces(read(text).model), withoutPlaces(readDocument(text).model));
      assert.deepEqual(missing(text, printDocument(read(text).model)), []);
    }
  });
});
