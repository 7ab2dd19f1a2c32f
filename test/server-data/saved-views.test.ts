import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Problem, WirePage } from '../../src/engine/core/wire-format.ts';
import type { WireListView, WireListViews } from '../../src/engine/query/saved-list-view.ts';
import { idOf } from '../../src/model/types/element.ts';
import { contract } from '../support/database/each-store.ts';
import { orders } from '../support/database/order-model.ts';
import { insert, put, rowOf, withStoreOf } from '../support/database/stores.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const kept = (id: string, person: string, role: string | null = null) => ({
  id,
  screen: 'screen//orders',
  person,
  role,
  name: id,
  state: '{}',
  made: 1,
  changed: 1,
});

contract('a list that is kept is its maker’s alone, unless it is for a role; what opens goes with it', () =>
  withStoreOf(orders, async ({ views }) => {
    const screen = 'screen//orders';
    await views.add(kept('a', 'p1'));
    await views.add(kept('b', 'p2'));
    await views.add(kept('c', 'p2', 'Clerk'));
    await views.add({ ...kept('d', 'p1'), screen: 'screen//other' });
    const seen = async (person: string) => (await views.ofScreen(screen, person)).map(({ id }) => id);
    assert.deepEqual([await seen('p1'), await seen('p2'), await seen('p3')], [['a', 'c'], ['b', 'c'], ['c']]);
    assert.deepEqual([await views.count('p1'), await views.count('p2')], [2, 1]);
    assert.deepEqual(await views.find('c'), kept('c', 'p2', 'Clerk'));

    assert.equal(await views.change('b', { name: 'B', role: 'Clerk', state: '{"q":"x"}', changed: 5 }), true);
    assert.deepEqual(await views.find('b'), { ...kept('b', 'p2', 'Clerk'), name: 'B', state: '{"q":"x"}', changed: 5 });
    assert.equal(await views.change('nothing', { name: 'B', role: null, state: '{}', changed: 5 }), false);

    await views.setOpening(screen, 'p1', 'a');
    await views.setOpening(screen, 'p1', 'c');
    await views.setOpening(screen, 'p3', 'b');
    assert.deepEqual([await views.opening(screen, 'p1'), await views.opening(screen, 'p2')], ['c', null]);
    assert.equal(await views.remove('c'), true);
    assert.equal(await views.remove('c'), false);
    assert.equal(await views.opening(screen, 'p1'), null);
    assert.equal(await views.opening(screen, 'p3'), 'b');
    await views.setOpening(screen, 'p3', null);
    assert.equal(await views.opening(screen, 'p3'), null);
  }),
);

contract('of somebody who is gone for good goes what was theirs alone, and what is shared stays', () =>
  withStoreOf(orders, async (store) => {
    const { views } = store;
    await insert(store, rowOf('Person', 'p1', { name: 'Ada' }));
    await insert(store, rowOf('Person', 'p2', { name: 'Ben' }));
    for (const person of ['p1', 'p2']) {
      await views.add(kept(`own ${person}`, person));
      await views.add(kept(`shared ${person}`, person, 'Clerk'));
      await views.setOpening('screen//orders', person, 'shared p2');
    }
    await put(store, { kind: 'delete', entity: 'Person', id: 'p1' });
    assert.equal(await store.purge(10_000), 1);
    const left = (await views.ofScreen('screen//orders', 'p1')).map(({ id, person }) => [id, person]);
    assert.deepEqual(left, [
      ['shared p1', ''],
      ['shared p2', 'p2'],
    ]);
    assert.equal(await views.opening('screen//orders', 'p1'), null);
    assert.deepEqual(
      [(await views.find('own p2'))?.person, await views.opening('screen//orders', 'p2')],
      ['p2', 'shared p2'],
    );
  }),
);

const office = `# Specification: Office

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Tasks | Task | table: title, hours | Boss, Clerk |
| \`/pay\` | Pay | Task | table: title, pay | Boss |
| \`/people\` | People | Person | table: name, role | Boss |

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
| hours | integer | | |
| pay | integer | | |

## 6. Roles and permissions

- Boss: looks after people and their roles
- Clerk: works
- Guest of honour: looks on

| | Boss | Clerk | Guest of honour |
| --- | --- | --- | --- |
| Task: read | yes | title, hours | title |
| Task: create | yes | | |
| Task: change | yes | | |
| Person: read | yes | yes | |
| Person: change | name, role (any) | | |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Boss |
| Ben | ben@example.com | Clerk |
| Cy | cy@example.com | Clerk |

### Task

| title | hours | pay |
| --- | --- | --- |
| Wash | 3 | 30 |
| Iron | 9 | 90 |
`;

const tasks = idOf('screen', '/');
const pay = idOf('screen', '/pay');

