import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from './support/server.ts';

const text = `# Specification: Studio

## 3. Entities

### Person

- name: text, required, title
- email: email, required, sign-in, unique
- role: Role

### Project

- name: text, required, title
- team: several Person
- lead: Person

### Job

- title: text, required, title
- project: Project, required
- hours: integer(1..40)

## 6. Permissions

- Maker
- Producer

| | Maker | Producer |
| --- | --- | --- |
| Person: read | yes | yes |
| Project: read | yes | yes |
| Job: read | yes | yes |
| Job: create | \`me in project.team\` | \`project.lead == me\` |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Rui | rui@example.com | Maker |
| Ines | ines@example.com | Producer |

### Project

| name | team | lead |
| --- | --- | --- |
| Ours | Rui | Ines |
| Theirs | | |
`;

interface Refused {
  readonly code: string;
  readonly failures?: readonly { readonly pointer: string; readonly code: string }[];
}

test('a record that one may make only for some others: what is wrong with the other is told, and no right is denied for it', async () => {
  const server = await startServer(text);
  try {
    const { body } = await (await server.as('Rui')).get<{ items: { id: string; name: string }[] }>('/api/projects');
    const id = (name: string) => body.items.find((each) => each.name === name)?.id ?? '';
    const nowhere = id('Ours').replaceAll(/[0-9a-f]/g, '0');
    const rui = await server.as('Rui');
    const told = async (sent: object, who = rui): Promise<unknown> => {
      const answer = await who.post<Refused>('/api/jobs', { title: 'Tiles', ...sent });
      const failures = (answer.body.failures ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
      return [answer.status, ...failures];
    };
    assert.deepEqual(await told({ project: nowhere }), [422, '/project NO_SUCH_VALUE']);
    assert.deepEqual(await told({ project: nowhere, hours: 50 }), [422, '/project NO_SUCH_VALUE', '/hours TOO_BIG']);
    assert.deepEqual(await told({}), [422, '/project REQUIRED']);
    assert.deepEqual(await told({ project: id('Theirs') }), [403]);
    // Whether a right is there is known of a project that is there, whatever else is wrong.
    assert.deepEqual(await told({ project: id('Theirs'), hours: 50 }), [403]);
    assert.deepEqual(await told({ project: id('Ours') }), [201]);

    const ines = await server.as('Ines');
    assert.deepEqual(await told({ project: nowhere }, ines), [422, '/project NO_SUCH_VALUE']);
    assert.deepEqual(await told({ project: id('Theirs') }, ines), [403]);
    assert.deepEqual(await told({ project: id('Ours') }, ines), [201]);
  } finally {
    await server.stop();
  }
});
