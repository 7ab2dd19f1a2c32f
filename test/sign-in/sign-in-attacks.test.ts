import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPerson } from '../../src/server/auth/add-person.ts';
import type { Passwords } from '../../src/server/core/password-service.ts';
import { cookieIn, cookieOf, linkIn, production, quick, secure, type World, whoIs } from '../support/http/sign-in.ts';

const right = 'correct horse battery';

/** Counts what is done with hashes, and with which settings: what takes time, takes it for everybody. */
function counting(): { readonly passwords: Passwords; readonly done: string[] } {
  const done: string[] = [];
  const settings = (hash: string) => hash.split('$').slice(1, 4).join(' ');
  return {
    done,
    passwords: {
      ...quick,
      hash: (password) => {
        done.push('hash');
        return quick.hash(password);
      },
      matches: (password, hash) => {
        done.push(`compare with ${settings(hash)}`);
        return quick.matches(password, hash);
      },
    },
  };
}

async function withAna(t: TestContext, beside: Parameters<typeof production>[1] = {}): Promise<World> {
  const here = await production(t, beside);
  await here.person('ana@example.com', 'Employee');
  return here;
}

async function idOf({ store }: World, signIn: string): Promise<string> {
  return (await store.findBy('Employee', 'email', signIn))?.id ?? '';
}

test('whether a name is known, and has a password, does not show in the work that is done', async (t) => {
  const { passwords, done } = counting();
  const here = await withAna(t, { passwords });
  await addPerson(
    here.runtime,
    secure,
    'new@example.com',
    new Map([
      ['name', 'New'],
      ['role', 'Employee'],
    ]),
  );
  for (const name of ['ana@example.com', 'new@example.com', 'nobody@example.com', '', 'a'.repeat(900)]) {
    done.length = 0;
    const answer = await here.send('POST', '/_/sign-in', { name, password: 'not the password' });
    assert.equal(answer.status, 401);
    assert.deepEqual(done, ['compare with argon2id v=19 m=8,t=1,p=1'], name);
  }
  done.length = 0;
  for (const name of ['ana@example.com', 'nobody@example.com'])
    assert.equal((await here.send('POST', '/_/link', { name })).status, 204);
  assert.deepEqual(done, []);
});

test('a token from before signing in never becomes one from after it', async (t) => {
  const here = await withAna(t);
  await here.person('eve@example.com', 'Employee');
  const planted = `__Host-ninefold=${'a'.repeat(64)}`;
  const hers = await cookieOf(here, 'eve@example.com');
  for (const cookie of [planted, hers]) {
    const answer = await here.send('POST', '/_/sign-in', { name: 'ana@example.com', password: right }, { cookie });
    assert.equal(answer.status, 204);
    assert.notEqual(cookieIn(answer), cookie);
    assert.equal(await whoIs(here, { cookie: cookieIn(answer) }), 'ana');
    assert.equal(await whoIs(here, { cookie }), null);
  }
});

test('a cookie that belongs to another port, host or protocol is none', async (t) => {
  const here = await withAna(t, { origin: 'http://localhost:4901' });
  const cookie = await cookieOf(here, 'ana@example.com');
  const token = cookie.split('=')[1] ?? '';
  assert.equal(cookie, `ninefold-4901=${token}`);
  assert.equal(await whoIs(here, { cookie: `other=1; ninefold-4901=${token}` }), 'ana');
  for (const name of ['ninefold-4900', 'ninefold', '__Host-ninefold', 'Ninefold-4901', 'ninefold-4901-way'])
    assert.equal(await whoIs(here, { cookie: `${name}=${token}` }), null, name);
  const elsewhere = await withAna(t);
  assert.equal(await whoIs(elsewhere, { cookie: `__Host-ninefold=${token}` }), null);
  const good = await cookieOf(elsewhere, 'ana@example.com');
  assert.equal(await whoIs(elsewhere, { cookie: good.replace('__Host-ninefold', 'ninefold-80') }), null);
  assert.equal(await whoIs(elsewhere, { cookie: `__Host-ninefold=bad; ${good}` }), null, 'the first of two counts');
});

test('of a program’s token and a cookie the token counts, good or bad', async (t) => {
  const here = await withAna(t);
  await here.person('bo@example.com', 'Employee');
  const [ana, bo] = [await cookieOf(here, 'ana@example.com'), await cookieOf(here, 'bo@example.com')];
  const made = await here.send('POST', '/_/programs', { label: 'nightly' }, { cookie: bo });
  const { token } = (await made.json()) as { token: string };
  assert.equal(await whoIs(here, { cookie: ana, authorization: `Bearer ${token}` }), 'bo');
  assert.equal(await whoIs(here, { cookie: ana, authorization: `bearer  ${token}` }), 'bo');
  assert.equal(await whoIs(here, { cookie: ana, authorization: 'Bearer x' }), null);
  assert.equal(await whoIs(here, { cookie: ana, authorization: `Bearer ${ana.split('=')[1] ?? ''}` }), null);
  assert.equal(await whoIs(here, { cookie: `__Host-ninefold=${token}` }), null);
  assert.equal(await whoIs(here, { cookie: ana, authorization: 'Basic YTpi' }), 'ana', 'what a proxy adds is no token');
});

