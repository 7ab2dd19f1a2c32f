import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import type { Diagnostic } from '../../src/model/types/diagnostic.ts';
import { applyFixes } from '../../src/notation/document/edits.ts';
import { readPage } from '../support/pages/pages.ts';
import { PLANTED } from '../support/planted/documents.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Every document with a fault that has an edit: those of the pages of checks, and the examples with planted faults. */
function* faulty(): Generator<readonly [name: string, text: string]> {
  const pages = readdirSync(join(ROOT, 'src', 'checks'), { recursive: true, encoding: 'utf8' });
  for (const page of pages.filter((file) => file.endsWith('.md'))) {
    const { reported } = readPage(readFileSync(join(ROOT, 'src', 'checks', page), 'utf8'));
    for (const [index, { text }] of reported.entries()) yield [`${page} ${index + 1}`, text];
  }
  for (const { document, faults } of PLANTED) {
    const text = readFileSync(join(ROOT, 'examples', document), 'utf8');
    for (const { fault, from, to } of faults) yield [`${document}: ${fault}`, text.replace(from, () => to)];
  }
  yield ['repairs.md', readFileSync(join(ROOT, 'test', 'documents', 'repairs.md'), 'utf8')];
}

const isFinding = ({ severity }: Diagnostic) => severity === 'error' || severity === 'warning';

describe('check --fix', () => {
  test('makes changes that bring no new finding, and then has nothing left to change', () => {
    const wrong: string[] = [];
    let mended = 0;
    for (const [name, text] of faulty()) {
      const before = diagnose(text).diagnostics;
      if (!before.some(({ edit }) => edit !== null)) continue;
      mended += 1;
      const first = applyFixes(text, (each) => diagnose(each).diagnostics);
      const known = new Set(before.map(({ code, message }) => `${code} ${message}`));
      const after = diagnose(first.text).diagnostics.filter(isFinding);
      for (const { code, message } of after)
        if (!known.has(`${code} ${message}`)) wrong.push(`${name}: new ${code}: ${message}`);
      if (!first.settled) wrong.push(`${name}: not settled`);
      const again = applyFixes(first.text, (each) => diagnose(each).diagnostics);
      if (again.text !== first.text) wrong.push(`${name}: changes again`);
    }
    assert.ok(mended > 20, `${mended}`);
    assert.deepEqual(wrong, []);
  });
});
