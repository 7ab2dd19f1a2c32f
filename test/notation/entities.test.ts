import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

/** Reads point 3, which begins in line 5 of the document. */
function read(...lines: readonly string[]) {
  const text = `# Specification: X\n\n## 3. Entities and their fields\n\n${lines.join('\n')}\n`;
  const { model, diagnostics } = readDocument(text);
  return {
    model,
    entities: model.entities,
    fields: model.entities[0]?.fields ?? [],
    findings: diagnostics.filter(({ point }) => point === 3),
    unread: diagnostics.filter(({ code }) => code === 'not-read'),
  };
}

const TABLE = ['| Field | Type | Required | Notes |', '| --- | --- | --- | --- |'];

/** The one field of an entity with these notes. */
function fieldWith(notes: string, type = 'text') {
  const found = read('### Task', '', ...TABLE, `| one | ${type} | | ${notes} |`);
  const [field] = found.fields;
  assert.ok(field !== undefined);
  return { ...found, field };
}

describe('an entity', () => {
  test('has fields called key and plural, which are keys with a capital or without a type', () => {
    const { entities, findings } = read(
      '### Project',
      '',
      '- Key: email',
      '- key: text, required, unique',
      '- plural: text',
      '- email: email, required, unique',
      '- unique: plural, email',
    );
    assert.deepEqual(findings, []);
    const [project] = entities;
    assert.deepEqual(
      project?.fields.map(({ name, type }) => [name, type.kind]),
      [
        ['key', 'text'],
        ['plural', 'text'],
        ['email', 'email'],
      ],
    );
    assert.equal(project.key?.name, 'email');
    assert.equal(project.unique.length, 1);
  });

  test('is a part with a table or a list of its fields, keys, and prose as its help', () => {
    const { model, entities, findings } = read(
      '### Task',
      '',
      'What has to be done.',
      '',
      '- Plural: Tasks',
      '- Unique: title, owner, error TAKEN',
      '- Was: Job',
      '',
      ...TABLE,
      '| title | text(3..80) | yes | title, searchable |',
      '| owner | Member | | "who does it" |',
      '',
      '### Step',
      '',
      'Belongs to Task.',
      '',
      '- what: text, required',
      '- kind: Small, Large, default Small',
      '',
      '### Member',
      '',
      '- name: text',
    );
    assert.deepEqual(findings, []);
    assert.deepEqual(
      entities.map(({ name, plural, was, belongsTo, help, fields, unique }) => [
        name,
        plural,
        was,
        belongsTo?.name ?? null,
        help,
        fields.map((field) => [field.name, field.type.kind, field.required, field.help]),
        unique.map((key) => [key.fields.map((field) => field.name), key.error?.name]),
      ]),
      [
        [
          'Task',
          'Tasks',
          ['Job'],
          null,
          'What has to be done.',
          [
            ['title', 'text', true, ''],
            ['owner', 'reference', false, 'who does it'],
          ],
          [[['title', 'owner'], 'TAKEN']],
        ],
        [
          'Step',
          null,
          [],
          'Task',
          '',
          [
            ['what', 'text', true, ''],
            ['kind', 'choice', false, ''],
          ],
          [],
        ],
        ['Member', null, [], null, '', [['name', 'text', false, '']], []],
      ],
    );
    assert.deepEqual(withoutPlaces(readDocument(printDocument(model)).model), withoutPlaces(model));
  });

  test('is never read from a list, a sentence, code or a table without its heading', () => {
    const { entities, unread } = read(
      '- **Ticket**: number, subject',
      '- **Person**: name',
      '',
      'A comment has a text and an author.',
      '',
      '```ts',
      'interface Task { title: string }',
      '```',
      '',
      ...TABLE,
      '| title | text | yes | |',
    );
    assert.deepEqual(entities, []);
    assert.deepEqual(
      unread.map(({ at }) => at.line),
      [5, 10, 14],
    );
    assert.match(unread[2]?.next ?? '', /### Name of the entity/);
  });

  test('holds nothing of a table, list or code that is not read', () => {
    const { entities, unread, model } = read(
      '### Task',
      '',
      '| Attribute name | What it holds |',
      '| --- | --- |',
      '| title | a short text |',
      '',
      '- somewhere the title is unique',
      '- each task has one owner',
      '',
      '```',
      'title: string',
      '```',
    );
    assert.deepEqual([entities[0]?.fields, entities[0]?.help], [[], '']);
    assert.deepEqual(
      unread.map(({ at, also }) => [at.line, ...also.map(({ line }) => line)]),
      [
        [7, 9],
        [11, 12],
        [14, 15],
      ],
    );
    assert.match(unread[0]?.next ?? '', /Field, Type, Required, Notes/);
    assert.match(unread[1]?.next ?? '', /Belongs to, Plural, Unique, Key, Was/);
    assert.doesNotMatch(JSON.stringify(model), /short text|somewhere/);
  });
});

describe('a field', () => {
  test('has no help from a column that is not known, which is reported once', () => {
    const { fields, unread } = read(
      '### Task',
      '',
      '| Field | Type | Who sets it |',
      '| --- | --- | --- |',
      '| title | text | the member |',
      '| due | date | the board |',
    );
    assert.deepEqual(
      fields.map(({ name, help, byProduct }) => [name, help, byProduct]),
      [
        ['title', '', false],
        ['due', '', false],
      ],
    );
    assert.deepEqual(
      unread.map(({ at }) => at.line),
      [7],
    );
    assert.match(unread[0]?.next ?? '', /Field, Type, Required, Notes/);
  });

  test('of a type that is not known is shown and never written', () => {
    for (const type of ['a short text', 'string \\| null', 'yes or no', 'many Lines', 'text 1..80', '10 digits']) {
      const { field, findings } = fieldWith('', type);
      assert.deepEqual([field.type.kind, findings.map(({ code }) => code)], ['unknown', ['type-unknown']], type);
    }
  });

  test('in a list is a field if its type or one of its notes is known', () => {
    const { fields, findings } = read(
      '### Task',
      '',
      '- title: text, required',
      '- due: someday, required',
      '- by: not shown.',
      '- Deleting: see what the board says',
    );
    assert.deepEqual(
      fields.map(({ name, type }) => [name, type.kind]),
      [
        ['title', 'text'],
        ['due', 'unknown'],
        ['by', 'unknown'],
      ],
    );
    assert.deepEqual(
      findings.map(({ code, at }) => [code, at.line]),
      [
        ['type-unknown', 8],
        ['not-shown', 9],
        ['not-read', 10],
      ],
    );
  });

  test('is required by yes alone; a condition is a note', () => {
    const { fields, findings } = read(
      '### Task',
      '',
      ...TABLE,
      '| one | text | yes | |',
      '| two | text | no | |',
      '| three | text | if it is late | |',
      '| four | text | | required when `one is set` |',
    );
    assert.deepEqual(
      fields.map(({ required, requiredWhen }) => [required, requiredWhen?.text ?? null]),
      [
        [true, null],
        [false, null],
        [false, null],
        [false, 'one is set'],
      ],
    );
    assert.deepEqual(
      findings.map(({ code, at }) => [code, at.line]),
      [['value-unknown', 11]],
    );
  });
});

describe('the notes of a field', () => {
  test('are keywords and help in double quotes', () => {
    const { field, findings } = fieldWith('title, unique, "as on, say, the invoice", default "x", was a, b');
    assert.deepEqual(
      [field.title, field.unique, field.help, field.default?.text, field.was, findings],
      [true, true, 'as on, say, the invoice', '"x"', ['a', 'b'], []],
    );
  });

  test('have no effect in prose, and are no help', () => {
    for (const note of [
      'as on the invoice',
      'given by the server',
      'must be unique',
      'at most one in each year',
      'starts at 0',
      'required if it is late',
      'computed from the lines',
      'shown to members only',
      'up to 5',
    ]) {
      const { field, unread } = fieldWith(note, 'integer');
      const { field: plain } = fieldWith('', 'integer');
      assert.deepEqual(withoutPlaces(field), withoutPlaces(plain), note);
      assert.deepEqual(
        unread.map(({ message, at }) => [message, at.line]),
        [[`The note “${note}” is not read.`, 9]],
      );
    }
  });

  test('that are not read are one finding for a table, which says what is accepted', () => {
    const { unread } = read(
      '### Task',
      '',
      ...TABLE,
      '| one | text | | as on the invoice |',
      '| two | text | | given by hand, title |',
    );
    assert.equal(unread.length, 1);
    assert.match(unread[0]?.message ?? '', /^2 notes are not read: “as on the invoice”, “given by hand”/);
    assert.match(unread[0]?.next ?? '', /help text in double quotes/);
  });

  test('that are nearly a keyword are reported with it', () => {
    assert.equal(fieldWith('searchabel').unread[0]?.next, 'Did you mean “searchable”?');
  });
});
