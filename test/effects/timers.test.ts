import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WireHistory, WireRecord, WireTimer } from '../../src/engine/core/wire-format.ts';
import { createTimers, startTimers } from '../../src/server/jobs/run-timers.ts';
import { contract } from '../support/database/each-store.ts';
import { LENDING } from '../support/effects/lending.ts';
import { found, page, patch, type Written, withLibrary } from '../support/http/library-calls.ts';
import { startServer, type TestServer } from '../support/http/server.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const running = (work: (server: TestServer) => Promise<void>, text = LENDING) => withLibrary(work, text);

/** Sessions end while the clock goes on by months, so that everybody signs in anew for each call. */
const raise = async (server: TestServer, name: string, record: WireRecord, event: string): Promise<Written> =>
  (await server.as(name)).post(
    `/api/loans/${record.id}/${event.replaceAll(' ', '-')}`,
    {},
    { 'if-match': record._.etag },
  );

const loanOf = async (server: TestServer, id: string): Promise<WireRecord> =>
  (await (await server.as('Lib')).get<WireRecord>(`/api/loans/${id}`)).body;

const events = async (server: TestServer, id: string): Promise<readonly string[]> => {
  const { body } = await (await server.as('Lib')).get<{ items: WireHistory[] }>(`/_/records/Loan/${id}/history`);
  return body.items.map(({ event }) => event).reverse();
};

/** Moves the clock to a moment and lets the product act until nothing is due. Ends with how often it did. */
async function moveTo(server: TestServer, at: number): Promise<number> {
  server.clock.now = at;
  const timers = createTimers(server.runtime);
  let fired = 0;
  for (let turn = 0; turn < 50; turn++) {
    const tick = await timers.tick(at);
    fired += tick.fired;
    if (tick.fired === 0) return fired;
  }
  throw new Error('The product does not come to rest.');
}

/** The same step by step, as a clock goes. */
async function passTo(server: TestServer, at: number, step: number): Promise<number> {
  let fired = 0;
  while (server.clock.now < at) fired += await moveTo(server, Math.min(at, server.clock.now + step));
  return fired;
}

async function handedOut(server: TestServer, more: object = {}): Promise<WireRecord> {
  const ada = await server.as('Ada');
  const book = await found(await server.as('Lib'), '/api/books', 'Faust');
  const made = await ada.post<WireRecord>('/api/loans', { purpose: 'Read', book: book.id, ...more });
  const out = await raise(server, 'Lib', made.body, 'hand out');
  assert.equal(out.status, 200, out.text);
  return out.body;
}

describe('a year of a library', () => {
  contract('each thing happens at its time, once', async () => {
    await running(async (server) => {
      const start = server.clock.now;
      const { id } = await handedOut(server, { dueAt: new Date(start + 20 * day).toISOString() });
      assert.equal(await moveTo(server, start + 10 * day - 1), 0);
      assert.equal(await moveTo(server, start + 10 * day), 1);
      assert.equal((await loanOf(server, id))['reminders'], 1);
      assert.equal(await moveTo(server, start + 20 * day - 2 * hour - 1), 0);
      assert.equal(await moveTo(server, start + 20 * day - 2 * hour), 1);
      assert.equal(await moveTo(server, start + 21 * day - 1), 0);
      assert.equal(await moveTo(server, start + 21 * day), 1);
      assert.equal((await loanOf(server, id))['status'], 'Late');
      assert.equal((await page(await server.as('Lib'), '/api/fees')).items.length, 1);
      assert.equal((await found(await server.as('Lib'), '/api/books', 'Faust'))['state'], 'Away');
      // Late with one fee: it waits for the second, whenever that comes.
      assert.equal(await passTo(server, start + 60 * day, 5 * day), 0);
      assert.equal((await (await server.as('Lib')).post('/api/fees', { reason: 'Dog', loan: id })).status, 201);
      assert.equal(await moveTo(server, server.clock.now + minute), 1);
      const lost = await loanOf(server, id);
      assert.equal(lost['status'], 'Lost');
      assert.equal((await found(await server.as('Lib'), '/api/books', 'Faust'))['state'], 'Missing');
      assert.equal(await passTo(server, start + 365 * day, 15 * day), 0);
      assert.deepEqual(await events(server, id), [
        'create',
        'hand out',
        'after 10 days',
        'before 2 hours',
        'after 1 day',
        'when fees >= 2',
      ]);
    });
  });

  contract('after a year of standing still it acts late, and what repeats is made up for once', async () => {
    await running(async (server) => {
      const start = server.clock.now;
      const { id } = await handedOut(server);
      assert.equal(await moveTo(server, start + 365 * day + hour), 2);
      const loan = await loanOf(server, id);
      assert.deepEqual([loan['reminders'], loan['nags'], loan['status']], [1, 1, 'Out']);
      // The steps go on as they did: the next even day counted from the hand-out.
      assert.equal(await moveTo(server, start + 366 * day - 1), 0);
      assert.equal(await moveTo(server, start + 366 * day), 1);
    });
  });

  contract('it repeats every second day, and the rest of the stay is its own', async () => {
    await running(async (server) => {
      const start = server.clock.now;
      const { id } = await handedOut(server);
      await passTo(server, start + 9 * day, day);
      assert.equal((await loanOf(server, id))['nags'], 4);
      // A guard that does not hold lets nothing happen; that it holds again is seen with the write.
      const dated = await patch(await server.as('Lib'), '/api/loans', await loanOf(server, id), {
        dueAt: new Date(start + 100 * day).toISOString(),
      });
      assert.equal(dated.status, 200, dated.text);
      await passTo(server, start + 20 * day, day);
      assert.deepEqual([(await loanOf(server, id))['nags'], (await loanOf(server, id))['reminders']], [4, 1]);
      assert.equal(
        (await patch(await server.as('Lib'), '/api/loans', await loanOf(server, id), { dueAt: null })).status,
        200,
      );
      assert.equal((await loanOf(server, id))['nags'], 5);
      assert.equal(await moveTo(server, server.clock.now), 0);
    });
  });

  contract('an event that leads back to its state begins a new stay; a timer does not', async () => {
    await running(async (server) => {
      const start = server.clock.now;
      const { id } = await handedOut(server, { dueAt: new Date(start + 50 * day).toISOString() });
      assert.equal(await moveTo(server, start + 10 * day), 1);
      assert.equal(await moveTo(server, start + 25 * day), 0);
      assert.equal((await raise(server, 'Ada', await loanOf(server, id), 'prolong')).status, 200);
      assert.equal(await moveTo(server, start + 35 * day - 1), 0);
      assert.equal(await moveTo(server, start + 35 * day), 1);
      assert.equal((await loanOf(server, id))['reminders'], 2);
    });
  });
});

