import assert from 'node:assert/strict';
import type { Problem, WireGroupPage, WireGroups, WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import type { View } from '../../src/engine/view/view.ts';
import { startOfUnit } from '../../src/fields/calendar/calendar.ts';
import { idOf } from '../../src/model/types/element.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { groupedJobs, jobCount } from '../support/documents/grouped-jobs.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

async function withJobs(work: (server: TestServer) => Promise<void>): Promise<void> {
  const { store, done } = await openEmpty();
  const server = await startServer(groupedJobs, { store });
  try {
    await work(server);
  } finally {
    await server.stop();
    await done();
  }
}

const at = (route: string) => `screen=${encodeURIComponent(idOf('screen', route))}`;

async function answered<T>(caller: Caller, path: string): Promise<T> {
  const { status, body, text } = await caller.get<T>(path);
  assert.equal(status, 200, `${path}: ${text}`);
  return body;
}

const groupsOf = (caller: Caller, by: string, more = '', route = '/') =>
  answered<WireGroups>(caller, `/_/groups?${at(route)}&by=${encodeURIComponent(by)}${more}`);

const keyText = (keys: readonly (string | null)[]) =>
  encodeURIComponent(keys.map((key) => (key === null ? '' : encodeURIComponent(key))).join(','));

/** All rows that a person reads of a list, page by page. */
async function rowsOf(caller: Caller, more = '', route = '/'): Promise<WireRecord[]> {
  const found: WireRecord[] = [];
  for (let page = ''; ; ) {
    const body = await answered<WirePage>(caller, `/_/list?${at(route)}&limit=30&total=none${more}${page}`);
    found.push(...body.items);
    if (body.next === null) return found;
    page = `&page=${encodeURIComponent(body.next)}`;
  }
}

interface GroupRows {
  readonly ids: readonly string[];
  readonly groups: ReadonlyMap<string, string | null>;
}

/** All rows of some groups, page by page. */
async function rowsIn(
  caller: Caller,
  by: string,
  keys: readonly (string | null)[],
  { more = '', limit = 7, between = async () => {} } = {},
): Promise<GroupRows> {
  const ids: string[] = [];
  const groups = new Map<string, string | null>();
  for (let page = ''; ; ) {
    const path = `/_/groups/rows?${at('/')}&by=${encodeURIComponent(by)}&keys=${keyText(keys)}&limit=${limit}${more}${page}`;
    const body = await answered<WireGroupPage>(caller, path);
    ids.push(...body.items.map(({ id }) => id));
    for (const [id, key] of Object.entries(body.groups)) groups.set(id, key);
    if (body.next === null) return { ids, groups };
    await between();
    page = `&page=${encodeURIComponent(body.next)}`;
  }
}

const hourInBerlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' });

/** The group of a row by what it says itself, worked out here. */
function keyOf(record: WireRecord, by: string): string | null {
  const [, interval, named] = /^(?:(week|month|quarter|year|day) of )?(.+)$/.exec(by) ?? [];
  const value = record[named ?? ''] ?? null;
  if (value === null) return null;
  if (named === 'due' || named === 'begun') {
    const day = named === 'due' ? String(value) : hourInBerlin.format(new Date(String(value)));
    return startOfUnit(day, (interval ?? 'month') as 'month');
  }
  return String(value);
}

const FIELDS = ['status', 'priority', 'owner', 'paid', 'due', 'week of due', 'begun', 'day of begun', 'createdAt'];

contract('groups count and hold exactly the rows that a person reads, and sum what they read of them', () =>
  withJobs(async (server) => {
    for (const name of ['Zoe', 'Ben']) {
      const caller = await server.as(name);
      const all = await rowsOf(caller);
      assert.ok(name === 'Zoe' ? all.length === jobCount : all.length < jobCount && all.length > 50);
      for (const by of FIELDS) {
        const { groups, tooMany } = await groupsOf(caller, by, '&sums=hours');
        assert.equal(tooMany, false);
        const expected = Map.groupBy(all, (record) => (by === 'createdAt' ? '2026-08-01' : keyOf(record, by)));
        assert.deepEqual(
          new Map(groups.map(({ key, rows }) => [key, rows])),
          new Map(
            groups.map(({ key }) => [key, expected.get(key)?.length]).filter((pair): pair is [string, number] => true),
          ),
          `${name}, ${by}`,
        );
        assert.equal(groups.length, expected.size, `${name}, ${by}`);
        for (const { key, rows, sums } of groups) {
          const own = expected.get(key) ?? [];
          const hours = own.reduce((sum, record) => sum + Number(record['hours'] ?? 0), 0);
          assert.deepEqual(sums, [hours], `${name}, ${by}, ${key}`);
          const { ids, groups: keys } = await rowsIn(caller, by, [key]);
          assert.equal(ids.length, rows);
          assert.deepEqual(
            ids,
            own.map(({ id }) => id),
          );
          assert.ok(ids.every((id) => keys.get(id) === key));
        }
      }
    }
  }),
);

contract('several groups are asked for at once, and their rows come in the order of the list', () =>
  withJobs(async (server) => {
    const zoe = await server.as('Zoe');
    const all = await rowsOf(zoe, '&sort=-title');
    for (const [by, keys] of [
      ['priority', ['urgent', null]],
      ['due', ['2026-03-01', '2026-07-01', null]],
      ['paid', ['true', 'false']],
    ] as const) {
      const { ids, groups } = await rowsIn(zoe, by, keys, { more: '&sort=-title' });
      const expected = all.filter((record) => (keys as readonly (string | null)[]).includes(keyOf(record, by)));
      assert.deepEqual(
        ids,
        expected.map(({ id }) => id),
      );
      assert.deepEqual(
        ids.map((id) => groups.get(id)),
        expected.map((record) => keyOf(record, by)),
      );
    }
  }),
);

contract(
  'groups stand in their order: as stated, by title, yes before no, the latest first; without a value last',
  () =>
    withJobs(async (server) => {
      const zoe = await server.as('Zoe');
      const keys = async (by: string, more = '') => (await groupsOf(zoe, by, more)).groups.map(({ key }) => key);
      const labels = async (by: string) => (await groupsOf(zoe, by)).groups.map(({ label }) => label);
      assert.deepEqual(await keys('status'), ['Open', 'Doing', 'Done']);
      assert.deepEqual(await keys('priority'), ['urgent', 'normal', 'low', null]);
      assert.deepEqual(await keys('priority', '&sort=-priority'), ['low', 'normal', 'urgent', null]);
      assert.deepEqual((await labels('owner')).slice(0, 3), ['Ann', 'Ben', 'Zoe']);
      assert.deepEqual(await keys('paid'), ['true', 'false']);
      const months = await keys('due');
      assert.deepEqual(months.slice(0, 2), ['2026-11-01', '2026-10-01']);
      assert.deepEqual(months.slice(-2), ['2026-01-01', null]);
      assert.equal((await keys('due', '&sort=due'))[0], '2026-01-01');
      assert.deepEqual(await keys('quarter of due'), ['2026-10-01', '2026-07-01', '2026-04-01', '2026-01-01', null]);
      assert.deepEqual((await labels('due')).slice(0, 1), ['Nov 2026']);
    }),
);

contract('what a list is asked narrows its groups as well', () =>
  withJobs(async (server) => {
    const zoe = await server.as('Zoe');
    for (const more of ['&filter=paid%20and%20hours%20%3E%205', '&q=J01', '&filter=status%20%3D%3D%20Done'])
      for (const by of ['status', 'begun']) {
        const rows = await rowsOf(zoe, more);
        const { groups } = await groupsOf(zoe, by, more);
        assert.ok(rows.length > 0 && rows.length < jobCount);
        assert.equal(
          groups.reduce((sum, group) => sum + group.rows, 0),
          rows.length,
        );
        const found = await Promise.all(groups.map(({ key }) => rowsIn(zoe, by, [key], { more })));
        assert.deepEqual(new Set(found.flatMap(({ ids }) => ids)), new Set(rows.map(({ id }) => id)));
      }
    const paid = await groupsOf(zoe, 'due', '&filters=Paid', '/due');
    const all = await groupsOf(zoe, 'due', '', '/due');
    const sum = ({ groups }: WireGroups) => groups.reduce((rows, group) => rows + group.rows, 0);
    assert.ok(sum(paid) > 0 && sum(paid) < sum(all));
    assert.ok(!all.groups.some(({ key }) => key === null), 'the screen’s own condition holds');
  }),
);

contract('no row is lost or comes twice while rows come and go before the page', () =>
  withJobs(async (server) => {
    const zoe = await server.as('Zoe');
    const before = (await rowsOf(zoe)).filter((record) => record['status'] === 'Open');
    let made = 0;
    const between = async () => {
      made += 1;
      const { status } = await zoe.post('/api/jobs', { title: `A${made}`, paid: true });
      assert.equal(status, 201);
    };
    const { ids } = await rowsIn(zoe, 'status', ['Open'], { between });
    assert.ok(made > 3);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      ids,
      before.map(({ id }) => id),
    );
    const { groups } = await groupsOf(zoe, 'status');
    assert.equal(groups.find(({ key }) => key === 'Open')?.rows, before.length + made);
  }),
);

