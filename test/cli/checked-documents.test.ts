import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  checkedDocuments,
  rememberWithoutErrors,
  wasFoundWithoutErrors,
} from '../../src/cli/analysis/checked-documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'ninefold-checked-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a checked text is known to the same program and as the same text only', () => {
  const documents = { folder, program: 'one' };
  assert.equal(wasFoundWithoutErrors('# A', documents), false);
  rememberWithoutErrors('# A', documents);
  assert.equal(wasFoundWithoutErrors('# A', documents), true);
  assert.equal(wasFoundWithoutErrors('# A ', documents), false);
  assert.equal(wasFoundWithoutErrors('# A', { folder, program: 'another' }), false);
  assert.equal(readdirSync(folder).length, 1);
});

test('a checkout remembers nothing, nor does a program without a folder to write into', () => {
  assert.equal(checkedDocuments(), null);
  assert.equal(wasFoundWithoutErrors('# A', null), false);
  const nowhere = { folder: join(folder, 'absent'), program: 'one' };
  rememberWithoutErrors('# A', nowhere);
  assert.equal(wasFoundWithoutErrors('# A', nowhere), false);
});
