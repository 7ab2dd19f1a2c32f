import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Revocation } from '../../src/engine/compiled/revocation.ts';
import { addPerson } from '../../src/server/auth/add-person.ts';
import { KEY_KINDS, type KeyKind } from '../../src/store/core/keyring.ts';
import { ALL_TABLES } from '../../src/store/schema/catalog-table.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { exampleText } from '../support/http/server.ts';
import { cookieIn, cookieOf, linkIn, minute, production, secure, type World, whoIs } from '../support/http/sign-in.ts';

const ANA = 'ana@example.com';
const right = 'correct horse battery';

/** Gives a person one key of each kind that there is, and tells which kinds are left of them. */
function keysOf({ store, clock }: Pick<World, 'store' | 'clock'>, person: string) {
  return {
    give: async () => {
      for (const kind of KEY_KINDS)
        await store.keys.put({
          kind,
          name: `${kind} of ${person}`,
          person,
          value: '',
          made: clock.now,
          used: clock.now,
          expires: null,
        });
    },
    left: async () => {
      const left: KeyKind[] = [];
      for (const kind of KEY_KINDS)
        if ((await store.keys.ofPerson(person, kind, clock.now)).length > 0) left.push(kind);
      return left;
    },
  };
}

/** What stays of each revocation. A kind of key that is new stays nowhere unless it is named here. */
const STAYS: Readonly<Record<Revocation, readonly KeyKind[]>> = {
  'signed out': ['password', 'passkey', 'subject', 'device'],
  'password changed': ['password', 'passkey', 'subject', 'device'],
  'password reset': ['password'],
  'rights changed': ['password', 'link', 'passkey', 'subject', 'device'],
  'name changed': ['password', 'passkey'],
  'own name changed': ['password', 'session', 'program', 'passkey', 'challenge', 'device'],
  'address changed': ['password', 'session', 'program', 'passkey', 'subject', 'challenge', 'device'],
  removed: [],
};

contract('each revocation ends every kind of key but those that are stated, and of nobody else', async (t) => {
  const { store, done } = await openEmpty();
  t.after(done);
  const world = { store, clock: { now: 1_000 } };
  for (const [why, stays] of Object.entries(STAYS)) {
    const [ana, bo] = [keysOf(world, `ana ${why}`), keysOf(world, `bo ${why}`)];
    await ana.give();
    await bo.give();
    await store.keys.revokeAll(`ana ${why}`, why as Revocation);
    assert.deepEqual(await ana.left(), stays, why);
    assert.deepEqual(await bo.left(), KEY_KINDS, why);
  }
});

/** Tables with a person in them, none of which lets that person in. */
const NO_CREDENTIALS = ['history', 'authority', 'inbox', 'idempotency', 'saved_views', 'opening_views', 'comments'];

test('every table of the store with a person in it is the keyring, or known to let nobody in', () => {
  const tables = ALL_TABLES.matchAll(/CREATE TABLE IF NOT EXISTS (\w+) \(([\s\S]*?)\) STRICT/g);
  const withPerson = [...tables].flatMap(([, name = '', columns = '']) =>
    /\bperson\b|\btoken\b|\bsecret\b/.test(columns) ? name : [],
  );
  const unknown = withPerson.filter((name) => name !== 'keyring' && !NO_CREDENTIALS.includes(name));
  // The token of a file opens it for those alone who may read its field; that of a delivery says which server is at it.
  assert.deepEqual(unknown, ['files', 'deliveries']);
});

async function withAna(t: TestContext): Promise<World & { readonly ana: string }> {
  const here = await production(t);
  await here.person(ANA, 'Employee');
  const ana = (await here.store.findBy('Employee', 'email', ANA))?.id ?? '';
  return { ...here, ana };
}

async function tokenOf({ send }: World, cookie: string): Promise<{ authorization: string }> {
  const made = await send('POST', '/_/programs', { label: 'nightly' }, { cookie });
  assert.equal(made.status, 201, await made.clone().text());
  return { authorization: `Bearer ${((await made.json()) as { token: string }).token}` };
}

