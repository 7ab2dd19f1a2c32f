import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test';
import { localPath } from '../../src/server/core/identity-provider.ts';
import { oidcProvider } from '../../src/server/node/oidc.ts';
import { CLIENT, type OidcProvider, startOidcProvider } from '../support/http/oidc.ts';
import { cookieIn, minute, production, secure, type World, whoIs } from '../support/http/sign-in.ts';

describe('signing in with a provider', () => {
  let provider: OidcProvider;
  before(async () => {
    provider = await startOidcProvider();
  });
  after(() => provider.stop());
  beforeEach(() => {
    const claims = { email: 'ana@example.com', email_verified: true };
    Object.assign(provider.saying, { subject: 'subject-1', claims, signed: 'RS256', info: {} });
  });

  /** The product with the provider, and two people in it. */
  async function world(t: TestContext, issuer = provider.issuer): Promise<World> {
    const known = oidcProvider({ issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret });
    const made = await production(t, { provider: known });
    await made.person('ana@example.com', 'Employee');
    await made.person('bo@example.com', 'Employee');
    return made;
  }

  /** A browser that set out for the provider. */
  async function depart({ send }: World, to = '/'): Promise<{ url: string; cookie: string }> {
    const answer = await send('POST', '/_/oidc', { to });
    assert.equal(answer.status, 200, await answer.clone().text());
    return { url: ((await answer.json()) as { url: string }).url, cookie: cookieIn(answer) };
  }

  const arrive = ({ send }: World, back: URL, cookie: string) =>
    send('GET', `${back.pathname}${back.search}`, undefined, { cookie, accept: 'text/html' });

  /** All the way there and back. */
  async function through(world: World, to = '/'): Promise<Response> {
    const { url, cookie } = await depart(world, to);
    return arrive(world, provider.visit(url), cookie);
  }

  const sessionIn = (answer: Response): string | null =>
    answer.headers
      .getSetCookie()
      .find((each) => /^__Host-ninefold=[0-9a-f]{64}/.test(each))
      ?.split(';')[0] ?? null;

  async function isRefused(answer: Response, why: string): Promise<void> {
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get('location'), `/_/sign-in#provider=${why}`);
    assert.equal(sessionIn(answer), null);
  }

  test('whoever the provider vouches for is let in as the person with that verified address', async (t) => {
    const here = await world(t);
    const { url, cookie } = await depart(here, '/claims?page=2');
    const asked = new URL(url).searchParams;
    assert.equal(asked.get('redirect_uri'), `${secure}/_/oidc/callback`);
    assert.equal(asked.get('response_type'), 'code');
    assert.equal(asked.get('code_challenge_method'), 'S256');
    for (const name of ['state', 'nonce', 'code_challenge']) assert.match(asked.get(name) ?? '', /^[\w-]{43}$/);
    const answer = await arrive(here, provider.visit(url), cookie);
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get('location'), '/claims?page=2');
    assert.equal(await whoIs(here, { cookie: sessionIn(answer) ?? '' }), 'ana');
  });

  test('the way to the provider is in a cookie that no page reads, for ten minutes', async (t) => {
    const here = await world(t);
    const sent = await here.send('POST', '/_/oidc', {});
    const parts = (sent.headers.get('set-cookie') ?? '').split('; ');
    assert.match(parts[0] ?? '', /^__Host-ninefold-way=[0-9a-f]{64}$/);
    assert.deepEqual(parts.slice(1).sort(), ['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax', 'Secure']);
    const { url, cookie } = await depart(here);
    here.clock.now += 11 * minute;
    await isRefused(await arrive(here, provider.visit(url), cookie), 'over');
  });

  test('a person stays linked to the subject, whatever address it has later', async (t) => {
    const here = await world(t);
    await through(here);
    provider.saying.claims = { email: 'bo@example.com', email_verified: true };
    const answer = await through(here);
    assert.equal(await whoIs(here, { cookie: sessionIn(answer) ?? '' }), 'ana');
  });

  test('an address that the provider gave to somebody else does not let them in as the one before', async (t) => {
    const here = await world(t);
    await through(here);
    provider.saying.subject = 'subject-2';
    await isRefused(await through(here), 'unknown');
    await here.person('ana@example.com', 'Employee');
    assert.equal(await whoIs(here, { cookie: sessionIn(await through(here)) ?? '' }), 'ana', 'let in again by hand');
  });

  test('an address that is not verified, or that nobody has, lets nobody in and makes nobody', async (t) => {
    const here = await world(t);
    const before = await here.store.people('Employee', 100);
    for (const claims of [
      { email: 'ana@example.com', email_verified: false },
      { email: 'ana@example.com' },
      { email: 'ana@example.com', email_verified: 'true' },
      { email: ['ana@example.com'], email_verified: true },
      { email: 'eve@example.com', email_verified: true },
      { email: '', email_verified: true },
      { email_verified: true },
    ]) {
      provider.saying.claims = claims;
      await isRefused(await through(here), 'unknown');
    }
    assert.deepEqual(await here.store.people('Employee', 100), before);
  });

  test('a provider that says the address only where it is asked once more is asked', async (t) => {
    const here = await world(t);
    provider.saying.claims = {};
    provider.saying.info = { email: 'bo@example.com', email_verified: true };
    assert.equal(await whoIs(here, { cookie: sessionIn(await through(here)) ?? '' }), 'bo');
    provider.saying.info = { sub: 'somebody else', email: 'ana@example.com', email_verified: true };
    provider.saying.subject = 'subject-2';
    await isRefused(await through(here), 'refused');
  });

  for (const [what, change] of [
    ['signed by nobody (alg none)', { signed: 'none' }],
    ['signed by another key', { signed: 'other key' }],
    ['signed with our own secret (alg HS256)', { signed: 'HS256' }],
    ['for another client', { claims: { aud: 'another-client' } }],
    ['for two clients, made out to the other', { claims: { aud: [CLIENT.id, 'another'], azp: 'another' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example.org' } }],
    ['expired', { claims: { exp: Math.floor(Date.now() / 1_000) - 60 } }],
    ['with no end', { claims: { exp: undefined } }],
    ['for another attempt (nonce)', { claims: { nonce: 'another' } }],
    ['for no attempt (nonce)', { claims: { nonce: undefined } }],
    ['of nobody (no subject)', { claims: { sub: undefined } }],
  ] as const) {
    test(`a token ${what} lets nobody in`, async (t) => {
      const here = await world(t);
      const claims = { ...provider.saying.claims, ...('claims' in change ? change.claims : {}) };
      Object.assign(provider.saying, change, { claims });
      const before = provider.granted();
      await isRefused(await through(here), 'refused');
      assert.equal(provider.granted(), before + 1, 'it was refused for its token');
    });
  }

  test('another state, no cookie, or the cookie of another browser is not an attempt of ours', async (t) => {
    const here = await world(t);
    const [mine, other] = [await depart(here), await depart(here)];
    const back = provider.visit(mine.url);
    const forged = new URL(back);
    forged.searchParams.set('state', 'x'.repeat(43));
    await isRefused(await arrive(here, forged, mine.cookie), 'over');
    await isRefused(await arrive(here, back, ''), 'over');
    await isRefused(await arrive(here, back, other.cookie), 'over');
    await isRefused(await arrive(here, back, '__Host-ninefold-way='), 'over');
    const right = await arrive(here, back, mine.cookie);
    assert.equal(await whoIs(here, { cookie: sessionIn(right) ?? '' }), 'ana', 'the others took nothing from it');
  });

  test('who comes back twice with the same address is let in once, at the same time too', async (t) => {
    const here = await world(t);
    const { url, cookie } = await depart(here);
    const back = provider.visit(url);
    const both = await Promise.all([arrive(here, back, cookie), arrive(here, back, cookie)]);
    assert.equal(both.filter((answer) => sessionIn(answer) !== null).length, 1);
    await isRefused(await arrive(here, back, cookie), 'over');
  });

  test('a code of somebody else’s attempt is worth nothing in one’s own', async (t) => {
    const here = await world(t);
    const [mine, other] = [await depart(here), await depart(here)];
    const back = provider.visit(mine.url);
    back.searchParams.set('code', provider.visit(other.url).searchParams.get('code') ?? '');
    await isRefused(await arrive(here, back, mine.cookie), 'refused');
  });

  test('whoever stops at the provider is told so calmly', async (t) => {
    const here = await world(t);
    const { url, cookie } = await depart(here);
    const back = new URL(`${secure}/_/oidc/callback`);
    back.search = String(
      new URLSearchParams({ error: 'access_denied', state: new URL(url).searchParams.get('state') ?? '' }),
    );
    await isRefused(await arrive(here, back, cookie), 'refused');
  });

  test('another host in the request changes neither where people come back to nor where they end', async (t) => {
    const here = await world(t);
    const headers = { host: 'evil.example.org', 'x-forwarded-host': 'evil.example.org' };
    const answer = await here.send('POST', '/_/oidc', { to: '/' }, headers);
    const { url } = (await answer.json()) as { url: string };
    assert.equal(new URL(url).searchParams.get('redirect_uri'), `${secure}/_/oidc/callback`);
    const to = [
      '//evil.example.org',
      '/\\evil.example.org',
      'https://evil.example.org/',
      '/_/oidc/callback',
      'javascript:1',
      '/\t/evil.example.org',
      '/.//evil.example.org',
      '',
    ];
    for (const path of to) {
      assert.equal((await through(here, path)).headers.get('location'), '/', path);
      assert.equal(localPath(path, secure), '/', path);
    }
    assert.equal(localPath('/claims/1?tab=%2F%2Fevil#x', secure), '/claims/1?tab=%2F%2Fevil');
  });

  test('another site can’t set anybody on the way, and a body of another shape is refused', async (t) => {
    const here = await world(t);
    const from = { origin: 'https://evil.example.org' };
    assert.equal((await here.send('POST', '/_/oidc', { to: '/' }, from)).status, 403);
    for (const body of [null, [], { to: 1 }, { to: 'x'.repeat(1_001) }])
      assert.equal((await here.send('POST', '/_/oidc', body)).status, 400, JSON.stringify(body));
  });

  test('signing in with the provider ends the session from before', async (t) => {
    const here = await world(t);
    const first = sessionIn(await through(here)) ?? '';
    const { url, cookie } = await depart(here);
    const second = await arrive(here, provider.visit(url), `${cookie}; ${first}`);
    assert.equal(await whoIs(here, { cookie: first }), null);
    assert.equal(await whoIs(here, { cookie: sessionIn(second) ?? '' }), 'ana');
  });

  test('somebody who is deleted is not let in by the provider either', async (t) => {
    const here = await world(t);
    await through(here);
    const person = await here.store.findBy('Employee', 'email', 'ana@example.com');
    await here.store.write({
      needs: { rows: [], unique: [], files: [], referrers: [] },
      decide: () => ({
        allowed: true,
        writes: [{ kind: 'delete', entity: 'Employee', id: person?.id ?? '' }],
        row: null,
      }),
      actor: { kind: 'product' },
      now: here.clock.now,
      documentHash: here.runtime.current().hash,
      idempotency: null,
    });
    await isRefused(await through(here), 'unknown');
  });

  test('without a provider there is no such way, and one that does not answer is no fault of ours', async (t) => {
    const without = await production(t);
    assert.equal((await without.send('POST', '/_/oidc', {})).status, 404);
    assert.equal((await without.send('GET', '/_/oidc/callback?state=a&code=b')).status, 404);
    const silent = await world(t, 'http://127.0.0.1:1');
    const answer = await silent.send('POST', '/_/oidc', {});
    assert.equal(answer.status, 503);
    assert.equal(answer.headers.get('retry-after'), '30');
  });

  test('settings that can’t be used are refused with a sentence', () => {
    const made =
      (issuer: string, clientId = 'id') =>
      () =>
        oidcProvider({ issuer, clientId });
    assert.throws(made('http://login.example.org'), /NINEFOLD_OIDC_ISSUER must be an address such as https/);
    assert.throws(made('login.example.org'), /NINEFOLD_OIDC_ISSUER/);
    assert.throws(made('https://login.example.org', ''), /NINEFOLD_OIDC_CLIENT_ID is not set/);
    assert.equal(made('https://login.example.org/realms/main')().name, 'login.example.org');
  });

  test('nothing of the provider stands in the log but why somebody was refused', async (t) => {
    const here = await world(t);
    provider.saying.claims = { email: 'canary@example.com', email_verified: true, aud: 'another-client' };
    const { url, cookie } = await depart(here);
    const back = provider.visit(url);
    await arrive(here, back, cookie);
    const logged = JSON.stringify(here.logged);
    assert.match(logged, /was refused/);
    for (const secret of [
      'canary@example.com',
      CLIENT.secret,
      back.searchParams.get('code') ?? '?',
      cookie.split('=')[1] ?? '?',
    ])
      assert.ok(!logged.includes(secret), secret);
  });
});
