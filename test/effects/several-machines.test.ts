import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { ROWING } from '../support/effects/rowing.ts';
import { startServer } from '../support/http/server.ts';

const withCoach = ROWING.replace(
  '| ada | ada@example.com | rower |',
  '| ada | ada@example.com | rower |\n| bob | bob@example.com | coach |',
);

test('a taken value of a field with a stated key is reported once, under the stated error', async (t) => {
  const server = await startServer(withCoach);
  t.after(server.stop);
  const ada = await server.as('ada');
  const taken = await ada.post<Problem>('/api/rowers', { login: 'bob', mail: 'x@example.com', roles: ['rower'] });
  assert.equal(taken.status, 400);
  assert.equal(taken.body.code, 'LOGIN_TAKEN');
  assert.deepEqual(
    (taken.body.failures ?? []).map(({ code }) => code),
    ['LOGIN_TAKEN'],
  );
  const mixed = await ada.post<Problem>('/api/rowers', { login: 'Bob', mail: 'x@example.com', roles: ['rower'] });
  assert.equal(mixed.status, 201, 'a login is no address: case counts');
});

test('an entry of NOT_ALLOWED with a permission as its cause answers for that permission alone', async (t) => {
  const server = await startServer(withCoach);
  t.after(server.stop);
  const ada = await server.as('ada');
  const boat = await ada.post<WireRecord>('/api/boats', { label: 'Heron', seats: 2 });
  assert.equal(boat.status, 201);
  const id = boat.body['id'] as string;
  const refused = async (method: string, path: string, body?: unknown) => {
    const answer = await ada.call<Problem>(method, path, body, { 'if-match': boat.headers.get('etag') ?? '' });
    return [answer.status, answer.body.detail];
  };
  assert.deepEqual(await refused('DELETE', `/api/boats/${id}`), [403, 'Coaches scrap boats.']);
  assert.deepEqual(await refused('POST', `/api/boats/${id}/launch`), [403, 'Coaches launch boats.']);
});
