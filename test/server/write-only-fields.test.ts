import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem, WireHistory, WireRecord } from '../../src/engine/core/wire-format.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { listen } from '../support/http/live.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

/** Doors with a code and keys with a mark, neither of which is ever given out. */
const DOORS = `# Specification: Doors

## 3. Entities and their fields

### Guard

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | Role | no | |

### Door

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| code | text(4..9) | yes | write-only |
| note | text | no | |
| keys | list of Key | no | |

### Key

Belongs to Door.

- label: text, required
- mark: text(..9), required, write-only

## 6. Roles and permissions

- Guard: everyone who signs in
- Smith: looks after the doors

| | Guard | Smith |
| --- | --- | --- |
| Door: read | yes | yes |
| Door: create | | yes |
| Door: change | note | yes |
| Guard: read | yes | yes |

## Sample data

### Guard

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Smith |
| Bob | bob@example.com | |
`;

async function withDoors(work: (server: TestServer) => Promise<void>): Promise<void> {
  const { store, done } = await openEmpty();
  const server = await startServer(DOORS, { store });
  try {
    await work(server);
  } finally {
    await server.stop();
    await done();
  }
}

const SECRETS = /pin-4711|pin-8899|red-1|red-2|blue-7/;

async function make(ada: Caller): Promise<WireRecord> {
  const input = { name: 'Front', code: 'pin-4711', keys: [{ label: 'One', mark: 'red-1' }] };
  const { status, body, text } = await ada.post<WireRecord>('/api/doors', input);
  assert.equal(status, 201, text);
  return body;
}

const saved = (who: Caller, { id }: WireRecord, input: object, etag: string) =>
  who.patch<WireRecord & Problem>(`/api/doors/${id}`, input, { 'if-match': etag });

describe('what is written and never given out', () => {
  contract('is replaced by whoever may change it, and told to nobody', async () => {
    await withDoors(async (server) => {
      const [ada, bob] = [await server.as('Ada'), await server.as('Bob')];
      const door = await make(ada);
      assert.deepEqual([Object.hasOwn(door, 'code'), door._.can.change['code']], [false, null]);
      const { etag } = door._;
      // What is typed replaces it, without a mark on the record; what is not sent stays.
      const replaced = await saved(ada, door, { code: 'pin-8899' }, etag);
      assert.deepEqual([replaced.status, replaced.body._.etag], [200, etag], replaced.text);
      const keys = [{ ...(door['keys'] as readonly object[])[0] }, { label: 'Two', mark: 'blue-7' }];
      const more = await saved(ada, door, { keys }, etag);
      assert.equal(more.status, 200, more.text);
      const row = (
        await server.store.load({
          rows: [{ entity: 'Door', id: door.id, paths: [] }],
          unique: [],
          files: [],
          referrers: [],
        })
      ).row('Door', door.id);
      const lines = row?.values['keys'] as readonly { readonly values: { readonly [name: string]: unknown } }[];
      assert.deepEqual(
        [row?.values['code'], ...lines.map(({ values }) => values['mark'])],
        ['pin-8899', 'red-1', 'blue-7'],
      );
      const stale = await saved(ada, door, { code: '0000', note: 'x' }, '"old"');
      assert.equal(stale.status, 412);
      const exported = await ada.get(`/_/export?screen=${encodeURIComponent('screen/%2Fdoors')}`);
      assert.equal(exported.status, 200, exported.text);
      const told = [
        ...[door, replaced.body, more.body, stale.body].map((each) => JSON.stringify(each)),
        ...(await Promise.all(
          ['', '?q=pin-4711', '?q=pin-8899'].flatMap((query) =>
            [ada, bob].map(async (who) => (await who.get(`/api/doors${query}`)).text),
          ),
        )),
        (await ada.get(`/_/records/Door/${door.id}/history`)).text,
        JSON.stringify(await historyIn(server, door.id)),
        exported.text,
      ];
      assert.deepEqual(
        told.filter((text) => SECRETS.test(text)),
        [],
      );
      for (const query of ['?code=pin-8899', '?filter=code%20%3D%3D%20%22pin-8899%22', '?sort=code'])
        assert.equal((await ada.get(`/api/doors${query}`)).status, 400, query);
      // Who may not change it learns no more than that.
      assert.equal((await saved(bob, door, { code: 'pin-8899' }, more.body._.etag)).status, 403);
    });
  });

  contract('is not to be guessed: the same value again is written like any other', async () => {
    await withDoors(async (server) => {
      const ada = await server.as('Ada');
      const door = await make(ada);
      const before = (await historyIn(server, door.id)).length;
      const texts: string[] = [];
      for (const code of ['pin-4711', '1234']) {
        server.clock.now += 1000;
        texts.push((await saved(ada, door, { code }, door._.etag)).text);
      }
      assert.equal(texts[0], texts[1]);
      assert.equal((await historyIn(server, door.id)).length, before + 2);
      const history = await ada.get<{ items: readonly WireHistory[] }>(`/_/records/Door/${door.id}/history`);
      assert.deepEqual(
        history.body.items.map(({ event }) => event),
        ['create'],
      );
    });
  });

  test('is needed where it is required, and may not be emptied', async () => {
    await withDoors(async (server) => {
      const ada = await server.as('Ada');
      const bare = await ada.post<Problem>('/api/doors', { name: 'Back', keys: [{ label: 'One' }] });
      assert.deepEqual(
        bare.body.failures?.map(({ pointer, code }) => `${pointer} ${code}`),
        ['/keys/0/mark REQUIRED', '/code REQUIRED'],
      );
      const door = await make(ada);
      const emptied = await saved(ada, door, { code: '' }, door._.etag);
      assert.deepEqual(
        emptied.body.failures?.map(({ pointer, code }) => `${pointer} ${code}`),
        ['/code REQUIRED'],
      );
    });
  });

  test('wakes nobody who looks on', async (t) => {
    await withDoors(async (server) => {
      const [ada, bob] = [await server.as('Ada'), await server.as('Bob')];
      const door = await make(ada);
      const next = await listen(t, server, bob);
      assert.equal((await next()).event, 'hello');
      await saved(ada, door, { code: 'pin-8899' }, door._.etag);
      const other = await ada.post<WireRecord>('/api/doors', { name: 'Back', code: '5555' });
      assert.deepEqual(await next(), { event: 'change', data: { entity: 'Door', id: other.body.id } });
    });
  });
});

async function historyIn({ store }: TestServer, id: string) {
  return store.history({ entity: 'Door', id }, 50);
}