describe('the clocks', () => {
  contract('ten days are ten days on the clocks of the document, over the end of summer time too', async () => {
    await running(async (server) => {
      // Noon in Berlin on 20 October is 10:00 UTC; on 30 October it is 11:00 UTC.
      server.clock.now = Date.UTC(2026, 9, 20, 10);
      await handedOut(server, { dueAt: '2027-01-01T00:00:00Z' });
      assert.equal(await moveTo(server, Date.UTC(2026, 9, 30, 11) - 1), 0);
      assert.equal(await moveTo(server, Date.UTC(2026, 9, 30, 11)), 1);
    });
  });

  contract('and over its beginning; hours are hours', async () => {
    await running(async (server) => {
      // Noon in Berlin on 20 March is 11:00 UTC; on 30 March it is 10:00 UTC.
      server.clock.now = Date.UTC(2026, 2, 20, 11);
      await handedOut(server, { dueAt: '2026-03-29T02:30:00Z' });
      // Two hours before 02:30 UTC, though the clocks in Berlin skip one of them.
      assert.equal(await moveTo(server, Date.UTC(2026, 2, 29, 0, 30) - 1), 0);
      assert.equal(await moveTo(server, Date.UTC(2026, 2, 29, 0, 30)), 1);
      assert.equal(await moveTo(server, Date.UTC(2026, 2, 30, 10) - 1 - hour * 8), 0);
      // A day after 04:30 in Berlin is 04:30 in Berlin: 02:30 UTC. The ten days end at noon.
      assert.equal(await moveTo(server, Date.UTC(2026, 2, 30, 2, 30)), 1);
    });
  });

  contract('a clock that is set back lets nothing happen twice', async () => {
    await running(async (server) => {
      const start = server.clock.now;
      const { id } = await handedOut(server, { dueAt: new Date(start + 90 * day).toISOString() });
      assert.equal(await moveTo(server, start + 11 * day), 1);
      assert.equal(await moveTo(server, start + 5 * day), 0);
      assert.equal(await moveTo(server, start + 12 * day), 0);
      assert.equal((await loanOf(server, id))['reminders'], 1);
    });
  });
});

