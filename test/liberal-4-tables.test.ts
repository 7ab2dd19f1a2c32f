import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { diagnose } from '../src/cli/diagnose.ts';
import { readDocument } from '../src/notation/read.ts';
import { rowsOf } from './support/states-rows.ts';

const BEFORE = `# Specification: Boat club

## 3. Entities and their fields

### Member

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in |
| role | role | yes | |

### Trip

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| kind | training, race, rescue | yes | |
| startsAt | date and time | | |
| sentAt | date and time | | |
| dueOn | date | | |
| seats | integer | | |
| taken | integer | | |
| reason | text | | |
| steersmanId | Member | | |
| guestIds | set of Member | | |

## 6. Roles and permissions

- Rower: rows
- Coach: leads

## 4. States and transitions

### Trip: status

`;

/** The transitions of a table, each a line, and which of its rows something is reported of. */
function read(table: string) {
  const { model, diagnostics } = readDocument(BEFORE + table);
  const first = BEFORE.split('\n').length + 2;
  return {
    rows: rowsOf(model, 'Trip'),
    labels: model.machines[0]?.transitions.map(({ label }) => label) ?? [],
    states: model.machines[0]?.states.map(({ name }) => name) ?? [],
    told: diagnostics
      .filter(({ point, severity }) => point === 4 && severity !== 'gap')
      .map(({ at }) => at.line - first + 1),
  };
}

const table = (columns: readonly string[], rows: readonly string[]) =>
  [`| ${columns.join(' | ')} |`, `|${columns.map(() => ' --- |').join('')}`, ...rows.map((row) => `| ${row} |`)].join(
    '\n',
  );

const WITHOUT = ['From', 'To', 'Who', 'Condition'];

describe('a table of transitions without events', () => {
  const ROWS: readonly (readonly [row: string, rows: readonly string[], told: readonly number[]])[] = [
    ['Planned | Open | Coach | ', ['Planned -[to Open]-> Open · Coach'], []],
    [
      'Planned, Open | Gone | coach or rower | taken > 0',
      [
        'Planned -[to Gone]-> Gone · Coach, Rower · if taken > 0',
        'Open -[to Gone]-> Gone · Coach, Rower · if taken > 0',
      ],
      [],
    ],
    ['Open | Gone | by itself | 12 hours after it was created', ['Open -[after 12 hours from createdAt]-> Gone'], []],
    ['Open | Gone | system | 30 minutes after the start', [], [1]],
    ['Open | Gone | system | 30 minutes after it was sent', ['Open -[after 30 minutes from sentAt]-> Gone'], []],
    ['Open | Gone | automatically | after 6 hours in Open', ['Open -[after 6 hours]-> Gone'], []],
    [
      'Open | Gone | the system | 30 minutes after starts at; not for rescues',
      ['Open -[after 30 minutes from startsAt]-> Gone · if kind != rescue'],
      [],
    ],
    ['Open | Gone | system at startsAt | ', ['Open -[when now >= startsAt]-> Gone'], []],
    ['Open | Gone | system at `startsAt + 2 hours` | ', ['Open -[when now >= startsAt + 2 hours]-> Gone'], []],
    ['Open | Gone | by itself | taken ≥ seats', ['Open -[when taken >= seats]-> Gone'], []],
    [
      'Open | Gone | Coach | From 60 minutes before starts at',
      ['Open -[to Gone]-> Gone · Coach · if now >= startsAt - 60 minutes'],
      [],
    ],
    [
      'Open | Gone | Coach | Starts at at least 24 hours away; always possible',
      ['Open -[to Gone]-> Gone · Coach · if startsAt >= now + 24 hours'],
      [],
    ],
    [
      'Open | Gone | by itself | After 6 hours in Open, with rescue',
      ['Open -[after 6 hours]-> Gone · then kind = rescue'],
      [],
    ],
    ['Open | Gone | by itself | After 6 hours, with oars', ['Open -[after 6 hours]-> Gone · if not shown'], [1]],
    ['Open | Gone | Coach | reason given', ['Open -[to Gone]-> Gone · Coach · then ask reason'], []],
    ['Open | Gone | Coach | With a reason', ['Open -[to Gone]-> Gone · Coach · then ask reason'], []],
    // How long it has been in another state, and a time that is not understood, are nothing that the product waits for.
    ['Open | Gone | automatically | after 6 hours in Planned', ['Open -[when false]-> Gone · if not shown'], [1]],
    ['Open | Gone | by itself | when the tide turns', ['Open -[when false]-> Gone · if not shown'], [1]],
    ['Open | Gone | by itself | ', ['Open -[when false]-> Gone · if not shown'], [1]],
    [
      'Open | Gone | by itself | after 3 days; when the tide turns',
      ['Open -[after 3 days]-> Gone · if not shown'],
      [1],
    ],
    ['Open | Gone | Coach | when the tide turns', ['Open -[to Gone]-> Gone · Coach · if not shown'], [1]],
    ['Open | Gone | Coach | not for dinghies', ['Open -[to Gone]-> Gone · Coach · if not shown'], [1]],
    // Nothing names it, and it leads nowhere.
    ['Open | | Coach | ', [], [1]],
  ];
  for (const [row, rows, told] of ROWS)
    test(row, () => {
      const found = read(table(WITHOUT, [row]));
      if (rows.length > 0) assert.deepEqual(found.rows, rows);
      assert.deepEqual([...new Set(found.told)], told);
    });

  test('an empty cell or a dash under Event is the same as no such column', () => {
    const found = read(
      table(
        ['From', 'Event', 'To', 'Who'],
        ['Planned | | Open | Coach', 'Open | – | Gone | Coach', 'Open | leave | Gone | Rower'],
      ),
    );
    assert.deepEqual(found.rows, [
      'Planned -[to Open]-> Open · Coach',
      'Open -[to Gone]-> Gone · Coach',
      'Open -[leave]-> Gone · Rower',
    ]);
    assert.deepEqual(found.labels, ['To Open', 'To Gone', 'Leave']);
    assert.deepEqual(found.told, []);
  });
});

