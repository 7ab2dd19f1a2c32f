import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { checks } from '../../src/checks/index.ts';
import { runChecks } from '../../src/checks/runner/run.ts';
import { STANDARD } from '../../src/engine/compiled/standard-errors.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { STANDARD_CODES } from '../../src/model/types/standard-codes.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { readPage } from '../support/pages/pages.ts';

const root = new URL('../../', import.meta.url);

/**
 * The warnings of each example. Each one points at a contradiction or an open question of the document: only its author
 * can decide it, so the example keeps it.
 */
const ACCEPTED_WARNINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['expense-claims', []],
  ['tasks', []],
  [
    'helpdesk',
    [
      'warning state-unreachable state/Ticket/state/Escalated',
      'warning state-never-shown state/Approval/state/Expired',
      'warning error-never-raised error/E14',
    ],
  ],
  [
    'invoices',
    [
      'warning action-for-others screen/%2Finvoices',
      'warning action-for-others screen/%2Finvoices',
      'warning action-for-others screen/%2Finvoices',
      'warning differs-at-bound field/Invoice/overdueRibbon',
      'warning rule-never-fails rule/Lines',
      'warning call-error-impossible call/send',
      'warning constant-contradicts-bound constant/MAX_LINE_ITEMS',
    ],
  ],
  [
    'lending',
    [
      'warning state-never-shown state/DamageReport/state/Assessed',
      'warning error-never-raised error/ERR-13',
      'warning error-never-raised error/ERR-18',
    ],
  ],
]);

/** What reader and checks together say of a text, as the command line shows it. */
function diagnose(text: string) {
  const { model, diagnostics } = readDocument(text);
  return [...diagnostics, ...runChecks(assume(model))].sort((one, other) => one.at.from - other.at.from);
}

function example(name: string) {
  return diagnose(readFileSync(new URL(`examples/${name}.md`, root), 'utf8'));
}

function pagesIn(folder: string): readonly URL[] {
  const files = readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.md')).map((file) => new URL(file, new URL(folder, root)));
}

for (const file of [...pagesIn('src/checks/'), ...pagesIn('src/notation/codes/')]) {
  const page = readPage(readFileSync(file, 'utf8'));
  const code = file.pathname.replace(/^.*\//, '').replace(/\.md$/, '');
  const found = (text: string) => diagnose(text).filter((diagnostic) => diagnostic.code === code);

  describe(code, () => {
    test('the page bears its name and shows three documents with it and three without', () => {
      assert.equal(page.title, code);
      assert.ok(page.reported.length >= 3, `${page.reported.length} documents under Reported`);
      assert.ok(page.fine.length >= 3, `${page.fine.length} documents under Fine`);
    });

    for (const [index, { text, marks, messages }] of page.reported.entries()) {
      test(`document ${index + 1} under Reported is reported where it says, with what to do next`, () => {
        const diagnostics = found(text);
        assert.deepEqual(
          diagnostics.map(({ message }) => message),
          messages,
        );
        assert.deepEqual(
          diagnostics.map(({ at }) => at.line),
          marks.map(({ line }) => line),
        );
        for (const [number, { at, next }] of diagnostics.entries()) {
          const mark = marks[number];
          assert.ok(
            mark !== undefined && at.from <= mark.to && at.to >= mark.from,
            `"${text.slice(at.from, at.to)}" lies outside of its mark`,
          );
          assert.match(next, /\S.*[.!?`|]$/s);
        }
      });

      test(`what is offered for document ${index + 1} mends it`, () => {
        const edits = found(text).flatMap(({ edit }) => edit ?? []);
        const mended = edits.toSorted((one, other) => other.from - one.from).reduce(applied, text);
        assert.equal(found(mended).length, found(text).length - edits.length);
      });
    }

    for (const [index, text] of page.fine.entries()) {
      test(`document ${index + 1} under Fine is clean of it`, () => assert.deepEqual(found(text), []));
    }
  });
}

function applied(text: string, edit: { readonly from: number; readonly to: number; readonly text: string }): string {
  return text.slice(0, edit.from) + edit.text + text.slice(edit.to);
}

describe('checks', () => {
  test('each has the code of its own, and says in one sentence what it finds', () => {
    assert.equal(new Set(checks.map(({ code }) => code)).size, checks.length);
    for (const { about } of checks) assert.match(about, /^[A-Z].*\.$/);
  });

  test('the complete example has gaps and notes, and no finding', () => {
    const findings = example('expense-claims').filter(({ severity }) => severity === 'error' || severity === 'warning');
    assert.deepEqual(
      findings.map(({ at, message }) => `${at.line}: ${message}`),
      [],
    );
    const gaps = example('expense-claims').filter(({ severity }) => severity === 'gap');
    assert.deepEqual(
      gaps.map(({ element }) => element),
      ['entity/Employee', 'constant/PAYOUT_URL'],
    );
  });

  for (const [name, warnings] of ACCEPTED_WARNINGS) {
    test(`${name}.md has no error, and warns only of questions that its author left open`, () => {
      const findings = example(name).filter(({ severity }) => severity === 'error' || severity === 'warning');
      assert.deepEqual(
        findings.map(({ severity, code, element }) => `${severity} ${code} ${element}`),
        warnings,
      );
    });
  }

  test('the smallest document has one gap for each point, and nothing else', () => {
    const found = example('seed');
    assert.deepEqual(
      found.map(({ code, point, severity }) => [code, point, severity]),
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((point) => ['not-shown', point, 'gap']),
    );
  });

  test('an empty text has the same nine gaps', () => {
    assert.deepEqual(
      diagnose('').map(({ code, point }) => [code, point]),
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((point) => ['not-shown', point]),
    );
  });

  test('a first line written for each point leaves no finding of that point', () => {
    for (const { point, next } of example('seed')) {
      const text = `# Specification: First\n\n## ${point}. Point\n\n${next.replace(/^.*\n/, '')}\n`;
      const found = diagnose(text).filter(({ code }) => code === 'expression-syntax' || code === 'not-read');
      assert.deepEqual(found, [], text);
    }
  });

  test('names that every object has are names like others', () => {
    const text = [
      '# Specification: Names',
      '## 3. Entities and their fields',
      '### constructor',
      '- __proto__: integer, required',
      '- toString: text',
      '## 5. Validation rules',
      '| Rule | On | Must hold | Error |\n| --- | --- | --- | --- |\n| hasOwnProperty | constructor | `this["__proto__"] > 5` | valueOf |',
      '## 8. The error catalogue',
      '| Code | Status | Message |\n| --- | --- | --- |\n| valueOf | 422 | Too small. |',
    ].join('\n\n');
    assert.deepEqual(
      diagnose(text).filter(({ severity }) => severity === 'error' || severity === 'warning'),
      [],
    );
  });

  test('the codes that the product raises by itself are those of the engine', () => {
    assert.deepEqual([...STANDARD_CODES].toSorted(), Object.keys(STANDARD).toSorted());
  });
});
