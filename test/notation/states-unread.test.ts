import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { running } from '../support/notation/small-document.ts';
import { rowsOf } from '../support/notation/states-rows.ts';

/** A document whose point 4 is this text. */
const withStates = (states: string) => `# Specification: Desk

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in |

### Task

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| hours | integer | | |

## 4. States and transitions

${states}

## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
| Task: read, create, change, delete | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends |
| --- | --- | --- | --- |
| new task | POST /api/tasks | create Task | title |
| change task | PATCH /api/tasks/:id | change Task | title |
| finish | POST /api/tasks/:id/finish | finish Task | |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

const TABLE = `| From | Event | To | Who |
| --- | --- | --- | --- |
| (new) | | Open | |
| Open | finish | Done | member |`;

function read(states: string) {
  const { model, diagnostics } = readDocument(withStates(states));
  const [machine] = model.machines;
  return {
    model,
    machine,
    refused: (machine?.transitions ?? []).map(({ guard }) => guard !== null && guard.tree === null),
    findings: diagnostics.filter(({ point, code }) => point === 4 && code !== 'not-shown'),
  };
}

const codes = (states: string) => read(states).findings.map(({ code }) => code);

/** The statuses of creating a task, and then of changing it and finishing it. */
async function statuses(states: string): Promise<readonly number[]> {
  const found: number[] = [];
  await running(withStates(states), async (server) => {
    const ada = await server.as('Ada');
    const made = await ada.post<{ id: string; _: { etag: string } }>('/api/tasks', { title: 'Sweep' });
    found.push(made.status);
    if (made.status !== 201) return;
    const path = `/api/tasks/${made.body.id}`;
    const changed = await ada.patch<{ _: { etag: string } } & Problem>(
      path,
      { title: 'Mop' },
      { 'if-match': made.body._.etag },
    );
    found.push(changed.status);
    const etag = changed.status === 200 ? changed.body._.etag : made.body._.etag;
    found.push((await ada.post(`${path}/finish`, {}, { 'if-match': etag })).status);
  });
  return found;
}

test('a machine that is read as a whole may be changed and raised', async () => {
  assert.deepEqual(
    codes(`### Task: status\n\n${TABLE}`).filter((code) => code === 'not-read'),
    [],
  );
  assert.deepEqual(await statuses(`### Task: status\n\n${TABLE}`), [201, 200, 200]);
});

describe('rows that are not read as a whole are refused', () => {
  test('a filled cell in an unknown column; one finding names the columns', async () => {
    const states = `### Task: status

| From | Event | To | Who | Provided |
| --- | --- | --- | --- | --- |
| (new) | | Open | | |
| Open | finish | Done | member | hours were booked |
| Open | drop | Done | member | hours were booked |`;
    const { refused, findings, machine } = read(states);
    assert.deepEqual(refused, [false, true, true]);
    assert.equal(machine?.editableIn?.length, 2);
    assert.deepEqual(
      findings.map(({ code, next }) => [code, next]),
      [
        [
          'not-read',
          'The columns of this table are From, Event, To, Who, Only if, Then, Error, Wrong state, Button, Notes. Rename the column, or write its content as prose under the table.',
        ],
      ],
    );
    assert.deepEqual((await statuses(states)).slice(0, 2), [201, 200]);
    assert.notEqual((await statuses(states))[2], 200);
  });

  const rows: readonly (readonly [what: string, row: string, code: string])[] = [
    ['a condition in words', 'Open | finish | Done | member | the hours are booked | |', 'expression-syntax'],
    ['an effect in words', 'Open | finish | Done | member | | the owner is told |', 'not-read'],
    ['an effect that does not parse', 'Open | finish | Done | member | | hours = one more |', 'expression-syntax'],
    ['a delay in words', 'Open | after two weeks | Done | | | |', 'expression-syntax'],
    ['a moment in words', 'Open | 12 hours after it was created | Done | | | |', 'expression-syntax'],
    ['a state that is none behind “except”', 'any state except Opne | finish | Done | member | | |', 'name-unknown'],
    ['a cell behind the last column', 'Open | finish | Done | member | | | by the owner only |', 'not-read'],
  ];
  for (const [what, row, code] of rows) {
    test(what, () => {
      const states = `### Task: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| ${row}`;
      assert.deepEqual(
        codes(states).filter((each) => each === code),
        [code],
      );
      const [, transition] = read(states).machine?.transitions ?? [];
      const trees = JSON.stringify([transition?.guard, transition?.timer, transition?.effects]);
      assert.match(trees, /"tree":null/);
    });
  }

  test('words under Who name nobody', async () => {
    assert.equal((await statuses(`### Task: status\n\n${TABLE.replace('member', 'the member who made it')}`))[2], 403);
  });
});