contract('what somebody may not read groups nothing, and says nothing where it is hidden', () =>
  withJobs(async (server) => {
    const [zoe, ben] = [await server.as('Zoe'), await server.as('Ben')];
    const refused = async (path: string) => {
      const { status, body } = await ben.get<Problem>(path);
      assert.equal(status, 400);
      return body.detail;
    };
    // A field that they never read, one that there is not, and one that puts nothing in groups, in the same words.
    const said = await Promise.all(
      ['cost', 'nothing', 'tags', 'title', 'hours'].map(async (by) =>
        (await refused(`/_/groups?${at('/')}&by=${by}`)).replace(by, 'X'),
      ),
    );
    assert.equal(new Set(said).size, 1, said.join('\n'));
    assert.equal(
      (await refused(`/_/groups/rows?${at('/')}&by=cost&keys=1`)).replace('cost', 'X'),
      (await refused(`/_/groups/rows?${at('/')}&by=nothing&keys=1`)).replace('nothing', 'X'),
    );
    assert.equal(
      (await refused(`/_/groups?${at('/')}&by=status&sums=cost`)).replace('cost', 'X'),
      (await refused(`/_/groups?${at('/')}&by=status&sums=nothing`)).replace('nothing', 'X'),
    );
    assert.match(await refused(`/_/groups?${at('/plain')}&by=status`), /can’t be grouped/);
    assert.match(await refused(`/_/groups?${at('/')}&by=status&owner=x`), /owner/);
    assert.match(await refused(`/_/groups/rows?${at('/')}&by=due&keys=2026-03-02`), /keys/);
    assert.match(await refused(`/_/groups/rows?${at('/')}&by=paid&keys=maybe`), /keys/);
    assert.match(await refused(`/_/groups/rows?${at('/')}&by=status&keys=Open&page=nonsense`), /another list/);

    // The priority of jobs that are not theirs stands where there is none, in the counts as in the rows.
    const own = (await rowsOf(ben)).filter((record) => record['owner'] === ben.id);
    const { groups } = await groupsOf(ben, 'priority');
    const urgent = groups.find(({ key }) => key === 'urgent');
    assert.equal(urgent?.rows, own.filter((record) => record['priority'] === 'urgent').length);
    const { ids } = await rowsIn(ben, 'priority', ['urgent']);
    assert.ok(ids.length > 0 && ids.every((id) => own.some((record) => record.id === id)));

    // Whom a job leads to is an id to them; what that person is called decides neither label nor order.
    const owners = (await groupsOf(ben, 'owner')).groups;
    assert.deepEqual(
      owners.map(({ label }) => label),
      ['Ben', ...owners.slice(1, -1).map(() => 'a record that you may not see'), 'none'],
    );
    const hidden = owners.slice(1, -1).map(({ key }) => String(key));
    assert.deepEqual(hidden, hidden.toSorted());
    assert.ok(!(await groupsOf(ben, 'status')).groups.some(({ key }) => key === 'Done'));
    assert.equal((await rowsIn(ben, 'status', ['Done'])).ids.length, 0);
    assert.ok((await rowsIn(zoe, 'status', ['Done'])).ids.length > 0);
    assert.equal((await server.guest.get(`/_/groups?${at('/')}&by=status`)).status, 401);
  }),
);

