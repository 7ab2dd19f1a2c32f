import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { linkIn, minute, production, secure, type World, whoIs } from '../support/http/sign-in.ts';

const ANA = 'ana@example.com';
const right = 'correct horse battery';

async function withAna(t: TestContext): Promise<World> {
  const here = await production(t);
  await here.person(ANA, 'Employee');
  return here;
}

/** A request to sign in from a network address, with a device's cookies. */
async function signInFrom(here: World, address: string, name: string, password: string, cookie = '') {
  const headers = { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }) };
  const init = { method: 'POST', headers, body: JSON.stringify({ name, password }) };
  return here.fetch(new Request(`${secure}/_/sign-in`, init), { address });
}

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0] ?? '')
    .join('; ');
const deviceIn = (answer: Response): string =>
  cookiesOf(answer).match(/__Host-ninefold-device=[0-9a-f]{64}/)?.[0] ?? '';

test('wrong passwords from elsewhere never keep a person from signing in', async (t) => {
  const here = await withAna(t);
  for (const network of ['203.0.113.1', '198.51.100.7', '2001:db8:1:1::1'])
    for (let attempt = 0; attempt < 12; attempt++) {
      const { status } = await signInFrom(here, network, ANA, `guess ${attempt}`);
      assert.equal(status, attempt < 10 ? 401 : 429);
    }
  assert.equal((await signInFrom(here, '192.0.2.9', ANA, right)).status, 204);
});

test('from one address ten attempts under a name are taken in a quarter of an hour, however it is spelled', async (t) => {
  const here = await withAna(t);
  const spelled = [ANA, 'ANA@example.com', ` ${ANA}`, 'ana@EXAMPLE.com '];
  for (let attempt = 0; attempt < 10; attempt++) {
    const name = spelled[attempt % spelled.length];
    assert.equal((await here.send('POST', '/_/sign-in', { name, password: `guess ${attempt}` })).status, 401);
  }
  const refused = await here.send('POST', '/_/sign-in', { name: ANA, password: right });
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '900');
  const headers = { 'x-forwarded-for': '1.2.3.4', forwarded: 'for=1.2.3.4', 'x-real-ip': '1.2.3.4' };
  assert.equal((await here.send('POST', '/_/sign-in', { name: ANA, password: right }, headers)).status, 429);
  here.clock.now += 16 * minute;
  assert.equal((await here.send('POST', '/_/sign-in', { name: ANA, password: right })).status, 204);
});

test('a device on which a person has signed in has its own counter, at an address that strangers share too', async (t) => {
  const here = await withAna(t);
  await here.person('bo@example.com', 'Employee');
  const office = '192.0.2.9';
  const device = deviceIn(await signInFrom(here, office, ANA, right));
  assert.match(device, /^__Host-ninefold-device=/);
  for (let attempt = 0; attempt < 11; attempt++) await signInFrom(here, office, ANA, 'not the password');
  assert.equal((await signInFrom(here, office, ANA, right)).status, 429, 'an unknown device');
  assert.equal((await signInFrom(here, office, ANA, right, device)).status, 204);
  for (let attempt = 0; attempt < 90; attempt++) await signInFrom(here, office, `x${attempt}@example.com`, 'x');
  assert.equal((await signInFrom(here, office, 'bo@example.com', right, device)).status, 429, 'not a device of Bo');
  assert.equal((await signInFrom(here, office, ANA, right, device)).status, 204);
  for (let attempt = 0; attempt < 10; attempt++)
    assert.equal((await signInFrom(here, office, ANA, 'not the password', device)).status, 401);
  assert.equal((await signInFrom(here, office, ANA, right, device)).status, 429, 'its own attempts are bounded');
  assert.equal((await signInFrom(here, '198.51.100.7', ANA, right)).status, 204, 'and keep nobody out elsewhere');
});

test('the cookie of a device signs nobody in, is kept when signing out, and is set once', async (t) => {
  const here = await withAna(t);
  const first = await signInFrom(here, '192.0.2.9', ANA, right);
  const [, device = ''] = first.headers.getSetCookie();
  assert.deepEqual(device.split('; ').slice(1).sort(), [
    'HttpOnly',
    'Max-Age=34560000',
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ]);
  const token = deviceIn(first).split('=')[1] ?? '';
  assert.equal(await whoIs(here, { cookie: deviceIn(first) }), null);
  assert.equal(await whoIs(here, { cookie: `__Host-ninefold=${token}` }), null);
  const out = await here.send('DELETE', '/_/session', undefined, { cookie: cookiesOf(first) });
  assert.equal(out.headers.getSetCookie().length, 1);
  const again = await signInFrom(here, '192.0.2.9', ANA, right, deviceIn(first));
  assert.equal(deviceIn(again), '', 'it is known already');
  const forged = `__Host-ninefold-device=${'a'.repeat(64)}`;
  for (let attempt = 0; attempt < 10; attempt++) await signInFrom(here, '198.51.100.7', ANA, 'x', forged);
  assert.equal(
    (await signInFrom(here, '198.51.100.7', ANA, right, forged)).status,
    429,
    'a made-up token is no device',
  );
});

test('strangers can neither fill a mailbox with links nor keep its owner from getting one', async (t) => {
  const here = await withAna(t);
  const ask = (address: string) =>
    here.fetch(
      new Request(`${secure}/_/link`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: ANA }),
      }),
      { address },
    );
  for (let network = 0; network < 12; network++)
    for (let attempt = 0; attempt < 2; attempt++) assert.equal((await ask(`198.51.100.${network}`)).status, 204);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(here.letters.length, 5);
  assert.equal((await ask('192.0.2.9')).status, 204);
  const link = linkIn(here.letters[0]?.text ?? '');
  const used = await here.send('POST', '/_/link/password', { link, password: 'a quite new password' });
  assert.equal(used.status, 204, 'every one that was sent is valid');
  assert.equal((await ask('192.0.2.9')).status, 204);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(here.letters.length, 6);
});
