import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../support/http/server.ts';

const works = `# Specification: Works

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | yes | |

### Job

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| owner | Person | no | |
| tags | several of Red, Green, Blue | no | |

## 6. Roles and permissions

- Chief: sees all
- Hand: sees the tags of their own

| | Chief | Hand |
| --- | --- | --- |
| Job: read | yes | yes |
| Job.tags: read | yes | \`owner == me\` |
| Person: read | yes | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Chief |
| Ben | ben@example.com | Hand |

### Job

| title | owner | tags |
| --- | --- | --- |
| Axle | Ben | Red, Green |
| Bolt | Ada | Red |
| Crank | | |
`;

test('a set of choices is asked for by one of them in the address of a list, by any of several, and as empty', async () => {
  const server = await startServer(works);
  try {
    const [ada, ben] = [await server.as('Ada'), await server.as('Ben')];
    const titles = async (who: typeof ada, query: string) => {
      const { status, body, text } = await who.get<{ items: { title: string }[] }>(`/api/jobs?sort=title&${query}`);
      assert.equal(status, 200, text);
      return body.items.map(({ title }) => title);
    };
    assert.deepEqual(await titles(ada, 'tags=Red'), ['Axle', 'Bolt']);
    assert.deepEqual(await titles(ada, 'tags=Green'), ['Axle']);
    assert.deepEqual(await titles(ada, 'tags=Blue'), []);
    assert.deepEqual(await titles(ada, 'tags.in=Green,Blue'), ['Axle']);
    assert.deepEqual(await titles(ada, 'tags.in=Red,Blue'), ['Axle', 'Bolt']);
    assert.deepEqual(await titles(ada, 'tags.empty=true'), ['Crank']);
    assert.deepEqual(await titles(ada, 'tags.empty=false'), ['Axle', 'Bolt']);
    // What one may not read is as if it were empty.
    assert.deepEqual(await titles(ben, 'tags=Red'), ['Axle']);
    assert.deepEqual(await titles(ben, 'tags.in=Red,Green'), ['Axle']);
    for (const query of ['tags=Pink', 'tags.in=Red,Pink', 'tags=Red,Green', 'tags.min=Red']) {
      const refused = await ada.get<{ code: string }>(`/api/jobs?${query}`);
      assert.equal(refused.status, 400, `${query}: ${refused.text}`);
    }
  } finally {
    await server.stop();
  }
});
