import assert from 'node:assert/strict';
import type { Problem, WireRecord, WireTimer } from '../../src/engine/core/wire-format.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { createTimers } from '../../src/server/jobs/run-timers.ts';
import type { Json, World } from '../../src/verify/evaluator/world.ts';
import { oracle } from '../../src/verify/oracle/oracle.ts';
import { contract } from '../support/database/each-store.ts';
import { FITTING } from '../support/effects/fitting.ts';
import { found, page, type Written, withLibrary } from '../support/http/library-calls.ts';
import type { Caller, TestServer } from '../support/http/server.ts';

/** What an effect puts into a field has to fit its type, as what people type has to. */

const fitting = (title: string, work: (server: TestServer, me: Caller) => Promise<void>) =>
  contract(title, () => withLibrary(async (server) => work(server, await server.as('Me')), FITTING));

const model = assume(readDocument(FITTING).model);

/** Raises an event of this record. The oracle has to refuse it for the same, or not either. */
async function raise(
  me: Caller,
  record: WireRecord,
  event: string,
  input: { [name: string]: Json } = {},
): Promise<Written> {
  const world: World = new Map();
  for (const [entity, path] of [
    ['Person', 'persons'],
    ['Room', 'rooms'],
    ['Ask', 'asks'],
  ] as const)
    for (const one of (await page(me, `/api/${path}`)).items) {
      const values = Object.entries(one).filter(([name]) => name !== '_') as [string, Json][];
      world.set(one.id, { entity, id: one.id, values: new Map(values) });
    }
  const who = (await found(me, '/api/persons', 'Me')).id;
  const asked = { kind: 'event', entity: 'Ask', id: record.id, event, call: null, input, match: 'current' } as const;
  const told = oracle(model, world, who, asked, Date.parse('2026-11-20T10:00:00Z'));
  const path = `/api/asks/${record.id}/${event.replaceAll(' ', '-')}`;
  const answer: Written = await me.post(path, input, { 'if-match': record._.etag });
  // Which of the two says that a number has no room is a matter of taste.
  const sorted = (all: readonly { readonly code: string }[]) =>
    all.map(({ code }) => (code === 'NUMBER_TOO_LARGE' ? 'TOO_BIG' : code)).sort();
  const codes = sorted(answer.body.failures ?? []);
  const faults = told.allowed ? [] : sorted(told.faults);
  assert.deepEqual([told.allowed ? 200 : told.status, faults], [answer.status, codes], `${event}: ${answer.text}`);
  return answer;
}

const ask = async (me: Caller, values: object): Promise<WireRecord> => {
  const made = await me.post<WireRecord>('/api/asks', { what: 'Please', ...values });
  assert.equal(made.status, 201, made.text);
  return made.body;
};

const told = ({ status, body }: Written) => [
  status,
  ...(body.failures ?? []).map(({ pointer, code, message }) => `${pointer} ${code} ${message}`),
];

fitting('an effect at the record itself is refused where its value does not fit', async (_, me) => {
  const low = await ask(me, { count: 1 });
  const up = await raise(me, low, 'step');
  assert.deepEqual([up.status, up.body['count']], [200, 2]);
  assert.equal(up.body._.can.events['step']?.code, 'TOO_BIG');
  assert.deepEqual(told(await raise(me, up.body, 'step')), [422, '/count TOO_BIG Count: This must be at most 2.']);
  // What counts is what it comes to in the end.
  const back = await raise(me, await ask(me, { count: 1 }), 'there and back');
  assert.deepEqual([back.status, back.body['count']], [200, 2]);
  const wide = await raise(me, await ask(me, { size: 200 }), 'split');
  assert.deepEqual(told(wide), [422, '/share TOO_BIG Share: This must be at most 50.00.']);
  const wider = await raise(me, await ask(me, { size: 900 }), 'split');
  assert.deepEqual([wider.status, wider.body.failures?.map(({ code }) => code)], [422, ['TOO_BIG']]);
  const lines = await raise(me, await ask(me, { words: 'one\ntwo' }), 'retitle');
  assert.equal(lines.status, 422);
});

