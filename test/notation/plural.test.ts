import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

const read = (text: string) => readDocument(`# Specification: X\n\n## 3. Entities and their fields\n\n${text}`);

/** Kid, its plural and its fields. */
function kid(text: string): readonly unknown[] {
  const { model, diagnostics } = read(text);
  const found = model.entities.find(({ name }) => name === 'Kid');
  assert.deepEqual(
    diagnostics.filter(({ element }) => element?.startsWith('entity/Kid')),
    [],
  );
  return [found?.plural, ...(found?.fields.map(({ name, type }) => `${name}: ${type.kind}`) ?? [])];
}

describe('what several of an entity are called', () => {
  const forms: readonly (readonly [string, string])[] = [
    ['above its list of fields', '### Kid\n\n- Plural: Kids\n- name: text, required\n- age: integer\n'],
    ['below it', '### Kid\n\n- name: text, required\n- age: integer\n- Plural: Kids\n'],
    ['in a list of its own', '### Kid\n\n- Plural: Kids\n\nA child.\n\n- name: text\n- age: integer\n'],
    [
      'above a table',
      '### Kid\n\n- Plural: Kids\n\n| Field | Type |\n| --- | --- |\n| name | text |\n| age | integer |\n',
    ],
    ['beside former names', '### Kid\n\n- Plural: Kids\n- Was: Child\n- name: text\n- age: integer\n'],
  ];
  for (const [where, text] of forms)
    test(`is read ${where}`, () => assert.deepEqual(kid(text), ['Kids', 'name: text', 'age: integer']));

  test('may be a word that no name is like', () => {
    assert.deepEqual(kid('### Kid\n\n- Plural: Little ones\n- name: text\n'), ['Little ones', 'name: text']);
  });

  test('and former names come back as they were printed', () => {
    const { model } = read('### Kid\n\n- Plural: Kids\n- Was: Child\n- name: text\n');
    const again = readDocument(printDocument(model)).model.entities.find(({ name }) => name === 'Kid');
    assert.deepEqual([again?.plural, again?.was, again?.fields.map(({ name }) => name)], ['Kids', ['Child'], ['name']]);
  });
});
