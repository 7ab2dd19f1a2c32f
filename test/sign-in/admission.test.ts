import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { type AdmissionOptions, admission } from '../../src/server/core/admission.ts';

/** An event loop and a clock that stand still until they are told to go on. */
function machine(options: Pick<AdmissionOptions, 'maxRunning' | 'maxWaiting'> = {}) {
  const time = { now: 0 };
  let planned: (() => void)[] = [];
  const { admit, figures } = admission({ clock: () => time.now, defer: (work) => void planned.push(work), ...options });
  const outcomes: string[] = [];
  /** Something that takes so long of the processor. */
  const ask = (name: string, takes: number, isUrgent = false): void => {
    const work = async () => {
      time.now += takes;
      return `${name} at ${time.now}`;
    };
    void admit(work, isUrgent).then((done) => outcomes.push(done ?? `${name} shed`));
  };
  const turn = async (): Promise<void> => {
    const now = planned;
    planned = [];
    for (const each of now) {
      each();
      await settled();
    }
  };
  const idle = async (): Promise<void> => {
    await settled();
    while (planned.length > 0) await turn();
  };
  const told = (): readonly string[] => outcomes.splice(0);
  return { time, admit, ask, figures, turn, idle, told };
}

describe('a request', () => {
  test('begins at once where there is time, also before the event loop comes round', async () => {
    const { ask, told } = machine();
    ask('first', 3);
    ask('second', 3);
    await settled();
    assert.deepEqual(told(), ['first at 3', 'second at 6']);
  });

  test('waits for its turn where others took all of this one, and those who wait go first', async () => {
    const { ask, idle, figures, told } = machine();
    ask('long', 25);
    ask('second', 1);
    ask('third', 1);
    assert.deepEqual(figures(), { running: 1, waiting: 2, shed: 0 });
    await idle();
    assert.deepEqual(told(), ['long at 25', 'second at 26', 'third at 27']);
    assert.deepEqual(figures(), { running: 0, waiting: 0, shed: 0 });
  });

  test('waits for a second and a half in a burst, and no longer', async () => {
    const { ask, idle, told, figures } = machine({ maxWaiting: 5_000 });
    for (let count = 0; count < 3_000; count++) ask(String(count), 1);
    await idle();
    const all = told();
    // Ten had the first turn; the rest has waited from then on.
    assert.equal(all.filter((each) => !each.endsWith('shed')).length, 10 + 1_500);
    assert.deepEqual(all.slice(0, 2), ['0 at 1', '1 at 2']);
    assert.equal(figures().shed, 1_490);
  });

  test('waits for less than half a second where some have been waiting all the time', async () => {
    const { time, ask, turn, idle, told } = machine();
    const waits: number[] = [];
    const came = new Map<string, number>();
    const note = () => {
      for (const each of told()) {
        const [name = '', , done = ''] = each.split(' ');
        if (done !== '') waits.push(Number(done) - (came.get(name) ?? 0));
      }
    };
    // Three come for each that can be done.
    for (let count = 0, due = 0; time.now < 6_000; time.now += 0.1) {
      for (; due <= time.now; due += 1 / 3) {
        came.set(`r${count}`, time.now);
        ask(`r${count++}`, 1);
      }
      await turn();
      note();
    }
    const late = waits.slice(-2_000);
    assert.equal(late.length, 2_000, 'it goes on working all the time');
    assert.ok(Math.max(...late) < 403, `one waited ${Math.max(...late)}`);
    // The load is gone: whoever comes then is answered at once.
    await idle();
    told();
    ask('afterwards', 1);
    await settled();
    assert.deepEqual(told(), [`afterwards at ${time.now}`]);
  });

  test('that is new is heard before the next work begins, as long as others come one after the other', async () => {
    const { ask, turn, idle, figures, told } = machine();
    for (const name of ['long', 'second']) ask(name, 12);
    for (let count = 0; count < 3; count++) ask(`new ${count}`, 12);
    // The first turn was used up; one listens, and the third works.
    for (let count = 0; count < 3; count++) await turn();
    assert.deepEqual(told(), ['long at 12', 'second at 24']);
    for (let count = 0; count < 5; count++) {
      ask(`newer ${count}`, 1);
      await turn();
      assert.equal(figures().waiting, 4 + count);
    }
    for (let count = 0; count < 2; count++) await turn();
    assert.deepEqual(told(), ['new 0 at 36']);
    await idle();
    assert.equal(told().length, 2 + 5);
  });

  test('takes turns with the urgent ones, which are borne longer', async () => {
    const { time, ask, idle, told } = machine();
    ask('long', 25);
    ask('longer', 1_600);
    for (let count = 0; count < 2; count++) ask(`usual ${count}`, 1);
    for (let count = 0; count < 2; count++) ask(`urgent ${count}`, 1, true);
    await idle();
    assert.deepEqual(told().toSorted(), [
      'long at 25',
      'longer at 1626',
      'urgent 0 at 26',
      'urgent 1 at 1627',
      'usual 0 shed',
      'usual 1 shed',
    ]);
    ask('long', 25);
    for (let count = 0; count < 3; count++) ask(`usual ${count}`, 1);
    for (let count = 0; count < 3; count++) ask(`urgent ${count}`, 1, true);
    const begun = time.now;
    await idle();
    const order = told().map((each) => each.split(' at ')[0]);
    assert.equal(time.now, begun + 6);
    assert.deepEqual(order[0], 'long');
    const kinds = order.slice(1).map((each) => each?.split(' ')[0]);
    assert.equal(new Set(kinds.slice(0, 2)).size, 2, 'one of each kind among the first two');
    assert.equal(new Set(kinds.slice(2, 4)).size, 2);
  });

  test('waits while as many are in hand as may be, and begins once one of them is done', async () => {
    const { time, admit, idle, figures } = machine({ maxRunning: 2, maxWaiting: 2 });
    const gates = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const slow = gates.map(({ promise }) => admit(() => promise, false));
    const next = admit(async () => 'next', false);
    const last = admit(async () => 'last', false);
    assert.equal(await admit(async () => 'more', false), null, 'more do not wait');
    await idle();
    assert.deepEqual(figures(), { running: 2, waiting: 2, shed: 1 });
    time.now = 400;
    gates[0]?.resolve('done');
    await idle();
    assert.deepEqual([await slow[0], await next, await last], ['done', 'next', 'last']);
    const late = admit(() => gates[1]?.promise ?? Promise.resolve(''), false);
    const shed = admit(async () => 'never', false);
    time.now = 2_000;
    // Whoever comes finds out that another waited too long.
    void admit(async () => 'after', false);
    assert.equal(await shed, null);
    gates[1]?.resolve('done');
    assert.deepEqual([await slow[1], await late], ['done', 'done']);
    await idle();
    assert.deepEqual(figures(), { running: 0, waiting: 0, shed: 2 });
  });

  test('that fails leaves its place to the next', async () => {
    const { admit, idle, figures } = machine({ maxRunning: 1 });
    const failing = admit(() => Promise.reject(new Error('no disk')), false);
    const next = admit(async () => 'next', false);
    await assert.rejects(failing, /no disk/);
    await idle();
    assert.equal(await next, 'next');
    assert.deepEqual(figures(), { running: 0, waiting: 0, shed: 0 });
  });
});
