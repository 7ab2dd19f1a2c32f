import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row } from '../../src/fields/text/value.ts';
import type { DbProgram, StatementResult } from '../../src/store/core/db-program.ts';
import type { Layout } from '../../src/store/core/layout.ts';
import { freshnessByTable } from '../../src/store/core/row-freshness.ts';
import { createKnownChanges } from '../../src/store/postgres/known-changes.ts';
import type { RowReader } from '../../src/store/rows/read-rows.ts';
import { createRowCache } from '../../src/store/rows/row-cache.ts';
import type { DialectTexts } from '../../src/store/sql/dialect.ts';

/** What is kept of rows, and what goes once there is too much of it. */

const MOST = 10_000;
const layout = { tables: new Map([['Entry', { physical: 'entry' }]]) } as unknown as Layout;
const words = { among: () => '= ?' } as unknown as DialectTexts;

const UNCHANGED = freshnessByTable(() => 1);

const entry = (id: string, text = ''): Row => ({ entity: 'Entry', id, version: 1, values: { text } });
const named = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `e${from + index}`);

/** Nothing changes in these data, so that whatever is asked for them was not kept. */
function keeping() {
  const asked: string[] = [];
  const reader = {
    many: function* (_: string, ids: readonly string[]): DbProgram<readonly Row[]> {
      asked.push(...ids);
      return ids.map((id) => entry(id));
    },
  } as unknown as RowReader;
  const kept = createRowCache(reader, layout, words, UNCHANGED);
  const read = (...ids: string[]): void => {
    for (const id of ids) finished(kept.many('Entry', [id]));
  };
  const missing = (...ids: string[]): string[] => {
    asked.length = 0;
    read(...ids);
    return [...asked];
  };
  return { kept, read, missing };
}

function finished<T>(steps: DbProgram<T>): T {
  const next = steps.next({} as StatementResult);
  assert.equal(next.done, true, 'the data were asked for a version');
  return next.value as T;
}

test('what was read first goes first, once there are more than are kept', () => {
  const { read, missing } = keeping();
  read(...named(0, MOST));
  assert.deepEqual(missing(...named(0, MOST)), []);
  const { read: readOther, missing: missingOther } = keeping();
  readOther(...named(0, MOST + 3));
  assert.deepEqual(missingOther(...named(3, MOST + 3)), []);
  assert.deepEqual(missingOther('e0', 'e1', 'e2'), ['e0', 'e1', 'e2']);
});

test('what was met since its last turn stays for another one, however many come and go', () => {
  const { read, missing } = keeping();
  read('liked', ...named(0, MOST - 1));
  for (let round = 1; round <= 4; round++) {
    assert.deepEqual(missing('liked'), [], `round ${round}`);
    read(...named(round * MOST, (round + 1) * MOST - 1));
  }
  read(...named(5 * MOST, 7 * MOST));
  assert.deepEqual(missing('liked'), ['liked']);
});

test('a long text takes the room of many rows', () => {
  const { kept, read, missing } = keeping();
  read(...named(0, MOST - 100));
  kept.committed(entry('long', 'x'.repeat(1_000 * 200)));
  assert.deepEqual(missing(...named(101, MOST - 100)), []);
  assert.deepEqual(missing('e0', 'e50', 'e100'), ['e0', 'e50', 'e100']);
});

test('records of two entities that have the same id are never taken for one another', () => {
  const two = {
    tables: new Map([
      ['Entry', { physical: 'entry' }],
      ['Other', { physical: 'other' }],
    ]),
  } as unknown as Layout;
  const of = (entity: string): Row => ({ entity, id: 'same', version: 1, values: {} });
  const reader = {
    many: function* (entity: string, ids: readonly string[]): DbProgram<readonly Row[]> {
      return ids.map(() => of(entity));
    },
  } as unknown as RowReader;
  const kept = createRowCache(reader, two, words, UNCHANGED);
  const read = (entity: string) => finished(kept.many(entity, ['same'])).map((row) => row.entity);
  assert.deepEqual(['Entry', 'Other', 'Other', 'Entry'].map(read), [['Entry'], ['Other'], ['Other'], ['Entry']]);
});

test('a row that a transaction reads after a change of it was forgotten is not taken for current', () => {
  const known = createKnownChanges();
  const reader = {
    many: function* (_: string, ids: readonly string[]): DbProgram<readonly Row[]> {
      return ids.map((id) => entry(id));
    },
  } as unknown as RowReader;
  const kept = createRowCache(reader, layout, words, known.freshness);
  const reading = kept.insideRead();
  // Others change the record and so many more that all changes are forgotten; the transaction reads it as it was before.
  known.startCheck();
  known.endCheck([null]);
  known.startCheck();
  finished(reading.many('Entry', ['e']));
  known.endCheck([]);
  known.startCheck();
  known.endCheck([]);
  const { done } = kept.many('Entry', ['e']).next();
  assert.equal(done, false, 'The data were not asked for the version.');
});