describe('lists kept under a name', () => {
  let server: TestServer;
  let [ada, ben, cy] = [] as unknown as [Caller, Caller, Caller];
  before(async () => {
    server = await startServer(office);
    [ada, ben, cy] = [await server.as('Ada'), await server.as('Ben'), await server.as('Cy')];
  });
  after(() => server.stop());

  const viewsOf = async (person: Caller, screen = tasks) =>
    (await person.get<WireListViews>(`/_/views?screen=${encodeURIComponent(screen)}`)).body;
  const names = async (person: Caller) => (await viewsOf(person)).items.map(({ name }) => name);
  const keep = (person: Caller, name: string, state: object, role: string | null = null, screen = tasks) => {
    server.clock.now += 1;
    return person.post<WireListView & Problem>('/_/views', { screen, name, state, role });
  };

  test('are their maker’s alone: nobody else sees, changes, removes or opens with them', async () => {
    const made = await keep(ben, 'Long ones', { filter: 'hours > 5', sort: '-hours' });
    assert.equal(made.status, 201, made.text);
    const { id, mine, mayChange, role } = made.body;
    assert.deepEqual([mine, mayChange, role], [true, true, null]);
    assert.deepEqual(await names(ben), ['Long ones']);
    for (const other of [cy, ada]) {
      assert.deepEqual(await names(other), []);
      assert.equal((await other.patch(`/_/views/${id}`, { name: 'Mine now' })).status, 404);
      assert.equal((await other.delete(`/_/views/${id}`)).status, 404);
      assert.equal((await other.call('PUT', '/_/opening-view', { screen: tasks, view: id })).status, 404);
    }
    assert.equal((await server.guest.get(`/_/views?screen=${encodeURIComponent(tasks)}`)).status, 401);
    assert.equal((await ben.call('PUT', '/_/opening-view', { screen: tasks, view: id })).status, 204);
    assert.deepEqual([(await viewsOf(ben)).opening, (await viewsOf(cy)).opening], [id, null]);
    assert.equal((await ben.patch<WireListView>(`/_/views/${id}`, { name: 'Longest' })).body.name, 'Longest');
    const { filter, sort } = (await viewsOf(ben)).items[0]?.state ?? {};
    assert.deepEqual([filter, sort], ['hours > 5', '-hours']);
    assert.equal((await ben.delete(`/_/views/${id}`)).status, 204);
    assert.deepEqual([await names(ben), (await viewsOf(ben)).opening], [[], null]);
  });

  test('are shared by nobody but whoever may change roles, and then by all of these', async () => {
    assert.deepEqual(
      [(await viewsOf(ben)).shares, (await viewsOf(ada)).shares.map(({ name }) => name)],
      [[], ['Boss', 'Clerk', 'Guest of honour']],
    );
    assert.equal((await keep(ben, 'For all', {}, 'Clerk')).status, 403);
    const own = await keep(ben, 'Own', { q: 'wash' });
    assert.equal((await ben.patch(`/_/views/${own.body.id}`, { role: 'Clerk' })).status, 403);
    assert.equal((await keep(ada, 'For whom', {}, 'Nobody such')).status, 400);
    const shared = await keep(ada, 'Short ones', { filter: 'hours < 5' }, 'Clerk');
    assert.equal(shared.status, 201, shared.text);
    const { id } = shared.body;
    assert.deepEqual([await names(ben), await names(cy)], [['Own', 'Short ones'], ['Short ones']]);
    const [seen] = (await viewsOf(cy)).items;
    assert.deepEqual([seen?.mine, seen?.mayChange, seen?.role?.name], [false, false, 'Clerk']);
    assert.equal((await cy.patch(`/_/views/${id}`, { name: 'X' })).status, 403);
    assert.equal((await cy.delete(`/_/views/${id}`)).status, 403);
    assert.equal((await cy.call('PUT', '/_/opening-view', { screen: tasks, view: id })).status, 204);
    assert.equal((await ada.delete(`/_/views/${id}`)).status, 204);
    assert.deepEqual([await names(cy), (await viewsOf(cy)).opening], [[], null]);
    await ben.delete(`/_/views/${own.body.id}`);
  });

  test('name nothing that those they are for do not read, and grant nothing where they name it all the same', async () => {
    const asked = (filter: string) =>
      ben.get<WirePage & Problem>(`/_/list?screen=${encodeURIComponent(tasks)}&filter=${encodeURIComponent(filter)}`);
    const refused = await asked('pay > 50');
    assert.equal(refused.status, 400);
    const hidden = await keep(ada, 'Dear', { filter: 'pay > 50' }, 'Clerk');
    assert.deepEqual([hidden.status, hidden.body.detail], [400, refused.body.detail]);
    assert.equal((await keep(ben, 'Dear', { filter: 'pay > 50' })).body.detail, refused.body.detail);
    const column = { hidden: [], added: ['pay'], order: [], widths: [] };
    assert.equal((await keep(ada, 'Dear', { columns: column }, 'Clerk')).status, 400);
    assert.equal((await keep(ada, 'Dear', { columns: column })).status, 201);
    assert.equal((await keep(ada, 'Dear too', { sort: 'pay' }, 'Clerk')).status, 400);
    // Of a screen that they don't open there is nothing to keep, whoever it would be for.
    assert.equal((await keep(ben, 'Pay', {}, null, pay)).status, 404);
    assert.equal((await keep(ada, 'Pay', {}, 'Clerk', pay)).status, 403);
    assert.equal((await ben.get(`/_/views?screen=${encodeURIComponent(pay)}`)).status, 404);
    // One that was kept while it might be asked is refused when it is asked, and not before.
    await server.store.views.add({ ...kept('old', ben.id), screen: tasks, state: '{"filter":"pay > 50"}' });
    assert.deepEqual(
      (await viewsOf(ben)).items.map(({ state }) => state.filter),
      ['pay > 50'],
    );
    assert.equal((await ben.patch(`/_/views/old`, { name: 'Another name' })).status, 200);
    assert.equal((await ben.patch(`/_/views/old`, { state: { filter: 'pay > 9' } })).status, 400);
  });

  test('are read strictly, and each has a name of its own', async () => {
    for (const state of [7, { order: 'x' }, { q: 7 }, { density: 'huge' }, { columns: { widths: [['title', 9_999]] } }])
      assert.equal((await keep(cy, 'Wrong', state as object)).status, 400, JSON.stringify(state));
    assert.equal((await keep(cy, '   ', {})).status, 400);
    assert.equal((await keep(cy, 'x'.repeat(61), {})).status, 400);
    assert.equal((await keep(cy, 'Once', {})).status, 201);
    assert.equal((await keep(cy, 'ONCE', {})).status, 400);
    assert.equal((await cy.post('/_/views', { screen: tasks, name: 'More', state: {}, owner: ben.id })).status, 400);
  });
});

