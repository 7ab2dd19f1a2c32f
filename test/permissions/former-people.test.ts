import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { KEY_KINDS } from '../../src/store/core/keyring.ts';
import { GARDENERS } from '../support/documents/gardeners.ts';
import { startServer } from '../support/http/server.ts';

test('an event may empty the sign-in field of whoever raises it, which ends all of their access', async (t) => {
  const server = await startServer(GARDENERS);
  t.after(server.stop);
  const [ann, bo] = [await server.as('Ann'), await server.as('Bo')];
  const leave = async (who: typeof ann) => {
    const { headers } = await who.get<WireRecord>(`/api/gardeners/${who.id}`);
    return who.post<Problem>(`/api/gardeners/${who.id}/leave`, {}, { 'if-match': headers.get('etag') ?? '' });
  };
  assert.equal((await leave(bo)).status, 409, 'Bo still has a plot');
  const { keys } = server.store;
  for (const kind of KEY_KINDS)
    await keys.put({ kind, name: `${kind} of Ann`, person: ann.id, value: '', made: 0, used: 0, expires: null });
  assert.equal((await leave(ann)).status, 200);
  for (const kind of KEY_KINDS) assert.deepEqual(await keys.ofPerson(ann.id, kind, 0), [], kind);
  assert.equal((await ann.get<{ person: unknown }>('/_/session')).body.person, null);
  assert.equal(await server.store.findBy('Gardener', 'email', 'ann@example.com'), null);
  assert.notEqual((await bo.get<{ person: unknown }>('/_/session')).body.person, null);
});

test('an event that fills the own sign-in field, or gives the own role, stays refused', async (t) => {
  for (const effect of ['email = "other@example.com"', 'email = null; role = Member']) {
    const text = GARDENERS.replace('name = null; email = null', effect);
    const server = await startServer(text);
    t.after(server.stop);
    const ann = await server.as('Ann');
    const { headers } = await ann.get<WireRecord>(`/api/gardeners/${ann.id}`);
    const answer = await ann.post<Problem>(
      `/api/gardeners/${ann.id}/leave`,
      {},
      { 'if-match': headers.get('etag') ?? '' },
    );
    assert.equal(answer.status, 403, effect);
  }
});

test('a sign-in field that an event empties may be empty without a finding', () => {
  const codes = (text: string) => diagnose(text).diagnostics.map(({ code }) => code);
  assert.ok(!codes(GARDENERS).includes('sign-in-doubtful'));
  assert.ok(codes(GARDENERS.replace('; email = null', '')).includes('sign-in-doubtful'));
});
