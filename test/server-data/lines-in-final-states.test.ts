import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Row, Values } from '../../src/fields/text/value.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { intend, judge, told, wireOf, worldOf } from '../engine-world.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

/** A step that is done stays, and so does a check that was passed. */
const JOBS = `# Specification: Jobs

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
- checks: list of Check

### Check

Belongs to Step.

- name: text, required

## 4. States and transitions

### Step: state

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Waiting | | | |
| Waiting | finish | Done | Hand | | |

- Final: Done

### Check: state

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | pass | Passed | Hand | | |

- Final: Passed

## 6. Roles and permissions

- Hand: everyone who signs in

| | Hand |
| --- | --- |
| Job: read, create, change | yes |
| Hand: read | yes |
`;

const row = (entity: string, id: string, values: Values): Row => ({
  entity,
  id,
  version: 1,
  values: Object.assign(Object.create(null), { id, createdAt: NOW, createdBy: null }, values),
});
const step = (id: string, state: string, ...checks: readonly Row[]) =>
  row('Step', id, { what: `What ${id} is`, state, checks });
const check = (id: string, state: string) => row('Check', id, { name: id, state });
const steps = [
  step('look', 'Done'),
  step('mend', 'Waiting', check('wet', 'Open')),
  step('paint', 'Waiting', check('dry', 'Open'), check('even', 'Passed')),
];
const job = row('Job', 'roof', { title: 'Roof', steps });
const { model } = readDocument(JOBS);
const world = worldOf(compile(assume(model), 'document'), NOW, [
  row('Hand', 'ada', { name: 'Ada', email: 'ada@example.org' }),
  job,
]);

test('a line is told by its id, which whoever saves it again names it by', () => {
  const lines = wireOf(world, 'Ada', job)?.['steps'] as readonly { readonly id: string; readonly what: string }[];
  assert.deepEqual(
    lines.map(({ id, what }) => [id, what]),
    ['look', 'mend', 'paint'].map((id) => [id, `What ${id} is`]),
  );
});

test('a line in a final state is not taken away, nor what it stands in; whatever else is', () => {
  const sent = (...ids: readonly string[]) => {
    const input = { steps: ids.map((id) => ({ id })) };
    return judge(world, 'Ada', intend({ kind: 'change', entity: 'Job', id: job.id, input }));
  };
  const left = (...ids: readonly string[]) => told(sent(...ids));
  assert.equal(left('look', 'mend', 'paint'), 'ok');
  assert.equal(left('look', 'paint'), 'ok');
  const closed = '422 /steps LINE_STAYS';
  assert.equal(left('mend', 'paint'), closed);
  assert.equal(left('look', 'mend'), closed);
  assert.equal(left(), `${closed}, /steps LINE_STAYS`);
  const verdict = sent();
  assert.deepEqual(
    verdict.allowed ? [] : verdict.refusal.failures.map(({ message, decidedBy }) => [message, decidedBy]),
    [
      ['This would remove step 1, which is in a final state or contains a record that is.', ['machine/Step/state']],
      ['This would remove step 3, which is in a final state or contains a record that is.', ['machine/Check/state']],
    ],
  );
});
