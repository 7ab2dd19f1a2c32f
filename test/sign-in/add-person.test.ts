import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson } from '../../src/server/auth/add-person.ts';
import { startServer } from '../support/http/server.ts';

const club = `# Specification: Club

## 1. What the product does and for whom

Members meet.

## 3. Entities and their fields

### Member

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title, unique |
| email | email | yes | sign-in, unique |
| number | number series(M-000) | | |
| role | Role | no | |

## 4. States and transitions

### Member: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Asked | | | |
| Asked | admit | Admitted | Chair | | |

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| V1 | Member | \`name != "Nobody"\` | |

## 6. Roles and permissions

- Chair: leads

| | Chair |
| --- | --- |
| Member: read | yes |
`;

test('people who are added are decided like all records: numbers go on, rules and unique fields hold', async (t) => {
  const server = await startServer(club, { dev: false });
  t.after(server.stop);
  const add = (name: string, email: string, more: readonly (readonly [string, string])[] = []) =>
    addPerson(server.runtime, 'https://club.example.org', email, new Map([['name', name], ...more]));
  for (const name of ['Ada', 'Bo', 'Cy']) {
    server.clock.now += 1;
    assert.equal((await add(name, `${name}@example.org`, [['role', 'Chair']])).added, true);
  }
  const members = await server.store.people('Member', 10);
  assert.deepEqual(
    members.map(({ values }) => [values['name'], values['number'], values['status'], values['role']]),
    [
      ['Ada', 'M-001', 'Asked', 'Chair'],
      ['Bo', 'M-002', 'Asked', 'Chair'],
      ['Cy', 'M-003', 'Asked', 'Chair'],
    ],
  );
  // The role and the name they sign in with decide who may do what: both are in the log of that.
  const granted = await server.store.authority(10);
  const expected = members.flatMap(({ id, values }) => [
    [id, 'email', values['email']],
    [id, 'role', 'Chair'],
  ]);
  assert.deepEqual(granted.map(({ id, field, to }) => [id, field, to]).sort(), expected.sort());
  const [first] = members;
  const history = await server.store.history({ entity: 'Member', id: first?.id ?? '' }, 10);
  assert.deepEqual(
    history.map(({ event, actor }) => [event, actor.kind]),
    [['create', 'product']],
  );
  for (const [name, email, more] of [
    ['Nobody', 'd@example.org', []],
    ['Ada', 'e@example.org', []],
    ['Eve', 'f@example.org', [['status', 'Admitted']]],
    ['Eve', 'f@example.org', [['role', 'Emperor']]],
  ] as const) {
    const refused = await add(name, email, more);
    assert.ok(!refused.added && refused.problems.length > 0 && refused.problems.every((each) => each !== ''), name);
  }
  assert.equal((await server.store.people('Member', 10)).length, 3);
});
