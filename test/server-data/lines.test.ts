import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { createTimers } from '../../src/server/jobs/run-timers.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { STEPPED_JOBS } from '../support/documents/stepped-jobs.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const ORDERS = `# Specification: Orders

## 3. Entities and their fields

### Clerk

- name: text, required, title
- email: email, required, sign-in

### Order

- title: text, required, title
- items: list of Item

### Item

Belongs to Order.

- what: text, required
- number: number series(000)
- slip: number series(YY-0)

## 6. Roles and permissions

- Clerk: everyone who signs in

| | Clerk |
| --- | --- |
| Order: read, create, change, delete | yes |
| Clerk: read | yes |

## Sample data

### Clerk

| name | email |
| --- | --- |
| Ada | ada@example.com |

### Order

| title | items |
| --- | --- |
| Old | Nail; Screw |
`;

type Item = { readonly id: string; readonly what: string; readonly number: string; readonly slip: string };

async function withOrders(work: (server: TestServer, ada: Caller) => Promise<void>, text = ORDERS): Promise<void> {
  const { store, done } = await openEmpty();
  const server = await startServer(text, { store });
  try {
    await work(server, await server.as('Ada'));
  } finally {
    await server.stop();
    await done();
  }
}

const itemsOf = (order: WireRecord) => order['items'] as unknown as readonly Item[];
const numbers = (order: WireRecord) => itemsOf(order).map(({ what, number }) => `${what} ${number}`);

const saved = (ada: Caller, order: WireRecord, items: readonly object[]) =>
  ada.patch<WireRecord & Problem>(`/api/orders/${order.id}`, { items }, { 'if-match': order._.etag });

async function made(ada: Caller, ...items: readonly string[]): Promise<WireRecord> {
  const { status, body, text } = await ada.post<WireRecord>('/api/orders', {
    title: 'New',
    items: items.map((what) => ({ what })),
  });
  assert.equal(status, 201, text);
  return body;
}

describe('a number series of lines', () => {
  contract('counts the lines of each record, in their order, and gives none again', async () => {
    await withOrders(async (server, ada) => {
      const one = await made(ada, 'Nail', 'Screw');
      assert.deepEqual(numbers(one), ['Nail 001', 'Screw 002']);
      assert.deepEqual(
        itemsOf(one).map(({ slip }) => slip),
        ['26-1', '26-2'],
      );
      assert.deepEqual(numbers(await made(ada, 'Hook')), ['Hook 001']);
      const [nail, screw] = itemsOf(one);
      const more = await saved(ada, one, [{ what: 'Bolt' }, { ...screw }, { what: 'Nut' }]);
      assert.deepEqual(numbers(more.body), ['Bolt 003', 'Screw 002', 'Nut 004'], more.text);
      // The last of them goes, and so does its number.
      const less = await saved(ada, more.body, itemsOf(more.body).slice(0, 2));
      const again = await saved(ada, less.body, [...itemsOf(less.body), { what: 'Peg' }]);
      assert.deepEqual(numbers(again.body), ['Bolt 003', 'Screw 002', 'Peg 005']);
      server.clock.now = Date.UTC(2027, 0, 2);
      const ada27 = await server.as('Ada');
      const later = await saved(ada27, again.body, [...itemsOf(again.body), { what: 'Pin' }]);
      assert.deepEqual([itemsOf(later.body).at(-1)?.number, itemsOf(later.body).at(-1)?.slip], ['006', '27-1']);
      const typed = await saved(ada27, later.body, [{ what: 'Cap', number: '999' }]);
      assert.deepEqual(
        typed.body.failures?.map(({ pointer, code }) => `${pointer} ${code}`),
        ['/items/0/number NOT_AN_INPUT'],
      );
      assert.notEqual(nail, undefined);
    });
  });

  contract('goes on after those of sample lines, and gives each number once however many write at once', async () => {
    await withOrders(async (_, ada) => {
      const page = await ada.get<{ items: readonly WireRecord[] }>('/api/orders');
      const [old] = page.body.items;
      assert.ok(old);
      assert.deepEqual(numbers(old), ['Nail 001', 'Screw 002']);
      const add = async (what: string): Promise<number> => {
        for (let tries = 1; ; tries += 1) {
          const { body } = await ada.get<WireRecord>(`/api/orders/${old.id}`);
          const { status, text } = await saved(ada, body, [...itemsOf(body), { what }]);
          if (status === 200) return tries;
          assert.equal(status, 412, text);
        }
      };
      await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(add));
      const { body } = await ada.get<WireRecord>(`/api/orders/${old.id}`);
      assert.deepEqual(
        itemsOf(body).map(({ number }) => number),
        ['001', '002', '003', '004', '005', '006', '007', '008'],
      );
    });
  });
});

