import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingVariables, resolveEnvironment } from '../../src/engine/core/environment.ts';
import { constantValue } from '../../src/expressions/infer/constant.ts';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

const TEXT = `# Specification: X

## 9. Business constants and limits

| Name | Value | Why |
| --- | --- | --- |
| BANK_URL | from environment BANK_URL, default https://pay.example | |
| TOKEN | from environment TOKEN | |
| LIMIT | from environment LIMIT, default 25 EUR | |
| WINDOW | from environment WINDOW, default 3 days | |
| PLAIN | 4 | |
`;

function values(variables: Record<string, string>): (name: string) => unknown {
  const { model } = readDocument(TEXT);
  const schema = schemaOf(resolveEnvironment(model, (name) => variables[name]));
  return (name) => constantValue(schema, name)?.value ?? null;
}

test('a variable that is set is the value, read as point 9 reads one', () => {
  const value = values({ BANK_URL: 'http://127.0.0.1:9', TOKEN: 'abc def', LIMIT: '30.50 EUR', WINDOW: '10 days' });
  assert.equal(value('BANK_URL'), 'http://127.0.0.1:9');
  assert.equal(value('TOKEN'), 'abc def');
  // In cents.
  assert.equal(value('LIMIT'), 3050);
  assert.deepEqual(value('WINDOW'), { months: 0, days: 10, ms: 0 });
  assert.equal(value('PLAIN'), 4);
});

test('one that is not set is its default, and without one not shown', () => {
  const value = values({ TOKEN: ' ', LIMIT: '' });
  assert.equal(value('BANK_URL'), 'https://pay.example');
  assert.equal(value('LIMIT'), 2500);
  assert.equal(value('TOKEN'), null);
});

test('nothing that stands in a variable is worked out, only read: text stays text', () => {
  const value = values({ BANK_URL: '1234', TOKEN: 'PLAIN + 1' });
  assert.equal(value('BANK_URL'), '1234');
  assert.equal(value('TOKEN'), 'PLAIN + 1');
});

test('the variables that are missing are named once, those with a default are not missing', () => {
  const { model } = readDocument(TEXT);
  assert.deepEqual(
    missingVariables(model, () => undefined),
    ['TOKEN'],
  );
  assert.deepEqual(
    missingVariables(model, () => 'x'),
    [],
  );
});
