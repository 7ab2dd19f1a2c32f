import assert from 'node:assert/strict';
import type { Relation } from '../../src/expressions/types/relation.ts';
import type { StaticType } from '../../src/expressions/types/static.ts';
import type { Row } from '../../src/fields/text/value.ts';
import { contract } from '../support/database/each-store.ts';
import * as m from '../support/database/models.ts';
import { fieldRelation, guest, insert, openStore, parameter, planOf, rowOf, same } from '../support/database/stores.ts';

const TEXT: StaticType = { t: 'text' };
const sortBy = (name: string, descending = false) => ({ field: name, descending, gate: null });
const readable = (name: string, gate: Relation | null = null) => ({ field: name, gate });

const HOSTILE = [
  '__proto__',
  'constructor',
  'toString',
  'select',
  'id; DROP TABLE meta',
  '"quoted" \'name\' `x`',
  '🦊',
  'שלום',
  'hasOwnProperty',
  '%_?',
  'x'.repeat(64),
];

contract(
  'names are data: any name works as entity, field, choice, list and line, and never reaches the SQL',
  async () => {
    for (const name of HOSTILE) {
      const hostile = m.modelOf({
        entities: [
          m.entityOf(name, [
            [name, m.text(), { title: true, unique: true }],
            [`${name} kind`, m.choice(name, 'other')],
            [`${name} other`, m.reference(name)],
            [`${name} lines`, m.lines(`${name} line`)],
          ]),
          m.entityOf(`${name} line`, [[name, m.integer]]),
        ],
        machines: [m.machineOf(name, `${name} state`, [name, 'done'])],
      });
      const { store, done } = await openStore(hostile);
      try {
        const line = rowOf(`${name} line`, 'l1', Object.fromEntries([[name, 3]]));
        const parts = Object.fromEntries([
          [name, name],
          [`${name} kind`, name],
          [`${name} other`, 'x1'],
          [`${name} lines`, [line]],
          [`${name} state`, name],
        ]);
        await insert(store, rowOf(name, 'x1', parts));
        const plan = planOf(name, {
          where: [
            same(fieldRelation(name, name, TEXT), parameter(name)),
            same(fieldRelation(name, name, TEXT, [[name, `${name} other`, name]]), parameter(name)),
          ],
          select: [name, `${name} kind`, `${name} lines`, `${name} state`].map((each) => readable(each)),
          sort: [sortBy(`${name} kind`), sortBy(name)],
        });
        const [row] = (await store.list(plan, guest)).rows;
        assert.deepEqual(
          [row?.values[name], row?.values[`${name} kind`], row?.values[`${name} state`]],
          [name, name, name],
        );
        const lines = (row?.values[`${name} lines`] ?? []) as readonly Row[];
        assert.equal(lines[0]?.values[name], 3);
        assert.equal((await store.findBy(name, name, name))?.id, 'x1');
      } finally {
        await done();
      }
    }
  },
);
