import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrafts, type DraftStorage } from '../../src/client/drafts/store.ts';

function storageOf(kept = new Map<string, string>()): DraftStorage & { readonly kept: Map<string, string> } {
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

test('a draft survives a reload', () => {
  const storage = storageOf();
  const before = createDrafts(storage);
  before.set('ana form', 'field/Task/title', 'Sweep');
  before.set('ana form', '__proto__', 'a name like any other');
  const after = createDrafts(storage).read('ana form');
  assert.deepEqual(
    [...after],
    [
      ['field/Task/title', 'Sweep'],
      ['__proto__', 'a name like any other'],
    ],
  );
});

test('a draft is identified by its key and removed when cleared', () => {
  const storage = storageOf();
  const drafts = createDrafts(storage);
  drafts.set('ana form', 'f', 1);
  drafts.set('ben form', 'f', 2);
  drafts.clear('ana form');
  assert.equal(drafts.read('ana form').size, 0);
  assert.equal(drafts.read('ben form').get('f'), 2);
  assert.equal(drafts.isKept(), true);
  assert.equal(storage.kept.size, 1);
});

test('one field of a draft can be removed', () => {
  const drafts = createDrafts(null);
  drafts.set('k', 'a', 1);
  drafts.set('k', 'b', 2);
  drafts.unset('k', 'a');
  assert.deepEqual([...drafts.read('k')], [['b', 2]]);
});

test('a draft is the same map until it changes, and its subscribers are notified', () => {
  const drafts = createDrafts(null);
  let told = 0;
  const stop = drafts.subscribe(() => {
    told += 1;
  });
  drafts.set('k', 'a', 1);
  assert.equal(drafts.read('k'), drafts.read('k'));
  assert.equal(told, 1);
  stop();
  drafts.set('k', 'a', 2);
  assert.equal(told, 1);
});

test('without working storage a draft does not survive a reload, but works otherwise', () => {
  const refuse = () => {
    throw new Error('QuotaExceededError');
  };
  const drafts = createDrafts({ getItem: refuse, setItem: refuse, removeItem: refuse });
  drafts.set('k', 'a', 1);
  assert.equal(drafts.read('k').get('a'), 1);
  assert.equal(drafts.isKept(), false);
  drafts.clear('k');
  assert.equal(drafts.isKept(), true, 'nothing is left to lose');
  const spoilt = createDrafts(storageOf(new Map([['ninefold draft k', '{"not": "a draft"']])));
  assert.equal(spoilt.read('k').size, 0);
});