describe('a part that is not read as a whole refuses all of its machine', () => {
  const parts: Readonly<Record<string, string>> = {
    'a list item': '- Finishing needs a second person',
    'several list items': '- Finishing needs a second person\n- Only the owner finishes',
    'an unknown key': '- Locked in: Open',
    'an item nested under a key': '- Final: Done\n  - but reopened by leads',
    'a rule in prose': 'Only the owner may finish a task.',
    'another table': '| Guard | Meaning |\n| --- | --- |\n| booked | hours were booked |',
    'a block of code': '```mermaid\nstateDiagram-v2\nOpen --> Done\n```',
    'a group without states': '- Group: Running',
    'an unknown final state': '- Final: Dnoe',
  };
  for (const [what, text] of Object.entries(parts)) {
    test(what, async () => {
      const states = `### Task: status\n\n${TABLE}\n\n${text}`;
      const { refused, machine, findings } = read(states);
      assert.equal(findings.length, 1, JSON.stringify(findings));
      assert.equal(machine?.editableIn, null);
      if (what !== 'an unknown final state') assert.deepEqual(refused, [true, true]);
      assert.deepEqual(
        machine?.states.map(({ name }) => name),
        ['Open', 'Done'],
      );
      const printed = readDocument(printDocument(read(states).model)).model;
      assert.deepEqual(withoutPlaces(printed.machines), withoutPlaces(read(states).model.machines));
    });
  }

  test('nothing of it can be created', async () => {
    const [made] = await statuses(`### Task: status\n\n${TABLE}\n\n- Only the owner finishes`);
    assert.notEqual(made, 201);
  });

  test('under the name of an entity a list of transitions makes a machine without transitions', async () => {
    for (const title of ['Task', 'Task: status']) {
      const { machine, findings } = read(`### ${title}\n\n- Open → Done, by the owner\n- Done is final`);
      assert.deepEqual([machine?.states, machine?.transitions, machine?.editableIn], [[], [], null]);
      assert.deepEqual(
        findings.map(({ code }) => code),
        ['not-read'],
      );
    }
    assert.notEqual((await statuses('### Task\n\n- Open → Done, by the owner'))[0], 201);
  });
});

describe('what stands outside of a machine is not read', () => {
  for (const [what, text] of Object.entries({
    'a table before the first part': TABLE,
    'a list before the first part': '- Open → Done\n- A task starts as Open',
    'a paragraph with rules': 'A task must be Open. Only its owner finishes it.',
    'a block of code': '```\nOpen -> Done\n```',
    'prose under a heading': '### Notes\n\nTasks are small.',
    'a list under the name of no entity': '### Notes\n\n- Tasks are small.',
  })) {
    test(`${what}; one finding, and no machine`, () => {
      const { model, findings } = read(text);
      assert.deepEqual(model.machines, []);
      assert.deepEqual(
        findings.map(({ code }) => code),
        ['not-read'],
      );
      assert.deepEqual(withoutPlaces(readDocument(printDocument(model)).model.machines), []);
    });
  }
});

describe('the heading of a machine', () => {
  test('without a name behind the entity the machine is called “status”', () => {
    assert.equal(read(`### Task\n\n${TABLE}`).machine?.id, 'machine/Task/status');
    assert.equal(read(`### Task:\n\n${TABLE}`).machine?.id, 'machine/Task/status');
  });

  test('finds the entity without regard to capitals and spaces', () => {
    assert.equal(read(`### task: phase\n\n${TABLE}`).machine?.id, 'machine/Task/phase');
  });

  test('a choice of the same name in point 3 is another field, which the checks report', () => {
    const text = withStates(`### Task: status\n\n${TABLE}`).replace(
      '| hours |',
      '| status | Open, Done | | |\n| hours |',
    );
    const { model } = readDocument(text);
    assert.deepEqual(
      model.entities.find(({ name }) => name === 'Task')?.fields.map(({ name }) => name),
      ['title', 'status', 'hours'],
    );
    assert.equal(model.machines.length, 1);
  });
});

describe('cells of a transition', () => {
  const rowsOfTable = (...rows: readonly string[]) =>
    rowsOf(
      read(
        `### Task: status\n\n| From | Event | To | Who |\n| --- | --- | --- | --- |\n${rows.map((row) => `| ${row} |`).join('\n')}`,
      ).model,
      'Task',
    );

  test('a dash under From is the creation of a record', () =>
    assert.deepEqual(rowsOfTable('- | | Open | ', 'Open | | Done | '), ['(new) -[]-> Open', 'Open -[to Done]-> Done']));

  test('words for several states, for each state or for the product are names', () =>
    assert.deepEqual(rowsOfTable('Open or Done | x | Gone | by itself', 'every state | y | unchanged | '), [
      'Open or Done -[x]-> Gone · by itself',
      'every state -[y]-> unchanged',
    ]));
});
