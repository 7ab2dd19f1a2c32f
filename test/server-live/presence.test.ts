import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import type { PagePosition, PresenceEntry } from '../../src/server/runtime/presence-registry.ts';
import { createPresenceChannel } from '../../src/server/runtime/share-presence.ts';
import type { Signals } from '../../src/store/core/signals.ts';
import { freshSchema, testPostgres } from '../support/database/postgres.ts';
import { NOTES } from '../support/documents/notes.ts';
import { type LiveEvent, listen } from '../support/http/live.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

/** A page of somebody: it listens, and says where it is. */
interface Page {
  readonly at: (place: PagePosition | null, server?: Pick<TestServer, 'fetch'>) => Promise<void>;
  /** Who else is there, by the next event that says so. */
  readonly told: () => Promise<readonly string[]>;
  readonly close: () => void;
}

let tabs = 0;

async function open(t: TestContext, server: TestServer, caller: Caller): Promise<Page> {
  const tab = `tab-${++tabs}`;
  const leaving = new AbortController();
  const next = await listen(t, server, caller, tab, leaving.signal);
  assert.equal((await next()).event, 'hello');
  return {
    at: async (place, by = server) => {
      const headers = { cookie: caller.cookie, origin: 'http://localhost:4000', 'content-type': 'application/json' };
      const body = JSON.stringify({ tab, ...place });
      const request = new Request('http://localhost:4000/_/here', { method: 'POST', headers, body });
      assert.equal((await by.fetch(request, { address: '127.0.0.1' })).status, 204);
    },
    told: async () => {
      let event: LiveEvent;
      do event = await next();
      while (event.event === 'change' || event.event === 'document');
      assert.equal(event.event, 'present');
      return (event.data.people ?? []).map(({ name, editing }) => (editing ? `${name} types` : name));
    },
    close: () => leaving.abort(),
  };
}

async function noteOf(caller: Caller, input: object = {}): Promise<PagePosition & { readonly record: WireRecord }> {
  const made = await caller.post<WireRecord>('/api/notes', { title: 'One', ...input });
  assert.equal(made.status, 201, made.text);
  return { entity: 'Note', id: made.body.id, editing: false, record: made.body };
}

async function started(t: TestContext, text = NOTES): Promise<TestServer> {
  const server = await startServer(text);
  t.after(server.stop);
  return server;
}

const at = ({ entity, id }: PagePosition, editing = false): PagePosition => ({ entity, id, editing });

test('people at the same record see one another, who is typing, and that somebody is gone', async (t) => {
  const server = await started(t);
  const [annes, bens] = [await server.as('Ann'), await server.as('Ben')];
  const [one, other] = [await noteOf(annes), await noteOf(annes)];
  const [ann, ben] = [await open(t, server, annes), await open(t, server, bens)];
  await ann.at(at(one));
  await ben.at(at(one));
  assert.deepEqual(await ann.told(), ['Ben']);
  assert.deepEqual(await ben.told(), ['Ann']);
  await ben.at(at(one, true));
  assert.deepEqual(await ann.told(), ['Ben types']);
  // Another page of one's own is nobody else, and one person is said once.
  const second = await open(t, server, bens);
  await second.at(at(one));
  assert.deepEqual(await second.told(), ['Ann']);
  await ben.at(at(other));
  assert.deepEqual(await ann.told(), ['Ben']);
  second.close();
  assert.deepEqual(await ann.told(), []);
  await ben.at(at(one));
  assert.deepEqual(await ann.told(), ['Ben']);
  // The same people at another record are told there as well.
  await ben.at(at(other));
  assert.deepEqual(await ann.told(), []);
  await ann.at(at(other));
  assert.deepEqual(await ann.told(), ['Ben']);
  await ann.at(at(one));
  await ben.at(at(one));
  assert.deepEqual(await ann.told(), ['Ben']);
  await ben.at(null);
  assert.deepEqual(await ann.told(), []);
});

