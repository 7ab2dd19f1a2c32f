import assert from 'node:assert/strict';
import { test } from 'node:test';
import { all } from '../../src/store/core/db-program.ts';
import type { Connections } from '../../src/store/postgres/postgres-connections.ts';
import { createTransactions } from '../../src/store/postgres/postgres-transactions.ts';

interface Waiting {
  readonly answer: () => void;
  readonly lose: () => void;
}

/** Connections whose statements the test answers; `log` says what was taken and given back. */
function connections() {
  const log: string[] = [];
  const asked: Waiting[] = [];
  let made = 0;
  const fake: Connections = {
    acquire: async () => {
      const name = `c${made++}`;
      log.push(`take ${name}`);
      const ask = () =>
        new Promise<{ rows: readonly (readonly string[])[]; changes: number }>((resolve, reject) => {
          const lost = Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
          asked.push({ answer: () => resolve({ rows: [[name]], changes: 0 }), lose: () => reject(lost) });
        });
      return {
        connection: { ask, script: async () => [] },
        release: (broken) => log.push(`${broken === true ? 'drop' : 'free'} ${name}`),
      };
    },
    listen: () => Promise.reject(new Error('Nobody listens here.')),
    close: async () => {},
  };
  return { fake, log, asked };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const look = () => all('SELECT 1');

test('what many look for at once goes over one connection, which the last of them gives back', async () => {
  const { fake, log, asked } = connections();
  const { quick } = createTransactions(fake);
  const looks = [quick(look), quick(look), quick(look)];
  await turn();
  assert.equal(asked.length, 3);
  for (const { answer } of asked.slice(0, 2)) answer();
  await turn();
  assert.deepEqual(log, ['take c0']);
  asked[2]?.answer();
  assert.deepEqual(await Promise.all(looks), [[['c0']], [['c0']], [['c0']]]);
  await turn();
  assert.deepEqual(log, ['take c0', 'free c0']);
  const later = quick(look);
  await turn();
  asked[3]?.answer();
  assert.deepEqual(await later, [['c1']]);
});

test('however many look one after the other, none holds a connection for ever', async () => {
  const { fake, log, asked } = connections();
  const { quick } = createTransactions(fake);
  let before = quick(look);
  for (let count = 0; count < 1_100; count++) {
    // The next one begins before the one before it is over.
    const next = quick(look);
    await turn();
    asked.shift()?.answer();
    await before;
    before = next;
  }
  asked.shift()?.answer();
  await before;
  await turn();
  assert.deepEqual(log, ['take c0', 'take c1', 'free c0', 'take c2', 'free c1', 'free c2']);
});

test('where a connection is lost all who shared it look again over another one, and it is thrown away', async () => {
  const { fake, log, asked } = connections();
  const { quick } = createTransactions(fake);
  const looks = [quick(look), quick(look)];
  await turn();
  for (const { lose } of asked.splice(0)) lose();
  while (asked.length < 2) await turn();
  for (const { answer } of asked) answer();
  const found = (await Promise.all(looks)).flat(2);
  assert.ok(!found.includes('c0'), `${found}`);
  await turn();
  assert.ok(log.includes('drop c0') && !log.includes('free c0'), `${log}`);
  assert.equal(
    log.filter((each) => each.startsWith('take')).length,
    log.filter((each) => !each.startsWith('take')).length,
  );
});
