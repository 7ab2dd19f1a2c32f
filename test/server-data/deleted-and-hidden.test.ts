import assert from 'node:assert/strict';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { contract } from '../support/database/each-store.ts';
import { ALLOTMENTS } from '../support/documents/allotments.ts';
import { found, patch, remove, type Written, withLibrary } from '../support/http/library-calls.ts';
import type { Caller } from '../support/http/server.ts';

/** What stands in the way of bringing back, to whoever does not read it. */

const restore = (who: Caller, entity: string, id: string) =>
  who.post(`/_/records/${entity}/${id}/restore`, undefined, { 'if-match': '*' }) as Promise<Written>;

async function made(who: Caller, path: string, values: object): Promise<WireRecord> {
  const { status, body, text } = await who.post<WireRecord>(path, values);
  assert.equal(status, 201, text);
  return body;
}

/** Its code is said, and that there is something; nothing of the field, nor of what stands in it. */
function saysNothing(refused: Written, code: string, words: RegExp): void {
  assert.equal(refused.status, 422, refused.text);
  assert.deepEqual(
    refused.body.failures?.map((failed) => [failed.pointer, failed.code]),
    [['', code]],
  );
  assert.ok(!words.test(refused.text.replace(/"code":"\w+"/g, '')), refused.text);
}

contract('what the document has no more is not said of a field that somebody does not read', () => {
  const text = ALLOTMENTS.replace(
    '| key | text | no | unique |',
    '| key | text | no | unique |\n| grade | Fine, Sour | no | |',
  )
    .replace('Plot.debt, key: read', 'Plot.debt, key, grade: read')
    .replace('| photo | file(txt) | no | |', '| photo | file(txt) | no | |\n| lock | Iron, Brass | no | write-only |');
  return withLibrary(async (server) => {
    const [ann, eva] = [await server.as('Ann'), await server.as('Eva')];
    const { id: main } = await found(ann, '/api/seeds', 'Bean');
    const graded = await made(ann, '/api/plots', { name: 'North', main });
    await patch(eva, '/api/plots', await found(eva, '/api/plots', 'North'), { grade: 'Sour' });
    const locked = await made(ann, '/api/plots', { name: 'South', main, rows: [{ label: 'a', lock: 'Brass' }] });
    for (const name of ['North', 'South'])
      assert.equal(await remove(ann, '/api/plots', await found(ann, '/api/plots', name)), 204);
    await server.runtime.update(text.replace('Fine, Sour', 'Fine, Plain').replace('Iron, Brass', 'Iron, Steel'));
    saysNothing(await restore(ann, 'Plot', graded.id), 'NOT_A_CHOICE', /grade|Sour|Fine|Plain/i);
    const known = await restore(eva, 'Plot', graded.id);
    assert.deepEqual(
      known.body.failures?.map(({ pointer }) => pointer),
      ['/grade'],
    );
    // Nor to anybody of what is given out to nobody.
    for (const who of [ann, eva])
      saysNothing(await restore(who, 'Plot', locked.id), 'NOT_A_CHOICE', /lock|Brass|Iron|Steel/i);
  }, text);
});

contract('nor is a hidden field named of a record that would come along', () => {
  const text = ALLOTMENTS.replace('| main | Seed | no | |', '| main | Seed | no | on delete: cascade |');
  return withLibrary(async (server) => {
    const [ann, eva] = [await server.as('Ann'), await server.as('Eva')];
    const bean = await found(ann, '/api/seeds', 'Bean');
    await made(ann, '/api/plots', { name: 'North', main: bean.id });
    await patch(eva, '/api/plots', await found(eva, '/api/plots', 'North'), { key: 'K1' });
    assert.equal(await remove(ann, '/api/seeds', bean), 204);
    await made(eva, '/api/plots', { name: 'East', key: 'K1' });
    saysNothing(await restore(ann, 'Seed', bean.id), 'NOT_UNIQUE', /key|K1|East/);
  }, text);
});
