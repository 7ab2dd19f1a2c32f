import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { exampleText } from '../support/http/server.ts';
import { cookieOf, linkIn, minute, production, type World, whoIs } from '../support/http/sign-in.ts';

const day = 24 * 60 * minute;
const password = 'plum orbit forty-two';

/** The product with somebody who looks after people. */
async function withAdministrator(t: TestContext, ...options: [Parameters<typeof production>[1]?, string?]) {
  const world = await production(t, ...options);
  await world.person('root@example.com', 'Administrator');
  return { world, cookie: await cookieOf(world, 'root@example.com') };
}

async function added(world: World, cookie: string, email: string, role = 'Employee'): Promise<string> {
  const { calls } = world.runtime.current().compiled.model;
  const call = calls.find(({ does }) => does.kind === 'create' && does.entity === 'Employee');
  const body = { name: email.split('@')[0], email, role };
  const answer = await world.send('POST', call?.path ?? '', body, { cookie });
  assert.equal(answer.status, 201, await answer.clone().text());
  return ((await answer.json()) as { id: string }).id;
}

async function linkFor(world: World, cookie: string, id: string): Promise<string> {
  const answer = await world.send('POST', `/_/invitations/${id}`, {}, { cookie });
  assert.equal(answer.status, 201, await answer.clone().text());
  return linkIn(((await answer.json()) as { link: string }).link);
}

async function refused(world: World, cookie: string, id: string): Promise<readonly [number, string]> {
  const answer = await world.send('POST', `/_/invitations/${id}`, {}, { cookie });
  return [answer.status, ((await answer.json()) as { code: string }).code];
}

async function isOffered(world: World, cookie: string, id: string): Promise<unknown> {
  return (
    (await (await world.send('GET', `/_/invitations/${id}`, undefined, { cookie })).json()) as { offered: boolean }
  ).offered;
}

async function settled(isThere: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !isThere(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 5));
}

const choose = (world: World, link: string) => world.send('POST', '/_/link/password', { link, password });

test('a person who is added is mailed a link at the stored address, which holds once and for a day', async (t) => {
  const { world, cookie } = await withAdministrator(t);
  const id = await added(world, cookie, 'ida@example.com');
  await settled(() => world.letters.length > 0);
  const [letter, ...others] = world.letters;
  assert.deepEqual([letter?.to, others.length], ['ida@example.com', 0]);
  assert.match(letter?.subject ?? '', /^Invitation to /);
  assert.match(letter?.text ?? '', /https:\/\/claims\.example\.org\/_\/sign-in#link=/);
  const link = linkIn(letter?.text ?? '');
  assert.equal(await isOffered(world, cookie, id), false);
  assert.deepEqual(await refused(world, cookie, id), [404, 'NOT_FOUND']);
  world.clock.now += day - minute;
  assert.equal((await choose(world, link)).status, 204);
  assert.equal((await choose(world, link)).status, 404);
  assert.equal(await whoIs(world, { cookie: await cookieOf(world, 'ida@example.com', password) }), 'ida');
});

test('an invitation ends after a day, with another sign-in name, and with the person', async (t) => {
  const text = exampleText('expense-claims.md').replace(
    '| Employee: create |',
    '| Employee: delete | | | | yes |\n| Employee: create |',
  );
  const { world, cookie } = await withAdministrator(t, {}, text);
  const ids = [];
  for (const name of ['late', 'renamed', 'removed']) ids.push(await added(world, cookie, `${name}@example.com`));
  await settled(() => world.letters.length === 3);
  const links = new Map(world.letters.map(({ to, text }) => [to, linkIn(text)] as const));
  const rename = { email: 'other@example.com' };
  const path = (id: string) => `/_/records/Employee/${id}`;
  const record = await world.send('GET', path(ids[1] ?? ''), undefined, { cookie });
  const { calls } = world.runtime.current().compiled.model;
  const change = calls.find(({ does }) => does.kind === 'change' && does.entity === 'Employee');
  const to = (change?.path ?? '').replace(/:\w+/, ids[1] ?? '');
  const changed = await world.send('PATCH', to, rename, { cookie, 'if-match': record.headers.get('etag') ?? '' });
  assert.equal(changed.status, 200, await changed.text());
  assert.equal((await choose(world, links.get('renamed@example.com') ?? '')).status, 404);
  const remove = calls.find(({ does }) => does.kind === 'delete' && does.entity === 'Employee');
  const gone = (remove?.path ?? '').replace(/:\w+/, ids[2] ?? '');
  const there = await world.send('GET', path(ids[2] ?? ''), undefined, { cookie });
  const removed = await world.send('DELETE', gone, undefined, {
    cookie,
    'if-match': there.headers.get('etag') ?? '',
  });
  assert.equal(removed.status, 204, await removed.text());
  assert.equal((await choose(world, links.get('removed@example.com') ?? '')).status, 404);
  world.clock.now += day;
  assert.equal((await choose(world, links.get('late@example.com') ?? '')).status, 404);
});

test('without e-mail whoever may add persons is shown a link, the last of which holds', async (t) => {
  const { world, cookie } = await withAdministrator(t, { isMailed: false });
  const id = await added(world, cookie, 'ida@example.com');
  assert.equal(await isOffered(world, cookie, id), true);
  const first = await linkFor(world, cookie, id);
  const last = await linkFor(world, cookie, id);
  assert.equal((await choose(world, first)).status, 404);
  assert.equal((await choose(world, last)).status, 204);
  assert.equal((await choose(world, last)).status, 404);
  assert.equal(await isOffered(world, cookie, id), false);
  assert.deepEqual(await refused(world, cookie, id), [409, 'SIGNS_IN_ALREADY']);
});

test('a link is shown to nobody who may not add persons, and for no role that they could not give', async (t) => {
  const text = exampleText('expense-claims.md').replace(
    '| Employee: create | | | | name, email, manager, role (any) |',
    '| Employee: create | | | name, email, role | name, email, manager, role (any) |',
  );
  const { world, cookie } = await withAdministrator(t, { isMailed: false }, text);
  await world.person('eve@example.com', 'Employee');
  await world.person('fin@example.com', 'Finance');
  const [plain, high] = [
    await added(world, cookie, 'ida@example.com'),
    await added(world, cookie, 'max@example.com', 'Administrator'),
  ];
  const eve = await cookieOf(world, 'eve@example.com');
  const fin = await cookieOf(world, 'fin@example.com');
  assert.deepEqual(await refused(world, eve, plain), [403, 'NOT_ALLOWED']);
  assert.deepEqual(await refused(world, fin, high), [403, 'NOT_ALLOWED']);
  assert.deepEqual([await isOffered(world, fin, high), await isOffered(world, fin, plain)], [false, true]);
  assert.equal((await world.send('POST', `/_/invitations/${plain}`, {})).status, 401);
  assert.equal((await world.send('POST', '/_/invitations/nobody', {}, { cookie })).status, 404);
});
