import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isSatisfiable } from '../../src/checks/solver/solver.ts';
import { compile } from '../../src/expressions/evaluate/compile.ts';
import { checkExpression } from '../../src/expressions/infer/check.ts';
import { parseExpression } from '../../src/expressions/syntax/parse.ts';
import type { Typed } from '../../src/expressions/types/typed.ts';
import { today } from '../../src/fields/calendar/calendar.ts';
import { noValues, type Row, type Value } from '../../src/fields/text/value.ts';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

const schema = schemaOf(
  readDocument(`# Specification: Garden

## 3. Entities and their fields

### Gardener

- name: text
- email: email, sign-in
- chief: Gardener

### Bed

- label: text(2..10), required
- width: integer(1..20), required
- length: integer
- price: money(EUR)
- paid: money(EUR)
- sownOn: date
- harvestOn: date
- openedAt: date and time
- soil: Sand, Clay, Loam
- shady: yes/no
- owner: Gardener
- helper: Gardener

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| SEASON | 120 days |
| QUARTER | 3 months |
| MOST | 500 EUR |
| HIDDEN | not shown. |
`).model,
);

function typed(text: string): Typed {
  const { tree } = parseExpression(text);
  assert.ok(tree !== null, text);
  const { typed: result, problems } = checkExpression(tree, { schema, entity: 'Bed', wants: { t: 'boolean' } });
  assert.ok(result !== null, `${text}: ${problems.map(({ message }) => message).join(' ')}`);
  return result;
}

/** Whether all of these can be true at once. */
function together(...texts: readonly string[]): boolean {
  return isSatisfiable(
    texts.map((text) => ({ condition: typed(text), truth: true })),
    { schema, valid: true },
  );
}

function canFail(text: string): boolean {
  return isSatisfiable([{ condition: typed(text), truth: false }], { schema, valid: true });
}

describe('reasoning rules out', () => {
  const impossible: readonly (readonly [string, ...string[]])[] = [
    ['length > 5', 'length < 6'],
    ['length > 5 and length <= 5'],
    ['length >= width', 'length < 1'],
    ['width > 20'],
    ['width + 3 < 4'],
    ['length == 3', 'length != 3'],
    ['length * 2 == 7'],
    ['length + width <= 2', 'length >= 2'],
    ['price > 5 EUR', 'price < 5.01 EUR'],
    ['price > MOST', 'paid >= price', 'paid <= 500 EUR'],
    ['price - paid > 0', 'paid >= price'],
    ['sownOn > today', 'sownOn < today - 1 day'],
    ['sownOn >= today', 'harvestOn >= sownOn + SEASON', 'harvestOn < today + 17 weeks'],
    ['sownOn < today - QUARTER', 'sownOn >= today - 89 days'],
    ['sownOn > today', 'sownOn <= today + 1 year', 'harvestOn > sownOn + 370 days', 'harvestOn < today'],
    ['harvestOn - sownOn > 10 days', 'harvestOn <= sownOn + 10 days'],
    ['openedAt > now', 'openedAt < now - 1 hour'],
    ['openedAt > now + 2 days', 'openedAt < now'],
    ['soil == Sand', 'soil == Clay'],
    ['soil != Sand and soil != Clay and soil != Loam and soil != null'],
    ['soil in [Sand, Clay]', 'soil == Loam'],
    ['not (soil in [Sand, Clay, Loam])'],
    ['shady', 'not shady'],
    ['shady == true', 'shady == false'],
    ['owner == helper', 'owner != helper'],
    ['owner == me', 'helper == me', 'owner != helper'],
    ['owner.chief == me', 'owner.chief != me'],
    ['length == null', 'length > 3'],
    ['label == null'],
    ['size(label) > 10'],
    ['label == "a"', 'label == "b"'],
    ['shady ? length > 5 : length > 7', 'length < 4'],
    ['length > 5 or width > 20', 'length <= 5'],
    ['false'],
  ];
  for (const conditions of impossible) {
    test(conditions.join(' · '), () => assert.equal(together(...conditions), false));
  }
});

describe('reasoning leaves open', () => {
  const open: readonly (readonly [string, ...string[]])[] = [
    ['length >= 5', 'length <= 5'],
    ['width > 19'],
    ['length * 2 == 8'],
    ['price > 5 EUR', 'price < 5.02 EUR'],
    ['sownOn < today - QUARTER', 'sownOn >= today - 92 days'],
    ['sownOn >= today - 1 month', 'sownOn <= today - 31 days'],
    ['openedAt > now + 23 hours', 'openedAt < now + 1 day'],
    ['openedAt < now + 1 day', 'openedAt > now + 24 hours'],
    ['soil != Sand', 'soil != Clay'],
    ['owner != me', 'owner.chief == me'],
    ['owner == null', 'helper == null', 'owner == helper'],
    ['length > HIDDEN', 'length < HIDDEN + 2'],
    ['label == "ab"', 'size(label) < 3'],
    ['owner.email == "A@b.de"', 'owner.email == "a@b.de"'],
    ['price * 0.5 > 3 EUR', 'price < 7 EUR'],
  ];
  for (const conditions of open) {
    test(conditions.join(' · '), () => assert.equal(together(...conditions), true));
  }

  test('what would take too many cases', () => {
    const choices = Array.from({ length: 14 }, (_, index) => `(size(label) != ${index + 20} or price != ${index} EUR)`);
    choices.splice(7, 0, '(length > 5 or length > 6)');
    assert.equal(together(choices.join(' and '), 'length < 5'), true);
    assert.equal(together('length > 5 or length > 6', 'length < 5'), false);
  });
});