test('a program neither sees nor changes what lets its person in', async (t) => {
  const here = await withAna(t);
  const cookie = await cookieOf(here, 'ana@example.com');
  const made = await here.send('POST', '/_/programs', { label: 'nightly' }, { cookie });
  const { token } = (await made.json()) as { token: string };
  const tried: readonly (readonly [string, string, unknown?])[] = [
    ['GET', '/_/sessions'],
    ['DELETE', '/_/sessions'],
    ['DELETE', `/_/sessions/${'a'.repeat(64)}`],
    ['POST', '/_/password', { current: right, password: 'a quite new password' }],
    ['POST', '/_/programs', { label: 'another' }],
  ];
  for (const [method, path, body] of tried) {
    const answer = await here.send(method, path, body, { authorization: `Bearer ${token}`, cookie });
    assert.equal(answer.status, 403, `${method} ${path}`);
  }
  assert.equal(await whoIs(here, { cookie }), 'ana');
});

test('a person sees when each of their programs was at work last', async (t) => {
  const here = await withAna(t);
  const cookie = await cookieOf(here, 'ana@example.com');
  const tokens: string[] = [];
  for (const label of ['nightly', 'idle']) {
    const made = await here.send('POST', '/_/programs', { label }, { cookie });
    tokens.push(((await made.json()) as { token: string }).token);
  }
  const begun = here.clock.now;
  here.clock.now += 3 * 3_600_000;
  assert.equal(await whoIs(here, { authorization: `Bearer ${tokens[0]}` }), 'ana');
  const listed = await here.send('GET', '/_/programs', undefined, { cookie });
  const { items } = (await listed.json()) as { items: { label: string; used: number }[] };
  const used = new Map(items.map((item) => [item.label, item.used]));
  assert.deepEqual([used.get('nightly'), used.get('idle')], [here.clock.now, begun]);
});