test('a password change ends all tokens and other sessions', async (t) => {
  const here = await withAna(t);
  const cookie = await cookieOf(here, ANA);
  const token = await tokenOf(here, cookie);
  assert.equal(await whoIs(here, token), 'ana');
  const body = { current: right, password: 'a quite new password' };
  const changed = await here.send('POST', '/_/password', body, { cookie });
  assert.equal(changed.status, 204);
  assert.equal(await whoIs(here, token), null);
  assert.equal(await whoIs(here, { cookie }), null);
  assert.equal(await whoIs(here, { cookie: cookieIn(changed) }), 'ana');
});

test('a password reset by email ends tokens, sessions, links, passkeys and linked providers', async (t) => {
  const here = await withAna(t);
  const cookie = await cookieOf(here, ANA);
  const token = await tokenOf(here, cookie);
  await keysOf(here, here.ana).give();
  const added = await addPerson(here.runtime, secure, ANA, new Map());
  // Making the link let the provider go already: it is linked again as before.
  await keysOf(here, here.ana).give();
  const link = added.added ? linkIn(added.link) : '';
  const reset = await here.send('POST', '/_/link/password', { link, password: 'a quite new password' });
  assert.equal(reset.status, 204);
  assert.deepEqual(await keysOf(here, here.ana).left(), ['password', 'session', 'device']);
  for (const old of [token, { cookie }]) assert.equal(await whoIs(here, old), null);
  assert.equal(await whoIs(here, { cookie: cookieIn(reset) }), 'ana');
});

test('a changed role, a changed sign-in name and a deletion end access in the same write', async (t) => {
  const here = await withAna(t);
  await here.person('root@example.com', 'Administrator');
  const root = await cookieOf(here, 'root@example.com');
  const path = `/api/people/${here.ana}`;
  const keys = keysOf(here, here.ana);
  const write = async (method: string, body?: unknown) => {
    await keys.give();
    const etag = (await here.send('GET', path, undefined, { cookie: root })).headers.get('etag') ?? '';
    const answer = await here.send(method, path, body, { cookie: root, 'if-match': etag });
    assert.ok(answer.ok, `${answer.status} ${await answer.text()}`);
    return keys.left();
  };
  assert.deepEqual(await write('PATCH', { name: 'Ana Brandt' }), KEY_KINDS);
  assert.deepEqual(await write('PATCH', { role: 'Finance' }), STAYS['rights changed']);
  assert.deepEqual(await write('PATCH', { email: 'ana.brandt@example.com' }), STAYS['name changed']);
});

test('a change of the address that letters go to ends the links that went to the one before', async (t) => {
  const text = exampleText('expense-claims.md')
    .replace(/\| email \| email \|(.*)\n/, '| email | text |$1\n| mail | email | no | |\n')
    .replaceAll('name, email, manager', 'name, email, mail, manager');
  const here = await production(t, {}, text);
  await here.person(ANA, 'Employee');
  await here.person('root@example.com', 'Administrator');
  const ana = (await here.store.findBy('Employee', 'email', ANA))?.id ?? '';
  const root = await cookieOf(here, 'root@example.com');
  const keys = keysOf(here, ana);
  await keys.give();
  const etag = (await here.send('GET', `/api/people/${ana}`, undefined, { cookie: root })).headers.get('etag') ?? '';
  const sent = { mail: 'ana@elsewhere.example' };
  const changed = await here.send('PATCH', `/api/people/${ana}`, sent, { cookie: root, 'if-match': etag });
  assert.ok(changed.ok, await changed.text());
  assert.deepEqual(await keys.left(), STAYS['address changed']);
});

