import assert from 'node:assert/strict';
import { compile } from '../../src/engine/compile/compile.ts';
import { recomputationOf } from '../../src/engine/effects/recompute.ts';
import { parseExpression } from '../../src/expressions/syntax/parse.ts';
import type { Row } from '../../src/fields/text/value.ts';
import type { Model } from '../../src/model/types/model.ts';
import { changing, one, refusedFor, thing, valueIn } from '../support/database/changing.ts';
import { contract } from '../support/database/each-store.ts';
import * as m from '../support/database/models.ts';
import { allowed, insert, openStore, put, readOne, request, rowOf } from '../support/database/stores.ts';

contract('applying the same document again changes nothing', async () => {
  const model = one([['a', m.text()]]);
  await changing({ before: model, after: model }, async (outcome, store) => {
    assert.deepEqual(outcome.applied && outcome.steps, []);
    assert.deepEqual(await store.applied(), { hash: 'v2', text: 'second' });
    const again = await store.apply(model, 'v2', 'second');
    assert.deepEqual(again, { applied: true, steps: [], incomplete: new Map() });
  });
});

contract('new entities, fields, states and choices come at once; old records keep what they have', () =>
  changing(
    {
      before: one([['a', m.text()]]),
      rows: [thing('t1', { a: 'x' })],
      after: m.modelOf({
        entities: [
          m.entityOf('Thing', [
            ['b', m.integer],
            ['a', m.longText],
          ]),
          m.entityOf('Other', [['c', m.text()]]),
        ],
        machines: [m.machineOf('Thing', 'status', ['Open', 'Closed'])],
      }),
    },
    async (outcome, store) => {
      assert.ok(outcome.applied);
      assert.deepEqual(
        [await valueIn(store, 't1', 'a'), await valueIn(store, 't1', 'b'), await valueIn(store, 't1', 'status')],
        ['x', null, 'Open'],
      );
      await store.write(
        request(() => allowed({ kind: 'insert', row: rowOf('Other', 'o1', { c: 'y' }) }), { documentHash: 'v2' }),
      );
      assert.equal(await valueIn(store, 'o1', 'c', 'Other'), 'y');
    },
  ),
);

contract('`was` moves entity, field and line data along, history included, and may stay for ever', async () => {
  const before = m.modelOf({
    entities: [
      m.entityOf('Thing', [
        ['a', m.text()],
        ['parts', m.lines('Part')],
      ]),
      m.entityOf('Part', [['n', m.integer]]),
    ],
  });
  const renamed = m.modelOf({
    entities: [
      m.entityOf(
        'Object',
        [
          ['title', m.text(), { was: ['x', 'a'] }],
          ['pieces', m.lines('Piece'), { was: ['parts'] }],
        ],
        { was: ['Thing'] },
      ),
      m.entityOf('Piece', [['count', m.integer, { was: ['n'] }]], { was: ['Part'] }),
    ],
  });
  const { store, done } = await openStore(before);
  try {
    const changes = [{ field: 'a', from: null, to: 'x' }];
    const part = rowOf('Part', 'p1', { n: 3 });
    await put(
      store,
      { kind: 'insert', row: thing('t1', { a: 'x', parts: [part] }) },
      { kind: 'history', entry: { entity: 'Thing', id: 't1', event: 'create', changes, notes: [] } },
    );
    for (const hash of ['v2', 'v3']) {
      const outcome = await store.apply(renamed, hash, 'renamed');
      assert.ok(outcome.applied);
      assert.equal(await valueIn(store, 't1', 'title', 'Object'), 'x');
      const [piece] = (await valueIn(store, 't1', 'pieces', 'Object')) as readonly Row[];
      assert.equal(piece?.values['count'], 3);
      const [entry] = await store.history({ entity: 'Object', id: 't1' }, 1);
      assert.deepEqual([entry?.documentHash, entry?.changes], ['v1', [{ field: 'title', from: null, to: 'x' }]]);
    }
    assert.equal(await store.document('v2'), 'renamed');
  } finally {
    await done();
  }
});

