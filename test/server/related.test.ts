import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import type { View } from '../../src/engine/view/view.ts';
import { idOf } from '../../src/model/types/element.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { OFFICE } from '../support/documents/related-office.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

async function inOffice(work: (server: TestServer) => Promise<void>, text = OFFICE): Promise<void> {
  const { store, done } = await openEmpty();
  const server = await startServer(text, { store });
  try {
    await work(server);
  } finally {
    await server.stop();
    await done();
  }
}

async function idOfClient(caller: Caller, name: string): Promise<string> {
  const { body } = await caller.get<WirePage>(`/_/list?screen=${encodeURIComponent(idOf('screen', '/'))}`);
  return body.items.find(({ _: { title } }) => title === name)?.id ?? '';
}

function pathOf(field: string, record: string, more = '', route = '/clients/:id'): string {
  const asked = new URLSearchParams({
    screen: idOf('screen', route),
    field: idOf('field', ...field.split('.')),
    record,
  });
  return `/_/related?${asked}${more}`;
}

const titles = ({ items }: WirePage) => items.map(({ _: { title } }) => title);

async function relatedTo(caller: Caller, field: string, record: string, more = ''): Promise<WirePage> {
  const { status, body, text } = await caller.get<WirePage>(pathOf(field, record, more));
  assert.equal(status, 200, text);
  return body;
}

async function listed(caller: Caller, route = '/clients/:id') {
  const { body } = await caller.get<View & { view?: View }>('/_/app');
  return (body.view ?? body).screens.find((screen) => screen.route === route)?.related ?? [];
}

contract('a record lists what refers to it: a few at first, then page by page, in the order of their list', () =>
  inOffice(async (server) => {
    const lea = await server.as('Lea');
    const acme = await idOfClient(lea, 'Acme "Ltd"');
    const first = await relatedTo(lea, 'Job.client', acme, '&sort=-hours');
    assert.deepEqual(titles(first), ['J7', 'J6', 'J5', 'J4', 'J3']);
    assert.deepEqual(first.total, { count: 7, atLeast: false });
    const rest = await relatedTo(lea, 'Job.client', acme, `&sort=-hours&page=${encodeURIComponent(first.next ?? '')}`);
    assert.deepEqual([titles(rest), rest.next], [['J2', 'J1'], null]);
    // One of several.
    assert.deepEqual(titles(await relatedTo(lea, 'Tag.clients', acme)), ['Good']);
    assert.deepEqual(titles(await relatedTo(lea, 'Letter.from', acme, '&sort=subject')), ['L1', 'L2', 'L3']);
  }),
);

contract('it tells nobody of what they may not read', () =>
  inOffice(async (server) => {
    const cem = await server.as('Cem');
    const acme = await idOfClient(cem, 'Acme "Ltd"');
    // Neither the secret one, nor the one whose client they may not know.
    const letters = await relatedTo(cem, 'Letter.from', acme);
    assert.deepEqual([titles(letters), letters.total?.count], [['L1'], 1]);
    assert.equal((await relatedTo(cem, 'Job.client', acme)).total?.count, 7);
    // A field and an entity that are not theirs are answered as those that are not there.
    const refused = await Promise.all(
      ['Job.checker', 'Tag.clients', 'Job.nothing', 'Part.of', 'Job.worker'].map((field) =>
        cem.get(pathOf(field, acme)),
      ),
    );
    assert.deepEqual(
      refused.map(({ status }) => status),
      [404, 404, 404, 404, 404],
    );
    const [one, ...others] = refused.map(({ text }) => text);
    for (const other of others) assert.equal(other, one);
    // What refers to a record that they may not read is no more to them than what refers to none.
    const lea = await server.as('Lea');
    const hidden = await idOfClient(lea, 'Hidden');
    assert.deepEqual(titles(await relatedTo(lea, 'Job.client', hidden)), ['H1']);
    const [there, absent] = await Promise.all(
      [hidden, '00000000-0000-4000-8000-000000000000'].map((record) => cem.get(pathOf('Job.client', record))),
    );
    assert.deepEqual([there?.status, there?.text], [404, absent?.text]);
    // A screen that is not for them.
    assert.equal((await cem.get(pathOf('Job.worker', acme, '', '/people/:id'))).status, 403);
    assert.equal((await cem.get(pathOf('Job.client', acme, '&sort=checker'))).status, 400);
    assert.equal((await server.guest.get(pathOf('Job.client', acme))).status, 401);
  }),
);