describe('a condition that is unknown', () => {
  test('does not fail', () => {
    assert.equal(canFail('length > 0 or length <= 0'), false);
    assert.equal(canFail('length > 0'), true);
  });

  test('can be let through, as a rule lets it through', () => {
    const wishes = ['length > 5', 'length < 3'].map((text) => ({
      condition: typed(text),
      truth: true,
      orUnknown: true,
    }));
    assert.equal(isSatisfiable(wishes, { schema, valid: true }), true);
    const required = ['width > 5', 'width < 3'].map((text) => ({
      condition: typed(text),
      truth: true,
      orUnknown: true,
    }));
    assert.equal(isSatisfiable(required, { schema, valid: true }), false);
  });

  test('is not true by the type of its fields when these may be broken', () => {
    const wish = { condition: typed('width <= 20'), truth: false };
    assert.equal(isSatisfiable([wish], { schema, valid: true }), false);
    assert.equal(isSatisfiable([wish], { schema, valid: false }), true);
  });
});

describe('reasoning and evaluation', () => {
  const NOW = Date.UTC(2026, 2, 30, 9);
  const zone = 'Europe/Berlin';
  const conditions = [
    ...[
      'length > 3',
      'length <= width',
      'width - length < 2',
      'length * 2 >= 6',
      'length + width == 7',
      'length != 4',
      'length == null',
    ],
    ...['price >= paid', 'price > 5 EUR', 'paid == price', 'price - paid <= 1 EUR', 'price <= MOST'],
    ...[
      'sownOn >= today',
      'sownOn < today - QUARTER',
      'harvestOn >= sownOn + SEASON',
      'harvestOn < today + 1 month',
      'harvestOn - sownOn >= 3 days',
    ],
    ...['openedAt <= now', 'openedAt > now - 1 day', 'openedAt < now + 25 hours'],
    ...[
      'soil == Sand',
      'soil != Clay',
      'soil in [Sand, Loam]',
      'shady',
      'shady == false',
      'owner == me',
      'owner != helper',
      'owner.chief == me',
    ],
    ...['size(label) > 4', 'label == "abc"', 'helper == null', 'label != null'],
  ];
  const dates = [null, '2025-12-01', '2025-12-30', '2026-03-29', '2026-03-30', '2026-04-29', '2026-07-28'];
  const values: Readonly<Record<string, readonly Value[]>> = {
    label: ['ab', 'abc', 'abcdefghij'],
    width: [1, 3, 4, 20],
    length: [null, -1, 3, 4, 5, 30],
    price: [null, 0, 500, 501, 50_000, 50_001],
    paid: [null, 400, 500, 501],
    sownOn: dates,
    harvestOn: dates,
    openedAt: [null, NOW, NOW - 86_400_000, NOW + 86_400_000, NOW + 90_000_000],
    soil: [null, 'Sand', 'Clay', 'Loam'],
    shady: [null, true, false],
    owner: [null, 'g1', 'g2'],
    helper: [null, 'g1', 'g2'],
  };
  const people = new Map([personRow('g1', 'g2'), personRow('g2', null)].map((row) => [row.id, row]));

  test('agree: what a record shows is never ruled out', () => {
    const random = seeded(20_260_330);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const parts = conditions.map((text) => {
      const condition = typed(text);
      return { text, condition, evaluate: compile(condition, { zone }) };
    });
    assert.equal(today(NOW, zone), '2026-03-30');
    for (let round = 0; round < 400; round += 1) {
      const scope = {
        row: row(pick),
        old: null,
        me: people.get('g2') ?? null,
        now: NOW,
        find: (_: string, id: string) => people.get(id) ?? null,
      };
      const wishes = Array.from({ length: 4 }, () => pick(parts)).map(({ text, condition, evaluate }) => {
        const outcome = evaluate(scope);
        return { text, condition, truth: outcome === true, orUnknown: outcome !== true && outcome !== false };
      });
      const shown = wishes.map(({ text, truth, orUnknown }) => `${text} is ${orUnknown ? 'unknown' : truth}`);
      assert.ok(
        isSatisfiable(wishes, { schema, valid: true }),
        `${shown.join(', ')} of ${JSON.stringify(scope.row.values)}`,
      );
    }
  });

  function row(pick: <T>(list: readonly T[]) => T): Row {
    const found = noValues();
    for (const [name, list] of Object.entries(values)) found[name] = pick(list);
    return { entity: 'Bed', id: 'b1', version: 1, values: found };
  }

  function personRow(id: string, chief: string | null): Row {
    return {
      entity: 'Gardener',
      id,
      version: 1,
      values: Object.assign(noValues(), { id, chief, email: `${id}@garden.example` }),
    };
  }
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
