import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { formatDocument } from '../../src/notation/document/format-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { contract } from '../support/database/each-store.ts';
import { STARS } from '../support/documents/articles.ts';
import { found, page, patch, remove, withLibrary } from '../support/http/library-calls.ts';
import type { Caller } from '../support/http/server.ts';

const raise = (who: Caller, record: WireRecord, event: string) =>
  who.post<WireRecord & Problem>(`/api/articles/${record.id}/${event}`, {}, { 'if-match': record._.etag });

async function written(who: Caller, title: string): Promise<WireRecord> {
  const { status, body, text } = await who.post<WireRecord>('/api/articles', { title });
  assert.equal(status, 201, text);
  return body;
}

describe('events without states', () => {
  contract('raises them from the same record again, with their condition, people and error', () =>
    withLibrary(async (server) => {
      const [ann, ben, kim] = [await server.as('Ann'), await server.as('Ben'), await server.as('Kim')];
      const one = await written(ann, 'One');
      const starred = await raise(ben, one, 'star');
      assert.equal(starred.status, 200, starred.text);
      assert.equal(starred.body.stars, 1);
      assert.equal((await raise(ben, starred.body, 'star')).body.stars, 2);
      assert.equal((await raise(kim, one, 'star')).status, 403);
      assert.equal((await raise(ben, one, 'close')).status, 403);
      const closed = await raise(ann, await found(ann, '/api/articles', 'One'), 'close');
      assert.equal(closed.body['open'], false);
      const late = await raise(ben, await found(ben, '/api/articles', 'One'), 'star');
      assert.deepEqual([late.status, late.body.code], [423, 'CLOSED']);
      assert.deepEqual(Object.keys(closed.body._.can.events).toSorted(), ['close', 'star', 'unstar']);
    }, STARS),
  );

  contract('records stay editable and deletable and have no state', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      const one = await written(ann, 'One');
      assert.deepEqual(
        Object.keys(one).filter((name) => !name.startsWith('_')),
        ['title', 'author', 'open', 'stars', 'id', 'createdAt', 'createdBy'],
      );
      const changed = await patch(ann, '/api/articles', one, { title: 'Two' });
      assert.equal(changed.body['title'], 'Two', changed.text);
      for (const name of ['events', 'status', 'state'])
        assert.equal((await ann.get(`/api/articles?filter=${name}=="star"`)).status, 400, name);
      assert.equal(await remove(ann, '/api/articles', changed.body), 204);
      assert.deepEqual((await page(ann, '/api/articles')).items, []);
    }, STARS),
  );

  test('the document prints as it is read, without From and To', () => {
    const { text } = formatDocument(STARS);
    assert.match(text, /### Article\n\n\| Event \| Who \| Only if \| Then \| Error \| Button \|/);
    const { model, diagnostics } = readDocument(text);
    assert.deepEqual(
      diagnostics.filter(({ severity }) => severity !== 'note'),
      [],
    );
    assert.deepEqual(
      model.machines.map(({ stateless, states, initial }) => [stateless, states, initial]),
      [[true, [], '']],
    );
    assert.equal(model.machines[0]?.transitions[0]?.id, 'transition/Article/events/star');
  });

  test('a table without states takes no timers and no rows without an event', () => {
    const read = (row: string) =>
      readDocument(STARS.replace('| unstar | Reader | | stars = stars - 1 | | |', row)).diagnostics.map(
        ({ code, message }) => `${code}: ${message}`,
      );
    assert.deepEqual(read('| every 3 days | | | stars = 0 | | |'), ['not-read: The row “every 3 days” is not read.']);
    assert.deepEqual(read('| | Reader | | stars = 0 | | |'), ['name-missing: This row has no Event.']);
  });

  test('a named machine without states, and a key of a machine, still need From', () => {
    const codes = (text: string) => readDocument(text).diagnostics.map(({ code }) => code);
    assert.ok(codes(STARS.replace('### Article\n\n| Event', '### Article: mood\n\n| Event')).includes('name-missing'));
    assert.ok(codes(STARS.replace('\n## 6.', '\n- Final: Done\n\n## 6.')).includes('name-missing'));
  });
});
