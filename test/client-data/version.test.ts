import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { addToOutbox } from '../../src/client/data/add-to-outbox.ts';
import { hasExpectedValues } from '../../src/client/data/cached-record.ts';
import { currentVersion } from '../../src/client/data/record-version.ts';
import { undoQueues } from '../../src/client/undo-queue/page-undo-queue.ts';
import { createUndoQueue } from '../../src/client/undo-queue/undo-queue.ts';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import type { View } from '../../src/engine/view/view.ts';

const record = (etag: string, fields: object) => ({ id: '1', ...fields, _: { etag } }) as unknown as WireRecord;

/** A page whose own writes led from `a` to `b` and on to `c`. */
function page() {
  const client = new QueryClient();
  const waiting = createUndoQueue();
  undoQueues.set(client, waiting);
  waiting.noteVersion('1', 'a', 'b');
  waiting.noteVersion('1', 'b', 'c');
  const rows = ['page', 'record'].map((kind) => ['ann', 'view', kind, 'Job', '1'] as const);
  const shows = (now: WireRecord) => {
    client.setQueryData(rows[0] ?? [], { pages: [{ items: [record('x', { id: '2' }), now] }], pageParams: [null] });
  };
  const opened = (now: WireRecord) => void client.setQueryData(rows[1] ?? [], now);
  return { client, shows, opened };
}

test('a write goes over the last version that one’s own writes made of the one seen', async () => {
  const { client } = page();
  assert.equal(await currentVersion(client, 'Job', { id: '1', etag: 'a' }), 'c');
  assert.equal(await currentVersion(client, 'Job', { id: '1', etag: 'c' }), 'c');
  assert.equal(await currentVersion(client, 'Job', { id: '2', etag: 'a' }), 'a');
  assert.equal(await currentVersion(new QueryClient(), 'Job', { id: '1', etag: 'a' }), 'a');
});

test('what takes something back goes over one’s own later writes only where it stands as it was left', async () => {
  const { client, shows, opened } = page();
  const back = (stands: object) => currentVersion(client, 'Job', { id: '1', etag: 'b', expected: { ...stands } });
  assert.equal(await back({ hours: 9 }), 'b', 'what it is now is not known');
  shows(record('c', { hours: 9, owner: null }));
  assert.equal(await back({ hours: 9 }), 'c');
  assert.equal(await back({ hours: 8 }), 'b');
  assert.equal(await back({ hours: 9, owner: 'x' }), 'b');
  assert.equal(await back({ owner: null }), 'c');
  // An earlier version says nothing about the last one, wherever it is shown.
  shows(record('b', { hours: 9 }));
  assert.equal(await back({ hours: 9 }), 'b');
  opened(record('c', { hours: 12 }));
  assert.equal(await back({ hours: 9 }), 'b');
  opened(record('c', { hours: 9 }));
  assert.equal(await back({ hours: 9 }), 'c');
  assert.equal(hasExpectedValues(client, 'Other', { id: '1', etag: 'c', expected: { hours: 9 } }), false);
});

test('what waits on the device about a record was pressed later: nothing is taken back behind it', async () => {
  const sending = {
    kind: 'change',
    entity: 'Job',
    id: '1',
    method: 'PATCH',
    path: '/api/jobs/1',
    key: 'k',
    document: 'd',
  } as const;
  const view = { person: null } as unknown as View;
  const ask = (stands?: { hours: number }) =>
    addToOutbox({ client: new QueryClient(), view, done: () => undefined }, { ...sending, expected: stands }, true);
  const { status, detail } = (await ask({ hours: 9 }))?.problem ?? {};
  assert.deepEqual([status, detail], [412, 'It has been changed since, so it was not undone.']);
  assert.notEqual((await ask())?.problem.status, 412);
});
