import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { openBucket, PART } from '../../src/store/bucket/bucket.ts';
import type { Store } from '../../src/store/core/store.ts';
import { inFolder, type Keeping, keepings, soon } from '../support/database/keepings.ts';
import { orders } from '../support/database/order-model.ts';
import { bytesOf, insert, put, rowOf } from '../support/database/stores.ts';
import { SECRET, startBucket } from '../support/http/s3.ts';

/** What every way to keep files promises, and what only a bucket can get wrong. */

const upload = (token: string, size: number) => ({
  value: { file: token, name: 'a.txt', size, mediaType: 'text/plain' },
  uploader: null,
});
const small = (token: string) => ({ ...upload(token, 3), bytes: new Uint8Array([1, 2, 3]) });

/** Bytes of which no two pieces are alike. */
function patterned(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 31 + (at >> 8) * 17 + (at >> 16) * 7) & 0xff;
  return bytes;
}

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

const digest = (bytes: Uint8Array | ArrayBuffer) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

async function receive(store: Store, token: string, bytes: Uint8Array): Promise<boolean> {
  return store.receiveUpload(inChunks(bytes, 65_536), async () => upload(token, bytes.byteLength), 1_000);
}

for (const [where, open] of Object.entries(keepings)) {
  const kept = (title: string, work: (keeping: Keeping) => Promise<void>) =>
    test(`${title} (${where})`, { timeout: 60_000 }, async () => {
      const keeping = await open();
      try {
        await keeping.store.apply(orders, 'v1', 'the document');
        await work(keeping);
      } finally {
        await keeping.done();
      }
    });

  kept('bytes come back as they went in, however many they are', async ({ store }) => {
    for (const size of [0, 1, 1_000_000, 2_500_001, PART, PART + 1]) {
      const bytes = patterned(size);
      assert.equal(await receive(store, `t${size}`, bytes), true);
      const found = await store.openFile(`t${size}`);
      assert.equal(found?.size, size);
      assert.equal(digest(await new Response(found?.body).arrayBuffer()), digest(bytes), String(size));
    }
    assert.equal(await store.openFile('other'), null);
    await store.check();
  });

  kept('what fails while it comes, or is judged to be wrong, leaves nothing', async ({ store, bucket }) => {
    const failing = async function* () {
      yield* inChunks(patterned(PART + 5), 65_536);
      throw new Error('the line went dead');
    };
    const judged: string[] = [];
    const judge = async () => {
      judged.push('judged');
      return upload('t1', 1);
    };
    await assert.rejects(store.receiveUpload(failing(), judge, 1_000), /the line went dead/);
    assert.deepEqual(judged, []);
    assert.equal(await store.receiveUpload(inChunks(patterned(9), 4), async () => null, 1_000), false);
    assert.equal(await store.openFile('t1'), null);
    assert.equal(await store.sweepFiles(), 0, 'nothing is left to sweep');
    assert.deepEqual([bucket?.objects.size ?? 0, bucket?.begun.size ?? 0], [0, 0]);
  });

  kept('bytes that nothing names are swept, and nothing else', async ({ store, lose }) => {
    for (const token of ['t1', 't2', 't3', 't4']) await store.addUpload(small(token), 1_000);
    await lose('0'.repeat(32));
    await lose('f'.repeat(32));
    const during = async function* () {
      yield new Uint8Array([1, 2, 3]);
      // What is arriving has no row yet.
      assert.equal(await store.sweepFiles(), 2);
    };
    assert.equal(await store.receiveUpload(during(), async () => upload('t5', 3), 1_000), true);
    assert.equal(await store.sweepFiles(), 0);
    for (const token of ['t1', 't2', 't3', 't4', 't5']) assert.deepEqual(await bytesOf(store, token), [1, 2, 3], token);
  });

  kept('bytes go when nobody attached them, and with their record for good', async ({ store, bucket }) => {
    await store.addUpload(small('stale'), 1_000);
    await store.addUpload(small('held'), 1_000);
    const proof = rowOf('Item', 'i1', { proof: small('held').value });
    await insert(store, rowOf('Order', 'o1', { items: [proof] }));
    await put(store, { kind: 'attach', token: 'held', entity: 'Item', id: 'i1', field: 'proof' });
    assert.equal(await store.dropStaleUploads(1_000 + 24 * 3_600_000), 1);
    assert.deepEqual(await bytesOf(store, 'held'), [1, 2, 3]);
    await put(store, { kind: 'delete', entity: 'Order', id: 'o1' });
    assert.equal(await store.purge(1_000), 1);
    assert.equal(await bytesOf(store, 'held'), null);
    assert.equal(await store.sweepFiles(), 0);
    assert.equal(bucket?.objects.size ?? 0, 0);
  });

  kept('copies of an upload go each its own way, and the bytes with the last of them', async ({ store, bucket }) => {
    await store.addUpload({ ...small('first'), uploader: 'p1' }, 1_000);
    assert.equal(await store.copyUpload('first', 'p2', ['x']), false, 'of somebody else');
    assert.equal(await store.copyUpload('nothing', 'p1', ['x']), false);
    assert.equal(await store.copyUpload('first', 'p1', ['one', 'two']), true);
    assert.equal(await store.openFile('x'), null);
    for (const [order, token] of [
      ['o1', 'one'],
      ['o2', 'two'],
    ] as const) {
      const item = `i-${token}`;
      const proof = rowOf('Item', item, { proof: { ...small(token).value } });
      await insert(store, rowOf('Order', order, { items: [proof] }));
      await put(store, { kind: 'attach', token, entity: 'Item', id: item, field: 'proof' });
    }
    assert.equal(await store.copyUpload('one', 'p1', ['y']), false, 'a record has it');
    assert.equal(await store.dropStaleUploads(1_000 + 24 * 3_600_000), 1);
    assert.equal(await store.sweepFiles(), 0);
    for (const gone of ['o1', 'o2']) {
      assert.deepEqual(await bytesOf(store, 'two'), [1, 2, 3], gone);
      await put(store, { kind: 'delete', entity: 'Order', id: gone });
      assert.equal(await store.purge(1_000), 1);
    }
    assert.deepEqual([await bytesOf(store, 'one'), await bytesOf(store, 'two')], [null, null]);
    assert.equal(await store.sweepFiles(), 0);
    assert.equal(bucket?.objects.size ?? 0, 0);
  });
}

