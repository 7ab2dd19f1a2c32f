import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { addPerson } from '../../src/server/auth/add-person.ts';
import { storeSignInKey } from '../../src/server/auth/store-valid-sign-in-key.ts';
import { cookieIn, cookieOf, linkIn, production, quick, secure, type World, whoIs } from '../support/http/sign-in.ts';

const ANA = 'ana@example.com';
const ROOT = 'root@example.com';
const other = 'a quite new password';

/** A request whose head has come, and whose body comes when it is told to. */
interface Slow {
  readonly arrive: () => void;
  readonly answer: Promise<Response>;
}

async function slowly(
  { fetch }: World,
  path: string,
  body: string,
  headers: Record<string, string>,
  method = 'POST',
): Promise<Slow> {
  const gate = Promise.withResolvers<void>();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await gate.promise;
      controller.enqueue(new TextEncoder().encode(body));
      controller.close();
    },
  });
  const sent = { 'content-type': 'application/json', ...headers };
  const init = { method, headers: sent, body: stream, duplex: 'half' } as RequestInit;
  const answer = fetch(new Request(`http://127.0.0.1:4900${path}`, init), { address: '10.0.0.1' });
  await new Promise((resolve) => setTimeout(resolve, 30));
  return { arrive: () => gate.resolve(), answer };
}

async function withPeople(t: TestContext, beside: Parameters<typeof production>[1] = {}) {
  const here = await production(t, beside);
  await here.person(ANA, 'Administrator');
  await here.person(ROOT, 'Administrator');
  const root = await cookieOf(here, ROOT);
  const row = await here.store.findBy('Employee', 'email', ANA);
  const path = `/api/people/${row?.id ?? ''}`;
  const change = async (values: object) => {
    const etag = (await here.send('GET', path, undefined, { cookie: root })).headers.get('etag') ?? '';
    const answer = await here.send('PATCH', path, values, { cookie: root, 'if-match': etag });
    assert.equal(answer.status, 200, await answer.text());
  };
  return { here, ana: row?.id ?? '', change };
}

const codeOf = async (answer: Response) => ((await answer.json()) as Problem).code;

test('a request whose sender is signed out before its body came does nothing', async (t) => {
  const { here } = await withPeople(t);
  const tried: readonly (readonly [string, unknown])[] = [
    ['/_/programs', { label: 'nightly', days: 366 }],
    ['/api/people', { name: 'Mal', email: 'mal@example.com', role: 'Administrator' }],
    ['/_/views', { screen: 'x', name: 'y', state: {} }],
    ['/_/bulk', { entity: 'Claim', delete: true, rows: [{ id: 'x' }] }],
    ['/_/inbox', { read: [] }],
    ['/_/here', { tab: 'x' }],
    ['/_/password', { current: 'correct horse battery', password: other }],
  ];
  for (const [path, body] of tried) {
    const cookie = await cookieOf(here, ANA);
    const slow = await slowly(here, path, JSON.stringify(body), { cookie });
    assert.equal((await here.send('DELETE', '/_/sessions', undefined, { cookie })).status, 204);
    slow.arrive();
    const answer = await slow.answer;
    assert.equal(answer.status, 401, `${path}: ${await answer.clone().text()}`);
    assert.equal(await codeOf(answer), 'NOT_SIGNED_IN');
  }
  assert.equal(await here.store.findBy('Employee', 'email', 'mal@example.com'), null);
});

test('a request whose sender loses a role before its body came does nothing', async (t) => {
  const { here, change } = await withPeople(t);
  const body = JSON.stringify({ name: 'Mal', email: 'mal@example.com', role: 'Administrator' });
  const slow = await slowly(here, '/api/people', body, { cookie: await cookieOf(here, ANA) });
  await change({ role: 'Employee' });
  slow.arrive();
  assert.equal((await slow.answer).status, 401);
  assert.equal(await here.store.findBy('Employee', 'email', 'mal@example.com'), null);
});

test('a key whose ground was revoked before it was kept is removed again', async (t) => {
  const { here, ana } = await withPeople(t);
  const { now } = here.clock;
  const key = { kind: 'program', name: 'late', person: ana, value: '', made: now, used: now, expires: null } as const;
  assert.equal(await storeSignInKey(here, key, async () => false), false);
  assert.equal(await here.store.keys.find('program', 'late', now), null);
  assert.equal(await storeSignInKey(here, key, async () => true), true);
  assert.notEqual(await here.store.keys.find('program', 'late', now), null);
});

test('a link to choose a password is over if the name changes while the hash is worked out', async (t) => {
  const gate = { held: Promise.resolve(), release: () => {} };
  const passwords = {
    ...quick,
    hash: async (password: string) => {
      await gate.held;
      return quick.hash(password);
    },
  };
  const { here, ana, change } = await withPeople(t, { passwords });
  const added = await addPerson(here.runtime, secure, ANA, new Map());
  assert.ok(added.added);
  const held = Promise.withResolvers<void>();
  Object.assign(gate, { held: held.promise });
  const choosing = here.send('POST', '/_/link/password', { link: linkIn(added.link), password: other });
  await new Promise((resolve) => setTimeout(resolve, 30));
  await change({ email: 'ana.new@example.com' });
  held.resolve();
  const answer = await choosing;
  assert.equal(answer.headers.get('set-cookie'), null);
  assert.equal(await codeOf(answer), 'LINK_OVER');
  const signIn = (password: string) => here.send('POST', '/_/sign-in', { name: 'ana.new@example.com', password });
  assert.equal((await signIn(other)).status, 401);
  assert.equal((await signIn('correct horse battery')).status, 204);
  assert.equal((await here.store.keys.ofPerson(ana, 'link', here.clock.now)).length, 0);
});

test('a link that the inviter was shown is over once the person gets in by other means', async (t) => {
  const here = await production(t, { isMailed: false });
  await here.person(ROOT, 'Administrator');
  const root = await cookieOf(here, ROOT);
  const invited = async (email: string) => {
    const made = await here.send('POST', '/api/people', { name: 'Bo', email, role: 'Employee' }, { cookie: root });
    const { id } = (await made.json()) as { id: string };
    const shown = await here.send('POST', `/_/invitations/${id}`, {}, { cookie: root });
    return { id, link: linkIn(((await shown.json()) as { link: string }).link) };
  };
  const use = (link: string) => here.send('POST', '/_/link/password', { link, password: other });
  const bo = await invited('bo@example.com');
  const { now } = here.clock;
  const subject = { kind: 'subject', name: 'bo', person: bo.id, value: 'https://login.example.org' } as const;
  await here.store.keys.put({ ...subject, made: now, used: now, expires: null });
  const late = await use(bo.link);
  assert.equal(await codeOf(late), 'LINK_OVER');
  assert.equal((await here.store.keys.ofPerson(bo.id, 'subject', now)).length, 1);
  const cy = await invited('cy@example.com');
  const first = await use(cy.link);
  assert.equal(first.status, 204);
  assert.equal(await whoIs(here, { cookie: cookieIn(first) }), 'Bo');
});