test('nobody hears of somebody whom they do not read, nor of somebody who does not read the record', async (t) => {
  const server = await started(t);
  const callers = [await server.as('Ann'), await server.as('Ben'), await server.as('Cleo'), await server.as('Dan')];
  const [annes, bens, cleos, dans] = callers as [Caller, Caller, Caller, Caller];
  const [shared, locked] = [await noteOf(annes), await noteOf(annes, { locked: true })];
  const pages = await Promise.all([annes, bens, cleos, dans, annes, bens].map((caller) => open(t, server, caller)));
  const [ann, ben, cleo, dan, inside, outside] = pages as [Page, Page, Page, Page, Page, Page];
  // Where Ann alone may be Ben says that he is, and at a record that never was they both are.
  await inside.at(at(locked));
  await outside.at(at(locked, true));
  await ann.at(at(shared));
  await cleo.at(at(shared));
  assert.deepEqual(await cleo.told(), ['Ann']);
  await dan.at(at(shared));
  assert.deepEqual(await cleo.told(), ['Ann', 'Dan']);
  assert.deepEqual(await ann.told(), ['Dan'], 'nothing was said of Cleo, and nothing when she came');
  await ben.at(at(shared));
  assert.deepEqual(await ben.told(), ['Ann', 'Dan']);
  assert.deepEqual(await ann.told(), ['Dan', 'Ben']);
  const never = { entity: 'Note', id: '01900000-0000-7000-8000-000000000000', editing: false };
  await inside.at(never);
  await outside.at(never);
  await cleo.at(null);
  await cleo.at(at(shared));
  assert.deepEqual(await cleo.told(), ['Ann', 'Dan', 'Ben']);
  assert.deepEqual(await cleo.told(), ['Ann', 'Dan', 'Ben']);
  // A clerk reads no names: the first thing that reaches him, and whoever was elsewhere, is the end.
  const silent = [dan, inside, outside].map((page) => page.told());
  const ended = Promise.all(silent.map((each) => assert.rejects(each, /'end'/)));
  await server.runtime.close();
  await ended;
});

test('rights that change meanwhile hold for who is there too', async (t) => {
  const server = await started(t);
  const [annes, bens] = [await server.as('Ann'), await server.as('Ben')];
  const note = await noteOf(annes);
  const [ann, ben] = [await open(t, server, annes), await open(t, server, bens)];
  await ann.at(at(note));
  await ben.at(at(note));
  assert.deepEqual([await ann.told(), await ben.told()], [['Ben'], ['Ann']]);
  const seen = { 'if-match': note.record._.etag };
  assert.equal((await annes.patch(`/api/notes/${note.id}`, { locked: true }, seen)).status, 200);
  assert.deepEqual([await ann.told(), await ben.told()], [[], []]);
  const unlocked = NOTES.replace('owner == me or locked != true', 'title != null');
  await server.runtime.update(unlocked);
  assert.deepEqual([await ann.told(), await ben.told()], [['Ben'], ['Ann']]);
  await server.runtime.update(unlocked.replace('## 3.', '### Note\n\n- Presence: no\n\n## 3.'));
  assert.deepEqual([await ann.told(), await ben.told()], [[], []]);
  await server.runtime.update(unlocked);
  assert.deepEqual([await ann.told(), await ben.told()], [['Ben'], ['Ann']]);
  // What is read of the others is as it is now.
  const path = `/api/persons/${bens.id}`;
  const before = await annes.get<WireRecord>(path);
  const after = await annes.patch(path, { name: 'Benno' }, { 'if-match': before.body._.etag });
  assert.equal(after.status, 200, after.text);
  assert.deepEqual(await ann.told(), ['Benno']);
  const quiet = await annes.patch(path, { quiet: true }, { 'if-match': after.headers.get('etag') ?? '' });
  assert.equal(quiet.status, 204, quiet.text);
  assert.deepEqual(await ann.told(), []);
});

test('a page that does not say for a while that it is there is forgotten', async (t) => {
  const server = await started(t);
  const [annes, bens] = [await server.as('Ann'), await server.as('Ben')];
  const note = await noteOf(annes);
  const [ann, ben] = [await open(t, server, annes), await open(t, server, bens)];
  await ann.at(at(note));
  await ben.at(at(note));
  assert.deepEqual([await ann.told(), await ben.told()], [['Ben'], ['Ann']]);
  server.clock.now += 30_000;
  await ann.at(at(note, true));
  assert.deepEqual(await ben.told(), ['Ann types']);
  server.clock.now += 15_000;
  await ann.at(at(note));
  assert.deepEqual(await ann.told(), []);
});