describe('several servers and restarts', () => {
  contract('two servers that find the same due act once', async () => {
    await running(async (server) => {
      const start = server.clock.now;
      const { id } = await handedOut(server);
      const other = await startServer(LENDING, { store: server.store, now: start });
      const at = start + 10 * day;
      const [one, two] = [createTimers(server.runtime), createTimers(other.runtime)];
      const ticks = await Promise.all([one.tick(at), two.tick(at), one.tick(at), two.tick(at)]);
      await other.stop();
      assert.equal(
        ticks.reduce((sum, { fired }) => sum + fired, 0),
        2,
      );
      const loan = await loanOf(server, id);
      assert.deepEqual([loan['reminders'], loan['nags']], [1, 1]);
    });
  });

  contract('a server that is started again goes on where the one before stopped', async () => {
    await running(async (server) => {
      const start = server.clock.now;
      const { id } = await handedOut(server, { dueAt: new Date(start + 90 * day).toISOString() });
      assert.equal(await moveTo(server, start + 10 * day), 1);
      const second = await startServer(LENDING, { store: server.store, now: start + 11 * day });
      assert.equal(await moveTo(second, start + 30 * day), 0);
      assert.equal(await moveTo(second, start + 91 * day), 2);
      await second.stop();
      assert.equal((await loanOf(server, id))['status'], 'Late');
    });
  });

  contract('the worker acts by itself after a write, and rests until something is due', async () => {
    await running(async (server) => {
      const worker = startTimers(server.runtime);
      const { id } = await handedOut(server, { dueAt: new Date(server.clock.now - 30 * day).toISOString() });
      // Both moments by the field are over: it is late at once, and it was told of before.
      for (let waited = 0; waited < 200 && (await loanOf(server, id))['status'] !== 'Late'; waited++)
        await new Promise((resolve) => setTimeout(resolve, 10));
      await worker.stop();
      assert.equal((await loanOf(server, id))['status'], 'Late');
    });
  });

  contract('a write wakes the worker from its rest, so that a timer that it sets fires in time', async () => {
    await running(async (server) => {
      const worker = startTimers(server.runtime);
      // Nothing is due, so the worker rests for a minute.
      await new Promise((resolve) => setTimeout(resolve, 200));
      const { id } = await handedOut(server, { dueAt: new Date(server.clock.now - day + 500).toISOString() });
      server.clock.now += 2_000;
      for (let waited = 0; waited < 100 && (await loanOf(server, id))['status'] !== 'Late'; waited++)
        await new Promise((resolve) => setTimeout(resolve, 50));
      await worker.stop();
      assert.equal((await loanOf(server, id))['status'], 'Late');
    });
  });
});

describe('the document changes', () => {
  contract('another delay counts from when the state was entered', async () => {
    await running(async (server) => {
      const start = server.clock.now;
      await handedOut(server, { dueAt: new Date(start + 90 * day).toISOString() });
      server.clock.now = start + day;
      await server.runtime.update(LENDING.replace('after 10 days', 'after 3 days'));
      assert.equal(await moveTo(server, start + 3 * day - 1), 0);
      assert.equal(await moveTo(server, start + 3 * day), 1);
    });
  });

  contract(
    'records that were there before timers count from when history says that they entered their state',
    async () => {
      const without = LENDING.replace(
        /\| (Out|Late|Back) \| (after|every|2 hours before|1 day after|when|on)[^\n]*\n/g,
        '',
      );
      assert.doesNotMatch(without, /after 10 days/);
      await running(async (server) => {
        const start = server.clock.now;
        const { id } = await handedOut(server, { dueAt: new Date(start + 90 * day).toISOString() });
        server.clock.now = start + 5 * day;
        const changed = await patch(await server.as('Lib'), '/api/loans', await loanOf(server, id), {
          purpose: 'Read again',
        });
        assert.equal(changed.status, 200, changed.text);
        server.clock.now = start + 6 * day;
        await server.runtime.update(LENDING);
        assert.equal(await moveTo(server, start + 10 * day - 1), 0);
        assert.equal(await moveTo(server, start + 10 * day), 1);
      }, without);
    },
  );
});

describe('what stands in the way', () => {
  const STUCK = LENDING.replace('raise lose on book', 'raise take back on book; raise take back on book');

  contract('a timer whose effect is refused writes nothing, is told once, and is tried again each minute', async () => {
    await running(async (server) => {
      const start = server.clock.now;
      const { id } = await handedOut(server, { dueAt: new Date(start).toISOString() });
      await moveTo(server, start + day);
      assert.equal((await (await server.as('Lib')).post('/api/fees', { reason: 'Dog', loan: id })).status, 201);
      const timers = createTimers(server.runtime);
      const ticks = [];
      for (let turn = 1; turn <= 3; turn++) {
        server.clock.now = start + day + turn * minute;
        ticks.push(await timers.tick(server.clock.now));
        assert.equal((await timers.tick(server.clock.now)).checked, 0);
      }
      assert.deepEqual(
        ticks.map(({ refused, fired }) => [refused, fired]),
        [
          [1, 0],
          [1, 0],
          [1, 0],
        ],
      );
      assert.equal((await loanOf(server, id))['status'], 'Late');
      assert.equal((await found(await server.as('Lib'), '/api/books', 'Faust'))['state'], 'Away');
      assert.equal(server.logged.filter(({ message }) => message.includes('is due for Loan')).length, 1);
      const [state] = await server.store.timers.of({ entity: 'Loan', id });
      assert.match(state?.problem ?? '', /Not available while/);
      const { body } = await (await server.as('Ada')).get<{ items: WireTimer[] }>(`/_/records/Loan/${id}/timers`);
      assert.deepEqual(
        body.items.map(({ due, fired, problem }) => [due, fired, problem]),
        [[new Date(server.clock.now + minute).toISOString(), null, state?.problem]],
      );
    }, STUCK);
  });

  test('a thousand records whose time has not come are not looked at', async () => {
    const server = await startServer(LENDING);
    const { id } = await handedOut(server, { dueAt: new Date(server.clock.now + 400 * day).toISOString() });
    const due = await server.store.timers.due(server.clock.now, 1000);
    assert.deepEqual(due, []);
    const next = await server.store.timers.next();
    const waiting = await server.store.timers.of({ entity: 'Loan', id });
    await server.stop();
    assert.equal(next, Math.min(...waiting.flatMap((each) => each.due ?? [])));
  });
});
