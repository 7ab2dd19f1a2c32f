import assert from 'node:assert/strict';
import type { Problem, WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import { idOf } from '../../src/model/types/element.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const many = Array.from({ length: 120 }, (_, index) => `| Task ${index} | Ben | |`);

const works = `# Specification: Works

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Tasks | Task where \`title != "Kept away"\` | table: title, status | Chief, Hand |
| \`/all\` | All | Task | table: title | Chief |

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | yes | |

### Task

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title, searchable |
| owner | Person | yes | |
| pay | integer | | |

## 4. States and transitions

### Task: status

| From | Event | To | Who | Only if |
| --- | --- | --- | --- | --- |
| (new) | | Open | | |
| Open | finish | Done | Chief, Hand | \`title != "Stubborn"\` |
| Done | reopen | Open | Chief | |

## 6. Roles and permissions

- Chief: sees all
- Hand: sees their own

| | Chief | Hand |
| --- | --- | --- |
| Task: read | yes | \`owner == me\` |
| Task.pay: read | yes | no |
| Task: create | yes | |
| Task: delete | yes | |
| Person: read | yes | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Chief |
| Ben | ben@example.com | Hand |

### Task

| title | owner | pay |
| --- | --- | --- |
| Kept away | Ben | |
| Stubborn | Ben | |
| Ada's own | Ada | 7 |
${many.join('\n')}
`;

interface Step extends Pick<Problem, 'detail'> {
  readonly outcomes: readonly {
    readonly id: string;
    readonly title: string;
    readonly status: number;
    readonly states: readonly (readonly [string, string])[];
    readonly record?: WireRecord;
    readonly problem?: Problem;
  }[];
  readonly next: string | null;
  readonly total: number | null;
}

const screen = idOf('screen', '/');

const step = (who: Caller, what: object) => who.post<Step>('/_/bulk/matching', { screen, query: {}, ...what });

async function onWorks(work: (server: TestServer) => Promise<void>): Promise<void> {
  const { store, done } = await openEmpty();
  const server = await startServer(works, { store });
  try {
    await work(server);
  } finally {
    await server.runtime.close();
    await done();
  }
}

const finished = async (who: Caller): Promise<number> => {
  const path = `/_/list?screen=${encodeURIComponent(idOf('screen', '/all'))}`;
  const { body } = await who.get<WirePage>(`${path}&filter=${encodeURIComponent('status == Done')}&total=exact`);
  return body.total?.count ?? -1;
};

contract('what is done to all that a list finds is done in steps, to each row by itself, and to no other', () =>
  onWorks(async (server) => {
    const [ada, ben] = [await server.as('Ada'), await server.as('Ben')];
    const first = await step(ben, { event: 'finish' });
    assert.equal(first.status, 200, first.text);
    // 123 rows but for the one that the screen keeps away, and Ada's, which he does not see.
    assert.deepEqual([first.body.outcomes.length, first.body.total], [100, 121]);
    assert.deepEqual(first.body.outcomes[0]?.states, [['status', 'Open']]);
    // What is made meanwhile is none of what he chose, though it is found now.
    server.clock.now += 1_000;
    await ada.post('/api/tasks', { title: 'Late', owner: ben.id });
    const second = await step(ben, { event: 'finish', after: first.body.next });
    assert.deepEqual([second.body.outcomes.length, second.body.total, second.body.next], [21, null, null]);
    const all = [...first.body.outcomes, ...second.body.outcomes];
    assert.equal(new Set(all.map(({ id }) => id)).size, 121);
    const refused = all.filter(({ problem }) => problem !== undefined);
    assert.deepEqual(
      refused.map(({ title, status }) => [title, status]),
      [['Stubborn', 409]],
    );
    assert.equal(await finished(ada), 120);
  }),
);

contract('the steps are refused as the list itself is, and belong to one question of one person', () =>
  onWorks(async (server) => {
    const [ada, ben] = [await server.as('Ada'), await server.as('Ben')];
    const hidden = await step(ben, { event: 'finish', query: { filter: 'pay > 5' } });
    const none = await step(ben, { event: 'finish', query: { filter: 'nothing > 5' } });
    assert.deepEqual([hidden.status, hidden.body.detail?.replace('pay', 'nothing')], [400, none.body.detail]);
    const closed = await ben.post('/_/bulk/matching', { screen: idOf('screen', '/all'), event: 'finish', query: {} });
    assert.equal(closed.status, 403);
    assert.equal((await step(server.guest, { event: 'finish' })).status, 401);
    const { next } = (await step(ben, { event: 'finish', query: { q: 'task' } })).body;
    assert.ok(next);
    assert.equal((await step(ben, { event: 'finish', after: next })).status, 400);
    assert.equal((await step(ada, { event: 'finish', query: { q: 'task' }, after: next })).status, 400);
    assert.equal((await step(ben, { event: 'finish', query: { q: 'task' }, after: `${next}x` })).status, 400);
    // He stopped there: what was not reached stays as it was.
    assert.equal(await finished(ada), 100);
    for (const wrong of [{}, { event: 'finish', delete: true }, { event: 'finish', query: { sort: 'title' } }])
      assert.equal((await step(ben, wrong)).status, 400, JSON.stringify(wrong));
    const deleted = await step(ben, { delete: true, query: { q: 'stubborn' } });
    assert.deepEqual(
      deleted.body.outcomes.map(({ status }) => status),
      [403],
    );
    assert.equal((await step(ada, { delete: true, query: { q: 'stubborn' } })).body.outcomes[0]?.status, 204);
  }),
);
