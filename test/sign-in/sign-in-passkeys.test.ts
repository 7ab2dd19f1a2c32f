import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { passkeySiteOf } from '../../src/server/core/passkey-service.ts';
import { nodePasskeys } from '../../src/server/node/passkeys.ts';
import { type Authenticator, authenticator, type Question, type Twist } from '../support/http/authenticator.ts';
import { cookieIn, cookieOf, minute, production, secure, type World, whoIs } from '../support/http/sign-in.ts';

const site = { origin: secure, host: 'claims.example.org' };

interface Person {
  readonly id: string;
  readonly cookie: string;
}

/** The product with passkeys, and two people who signed in just now. */
async function world(t: TestContext): Promise<{ here: World; ana: Person; bo: Person }> {
  const here = await production(t, { passkeys: nodePasskeys() });
  const person = async (signIn: string): Promise<Person> => {
    await here.person(signIn, 'Employee');
    const row = await here.store.findBy('Employee', 'email', signIn);
    return { id: row?.id ?? '', cookie: await cookieOf(here, signIn) };
  };
  return { here, ana: await person('ana@example.com'), bo: await person('bo@example.com') };
}

async function questionFor({ send }: World, { cookie }: Person): Promise<Question> {
  const answer = await send('POST', '/_/passkeys/new', {}, { cookie });
  assert.equal(answer.status, 200, await answer.clone().text());
  return (await answer.json()) as Question;
}

async function questionForAnybody({ send }: World): Promise<Question> {
  return (await (await send('POST', '/_/sign-in/passkey', {})).json()) as Question;
}

const keep = ({ send }: World, { cookie }: Person, { challenge }: Question, answer: object, label = 'Laptop') =>
  send('POST', '/_/passkeys', { label, challenge, answer }, { cookie });

const enter = ({ send }: World, { challenge }: Question, answer: object) =>
  send('POST', '/_/sign-in/passkey/answer', { challenge, answer });

/** A passkey of this person, that the server knows. */
async function known(here: World, person: Person, counts = true): Promise<Authenticator> {
  const device = authenticator(site, person.id, counts);
  const question = await questionFor(here, person);
  const answer = await keep(here, person, question, device.make(question));
  assert.equal(answer.status, 201, await answer.text());
  return device;
}

async function listed({ send }: World, { cookie }: Person): Promise<readonly { id: string; label: string }[]> {
  const answer = await send('GET', '/_/passkeys', undefined, { cookie });
  return ((await answer.json()) as { items: { id: string; label: string }[] }).items;
}

async function isRefused(answer: Response): Promise<void> {
  assert.equal(answer.status, 401);
  assert.equal(((await answer.json()) as { code: string }).code, 'PASSKEY_REFUSED');
  assert.equal(answer.headers.get('set-cookie'), null);
}

test('a passkey lets its person in without a name, as often as it is used', async (t) => {
  for (const counts of [true, false]) {
    const { here, ana } = await world(t);
    const device = await known(here, ana, counts);
    for (let time = 0; time < 3; time++) {
      const question = await questionForAnybody(here);
      const answer = await enter(here, question, device.answer(question));
      assert.equal(answer.status, 204, await answer.text());
      assert.match(answer.headers.get('set-cookie') ?? '', /^__Host-ninefold=[0-9a-f]{64}; /);
      assert.equal(await whoIs(here, { cookie: cookieIn(answer) }), 'ana');
    }
  }
});

test('the browser is asked for a passkey that needs no name and is unlocked, and told which are there', async (t) => {
  const { here, ana } = await world(t);
  const device = await known(here, ana);
  const asked = JSON.parse(JSON.stringify(await questionFor(here, ana))) as {
    rp: { id: string; name: string };
    user: { id: string; name: string };
    authenticatorSelection: object;
    excludeCredentials: { id: string }[];
  };
  assert.equal(asked.rp.id, 'claims.example.org');
  assert.equal(Buffer.from(asked.user.id, 'base64url').toString(), ana.id);
  assert.equal(asked.user.name, 'ana@example.com');
  const { residentKey, userVerification } = asked.authenticatorSelection as Record<string, unknown>;
  assert.deepEqual([residentKey, userVerification], ['required', 'required']);
  assert.deepEqual(
    asked.excludeCredentials.map(({ id }) => id),
    [device.id],
  );
});

