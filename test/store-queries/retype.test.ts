import assert from 'node:assert/strict';
import type { Value } from '../../src/fields/text/value.ts';
import type { Type } from '../../src/model/types/types.ts';
import { changing, one, refusedFor, thing, valueIn } from '../support/database/changing.ts';
import { contract } from '../support/database/each-store.ts';
import * as m from '../support/database/models.ts';

const wider: readonly (readonly [name: string, from: Type, to: Type, value: Value, then: Value])[] = [
  ['text to long text', m.text(10), m.longText, 'x', 'x'],
  ['a longer text', m.text(10), m.text(20), 'x', 'x'],
  ['a text that fits a shorter one', m.text(20), m.text(2), '🦊🦊', '🦊🦊'],
  ['a choice to text', m.choice('A'), m.text(), 'A', 'A'],
  ['a text to choices that it is among', m.text(), m.choice('A', 'B'), 'A', 'A'],
  ['an e-mail address to text', m.email, m.text(), 'a@x.de', 'a@x.de'],
  ['an integer to a decimal', m.integer, m.decimal(9, 2), -5, -500],
  ['more digits after the point', m.decimal(9, 1), m.decimal(9, 3), 15, 1500],
  ['fewer digits that nothing needs', m.decimal(9, 3), m.decimal(9, 1), 1500, 15],
  ['money to money of any currency', m.money('EUR'), m.money(null), 5, { amount: 5, currency: 'EUR' }],
  ['money of any currency to the one there is', m.money(null), m.money('EUR'), { amount: 5, currency: 'EUR' }, 5],
  ['an integer to text', m.integer, m.text(3), 250, '250'],
  ['a date to text', m.date, m.text(), '2026-01-31', '2026-01-31'],
  ['a role to several', m.role(false), m.role(true), 'A', ['A']],
  ['several roles to the one there is', m.role(true), m.role(false), ['A'], 'A'],
];

for (const [name, from, to, value, then] of wider) {
  contract(`a type may change where nothing is lost: ${name}`, () =>
    changing(
      { before: one([['a', from]]), rows: [thing('t1', { a: value }), thing('t2')], after: one([['a', to]]) },
      async (outcome, store) => {
        assert.ok(outcome.applied);
        assert.deepEqual([await valueIn(store, 't1', 'a'), await valueIn(store, 't2', 'a')], [then, null]);
      },
    ),
  );
}

const narrower: readonly (readonly [name: string, from: Type, to: Type, value: Value, example: string])[] = [
  ['text to integer', m.text(), m.integer, '5', '5'],
  ['decimal to text', m.decimal(9, 2), m.text(), 5, '5'],
  ['text to e-mail address', m.text(), m.email, 'a@x.de', 'a@x.de'],
  ['date to date and time', m.date, m.instant, '2026-01-01', '2026-01-01'],
  ['a shorter text', m.text(9), m.text(2), 'abc', 'abc'],
  ['an integer to a text too short for it', m.integer, m.text(2), 250, '250'],
  [
    'a smaller greatest number',
    m.integer,
    { kind: 'integer', min: null, max: { value: 4 }, step: null, unit: null },
    5,
    '5',
  ],
  ['digits that are needed', m.decimal(9, 2), m.decimal(9, 1), 155, '155'],
  ['fewer digits in all', m.decimal(9, 2), m.decimal(3, 2), 1000, '1000'],
  ['another currency', m.money('EUR'), m.money('USD'), 5, '5'],
  ['a choice that it is not among', m.text(), m.choice('A'), 'B', 'B'],
  ['one of several roles', m.role(true), m.role(false), ['A', 'B'], '["A","B"]'],
];

for (const [name, from, to, value, example] of narrower) {
  contract(`a type may not change where something is lost: ${name}`, async () => {
    const [before, after] = [one([['a', from]]), one([['a', to]])];
    await changing(
      { before, rows: [thing('t1', { a: value }), thing('t2')], after },
      refusedFor('field/Thing/a', 1, [example]),
    );
    await changing({ before, rows: [thing('t1')], after }, async (outcome, store) => {
      assert.ok(outcome.applied);
      assert.equal(await valueIn(store, 't1', 'a'), null);
    });
  });
}
