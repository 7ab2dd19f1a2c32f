import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { startServer } from '../support/http/server.ts';

const TASKS = `# Specification: Tasks

## 3. Entities and their fields

### Member

- name: text, required, title
- email: email, required, sign-in

### Task

- title: text, required, title
- done: integer
- due: date

## 4. States and transitions

### Task: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | begin | Begun | Member | | done = 1 |
| Open | guarded | Begun | Member | \`nothing == 1\` | |
| Open | unsaid | Begun | Member | not shown. | |
| Open | effect | Begun | Member | | nowhere = 1 |
| Open | both | Begun | Member | \`nothing == 1\` | nowhere = 1 |

## 6. Roles and permissions

- Member: everyone who signs in

| | Member |
| --- | --- |
| Task: read, create, change | yes |

## Sample data

### Member

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

test('a transition of which any part is not known, be it the guard or an effect alone, is raised by nobody', async () => {
  const { model } = readDocument(TASKS);
  const [machine] = compile(assume(model), 'tasks').entities.get('Task')?.machines ?? [];
  const unknown = machine?.transitions.map(({ transition, unknown }) => [transition.event, unknown.length > 0]);
  const each = ['guarded', 'unsaid', 'effect', 'both'].map((event) => [event, true]);
  assert.deepEqual(unknown, [[null, false], ['begin', false], ...each]);
  const server = await startServer(TASKS);
  try {
    const ada = await server.as('Ada');
    type Made = { readonly id: string; readonly _: { readonly etag: string } };
    const raised = async (event: string) => {
      const { body } = await ada.post<Made>('/api/tasks', { title: event });
      const { status } = await ada.post(`/api/tasks/${body.id}/${event}`, {}, { 'if-match': body._.etag });
      return [event, status < 300];
    };
    assert.deepEqual(await raised('begin'), ['begin', true]);
    for (const [event] of each) assert.deepEqual(await raised(String(event)), [event, false]);
  } finally {
    await server.stop();
  }
});