const twists: readonly (readonly [what: string, twist: Twist])[] = [
  ['made for another origin', { origin: 'https://evil.example.org' }],
  ['made for a page beside ours', { origin: 'https://other.claims.example.org' }],
  ['made for our host without TLS', { origin: 'http://claims.example.org' }],
  ['made for another host (rpId)', { host: 'evil.example.org' }],
  ['made for the domain above ours (rpId)', { host: 'example.org' }],
  ['whose holder was not verified', { verified: false }],
  ['to another question', { challenge: 'A'.repeat(43) }],
];

for (const [what, twist] of twists) {
  test(`a passkey ${what} is not kept`, async (t) => {
    const { here, ana } = await world(t);
    const question = await questionFor(here, ana);
    await isRefused(await keep(here, ana, question, authenticator(site, ana.id).make(question, twist)));
    assert.deepEqual(await listed(here, ana), []);
  });
}

const signs: typeof twists = [
  ...twists,
  ['that was made for keeping a passkey', { type: 'webauthn.create' }],
  ['that counts less than before (a copy)', { counter: 1 }],
  ['that says it is somebody else’s', { handle: 'nobody' }],
  ['that says it is nobody’s', { handle: '' }],
  ['under an id that nobody has', { id: 'AAAA' }],
];

for (const [what, twist] of signs) {
  test(`an answer ${what} lets nobody in`, async (t) => {
    const { here, ana } = await world(t);
    const device = await known(here, ana);
    for (let time = 0; time < 2; time++) {
      const question = await questionForAnybody(here);
      assert.equal((await enter(here, question, device.answer(question))).status, 204);
    }
    const question = await questionForAnybody(here);
    await isRefused(await enter(here, question, device.answer(question, twist)));
  });
}

