import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { startServer } from '../support/http/server.ts';

const TASKS = `# Specification: Tasks

## 3. Entities and their fields

### Member

- name: text, required, title
- email: email, required, sign-in

### Task

- title: text, required, title
- due: date
- isLate: boolean, = \`due < today\`
- isUrgent: boolean, = \`isLate and title == "Roof"\`
- isCalm: boolean, = \`not isLate\`

## 6. Roles and permissions

- Member: everyone who signs in

| | Member |
| --- | --- |
| Task: read, create | yes |

## Sample data

### Member

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

test('a field that hangs on the day is known by itself and to each that reads it', async () => {
  const server = await startServer(TASKS);
  try {
    const ada = await server.as('Ada');
    const { body } = await ada.post<WireRecord>('/api/tasks', { title: 'Roof', due: '2001-02-03' });
    assert.deepEqual([body['isLate'], body['isUrgent'], body['isCalm']], [true, true, false]);
  } finally {
    await server.stop();
  }
});