contract('an entity that is gone while it has records is refused; deleted ones do not count', async () => {
  const before = m.modelOf({
    entities: [m.entityOf('Thing', [['a', m.text()]]), m.entityOf('Other', [['a', m.text()]])],
  });
  const after = m.modelOf({ entities: [m.entityOf('Thing', [['a', m.text()]])] });
  const rows = ['o1', 'o2', 'o3', 'o4'].map((id) => rowOf('Other', id));
  await changing({ before, rows, after }, refusedFor('entity/Other', 4, ['o1', 'o2', 'o3']));
  const { store, done } = await openStore(before);
  try {
    await insert(store, rowOf('Other', 'o1'));
    await put(store, { kind: 'delete', entity: 'Other', id: 'o1' });
    assert.ok((await store.apply(after, 'v2', '')).applied);
  } finally {
    await done();
  }
});

contract('a field that is gone while it holds values is refused; an empty one may go and come back', async () => {
  const before = one([
    ['a', m.text()],
    ['b', m.text()],
  ]);
  const after = one([['a', m.text()]]);
  await changing(
    { before, rows: [thing('t1', { b: 'x' }), thing('t2')], after },
    refusedFor('field/Thing/b', 1, ['x']),
  );
  await changing({ before, rows: [thing('t1', { a: 'x' })], after }, async (outcome, store) => {
    assert.ok(outcome.applied);
    assert.ok((await store.apply(before, 'v3', '')).applied);
    assert.equal(await valueIn(store, 't1', 'b'), null);
  });
});

contract('lines that are gone while there are some are refused, field and entity', () =>
  changing(
    {
      before: m.modelOf({
        entities: [m.entityOf('Thing', [['parts', m.lines('Part')]]), m.entityOf('Part', [['n', m.integer]])],
      }),
      rows: [thing('t1', { parts: [rowOf('Part', 'p1')] })],
      after: m.modelOf({ entities: [m.entityOf('Thing', []), m.entityOf('Part', [['n', m.integer]])] }),
    },
    refusedFor('field/Thing/parts', 1, ['p1']),
  ),
);

contract('a choice or state removed while in use is refused', async () => {
  const rows = [thing('t1', { c: 'One' }), thing('t2', { c: 'Two' }), thing('t3', { c: 'Two' })];
  const [before, after] = [one([['c', m.choice('One', 'Two')]]), one([['c', m.choice('One', 'Three')]])];
  await changing({ before, rows, after }, refusedFor('field/Thing/c', 2, ['Two']));
  await changing({ before, rows: rows.slice(0, 1), after }, (outcome) => assert.ok(outcome.applied));
  const states = (...names: string[]) =>
    m.modelOf({ entities: [m.entityOf('Thing', [])], machines: [m.machineOf('Thing', 's', names)] });
  await changing(
    { before: states('A', 'B'), rows: [thing('t1', { s: 'B' })], after: states('A') },
    refusedFor('machine/Thing/s', 1, ['B']),
  );
});

contract('a reference to another entity is refused while there are some, and a renamed entity is none', async () => {
  const people = (name: string, was: readonly string[] = []) => m.entityOf(name, [['n', m.text()]], { was });
  const model = (to: string, ...entities: Model['entities']) =>
    m.modelOf({ entities: [m.entityOf('Thing', [['by', m.reference(to)]]), ...entities] });
  const rows = [thing('t1', { by: 'p1' })];
  await changing(
    { before: model('A', people('A'), people('B')), rows, after: model('B', people('A'), people('B')) },
    refusedFor('field/Thing/by', 1, ['p1']),
  );
  await changing(
    { before: model('A', people('A')), rows, after: model('C', people('C', ['A'])) },
    async (outcome, store) => {
      assert.ok(outcome.applied);
      assert.equal(await valueIn(store, 't1', 'by'), 'p1');
    },
  );
});

