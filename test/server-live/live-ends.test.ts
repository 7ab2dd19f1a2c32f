import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { listen } from '../support/http/live.ts';
import { cookieOf, minute, production, type World } from '../support/http/sign-in.ts';

const BEAT = 25_000;

interface Two {
  readonly world: World;
  readonly ana: string;
  readonly bo: string;
}

async function two(t: TestContext): Promise<Two> {
  const world = await production(t);
  await world.person('ana@example.com', 'Employee');
  await world.person('bo@example.com', 'Employee');
  return { world, ana: await cookieOf(world, 'ana@example.com'), bo: await cookieOf(world, 'bo@example.com') };
}

/** Whoever is still told of changes. */
const heard = ({ runtime }: World) => runtime.listeners.all().map(({ person }) => person);

/** Lets what waits for the database come to its end. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

test('whoever signs out is told of nothing any more, from that moment on', async (t) => {
  const { world, ana, bo } = await two(t);
  const next = await listen(t, world, { cookie: ana });
  await listen(t, world, { cookie: bo });
  assert.equal((await next()).event, 'hello');
  assert.equal((await world.send('DELETE', '/_/session', undefined, { cookie: ana })).status, 204);
  assert.equal((await next()).event, 'end');
  assert.equal(heard(world).length, 1);
});

test('a program that is ended is told of nothing any more', async (t) => {
  const { world, ana } = await two(t);
  const made = await world.send('POST', '/_/programs', { label: 'Watcher' }, { cookie: ana });
  const { id, token } = (await made.json()) as { id: string; token: string };
  const stream = await world.send('GET', '/_/live', undefined, { authorization: `Bearer ${token}` });
  t.after(() => stream.body?.cancel());
  assert.equal(heard(world).length, 1);
  assert.equal((await world.send('DELETE', `/_/programs/${id}`, undefined, { cookie: ana })).status, 204);
  assert.deepEqual(heard(world), []);
});

test('a session that ended elsewhere, or by itself, is told of nothing after the next beat', async (t) => {
  const { world, ana, bo } = await two(t);
  t.mock.timers.enable({ apis: ['setInterval'] });
  await listen(t, world, { cookie: ana });
  await listen(t, world, { cookie: bo });
  const guest = await listen(t, world, { cookie: '' });
  assert.equal((await guest()).event, 'hello');
  const [first = '', second = ''] = heard(world).map((person) => person ?? '');
  t.mock.timers.tick(BEAT);
  await settle();
  assert.equal(heard(world).length, 3, 'all of them may go on');
  // As another server over the same data does it.
  await world.store.keys.revokeAll(first, 'signed out');
  t.mock.timers.tick(BEAT);
  await settle();
  assert.deepEqual(heard(world), [second, null]);
  // To listen is no use of a session: who does nothing for a week is signed out.
  for (const _ of [1, 2, 3, 4, 5, 6, 7]) {
    world.clock.now += 24 * 60 * minute;
    t.mock.timers.tick(BEAT);
    await settle();
  }
  assert.deepEqual(heard(world), [second, null]);
  world.clock.now += minute;
  t.mock.timers.tick(BEAT);
  await settle();
  assert.deepEqual(heard(world), [null]);
});
