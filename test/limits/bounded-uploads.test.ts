import assert from 'node:assert/strict';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { SHELF } from '../support/documents/shelf.ts';
import { origin, startServer } from '../support/http/server.ts';

contract('uploads that no record holds: 200 per person, and attaching one makes room', async (t) => {
  const { store, done } = await openEmpty();
  const server = await startServer(SHELF, { store });
  t.after(async () => {
    await server.stop();
    await done();
  });
  const cleo = await server.as('Cleo');
  const upload = async () => {
    const headers = { cookie: cleo.cookie, origin, 'content-type': 'text/plain' };
    const path = '/_/files?entity=Item&field=scan&name=a.txt';
    const answer = await server.fetch(new Request(new URL(path, origin), { method: 'POST', headers, body: 'text' }));
    return { status: answer.status, body: (await answer.json()) as Problem & { file: string } };
  };
  const value = (file: string, size: number) => ({ file, name: 'a.txt', size, mediaType: 'text/plain' });
  const put = (file: string, size: number, uploader: string) =>
    store.addUpload({ value: value(file, size), uploader, bytes: new Uint8Array([1]) }, server.clock.now);
  for (let index = 0; index < 199; index++) await put(`t${index}`, 1, cleo.id);
  const last = await upload();
  assert.equal(last.status, 201);
  const refused = await upload();
  assert.deepEqual([refused.status, refused.body.code], [413, 'TOO_MANY_UPLOADS']);
  assert.match(refused.body.detail, /200 MB and 200 files per person/);
  const attached = await cleo.post('/api/items', { label: 'with a file', scan: last.body });
  assert.equal(attached.status, 201, attached.text);
  assert.equal((await upload()).status, 201);
  server.clock.now += 25 * 60 * 60 * 1000;
  assert.equal((await upload()).status, 201);
});

contract(
  'uploads that no record holds: 200 MB per person and 2 GB for everybody; the first file is taken however large',
  async (t) => {
    const { store, done } = await openEmpty();
    const server = await startServer(SHELF, { store });
    t.after(async () => {
      await server.stop();
      await done();
    });
    const put = (file: string, size: number, uploader: string | null) => {
      const value = { file, name: 'a.txt', size, mediaType: 'text/plain' };
      return store.addUpload({ value, uploader, bytes: new Uint8Array([1]) }, 0);
    };
    const tooMany = { trouble: 'too many uploads' };
    await put('own', 150_000_000, 'p1');
    await assert.rejects(put('more', 50_000_001, 'p1'), tooMany);
    await put('fits', 50_000_000, 'p1');
    await put('large', 900_000_000, 'p2');
    await put('large too', 900_000_000, 'p3');
    await assert.rejects(
      put('no room', 1, 'p4').then(() => put('no room either', 1, 'p5')),
      tooMany,
    );
    // What the product itself brings is not counted against anybody.
    await put('sample', 10, null);
  },
);
