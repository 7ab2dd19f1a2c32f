import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type {
  Problem,
  WireComment,
  WireComments,
  WireNotification,
  WireRecord,
} from '../../src/engine/core/wire-format.ts';
import { cleanUp } from '../../src/server/jobs/clean-up.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { freshSchema, testPostgres } from '../support/database/postgres.ts';
import { NOTES } from '../support/documents/notes.ts';
import { listen } from '../support/http/live.ts';
import { type Answer, type Caller, startServer, type TestServer } from '../support/http/server.ts';

const WITH = NOTES.replace('## 3. Entities', '### Note\n\n- Comments: yes\n\n## 3. Entities');
const NEVER = '01900000-0000-7000-8000-000000000000';

async function started(t: TestContext, text = WITH): Promise<TestServer> {
  const { store, done } = await openEmpty();
  const server = await startServer(text, { store });
  t.after(async () => {
    await server.stop();
    await done();
  });
  return server;
}

async function noteOf(caller: Caller, input: object = {}): Promise<WireRecord> {
  const made = await caller.post<WireRecord>('/api/notes', { title: 'One', ...input });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

const at = (note: Pick<WireRecord, 'id'>) => `/_/records/Note/${note.id}/comments`;

async function say(caller: Caller, note: Pick<WireRecord, 'id'>, text: string): Promise<WireComment> {
  const answer = await caller.post<WireComment>(at(note), { text });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

async function read(caller: Caller, note: Pick<WireRecord, 'id'>, page = ''): Promise<WireComments> {
  const answer = await caller.get<WireComments>(`${at(note)}${page}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const textOf = ({ parts }: WireComment) =>
  parts.map((part) => (typeof part === 'string' ? part : `@${part.name}`)).join('');

const inboxOf = async (caller: Caller) =>
  (await caller.get<{ readonly items: readonly WireNotification[] }>('/_/inbox')).body.items;

const mention = ({ id }: Pick<Caller, 'id'>) => `@[${id}]`;

/** What an answer says, whatever record it was asked of. */
const withoutPath = <T>({ status, body }: Answer<T>) => ({ status, body: { ...body, instance: '' } });

contract('whoever reads a record reads and writes comments at it; each by the names that they read', async (t) => {
  const server = await started(t);
  const [ann, ben, dan] = await Promise.all(['Ann', 'Ben', 'Dan'].map((name) => server.as(name)));
  assert.ok(ann && ben && dan);
  const note = await noteOf(ann);
  const first = await say(ann, note, '  What of <b>this</b>?\r\nhttps://x.org  ');
  assert.deepEqual(first.parts, ['What of <b>this</b>?\nhttps://x.org']);
  assert.deepEqual([first.mine, first.by, first.edited, first.deleted], [true, 'Ann', null, null]);
  server.clock.now += 1000;
  await say(dan, note, 'Filed.');
  const seen = (page: WireComments) => page.items.map((each) => [each.by, textOf(each), each.mine]);
  assert.deepEqual(seen(await read(ben, note)), [
    ['Dan', 'Filed.', false],
    ['Ann', 'What of <b>this</b>?\nhttps://x.org', false],
  ]);
  // A clerk reads no names, not even his own.
  assert.deepEqual(seen(await read(dan, note)), [
    ['somebody else', 'Filed.', true],
    ['somebody else', 'What of <b>this</b>?\nhttps://x.org', false],
  ]);
  assert.deepEqual(
    (await read(dan, note)).items.map(({ person }) => person),
    [null, null],
  );
  // Nothing of it is a change of the record, and no search finds it.
  assert.equal((await ann.get<WireRecord>(`/api/notes/${note.id}`)).body._.etag, note._.etag);
  assert.deepEqual((await ann.get<{ items: unknown[] }>('/api/notes?q=Filed')).body.items, []);
});

contract('of a record that one may not read the comments are as of one that never was', async (t) => {
  const server = await started(t);
  const [ann, ben] = [await server.as('Ann'), await server.as('Ben')];
  const note = await noteOf(ann, { locked: true });
  const said = await say(ann, note, 'Mine alone.');
  const never = { id: NEVER };
  const asks: readonly ((key: { id: string }) => Promise<Answer<Problem>>)[] = [
    (key) => ben.get(at(key)),
    (key) => ben.get(`/_/records/Note/${key.id}/mentions?q=A`),
    (key) => ben.post(at(key), { text: 'Hello' }),
    (key) => ben.post(at(key), { text: '', other: 1 }),
    (key) => ben.patch(`${at(key)}/${said.id}`, { text: 'Hello' }, { 'if-match': said.etag }),
    (key) => ben.patch(`${at(key)}/${said.id}`, { text: 'Hello' }),
    (key) => ben.delete(`${at(key)}/${said.id}`, { 'if-match': said.etag }),
  ];
  for (const ask of asks) {
    const [hidden, absent] = [await ask(note), await ask(never)];
    assert.equal(hidden.status, 404, hidden.text);
    assert.deepEqual(withoutPath(hidden), withoutPath(absent));
  }
  // The same once it is deleted, for its owner too; and when it comes back, so do they.
  assert.equal((await ann.delete(`/api/notes/${note.id}`, { 'if-match': note._.etag })).status, 403);
  assert.equal((await server.guest.get(at(note))).status, 401);
  assert.equal((await server.guest.post(at(note), { text: 'x' })).status, 401);
  assert.equal(textOf((await read(ann, note)).items[0] as WireComment), 'Mine alone.');
});

contract('at a deleted record nothing is read or written; with it they come back, and go for good', async (t) => {
  const server = await started(
    t,
    WITH.replace('| Note: change | yes | | |', '| Note: change | yes | | |\n| Note: delete | yes | | |'),
  );
  const ann = await server.as('Ann');
  const [note, other] = [await noteOf(ann), await noteOf(ann)];
  await say(ann, note, 'Kept');
  await say(ann, other, 'Stays');
  const gone = async () => {
    const { body } = await ann.get<WireRecord>(`/_/records/Note/${note.id}`);
    assert.equal((await ann.delete(`/_/records/Note/${note.id}`, { 'if-match': body._.etag })).status, 405);
    assert.equal((await ann.delete(`/api/notes/${note.id}`, { 'if-match': body._.etag })).status, 204);
  };
  await gone();
  assert.equal((await ann.get(at(note))).status, 404);
  assert.equal((await ann.post(at(note), { text: 'Late' })).status, 404);
  const deleted = await ann.get<{ items: readonly { record: WireRecord }[] }>('/_/deleted/Note');
  const etag = deleted.body.items[0]?.record._.etag ?? '';
  assert.equal((await ann.post(`/_/records/Note/${note.id}/restore`, undefined, { 'if-match': etag })).status, 200);
  assert.deepEqual((await read(ann, note)).items.map(textOf), ['Kept']);
  await gone();
  server.clock.now += 31 * 24 * 60 * 60 * 1000;
  assert.equal(await cleanUp(server.runtime), 1);
  const kept = (id: string) => server.store.comments({ entity: 'Note', id, before: null, limit: 10 });
  assert.deepEqual([(await kept(note.id))?.items.length, (await kept(other.id))?.items.length], [0, 1]);
});

contract('one’s own comment is changed and deleted, by the version that one saw; that of another is not', async (t) => {
  const server = await started(t);
  const [ann, ben] = [await server.as('Ann'), await server.as('Ben')];
  const note = await noteOf(ann);
  const said = await say(ann, note, 'First');
  const path = `${at(note)}/${said.id}`;
  const match = { 'if-match': said.etag };
  for (const answer of [await ben.patch(path, { text: 'No' }, match), await ben.delete(path, match)])
    assert.deepEqual([answer.status, (answer.body as Problem).next], [403, 'Ask whoever wrote it to do it.']);
  assert.equal((await ann.patch(path, { text: 'Second' })).status, 428);
  assert.equal((await ann.delete(path)).status, 428);
  server.clock.now += 1000;
  // Of two changes of the same version one is made.
  const both = await Promise.all(['Second', 'Third'].map((text) => ann.patch<WireComment>(path, { text }, match)));
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412]);
  const [now] = (await read(ben, note)).items;
  assert.equal(now && textOf(now), both[0]?.status === 200 ? 'Second' : 'Third');
  assert.equal(now?.edited, new Date(server.clock.now).toISOString());
  assert.equal((await ann.delete(path, match)).status, 412);
  assert.equal((await ann.delete(path, { 'if-match': now?.etag ?? '' })).status, 204);
  const [mark] = (await read(ben, note)).items;
  assert.deepEqual([mark?.parts, mark?.deleted, mark?.by], [[], new Date(server.clock.now).toISOString(), 'Ann']);
  assert.equal(
    (await server.store.comments({ entity: 'Note', id: note.id, before: null, limit: 1 }))?.items[0]?.text,
    null,
  );
  for (const answer of [
    await ann.patch(path, { text: 'Back' }, { 'if-match': '*' }),
    await ann.delete(path, { 'if-match': '*' }),
    await ann.delete(`${at(note)}/${NEVER}`, { 'if-match': '*' }),
    // It is a comment of another record.
    await ann.patch(`${at(await noteOf(ann))}/${said.id}`, { text: 'x' }, { 'if-match': '*' }),
  ])
    assert.equal(answer.status, 404, answer.text);
});

contract(
  'a mention reaches whoever reads the record and is read by the writer, once, and says nothing of others',
  async (t) => {
    const server = await started(t);
    const callers = await Promise.all(['Ann', 'Ben', 'Cleo', 'Dan'].map((name) => server.as(name)));
    const [ann, ben, cleo, dan] = callers as [Caller, Caller, Caller, Caller];
    const [note, locked] = [await noteOf(ann), await noteOf(ann, { locked: true })];
    const all = `${mention(ben)} ${mention(cleo)} ${mention(ann)} ${mention({ id: NEVER })} ${mention(ben)}`;
    const said = await say(ann, note, all);
    assert.equal(textOf(said), '@Ben @somebody else @Ann @somebody else @Ben');
    assert.doesNotMatch(JSON.stringify(said), new RegExp(`${cleo.id}|${NEVER}`));
    assert.deepEqual(
      (await inboxOf(ben)).map(({ event, title, record }) => [event, title, record]),
      [['@', 'One', note.id]],
    );
    assert.deepEqual([await inboxOf(ann), await inboxOf(cleo)], [[], []]);
    // Who does not read the record hears nothing of it.
    await say(ann, locked, `Look, ${mention(ben)}`);
    assert.equal((await inboxOf(ben)).length, 1);
    // Whoever reads no names mentions nobody.
    await say(dan, note, `Look, ${mention(ben)}`);
    assert.equal((await inboxOf(ben)).length, 1);
    // Who is mentioned still is not told again; who is mentioned only now is.
    const mine = (await read(ann, note)).items.find(({ id }) => id === said.id);
    const path = `${at(note)}/${said.id}`;
    const text = `${mention(ben)} and ${mention(dan)}`;
    assert.equal((await ann.patch(path, { text }, { 'if-match': mine?.etag ?? '' })).status, 200);
    assert.deepEqual([(await inboxOf(ben)).length, (await inboxOf(dan)).length], [1, 1]);
    const offered = async (caller: Caller, record: WireRecord, q = '') =>
      (
        await caller.get<{ items: readonly { title: string }[] }>(`/_/records/Note/${record.id}/mentions?q=${q}`)
      ).body.items.map(({ title }) => title);
    assert.deepEqual(await offered(ann, note), ['Ben', 'Dan']);
    assert.deepEqual(await offered(ann, note, 'da'), ['Dan']);
    assert.deepEqual(await offered(ann, note, 'Cleo'), []);
    assert.deepEqual(await offered(ann, locked), []);
    assert.deepEqual(await offered(dan, note), []);
  },
);

contract('a comment is text as any other, and its body holds nothing else', async (t) => {
  const server = await started(
    t,
    WITH.replace(
      '## Sample data',
      '## 9. Constants\n\n| Name | Value |\n| --- | --- |\n| Comment length | 10 |\n\n## Sample data',
    ),
  );
  const [ann, ben] = [await server.as('Ann'), await server.as('Ben')];
  const note = await noteOf(ann);
  const sent = async (body: unknown) => {
    const { status, body: problem } = await ann.post<Problem>(at(note), body);
    return [status, ...(problem.failures ?? []).map(({ pointer, code }) => `${pointer} ${code}`)];
  };
  assert.deepEqual(await sent({}), [422, '/text REQUIRED']);
  assert.deepEqual(await sent({ text: ' \n ' }), [422, '/text REQUIRED']);
  assert.deepEqual(await sent({ text: 'x', person: 'y', id: 'z' }), [422, '/person NOT_AN_INPUT', '/id NOT_AN_INPUT']);
  assert.deepEqual(await sent({ text: 5 }), [422, '/text WRONG_TYPE']);
  assert.deepEqual(await sent({ text: 'bell\u0007' }), [422, '/text WRONG_TYPE']);
  assert.deepEqual(await sent({ text: 'half \ud800' }), [422, '/text WRONG_TYPE']);
  assert.deepEqual(await sent({ text: '12345678901' }), [422, '/text TOO_LONG']);
  assert.deepEqual(await sent({ text: '😀😀😀😀😀😀😀😀😀😀' }), [201]);
  assert.deepEqual(await sent({ text: `${mention(ben)} 34567890` }), [201]);
  assert.deepEqual(await sent([]), [400]);
  const [most] = await ann.get<WireComments>(at(note)).then(({ body }) => [body.longest]);
  assert.equal(most, 10);
  const many = Array.from({ length: 21 }, (_, n) => mention({ id: `${NEVER.slice(0, -2)}${10 + n}` })).join('');
  const wide = await started(t);
  const [anns, other] = [await wide.as('Ann'), await noteOf(await wide.as('Ann'))];
  assert.equal((await anns.post(at(other), { text: many })).status, 422);
  assert.equal((await anns.post(at(other), { text: 'x'.repeat(4000) })).status, 201);
  assert.equal((await anns.post(at(other), { text: 'x'.repeat(4001) })).status, 422);
});

contract('many comments come page by page; one key writes one comment', async (t) => {
  const server = await started(t);
  const ann = await server.as('Ann');
  const note = await noteOf(ann);
  for (let count = 1; count <= 65; count += 1) await say(ann, note, String(count));
  const found: string[] = [];
  let page = '';
  do {
    const { items, next } = await read(ann, note, page);
    found.push(...items.map(textOf));
    page = next === null ? '' : `?page=${next}`;
  } while (page !== '');
  assert.deepEqual(
    found.map(Number).sort((a, b) => a - b),
    Array.from({ length: 65 }, (_, n) => n + 1),
  );
  for (const wrong of [NEVER, 'x', '']) assert.equal((await ann.get(`${at(note)}?page=${wrong}`)).status, 400, wrong);
  assert.equal((await ann.get(`${at(note)}?other=1`)).status, 400);
  const once = { 'idempotency-key': 'k' };
  const [first, again] = [
    await ann.post<WireComment>(at(note), { text: 'Once' }, once),
    await ann.post<WireComment>(at(note), { text: 'Once' }, once),
  ];
  assert.deepEqual([first.status, again.status, again.headers.get('idempotency-replayed')], [201, 201, 'true']);
  assert.equal(first.body.id, again.body.id);
  assert.equal((await ann.post(at(note), { text: 'Twice' }, once)).status, 422);
});

contract('nothing is said where no screen of the record has comments', async (t) => {
  for (const text of [
    NOTES,
    WITH.replace('Comments: yes', 'Comments: no'),
    WITH.replace('Comments: yes', 'Comments: not shown.'),
  ]) {
    const server = await started(t, text);
    const ann = await server.as('Ann');
    const note = await noteOf(ann);
    assert.equal((await ann.get(at(note))).status, 404);
    assert.equal((await ann.post(at(note), { text: 'x' })).status, 404);
  }
});

test('pages on every node hear of a comment where their people read the record, and of a mention', async (t) => {
  const database = await testPostgres();
  const schema = freshSchema();
  const stores = [await database.open(schema), await database.open(schema)];
  const [one, other] = [
    await startServer(WITH, { store: stores[0] as never }),
    await startServer(WITH, { store: stores[1] as never }),
  ];
  t.after(async () => {
    await one.stop();
    await other.stop();
    for (const store of stores) await store.close();
    await database.drop(schema);
  });
  const [ann, ben, dan] = [await one.as('Ann'), await other.as('Ben'), await other.as('Dan')];
  const [note, locked] = [await noteOf(ann), await noteOf(ann, { locked: true })];
  const heard = async (caller: Caller) => {
    const next = await listen(t, other, caller);
    assert.equal((await next()).event, 'hello');
    return async () => {
      for (;;) {
        const { event, data } = await next();
        if (event !== 'change' && event !== 'document') return [event, data.id ?? null];
      }
    };
  };
  const [bens, dans] = [await heard(ben), await heard(dan)];
  await say(ann, locked, `Not for ${mention(ben)}`);
  await say(ann, note, `For ${mention(ben)}`);
  assert.deepEqual(
    [await bens(), await bens()],
    [
      ['inbox', null],
      ['comments', note.id],
    ],
  );
  assert.deepEqual(await dans(), ['comments', note.id]);
});
