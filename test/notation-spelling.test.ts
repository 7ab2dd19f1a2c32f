import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runChecks } from '../src/checks/run.ts';
import { fieldType } from '../src/fields/registry/lookup.ts';
import { assume } from '../src/model/defaults/assume.ts';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import type { Model } from '../src/model/types/model.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';

const read = (...sections: readonly string[]) => readDocument(`# Specification: X\n\n${sections.join('\n\n')}\n`);

function assertComesBack(model: Model): void {
  const text = printDocument(model);
  const again = readDocument(text).model;
  assert.deepEqual(withoutPlaces(again), withoutPlaces(model));
  assert.equal(printDocument(again), text);
}

describe('the word “on” in the name of an event', () => {
  const lamp = (effect: string) =>
    read(
      '## 3. Entities and their fields\n\n### Lamp\n\n| Field | Type |\n| --- | --- |\n| next | Lamp |\n| on | Lamp |',
      `## 4. States and transitions\n\n### Lamp: status\n\n| From | Event | To | Then |\n| --- | --- | --- | --- |\n| (new) | | Off | |\n| Off | turn on | On | ${effect} |`,
    );
  for (const [written, event, path] of [
    ['raise turn on on next', 'turn on', 'next'],
    ['raise turn on on on', 'turn on', 'on'],
    ['raise on on next', 'on', 'next'],
    ['raise turn on now on next.on', 'turn on now', 'next.on'],
    ['raise `turn on` on next', 'turn on', 'next'],
  ] as const) {
    test(`“${written}” raises “${event}” on ${path}`, () => {
      const { model, diagnostics } = lamp(written);
      assert.deepEqual(diagnostics, []);
      const effect = model.machines[0]?.transitions[1]?.effects[0];
      assert.deepEqual(effect?.kind === 'raise' && [effect.event, effect.on.text], [event, path]);
      assertComesBack(model);
    });
  }
});

describe('a role whose name is long', () => {
  const long = 'Head of the department of purchasing and stores';
  const entity = '## 3. Entities and their fields\n\n### Task\n\n- title: text';

  test('may be listed where the matrix has a column for it', () => {
    const { model, diagnostics } = read(
      entity,
      `## 6. Roles and permissions\n\n- Clerk: keeps the files\n- ${long}: signs orders\n\n| | Clerk | ${long} |\n| --- | --- | --- |\n| Task: read | yes | yes |`,
    );
    assert.deepEqual(
      model.roles.map(({ name, help }) => [name, help]),
      [
        ['Clerk', 'keeps the files'],
        [long, 'signs orders'],
      ],
    );
    assert.deepEqual(diagnostics, []);
    assertComesBack(model);
  });

  test('may be listed under the word “Roles”, and have its rights under it', () => {
    const { model } = read(
      entity,
      `## 6. Roles and permissions\n\nRoles:\n\n- Clerk: keeps the files\n- ${long}: signs orders\n\nWhat they may do:\n\n- ${long}:\n  - may delete tasks\n- Clerk:\n  - may read tasks`,
    );
    const granted = model.permissions.filter(({ grant }) => grant.kind === 'yes');
    assert.deepEqual(granted.map(({ role, operation }) => [role, operation]).sort(), [
      ['Clerk', 'read'],
      [long, 'delete'],
    ]);
  });

  test('is a sentence where nothing says that it is a role', () => {
    const { model } = read(entity, '## 6. Roles and permissions\n\n- Clerk\n- The prices of the current year: nobody');
    assert.deepEqual(
      model.roles.map(({ name }) => name),
      ['Clerk'],
    );
  });
});

describe('letters and their accents', () => {
  const apart = (text: string) => text.normalize('NFD');
  const whole = (text: string) => text.normalize('NFC');
  const document = (spell: (text: string) => string, other: (text: string) => string) =>
    read(
      `## 3. Entities and their fields\n\n### ${spell('Café')}\n\n| Field | Type | Required | Notes |\n| --- | --- | --- | --- |\n| ${spell('größe')} | ${spell('Zürich, Genève')} | yes | default ${other('Genève')} |\n| next | ${other('Café')} | | |`,
      `## 4. States and transitions\n\n### ${other('Café')}: status\n\n| From | Event | To | Only if |\n| --- | --- | --- | --- |\n| (new) | | ${spell('geöffnet')} | |\n| ${other('geöffnet')} | ${spell('schließen')} | zu | \`${other('größe')} == "${spell('Zürich')}"\` |`,
      `## 5. Validation rules\n\n| Rule | On | Must hold | Error |\n| --- | --- | --- | --- |\n| V1 | ${spell('Café')}, ${other('schließen')} | \`${spell('größe')} == ${other('Genève')} or next.${other('größe')} != null\` | |`,
    );
  const [decomposed, composed] = [document(apart, apart), document(whole, whole)];

  test('are one sign in every name, however a document writes them', () => {
    const names = (model: Model) => [
      model.entities.map(({ name, fields }) => [name, fields.map((field) => [field.name, withoutPlaces(field.type)])]),
      model.machines.map(({ states, transitions }) => [
        states.map(({ name }) => name),
        transitions.map((one) => one.id),
      ]),
      withoutPlaces(model.rules.map(({ entity, events, condition }) => [entity, events, condition?.tree])),
    ];
    assert.notEqual(apart('é'), whole('é'));
    for (const { model } of [decomposed, document(apart, whole), document(whole, apart)])
      assert.deepEqual(names(model), names(composed.model));
    assertComesBack(decomposed.model);
  });

  test('are found by checks and values in either spelling', () => {
    for (const { model, diagnostics } of [decomposed, document(apart, whole), document(whole, apart)]) {
      assert.deepEqual(diagnostics, []);
      const errors = runChecks(assume(model)).filter(({ severity }) => severity === 'error');
      assert.deepEqual(
        errors.map(({ code, message }) => [code, message]),
        [],
      );
      const type = model.entities[0]?.fields[0]?.type;
      assert.ok(type?.kind === 'choice');
      for (const spell of [apart, whole])
        assert.deepEqual(
          fieldType('choice').read(spell('Genève'), type, () => null),
          { value: whole('Genève') },
        );
    }
  });

  test('do not keep a value from a choice that was made elsewhere', () => {
    const name = apart('Genève');
    const type = { kind: 'choice', options: [{ name, label: name, translations: {} }], several: false } as const;
    for (const spell of [apart, whole])
      assert.deepEqual(
        fieldType('choice').read(spell('Genève'), type, () => null),
        { value: name },
      );
  });
});
