import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { WireDeletedPage, WireHistory, WireRecord } from '../../src/engine/core/wire-format.ts';
import { createTimers } from '../../src/server/jobs/run-timers.ts';
import { contract } from '../support/database/each-store.ts';
import { ALLOTMENTS } from '../support/documents/allotments.ts';
import { SHOP } from '../support/documents/shop.ts';
import { codes, found, page, patch, remove, type Written, withLibrary } from '../support/http/library-calls.ts';
import type { Caller, TestServer } from '../support/http/server.ts';

const DAY = 24 * 60 * 60 * 1000;

interface Garden {
  readonly server: TestServer;
  readonly ann: Caller;
  readonly ben: Caller;
  readonly eva: Caller;
}

const withGarden = (work: (garden: Garden) => Promise<void>, text = ALLOTMENTS) =>
  withLibrary(async (server) => {
    const [ann, ben, eva] = [await server.as('Ann'), await server.as('Ben'), await server.as('Eva')];
    await work({ server, ann, ben, eva });
  }, text);

async function made(who: Caller, path: string, values: object): Promise<WireRecord> {
  const { status, body, text } = await who.post<WireRecord>(path, values);
  assert.equal(status, 201, text);
  return body;
}

/** Deletes it as it stands now. */
async function gone(who: Caller, entity: string, id: string): Promise<void> {
  const { body } = await who.get<WireRecord>(`/_/records/${entity}/${id}`);
  assert.equal(await remove(who, `/api/${entity.toLowerCase()}s`, body), 204);
}

const deleted = async (who: Caller, entity: string, query = '') =>
  (await who.get<WireDeletedPage>(`/_/deleted/${entity}${query}`)).body;

const titles = ({ items }: WireDeletedPage) => items.map(({ record }) => record._.title);

const restore = (who: Caller, entity: string, id: string, headers: Record<string, string> = { 'if-match': '*' }) =>
  who.post(`/_/records/${entity}/${id}/restore`, undefined, headers) as Promise<Written>;

const live = async (who: Caller, path: string) => (await page(who, path)).items.map(({ _ }) => _.title).toSorted();

/** A plot with everything that a plot can have. */
async function plot(who: Caller, name: string, besides: object = {}): Promise<WireRecord> {
  const [bean, leek] = [await found(who, '/api/seeds', 'Bean'), await found(who, '/api/seeds', 'Leek')];
  const rows = [{ label: 'first', seed: leek.id }, { label: 'second' }];
  const all = {
    name,
    note: `Marigold ${name}`,
    main: bean.id,
    spare: leek.id,
    others: [bean.id, leek.id].sort(),
    rows,
  };
  return made(who, '/api/plots', { ...all, ...besides });
}

