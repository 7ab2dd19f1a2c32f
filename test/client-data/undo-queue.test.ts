import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageEventHandlers } from '../../src/client/undo-queue/page-events.ts';
import {
  type CountdownControls,
  createUndoQueue,
  DELAY_MS,
  type DelayedAction,
} from '../../src/client/undo-queue/undo-queue.ts';

/** A queue on a page and a clock that stand in the test's hand. */
function opened() {
  let now = 0;
  let timers: { at: number; work: () => void }[] = [];
  let leaving: PageEventHandlers | null = null;
  const queue = createUndoQueue(
    (page) => {
      leaving = page;
      return () => {
        leaving = null;
      };
    },
    {
      now: () => now,
      after: (wait, work) => {
        const timer = { at: now + wait, work };
        timers = [...timers, timer];
        return () => {
          timers = timers.filter((each) => each !== timer);
        };
      },
    },
  );
  const pass = async (milliseconds: number) => {
    now += milliseconds;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter((timer) => !due.includes(timer));
    for (const { work } of due) work();
    await settled();
  };
  const log: string[] = [];
  const shown = new Map<string, CountdownControls>();
  const hold = (label: string, records: readonly string[], more: Partial<DelayedAction> = {}) => {
    const work = async () => {
      log.push(`${label} begins`);
      await settled();
      log.push(`${label} ends`);
      return label;
    };
    const tell = (held: CountdownControls) => {
      shown.set(label, held);
      held.rendered();
      return () => void shown.delete(label);
    };
    return queue.delay({ label, text: '', records, event: label, ...more }, work, tell);
  };
  return { queue, log, shown, hold, pass, page: () => leaving };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('what waits is done once the time is over, once, and its message goes', async () => {
  const { queue, hold, pass, shown, log, page } = opened();
  const done = hold('approve', ['a']);
  await pass(DELAY_MS - 1);
  assert.deepEqual([log, queue.entries().length, shown.size], [[], 1, 1]);
  await pass(1);
  assert.deepEqual(await done, { value: 'approve' });
  assert.deepEqual([log, queue.entries(), shown.size], [['approve begins', 'approve ends'], [], 0]);
  assert.equal(page(), null, 'Nothing waits, and the page is listened to all the same.');
});

test('what is stopped is never done; what is wanted now is done now', async () => {
  const { hold, pass, shown, log } = opened();
  const stopped = hold('approve', ['a']);
  const hurried = hold('pay', ['b']);
  await pass(1_000);
  shown.get('approve')?.stop();
  shown.get('pay')?.runNow();
  assert.deepEqual([await stopped, await hurried], [null, { value: 'pay' }]);
  await pass(DELAY_MS);
  assert.deepEqual(log, ['pay begins', 'pay ends']);
});

test('the time stands still while somebody is at the message, and leaves them two seconds after', async () => {
  const { hold, pass, shown, log } = opened();
  void hold('approve', ['a']);
  await pass(5_500);
  shown.get('approve')?.pause(true);
  await pass(60_000);
  assert.deepEqual([log, shown.get('approve')?.msLeft()], [[], 2_000]);
  shown.get('approve')?.pause(false);
  await pass(1_999);
  assert.deepEqual(log, []);
  await pass(1);
  assert.deepEqual(log.slice(0, 1), ['approve begins']);
});

test('another thing about the same record sends what waits first, and then waits itself', async () => {
  const { queue, hold, pass, shown, log, page } = opened();
  const first = hold('approve', ['a', 'b']);
  await pass(1_000);
  const second = hold('pay', ['b']);
  assert.equal(page()?.mustAsk(), true, 'The second can’t get away before the first is answered.');
  assert.deepEqual(await first, { value: 'approve' });
  await settled();
  assert.deepEqual([log, [...shown.keys()]], [['approve begins', 'approve ends'], ['pay']]);
  await pass(1_000);
  // A change of the record does not wait: it sends what does, and goes behind it.
  await queue.flush(['b', 'c']);
  assert.deepEqual([await second, log.slice(2)], [{ value: 'pay' }, ['pay begins', 'pay ends']]);
});

test('whoever leaves sends everything within the call, or is asked where it is too much', async () => {
  const { queue, hold, pass, log, page } = opened();
  void hold('approve', ['a']);
  void hold('pay', ['b'], { bytes: 26_000 });
  await pass(10);
  assert.equal(page()?.mustAsk(), false);
  void hold('close', ['c'], { bytes: Infinity });
  assert.equal(page()?.mustAsk(), true);
  page()?.leave();
  assert.equal(queue.isLeaving(), true);
  // Promises alone: a page that ends does no more than these.
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  assert.deepEqual(log, ['approve begins', 'pay begins', 'close begins']);
  await settled();
  await settled();
  // It came back: what is sent from now on is sent from a page that stays.
  assert.deepEqual([queue.entries(), queue.isLeaving()], [[], false]);
});

test('what somebody else signed in over is not done in their name', async () => {
  const { hold, pass, log, page } = opened();
  const first = hold('approve', ['a']);
  const second = hold('pay', ['a']);
  await pass(0);
  page()?.drop();
  assert.deepEqual([await first, await second], [{ value: 'approve' }, null]);
  assert.deepEqual(log, ['approve begins', 'approve ends']);
});

test('a write of one’s own makes the version that was pressed over the next one', () => {
  const { queue } = opened();
  queue.noteVersion('a', '"1"', '"2"');
  queue.noteVersion('a', '"2"', '"3"');
  queue.noteVersion('b', '"1"', '"9"');
  assert.deepEqual(
    [queue.latestVersion('a', '"1"'), queue.latestVersion('a', '"4"'), queue.latestVersion('b', '"1"')],
    ['"3"', '"4"', '"9"'],
  );
  // Back and forth, as undoing does it, ends somewhere.
  queue.noteVersion('a', '"3"', '"1"');
  assert.ok(['"1"', '"2"', '"3"'].includes(queue.latestVersion('a', '"1"')));
});
