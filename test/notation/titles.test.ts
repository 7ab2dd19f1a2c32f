import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../../src/notation/document/read-document.ts';

const warned = (...headings: readonly string[]) =>
  headings.filter((heading) =>
    readDocument(`## ${heading}\n`).diagnostics.some(({ code }) => code === 'section-title'),
  );

test('a heading may name its point by a usual title', () => {
  assert.deepEqual(
    warned(
      '1. Purpose',
      '1. Overview',
      '2. Screens',
      '3. Data model',
      '4. States',
      '5. Rules',
      '6. Roles and rights',
      '7. API',
      '8. Errors',
      '9. Constants',
    ),
    [],
  );
});

test('a heading that fits another point, or none, is a warning', () => {
  const all = [
    '1. Screens',
    '2. Errors',
    '3. Data and permissions',
    '4. Rules',
    '5. The',
    '6. Bread',
    '2. User interface',
  ];
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
