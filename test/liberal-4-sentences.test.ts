import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDocument } from '../src/notation/read.ts';
import { rowsOf, statesIn } from './support/states-rows.ts';

const STATES = 'cold, hot, in use, no-bake, broken';

const before = (states: string, heading = '### Oven\n\n') => `# Specification: Bakery

## 3. Entities and their fields

### Baker

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in |
| role | role | yes | |

### Oven

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| heat | integer | | |
| status | ${states} | yes | |

## 6. Roles and permissions

- Apprentice: bakes
- Head baker: leads

## 4. States and transitions

${heading}`;

/** What a text tells of the oven, and the lines of it of which something is reported. */
function read(text: string, head = before(STATES)) {
  const { model, diagnostics } = readDocument(head + text);
  const own = diagnostics.filter(({ point, severity }) => point === 4 && severity !== 'gap');
  return {
    rows: rowsOf(model, 'Oven'),
    states: statesIn(model, 'Oven'),
    told: [...new Set(own.map(({ at }) => at.line - head.split('\n').length + 1))],
  };
}

type Case = readonly [text: string, rows: readonly string[], told: readonly number[]];

function each(cases: readonly Case[]): void {
  for (const [text, rows, told] of cases)
    test(text, () => {
      const found = read(text);
      assert.deepEqual(found.rows, rows);
      assert.deepEqual(found.told, told);
      assert.equal(found.states.replaceAll('!', ''), rows.length === 0 ? '' : STATES);
    });
}

describe('several transitions in one sentence', () => {
  each([
    [
      '- cold → hot when the head baker lights it, and hot → cold when the apprentice quenches it.',
      ['cold -[light]-> hot · Head baker', 'hot -[quench]-> cold · Apprentice'],
      [],
    ],
    [
      '- cold → broken or hot → broken, when the apprentice breaks it.',
      ['cold -[break]-> broken · Apprentice', 'hot -[break]-> broken · Apprentice'],
      [],
    ],
    [
      '- cold → hot (heat > 3) and hot → cold (heat < 3)',
      ['cold -[to hot]-> hot · if heat > 3', 'hot -[to cold]-> cold · if heat < 3'],
      [],
    ],
    ['- cold → hot, in use → no-bake', ['cold -[to hot]-> hot', 'in use -[to no-bake]-> no-bake'], []],
    [
      '- cold → hot, hot or in use → broken, by the head baker',
      [
        'cold -[to hot]-> hot · Head baker',
        'hot -[to broken]-> broken · Head baker',
        'in use -[to broken]-> broken · Head baker',
      ],
      [],
    ],
    // Whether the condition is one of the first as well, nobody knows.
    [
      '- cold → hot, cold → broken if heat > 3',
      ['cold -[to hot]-> hot · if not shown', 'cold -[to broken]-> broken · if heat > 3'],
      [1],
    ],
    // It leads on from both.
    [
      '- cold → hot or in use → broken by the head baker',
      [
        'cold -[to hot]-> hot · Head baker',
        'cold -[to in use]-> in use · Head baker',
        'hot -[to broken]-> broken · Head baker',
        'in use -[to broken]-> broken · Head baker',
      ],
      [],
    ],
    [
      '- cold → hot → broken | no-bake',
      ['cold -[to hot]-> hot', 'hot -[to broken]-> broken', 'hot -[to no-bake]-> no-bake'],
      [],
    ],
    ['- cold → hot by the head baker, or the apprentice', ['cold -[to hot]-> hot · Head baker, Apprentice'], []],
  ]);
});

describe('from any state', () => {
  test('is from each that is not final', () => {
    const found = read('- Any state → broken by the head baker.\n- Broken and no-bake are final.');
    assert.deepEqual(found.rows, [
      'cold -[to broken]-> broken · Head baker',
      'hot -[to broken]-> broken · Head baker',
      'in use -[to broken]-> broken · Head baker',
    ]);
    assert.deepEqual([found.states, found.told], ['cold, hot, in use, no-bake!, broken!', []]);
  });

  test('from either, where there are two', () => {
    const found = read('- Either state → broken', before('cold, hot, broken'));
    assert.deepEqual(found.rows, ['cold -[to broken]-> broken', 'hot -[to broken]-> broken']);
    assert.deepEqual(read('- Either state → broken').rows, []);
    assert.deepEqual(read('- Either state → broken').told, [1]);
  });

  test('any of a name in a table is the state or the group of that name', () => {
    const table = (rows: string) =>
      `| From | Event | To | Who |\n| --- | --- | --- | --- |\n${rows}\n\n- Group: Running = hot, in use\n- Final: broken`;
    assert.deepEqual(read(table('| any cold | light | hot | Apprentice |')).rows, ['cold -[light]-> hot · Apprentice']);
    assert.deepEqual(
      read(table('| every running | stop | broken | Apprentice |\n| cold | light | in use | Apprentice |')).rows,
      [
        'hot -[stop]-> broken · Apprentice',
        'in use -[stop]-> broken · Apprentice',
        'cold -[light]-> in use · Apprentice',
      ],
    );
    const unknown = read(table('| cold | light | hot | Apprentice |\n| any warm | stop | broken | Apprentice |'));
    assert.deepEqual(
      [unknown.rows, unknown.states, unknown.told],
      [['cold -[light]-> hot · Apprentice'], 'cold, hot, in use, no-bake, broken!', [4]],
    );
  });
});