test('the deletion of a record that decided about a person ends their sessions and is logged', async (t) => {
  const text = exampleText('expense-claims.md')
    .replace('| manager | Employee | no | |', '| manager | Employee | no | on delete: clear |')
    .replace('me and owner != me` | notify owner |', 'me and owner != me and me.manager == null` | notify owner |')
    .replace(/\| Employee: create .*\n/, (line) => `${line}${line.replace('create', 'delete')}`);
  const here = await production(t, {}, text);
  for (const [name, role] of [
    ['root', 'Administrator'],
    ['boss', 'Manager'],
    ['ana', 'Employee'],
  ] as const)
    await here.person(`${name}@example.com`, role);
  const idOf = async (name: string) => (await here.store.findBy('Employee', 'email', `${name}@example.com`))?.id ?? '';
  const [ana, boss] = [await idOf('ana'), await idOf('boss')];
  const root = await cookieOf(here, 'root@example.com');
  const write = async (method: string, id: string, body?: unknown) => {
    const path = `/api/people/${id}`;
    const etag = (await here.send('GET', path, undefined, { cookie: root })).headers.get('etag') ?? '';
    const answer = await here.send(method, path, body, { cookie: root, 'if-match': etag });
    assert.ok(answer.ok, `${answer.status} ${await answer.text()}`);
  };
  await write('PATCH', ana, { manager: boss });
  const cookie = await cookieOf(here, ANA);
  await write('DELETE', boss);
  assert.equal(await whoIs(here, { cookie }), null);
  assert.equal(await whoIs(here, { cookie: root }), 'root');
  const [last] = await here.store.authority(1);
  const { id, field, from, to } = last ?? {};
  assert.deepEqual([id, field, from, to], [ana, 'manager', boss, null]);
});

test('a token is made only soon after signing in', async (t) => {
  const here = await withAna(t);
  const cookie = await cookieOf(here, ANA);
  here.clock.now += 11 * minute;
  const late = await here.send('POST', '/_/programs', { label: 'nightly' }, { cookie });
  assert.equal(late.status, 403);
  assert.equal(((await late.json()) as { code: string }).code, 'SIGN_IN_AGAIN');
  await tokenOf(here, await cookieOf(here, ANA));
});

test('a person lists every credential, linked providers included, and removes each; nobody else does', async (t) => {
  const here = await withAna(t);
  await here.person('bo@example.com', 'Employee');
  const [cookie, bo] = [await cookieOf(here, ANA), await cookieOf(here, 'bo@example.com')];
  const token = await tokenOf(here, cookie);
  const { now } = here.clock;
  const subject = { kind: 'subject', name: 'a1', person: here.ana, value: 'https://login.example.org/x' } as const;
  await here.store.keys.put({ ...subject, made: now, used: now, expires: null });
  await here.send('POST', '/_/link', { name: ANA });
  await new Promise((resolve) => setTimeout(resolve, 50));
  const listed = async (as: string) => {
    const answer = await here.send('GET', '/_/credentials', undefined, { cookie: as });
    return ((await answer.json()) as { items: { kind: string; id: string; label: string }[] }).items;
  };
  const items = await listed(cookie);
  assert.deepEqual(
    items.map(({ kind, label }) => [kind, label]),
    [
      ['password', ''],
      ['link', ''],
      ['subject', 'login.example.org'],
    ],
  );
  const elsewhere: readonly KeyKind[] = ['session', 'program', 'passkey'];
  const internal: readonly KeyKind[] = ['challenge', 'device'];
  const covered = [...items.map(({ kind }) => kind), ...elsewhere, ...internal];
  assert.deepEqual([...covered].sort(), [...KEY_KINDS].sort(), 'every kind is listed, or lets nobody in by itself');
  const remove = async (kind: string, id: string, headers: Record<string, string>) =>
    (await here.send('DELETE', `/_/credentials/${kind}/${id}`, undefined, headers)).status;
  for (const { kind, id } of items) {
    assert.equal(await remove(kind, id, { cookie: bo }), 404, kind);
    assert.equal(await remove(kind, id, token), 403, kind);
    assert.equal(await remove(kind, id, { cookie }), 204, kind);
    assert.equal(await remove(kind, id, { cookie }), 404, kind);
  }
  assert.deepEqual(await listed(cookie), []);
  assert.equal(await remove('session', 'x', { cookie }), 404);
  assert.equal((await listed(bo)).length, 1);
});
