import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matrixOf } from '../src/notation/liberal/3-matrix.ts';
import { lexiconOf } from '../src/notation/liberal/lexicon.ts';
import { readDocument } from '../src/notation/read.ts';

const { model } = readDocument(`# Specification: X

## 3. Entities and their fields

- **Person**
  - Name: text
  - Guest: yes/no
- **Case**
  - Person: Person
  - Reach: team, house
  - Hurry: high, low
  - Level: A, B, C
`);
const lexicon = lexiconOf(model);

/** The expression of the level; null where it is not worked out. */
function levelOf(lines: readonly string[], also: readonly string[] = [], field = 'Level'): string | null {
  const told = { text: lines.join('\n'), from: 0 };
  const more = also.map((text) => ({ text, from: 1000 }));
  return matrixOf(told, more, { entity: 'Case', field }, lexicon)?.text ?? null;
}

const HEAD = 'Level from reach and hurry:';
const WHOLE =
  'Reach == team ? (Hurry == high ? B : Hurry == low ? C : null) : Reach == house ? (Hurry == high ? A : Hurry == low ? B : null) : null';

const WRITTEN: readonly (readonly [string, readonly string[]])[] = [
  ['a line for each choice', [HEAD, 'Team: high B, low C', 'House: high A, low B']],
  ['items', [`- ${HEAD}`, '- Team: high B, low C.', '- House: high A, low B.']],
  ['arrows', [HEAD, 'team: high -> B, low -> C', 'house: high → A, low → B']],
  ['equal signs and semicolons', [HEAD, 'team: high = B; low = C', 'house: high = A; low = B']],
  [
    '“out of the …”',
    ['The level is made out of the reach and the hurry:', 'Team: high B, low C', 'House: high A, low B'],
  ],
];

describe('a choice by two others is worked out', () => {
  for (const [form, lines] of WRITTEN)
    test(form, () => {
      assert.equal(levelOf(lines), WHOLE);
    });

  test('by the rows of the second as well', () => {
    const lines = [HEAD, 'High: team B, house A', 'Low: team C, house B'];
    assert.equal(
      levelOf(lines),
      'Hurry == high ? (Reach == team ? B : Reach == house ? A : null) : Hurry == low ? (Reach == team ? C : Reach == house ? B : null) : null',
    );
  });

  test('with choices of one value together', () => {
    assert.equal(
      levelOf([HEAD, 'Team: high C, low C', 'House: high A, low B']),
      'Reach == team ? (Hurry in [high, low] ? C : null) : Reach == house ? (Hurry == high ? A : Hurry == low ? B : null) : null',
    );
  });
});

const UNREAD: readonly (readonly [string, readonly string[]])[] = [
  ['a choice without a row', [HEAD, 'Team: high B, low C']],
  ['a choice without a value', [HEAD, 'Team: high B', 'House: high A, low B']],
  ['a value twice', [HEAD, 'Team: high B, high C, low C', 'House: high A, low B']],
  ['a row twice', [HEAD, 'Team: high B, low C', 'House: high A, low B', 'Team: high A, low A']],
  ['a value that is none', [HEAD, 'Team: high B, low Z', 'House: high A, low B']],
  ['a choice that is none', [HEAD, 'Team: high B, low C', 'Moon: high A, low B']],
  ['a field by itself', ['Level from reach and reach:', 'Team: team B, house C', 'House: team A, house B']],
  ['fields that are not stated', ['Level from size and weight:', 'Team: high B, low C', 'House: high A, low B']],
  ['a field that is no choice', ['Level from person and hurry:', 'Team: high B, low C', 'House: high A, low B']],
  ['a sentence behind the rows', [HEAD, 'Team: high B, low C', 'House: high A, low B', 'The moon counts twice.']],
];

describe('it is not worked out by', () => {
  for (const [what, lines] of UNREAD)
    test(what, () => {
      assert.equal(levelOf(lines), null);
    });
});

describe('a sentence that changes it', () => {
  const LINES = [HEAD, 'Team: high B, low C', 'House: high A, low B'];

  test('moves each value one step, and never to the one that it names', () => {
    // B stays: only A stands above it.
    assert.equal(
      levelOf(LINES, ['If the person is a guest the level goes up one step, but this alone never makes an A.']),
      `Person.Guest and Reach == team and Hurry == low ? B : ${WHOLE}`,
    );
  });

  test('the other way round from the other end', () => {
    assert.equal(
      levelOf(LINES, ['If the person is a guest, the level is lowered by one step, but that never gives a C.']),
      `Person.Guest and Reach == house and Hurry == high ? B : ${WHOLE}`,
    );
  });

  const STRANGE: readonly (readonly string[])[] = [
    ['If the moon is full the level goes up one step, but this alone never makes an A.'],
    // Which way is up, nobody knows.
    ['If the person is a guest the level goes up one step.'],
    ['If the person is a guest the level goes up one step, but this alone never makes a B.'],
    ['A lead may set another one.'],
    [
      'If the person is a guest the level goes up one step, but this alone never makes an A.',
      'On Sundays it is lower.',
    ],
  ];
  for (const also of STRANGE)
    test(`leaves nothing worked out where it is not understood: ${also.join(' ')}`, () => {
      assert.equal(levelOf(LINES, also), null);
    });
});

test('a matrix of other values than those of the field is none of it', () => {
  assert.equal(levelOf([HEAD, 'Team: high B, low C', 'House: high A, low B'], [], 'Hurry'), null);
});
