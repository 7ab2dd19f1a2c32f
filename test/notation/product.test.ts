import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

function read(...lines: readonly string[]) {
  const { model, diagnostics } = readDocument(`# Specification: X\n\n${lines.join('\n')}\n`);
  return { model, unread: diagnostics.filter(({ code }) => code === 'not-read'), diagnostics };
}

describe('point 1', () => {
  test('is prose and four keys', () => {
    const { model, unread } = read(
      '## 1. What the product does and for whom',
      '',
      'The members of a club share its work. It must be easy.',
      '',
      '- For: members, the board',
      '- Language: de',
      '- Time zone: not shown.',
      '- Offline: no',
    );
    const { purpose, audience, language, timeZone, offline } = model.product;
    assert.deepEqual(
      [purpose, audience, language.value, timeZone.standing, offline, unread],
      ['The members of a club share its work. It must be easy.', ['members', 'the board'], 'de', 'not shown', 'no', []],
    );
    assert.deepEqual(withoutPlaces(readDocument(printDocument(model)).model), withoutPlaces(model));
  });

  test('takes no language, time zone or audience from prose', () => {
    const { model } = read(
      '## 1. What the product does and for whom',
      '',
      'It is used by members and the board, in German. All times are those of Berlin.',
    );
    const { audience, language, timeZone } = model.product;
    assert.deepEqual([audience, language.value, timeZone.value], [[], null, null]);
  });

  test('reports a table, and a key that is stated twice', () => {
    const { model, unread } = read(
      '## 1. What the product does and for whom',
      '',
      '- Language: en',
      '- Language: de',
      '',
      '| Goal | Measure |',
      '| --- | --- |',
      '| fewer letters | none |',
    );
    assert.equal(model.product.language.value, 'en');
    assert.deepEqual(unread.map(({ at }) => at.line).toSorted(), [6, 8]);
    assert.match(model.product.purpose, /letters/);
  });
});

describe('appendices', () => {
  test('sample data is read from tables under the name of an entity; the rest is reported', () => {
    const { model, unread } = read(
      '## Sample data',
      '',
      'Made up by the board.',
      '',
      '### Task',
      '',
      '- one',
      '- two',
      '',
      '| title |',
      '| --- |',
      '| Sweep |',
    );
    assert.deepEqual(
      model.samples.map(({ entity, rows }) => [entity, rows.length]),
      [['Task', 1]],
    );
    assert.deepEqual(
      unread.map(({ at, message }) => [at.line, message]),
      [
        [5, '“Made up by the board.” is not read.'],
        [9, '2 lines are not read: “one”, “two”.'],
      ],
    );
    assert.match(unread[0]?.next ?? '', /a table under “### Name of the entity”/);
    assert.deepEqual(model.appendices, []);
  });

  test('translations are read from tables that begin with a text; the rest is reported', () => {
    const { model, unread } = read(
      '## Translations',
      '',
      'Checked by the harbour office.',
      '',
      '| Text | de |',
      '| --- | --- |',
      '| Task | Aufgabe |',
      '',
      '| What it says | de |',
      '| --- | --- |',
      '| Step | Schritt |',
    );
    assert.deepEqual(
      model.translations.texts.map(({ text }) => text),
      ['Task'],
    );
    assert.deepEqual(
      unread.map(({ at }) => at.line),
      [5, 11],
    );
  });

  test('are known by their exact titles', () => {
    const { model } = read('## Appendix A: Sample data', '', '### Task', '', '| title |', '| --- |', '| Sweep |');
    assert.deepEqual([model.samples.length, model.appendices.length], [0, 1]);
  });
});
