import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Refusal } from '../../src/engine/core/refusal.ts';
import {
  cursorAfter,
  isRefusal,
  type ListRequest,
  planAggregate,
  planList,
  wireTile,
} from '../../src/engine/query/list.ts';
import type { Row } from '../../src/fields/text/value.ts';
import type { Store } from '../../src/store/core/store.ts';
import { claims, NOW } from '../engine-claims.ts';
import { rooms } from '../engine-rooms.ts';
import { create, idOf, person, rowOf, type World, wireOf } from '../engine-world.ts';
import { insert, withStoreOf } from '../support/database/stores.ts';

const secret = new TextEncoder().encode('a key');
type Query = Readonly<Record<string, string>>;

const asked = (entity: string, query: Query = {}, from: string | null = null): ListRequest => ({
  entity,
  from,
  query: Object.entries(query),
  secret,
});

async function inStore(world: World, work: (store: Store) => Promise<void>): Promise<void> {
  await withStoreOf(world.app.model, async (store) => {
    await insert(store, ...world.rows.values());
    await work(store);
  });
}

function planOf(world: World, name: string, request: ListRequest) {
  const plan = planList(world.app, person(world, name), request, world.now);
  if (isRefusal(plan)) throw new Error(plan.message);
  return plan;
}

async function list(world: World, store: Store, name: string, request: ListRequest): Promise<string[]> {
  const { rows } = await store.list(planOf(world, name, request), { principal: person(world, name), now: world.now });
  return rows.map(({ id }) => String(world.rows.get(id)?.values.title ?? world.rows.get(id)?.values.name));
}

function refusal(world: World, name: string, request: ListRequest): Refusal {
  const plan = planList(world.app, person(world, name), request, world.now);
  if (!isRefusal(plan)) throw new Error('it was planned');
  return plan;
}

test('a list holds exactly the records that its reader reads one by one', async () => {
  for (const world of [claims(), rooms()]) {
    await inStore(world, async (store) => {
      const names = [...world.rows.values()].filter((row) => row.entity === world.app.people?.entity);
      for (const who of names.map((row) => String(row.values.name))) {
        for (const entity of world.app.entities.keys()) {
          const plan = planList(world.app, person(world, who), asked(entity), world.now);
          if (isRefusal(plan)) continue;
          const rows = [...world.rows.values()].filter((row) => row.entity === entity);
          const readable = rows.filter((row: Row) => wireOf(world, who, row) !== null).map(({ id }) => id);
          const found = await store.list(plan, { principal: person(world, who), now: world.now });
          assert.deepEqual(found.rows.map(({ id }) => id).sort(), readable.sort(), `${who} ${entity}`);
        }
      }
    });
  }
});

test('a filter on a field that is hidden on some rows finds it empty there', async () => {
  const world = rooms();
  await inStore(world, async (store) => {
    assert.deepEqual(await list(world, store, 'Wanda', asked('Room', { secret: 'the code is 7' })), ['Attic']);
    assert.deepEqual(await list(world, store, 'Wanda', asked('Room', { secret: 'a mouse lives here' })), []);
    assert.deepEqual(await list(world, store, 'Gus', asked('Room', { 'secret.empty': 'true', sort: 'name' })), [
      'Attic',
      'Cellar',
    ]);
    assert.deepEqual(await list(world, store, 'Wanda', asked('Room', { 'secret.empty': 'false' })), ['Attic']);
    assert.deepEqual(await list(world, store, 'Wanda', asked('Room', { filter: 'secret != null' })), ['Attic']);
    assert.deepEqual(
      await list(world, store, 'Wanda', asked('Booking', { filter: 'room.secret != null', sort: 'title' })),
      ['Long', 'Own', 'Short'],
    );
    assert.deepEqual(await list(world, store, 'Gus', asked('Booking', { filter: 'room.secret != null' })), []);
  });
});

test('lines that are hidden are none: they come to nothing, and there are 0 of them', async () => {
  const world = claims((text) =>
    text.replace('| Claim.note: read |', '| Claim.lines: read | `owner == me` | no | no | no |\n| Claim.note: read |'),
  );
  await inStore(world, async (store) => {
    const found = async (filter: string) => (await list(world, store, 'Miro', asked('Claim', { filter }))).sort();
    const team = ['Headphones', 'Keyboard', 'Taxi', 'Team lunch', 'Train to Hamburg'];
    for (const none of ['sum(lines.amount) == 0 EUR', 'count(lines) == 0', 'max(lines.amount) == null'])
      assert.deepEqual(await found(none), team, none);
    for (const some of ['sum(lines.amount) > 0 EUR', 'count(lines) == 2', 'max(lines.amount) == 480 EUR'])
      assert.deepEqual(await found(some), ['Conference'], some);
  });
});

