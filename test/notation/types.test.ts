import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../../src/notation/document/read-document.ts';

/** A document with an entity of each of these names, and one with a field of this type in a table and in a list. */
function read(type: string, ...entities: readonly string[]) {
  const others = entities.map((name) => `### ${name}\n\n- name: text\n`).join('\n');
  const text = `# Specification: Types

## 3. Entities and their fields

${others}
### Thing

| Field | Type |
| --- | --- |
| one | ${type} |
`;
  const { model, diagnostics } = readDocument(text);
  const found = model.entities.at(-1)?.fields.at(-1)?.type;
  return { type: found, next: diagnostics.find(({ code }) => code === 'type-unknown')?.next };
}

const choices = (type: string) => {
  const { type: found } = read(type);
  return found?.kind === 'choice' ? found.options.map(({ name }) => name) : found;
};

test('escapes of Markdown in a type are resolved as in any other column', () => {
  assert.deepEqual(choices('\\_\\_proto\\_\\_, x'), ['__proto__', 'x']);
  assert.deepEqual(choices('a \\| \\*b\\*'), ['a', '*b*']);
  assert.deepEqual(read('\\_\\_proto\\_\\_', '\\_\\_proto\\_\\_').type, { kind: 'reference', entity: '__proto__' });
  assert.deepEqual(read('list of a\\_b', 'a\\_b').type, { kind: 'list', entity: 'a_b', min: null, max: null });
});

test('names in quotes or backticks keep their own escapes', () => {
  assert.deepEqual(choices('"a \\"b\\"", \\_c\\_'), ['a "b"', '_c_']);
  assert.deepEqual(choices("'don\\'t', won't, \\_c\\_"), ["don't", "won't", '_c_']);
  assert.deepEqual(choices('`a, b`, `__c__`'), ['a, b', '__c__']);
  assert.deepEqual(choices('`__a__, __b__`'), ['__a__', '__b__']);
});

test('where an entity bears the word of a type, the hint says how to mean the entity', () => {
  assert.equal(read('enum', 'enum').next, 'For the entity of this name write reference(enum).');
  assert.deepEqual(read('reference(enum)', 'enum').type, { kind: 'reference', entity: 'enum' });
  assert.match(read('enum').next ?? '', /^Write the choices/);
});
