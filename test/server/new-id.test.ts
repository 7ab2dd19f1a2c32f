import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validate, version } from 'uuid';
import { newId } from '../../src/server/core/new-id.ts';

test('ids are valid UUIDs of version 7 in the order of their time, and differ within a millisecond', () => {
  const now = Date.UTC(2026, 10, 30);
  const ids = Array.from({ length: 1_000 }, (_, index) => newId(now + Math.floor(index / 2)));
  for (const id of ids) assert.ok(validate(id) && version(id) === 7, id);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(Number.parseInt(ids[0]?.replaceAll('-', '').slice(0, 12) ?? '', 16), now);
  const times = ids.map((id) => id.slice(0, 13));
  assert.deepEqual(times, [...times].sort());
  const ordered = Array.from({ length: 1_000 }, (_, index) => newId(now, index));
  assert.deepEqual(ordered, ordered.toSorted());
  for (const id of ordered) assert.ok(validate(id) && version(id) === 7, id);
});
