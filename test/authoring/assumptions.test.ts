import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { exampleText } from '../support/http/server.ts';

const stated = (text: string) => readDocument(`# Specification: Test\n\n${text}`).model;

test('several entities whose names make one path get a path each', () => {
  const model = assume(
    stated(
      '## 3. Entities and their fields\n\n### Thing.\n\n- a: text\n\n### Thing..\n\n- a: text\n\n### Thing...\n\n- a: text\n',
    ),
  );
  const paths = model.calls.filter(({ does }) => does.kind === 'list').map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(paths).size, paths.length);
  const reads = model.calls.filter(({ does }) => does.kind === 'read').map(({ path }) => path);
  assert.ok(
    reads.every((path) => path.endsWith('/:id')),
    reads.join(' '),
  );
});

test('assumed calls do not use the `:id` paths of calls nested under another record', () => {
  const catches = `## 3. Entities and their fields

### Lake

- title: text

### Catch

- lake: Lake
- weight: integer

## 7. The calls it makes

| Call | Method and path | Does | Gets |
| --- | --- | --- | --- |
| of lake | GET /api/lakes/:id/catches | list Catch | page of Catch |
`;
  const pathsOf = (text: string) =>
    assume(stated(text)).calls.flatMap(({ does, path }) =>
      'entity' in does && does.entity === 'Catch' && does.kind !== 'list' ? [path] : [],
    );
  assert.deepEqual(new Set(pathsOf(catches)), new Set(['/api/lakes/:id/catches', '/api/catches/:id']));
  const stating = `${catches}| catch | POST /api/caught | create Catch | Catch |\n`;
  assert.deepEqual(new Set(pathsOf(stating)), new Set(['/api/caught', '/api/caught/:id']));
});

test('assuming twice changes nothing', () => {
  for (const name of ['expense-claims.md', 'seed.md']) {
    const once = assume(readDocument(exampleText(name)).model);
    assert.deepEqual(assume(once), once);
  }
});

test('stating one role removes the assumption that everyone may do everything', () => {
  const open = assume(stated('## 3. Entities and their fields\n\n### Thing\n\n- a: text\n'));
  assert.ok(open.permissions.some(({ assumption }) => assumption === 'A-ROLES'));
  const closed = assume(
    stated(
      '## 3. Entities and their fields\n\n### Thing\n\n- a: text\n\n## 6. Roles and permissions\n\n- Keeper: keeps them\n',
    ),
  );
  assert.deepEqual(closed.permissions, []);
});
