import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Relation } from '../../src/expressions/types/relation.ts';
import type { StaticType } from '../../src/expressions/types/static.ts';
import type { Row, Value } from '../../src/fields/text/value.ts';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import type { Store } from '../../src/store/core/store.ts';
import { desiredSchema, layoutOf } from '../../src/store/schema/schema-diff.ts';
import { aggregateStatement } from '../../src/store/sql/aggregate.ts';
import { listStatements, segmentsAfter } from '../../src/store/sql/list.ts';
import { sqlite } from '../../src/store/sql/sqlite-dialect.ts';
import { contract } from '../support/database/each-store.ts';
import {
  fieldRelation,
  guest,
  insert,
  nothingNeeded,
  parameter,
  planOf,
  put,
  rowOf,
  same,
  withStoreOf,
} from '../support/database/stores.ts';
import { tasks } from '../support/database/task-model.ts';

const TEXT: StaticType = { t: 'text' };
const NUMBER: StaticType = { t: 'number', scale: 0, unit: null };
const BOOLEAN: StaticType = { t: 'boolean' };

const withStore = (work: (store: Store) => Promise<void>) => withStoreOf(tasks, work);

const task = (id: string, parts: Readonly<Record<string, Value>> = {}) => rowOf('Task', id, parts);
const ids = (rows: readonly Row[]) => rows.map((row) => row.id);
const where = async (store: Store, ...relations: readonly Relation[]) =>
  ids(
    (await store.list(planOf('Task', { where: relations, key: JSON.stringify(relations) + Math.random() }), guest))
      .rows,
  );
const field = (name: string, type: StaticType = TEXT) => fieldRelation('Task', name, type);
const sortBy = (name: string, descending = false) => ({ field: name, descending, gate: null });
const readable = (name: string, gate: Relation | null = null) => ({ field: name, gate });

contract(
  'equality is never unknown; empty equals empty; an unknown parameter equals nothing, the empty value included',
  () =>
    withStore(async (store) => {
      await insert(store, task('t1', { title: 'a' }), task('t2'));
      assert.deepEqual(await where(store, same(field('title'), parameter(null))), ['t2']);
      assert.deepEqual(await where(store, same(field('title'), parameter('a'), true)), ['t2']);
      assert.deepEqual(await where(store, same(field('title'), parameter(undefined))), []);
      assert.deepEqual(await where(store, same(field('title'), parameter(undefined), true)), ['t1', 't2']);
      assert.deepEqual(await where(store, same(field('title'), field('title'))), ['t1', 't2']);
    }),
);

