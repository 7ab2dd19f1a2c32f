import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { findings } from '../support/small-document.ts';

/** Damages of flats; one row is in words, so that all of the document is read once more with its names. */
const damages = (effect: string) => `# Specification: Flats

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- role: Role
- boss: Person

### Flat

- number: text, required, title
- caretaker: Person
- the owner: Person

### Damage

- what: text, required, title
- flat: Flat
- reporter: Person

## 4. States and transitions

### Damage: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Reported | | |
| Reported | accept | Accepted | member | ${effect} |
| Accepted | mend | Mended | member | the reporter is notified |

- Final: Mended

## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
| Flat: read, create, change | yes |
| Damage: read, create, change | yes |
`;

function notified(effect: string): readonly string[] {
  const { model } = readDocument(damages(effect));
  const effects = model.machines.flatMap(({ transitions }) => transitions.flatMap((each) => each.effects));
  return effects.flatMap((each) => (each.kind === 'notify' ? [each.to.text] : []));
}

for (const [effect, ...people] of [
  ['notify flat.caretaker', 'flat.caretaker'],
  ['notify flat.caretaker.boss', 'flat.caretaker.boss'],
  ['notify flat.caretaker and reporter', 'flat.caretaker', 'reporter'],
  ['notifies flat.caretaker', 'flat.caretaker'],
] as const) {
  test(`a path to a person is read as one beside words: ${effect}`, () => {
    assert.deepEqual(notified(effect), [...people, 'reporter']);
    assert.deepEqual(
      findings(damages(effect)).filter((each) => each.startsWith('error')),
      [],
    );
  });
}