test('values, bounds, sets and text narrow a list', async () => {
  const world = rooms();
  await inStore(world, async (store) => {
    const all = (query: Query) => list(world, store, 'Gus', asked('Booking', { ...query, sort: 'title' }));
    assert.deepEqual(await all({ status: 'Asked' }), ['Long', 'Short']);
    assert.deepEqual(await all({ 'nights.min': '4' }), ['Long']);
    assert.deepEqual(await all({ 'nights.max': '3', 'cost.min': '75.00' }), ['Short']);
    assert.deepEqual(await all({ 'nights.in': '1,2,3' }), ['Short']);
    const many = (count: number) => ({ 'nights.in': Array.from({ length: count }, (_, at) => at + 1).join() });
    assert.match(refusal(world, 'Kim', asked('Booking', many(201))).message, /at most 200 values/);
    assert.equal((await all(many(200))).length, (await all({})).length);
    assert.deepEqual(await all({ q: 'SHO' }), ['Short']);
    assert.deepEqual(await all({ q: '' }), ['Long', 'Short']);
    assert.deepEqual(await all({ room: idOf(world, 'Room', 'Cellar') }), []);
    assert.deepEqual(await all({ filter: 'guest == me and cost > 100 EUR' }), ['Long']);
    assert.deepEqual(await list(world, store, 'Gus', asked('Booking', { sort: '-nights' })), ['Long', 'Short']);
  });
});

test('a field that one never reads is refused in the words of one that there is not', () => {
  const world = rooms((text) =>
    text.replace('| Room.secret: read | `house.warden == me` | no | |', '| Room.secret: read | no | no | |'),
  );
  for (const query of ['NAME', 'NAME.min', 'NAME.empty', 'sort', 'filter']) {
    const of = (name: string) => {
      const value = query === 'sort' ? name : query === 'filter' ? `${name} == "x"` : 'x';
      const answer = refusal(world, 'Wanda', asked('Room', { [query.replace('NAME', name)]: value }));
      return JSON.stringify(answer).replaceAll(name, 'NAME');
    };
    assert.equal(of('secret'), of('sacred'), query);
  }
});

test('what a question can’t mean is refused, not dropped', () => {
  const world = rooms();
  const code = (query: Query) => {
    const { status, code: found } = refusal(world, 'Gus', asked('Booking', query));
    return `${status} ${found}`;
  };
  assert.equal(code({ colour: 'red' }), '400 UNKNOWN_PARAMETER');
  assert.equal(code({ 'title.min': 'a' }), '400 UNKNOWN_PARAMETER');
  assert.equal(code({ nights: 'many' }), '400 UNREADABLE');
  assert.equal(code({ status: 'Gone' }), '400 UNREADABLE');
  assert.equal(code({ limit: '0' }), '400 UNREADABLE');
  assert.equal(code({ limit: '51' }), '400 UNREADABLE');
  assert.equal(code({ total: 'maybe' }), '400 UNREADABLE');
  assert.equal(code({ page: 'x' }), '400 UNREADABLE');
  assert.equal(code({ filter: 'nights > "a"' }), '400 UNREADABLE');
  assert.equal(code({ filter: 'changedAt > now' }), '400 UNREADABLE');
});

test('a cursor opens the page after, for the same question of the same person alone', async () => {
  const world = rooms();
  await inStore(world, async (store) => {
    const who = person(world, 'Gus');
    const request = asked('Booking', { sort: 'title', limit: '1' });
    const plan = planOf(world, 'Gus', request);
    const first = await store.list(plan, { principal: who, now: world.now });
    assert.equal(first.more, true);
    const [last] = first.rows;
    if (last === undefined) throw new Error('no row');
    const page = cursorAfter(world.app, who, request, plan, last);
    assert.deepEqual(await list(world, store, 'Gus', asked('Booking', { sort: 'title', page })), ['Short']);
    assert.equal(refusal(world, 'Gus', asked('Booking', { sort: '-title', page })).code, 'UNREADABLE');
    assert.equal(refusal(world, 'Gus', asked('Booking', { sort: 'title', page, status: 'Asked' })).code, 'UNREADABLE');
    assert.equal(refusal(world, 'Wanda', asked('Booking', { sort: 'title', page })).code, 'UNREADABLE');
    assert.equal(
      refusal(world, 'Gus', { ...asked('Booking', { sort: 'title', page }), secret: secret.slice(1) }).code,
      'UNREADABLE',
    );
  });
});

