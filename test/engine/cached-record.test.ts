import assert from 'node:assert/strict';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { contract } from '../support/database/each-store.ts';
import { found, lend, remove, withLibrary } from '../support/http/library-calls.ts';

contract('what a record may do follows from other records as they are now, however often it was read', async () => {
  await withLibrary(async (server) => {
    const ada = await server.as('Ada');
    const { body: loan } = await lend(ada, 'Emma');
    const renewal = async () => (await ada.get<WireRecord>(`/api/loans/${loan.id}`)).body._.can.events['renew'];
    assert.deepEqual([await renewal(), await renewal()], [null, null]);
    const lib = await server.as('Lib');
    assert.equal((await lib.post('/api/holds', { title: 'Emma' })).status, 201);
    assert.ok((await renewal())?.code, 'somebody waits for it');
    assert.ok((await renewal())?.code, 'and does so when it is read once more');
    assert.equal(await remove(lib, '/api/holds', await found(lib, '/api/holds', 'Emma')), 204);
    assert.equal(await renewal(), null);
  });
});
