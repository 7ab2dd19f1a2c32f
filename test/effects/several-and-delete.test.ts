import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { formatDocument } from '../../src/notation/document/format-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { contract } from '../support/database/each-store.ts';
import { ARTICLES } from '../support/documents/articles.ts';
import { found, page, withLibrary } from '../support/http/library-calls.ts';
import type { Caller } from '../support/http/server.ts';

const raise = (who: Caller, path: string, record: WireRecord, event: string) =>
  who.post<WireRecord & Problem>(`${path}/${record.id}/${event}`, {}, { 'if-match': record._.etag });

/** Raises an event of an article as it is now. */
async function act(who: Caller, title: string, event: string) {
  return raise(who, '/api/articles', await found(who, '/api/articles', title), event);
}

async function made(who: Caller, path: string, values: object): Promise<WireRecord> {
  const { status, body, text } = await who.post<WireRecord>(path, values);
  assert.equal(status, 201, text);
  return body;
}

const ids = (record: WireRecord | undefined, field: string) =>
  ((record?.[field] ?? []) as unknown as readonly { readonly id: string }[]).map((each) => each.id ?? each);
const titles = async (who: Caller, path: string) => (await page(who, path)).items.map(({ _ }) => _.title).toSorted();

describe('effects on fields with several values', () => {
  contract('a value is added once, and removed only if it is there', () =>
    withLibrary(async (server) => {
      const [ann, ben] = [await server.as('Ann'), await server.as('Ben')];
      await made(ann, '/api/articles', { title: 'One', labels: ['old'], days: ['Mon', 'Wed'] });
      const starred = await act(ann, 'One', 'star');
      assert.equal(starred.status, 200, starred.text);
      assert.deepEqual(ids(starred.body, 'fans'), [ann.id]);
      await act(ben, 'One', 'star');
      const again = await act(ben, 'One', 'star');
      assert.deepEqual(ids(again.body, 'fans').toSorted(), [ann.id, ben.id].toSorted());
      assert.deepEqual(ids((await act(ben, 'One', 'unstar')).body, 'fans'), [ann.id]);
      assert.deepEqual(ids((await act(ben, 'One', 'unstar')).body, 'fans'), [ann.id]);
      assert.deepEqual(ids((await act(ann, 'One', 'unstar')).body, 'fans'), []);
      const labelled = (await act(ann, 'One', 'label')).body;
      assert.deepEqual(
        [labelled['labels'], labelled['days']],
        [
          ['old', 'new'],
          ['Tue', 'Wed'],
        ],
      );
      const unlabelled = (await act(ann, 'One', 'unlabel')).body;
      assert.deepEqual([unlabelled['labels'], unlabelled['days']], [['old'], ['Wed']]);
    }, ARTICLES),
  );

  contract('a value is added to a field of another record', () =>
    withLibrary(async (server) => {
      const [ann, ben] = [await server.as('Ann'), await server.as('Ben')];
      const one = await made(ann, '/api/articles', { title: 'One' });
      const comment = await made(ann, '/api/comments', { text: 'Good', article: one.id });
      for (const who of [ben, ben]) assert.equal((await raise(who, '/api/comments', comment, 'applaud')).status, 200);
      assert.deepEqual(ids(await found(ann, '/api/articles', 'One'), 'fans'), [ben.id]);
    }, ARTICLES),
  );

  contract('more values than the field takes refuse the event', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      await made(ann, '/api/articles', { title: 'One', labels: ['a', 'b', 'c'] });
      assert.equal((await act(ann, 'One', 'label')).status, 422);
    }, ARTICLES),
  );
});

