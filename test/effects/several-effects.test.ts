import assert from 'node:assert/strict';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { idOf } from '../../src/model/types/element.ts';
import { contract } from '../support/database/each-store.ts';
import { TEAMS } from '../support/documents/teams.ts';
import { found, patch, remove, type Written, withLibrary } from '../support/http/library-calls.ts';
import { listen } from '../support/http/live.ts';
import type { Caller, TestServer } from '../support/http/server.ts';

/** What formulas, effects and questions make of fields of several records. */

const AT = '/api/projects';

/** The same teams, where more goes by who is in them. */
const BUSY = TEAMS.replace(
  '| level | integer | yes | default 1 |',
  '| level | integer | yes | default 1 |\n| busy | integer | | = `count(Project where this in members)` |',
)
  .replace(
    '| members | set of Person | yes | at most 4 |',
    '| members | set of Person | yes | at most 4, default `[me]` |\n| helpers | set of Person | no | asked on finish |\n| strong | set of Person | | = `members.filter(m, m.level > 2)` |',
  )
  .replace(
    '| Open | finish | Done | members |',
    '| Open | finish | Done | members | `reviewers.all(r, r in members)` | ask helpers; reviewers = helpers; members.level = 4; notify members |',
  )
  .replace(
    '| From | Event | To | Who |\n| --- | --- | --- | --- |',
    '| From | Event | To | Who | Only if | Then |\n| --- | --- | --- | --- | --- | --- |',
  );

const busy = (title: string, work: (server: TestServer) => Promise<void>) =>
  contract(title, () => withLibrary(work, BUSY));
const raise = (who: Caller, record: WireRecord, body: object): Promise<Written> =>
  who.post(`${AT}/${record.id}/finish`, body, { 'if-match': record._.etag });
const named = (record: WireRecord, field: string): string[] =>
  ((record[field] ?? []) as string[]).map((_, index) => record._.labels[`${field}/${index}`] ?? '?').sort();

busy('a default, a computed field and a question over who holds them', async (server) => {
  const ann = await server.as('Ann');
  const busyOf = async (name: string) => (await found(ann, '/api/persons', name))['busy'];
  assert.deepEqual([await busyOf('Ann'), await busyOf('Ben'), await busyOf('Cyd')], [1, 1, 0]);
  const made: Written = await ann.post(AT, { title: 'Dam' });
  assert.deepEqual([made.status, named(made.body, 'members'), named(made.body, 'strong')], [201, ['Ann'], ['Ann']]);
  assert.equal(await busyOf('Ann'), 2);
  const cyd = await found(ann, '/api/persons', 'Cyd');
  const more = await patch(ann, AT, made.body, { members: [cyd.id, ann.id] });
  assert.deepEqual([named(more.body, 'members'), named(more.body, 'strong')], [['Ann', 'Cyd'], ['Ann']]);
  assert.deepEqual([await busyOf('Ann'), await busyOf('Cyd')], [2, 1]);
  // One of them changes, and with it what was worked out of them.
  assert.equal((await patch(ann, '/api/persons', await found(ann, '/api/persons', 'Cyd'), { level: 3 })).status, 200);
  assert.deepEqual(named(await found(ann, AT, 'Dam'), 'strong'), ['Ann', 'Cyd']);
  const dam = await found(ann, AT, 'Dam');
  assert.equal(await remove(ann, AT, dam), 204);
  assert.deepEqual([await busyOf('Ann'), await busyOf('Cyd')], [1, 0]);
});