describe('states that nothing leads out of', () => {
  const ENDS: readonly (readonly [text: string, states: string])[] = [
    ['- Cold, broken and no-bake are final.', 'cold!, hot, in use, no-bake!, broken!'],
    ['- A broken or no-bake oven does not change again.', 'cold, hot, in use, no-bake!, broken!'],
    ['- No-bake and broken ovens never change.', 'cold, hot, in use, no-bake!, broken!'],
    ['- cold → broken; a broken oven stays broken.', 'cold, hot, in use, no-bake, broken!'],
    ['- A broken oven can never be reopened.', 'cold, hot, in use, no-bake, broken!'],
    // Something leads out; it is of something else; no state is said.
    ['- A broken oven can never be reopened.\n- broken → cold', 'cold, hot, in use, no-bake, broken'],
    ['- A broken baker does not change any more.', ''],
    ['- A broken oven stays cold.', ''],
    ['- The heat does not change again.', ''],
    ['- cold → hot. The heat stays the same.', 'cold, hot, in use, no-bake, broken'],
  ];
  for (const [text, states] of ENDS) test(text.replaceAll('\n', ' ⏎ '), () => assert.equal(read(text).states, states));

  test('what is said not to come back and does is reported', () =>
    assert.deepEqual(read('- A broken oven can never be reopened.\n- broken → cold').told, [1]));
});

describe('names of two words and with hyphens', () => {
  each([
    ['- in use → no-bake, set by the server if heat > 3', ['in use -[when heat > 3]-> no-bake'], []],
    ['- An oven that is in use becomes no-bake after 3 days.', ['in use -[after 3 days]-> no-bake'], []],
    ['- A no-bake oven becomes cold when the apprentice cleans it.', ['no-bake -[clean]-> cold · Apprentice'], []],
    [
      '- Hot and in use become no-bake by themselves after 3 days.',
      ['hot -[after 3 days]-> no-bake', 'in use -[after 3 days]-> no-bake'],
      [],
    ],
    [
      '- Cold becomes in use when the apprentice presses "Light", or by itself 24 hours after it was created.',
      ['cold -[Light]-> in use · Apprentice', 'cold -[after 24 hours from createdAt]-> in use'],
      [],
    ],
    [
      '- An oven begins as cold and becomes hot when the head baker lights it.',
      ['(new) -[]-> cold', 'cold -[light]-> hot · Head baker'],
      [],
    ],
  ]);
});

describe('an entity in bold before its states', () => {
  const OVEN =
    '**Oven.** The states are Cold, Hot and Broken. Broken is final.\n\n| From | To | Who |\n| --- | --- | --- |\n| – | Cold | |\n| Cold | Hot | Apprentice |\n\n- Hot becomes Broken when the apprentice breaks it.';
  const open = before('see point 4', '');

  test('says whose the table and the sentences behind it are', () => {
    const found = read(`${OVEN}\n\n**Baker.** The states are awake and asleep.\n\n- awake → asleep`, open);
    assert.deepEqual(found.rows, [
      '(new) -[]-> Cold',
      'Cold -[to Hot]-> Hot · Apprentice',
      'Hot -[break]-> Broken · Apprentice',
    ]);
    assert.deepEqual([found.states, found.told], ['Cold, Hot, Broken!', []]);
  });

  test('the states of what is no entity are none of the entity before it', () => {
    const found = read(`${OVEN}\n\n**Cake.** The states are Raw and Done. Done is final.`, open);
    assert.equal(found.states, 'Cold, Hot, Broken!');
    assert.deepEqual(found.told, [10]);
  });
});