contract('fewer lines than some records have are refused, also through a constant', async () => {
  const model = (max: string) =>
    m.modelOf({
      entities: [
        m.entityOf('Thing', [['parts', { kind: 'list', entity: 'Part', min: null, max: { constant: 'MOST' } }]]),
        m.entityOf('Part', []),
      ],
      constants: [
        {
          ...m.element(9, 'constant/MOST'),
          name: 'MOST',
          value: m.formula(max, m.numberTree(max)),
          environment: null,
          unit: null,
          table: null,
        },
      ],
    });
  const rows = [thing('t1', { parts: [rowOf('Part', 'p1'), rowOf('Part', 'p2')] })];
  await changing({ before: model('3'), rows, after: model('1') }, refusedFor('field/Thing/parts', 1, ['t1']));
  await changing({ before: model('3'), rows, after: model('2') }, (outcome) => assert.ok(outcome.applied));
});

contract('new uniqueness over values that stand twice is refused, without case where the field says so', async () => {
  const [loose, strict] = [one([['a', m.text()]]), one([['a', m.text(), { unique: true }]])];
  const folded = one([['a', m.text(), { unique: true, ignoringCase: true }]]);
  const rows = [thing('t1', { a: 'Straßé' }), thing('t2', { a: 'STRAßÉ' })];
  await changing({ before: loose, rows, after: folded }, (outcome) =>
    assert.equal(!outcome.applied && outcome.losses[0]?.count, 1),
  );
  await changing({ before: loose, rows, after: strict }, async (outcome, store) => {
    assert.ok(outcome.applied);
    const twice = store.write(
      request(() => allowed({ kind: 'insert', row: thing('t3', { a: 'Straßé' }) }), { documentHash: 'v2' }),
    );
    await assert.rejects(twice);
  });
  await changing(
    { before: loose, rows: [thing('t1', { a: 'x' }), thing('t2', { a: 'x' })], after: strict },
    refusedFor('field/Thing/a', 1, ['x']),
  );
});

contract('a new required field is filled by a literal default, and else leaves rows incomplete, counted', () =>
  changing(
    {
      before: one([['a', m.text()]]),
      rows: [thing('t1'), thing('t2', { a: 'x' })],
      after: one([
        ['a', m.text(), { required: true }],
        ['b', m.integer, { required: true }],
        ['c', m.choice('X', 'Y'), { required: true, default: m.formula('Y', m.nameTree('Y')) }],
        ['d', m.money('EUR'), { required: true, default: m.formula('2.5 EUR', m.numberTree('2.5', 'EUR')) }],
        ['e', m.reference('Thing'), { required: true, default: m.formula('me', m.nameTree('me')) }],
      ]),
    },
    async (outcome, store) => {
      assert.ok(outcome.applied);
      const counted = [
        ['field/Thing/a', 1],
        ['field/Thing/b', 2],
        ['field/Thing/e', 2],
      ];
      assert.deepEqual([...outcome.incomplete], counted);
      assert.deepEqual([await valueIn(store, 't1', 'c'), await valueIn(store, 't1', 'd')], ['Y', 250]);
    },
  ),
);

contract('computed fields are derived anew where their formula changed, without a trace on the record', () => {
  const before = one([
    ['a', m.integer],
    ['twice', m.integer, { computed: m.formula('a * 2') }],
  ]);
  const after = one([
    ['a', m.integer],
    ['twice', m.decimal(9, 1), { computed: m.formula('a * 2.5', parseExpression('a * 2.5').tree) }],
  ]);
  const settling = recomputationOf(compile(after, 'v2'), 0);
  assert.ok(settling);
  return changing({ before, rows: [thing('t1', { a: 3, twice: 6 })], after, settling }, async (outcome, store) => {
    assert.ok(outcome.applied);
    const row = await readOne(store, 'Thing', 't1');
    assert.deepEqual([row?.values['twice'], row?.version, row?.values['changedAt']], [75, 2, 1_000]);
  });
});