contract('a person’s view says what its lists are grouped by, as far as they read it', () =>
  withJobs(async (server) => {
    const view = async (name: string) => (await answered<{ view: View }>(await server.as(name), '/_/app')).view;
    const groups = ({ screens }: View, route: string) => {
      const screen = screens.find((each) => each.route === route);
      return [screen?.group ?? null, screen?.groups];
    };
    const [zoe, ben] = [await view('Zoe'), await view('Ben')];
    assert.deepEqual(groups(zoe, '/'), ['status', true]);
    assert.deepEqual(groups(zoe, '/due'), ['quarter of due', true]);
    assert.deepEqual(groups(zoe, '/plain'), [null, false]);
    assert.deepEqual(groups(zoe, '/people'), [null, true]);
    assert.deepEqual(groups(zoe, '/new'), [null, false]);
    assert.deepEqual(groups(ben, '/cost'), ['priority', true]);
    const offered = zoe.entities.find(({ name }) => name === 'Job')?.groups;
    assert.deepEqual(offered, ['priority', 'owner', 'paid', 'due', 'begun', 'status', 'createdAt', 'createdBy']);
  }),
);

contract('more groups than anybody looks through are none', () =>
  withJobs(async (server) => {
    const zoe = await server.as('Zoe');
    const made = await zoe.post('/api/jobs', { title: 'Long ago', due: '1200-01-01' });
    assert.equal(made.status, 201);
    assert.equal((await groupsOf(zoe, 'day of due')).tooMany, false);
    for (let year = 1300; year < 1720; year++)
      assert.equal((await zoe.post('/api/jobs', { title: `Y${year}`, due: `${year}-05-05` })).status, 201);
    const answer = await groupsOf(zoe, 'day of due');
    assert.deepEqual(answer, { groups: [], tooMany: true });
  }),
);