busy('a guard, an ask, and effects that go to each of them', async (server) => {
  const [ann, ben] = [await server.as('Ann'), await server.as('Ben')];
  const idOf = async (name: string) => (await found(ann, '/api/persons', name)).id;
  const bridge = await found(ben, AT, 'Bridge');
  // Its reviewers are no members.
  assert.equal((await raise(ben, bridge, { helpers: [ben.id] })).status, 409);
  const made: Written = await ben.post(AT, { title: 'Dam', members: [ben.id, await idOf('Cyd')], reviewers: [ben.id] });
  assert.equal(made.status, 201, made.text);
  const empty = await raise(ben, made.body, {});
  assert.deepEqual([empty.status, empty.body.failures?.map(({ pointer }) => pointer)], [422, ['/helpers']]);
  const done = await raise(ben, made.body, { helpers: [await idOf('Cyd'), await idOf('Ann')] });
  assert.equal(done.status, 200, done.text);
  assert.deepEqual(named(done.body, 'reviewers'), ['Ann', 'Cyd']);
  const levels = await Promise.all(
    ['Ann', 'Ben', 'Cyd'].map(async (name) => (await found(ann, '/api/persons', name))['level']),
  );
  assert.deepEqual(levels, [3, 4, 4]);
  const cyd = await server.as('Cyd');
  const { body } = await cyd.get<{ items: readonly unknown[] }>('/_/inbox');
  assert.equal(body.items.length, 1);
});

busy('who comes and goes among those that somebody may not read changes no answer of theirs', async (server) => {
  const [ann, ben] = [await server.as('Ann'), await server.as('Ben')];
  const bridge = await found(ann, AT, 'Bridge');
  const filter = (text: string) => `${AT}?filter=${encodeURIComponent(text)}`;
  const asked = [
    AT,
    `${AT}/${bridge.id}`,
    `/_/records/Project/${bridge.id}/history`,
    filter('count(reviewers) > 3'),
    filter('reviewers.exists(r, r.level == 5)'),
    filter('"Dee" in reviewers.name'),
    filter('reviewers.all(r, r.level < 5)'),
    `${AT}?reviewers.empty=false`,
    `/_/export?screen=${encodeURIComponent(idOf('screen', '/projects'))}`,
  ];
  const answers = () =>
    Promise.all(
      asked.map(async (path) => {
        const { status, headers, text } = await ben.get(path);
        assert.equal(status, 200, `${path}: ${text}`);
        return [path, headers.get('etag'), text];
      }),
    );
  const dee = (await found(ann, '/api/persons', 'Dee')).id;
  const reviewers = bridge['reviewers'] as string[];
  const before = await answers();
  const changed = await patch(ann, AT, bridge, { reviewers: [dee, ...reviewers] });
  assert.equal(changed.status, 200);
  assert.deepEqual(await answers(), before);
  assert.equal((await patch(ann, AT, changed.body, { reviewers: [dee] })).status, 200);
  // Now none is left that he reads: there is none.
  assert.equal((await found(ben, AT, 'Bridge'))['reviewers'], null);
  const { body } = await ben.get<{ items: unknown[] }>(`${AT}?reviewers.empty=true`);
  assert.equal(body.items.length, 1);
});

contract('who reads a field of several hears when it tells them otherwise, and else nothing', async (t) => {
  await withLibrary(async (server) => {
    const [ann, ben] = [await server.as('Ann'), await server.as('Ben')];
    const next = await listen(t, server, ben);
    assert.equal((await next()).event, 'hello');
    const [bridge, dee] = [await found(ann, AT, 'Bridge'), await found(ann, '/api/persons', 'Dee')];
    const told = async () => {
      // Everybody reads this one: who hears of it has heard of all before.
      const bell = await ann.post<WireRecord>('/api/topics', { name: 'Bell' });
      const heard = new Set<string>();
      for (let one = await next(); one.data.id !== bell.body.id; one = await next())
        if (one.event === 'change') heard.add(`${one.data.entity}/${one.data.id}`);
      return [...heard].sort();
    };
    const among = [dee.id, ...(bridge['reviewers'] as string[])];
    assert.equal((await patch(ann, AT, bridge, { reviewers: among })).status, 200);
    assert.deepEqual(await told(), []);
    const cyd = await found(ann, '/api/persons', 'Cyd');
    assert.equal((await patch(ann, '/api/persons', cyd, { unlisted: true })).status, 200);
    assert.deepEqual(await told(), [`Person/${cyd.id}`, `Project/${bridge.id}`]);
    assert.equal((await patch(ann, '/api/persons', dee, { unlisted: false })).status, 200);
    assert.deepEqual(await told(), [`Person/${dee.id}`, `Project/${bridge.id}`]);
  }, TEAMS);
});