test('one person is at so many records at a time, and so many people at one see one another', async (t) => {
  const names = Array.from({ length: 51 }, (_, index) => `N${index}`);
  const rows = names.map((name) => `| ${name} | ${name}@x.org | Writer | no |\n`).join('');
  const server = await started(t, NOTES + rows);
  const annes = await server.as('Ann');
  const [full, other] = [await noteOf(annes), await noteOf(annes)];
  const people = await server.store.people('Person', 100);
  const last = Promise.withResolvers<readonly string[]>();
  const heard = new Map<string, readonly string[]>();
  const put = (name: string, tab: string, place: PagePosition) => {
    const person = people.find(({ values }) => values['name'] === name)?.id ?? '';
    const send = (_: string, data: unknown) => {
      const others = (data as { readonly people: readonly { readonly name: string }[] }).people.map(
        (each) => each.name,
      );
      heard.set(`${name} ${tab}`, others);
      if (name === 'Cleo') last.resolve(others);
    };
    server.runtime.listeners.add({ person, tab, send, end: () => undefined });
    server.runtime.presence.put(person, tab, at(place));
  };
  for (const name of names) put(name, 'first', full);
  for (let tab = 1; tab <= 20; tab++) put('Ben', `${tab}`, full);
  put('Ben', '21', other);
  put('Ann', 'one', other);
  put('Cleo', 'one', other);
  assert.deepEqual(await last.promise, ['Ann'], 'the page of Ben that is one too many is nowhere');
  assert.deepEqual(heard.get('N0 first'), names.slice(1, 50), 'the fifty who came first see one another');
  assert.deepEqual([heard.has('N50 first'), heard.has('Ben 1')], [false, false]);
});

test('servers over one PostgreSQL are one room, whichever of them a page talks to', { timeout: 60_000 }, async (t) => {
  const database = await testPostgres();
  const schema = freshSchema();
  const stores = [await database.open(schema), await database.open(schema), await database.open(schema)] as const;
  const servers: TestServer[] = [];
  t.after(async () => {
    for (const server of servers) await server.stop();
    for (const store of stores) await store.close();
    await database.drop(schema);
  });
  const start = async (index: 0 | 1 | 2) => {
    const server = await startServer(NOTES, { store: stores[index] });
    servers.push(server);
    return server;
  };
  const [first, second] = [await start(0), await start(1)];
  const [annes, bens, cleos] = [await first.as('Ann'), await first.as('Ben'), await first.as('Cleo')];
  const note = await noteOf(annes);
  const [ann, ben] = [await open(t, first, annes), await open(t, second, bens)];
  await ann.at(at(note));
  // What stands before the servers sends each request to another one.
  await ben.at(at(note), first);
  assert.deepEqual([await ann.told(), await ben.told()], [['Ben'], ['Ann']]);
  // One that comes later learns of those who were there.
  const third = await start(2);
  const cleo = await open(t, third, cleos);
  await cleo.at(at(note));
  await ann.at(at(note, true), second);
  await ben.at(at(note, true));
  const until = async (page: Page, names: string) => {
    let others: readonly string[] = [];
    do others = await page.told();
    while (others.toSorted().join() !== names);
  };
  await until(cleo, 'Ann types,Ben types');
  assert.deepEqual(await ben.told(), ['Ann types'], 'and Cleo is told to nobody there either');
  ben.close();
  await until(ann, '');
  await until(cleo, 'Ann types');
});

test('what a node missed it asks for anew, and a node that is silent is forgotten', async () => {
  const nodes = new Set<(text: string) => void>();
  let isLost = false;
  const signals: Signals = {
    send: async (text) => {
      if (!isLost) for (const heard of nodes) heard(text);
    },
    subscribe: (heard) => {
      nodes.add(heard);
      return () => void nodes.delete(heard);
    },
  };
  const clock = { now: 0 };
  const node = () => {
    const own = new Map<string, PresenceEntry>();
    const others = new Map<string, string>();
    const sharing = createPresenceChannel({
      signals,
      clock: () => clock.now,
      localEntries: () => own,
      deliver: (tag, being) => (being === null ? others.delete(tag) : others.set(tag, being.id)),
      onForwarded: () => undefined,
    });
    const put = (tag: string, id: string) => {
      const being = { entity: 'Note', id, person: 'p', editing: false, since: 0 };
      own.set(tag, being);
      sharing.publish(tag, being);
    };
    return { sharing, others, put };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const [one, other] = [node(), node()];
  one.put('a', '1');
  await settled();
  assert.deepEqual([...other.others], [['a', '1']]);
  isLost = true;
  one.put('a', '2');
  one.put('b', '2');
  await settled();
  isLost = false;
  one.sharing.heartbeat();
  await settled();
  assert.deepEqual(Object.fromEntries(other.others), { a: '2', b: '2' });
  clock.now = 20_000;
  other.sharing.forgetSilentNodes(4_000);
  assert.deepEqual([...other.others], []);
  // It was not gone for good.
  one.sharing.heartbeat();
  await settled();
  assert.deepEqual(Object.fromEntries(other.others), { a: '2', b: '2' });
  // More than fits into one letter.
  for (let index = 0; index < 200; index++) one.put(`tag ${index}`, 'x'.repeat(80));
  await settled();
  await settled();
  assert.equal(other.others.size, 202);
});
