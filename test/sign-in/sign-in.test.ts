import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weaknessOf } from '../../src/server/core/password-service.ts';
import { nodePasswords } from '../../src/server/node/passwords.ts';
import { ENGLISH_MESSAGES } from '../../src/server/runtime/server-messages.ts';
import { cookieIn, cookieOf, linkIn, minute, production, quick, secure, whoIs } from '../support/http/sign-in.ts';

test('whoever has the password is let in with a cookie that no page reads and no other host gets', async (t) => {
  const world = await production(t);
  await world.person('ana@example.com', 'Employee');
  const answer = await world.send('POST', '/_/sign-in', {
    name: ' Ana@Example.com ',
    password: 'correct horse battery',
  });
  assert.equal(answer.status, 204);
  const parts = (answer.headers.getSetCookie()[0] ?? '').split('; ');
  assert.match(parts[0] ?? '', /^__Host-ninefold=[0-9a-f]{64}$/);
  assert.deepEqual(parts.slice(1).sort(), ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']);
  assert.equal(await whoIs(world, { cookie: parts[0] ?? '' }), 'ana');
});

test('a wrong password and an unknown name are answered alike, byte for byte', async (t) => {
  const world = await production(t);
  await world.person('ana@example.com', 'Employee');
  const wrong = await world.send('POST', '/_/sign-in', { name: 'ana@example.com', password: 'not the password' });
  const unknown = await world.send('POST', '/_/sign-in', { name: 'nobody@example.com', password: 'not the password' });
  assert.equal(wrong.status, 401);
  assert.equal(await wrong.text(), await unknown.text());
  assert.deepEqual([...wrong.headers], [...unknown.headers]);
});

test('a body of another shape is refused, and lets nobody in', async (t) => {
  const world = await production(t);
  await world.person('ana@example.com', 'Employee');
  const name = 'ana@example.com';
  for (const body of [
    {},
    [],
    null,
    { name, password: {} },
    { name, password: [true] },
    { name: { $ne: null }, password: 'x' },
    { name, password: 'correct horse battery', person: '1' },
    { name, password: 'x'.repeat(1001) },
  ]) {
    const answer = await world.send('POST', '/_/sign-in', body);
    assert.ok(answer.status === 400 || answer.status === 422, `${JSON.stringify(body)}: ${answer.status}`);
    assert.equal(answer.headers.get('set-cookie'), null);
  }
});

test('another site can neither sign anybody in nor out', async (t) => {
  const world = await production(t);
  await world.person('ana@example.com', 'Employee');
  const cookie = await cookieOf(world, 'ana@example.com');
  const from = { origin: 'https://evil.example.org', cookie };
  const body = { name: 'ana@example.com', password: 'correct horse battery' };
  assert.equal((await world.send('POST', '/_/sign-in', body, from)).status, 403);
  assert.equal((await world.send('DELETE', '/_/session', undefined, from)).status, 403);
  assert.equal((await world.send('DELETE', '/_/sessions', undefined, { ...from, origin: 'null' })).status, 403);
  assert.equal(await whoIs(world, { cookie }), 'ana');
  assert.equal((await world.send('DELETE', '/_/session', undefined, { cookie, origin: secure })).status, 204);
  assert.equal(await whoIs(world, { cookie }), null);
});

test('signing in makes a new token, and the one from before is over', async (t) => {
  const world = await production(t);
  await world.person('ana@example.com', 'Employee');
  const before = await cookieOf(world, 'ana@example.com');
  const again = await world.send(
    'POST',
    '/_/sign-in',
    { name: 'ana@example.com', password: 'correct horse battery' },
    { cookie: before },
  );
  assert.notEqual(cookieIn(again), before);
  assert.equal(await whoIs(world, { cookie: before }), null);
  assert.equal(await whoIs(world, { cookie: cookieIn(again) }), 'ana');
});

test('a link to choose a password holds once and for an hour, and its letter says the address of the product', async (t) => {
  const world = await production(t);
  await world.person('ana@example.com', 'Employee');
  const cookie = await cookieOf(world, 'ana@example.com');
  const asked = await world.send('POST', '/_/link', { name: 'ana@example.com' }, { host: 'evil.example.org' });
  assert.equal(asked.status, 204);
  const nobody = await world.send('POST', '/_/link', { name: 'nobody@example.com' });
  assert.deepEqual([...nobody.headers], [...asked.headers]);
  await settled(() => world.letters.length > 0);
  assert.deepEqual(
    world.letters.map(({ to }) => to),
    ['ana@example.com'],
  );
  const text = world.letters[0]?.text ?? '';
  assert.ok(text.includes(`${secure}/_/sign-in#link=`), text);
  const link = linkIn(text);
  const tried = async (password: string) => (await world.send('POST', '/_/link/password', { link, password })).status;
  assert.equal(await tried('short'), 422);
  const both = await Promise.all([tried('a quite new password'), tried('a quite new password')]);
  assert.deepEqual(both.sort(), [204, 404]);
  assert.equal(await tried('yet another password'), 404);
  assert.equal(await whoIs(world, { cookie }), null);
  await cookieOf(world, 'ana@example.com', 'a quite new password');
  await world.send('POST', '/_/link', { name: 'ana@example.com' });
  await settled(() => world.letters.length > 1);
  world.clock.now += 61 * minute;
  const late = { link: linkIn(world.letters[1]?.text ?? ''), password: 'a password too late' };
  assert.equal((await world.send('POST', '/_/link/password', late)).status, 404);
});

test('nothing in the data folder lets anybody in: tokens are kept as hashes, passwords as argon2id', async (t) => {
  const world = await production(t);
  await world.person('ana@example.com', 'Employee');
  const cookie = await cookieOf(world, 'ana@example.com');
  const { keys } = world.store;
  const person = await world.store.findBy('Employee', 'email', 'ana@example.com');
  const [password] = await keys.ofPerson(person?.id ?? '', 'password', world.clock.now);
  assert.match(password?.value ?? '', /^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
  const sessions = await keys.ofPerson(person?.id ?? '', 'session', world.clock.now);
  assert.ok(sessions.length > 0);
  for (const session of sessions) assert.ok(!cookie.includes(session.name));
  const [first] = sessions;
  assert.equal(await whoIs(world, { cookie: `__Host-ninefold=${first?.name ?? ''}` }), null);
});

test('signing out everywhere ends every session and every program of that person, and nobody else’s', async (t) => {
  const world = await production(t);
  await world.person('ana@example.com', 'Employee');
  await world.person('bo@example.com', 'Employee');
  const [phone, desk, bo] = [
    await cookieOf(world, 'ana@example.com'),
    await cookieOf(world, 'ana@example.com'),
    await cookieOf(world, 'bo@example.com'),
  ];
  const made = await world.send('POST', '/_/programs', { label: 'nightly' }, { cookie: desk });
  const { token } = (await made.json()) as { token: string };
  assert.equal(await whoIs(world, { authorization: `Bearer ${token}` }), 'ana');
  assert.equal((await world.send('DELETE', '/_/sessions', undefined, { cookie: desk })).status, 204);
  assert.equal(await whoIs(world, { cookie: phone }), null);
  assert.equal(await whoIs(world, { authorization: `Bearer ${token}` }), null);
  assert.equal(await whoIs(world, { cookie: bo }), 'bo');
});

test('a program acts for its person until it expires or is ended, and can make no other', async (t) => {
  const world = await production(t);
  await world.person('ana@example.com', 'Employee');
  await world.person('bo@example.com', 'Employee');
  const ana = { cookie: await cookieOf(world, 'ana@example.com') };
  const bo = { cookie: await cookieOf(world, 'bo@example.com') };
  const made = await world.send('POST', '/_/programs', { label: 'nightly', days: 2 }, ana);
  const { id, token } = (await made.json()) as { id: string; token: string };
  const bearer = { authorization: `Bearer ${token}` };
  const listed = await (await world.send('GET', '/_/programs', undefined, ana)).text();
  assert.ok(listed.includes('nightly') && !listed.includes(token));
  assert.equal((await world.send('POST', '/_/programs', { label: 'another' }, bearer)).status, 403);
  assert.equal((await world.send('DELETE', `/_/programs/${id}`, undefined, bo)).status, 404);
  assert.equal(await whoIs(world, bearer), 'ana');
  assert.equal(await whoIs(world, { authorization: `Bearer ${token.slice(0, -1)}` }), null);
  // A token that is none lets nobody in by the cookie beside it.
  assert.equal(await whoIs(world, { ...ana, authorization: 'Bearer ninefold_0' }), null);
  world.clock.now += 49 * 60 * minute;
  assert.equal(await whoIs(world, bearer), null);
  const again = { cookie: await cookieOf(world, 'ana@example.com') };
  const second = (await (await world.send('POST', '/_/programs', { label: 'b' }, again)).json()) as {
    id: string;
    token: string;
  };
  assert.equal((await world.send('DELETE', `/_/programs/${second.id}`, undefined, ana)).status, 204);
  assert.equal(await whoIs(world, { authorization: `Bearer ${second.token}` }), null);
});

test('another password needs the one there is, and ends all other sessions', async (t) => {
  const world = await production(t);
  await world.person('ana@example.com', 'Employee');
  const [desk, phone] = [await cookieOf(world, 'ana@example.com'), await cookieOf(world, 'ana@example.com')];
  const change = (current: string, password: string) =>
    world.send('POST', '/_/password', { current, password }, { cookie: desk });
  assert.equal((await change('not the password', 'a quite new password')).status, 401);
  assert.equal((await change('correct horse battery', 'aaaaaaaaaaaa')).status, 422);
  const done = await change('correct horse battery', 'a quite new password');
  assert.equal(done.status, 204);
  assert.equal(await whoIs(world, { cookie: phone }), null);
  assert.equal(await whoIs(world, { cookie: cookieIn(done) }), 'ana');
});

test('somebody who is deleted is signed out by that', async (t) => {
  const world = await production(t);
  await world.person('ana@example.com', 'Employee');
  const cookie = await cookieOf(world, 'ana@example.com');
  const person = await world.store.findBy('Employee', 'email', 'ana@example.com');
  await world.store.write({
    needs: { rows: [], unique: [], files: [], referrers: [] },
    decide: () => ({
      allowed: true,
      writes: [{ kind: 'delete', entity: 'Employee', id: person?.id ?? '' }],
      row: null,
    }),
    actor: { kind: 'product' },
    now: world.clock.now,
    documentHash: world.runtime.current().hash,
    idempotency: null,
  });
  assert.equal(await whoIs(world, { cookie }), null);
  const again = { name: 'ana@example.com', password: 'correct horse battery' };
  assert.equal((await world.send('POST', '/_/sign-in', again)).status, 401);
});

test('a password is long enough, has several characters, and is not the name of its person', () => {
  const weakness = (password: string, known: readonly string[]) =>
    weaknessOf(password, known, ENGLISH_MESSAGES.weakPassword);
  assert.equal(weakness('plum orbit 42', []), null);
  assert.equal(weakness('😀🎈🧶🪁🎻🥁🪀🧩🎲🎯', []), null);
  assert.match(weakness('short', []) ?? '', /at least 10 characters; this one has 5/);
  assert.match(weakness('x'.repeat(201), []) ?? '', /at most 200/);
  assert.match(weakness('abababababab', []) ?? '', /too few/);
  assert.match(weakness('abcdefghijkl', []) ?? '', /simple sequence/);
  assert.match(weakness('anabrandt@1', ['ana.brandt@example.com', 'AnaBrandt']) ?? '', /name/);
});

test('a hash is of its own password alone, with a salt of its own', async () => {
  const [one, other] = [await quick.hash('plum orbit 42'), await quick.hash('plum orbit 42')];
  assert.notEqual(one, other);
  assert.ok(await quick.matches('plum orbit 42', one));
  assert.ok(!(await quick.matches('plum orbit 43', one)));
  assert.ok(!(await quick.matches('plum orbit 42', one.replace('argon2id', 'argon2i'))));
  assert.ok(!(await quick.matches('', '')));
  assert.ok(nodePasswords().needsRehash(one) && !quick.needsRehash(one));
});

async function settled(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !holds(); turn++) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.ok(holds());
}
