import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../src/server/core/new-id.ts';

test('no id is made twice, each is a UUIDv7, and later ones sort later', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => newId(1_800_000_000_000 + index));
  assert.equal(new Set(ids.map((id) => id.slice(-12))).size, ids.length);
  assert.deepEqual(ids.toSorted(), ids);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
