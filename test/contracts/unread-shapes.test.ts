import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { startServer } from '../support/http/server.ts';

const document = (keys: string, list: string, one: string) => `# Specification: Tasks

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Task

- shortTitle: text, required, unique, title
- note: text

## 6. Roles and permissions

- Clerk: everyone who signs in

| | Clerk |
| --- | --- |
| Person: read | yes |
| Task: read | yes |

## 7. The calls it makes

${keys}
| Call | Method and path | Does | Gets |
| --- | --- | --- | --- |
| tasks | GET /tasks | list Task | \`${list}\` |
| task | GET /tasks/:shortTitle | read Task | \`${one}\` |

### Shape: Listed

- Of: Task

| Member | Value |
| --- | --- |
| title | shortTitle |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |

### Task

| shortTitle | note |
| --- | --- |
| One | private |
`;

async function answersOf(text: string): Promise<readonly unknown[]> {
  const server = await startServer(text);
  try {
    const ada = await server.as('Ada');
    return [(await ada.get('/tasks')).body, (await ada.get('/tasks/One')).body];
  } finally {
    await server.stop();
  }
}

const unknownIn = (text: string) =>
  diagnose(text)
    .diagnostics.filter(({ code }) => code === 'call-shape-unknown')
    .map(({ message }) => message);

describe('a shape with a wrong name', () => {
  const wrong = document('', '{ "tasks": [Listd], "n": total }', '{ "task": Listd }');

  test('does not answer with the whole record', async () =>
    assert.deepEqual(await answersOf(wrong), [{ tasks: [{}], n: 1 }, {}]));

  test('is reported', () =>
    assert.deepEqual(unknownIn(wrong), [
      'The call tasks returns tasks, which is not a field of Task.',
      'The call task returns task, which is not a field of Task.',
    ]));

  test('the right one is read', async () => {
    const right = document('', '{ "tasks": [Listed], "n": total }', '{ "task": Listed }');
    assert.deepEqual(await answersOf(right), [{ tasks: [{ title: 'One' }], n: 1 }, { task: { title: 'One' } }]);
    assert.deepEqual(unknownIn(right), []);
  });
});

test('whole records within a shape have the names of the API', async () => {
  const text = document('- Names: snake_case\n', '{ "tasks": [Task], "n": total }', '{ "task": Task }');
  const [list, one] = (await answersOf(text)) as [{ tasks: readonly object[] }, { task: object }];
  assert.deepEqual(list.tasks[0], one.task);
  const { short_title, note, ...rest } = one.task as Readonly<Record<string, unknown>>;
  assert.deepEqual([short_title, note], ['One', 'private']);
  assert.deepEqual(Object.keys(rest), ['id', 'created_at', 'created_by', 'changed_at', 'changed_by']);
});