describe('bringing back what was deleted', () => {
  contract('a record comes back as it was, with its lines, its files and what went along with it', () =>
    withGarden(async ({ server, ann }) => {
      const file = async (name: string, of: string) => {
        const headers = { 'content-type': 'application/octet-stream' };
        const { status, body, text } = await ann.post<{ file: string }>(`/_/files?${of}&name=${name}`, name, headers);
        assert.ok(status < 300, text);
        return body;
      };
      const rows = [{ label: 'first', photo: await file('row.txt', 'entity=Row&field=photo') }, { label: 'second' }];
      const before = await plot(ann, 'North', { rows, plan: await file('plan.txt', 'entity=Plot&field=plan') });
      await made(ann, '/api/visits', { title: 'Monday', plot: before.id });
      const visit = await made(ann, '/api/visits', { title: 'Tuesday', plot: before.id });
      await made(ann, '/api/remarks', { text: 'Dry', visit: visit.id });
      const path = `/_/records/Plot/${before.id}`;
      const was = (await ann.get<WireRecord>(path)).body;
      await gone(ann, 'Plot', before.id);

      assert.deepEqual([(await ann.get(path)).status, (await ann.get(`${path}/history`)).status], [404, 404]);
      for (const list of ['/api/plots', '/api/plots?q=marigold', '/_/labels/Plot', '/api/visits', '/api/remarks'])
        assert.deepEqual(
          [list, (await page(ann, list)).items, (await page(ann, list)).total?.count ?? 0],
          [list, [], 0],
        );
      assert.equal((await ann.get(`/_/files/Plot/${before.id}/plan`)).status, 404);
      assert.deepEqual(titles(await deleted(ann, 'Plot')), ['North']);

      const told: string[] = [];
      const stop = server.store.subscribe((all) => told.push(...all.map(({ entity, kind }) => `${kind} ${entity}`)));
      const { status, body, text } = await restore(ann, 'Plot', before.id);
      stop();
      assert.equal(status, 200, text);
      const now = (await ann.get<WireRecord>(path)).body;
      assert.deepEqual(now, was);
      assert.equal(body.id, was.id);
      assert.deepEqual(told.toSorted(), ['insert Plot', 'insert Remark', 'insert Visit', 'insert Visit']);
      assert.deepEqual(await live(ann, '/api/plots?q=marigold'), ['North']);
      const [bean] = [await found(ann, '/api/seeds', 'Bean')];
      assert.deepEqual(await live(ann, `/api/plots?others=${bean.id}`), ['North']);
      assert.deepEqual(
        [await live(ann, '/api/visits'), await live(ann, '/api/remarks')],
        [['Monday', 'Tuesday'], ['Dry']],
      );
      const [first] = now.rows as unknown as readonly WireRecord[];
      const texts = [`/_/files/Plot/${before.id}/plan`, `/_/files/Plot/${before.id}/rows/${first?.id}/photo`];
      assert.deepEqual(await Promise.all(texts.map(async (at) => (await ann.get(at)).text)), ['plan.txt', 'row.txt']);
      const history = (await ann.get<{ items: readonly WireHistory[] }>(`${path}/history`)).body.items;
      assert.deepEqual(
        history.map(({ event, by, changes }) => [event, by, changes.length > 0]),
        [
          ['restore', 'Ann', false],
          ['delete', 'Ann', false],
          ['create', 'Ann', true],
        ],
      );
      assert.deepEqual(titles(await deleted(ann, 'Plot')), []);
      assert.equal((await restore(ann, 'Plot', before.id)).status, 404, 'it is not deleted any more');
    }),
  );

  contract('what went before it, alone, stays where it went', () =>
    withGarden(async ({ ann, eva }) => {
      const before = await plot(ann, 'North');
      const rows = before.rows as unknown as readonly WireRecord[];
      // The clock stands still: the line, the visit and the plot go at the same moment.
      assert.equal(
        (await patch(ann, '/api/plots', before, { rows: [{ id: rows[1]?.id ?? '', label: 'second' }] })).status,
        200,
      );
      const early = await made(ann, '/api/visits', { title: 'Early', plot: before.id });
      await made(ann, '/api/visits', { title: 'Late', plot: before.id });
      await gone(ann, 'Visit', early.id);
      await gone(ann, 'Plot', before.id);
      const [one, other] = (await deleted(eva, 'Visit')).items.toSorted((a, b) =>
        a.record._.title < b.record._.title ? -1 : 1,
      );
      assert.deepEqual([one?.record._.title, one?.by, one?.with], ['Early', 'Ann', null]);
      assert.deepEqual(
        [other?.record._.title, other?.by, other?.with],
        ['Late', 'the product', { entity: 'Plot', title: 'North' }],
      );
      const alone = await restore(eva, 'Visit', other?.record.id ?? '');
      assert.deepEqual([alone.status, codes(alone)], [422, ['TARGET_DELETED']], 'not without the plot');
      assert.equal((await restore(ann, 'Plot', before.id)).status, 200);
      assert.deepEqual(await live(ann, '/api/visits'), ['Late']);
      const now = await found(ann, '/api/plots', 'North');
      assert.deepEqual(
        (now.rows as unknown as readonly WireRecord[]).map(({ label }) => label),
        ['second'],
      );
      assert.equal((await restore(eva, 'Visit', early.id)).status, 200);
      assert.deepEqual(await live(ann, '/api/visits'), ['Early', 'Late']);
    }),
  );

  contract('who could read it finds it, and brings it back who might have deleted it', () =>
    withGarden(async ({ server, ann, ben, eva }) => {
      const [open, owing] = [await plot(ann, 'Open'), await plot(ann, 'Owing')];
      assert.equal((await patch(eva, '/api/plots', await found(eva, '/api/plots', 'Owing'), { debt: 5 })).status, 200);
      for (const { id } of [open, owing]) await gone(ann, 'Plot', id);
      assert.deepEqual(titles(await deleted(ann, 'Plot')).toSorted(), ['Open', 'Owing']);
      assert.deepEqual(titles(await deleted(ben, 'Plot')), []);
      const seen = (await deleted(eva, 'Plot')).items;
      const reasons = new Map(seen.map(({ record, restore: refusal }) => [record._.title, refusal?.code ?? null]));
      assert.deepEqual(
        reasons,
        new Map([
          ['Open', null],
          ['Owing', 'NOT_ALLOWED'],
        ]),
      );
      const [own] = (await deleted(ann, 'Plot')).items;
      assert.deepEqual(
        [Object.hasOwn(own?.record ?? {}, 'debt'), Object.hasOwn(seen[0]?.record ?? {}, 'debt')],
        [false, true],
      );
      const [hidden, never] = [await restore(ben, 'Plot', open.id), await restore(ben, 'Plot', 'nothing')];
      assert.deepEqual([hidden.status, hidden.body.detail], [404, never.body.detail]);
      assert.equal((await restore(eva, 'Plot', owing.id)).status, 403);
      assert.equal((await restore(eva, 'Plot', open.id)).status, 200);
      // Visits have a row of their own for it.
      const visit = await made(ann, '/api/visits', { title: 'Monday', plot: open.id });
      await gone(ann, 'Visit', visit.id);
      assert.deepEqual(
        [(await ann.get('/_/deleted/Visit')).status, (await restore(ann, 'Visit', visit.id)).status],
        [403, 403],
      );
      assert.equal((await restore(eva, 'Visit', visit.id)).status, 200);
      assert.deepEqual(
        [(await server.guest.get('/_/deleted/Plot')).status, (await restore(server.guest, 'Plot', open.id)).status],
        [401, 401],
      );
      assert.equal((await eva.get('/_/deleted/Row')).status, 404, 'lines go with their record alone');
    }),
  );

  contract('what happened meanwhile may stand in the way, and is named as far as one may know it', () =>
    withGarden(async ({ ann, ben, eva }) => {
      const { id } = await plot(ann, 'North');
      const named = async (values: object) => {
        const north = await found(eva, '/api/plots', 'North');
        assert.equal((await patch(eva, '/api/plots', north, values)).status, 200);
      };
      await named({ key: 'K1' });
      await gone(ann, 'Plot', id);
      const other = await made(ben, '/api/plots', { name: 'North' });
      const taken = await restore(ann, 'Plot', id);
      assert.deepEqual(
        [taken.status, taken.body.code, taken.body.failures?.map(({ pointer }) => pointer)],
        [422, 'NOT_UNIQUE', ['/name']],
      );
      assert.ok(!taken.text.includes(other.id) && !taken.text.includes('Ben'));
      await named({ name: 'South', key: 'K1' });
      const secret = await restore(ann, 'Plot', id);
      assert.deepEqual([secret.body.code, secret.body.failures?.map(({ pointer }) => pointer)], ['NOT_UNIQUE', ['']]);
      assert.ok(
        !/key|K1|South/.test(secret.text.replace(/"code":"\w+"/g, '')),
        'nothing of a field that Ann does not read',
      );
      await gone(eva, 'Plot', other.id);

      for (const title of ['Bean', 'Leek']) await gone(ann, 'Seed', (await found(ann, '/api/seeds', title)).id);
      const missing = await restore(ann, 'Plot', id);
      assert.deepEqual(
        [missing.status, missing.body.failures?.map(({ pointer, code }) => [pointer, code])],
        [422, [['/main', 'TARGET_DELETED']]],
      );
      const [bean] = (await deleted(ann, 'Seed')).items.filter(({ record }) => record._.title === 'Bean');
      assert.equal((await restore(ann, 'Seed', bean?.record.id ?? '')).status, 200);

      for (const name of ['Second', 'Third', 'Fourth']) await made(ann, '/api/plots', { name });
      const many = await restore(ann, 'Plot', id);
      assert.deepEqual([many.status, many.body.code], [422, 'ENOUGH']);
      await gone(ann, 'Plot', (await found(ann, '/api/plots', 'Fourth')).id);
      const { status, body, text } = await restore(ann, 'Plot', id);
      assert.equal(status, 200, text);
      assert.deepEqual(
        [body.main, body.spare, body.others],
        [bean?.record.id, null, [bean?.record.id]],
        'what may be emptied is',
      );
      assert.deepEqual(
        (body.rows as unknown as readonly WireRecord[]).map(({ seed }) => seed),
        [null, null],
      );
      const history = await ann.get<{ items: readonly WireHistory[] }>(`/_/records/Plot/${id}/history`);
      assert.deepEqual(history.body.items[0]?.changes.map(({ field }) => field).toSorted(), ['rows', 'spare']);
    }),
  );

  contract('where one that went along can’t come back, nothing does', () =>
    withGarden(async ({ ann }) => {
      const { id } = await plot(ann, 'North');
      const { id: south } = await plot(ann, 'South');
      await made(ann, '/api/visits', { title: 'Monday', plot: id });
      await gone(ann, 'Plot', id);
      await made(ann, '/api/visits', { title: 'Monday', plot: south });
      const refused = await restore(ann, 'Plot', id);
      assert.deepEqual([refused.status, refused.body.code], [422, 'NOT_UNIQUE']);
      assert.deepEqual(await live(ann, '/api/plots'), ['South']);
      assert.deepEqual(titles(await deleted(ann, 'Plot')), ['North']);
    }),
  );

  contract('whoever finds it by its lines, or among several, finds it as it was', () =>
    withGarden(async ({ ann, ben }) => {
      const friendly = await plot(ann, 'Friendly', { friends: [ben.id] });
      const open = await plot(ann, 'Open', { rows: [{ label: 'open' }] });
      const shut = await plot(ann, 'Shut', { rows: [{ label: 'open' }, { label: 'other' }] });
      assert.deepEqual(await live(ben, '/api/plots'), ['Friendly', 'Open', 'Shut']);
      const [, other] = shut.rows as unknown as readonly WireRecord[];
      await patch(ann, '/api/plots', shut, { rows: [{ id: other?.id ?? '', label: 'other' }] });
      for (const { id } of [friendly, open, shut]) await gone(ann, 'Plot', id);
      assert.deepEqual(titles(await deleted(ben, 'Plot')).toSorted(), ['Friendly', 'Open']);
      assert.deepEqual(titles(await deleted(ann, 'Plot')).toSorted(), ['Friendly', 'Open', 'Shut']);
      assert.equal((await deleted(ben, 'Plot')).total?.count, 2);
      assert.deepEqual(
        [(await restore(ben, 'Plot', open.id)).status, (await restore(ben, 'Plot', shut.id)).status],
        [403, 404],
      );
      assert.equal((await restore(ann, 'Plot', friendly.id)).status, 200);
      assert.deepEqual(await live(ben, '/api/plots'), ['Friendly']);
    }),
  );

  contract('what follows from other records follows from them as they are now', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      const pen = await found(ann, '/api/products', 'Pen');
      const lines = [{ product: pen.id, quantity: 3 }];
      const { id } = await made(ann, '/api/orders', { number: 'N1', lines });
      const sold = async () => (await found(ann, '/api/products', 'Pen')).sold;
      assert.equal(await sold(), 3);
      await gone(ann, 'Order', id);
      assert.equal(await sold(), 0);
      assert.equal(
        (await patch(ann, '/api/products', await found(ann, '/api/products', 'Pen'), { price: '5' })).status,
        200,
      );
      const { body } = await restore(ann, 'Order', id);
      assert.deepEqual([body.total, (body.lines as unknown as readonly WireRecord[])[0]?.amount], ['15.00', '15.00']);
      assert.equal(await sold(), 3);
    }, SHOP),
  );

  contract('its timers rest meanwhile, and go on from when its state began', () =>
    withGarden(async ({ server, ann }) => {
      const start = server.clock.now;
      const turn = async (at: number) => {
        server.clock.now = at;
        return (await createTimers(server.runtime).tick(at)).fired;
      };
      const { id } = await plot(ann, 'North');
      server.clock.now = start + DAY;
      await gone(ann, 'Plot', id);
      assert.equal(await turn(start + 11 * DAY), 0, 'nothing happens to what is deleted');
      const back = await server.as('Ann');
      assert.equal((await restore(back, 'Plot', id)).status, 200);
      assert.equal((await found(back, '/api/plots', 'North')).status, 'Ripe', 'its ten days are over');
      assert.equal(await turn(start + 11 * DAY), 0, 'what was due has happened with its return');
      await gone(back, 'Plot', id);
      await restore(back, 'Plot', id);
      assert.equal(await turn(start + 12 * DAY), 0, 'what it did it does not do again');
    }),
  );

  contract(
    'a person comes back with their roles, and to nobody who lacks them; whoever was signed in is not any more',
    () =>
      withGarden(
        async ({ ann, ben, eva }) => {
          await gone(ann, 'Person', eva.id);
          const refused = await restore(ann, 'Person', eva.id);
          assert.deepEqual([refused.status, refused.body.code], [403, 'NOT_ALLOWED']);
          await gone(ann, 'Person', ben.id);
          assert.equal((await ben.get('/api/seeds')).status, 401);
          assert.equal((await restore(ann, 'Person', ben.id)).status, 200);
          assert.equal((await ben.get('/api/seeds')).status, 401, 'a session does not come back');
        },
        ALLOTMENTS.replace(
          '| Person: create, change, delete | | yes |',
          '| Person: create, change, delete | yes | yes |',
        ),
      ),
  );

  contract('the version is asked for, and a key makes it happen once', () =>
    withGarden(async ({ ann }) => {
      const { id } = await plot(ann, 'North');
      await gone(ann, 'Plot', id);
      const [item] = (await deleted(ann, 'Plot')).items;
      assert.equal((await restore(ann, 'Plot', id, {})).status, 428);
      assert.equal((await restore(ann, 'Plot', id, { 'if-match': '"other"' })).status, 412);
      const headers = { 'if-match': item?.record._.etag ?? '', 'idempotency-key': 'once' };
      const [one, again] = [await restore(ann, 'Plot', id, headers), await restore(ann, 'Plot', id, headers)];
      assert.deepEqual([one.status, again.status, again.headers.get('idempotency-replayed')], [200, 200, 'true']);
      assert.deepEqual(again.body, one.body);
      await gone(ann, 'Plot', id);
      const second = await ann.post<{ outcomes: readonly { status: number }[] }>('/_/bulk', {
        entity: 'Plot',
        restore: true,
        rows: [
          { id, etag: item?.record._.etag },
          { id: 'nothing', etag: '"x"' },
        ],
      });
      assert.deepEqual(
        second.body.outcomes.map(({ status }) => status),
        [200, 404],
      );
    }),
  );

  contract('they are found page by page, the latest first, for as long as they are kept', () =>
    withGarden(async ({ server, ann: first, ben }) => {
      let ann = first;
      const start = server.clock.now;
      for (const [index, name] of ['First', 'Second', 'Third'].entries()) {
        const { id } = await plot(ann, name);
        server.clock.now = start + index * DAY;
        await gone(ann, 'Plot', id);
      }
      const one = await deleted(ann, 'Plot', '?limit=2');
      assert.deepEqual([titles(one), one.total?.count], [['Third', 'Second'], 3]);
      const two = await deleted(ann, 'Plot', `?limit=2&page=${encodeURIComponent(one.next ?? '')}`);
      assert.deepEqual([titles(two), two.next], [['First'], null]);
      assert.equal(two.items[0]?.until, new Date(start + 20 * DAY).toISOString());
      assert.equal((await ben.get(`/_/deleted/Plot?page=${encodeURIComponent(one.next ?? '')}`)).status, 400);
      for (const query of ['?q=x', '?limit=0', '?page=x', '?total=some'])
        assert.equal((await ann.get(`/_/deleted/Plot${query}`)).status, 400, query);
      server.clock.now = start + 20 * DAY - 1;
      ann = await server.as('Ann');
      assert.equal((await deleted(ann, 'Plot')).items.length, 3);
      server.clock.now = start + 20 * DAY;
      assert.deepEqual(titles(await deleted(ann, 'Plot')), ['Third', 'Second']);
      assert.equal((await restore(ann, 'Plot', two.items[0]?.record.id ?? '')).status, 404, 'its time is over');
      assert.equal(await server.store.purge(start), 1);
      assert.equal((await restore(ann, 'Plot', one.items[1]?.record.id ?? '')).status, 200);
    }),
  );
});
