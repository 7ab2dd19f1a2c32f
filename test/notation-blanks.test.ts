import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { diagnose } from '../src/cli/diagnose.ts';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';

const FIELDS = (notes: string) => `# Specification: X

## 3. Entities and their fields

### Task

| Field | Type | Notes |
| --- | --- | --- |
| open | boolean | ${notes} |
| kind | yes, no | ${notes} |
`;

const WAYS = (row: string) => `# Specification: X

## 4. States and transitions

### Task: status

| From | Event | To | Then |
| --- | --- | --- | --- |
| (new) | | Open | |
| Open | finish | Done | |
| Done | shelve | Kept | |
| ${row} |

- Final: Kept
`;

function bothWays(text: string) {
  const { model, diagnostics } = readDocument(text);
  assert.deepEqual(withoutPlaces(readDocument(printDocument(model)).model), withoutPlaces(model));
  const told = diagnostics.filter(({ code, severity }) => severity === 'error' || code === 'not-read');
  assert.deepEqual(
    told.map(({ message }) => message),
    [],
  );
  return model;
}

describe('a field of yes or no', () => {
  for (const [notes, value] of [
    ['default yes', 'true'],
    ['default No', 'false'],
    ['default: yes', 'true'],
    ['default true', 'true'],
    ['default `false`', 'false'],
  ] as const)
    test(`begins as ${value} by “${notes}”`, () => {
      const [open] = bothWays(FIELDS(notes).replace(/\n\| kind.*/, '')).entities[0]?.fields ?? [];
      assert.equal(open?.default?.text, value);
      assert.deepEqual(
        diagnose(FIELDS(notes)).diagnostics.filter(({ at, severity }) => severity === 'error' && at.line === 9),
        [],
      );
    });

  test('is told from a choice that is called so', () => {
    const [, kind] =
      readDocument(FIELDS('default maybe').replaceAll('yes, no', 'yes, no, maybe')).model.entities[0]?.fields ?? [];
    assert.deepEqual([kind?.type.kind, kind?.default?.text], ['choice', 'maybe']);
    const [, other] =
      readDocument(FIELDS('default yes').replaceAll('yes, no', 'yes, no, maybe')).model.entities[0]?.fields ?? [];
    assert.equal(other?.default?.text, 'yes');
  });
});

describe('a transition that names no state to lead to', () => {
  const ways = (row: string) =>
    bothWays(WAYS(row))
      .machines[0]?.transitions.filter(({ event }) => event === 'note')
      .map(({ from, to }) => `${from} → ${to}`);

  test('stays where it is, from one state, several or any', () => {
    assert.deepEqual(ways('Open | note | | '), ['Open → Open']);
    assert.deepEqual(ways('Open, Done | note | | '), ['Open → Open', 'Done → Done']);
    assert.deepEqual(ways('any state | note | | '), ['Open → Open', 'Done → Done']);
    assert.deepEqual(ways('any state except Done | note | | '), ['Open → Open']);
  });

  test('is wanting where a record is new', () => {
    const { diagnostics } = readDocument(WAYS('(new) | | | '));
    assert.ok(diagnostics.some(({ code, message }) => code === 'name-missing' && message.includes('To')));
  });
});
