import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunksOf, type Held, itemsOf, linesIn, standable, wantedAt } from '../../src/client/screens/groups/layout.ts';
import type { WireGroup, WireRecord } from '../../src/engine/core/wire-format.ts';

const group = (key: string | null, rows: number): WireGroup => ({ key, label: key ?? 'none', rows, sums: [] });

const record = (id: string): WireRecord => ({
  id,
  _: { entity: 'Job', etag: id, title: id, labels: {}, can: { delete: null, change: {}, events: {} } },
});

const held = (ids: readonly string[], isWhole: boolean): Held => ({ records: ids.map(record), isWhole });

const groups = [group('a', 3), group('b', 1000), group(null, 2)];

test('adjacent small groups are fetched together, a large one alone', () => {
  const keys = (rows: readonly number[], size: number) =>
    chunksOf(
      rows.map((each, index) => group(String(index), each)),
      size,
    ).map((chunk) => chunk.groups.map(({ key }) => key));
  assert.deepEqual(keys([3, 4, 50, 2, 1, 30, 9], 40), [['0', '1'], ['2'], ['3', '4', '5'], ['6']]);
  assert.deepEqual(keys([41, 41], 40), [['0'], ['1']]);
  assert.deepEqual(keys([], 40), []);
});

test('a collapsed group has no rows; unloaded rows and those below keep their place', () => {
  const items = itemsOf(groups, new Set(['a']), new Map([['b', held(['x', 'y'], false)]]));
  const kinds = items.map(({ kind }) => kind);
  assert.deepEqual(kinds.slice(0, 5), ['group', 'group', 'row', 'row', 'wait']);
  assert.equal(kinds.filter((kind) => kind === 'wait').length, 200 + 2);
  const last = items.findLast(({ kind }) => kind === 'group');
  // Two heads before it, and all rows of the second group.
  assert.equal(last?.place, 1002);
  assert.equal(linesIn(groups, new Set(['a'])), 1005);
  assert.equal(linesIn(groups, new Set(['a', 'b', ''])), 3);
});

test('a completely loaded group fetches nothing, even if its count differs', () => {
  const items = itemsOf([group('a', 3)], new Set(), new Map([['a', held(['x', 'y'], true)]]));
  assert.deepEqual(
    items.map(({ kind }) => kind),
    ['group', 'row', 'row'],
  );
});

test('a record in two groups is shown in the first', () => {
  const both = new Map([
    ['a', held(['x', 'y'], true)],
    ['b', held(['y', 'z'], true)],
  ]);
  const rows = itemsOf([group('a', 2), group('b', 2)], new Set(), both).flatMap((item) =>
    item.kind === 'row' ? [`${item.group}${item.id}`] : [],
  );
  assert.deepEqual(rows, ['ax', 'ay', 'bz']);
});

test('rows are fetched only for visible, expanded groups', () => {
  const items = itemsOf(groups, new Set(['a']), new Map([['b', held(['x', 'y'], false)]]));
  assert.deepEqual([...wantedAt(items, -20, 0)], []);
  assert.deepEqual([...wantedAt(items, 0, 3)], [['b', 1]]);
  assert.deepEqual([...wantedAt(items, 0, 6)], [['b', 5]]);
  assert.deepEqual(
    [...wantedAt(items, 203, 210)],
    [
      ['b', 202],
      ['', 2],
    ],
  );
});

test('keyboard navigation visits only headings and loaded rows', () => {
  const items = itemsOf(groups, new Set(['a']), new Map([['b', held(['x'], false)]]));
  assert.equal(standable(items, 2, 3), 203, 'down over what is not loaded');
  assert.equal(standable(items, 203, 202), 2, 'and up again');
  assert.equal(standable(items, 203, items.length - 1), 203);
  assert.equal(standable(items, 1, 0), 0);
});