contract('order, arithmetic, membership and text are unknown over empties, and not-unknown is unknown', () =>
  withStore(async (store) => {
    await insert(
      store,
      task('t1', { size: 5, title: 'Größe 12' }),
      task('t2'),
      task('t3', { size: Number.MAX_SAFE_INTEGER, title: 'x' }),
    );
    const not = (of: Relation): Relation => ({ r: 'not', of });
    const size = field('size', NUMBER);
    const small: Relation = { r: 'order', operator: '<', left: size, right: parameter(9, NUMBER) };
    assert.deepEqual([await where(store, small), await where(store, not(small))], [['t1'], ['t3']]);
    const more = (operator: '+' | '*'): Relation => ({
      r: 'arithmetic',
      operator,
      left: size,
      right: parameter(3, NUMBER),
      type: NUMBER,
    });
    for (const operator of ['+', '*'] as const) {
      const positive: Relation = { r: 'order', operator: '>', left: more(operator), right: parameter(0, NUMBER) };
      assert.deepEqual([await where(store, positive), await where(store, not(positive))], [['t1'], []]);
    }
    for (const list of [
      parameter([5, 6], { t: 'list', of: NUMBER }),
      [parameter(5, NUMBER), parameter(null, NUMBER)],
      [field('size', NUMBER)],
    ]) {
      const among: Relation = { r: 'among', item: field('size', NUMBER), list };
      const matched = Array.isArray(list) && list[0]?.r === 'field' ? ['t1', 't3'] : ['t1'];
      assert.deepEqual(
        [await where(store, among), await where(store, not(among))],
        [matched, ['t1', 't3'].filter((id) => !matched.includes(id))],
      );
    }
    for (const list of [parameter([], { t: 'list', of: NUMBER }), []]) {
      const none: Relation = { r: 'among', item: size, list };
      assert.deepEqual([await where(store, none), await where(store, not(none))], [[], ['t1', 't3']]);
    }
    const unknownList: Relation = { r: 'among', item: size, list: parameter(undefined, { t: 'list', of: NUMBER }) };
    assert.deepEqual([await where(store, unknownList), await where(store, not(unknownList))], [[], []]);
    const text = (what: 'contains' | 'startsWith' | 'endsWith', needle: string): Relation => ({
      r: 'text',
      what,
      of: field('title'),
      needle: parameter(needle),
    });
    assert.deepEqual(await where(store, text('contains', 'öß')), ['t1']);
    assert.deepEqual(await where(store, text('startsWith', 'Grö')), ['t1']);
    assert.deepEqual(await where(store, text('endsWith', ' 12')), ['t1']);
    assert.deepEqual(await where(store, text('contains', 'gro')), []);
    assert.deepEqual(await where(store, not(text('contains', 'öß'))), ['t3']);
    assert.deepEqual(await where(store, { r: 'unanswerable', why: '' }), []);
    assert.deepEqual(await where(store, not({ r: 'unanswerable', why: '' })), []);
  }),
);

contract('a path follows references, and a missing or deleted record on the way makes it empty', () =>
  withStore(async (store) => {
    await insert(
      store,
      rowOf('Person', 'p1', { name: 'Top', mail: 'Top@X.de' }),
      rowOf('Person', 'p2', { name: 'Mid', boss: 'p1' }),
      task('t1', { owner: 'p2' }),
      task('t2', { owner: 'p1' }),
      task('t3', { owner: 'gone' }),
    );
    const bossName = fieldRelation('Task', 'name', TEXT, [
      ['Task', 'owner', 'Person'],
      ['Person', 'boss', 'Person'],
    ]);
    const boss = fieldRelation('Task', 'boss', TEXT, [['Task', 'owner', 'Person']]);
    assert.deepEqual(await where(store, same(boss, parameter('p1'))), ['t1']);
    assert.deepEqual(await where(store, same(bossName, parameter('Top'))), ['t1']);
    assert.deepEqual(await where(store, same(bossName, parameter(null))), ['t2', 't3']);
    const bossMail = fieldRelation('Task', 'mail', TEXT, [
      ['Task', 'owner', 'Person'],
      ['Person', 'boss', 'Person'],
    ]);
    assert.deepEqual(await where(store, same(bossMail, parameter('TOP@x.DE'))), ['t1']);
    await put(store, { kind: 'delete', entity: 'Person', id: 'p1' });
    assert.deepEqual(await where(store, same(bossName, parameter('Top'))), []);
    assert.deepEqual(await where(store, same(boss, parameter('p1'))), ['t1']);
  }),
);

