import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose, withSampleDiagnostics } from '../../src/cli/analysis/diagnose.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { startServer } from '../support/http/server.ts';
import { quick } from '../support/http/sign-in.ts';

const people = (password: string) => `# Specification: People

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..80) | yes | title |
| email | email | yes | unique, sign-in |
| password | password(8..72) | yes | |

## 6. Roles and permissions

- Guest: not signed in
- Member: everyone who signs in

| | Guest | Member |
| --- | --- | --- |
| Person: read | | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| enter | POST /enter | sign in Person | email, password | \`{ "name": name }\` |
| people | GET /people | list Person | | Person |

## Sample data

### Person

| name | email | password |
| --- | --- | --- |
| Ada | ada@example.com | ${password} |
| Ben | ben@example.com | |
`;

contract('a password in the sample data lets its person sign in, and is stored as a hash alone', async () => {
  const { store, done } = await openEmpty();
  const server = await startServer(people('correct horse'), { store, production: { passwords: quick } });
  try {
    const enter = (email: string, password: string) =>
      server.guest.post<{ name: string }>('/enter', { email, password });
    const entered = await enter('ada@example.com', 'correct horse');
    assert.deepEqual([entered.status, entered.body], [200, { name: 'Ada' }]);
    assert.equal((await enter('ada@example.com', 'correct hors')).status, 401);
    assert.equal((await enter('ben@example.com', 'correct horse')).status, 401);
    const ada = await server.as('Ada');
    assert.doesNotMatch((await ada.get('/people')).text, /correct horse/);
    const key = await store.keys.find('password', ada.id, server.clock.now);
    assert.notEqual(key, null);
    assert.notEqual(key?.value, 'correct horse');
    const row = (await store.people('Person', 10)).find(({ id }) => id === ada.id);
    assert.equal(row?.values['password'] ?? null, null);
  } finally {
    await server.stop();
    await done();
  }
});

test('a password in the sample data that its field does not take is reported', () => {
  const problems = withSampleDiagnostics(diagnose(people('short'))).diagnostics.filter(({ message }) =>
    message.includes('TOO_SHORT'),
  );
  assert.equal(problems.length, 1);
  assert.deepEqual(
    withSampleDiagnostics(diagnose(people('correct horse'))).diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
});
