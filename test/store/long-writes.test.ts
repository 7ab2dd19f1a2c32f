import assert from 'node:assert/strict';
import type { Verdict } from '../../src/engine/context/verdict.ts';
import type { Store, WriteBatch, WriteRequest } from '../../src/store/core/store.ts';
import { contract } from '../support/database/each-store.ts';
import * as m from '../support/database/models.ts';
import {
  allowed,
  guest,
  openStore,
  planOf,
  put,
  readOne,
  refused,
  request,
  rowOf,
} from '../support/database/stores.ts';

/** A batch of many rows: everything or nothing, and nobody has to wait for it but who writes too. */

const many = 800;
const notes = m.modelOf({ entities: [m.entityOf('Note', [['text', m.text(), { unique: true }]])] });

const batchOf = (requests: readonly WriteRequest[]): WriteBatch => ({
  requests,
  keep: 'all',
  actor: { kind: 'product' },
  now: 1_000,
  documentHash: 'v1',
  idempotency: null,
});

/** As a decision takes its time, so that all of them together take many turns on any machine. */
function think(): void {
  const until = performance.now() + 0.2;
  while (performance.now() < until);
}

const inserts = (last: Verdict | null = null): WriteBatch =>
  batchOf(
    Array.from({ length: many }, (_, at) =>
      request(() => {
        think();
        return last !== null && at === many - 1
          ? last
          : allowed({ kind: 'insert', row: rowOf('Note', `n${at}`, { text: `${at}` }) });
      }),
    ),
  );

const countOf = async (store: Store) => (await store.list(planOf('Note', { maxCount: 10_000 }), guest)).total?.count;

/** Does something again and again, each time once the time before is over, until the work is over. */
async function meanwhile(work: Promise<unknown>, each: () => Promise<void>): Promise<number> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  let times = 0;
  for (;;) {
    await each();
    await new Promise((resolve) => setImmediate(resolve));
    if (isOver) return times;
    times += 1;
  }
}

contract('while it is written others read, and see nothing of it before all of it is there', async () => {
  const { store, done } = await openStore(notes);
  try {
    const seen = new Set<number | undefined>();
    const writing = store.writeTogether(inserts());
    const times = await meanwhile(writing, async () => {
      seen.add(await countOf(store));
    });
    assert.equal((await writing).outcome, 'decided');
    assert.ok(times >= 3, `${times} questions were answered meanwhile`);
    seen.delete(many);
    assert.deepEqual([...seen], [0]);
    assert.equal(await countOf(store), many);
  } finally {
    await done();
  }
});

contract('whoever writes meanwhile waits, and their writes are there afterwards', async () => {
  const { store, done } = await openStore(notes);
  try {
    const told: string[] = [];
    store.subscribe((changes) => told.push(...changes.map(({ id }) => id)));
    const order: string[] = [];
    const writing = store.writeTogether(inserts()).then(() => order.push('batch'));
    await new Promise((resolve) => setImmediate(resolve));
    const other = put(store, { kind: 'insert', row: rowOf('Note', 'other', { text: 'other' }) });
    await Promise.all([
      writing,
      other.then(() => order.push('write')),
      store.markInboxRead('p', ['nothing']).then(() => order.push('inbox')),
      store.dropStaleUploads(5).then(() => order.push('uploads')),
    ]);
    assert.deepEqual(new Set(order), new Set(['batch', 'write', 'inbox', 'uploads']));
    assert.equal(await countOf(store), many + 1);
    assert.equal(new Set(told).size, many + 1);
  } finally {
    await done();
  }
});

contract('one row that is refused takes back all of them, and others write on', async () => {
  const { store, done } = await openStore(notes);
  try {
    const outcome = await store.writeTogether(inserts(refused));
    assert.ok(outcome.outcome === 'decided' && !outcome.kept);
    assert.equal(await countOf(store), 0);
    const failing = batchOf([
      request(() => allowed({ kind: 'insert', row: rowOf('Note', 'one', { text: 'one' }) })),
      request(() => {
        throw new Error('a fault of ours');
      }),
    ]);
    await assert.rejects(store.writeTogether(failing));
    assert.equal(await countOf(store), 0);
    await put(store, { kind: 'insert', row: rowOf('Note', 'after', { text: 'after' }) });
    assert.ok(await readOne(store, 'Note', 'after'));
  } finally {
    await done();
  }
});

contract('two of them and a new document meanwhile come one after the other', async () => {
  const { store, done } = await openStore(notes);
  try {
    const first = store.writeTogether(inserts());
    const one = (id: string) =>
      store.writeTogether(batchOf([request(() => allowed({ kind: 'insert', row: rowOf('Note', id, { text: id }) }))]));
    const twice = one('second');
    await first;
    assert.equal((await twice).outcome, 'decided');
    const again = one('third');
    const applied = store.apply(notes, 'v1', 'the document');
    assert.deepEqual([(await again).outcome, (await applied).applied], ['decided', true]);
    assert.equal(await countOf(store), many + 2);
  } finally {
    await done();
  }
});