fitting('an effect that reads what is still to be asked for is not foretold', async (_, me) => {
  const made = await ask(me, {});
  assert.equal(made._.can.events['more'], null);
  assert.deepEqual(told(await raise(me, made, 'more', { extra: 3 })), [
    422,
    '/count TOO_BIG Count: This must be at most 2.',
  ]);
  const done = await raise(me, made, 'more', { extra: 2 });
  assert.deepEqual([done.status, done.body['count']], [200, 2]);
});

fitting(
  'an effect at another record, or that makes one, is refused likewise, and nothing of it is written',
  async (_, me) => {
    const room = (await me.post<WireRecord>('/api/rooms', { label: 'Blue' })).body;
    const long = await ask(me, { what: 'toolongnote', room: room.id, size: 7 });
    assert.deepEqual(told(await raise(me, long, 'tell')), [
      422,
      ' TOO_LONG Note: At most 5 characters are allowed; this has 11.',
    ]);
    assert.deepEqual(told(await raise(me, long, 'mark')).slice(0, 1), [422]);
    assert.deepEqual(told(await raise(me, long, 'fill')), [422, ' TOO_BIG N: This must be at most 3.']);
    assert.equal((await page(me, '/api/slots')).items.length, 0);
    assert.equal((await found(me, '/api/rooms', 'Blue'))['note'], null);
    const short = await ask(me, { what: 'AB', room: room.id, size: 3 });
    const tell = await raise(me, short, 'tell');
    const mark = await raise(me, tell.body, 'mark');
    assert.deepEqual([tell.status, mark.status, (await raise(me, mark.body, 'fill')).status], [200, 200, 200]);
  },
);

fitting('of a field that they do not read nobody learns more than that it does not fit', async (_, me) => {
  const room = (await me.post<WireRecord>('/api/rooms', { label: 'Blue' })).body;
  const made = await ask(me, { room: room.id, size: 7 });
  const hidden = 'This must hold: a condition that you may not see.';
  const [rate, hide] = [await raise(me, made, 'rate'), await raise(me, made, 'hide')];
  assert.deepEqual(told(rate), [422, `/grade TOO_BIG ${hidden}`]);
  assert.deepEqual(told(hide), [422, ` TOO_BIG ${hidden}`]);
  assert.doesNotMatch(rate.text, /"line":40|Grade|at most/);
  assert.doesNotMatch(hide.text, /Hidden|at most/);
});

fitting('so is one at a line, or that makes one', async (_, me) => {
  const made = await ask(me, { size: 10, parts: [{ amount: 1 }] });
  const post = async (event: string): Promise<Written> =>
    me.post(`/api/asks/${made.id}/${event}`, {}, { 'if-match': made._.etag });
  assert.deepEqual(told(await post('part')), [422, '/parts/1/amount TOO_BIG Amount: This must be at most 9.']);
  assert.deepEqual(told(await post('parts')), [422, '/parts/0/amount TOO_BIG Amount: This must be at most 9.']);
});

fitting('a timer does not act, and says why', async (server, me) => {
  const waiting = await raise(me, await ask(me, { size: 5 }), 'wait');
  server.clock.now += 2 * 60 * 60_000;
  await createTimers(server.runtime).tick(server.clock.now);
  const after = (await (await server.as('Me')).get<WireRecord>(`/api/asks/${waiting.body.id}`)).body;
  assert.deepEqual([after['state'], after['count']], ['Waiting', 0]);
  const { body } = await (await server.as('Me')).get<{ items: readonly WireTimer[] } & Problem>(
    `/_/records/Ask/${waiting.body.id}/timers`,
  );
  assert.match(body.items[0]?.problem ?? '', /Count: This must be at most 2\./);
});