test('where the document says who shares, these do and nobody else', async (t) => {
  const stated = office.replace('## 3. Entities', '### Tasks\n\n- Shares views: Clerk\n\n## 3. Entities');
  const server = await startServer(stated);
  t.after(() => server.stop());
  const [ada, ben, cy] = [await server.as('Ada'), await server.as('Ben'), await server.as('Cy')];
  const body = { screen: tasks, name: 'Short', state: { filter: 'hours < 5' }, role: 'Clerk' };
  const refused = await ada.post<Problem>('/_/views', body);
  assert.deepEqual([refused.status, refused.body.next], [403, 'Ask Clerk to do it.']);
  const made = await ben.post<WireListView>('/_/views', body);
  assert.equal(made.status, 201, made.text);
  assert.equal((await cy.patch(`/_/views/${made.body.id}`, { name: 'Shorter' })).status, 200);
  // Ada holds another role: it is not there for her at all.
  assert.equal((await ada.delete(`/_/views/${made.body.id}`)).status, 404);
});

test('where the document leaves open who shares, nobody does', async (t) => {
  const open = office.replace('## 3. Entities', '### Tasks\n\n- Shares views: not shown.\n\n## 3. Entities');
  const server = await startServer(open);
  t.after(() => server.stop());
  const answer = await (await server.as('Ada')).post('/_/views', { screen: tasks, name: 'X', state: {}, role: 'Boss' });
  assert.equal(answer.status, 403);
});

test('ask for what the document calls otherwise by now under its new name, in filter, order, groups and columns', async (t) => {
  const dated = office.replace('| pay | integer', '| day | date | | |\n| pay | integer');
  const server = await startServer(dated);
  t.after(() => server.stop());
  const ada = await server.as('Ada');
  const state = {
    filter: 'hours > 5 and title != "hours"',
    sort: '-hours,title',
    group: 'month of day',
    columns: { hidden: ['title'], added: [], order: ['hours', 'title'], widths: [['hours', 90]] },
  };
  const { body } = await ada.post<WireListView>('/_/views', { screen: tasks, name: 'Long', state });
  await server.runtime.update(
    dated
      .replace('title, hours | Boss', 'title, effort | Boss')
      .replace('title, hours | title', 'title, effort | title')
      .replace('| day | date | | |', '| doneOn | date | | was day |')
      .replace('| hours | integer | | |', '| effort | integer | | was hours |')
      .replace('| title | hours | pay |', '| title | effort | pay |'),
  );
  const path = `/_/views?screen=${encodeURIComponent(tasks)}`;
  const [kept] = (await ada.get<WireListViews>(path)).body.items;
  assert.deepEqual(kept?.state, {
    filter: 'effort > 5 and title != "hours"',
    q: '',
    sort: '-effort,title',
    filters: '',
    group: 'month of doneOn',
    columns: { hidden: ['title'], added: [], order: ['effort', 'title'], widths: [['effort', 90]] },
    density: null,
  });
  // Sharing it asks whether whoever it is for may ask it as it is called now.
  assert.equal((await ada.patch(`/_/views/${body.id}`, { role: 'Boss' })).status, 200);
  const { filter, sort } = kept.state;
  const query = new URLSearchParams({ screen: tasks, filter, sort });
  const list = await ada.get<WirePage & Problem>(`/_/list?${query}`);
  assert.equal(list.status, 200, list.text);
});
