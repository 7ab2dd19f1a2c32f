import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeDraft, resolvedValues } from '../../src/client/screens/form/merge-versions.ts';
import type { Json } from '../../src/engine/core/intent.ts';

const names = ['title', 'note', 'lines', 'category'];
const values = (object: { readonly [name: string]: Json }) => new Map(Object.entries(object));
const base = values({ title: 'Taxi', note: null, lines: [{ id: '1', amount: '5.00' }], category: 'Travel' });

test('unconflicting input is kept, and untyped fields take the current value', () => {
  const merged = mergeDraft(names, values({ note: 'late' }), base, new Map([...base, ['category', 'Meals']]));
  assert.deepEqual([...merged.mine], [['note', 'late']]);
  assert.deepEqual(merged.conflicts, []);
  assert.deepEqual(merged.updated, ['category']);
});

test('a field that both changed to something else is a conflict', () => {
  const merged = mergeDraft(names, values({ title: 'Cab' }), base, new Map([...base, ['title', 'Bus']]));
  assert.deepEqual(merged.conflicts, [{ field: 'title', base: 'Taxi', theirs: 'Bus', mine: 'Cab' }]);
  assert.deepEqual([...resolvedValues(merged, new Map([['title', 'mine']]))], [['title', 'Cab']]);
  assert.deepEqual([...resolvedValues(merged, new Map([['title', 'theirs']]))], []);
  assert.deepEqual([...resolvedValues(merged, new Map())], [['title', 'Cab']]);
});

test('the same change by both is no conflict and no longer typed', () => {
  const merged = mergeDraft(names, values({ title: 'Cab' }), base, new Map([...base, ['title', 'Cab']]));
  assert.deepEqual([...merged.mine], []);
  assert.deepEqual(merged.conflicts, []);
});

test('typing the original value back is a change, and no conflict', () => {
  const merged = mergeDraft(names, values({ title: 'Taxi' }), base, new Map([...base, ['title', 'Bus']]));
  assert.deepEqual([...merged.mine], [['title', 'Taxi']]);
  assert.deepEqual(merged.conflicts, []);
});

test('lines are compared as a whole', () => {
  const mine = [{ id: '1', amount: '5.00' }, { amount: '3.00' }];
  const theirs = [{ amount: '6.00', id: '1' }];
  const merged = mergeDraft(names, values({ lines: mine }), base, new Map([...base, ['lines', theirs]]));
  assert.deepEqual(
    merged.conflicts.map(({ field }) => field),
    ['lines'],
  );
  const same = mergeDraft(
    names,
    values({ lines: mine }),
    base,
    new Map([...base, ['lines', [{ amount: '5.00', id: '1' }]]]),
  );
  assert.deepEqual(same.conflicts, []);
});

test('emptied by one and changed by the other is a conflict; a name of the prototype is a name', () => {
  const odd = new Map<string, Json>([['__proto__', 'was']]);
  const merged = mergeDraft(['__proto__'], new Map([['__proto__', null]]), odd, new Map([['__proto__', 'is']]));
  assert.deepEqual(merged.conflicts, [{ field: '__proto__', base: 'was', theirs: 'is', mine: null }]);
});
