import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import { agrees, findings, running } from '../support/notation/small-document.ts';

/** Parcels that make a record of each value of a list of theirs. */
const parcels = (effect: string) => `# Specification: Parcels

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Parcel

- label: text, required, title
- marks: list of text
- colours: several of Red, Green, Blue
- boss: Person

### Mark

- name: text, required, title
- colour: one of Red, Green, Blue
- of: Parcel

## 4. States and transitions

### Parcel: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Packed | | |
| Packed | send | Sent | member | ${effect} |

## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
| Parcel: read, create, change | yes |
| Mark: read | yes |

## Sample data

### Person

| name | email |
| --- | --- |
| Ann | ann@example.com |
`;

/** Sends a parcel with these values, and another one after it; the marks that there are then. */
async function marksAfter(text: string, ...sent: readonly object[]): Promise<readonly WireRecord[]> {
  let marks: readonly WireRecord[] = [];
  await running(text, async (server) => {
    const ann = await server.as('Ann');
    for (const values of sent) {
      const made = await ann.post<WireRecord>('/api/parcels', { label: 'One', ...values });
      assert.equal(made.status, 201, made.text);
      const etag = { 'if-match': made.body._.etag };
      const answer = await ann.post(`/api/parcels/${made.body.id}/send`, {}, etag);
      assert.equal(answer.status, 200, answer.text);
    }
    marks = (await ann.get<WirePage>('/api/marks?sort=name')).body.items;
  });
  return marks;
}

const namesOf = (marks: readonly WireRecord[]) => marks.map((mark) => mark['name']);

describe('an effect goes over a list of values', () => {
  const eachText = parcels('create Mark for m in marks where `none(Mark where name == m)`: name = m, of = this');

  test('a list of text: one record for each value that the condition holds for', async () => {
    const marks = await marksAfter(eachText, { marks: ['b', 'a'] }, { marks: ['b', 'c'] }, {});
    assert.deepEqual(namesOf(marks), ['a', 'b', 'c']);
    assert.notEqual(marks[0]?.['of'], null);
    await agrees(eachText);
  });

  test('several choices', async () => {
    const text = parcels('create Mark for c in colours where c != Red: name = label, colour = c');
    const marks = await marksAfter(text, { colours: ['Red', 'Green', 'Blue'] });
    assert.deepEqual(marks.map((mark) => mark['colour']).sort(), ['Blue', 'Green']);
    await agrees(text);
  });

  test('a condition without a value of the item', async () => {
    assert.equal(
      (await marksAfter(parcels('create Mark for m in marks: name = label'), { marks: ['x', 'y'] })).length,
      2,
    );
  });
});

describe('an effect that leads nowhere is reported where it stands', () => {
  for (const effect of [
    'create Mark for m in label: name = label',
    'create Mark for m in label: name = m',
    'notify label',
    'notify marks',
    'label.name = label',
    'raise send on label',
    'raise send on marks',
  ]) {
    test(effect, () => {
      assert.ok(
        findings(parcels(effect)).some((finding) => finding.startsWith('error') && finding.includes(' 30: ')),
        findings(parcels(effect)).join('\n'),
      );
    });
  }
});