describe('a dash under From', () => {
  for (const sign of ['–', '—', '-', '(new)'])
    test(`“${sign}” is how a record begins`, () => {
      const found = read(table(WITHOUT, [`${sign} | Planned | | `, 'Planned | Open | Coach | ']));
      assert.deepEqual(found.rows, ['(new) -[]-> Planned', 'Planned -[to Open]-> Open · Coach']);
      assert.deepEqual([found.states, found.told], [['Planned', 'Open'], []]);
    });

  test('what making it is called is no event; two beginnings are told', () => {
    const two = table(
      ['From', 'Action', 'To', 'Who'],
      ['– | plan | Planned | ', '– | publish | Open | ', 'Planned | open | Open | Coach'],
    );
    const found = read(two);
    assert.deepEqual(found.rows, ['(new) -[]-> Planned', '(new) -[]-> Open', 'Planned -[open]-> Open · Coach']);
    assert.ok(diagnose(BEFORE + two).diagnostics.some(({ code }) => code === 'guards-overlap'));
  });

  test('an empty cell is still no beginning', () => {
    const found = read(table(WITHOUT, [' | Planned | | ', 'Planned | Open | Coach | ']));
    assert.deepEqual([found.rows, found.told], [['Planned -[to Open]-> Open · Coach'], [1]]);
  });
});

describe('several states in a cell', () => {
  const COLUMNS = ['From', 'Event', 'To', 'Who'];
  const CELLS: readonly (readonly [row: string, rows: readonly string[]])[] = [
    ['Planned or Open | stop | Gone | Coach', ['Planned -[stop]-> Gone · Coach', 'Open -[stop]-> Gone · Coach']],
    ['Planned / Open | stop | Gone | Coach', ['Planned -[stop]-> Gone · Coach', 'Open -[stop]-> Gone · Coach']],
    ['Planned, Open | note | unchanged | Coach', ['Planned -[note]-> Planned · Coach', 'Open -[note]-> Open · Coach']],
    ['Open | note | (same state) | Coach', ['Open -[note]-> Open · Coach']],
    // A part of it is no state: it is the name of one.
    ['Planned or Stuck | stop | Gone | Coach', ['Planned or Stuck -[stop]-> Gone · Coach']],
  ];
  for (const [row, rows] of CELLS)
    test(row, () => {
      const all = read(table(COLUMNS, ['Planned | open | Open | Coach', row])).rows;
      assert.deepEqual(all, ['Planned -[open]-> Open · Coach', ...rows]);
    });
});

describe('signs of comparison as people write them', () => {
  const GUARDED = ['From', 'Action', 'To', 'Who', 'Guard'];
  const rows = [
    'Planned | open | Open | Coach or rower | `taken ≤ seats`',
    'Open | leave | Gone | Coach | `kind ≠ race and seats ≥ 2`',
  ];

  test('in backticks, beside words', () =>
    assert.deepEqual(read(table(GUARDED, rows)).rows, [
      'Planned -[open]-> Open · Coach, Rower · if taken <= seats',
      'Open -[leave]-> Gone · Coach · if kind != race and seats >= 2',
    ]));

  test('are reported where nothing else is in words', () => {
    const found = read(
      table(['From', 'Event', 'To', 'Who', 'Only if'], ['Planned | open | Open | Coach | `taken ≤ seats`']),
    );
    assert.deepEqual(found.told, [1]);
  });
});

describe('what happens then, beside words', () => {
  const COLUMNS = ['From', 'Action', 'To', 'Who', 'Effect'];
  const EFFECTS: readonly (readonly [effect: string, then: string, told: number])[] = [
    ['notify guests', 'notify guestIds', 0],
    ['notify steersman', 'notify steersmanId', 0],
    ['notify steersmanId', 'notify steersmanId', 0],
    ['`sentAt = startsAt = now`', 'sentAt = now; startsAt = now', 0],
    ['sentAt, reason = null', 'sentAt = null; reason = null', 0],
    ['`sentAt`, `reason` = null; `seats = 2`', 'sentAt = null; reason = null; seats = 2', 0],
    // Nobody is called so, and there is no such field: what is there is reported as ever.
    ['notify harbour', 'notify harbour', 0],
    ['sentAt, harbour = null', 'sentAt, harbour = null', 0],
  ];
  for (const [effect, then, told] of EFFECTS)
    test(effect, () => {
      const found = read(table(COLUMNS, [`Planned | open | Open | Coach or rower | ${effect}`]));
      assert.deepEqual(found.rows, [`Planned -[open]-> Open · Coach, Rower${then === '' ? '' : ` · then ${then}`}`]);
      assert.equal(found.told.length, told);
    });

  test('“as above” is what the row above says there', () => {
    const found = read(
      table(COLUMNS, [
        'Planned | open | Open | Coach or rower | seats = 2',
        'Open | leave | Gone | as above | as above',
        'Gone | return | Planned | ditto | – ',
        'Gone | rest | Open | Coach | as below',
      ]),
    );
    assert.deepEqual(found.rows, [
      'Planned -[open]-> Open · Coach, Rower · then seats = 2',
      'Open -[leave]-> Gone · Coach, Rower · then seats = 2',
      'Gone -[return]-> Planned · Coach, Rower',
      'Gone -[rest]-> Open · Coach',
    ]);
    assert.deepEqual(found.told, [4]);
  });
});