test('an answer counts once, at the same time too, and for ten minutes', async (t) => {
  const { here, ana } = await world(t);
  const device = await known(here, ana, false);
  const question = await questionForAnybody(here);
  const answer = device.answer(question);
  const both = await Promise.all([enter(here, question, answer), enter(here, question, answer)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [204, 401]);
  await isRefused(await enter(here, question, answer));
  const late = await questionForAnybody(here);
  here.clock.now += 11 * minute;
  await isRefused(await enter(here, late, device.answer(late)));
});

test('a question that the server did not ask is none, nor is one that it asked for something else', async (t) => {
  const { here, ana, bo } = await world(t);
  const device = await known(here, ana);
  const invented = { challenge: Buffer.from('a'.repeat(32)).toString('base64url') };
  await isRefused(await enter(here, invented, device.answer(invented)));
  const forNew = await questionFor(here, ana);
  await isRefused(await enter(here, forNew, device.answer(forNew)));
  const forBo = await questionFor(here, bo);
  await isRefused(await keep(here, ana, forBo, authenticator(site, ana.id).make(forBo)));
  const forSignIn = await questionForAnybody(here);
  await isRefused(await keep(here, ana, forSignIn, authenticator(site, ana.id).make(forSignIn)));
});

test('nobody gets in with, replaces or removes the passkey of somebody else', async (t) => {
  const { here, ana, bo } = await world(t);
  const hers = await known(here, ana);
  const his = await known(here, bo);
  for (const twist of [{ id: hers.id }, { id: hers.id, handle: ana.id }, { handle: ana.id }]) {
    const question = await questionForAnybody(here);
    await isRefused(await enter(here, question, his.answer(question, twist)));
  }
  const question = await questionFor(here, bo);
  await isRefused(await keep(here, bo, question, authenticator(site, bo.id).make(question, { id: hers.id })));
  const path = `/_/passkeys/${hers.id}`;
  assert.equal((await here.send('DELETE', path, undefined, { cookie: bo.cookie })).status, 404);
  assert.deepEqual(
    (await listed(here, bo)).map(({ id }) => id),
    [his.id],
  );
  const again = await questionForAnybody(here);
  assert.equal(await whoIs(here, { cookie: cookieIn(await enter(here, again, hers.answer(again))) }), 'ana');
});

test('a passkey that is removed lets nobody in', async (t) => {
  const { here, ana } = await world(t);
  const device = await known(here, ana);
  assert.deepEqual(
    (await listed(here, ana)).map(({ label }) => label),
    ['Laptop'],
  );
  const gone = await here.send('DELETE', `/_/passkeys/${device.id}`, undefined, { cookie: ana.cookie });
  assert.equal(gone.status, 204);
  const question = await questionForAnybody(here);
  await isRefused(await enter(here, question, device.answer(question)));
});

test('only somebody who signed in within ten minutes adds a passkey, and no program does', async (t) => {
  const { here, ana } = await world(t);
  const made = await here.send('POST', '/_/programs', { label: 'nightly' }, { cookie: ana.cookie });
  const { token } = (await made.json()) as { token: string };
  for (const [method, path] of [
    ['POST', '/_/passkeys/new'],
    ['POST', '/_/passkeys'],
    ['GET', '/_/passkeys'],
  ] as const) {
    const headers = { authorization: `Bearer ${token}` };
    const body = method === 'GET' ? undefined : {};
    assert.equal((await here.send(method, path, body, headers)).status, 403);
    assert.equal((await here.send(method, path, body, { ...headers, cookie: ana.cookie })).status, 403);
    assert.equal((await here.send(method, path, body)).status, 401);
  }
  const question = await questionFor(here, ana);
  here.clock.now += 9.5 * minute;
  const device = authenticator(site, ana.id);
  assert.equal((await keep(here, ana, question, device.make(question))).status, 201);
  here.clock.now += minute;
  const late = await here.send('POST', '/_/passkeys/new', {}, { cookie: ana.cookie });
  assert.equal(late.status, 403);
  assert.equal(((await late.json()) as { code: string }).code, 'SIGN_IN_AGAIN');
});

test('an answer of another shape is refused and is no fault of ours', async (t) => {
  const { here, ana } = await world(t);
  const shapes = [
    {},
    { id: 1 },
    { id: 'x', response: null },
    { id: 'x', rawId: 'x', type: 'public-key', response: {} },
  ];
  for (const shape of shapes) {
    const question = await questionForAnybody(here);
    await isRefused(await enter(here, question, shape));
    const forNew = await questionFor(here, ana);
    await isRefused(await keep(here, ana, forNew, shape));
  }
  for (const body of [null, [], {}, { challenge: 'x', answer: 'x' }, { challenge: 1, answer: {} }])
    assert.equal((await here.send('POST', '/_/sign-in/passkey/answer', body)).status, 400, JSON.stringify(body));
  const extra = { challenge: 'x', answer: {}, person: ana.id };
  assert.equal((await here.send('POST', '/_/sign-in/passkey/answer', extra)).status, 422);
  assert.deepEqual(
    here.logged.filter(({ level }) => level === 'error'),
    [],
  );
});

test('there are passkeys where browsers have them, and where they are set up', async (t) => {
  const of = (address: string) => passkeySiteOf(new URL(address), 'Claims')?.host ?? null;
  assert.equal(of('https://claims.example.org/_/x'), 'claims.example.org');
  assert.equal(of('http://localhost:4900/'), 'localhost');
  assert.equal(of('http://claims.example.org/'), null);
  assert.equal(of('http://127.0.0.1:4900/'), null);
  assert.equal(of('https://192.168.1.1/'), null);
  assert.equal(of('https://[::1]/'), null);
  const without = await production(t);
  assert.equal((await without.send('POST', '/_/sign-in/passkey', {})).status, 404);
});