contract('over lines: some, every, sums and counts, three-valued', () =>
  withStore(async (store) => {
    const part = (id: string, count: number | null) => rowOf('Part', id, { count });
    await insert(
      store,
      task('t1', { parts: [part('a', 2), part('b', 3)] }),
      task('t2', { parts: [part('c', 2), part('d', null)] }),
      task('t3'),
    );
    const over = (what: 'exists' | 'all' | 'sum' | 'count' | 'min' | 'average', body: Relation | null): Relation => ({
      r: 'lines',
      what,
      local: 'l',
      entity: 'Part',
      outer: null,
      field: 'parts',
      body,
      type: NUMBER,
    });
    const count: Relation = { r: 'field', local: 'l', entity: 'Part', path: [], field: 'count', type: NUMBER };
    const atLeast = (least: number): Relation => ({
      r: 'order',
      operator: '>=',
      left: count,
      right: parameter(least, NUMBER),
    });
    const not = (of: Relation): Relation => ({ r: 'not', of });
    assert.deepEqual(await where(store, over('exists', atLeast(3))), ['t1']);
    assert.deepEqual(await where(store, not(over('exists', atLeast(3)))), ['t3']);
    assert.deepEqual(await where(store, over('all', atLeast(2))), ['t1', 't3']);
    assert.deepEqual(await where(store, not(over('all', atLeast(3)))), ['t1', 't2']);
    const sums = [
      ['sum', 5, ['t1']],
      ['sum', 2, ['t2']],
      ['sum', 0, ['t3']],
      ['min', 2, ['t1', 't2']],
      ['average', 3, ['t1']],
      ['count', 1, ['t2']],
    ] as const;
    for (const [what, value, found] of sums)
      assert.deepEqual(
        await where(store, same(over(what, count), parameter(value, NUMBER))),
        found,
        `${what} ${value}`,
      );
    assert.deepEqual(await where(store, same(over('count', null), parameter(2, NUMBER))), ['t1', 't2']);
  }),
);

test('every statement over an entity’s table carries every row condition of its plan', () => {
  const schema = schemaOf(tasks);
  const layout = layoutOf(schema, desiredSchema(schema, { tables: [], columns: [] }, 0));
  const condition = fc.constantFrom<Relation>(
    same(field('owner'), parameter('p1')),
    { r: 'order', operator: '<', left: field('size', NUMBER), right: parameter(5, NUMBER) },
    { r: 'or', parts: [same(field('title'), parameter('x')), { r: 'not', of: parameter(true, BOOLEAN) }] },
    { r: 'unanswerable', why: '' },
  );
  const sort = fc.uniqueArray(fc.constantFrom('title', 'size', 'kind', 'due'), { maxLength: 3 });
  const rendered = (relation: Relation) =>
    listStatements(planOf('Task', { where: [relation] }), layout, sqlite)?.count.sql.match(
      /deleted_at IS NULL AND (.*) LIMIT/,
    )?.[1] ?? 'none';
  fc.assert(
    fc.property(
      fc.array(condition, { minLength: 1, maxLength: 3 }),
      sort,
      fc.array(fc.constantFrom(null, 1), { minLength: 3, maxLength: 3 }),
      (conditions, names, keys) => {
        const plan = planOf('Task', {
          where: conditions,
          sort: names.map((name) => sortBy(name)),
          select: [readable('title')],
        });
        const list = listStatements(plan, layout, sqlite);
        assert.ok(list !== null);
        const segments = [null, keys.slice(0, names.length)].flatMap((after) => segmentsAfter(after, list.sortKeys));
        const total = aggregateStatement(
          {
            key: '',
            entity: 'Task',
            where: conditions,
            aggregate: 'sum',
            field: 'size',
            gate: null,
            by: { field: 'kind', gate: null, buckets: null },
          },
          layout,
          sqlite,
        );
        const statements = [
          list.count.sql,
          ...segments.map((segment) => list.segment(segment).sql),
          total?.statement.sql ?? '',
        ];
        const expected = ['r.deleted_at IS NULL', ...conditions.map(rendered)].join(' AND ');
        for (const sql of statements) assert.ok(sql.includes(`WHERE ${expected}`), `${sql}\nlacks\n${expected}`);
      },
    ),
    { numRuns: 200 },
  );
});

test('of more than ten thousand records none is looked through, so that what hangs on them is unknown', () =>
  withStore(async (store) => {
    const many = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => task(`t${from + at}`));
    const looked = async () => (await store.load({ ...nothingNeeded, all: ['Task'] })).all?.('Task')?.length;
    await insert(store, ...many(0, 10_000));
    assert.equal(await looked(), 10_000);
    await insert(store, ...many(10_000, 10_001));
    assert.equal(await looked(), undefined);
  }));
