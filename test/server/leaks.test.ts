import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { principalOf } from '../../src/engine/access/person-roles.ts';
import { etagOf } from '../../src/engine/answer/wire-record.ts';
import { NO_FACTS } from '../../src/engine/core/tracked-facts.ts';
import type { Problem, WireHistory, WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import type { Row, Values } from '../../src/fields/text/value.ts';
import { DEPOT } from '../support/documents/depot.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

async function started(t: TestContext): Promise<TestServer> {
  const server = await startServer(DEPOT);
  t.after(server.stop);
  return server;
}

async function parcel(caller: Caller, title: string): Promise<WireRecord> {
  const { body } = await caller.get<WirePage>('/api/parcels');
  const found = body.items.find((item) => item['title'] === title);
  assert.ok(found, title);
  return found;
}

async function rowOf(server: TestServer, entity: string, id: string): Promise<Row> {
  const facts = await server.store.load({ rows: [{ entity, id, paths: [] }], unique: [], files: [], referrers: [] });
  const row = facts.row(entity, id);
  assert.ok(row);
  return row;
}

const matching = (record: WireRecord) => ({ 'if-match': record._.etag });

test('a key that is used again answers with the record as its person reads it now', async (t) => {
  const server = await started(t);
  const [pia, kim, pit] = await Promise.all([server.as('Pia'), server.as('Kim'), server.as('Pit')]);
  const send = () => pia.post<WireRecord>('/api/parcels', { title: 'First' }, { 'idempotency-key': 'k' });
  const first = await send();
  assert.equal(first.status, 201);
  const theirs = async () => (await kim.get<WireRecord>(`/api/parcels/${first.body.id}`)).body;
  const renamed = await kim.patch(`/api/parcels/${first.body.id}`, { title: 'Second' }, matching(await theirs()));
  assert.equal(renamed.status, 200);
  const again = await send();
  assert.deepEqual(
    [again.status, again.body['title'], again.headers.get('idempotency-replayed'), again.headers.get('location')],
    [201, 'Second', 'true', first.headers.get('location')],
  );
  await kim.patch(`/api/parcels/${first.body.id}`, { packer: pit.id, title: 'Secret' }, matching(await theirs()));
  const last = await send();
  assert.deepEqual([last.status, last.text, last.headers.get('idempotency-replayed')], [204, '', 'true']);
  assert.equal((await kim.get<WirePage>('/api/parcels')).body.items.filter(({ id }) => id === first.body.id).length, 1);
});

test('a record in use names only the fields that its person reads somewhere', async (t) => {
  const server = await started(t);
  const [pia, kim] = await Promise.all([server.as('Pia'), server.as('Kim')]);
  const refused = async (caller: Caller, title: string) => {
    const record = await parcel(caller, title);
    const { status, body } = await caller.delete<Problem>(`/api/parcels/${record.id}`, matching(record));
    return [status, body.detail, (body.decidedBy ?? []).map(({ element }) => element)];
  };
  const bill = 'field/Bill/parcel';
  const label = 'field/Label/parcel';
  assert.deepEqual(await refused(pia, 'Billed'), [409, 'This is still in use: other records.', []]);
  assert.deepEqual(await refused(pia, 'Labelled'), [409, 'This is still in use: Parcel of Label.', [label]]);
  assert.deepEqual(await refused(pia, 'Both'), [
    409,
    'This is still in use: Parcel of Label and other records.',
    [label],
  ]);
  assert.deepEqual(await refused(kim, 'Both'), [
    409,
    'This is still in use: Parcel of Bill and Parcel of Label.',
    [bill, label],
  ]);
});

test('a line in use is named to who reads the list that it stands in, and to nobody else', async (t) => {
  const text = DEPOT.replace('| Person.chief: read |', '| Person: delete | yes | yes |\n| Person.chief: read |');
  const server = await startServer(text);
  t.after(server.stop);
  const [pia, kim, pit] = await Promise.all([server.as('Pia'), server.as('Kim'), server.as('Pit')]);
  const made = await kim.post('/api/parcels', { title: 'Heavy', items: [{ what: 'Stone', helper: pit.id }] });
  assert.equal(made.status, 201, made.text);
  const refused = async (caller: Caller) => {
    const { body } = await caller.get<WireRecord>(`/api/persons/${pit.id}`);
    const answer = await caller.delete<Problem>(`/api/persons/${pit.id}`, matching(body));
    return `${answer.status} ${answer.body.detail}`;
  };
  assert.equal(await refused(pia), '409 This is still in use: Helper of Item.');
  await server.runtime.update(
    text.replace('| Parcel: create |', '| Parcel.items: read | no | yes |\n| Parcel: create |'),
  );
  assert.equal(await refused(pia), '409 This is still in use: other records.');
  assert.equal(await refused(kim), '409 This is still in use: Helper of Item.');
});

test('that there was nobody to notify is told only to whoever reads the way to them', async (t) => {
  const server = await started(t);
  const [pia, kim] = await Promise.all([server.as('Pia'), server.as('Kim')]);
  const record = await parcel(pia, 'Billed');
  assert.equal((await pia.post(`/api/parcels/${record.id}/pack`, {}, matching(record))).status, 200);
  const notes = async (caller: Caller) => {
    const { body } = await caller.get<{ items: WireHistory[] }>(`/_/records/Parcel/${record.id}/history`);
    return body.items.find(({ event }) => event === 'pack')?.notes;
  };
  assert.deepEqual(await notes(kim), ['There was nobody to notify.']);
  assert.deepEqual(await notes(pia), []);
});

test('a file is taken only for a field that a role of its person fills in', async (t) => {
  const server = await started(t);
  const [pia, kim] = await Promise.all([server.as('Pia'), server.as('Kim')]);
  const png = new Uint8Array([
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 31, 21, 196,
    137, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
  ]);
  const upload = async (caller: Caller, entity: string, field: string) =>
    (await caller.call('POST', `/_/files?entity=${entity}&field=${field}&name=a.png`, png)).status;
  assert.equal(await upload(kim, 'Bill', 'scan'), 201);
  assert.equal(await upload(pia, 'Bill', 'scan'), 404);
  assert.equal(await upload(pia, 'Bill', 'nothing'), 404);
  for (const field of ['photo', 'seal', 'proof']) assert.equal(await upload(pia, 'Parcel', field), 201, field);
  assert.equal(await upload(pia, 'Item', 'print'), 201);
  const text = DEPOT.replace('| Parcel: create | yes |', '| Parcel: create | title |').replace(
    '| Open | pack | Packed | Packer, Keeper |',
    '| Open | pack | Packed | Keeper |',
  );
  await server.runtime.update(text);
  assert.equal(await upload(pia, 'Parcel', 'photo'), 201);
  for (const field of ['seal', 'proof']) assert.equal(await upload(pia, 'Parcel', field), 404, field);
  assert.equal(await upload(pia, 'Item', 'print'), 404);
  assert.equal(await upload(kim, 'Item', 'print'), 201);
  // Who reads none of them comes to none, to change it or to be asked for something.
  await server.runtime.update(
    DEPOT.replace('| Parcel: create | yes |', '| Parcel: create | title |').replace(
      '| Parcel: read | `packer == me` |',
      '| Parcel: read | no |',
    ),
  );
  for (const field of ['photo', 'proof']) assert.equal(await upload(pia, 'Parcel', field), 404, field);
  for (const field of ['photo', 'proof']) assert.equal(await upload(kim, 'Parcel', field), 201, field);
});

test('a guest learns from no endpoint of ours what there is or how it is asked', async (t) => {
  const { guest } = await started(t);
  const asked = [
    ['GET', '/_/list'],
    ['GET', '/_/list?screen=nothing'],
    ['GET', '/_/groups'],
    ['GET', '/_/groups?screen=nothing&by=nothing'],
    ['GET', '/_/groups/rows?screen=nothing&by=nothing&keys='],
    ['GET', '/_/tiles'],
    ['GET', '/_/related'],
    ['GET', '/_/related?screen=nothing&field=nothing&record=nothing'],
    ['GET', '/_/tiles?screen=nothing'],
    ['GET', '/_/labels/Parcel?nothing=1'],
    ['GET', '/_/labels/Nothing'],
    ['GET', '/_/records/Nothing/1'],
    ['GET', '/_/records/Parcel/1'],
    ['GET', '/_/records/Nothing/1/history'],
    ['GET', '/_/records/Nothing/1/outbox'],
    ['GET', '/_/files/Nothing/1/photo'],
    ['GET', '/_/inbox'],
    ['GET', '/_/export?screen=nothing'],
    ['POST', '/_/import?screen=nothing&do=look'],
    ['POST', '/_/bulk'],
    ['POST', '/_/bulk/matching'],
    ['GET', '/_/views?screen=nothing'],
    ['POST', '/_/views'],
    ['PATCH', '/_/views/x'],
    ['DELETE', '/_/views/x'],
    ['PUT', '/_/opening-view'],
    ['POST', '/_/inbox'],
    ['POST', '/_/files'],
  ] as const;
  for (const [method, path] of asked) {
    const bodies = method === 'GET' ? [undefined] : [undefined, '{"bad', {}, { entity: 'Nothing', delete: true }];
    for (const body of bodies) {
      const { status } = await guest.call(method, path, body);
      assert.equal(status, 401, `${method} ${path} ${JSON.stringify(body)}`);
    }
  }
});

test('the figures of a screen are refused as its list is', async (t) => {
  const server = await started(t);
  const [pia, kim] = await Promise.all([server.as('Pia'), server.as('Kim')]);
  const answers = async (caller: Caller, screen: string) => {
    const name = encodeURIComponent(screen);
    const both = await Promise.all([caller.get(`/_/list?screen=${name}`), caller.get(`/_/tiles?screen=${name}`)]);
    return both.map(({ status }) => status);
  };
  const { screens } = server.runtime.current().model;
  const idOf = (route: string) => screens.find((screen) => screen.route === route)?.id ?? '';
  assert.deepEqual(await answers(pia, idOf('/figures')), [403, 403]);
  assert.deepEqual(await answers(pia, idOf('/empty')), [403, 403]);
  assert.deepEqual(await answers(pia, idOf('/parcels')), [200, 200]);
  for (const route of ['/figures', '/empty']) assert.deepEqual(await answers(kim, idOf(route)), [200, 200]);
  assert.deepEqual(await answers(pia, 'nothing'), [404, 404]);
});

test('titles and the tag speak of lines only what is shown of them', async (t) => {
  const server = await started(t);
  const [pia, kim] = await Promise.all([server.as('Pia'), server.as('Kim')]);
  const items = [{ what: 'Cup', helper: kim.id }];
  const { body } = await pia.post<WireRecord>('/api/parcels', { title: 'Cups', items });
  assert.deepEqual(Object.keys(body._.labels).sort(), ['createdBy', 'items/0/helper', 'packer']);
  const { compiled: app } = server.runtime.current();
  const who = principalOf(app, await rowOf(server, 'Person', pia.id));
  const row = await rowOf(server, 'Parcel', body.id);
  const tagWith = (values: Values) => {
    const lines = (row.values['items'] as readonly Row[]).map((line) => ({
      ...line,
      values: { ...line.values, ...values },
    }));
    return etagOf(app, who, { ...row, values: { ...row.values, items: lines } }, NO_FACTS, 0);
  };
  assert.equal(tagWith({}), body._.etag);
  assert.equal(tagWith({ changedBy: kim.id, changedAt: 1 }), body._.etag);
  assert.notEqual(tagWith({ what: 'Mug' }), body._.etag);
});

test('a record is the same text by itself and in a list', async (t) => {
  const server = await started(t);
  const pia = await server.as('Pia');
  const list = await pia.get<WirePage>('/api/parcels');
  assert.equal(list.text, JSON.stringify(JSON.parse(list.text)));
  for (const item of list.body.items) {
    const { text, body } = await pia.get<WireRecord>(`/api/parcels/${item.id}`);
    assert.deepEqual([text, body], [JSON.stringify(item), item]);
  }
});