test('what is asked for wrongly is refused', () =>
  inOffice(async (server) => {
    const lea = await server.as('Lea');
    const acme = await idOfClient(lea, 'Acme "Ltd"');
    const path = pathOf('Job.client', acme);
    for (const more of ['&limit=900', '&filter=true', '&nothing=1', '&sort=hours&sort=title', '&page=x'])
      assert.equal((await lea.get(path + more)).status, 400, more);
    for (const record of ['', 'x', '1,2', '__proto__'])
      assert.equal((await lea.get(pathOf('Job.client', record))).status, 400, record);
    assert.equal((await lea.get(pathOf('Job.client', acme, '', '/jobs'))).status, 404);
    assert.equal((await lea.get('/_/related?screen=nothing')).status, 404);
    // A record that is not there has no lists.
    assert.equal((await lea.get(pathOf('Job.client', '00000000-0000-4000-8000-000000000000'))).status, 404);
  }));

test('each role sees its own lists, in the columns of the list that they have', () =>
  inOffice(async (server) => {
    const [lea, cem] = [await server.as('Lea'), await server.as('Cem')];
    assert.deepEqual(await listed(lea), [
      {
        id: idOf('field', 'Job', 'client'),
        entity: 'Job',
        field: 'client',
        // Not the list that keeps some of them away.
        list: idOf('screen', '/jobs'),
        title: 'client.name',
        sort: '-hours',
        columns: ['worker', 'hours', 'done', 'due'],
      },
      {
        id: idOf('field', 'Letter', 'from'),
        entity: 'Letter',
        field: 'from',
        list: idOf('screen', '/letters'),
        title: 'from.name',
        sort: '-createdAt',
        columns: ['about', 'secret'],
      },
      {
        id: idOf('field', 'Tag', 'clients'),
        entity: 'Tag',
        field: 'clients',
        list: idOf('screen', '/tags'),
        title: 'clients.name',
        sort: '-createdAt',
        columns: [],
      },
    ]);
    assert.deepEqual(
      (await listed(cem)).map(({ id }) => id),
      [idOf('field', 'Job', 'client'), idOf('field', 'Letter', 'from')],
    );
    assert.deepEqual(
      (await listed(lea, '/people/:id')).map(({ id }) => id),
      [idOf('field', 'Job', 'worker'), idOf('field', 'Job', 'checker')],
    );
    // Only a record has something that refers to it.
    assert.deepEqual(await listed(lea, '/jobs'), []);
    assert.deepEqual(await listed(lea, '/jobs/new'), []);
  }));

for (const said of ['no', 'not shown.', 'perhaps'])
  test(`“Related: ${said}” keeps it from everybody`, () =>
    inOffice(
      async (server) => {
        const lea = await server.as('Lea');
        const acme = await idOfClient(lea, 'Acme "Ltd"');
        assert.deepEqual(await listed(lea), []);
        assert.equal((await lea.get(pathOf('Job.client', acme))).status, 404);
        // Of another screen nothing was said.
        assert.equal((await listed(lea, '/people/:id')).length, 2);
      },
      OFFICE.replace('### Jobs\n', `### Client\n\n- Related: ${said}\n\n### Jobs\n`),
    ));

test('a changed reference moves a record from one list to the other', () =>
  inOffice(async (server) => {
    const lea = await server.as('Lea');
    const [acme, bolt] = [await idOfClient(lea, 'Acme "Ltd"'), await idOfClient(lea, 'Bolt')];
    const { items } = await relatedTo(lea, 'Job.client', bolt);
    const [job] = items as readonly WireRecord[];
    assert.ok(job !== undefined);
    const path = server.runtime
      .current()
      .model.calls.find(({ does }) => does.kind === 'change' && does.entity === 'Job')?.path;
    const answer = await lea.patch(
      (path ?? '').replace(/:[^/]+/, job.id),
      { client: acme },
      { 'if-match': job._.etag },
    );
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual((await relatedTo(lea, 'Job.client', bolt)).items, []);
    assert.equal((await relatedTo(lea, 'Job.client', acme)).total?.count, 8);
  }));