describe('effects that delete', () => {
  contract('the record itself, lines and records that meet a condition', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      const parts = [{ text: 'a', done: true }, { text: 'b' }];
      const one = await made(ann, '/api/articles', { title: 'One', parts });
      const two = await made(ann, '/api/articles', { title: 'Two' });
      await made(ann, '/api/comments', { text: 'c1', article: one.id, hidden: true });
      await made(ann, '/api/comments', { text: 'c2', article: one.id });
      await made(ann, '/api/comments', { text: 'c3', article: two.id, hidden: true });
      const tidied = await act(ann, 'One', 'tidy');
      assert.equal(tidied.status, 200, tidied.text);
      const now = await found(ann, '/api/articles', 'One');
      assert.deepEqual(
        (now['parts'] as unknown as readonly WireRecord[]).map((part) => part['text']),
        ['b'],
      );
      assert.deepEqual(await titles(ann, '/api/comments'), ['c2', 'c3']);
      const dropped = await act(ann, 'One', 'drop');
      assert.ok(dropped.status === 200 || dropped.status === 204, dropped.text);
      assert.deepEqual(await titles(ann, '/api/articles'), ['Two']);
      assert.deepEqual(await titles(ann, '/api/comments'), ['c3'], 'what cascades goes along');
    }, ARTICLES),
  );

  contract('a reference that restricts refuses the whole event', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      await made(ann, '/api/articles', { title: 'One' });
      // The record is deleted after its other effects, so the mark refers to it.
      const refused = await act(ann, 'One', 'retract');
      assert.deepEqual([refused.status, refused.body.code], [409, 'IN_USE']);
      assert.deepEqual(await titles(ann, '/api/marks'), []);
    }, ARTICLES),
  );

  contract('the record that a path leads to', () =>
    withLibrary(async (server) => {
      const [ann, kim] = [await server.as('Ann'), await server.as('Kim')];
      const one = await made(ann, '/api/articles', { title: 'One' });
      const comment = await made(ann, '/api/comments', { text: 'c1', article: one.id });
      const done = await raise(kim, '/api/comments', comment, 'remove-with-article');
      assert.ok(done.status === 200 || done.status === 204, `${done.status} ${done.text}`);
      assert.deepEqual([await titles(ann, '/api/articles'), await titles(ann, '/api/comments')], [[], []]);
    }, ARTICLES),
  );

  contract('an event is raised on each record that meets a condition', () =>
    withLibrary(async (server) => {
      const [ann, ben, kim] = [await server.as('Ann'), await server.as('Ben'), await server.as('Kim')];
      for (const title of ['One', 'Two']) await made(ann, '/api/articles', { title });
      await made(ben, '/api/articles', { title: 'Three' });
      const done = await act(kim, 'One', 'close-all');
      assert.equal(done.status, 200, done.text);
      const open = (await page(ann, '/api/articles')).items.flatMap((each) => (each['open'] ? each._.title : []));
      assert.deepEqual(open, ['Three']);
    }, ARTICLES),
  );
});

describe('a loop over the records of an entity', () => {
  contract('creates one record for each that meets the condition', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      await made(ann, '/api/articles', { title: 'One' });
      const done = await act(ann, 'One', 'invite');
      assert.equal(done.status, 200, done.text);
      assert.deepEqual(await titles(ann, '/api/comments'), ['Ben']);
      const all = ARTICLES.replace(' where p.role == Reader and p != me', '');
      await withLibrary(async (whole) => {
        const ben = await whole.as('Ben');
        await made(ben, '/api/articles', { title: 'One' });
        await act(ben, 'One', 'invite');
        assert.deepEqual(await titles(ben, '/api/comments'), ['Ann', 'Ben', 'Kim']);
      }, all);
    }, ARTICLES),
  );

  contract('more records than an effect handles refuse it', async () => {
    const rows = Array.from({ length: 998 }, (_, index) => `| p${index} | p${index}@example.org | Reader |`).join('\n');
    const text = ARTICLES.replace(' where p.role == Reader and p != me', '');
    const answer = (document: string) =>
      withLibrary(async (server) => {
        const ann = await server.as('Ann');
        await made(ann, '/api/articles', { title: 'One' });
        const { status, body } = await act(ann, 'One', 'invite');
        assert.deepEqual([status, body.failures?.map(({ code }) => code)], [422, ['TOO_MANY_RECORDS']]);
        assert.deepEqual(await titles(ann, '/api/comments'), []);
      }, document);
    await answer(`${text.trimEnd()}\n${rows}\n`);
  });
});

test('the effects print as they are read', () => {
  const { text } = formatDocument(ARTICLES);
  const again = formatDocument(text);
  assert.equal(again.text, text);
  const effects = ({ machines }: ReturnType<typeof readDocument>['model']) =>
    machines.flatMap(({ transitions }) =>
      transitions.flatMap((row) =>
        row.effects.map((effect) =>
          JSON.stringify({ ...effect, at: null }, (key, value: unknown) =>
            /^(?:at|from|to|tree)$/.test(key) ? undefined : value,
          ),
        ),
      ),
    );
  assert.deepEqual(effects(readDocument(text).model), effects(readDocument(ARTICLES).model));
  assert.deepEqual(readDocument(ARTICLES).diagnostics, []);
});