test('a hundred attempts from one address are taken in a quarter of an hour, under whatever names', async (t) => {
  const here = await withAna(t);
  const from = (address: string, name: string, password: string) =>
    here.fetch(
      new Request(`${secure}/_/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '1.2.3.4' },
        body: JSON.stringify({ name, password }),
      }),
      { address },
    );
  for (let attempt = 0; attempt < 100; attempt++) {
    // One network of IPv6, one of whose addresses anybody there takes.
    const answer = await from(
      `2001:db8:1:2::${attempt.toString(16)}`,
      `guess${attempt}@example.com`,
      'not the password',
    );
    assert.equal(answer.status, 401);
  }
  assert.equal((await from('2001:db8:1:2:ffff::1', 'ana@example.com', right)).status, 429);
  assert.equal((await from('2001:db8:1:3::1', 'ana@example.com', right)).status, 204, 'other networks are not held up');
});

test('a link is for its own person alone, and is nothing but a link', async (t) => {
  const here = await withAna(t);
  await here.person('bo@example.com', 'Employee');
  const bo = await cookieOf(here, 'bo@example.com');
  const made = await addPerson(here.runtime, secure, 'ana@example.com', new Map());
  const older = await addPerson(here.runtime, secure, 'ana@example.com', new Map());
  const [link, other] = [made, older].map((each) => (each.added ? linkIn(each.link) : ''));
  assert.match(link ?? '', /^[0-9a-f]{64}$/);
  assert.equal(await whoIs(here, { cookie: `__Host-ninefold=${link ?? ''}` }), null);
  assert.equal(await whoIs(here, { authorization: `Bearer ninefold_${link ?? ''}` }), null);
  const body = { link, password: 'a quite new password' };
  for (const extra of [{ person: await idOf(here, 'bo@example.com') }, { name: 'bo@example.com' }])
    assert.equal((await here.send('POST', '/_/link/password', { ...body, ...extra }, { cookie: bo })).status, 422);
  const used = await here.send('POST', '/_/link/password', body, { cookie: bo });
  assert.equal(await whoIs(here, { cookie: cookieIn(used) }), 'ana');
  await cookieOf(here, 'ana@example.com', 'a quite new password');
  await cookieOf(here, 'bo@example.com');
  const late = await here.send('POST', '/_/link/password', { ...body, link: other });
  assert.equal(late.status, 404, 'the other link of the same person is over');
  const session = bo.split('=')[1] ?? '';
  assert.equal((await here.send('POST', '/_/link/password', { ...body, link: session })).status, 404);
});

test('a link is over once its person signs in with another address, and stays while something else of them changes', async (t) => {
  const here = await withAna(t);
  await here.person('root@example.com', 'Administrator');
  const root = await cookieOf(here, 'root@example.com');
  const path = `/api/people/${await idOf(here, 'ana@example.com')}`;
  const change = async (values: object) => {
    const etag = (await here.send('GET', path, undefined, { cookie: root })).headers.get('etag') ?? '';
    assert.equal((await here.send('PATCH', path, values, { cookie: root, 'if-match': etag })).status, 200);
  };
  const made = async (address: string) => {
    const link = await addPerson(here.runtime, secure, address, new Map());
    return link.added ? linkIn(link.link) : '';
  };
  const use = async (link: string) =>
    (await here.send('POST', '/_/link/password', { link, password: 'a quite new password' })).status;
  const before = await made('ana@example.com');
  await change({ email: 'ana.brandt@example.com' });
  assert.equal(await use(before), 404, 'the letter went to whoever reads the address of before');
  await cookieOf(here, 'ana.brandt@example.com');
  const after = await made('ana.brandt@example.com');
  await change({ name: 'Ana Brandt', role: 'Finance' });
  assert.equal(await use(after), 204);
});

test('a change of somebody’s role signs them out everywhere, at once, and nobody else', async (t) => {
  const here = await withAna(t);
  await here.person('root@example.com', 'Administrator');
  const [phone, desk] = [await cookieOf(here, 'ana@example.com'), await cookieOf(here, 'ana@example.com')];
  const root = await cookieOf(here, 'root@example.com');
  const path = `/api/people/${await idOf(here, 'ana@example.com')}`;
  const change = async (values: object) => {
    const etag = (await here.send('GET', path, undefined, { cookie: root })).headers.get('etag') ?? '';
    return (await here.send('PATCH', path, values, { cookie: root, 'if-match': etag })).status;
  };
  assert.equal(await change({ name: 'Ana Brandt' }), 200);
  assert.equal(await whoIs(here, { cookie: desk }), 'Ana Brandt', 'her name is no authority');
  assert.equal(await change({ role: 'Finance' }), 200);
  assert.equal(await whoIs(here, { cookie: desk }), null);
  assert.equal(await whoIs(here, { cookie: phone }), null);
  assert.equal(await whoIs(here, { cookie: root }), 'root');
  const own = `/api/people/${await idOf(here, 'root@example.com')}`;
  const etag = (await here.send('GET', own, undefined, { cookie: root })).headers.get('etag') ?? '';
  const promoted = await here.send('PATCH', own, { role: 'Finance' }, { cookie: root, 'if-match': etag });
  assert.equal(promoted.status, 403, 'nobody changes their own');
});

test('a person sees where they are signed in, and signs one device out, and nobody else’s', async (t) => {
  const here = await withAna(t);
  await here.person('bo@example.com', 'Employee');
  const bo = await cookieOf(here, 'bo@example.com');
  const from = async (agent: string) => {
    const body = { name: 'ana@example.com', password: right };
    return cookieIn(await here.send('POST', '/_/sign-in', body, { 'user-agent': agent }));
  };
  const [phone, desk] = [await from('phone'), await from('desk'.repeat(100))];
  const list = async (cookie: string) => {
    const text = await (await here.send('GET', '/_/sessions', undefined, { cookie })).text();
    assert.ok(![phone, desk, bo].some((each) => text.includes(each.split('=')[1] ?? '?')), 'no token stands there');
    return (JSON.parse(text) as { items: { id: string; device: string; isThis: boolean }[] }).items;
  };
  const items = await list(desk);
  const own = items.filter(({ isThis }) => isThis);
  assert.deepEqual(
    own.map(({ device }) => device),
    ['desk'.repeat(50)],
  );
  const other = items.find(({ device }) => device === 'phone')?.id ?? '';
  const end = (id: string, cookie: string) => here.send('DELETE', `/_/sessions/${id}`, undefined, { cookie });
  assert.equal((await end(other, bo)).status, 404);
  assert.equal(await whoIs(here, { cookie: phone }), 'ana');
  assert.equal((await end(other, desk)).status, 204);
  assert.equal((await end(other, desk)).status, 404);
  assert.equal(await whoIs(here, { cookie: phone }), null);
  assert.equal(await whoIs(here, { cookie: desk }), 'ana');
  const last = await end(own[0]?.id ?? '', desk);
  assert.match(last.headers.get('set-cookie') ?? '', /^__Host-ninefold=; .*Max-Age=0$/);
  assert.equal(await whoIs(here, { cookie: desk }), null);
  assert.equal((await here.send('GET', '/_/sessions')).status, 401);
});