type Step = { readonly id: string; readonly what: string; readonly hours: number | null; readonly state: string };

const stepsOf = (job: WireRecord) => job['steps'] as unknown as readonly (Step & { readonly billed: boolean | null })[];
const told = (job: WireRecord) => stepsOf(job).map(({ what, hours, state }) => `${what} ${hours} ${state}`);

async function readJob(ada: Caller, { id }: { readonly id: string }): Promise<WireRecord> {
  return (await ada.get<WireRecord>(`/api/jobs/${id}`)).body;
}

async function newJob(ada: Caller, steps: readonly object[]): Promise<WireRecord> {
  const { status, body, text } = await ada.post<WireRecord>('/api/jobs', { title: 'Roof', steps });
  assert.equal(status, 201, text);
  return body;
}

const raise = async (ada: Caller, job: WireRecord, event: string) =>
  ada.post<WireRecord & Problem>(`/api/jobs/${job.id}/${event}`, {}, { 'if-match': (await readJob(ada, job))._.etag });

const DAY = 86_400_000;

describe('lines with states of their own', () => {
  contract('begin in one, act by themselves when their time has come, and are written with their record', async () => {
    await withOrders(async (server, ada) => {
      const { tick } = createTimers(server.runtime);
      const start = server.clock.now;
      const job = await newJob(ada, [
        { what: 'Nail', hours: 2 },
        { what: 'Saw', hours: 4 },
      ]);
      assert.deepEqual(told(job), ['Nail 2 Waiting', 'Saw 4 Waiting']);
      assert.deepEqual(
        [job['hours'], (stepsOf(job)[0] as unknown as { startedAt: string }).startedAt],
        [6, new Date(start).toISOString()],
      );
      // One comes later, and has its own three days.
      server.clock.now = start + DAY;
      const more = await ada.patch<WireRecord>(
        `/api/jobs/${job.id}`,
        { steps: [...stepsOf(job), { what: 'Paint', hours: 1 }] },
        { 'if-match': job._.etag },
      );
      assert.equal(more.status, 200, more.text);
      assert.equal((await tick(start + 2 * DAY)).fired, 0);
      assert.equal((await tick(start + 3 * DAY)).fired, 2);
      const late = await readJob(ada, job);
      assert.deepEqual([...told(late), late['hours']], ['Nail 3 Late', 'Saw 5 Late', 'Paint 1 Waiting', 9]);
      // Again and again; the third has come to its time as well.
      assert.equal((await tick(start + 4 * DAY)).fired, 3);
      assert.deepEqual(told(await readJob(ada, job)), ['Nail 4 Late', 'Saw 6 Late', 'Paint 2 Late']);
      assert.equal((await tick(start + 5 * DAY)).fired, 3);
      // What is taken out does nothing any more.
      server.clock.now = start + 5 * DAY;
      const now = await readJob(ada, job);
      const less = await ada.patch(
        `/api/jobs/${job.id}`,
        { steps: stepsOf(now).slice(0, 1) },
        { 'if-match': now._.etag },
      );
      assert.equal(less.status, 200, less.text);
      assert.equal((await tick(start + 6 * DAY)).fired, 1);
      assert.deepEqual(told(await readJob(ada, job)), ['Nail 6 Late']);
    }, STEPPED_JOBS);
  });

  contract('hold to the rules of their own events, whoever raises those', async () => {
    const ruled = STEPPED_JOBS.replace(
      '## 6. Roles',
      `## 5. Validation rules

| Rule | On | Must hold | Notes |
| --- | --- | --- | --- |
| R-1 | Step, finish | \`hours <= 8\` | no step is finished that took longer than a day |

## 6. Roles`,
    );
    await withOrders(async (_server, ada) => {
      const job = await newJob(ada, [
        { what: 'Nail', hours: 2 },
        { what: 'Saw', hours: 9 },
      ]);
      const refused = await raise(ada, job, 'close');
      assert.deepEqual([refused.status, refused.body.code], [422, 'NOT_VALID'], refused.text);
      const open = await readJob(ada, job);
      assert.deepEqual([open['status'], ...told(open)], ['Open', 'Nail 2 Waiting', 'Saw 9 Waiting']);
      const steps = stepsOf(open).map((step) => ({ ...step, hours: 8 }));
      assert.equal((await ada.patch(`/api/jobs/${job.id}`, { steps }, { 'if-match': open._.etag })).status, 200);
      assert.equal((await raise(ada, job, 'close')).status, 200);
    }, ruled);
  });

  contract('are made by effects, and moved by those of their record and of others', async () => {
    await withOrders(async (server, ada) => {
      const job = await newJob(ada, [
        { what: 'Nail', hours: 2 },
        { what: 'Saw', hours: 0 },
      ]);
      const rested = await raise(ada, job, 'add-rest');
      assert.deepEqual(told(rested.body), ['Nail 2 Waiting', 'Saw 0 Waiting', 'Rest 1 Waiting'], rested.text);
      const numbers = (stepsOf(rested.body) as unknown as readonly { number: string }[]).map(({ number }) => number);
      assert.deepEqual([numbers, rested.body['hours']], [['1', '2', '3'], 3]);
      // A fourth is more than there may be.
      const full = await raise(ada, job, 'add-rest');
      assert.deepEqual(
        [full.status, full.body.failures?.map(({ code }) => code)],
        [422, ['TOO_MANY_LINES']],
        full.text,
      );
      const bill = await ada.post<WireRecord>('/api/bills', { job: job.id });
      assert.equal(bill.status, 201, bill.text);
      assert.deepEqual(
        stepsOf(await readJob(ada, job)).map(({ billed }) => billed),
        [true, true, true],
      );
      // One of them may not be finished yet: then nothing of it happens.
      const early = await raise(ada, job, 'close');
      assert.equal(early.status, 409, early.text);
      const open = await readJob(ada, job);
      assert.deepEqual([open['status'], ...told(open)], ['Open', 'Nail 2 Waiting', 'Saw 0 Waiting', 'Rest 1 Waiting']);
      const steps = stepsOf(open).map((step) => ({ ...step, hours: 5 }));
      assert.equal((await ada.patch(`/api/jobs/${job.id}`, { steps }, { 'if-match': open._.etag })).status, 200);
      const settled = await ada.post(`/api/bills/${bill.body.id}/settle`, {}, { 'if-match': bill.body._.etag });
      assert.equal(settled.status, 200, settled.text);
      const done = await readJob(ada, job);
      assert.deepEqual(told(done), ['Nail 5 Done', 'Saw 5 Done', 'Rest 5 Done']);
      // What is final is neither changed nor taken out, and no state is typed.
      const tries = [
        ['NOT_AN_INPUT', stepsOf(done).map((step) => ({ ...step, hours: 9 }))],
        ['LINE_STAYS', stepsOf(done).slice(1)],
        ['LINE_STAYS', []],
        ['NOT_AN_INPUT', stepsOf(done).map((step) => ({ ...step, state: 'Waiting' }))],
      ] as const;
      for (const [code, wrong] of tries) {
        const refused = await ada.patch<Problem>(`/api/jobs/${job.id}`, { steps: wrong }, { 'if-match': done._.etag });
        assert.deepEqual(
          [refused.status, new Set(refused.body.failures?.map(({ code }) => code))],
          [422, new Set([code])],
        );
      }
      assert.equal((await raise(ada, job, 'close')).status, 409);
      assert.ok(server.clock.now > 0);
    }, STEPPED_JOBS);
  });

  contract(
    'go with what they point to where their field says so, unless they or their record stand at an end',
    async () => {
      await withOrders(async (_, ada) => {
        const tool = async (name: string) => (await ada.post<WireRecord>('/api/tools', { name })).body;
        const [saw, file] = [await tool('Saw'), await tool('File')];
        const job = await newJob(ada, [
          { what: 'Cut', hours: 2, tool: saw.id },
          { what: 'Nail', hours: 3 },
          { what: 'Smooth', hours: 1, tool: file.id },
        ]);
        const gone = async ({ id, _ }: WireRecord) =>
          (await ada.delete(`/api/tools/${id}`, { 'if-match': _.etag })).status;
        assert.equal(await gone(saw), 204);
        const after = await readJob(ada, job);
        assert.deepEqual([...told(after), after['hours']], ['Nail 3 Waiting', 'Smooth 1 Waiting', 4]);
        assert.equal((await raise(ada, job, 'close')).status, 200);
        assert.equal(await gone(file), 409);
        assert.deepEqual(told(await readJob(ada, job)), ['Nail 3 Done', 'Smooth 1 Done']);
      }, STEPPED_JOBS);
    },
  );
});

test('lines that are there when the document gives them timers count from when they were written', async () => {
  const timer = /\| Waiting \| after 3 days .*\n/;
  await withOrders(
    async (server, ada) => {
      const { tick } = createTimers(server.runtime);
      const start = server.clock.now;
      const job = await newJob(ada, [{ what: 'Nail', hours: 2 }]);
      server.clock.now = start + DAY;
      await server.runtime.update(STEPPED_JOBS);
      assert.equal((await tick(start + 3 * DAY - 1)).fired, 0);
      assert.equal((await tick(start + 3 * DAY)).fired, 1);
      assert.deepEqual(told(await readJob(await server.as('Ada'), job)), ['Nail 3 Late']);
      assert.notEqual(ada.id, '');
    },
    STEPPED_JOBS.replace(timer, ''),
  );
});