test('questions of one shape share a key, whatever their values; other shapes and roles do not', () => {
  const world = rooms();
  const key = (name: string, query: Query) => planOf(world, name, asked('Booking', query)).key;
  assert.equal(key('Gus', { nights: '1' }), key('Wanda', { nights: '2' }));
  assert.equal(key('Gus', { filter: 'nights > 1' }), key('Gus', { filter: 'nights > 22' }));
  assert.notEqual(key('Gus', { filter: 'nights > 1' }), key('Gus', { filter: 'nights < 1' }));
  assert.notEqual(key('Gus', { nights: '1' }), key('Gus', { 'nights.min': '1' }));
  assert.notEqual(key('Gus', { nights: '1' }), key('Kim', { nights: '1' }));
  assert.notEqual(key('Gus', { q: '' }), key('Gus', { q: 'x' }));
});

test('a call that states what it sends takes that and nothing else', () => {
  const world = claims();
  const call = 'call/claims';
  assert.equal(refusal(world, 'Ana', asked('Claim', { category: 'Travel' }, call)).code, 'UNKNOWN_PARAMETER');
  assert.equal(
    isRefusal(planList(world.app, person(world, 'Ana'), asked('Claim', { filter: 'category == Travel' }, call), NOW)),
    false,
  );
});

test('the names by which people sign in are no field of a filter for whoever does not read them', () => {
  const kept = (text: string) =>
    text.replace('| Booking.title: change |', '| Guest.login: read | no | yes | |\n| Booking.title: change |');
  const asks = ['guest.login == "gus@example.com"', 'me.login == "gus@example.com"'];
  for (const filter of asks) {
    assert.equal(isRefusal(planList(rooms().app, person(rooms(), 'Gus'), asked('Booking', { filter }), NOW)), false);
    const { status, code } = refusal(rooms(kept), 'Gus', asked('Booking', { filter }));
    assert.deepEqual([status, code], [400, 'UNREADABLE'], filter);
  }
});

test('a screen is for its roles, and its filter and sort hold', async () => {
  const world = claims();
  await inStore(world, async (store) => {
    assert.deepEqual(await list(world, store, 'Miro', asked('Claim', {}, 'screen/%2Fqueue')), ['Keyboard', 'Taxi']);
    assert.equal(refusal(world, 'Ana', asked('Claim', {}, 'screen/%2Fqueue')).code, 'NOT_ALLOWED');
    assert.deepEqual(refusal(world, 'Ana', asked('Claim', {}, 'screen/%2Fqueue')).decidedBy, ['screen/%2Fqueue']);
  });
});

test('numbers and charts count what their reader may read, and months without data are 0', async () => {
  const world = claims();
  const lenas = rowOf(
    create(world, 'Lena', 'Claim', {
      title: 'Own',
      category: 'Meals',
      spentOn: '2026-11-01',
      lines: [{ what: 'x', amount: '7.00' }],
    }),
  );
  world.rows.set(lenas.id, { ...lenas, values: { ...lenas.values, status: 'Paid', paidAt: NOW } });
  await inStore(world, async (store) => {
    const tile = async (name: string, id: string) => {
      const plan = planAggregate(world.app, person(world, name), id, world.now);
      if (isRefusal(plan)) return plan.code;
      return wireTile(
        world.app,
        id,
        plan,
        await store.aggregate(plan, { principal: person(world, name), now: world.now }),
      ).points;
    };
    const [paid, category, time] = [...world.app.tiles.keys()];
    const shown = (await tile('Lena', paid ?? '')) as readonly { value: string; rows: number }[];
    assert.deepEqual(
      shown.map(({ value, rows }) => [value, rows]),
      [['799.00', 2]],
    );
    const team = (await tile('Miro', paid ?? '')) as readonly { value: string }[];
    assert.equal(team[0]?.value, '792.00');
    const bars = (await tile('Lena', category ?? '')) as readonly { label: string; value: string }[];
    assert.deepEqual(
      bars.map(({ label, value }) => `${label} ${value}`),
      ['Travel 792.00', 'Meals 7.00', 'Equipment 0.00', 'Other 0.00'],
    );
    const months = (await tile('Lena', time ?? '')) as readonly { label: string; value: string }[];
    assert.equal(months.length, 12);
    assert.deepEqual(
      months.slice(-3).map(({ label, value }) => `${label} ${value}`),
      ['Sept 2026 0.00', 'Oct 2026 792.00', 'Nov 2026 7.00'],
    );
    assert.equal(await tile('Ana', paid ?? ''), 'NOT_ALLOWED');
  });
});

test('a sum too large to be exact is no figure, while that of nothing is 0', () => {
  const world = claims();
  const [paid = ''] = world.app.tiles.keys();
  const plan = planAggregate(world.app, person(world, 'Lena'), paid, world.now);
  if (isRefusal(plan)) throw new Error(plan.message);
  const told = (value: number | null, rows: number) =>
    wireTile(world.app, paid, plan, [{ key: null, value, rows }]).points[0]?.value;
  assert.deepEqual([told(null, 2), told(null, 0), told(79_900, 2)], ['', '0.00', '799.00']);
});
