import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { unjudgedIn } from '../../src/verify/evaluator/find-unjudged-parts.ts';
import type { Answer, Json, Request, World } from '../../src/verify/evaluator/world.ts';
import { oracle } from '../../src/verify/oracle/oracle.ts';
import { LINE_STAYS } from '../../src/verify/oracle-rules/lines.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

const jobs = (event: string) => `# Specification: Jobs

## 3. Entities and their fields

### Hand

- name: text, required, title
- email: email, required, sign-in

### Job

- title: text, required, title
- steps: list of Step

### Step

Belongs to Job.

- what: text, required

## 4. States and transitions

### Job: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Open | | |
| Open | finish | Open | Hand | raise finish on steps |

### Step: state

| From | Event | To |
| --- | --- | --- |
| (new) | | Waiting |
| Waiting | ${event} | Done |

- Final: Done

## 6. Roles and permissions

- Hand: everyone who signs in

| | Hand |
| --- | --- |
| Job: read, create, change | yes |
| Hand: read | yes |
`;

const { model } = readDocument(jobs('finish'));
const jobWith = (steps: readonly Json[]): World =>
  new Map([
    ['ada', { entity: 'Hand', id: 'ada', values: new Map([['name', 'Ada']]) }],
    [
      'roof',
      {
        entity: 'Job',
        id: 'roof',
        values: new Map<string, Json>([
          ['title', 'Roof'],
          ['status', 'Open'],
          ['steps', steps],
        ]),
      },
    ],
  ]);
const look = { id: 'look', what: 'Look', state: 'Done' };
const mend = { id: 'mend', what: 'Mend', state: 'Waiting' };

const asked = (world: World, request: object): Answer =>
  oracle(
    assume(model),
    world,
    'ada',
    { entity: 'Job', id: 'roof', call: null, match: 'current', ...request } as Request,
    NOW,
  );
const told = (answer: Answer): string =>
  answer.allowed ? 'ok' : [answer.status, ...answer.faults.map(({ path, code }) => `${path} ${code}`)].join(' ');
const sent = (...steps: readonly object[]): string =>
  told(asked(jobWith([look, mend]), { kind: 'change', input: { steps } }));

function statesIn(world: World): readonly string[] {
  const steps = (world.get('roof')?.values.get('steps') ?? []) as readonly { readonly state: string }[];
  return steps.map(({ state }) => state);
}

test('the oracle lets a line in a final state neither go nor change', () => {
  assert.equal(sent(look, mend), 'ok');
  assert.equal(sent({ id: 'look' }), 'ok');
  assert.equal(sent({ id: 'look' }, { id: 'mend', what: 'Paint' }, { what: 'New' }), 'ok');
  assert.equal(sent(mend), `422 steps ${LINE_STAYS}`);
  assert.equal(sent(), `422 steps ${LINE_STAYS}`);
  assert.equal(sent({ id: 'look', what: 'Look again' }), '422 steps[0].what NOT_AN_INPUT');
  assert.equal(sent(look, { ...mend, state: 'Done' }), '422 steps[1].state NOT_AN_INPUT');
});

test('the oracle begins a line in its first state, and moves it where the event of its record says so', () => {
  const world = jobWith([mend]);
  assert.equal(told(asked(world, { kind: 'change', input: { steps: [mend, { what: 'New' }] } })), 'ok');
  assert.deepEqual(statesIn(world), ['Waiting', 'Waiting']);
  const moving = jobWith([mend, { ...mend, id: 'paint' }]);
  assert.equal(told(asked(moving, { kind: 'event', event: 'finish', input: {} })), 'ok');
  assert.deepEqual(statesIn(moving), ['Done', 'Done']);
  // One that is done already keeps the others.
  const one = jobWith([mend, look]);
  assert.equal(told(asked(one, { kind: 'event', event: 'finish', input: {} })), '409');
  assert.deepEqual(statesIn(one), ['Waiting', 'Done']);
});

test('of lines with timers the oracle says that it does not know them', () => {
  assert.deepEqual(unjudgedIn(model), []);
  const timed = unjudgedIn(readDocument(jobs('after 3 days')).model);
  assert.deepEqual(
    timed.map(({ entity, what }) => [entity, what]),
    [['Job', 'the states of Step, which are lines']],
  );
});