contract('a unique field is refused where its new formula comes to the same for two records', async () => {
  const worked = (text: string) => ({ unique: true, computed: m.formula(text, parseExpression(text).tree) });
  const model = (text: string) =>
    one([
      ['a', m.integer],
      ['code', m.integer, worked(text)],
    ]);
  const rows = [thing('t1', { a: 3 }), thing('t2', { a: 4 })];
  const becomes = (text: string) => {
    const after = model(text);
    return { rows, after, settling: recomputationOf(compile(after, 'v2'), 0) ?? assert.fail(text) };
  };
  const alike = refusedFor('field/Thing/code', 1, ['0']);
  await changing({ before: model('a * 2'), ...becomes('a * 0') }, alike);
  await changing({ before: one([['a', m.integer]]), ...becomes('a * 0') }, alike);
  await changing({ before: model('a * 2'), ...becomes('a * 3') }, async (outcome, store) => {
    assert.ok(outcome.applied);
    assert.equal(await valueIn(store, 't2', 'code'), 12);
  });
});

contract('a field people filled that becomes computed is refused while it holds values', () =>
  changing(
    {
      before: one([['a', m.integer]]),
      rows: [thing('t1', { a: 3 })],
      after: one([['a', m.integer, { computed: m.formula('1') }]]),
    },
    refusedFor('field/Thing/a', 1, ['3']),
  ),
);

contract('a type that the reader no longer knows hides the values and loses none', () =>
  changing(
    {
      before: one([['a', m.text()]]),
      rows: [thing('t1', { a: 'x' })],
      after: one([['a', { kind: 'unknown', text: 'txt' }]]),
    },
    async (outcome, store) => {
      assert.ok(outcome.applied);
      assert.equal(await valueIn(store, 't1', 'a'), undefined);
      assert.ok((await store.apply(one([['a', m.text()]]), 'v3', '')).applied);
      assert.equal(await valueIn(store, 't1', 'a'), 'x');
    },
  ),
);

contract('history keeps its numbers when the scale changes', async () => {
  const { store, done } = await openStore(one([['a', m.decimal(9, 1)]]));
  try {
    const changes = [{ field: 'a', from: 5, to: 15 }];
    await put(
      store,
      { kind: 'insert', row: thing('t1', { a: 15 }) },
      { kind: 'history', entry: { entity: 'Thing', id: 't1', event: 'change', changes, notes: [] } },
    );
    await store.apply(one([['a', m.decimal(9, 3)]]), 'v2', '');
    assert.deepEqual((await store.history({ entity: 'Thing', id: 't1' }, 1))[0]?.changes, [
      { field: 'a', from: 500, to: 1500 },
    ]);
  } finally {
    await done();
  }
});

contract('text that becomes searchable, foldable or sortable gets its keys for the rows there are', () =>
  changing(
    {
      before: one([['a', m.choice('B', 'a')]]),
      rows: [thing('t1', { a: 'B' }), thing('t2', { a: 'a' })],
      after: one([['a', m.text(), { ignoringCase: true }]]),
    },
    async (outcome, store) => {
      assert.ok(outcome.applied);
      const plan = {
        key: 'k',
        entity: 'Thing',
        where: [],
        search: null,
        select: [],
        sort: [{ field: 'a', descending: false, gate: null }],
        after: null,
        limit: 9,
        maxCount: 0,
      };
      const { rows } = await store.list(plan, { principal: { row: null, roles: new Set() }, now: 0 });
      assert.deepEqual(
        rows.map((row) => row.id),
        ['t2', 't1'],
      );
      assert.equal((await store.findBy('Thing', 'a', 'b'))?.id, 't1');
    },
  ),
);

contract('what was decided by an older document is not written', () =>
  changing(
    {
      before: one([['a', m.text()]]),
      after: one([
        ['a', m.text()],
        ['b', m.text()],
      ]),
    },
    async (_, store) => {
      await assert.rejects(insert(store, thing('t1')), { trouble: 'document changed' });
      assert.equal(await readOne(store, 'Thing', 't1'), null);
    },
  ),
);
