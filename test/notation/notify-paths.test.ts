import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { findings } from '../support/notation/small-document.ts';

/** Damages of flats, with an effect of `accept`. */
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
| Accepted | mend | Mended | member | notify reporter |

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

for (const [effect, person] of [
  ['notify flat.caretaker', 'flat.caretaker'],
  ['notify flat.caretaker.boss', 'flat.caretaker.boss'],
] as const) {
  test(`notify takes a path to a person: ${effect}`, () => {
    assert.deepEqual(notified(effect), [person, 'reporter']);
    assert.deepEqual(
      findings(damages(effect)).filter((each) => each.startsWith('error')),
      [],
    );
  });
}

for (const effect of [
  'notify flat.caretaker and reporter',
  'notify flat.caretaker, reporter',
  'notifies flat.caretaker',
]) {
  test(`an effect in words is reported, and its transition is refused: ${effect}`, () => {
    const { model, diagnostics } = readDocument(damages(effect));
    const accept = model.machines[0]?.transitions.find(({ event }) => event === 'accept');
    assert.deepEqual(notified(effect), ['reporter']);
    assert.deepEqual([accept?.effects, accept?.guard?.tree], [[], null]);
    assert.deepEqual(
      diagnostics.filter(({ code }) => code === 'not-read').map(({ message }) => message),
      [`The effect “${effect}” is not read, so it does not happen.`],
    );
  });
}