const inBucket = async (work: (keeping: Keeping & { bucket: NonNullable<Keeping['bucket']> }) => Promise<void>) => {
  const bucket = await startBucket();
  const keeping = await inFolder(bucket);
  try {
    await keeping.store.apply(orders, 'v1', 'the document');
    await work({ ...keeping, bucket });
  } finally {
    await keeping.done();
  }
};

test('a bucket that is out of order for a moment is asked again; nothing is stored twice', () =>
  inBucket(async ({ store, bucket }) => {
    bucket.faults.push(503, 500, 429);
    await store.addUpload(small('t1'), 1_000);
    bucket.faults.push('hang', 503);
    assert.deepEqual(await bytesOf(store, 't1'), [1, 2, 3]);
    assert.equal(bucket.objects.size, 1);
    assert.equal(bucket.asked.filter((each) => each.startsWith('PUT')).length, 4);
    assert.equal(bucket.asked.filter((each) => each.startsWith('GET')).length, 3);
    // A part that did not arrive is sent again, and the parts make the whole.
    bucket.faults.push(500);
    const large = patterned(PART + 100);
    const faulty = inChunks(large, 1_000_000);
    const sent = store.receiveUpload(faulty, async () => upload('t2', large.byteLength), 1_000);
    await sent;
    const found = await store.openFile('t2');
    assert.equal(digest(await new Response(found?.body).arrayBuffer()), digest(large));
  }));

test('a bucket that stays silent or refuses is said in a sentence, without any secret, and leaves no row', () =>
  inBucket(async ({ store, bucket }) => {
    bucket.faults.push(503, 503, 503, 503);
    await assert.rejects(store.addUpload(small('t1'), 1_000), {
      trouble: 'unreachable',
      message: /files-of-tests, .* is out of order \(503 Planned\)/,
    });
    bucket.faults.push(403);
    await assert.rejects(store.addUpload(small('t1'), 1_000), {
      trouble: 'failed',
      message: /refused \(403 Planned\)/,
    });
    bucket.faults.push('hang');
    await assert.rejects(store.check(), { trouble: 'unreachable', message: /does not answer \(no answer within/ });
    assert.equal(await store.openFile('t1'), null);
    await bucket.stop();
    const gone = await store.addUpload(small('t1'), 1_000).catch((error: unknown) => error);
    assert.match(String(gone), /does not answer \(ECONNREFUSED\)/);
    assert.doesNotMatch(`${gone} ${JSON.stringify(gone)} ${(gone as Error).stack}`, new RegExp(SECRET.slice(0, 10)));
  }));

test('a wrong secret opens nothing', () =>
  inBucket(async ({ bucket }) => {
    const { settings } = bucket;
    const credentials = { ...settings.credentials, secret: `${SECRET}x` };
    const shelf = openBucket({ ...settings, credentials }, soon)('folder');
    await assert.rejects(shelf.put('a', inChunks(patterned(3), 3)), {
      trouble: 'failed',
      message: /refused \(403 SignatureDoesNotMatch\): see to FILES_URL/,
    });
    assert.equal(bucket.objects.size, 0);
  }));

test('an answer that breaks off fails, and is not taken for the whole', () =>
  inBucket(async ({ store, bucket }) => {
    await store.addUpload({ ...upload('t1', 10), bytes: patterned(10) }, 1_000);
    bucket.faults.push('cut');
    const found = await store.openFile('t1');
    await assert.rejects(new Response(found?.body).arrayBuffer());
  }));

test('the sweep lets go of parts that nobody finished, and leaves what other data keeps in the same bucket', async () => {
  const bucket = await startBucket();
  const [one, other] = [await inFolder(bucket), await inFolder(bucket)];
  try {
    await one.store.addUpload(small('t1'), 1_000);
    await other.store.addUpload(small('t2'), 1_000);
    const now = bucket.clock.now();
    bucket.clock.now = () => now + 48 * 3_600_000;
    const [[key = ''] = []] = [...bucket.objects];
    bucket.begun.set('old', { key, parts: new Map(), at: now });
    bucket.begun.set('new', { key, parts: new Map(), at: now + 47 * 3_600_000 });
    assert.equal(await one.store.sweepFiles(), 0);
    assert.deepEqual([...bucket.begun.keys()], ['new']);
    assert.deepEqual(await bytesOf(other.store, 't2'), [1, 2, 3]);
    assert.equal(new Set([...bucket.objects.keys()].map((each) => each.split('/')[1])).size, 2);
  } finally {
    await one.done();
    await other.store.close();
  }
});
