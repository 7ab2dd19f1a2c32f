import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../src/notation/read.ts';

const warned = (...headings: readonly string[]) =>
  headings.filter((heading) =>
    readDocument(`## ${heading}\n`).diagnostics.some(({ code }) => code === 'section-title'),
  );

test('a heading may name its point in other words', () => {
  assert.deepEqual(
    warned(
      '1. Purpose',
      '1. Overview',
      '1. Purpose and users',
      '1. What it does, for whom & why',
      '2. Screens',
      '2. Pages and navigation',
      '2. User interface',
      '3. Data model',
      '3. Entities & fields',
      '4. States',
      '4. State machines',
      '4. Life cycles',
      '5. Rules',
      '5. Validation and business rules',
      '6. Roles and rights',
      '6. Users and roles',
      '6. Who may do what',
      '7. API',
      '7. Calls to the server (REST API)',
      '8. Errors',
      '8. Error codes and messages',
      '9. Constants',
      '9. Business values and settings',
    ),
    [],
  );
});

test('a heading that fits another point, or none, is a warning', () => {
  const all = ['1. Screens', '2. Errors', '3. Data and permissions', '4. Rules', '5. The', '6. Bread', '8. Numbers'];
  assert.deepEqual(warned(...all), all);
  const { model } = readDocument('## 9. Rules\n\n- FEE: 5 EUR\n');
  assert.equal(model.constants[0]?.name, 'FEE');
});

test('the canonical heading is offered only where a heading does not fit its point', () => {
  const { diagnostics } = readDocument('## 1. Purpose\n\nA bakery.\n\n## 4. Rules\n');
  assert.deepEqual(
    diagnostics.flatMap(({ edit }) => edit?.text ?? []),
    ['4. States and transitions'],
  );
});
